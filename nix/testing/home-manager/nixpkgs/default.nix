# The parts of nixpkgs that home-manager uses and this flake does not, built from the machine's own programs.
# run.sh puts the real lib and the stand-in (../../pkgs.nix, as machine.nix) beside this file.
{
  system ? builtins.currentSystem,
  ...
}:
let
  lib = import ./lib;
  machine = import ./machine.nix { inherit lib system; };
  inherit (machine) host;

  # The one function of stdenv's setup that home-manager calls.
  runCommand =
    name: attributes: script:
    machine.runCommand name attributes ''
      substituteInPlace() { # FILE, then any number of: --subst-var-by NAME VALUE
        local file=$1
        shift
        while [ $# -gt 0 ]; do
          sed -i "s|@$2@|$3|g" "$file"
          shift 3
        done
      }
      ${script}
    '';

  hostPlatform = lib.systems.elaborate system;

  # home-manager refers to these packages in defaults and modules, but their programs are never started.
  unused = lib.genAttrs unusedNames (name: host name "" // { version = "99"; });
  unusedNames = lib.splitString " " (
    "claude-code codex dconf desktop-file-utils github-copilot-cli glibcLocales home-manager less man man-db "
    + "opencode pi-coding-agent sd-switch shared-mime-info systemd"
  );

  formatNames = lib.splitString " " (
    "cdn configobj elixirConf gitIni hcl1 hocon ini iniWithGlobalSection javaProperties json keyValue "
    + "libconfig lua nixConf php plist pythonVars systemd toml xml yaml yaml_1_1 yaml_1_2"
  );

  writeTextFile =
    {
      name,
      text,
      executable ? false,
      destination ? "",
      ...
    }:
    runCommand name
      {
        inherit text;
        passAsFile = [ "text" ];
      }
      ''
        mkdir -p "$(dirname "$out${destination}")"
        cp "$textPath" "$out${destination}"
        ${lib.optionalString executable ''chmod +x "$out${destination}"''}
      '';

  writeShellScript =
    name: text:
    writeTextFile {
      inherit name;
      text = "#!/bin/bash\n${text}";
      executable = true;
    };

  linkAll =
    {
      name,
      paths,
      postBuild ? "",
      ...
    }:
    runCommand name { } ''
      mkdir -p $out
      for path in ${toString paths}; do cp -rs --no-preserve=mode "$path/." $out/; done
      ${postBuild}
    '';

  pkgs =
    machine
    // unused
    // {
      inherit
        lib
        runCommand
        writeShellScript
        writeTextFile
        ;
      buildPackages = pkgs;
      path = ./.;
      config = { };
      overlays = [ ];
      callPackage = lib.callPackageWith pkgs;

      stdenv = machine.stdenv // {
        inherit hostPlatform;
        inherit (hostPlatform) isDarwin isLinux;
        buildPlatform = hostPlatform;
      };
      stdenvNoCC = machine.stdenvNoCC // {
        inherit hostPlatform;
      };

      runCommandLocal = runCommand;
      writeScript =
        name: text:
        writeTextFile {
          inherit name text;
          executable = true;
        };
      replaceVars =
        path: variables:
        machine.writeText (baseNameOf path) (
          builtins.replaceStrings (map (name: "@${name}@") (builtins.attrNames variables)) (map toString (
            builtins.attrValues variables
          )) (builtins.readFile path)
        );
      buildEnv = linkAll;
      symlinkJoin = linkAll;

      # Every format is written as JSON: the tests look at which files there are.
      formats = lib.genAttrs formatNames (
        _: _: {
          type = lib.types.anything;
          lib.types.atom = lib.types.anything;
          generate = name: value: machine.writeText name (builtins.toJSON value);
        }
      );

      lndir = runCommand "lndir" { } ''
        mkdir -p $out/bin
        cp ${../lndir.sh} $out/bin/lndir
        chmod +x $out/bin/lndir
      '';

      # Messages stay English.
      gettext = runCommand "gettext" { } ''
        mkdir -p $out/bin
        printf '#!/bin/sh\ntouch "$2"\n' > $out/bin/msgfmt
        printf '#!/bin/sh\nprintf %%s "$1"\n' | tee $out/bin/gettext > $out/bin/ngettext
        chmod +x $out/bin/*
      '';

      bash = host "bash" "bash sh";
      coreutils = host "coreutils" (
        "basename cat chmod comm cp cut date dirname env head id ln ls mkdir mktemp mv readlink "
        + "realpath rm rmdir sort stat tail tee touch tr true uname uniq wc"
      );
      diffutils = host "diffutils" "cmp diff";
      findutils = host "findutils" "find xargs";
      gnugrep = host "gnugrep" "grep";
      gnused = host "gnused" "sed";
      jq = host "jq" "jq";
      ncurses = host "ncurses" "tput";
      hostname = host "hostname" "hostname";
      nix = host "nix" "nix nix-build nix-env nix-store" // {
        version = "2.8";
      };
    };
in
pkgs
