# The attributes of nixpkgs that this flake uses, built from the programs of this machine. Tests with the real
# home-manager add to it (home-manager/pkgs.nix) and use the real lib.
{ lib, system }:
let
  setup = ''
    export PATH=/usr/local/bin:/usr/bin:/bin
    for input in ''${nativeBuildInputs:-}; do PATH="$input/bin:$PATH"; done
    export TMPDIR="''${TMPDIR:-$NIX_BUILD_TOP}"
    # As in a real build, there is no home unless the build creates one.
    export HOME=/homeless-shelter
    runHook() { :; }
  '';

  # The final `exit 0` keeps the shell from replacing itself with the last command: coreutils close their output
  # before they exit, and Nix takes that for the end of the build and kills it.
  build =
    attributes: script:
    let
      derived = derivation (
        removeAttrs attributes [
          "allowSubstitutes"
          "meta"
          "passthru"
          "preferLocalBuild"
        ]
        // {
          inherit system;
          builder = "/bin/bash";
          args = [
            "-ec"
            "${setup}${script}\nexit 0\n"
          ];
        }
      );
    in
    (attributes.passthru or { }) // derived // { meta = attributes.meta or { }; };

  # Programs of this machine under their name in nixpkgs; missing ones are left out.
  host =
    name: programs:
    build { inherit name; } ''
      mkdir -p $out/bin
      for program in ${programs}; do
        path=$(command -v "$program") && ln -s "$path" "$out/bin/$program" || true
      done
    '';

  pkgs = rec {
    inherit host lib system;

    stdenv.hostPlatform = { inherit system; };

    stdenvNoCC = stdenv // {
      mkDerivation =
        attributes:
        build ({ name = "${attributes.pname}-${attributes.version}"; } // attributes) ''
          cp -r --no-preserve=mode,ownership "$src" source
          cd source
          ${attributes.buildPhase or ""}
          ${attributes.installPhase or ""}
        '';
    };

    callPackage =
      function: arguments:
      let
        called = if builtins.isFunction function then function else import function;
      in
      called (builtins.intersectAttrs (builtins.functionArgs called) pkgs // arguments);

    runCommand = name: attributes: build (attributes // { inherit name; });

    writeText =
      name: text:
      build {
        inherit name text;
        passAsFile = [ "text" ];
      } ''cp "$textPath" $out'';

    mkShellNoCC =
      { packages }:
      build {
        name = "shell";
        nativeBuildInputs = packages;
      } "mkdir $out";

    formats.json = _: { type = lib.types.anything; };

    runtimeShell = "/bin/sh";
    nodejs = host "nodejs" "node npm npx";
    git = host "git" "git";
    bubblewrap = host "bubblewrap" "bwrap";
    cacert = host "cacert" "";
    nixfmt-tree = runCommand "nixfmt-tree" { meta.mainProgram = "treefmt"; } ''
      mkdir -p $out/bin
      printf '#!/bin/sh\necho "nixfmt is not part of the stand-in for nixpkgs" >&2\nexit 1\n' > $out/bin/treefmt
      chmod +x $out/bin/treefmt
    '';
  };
in
pkgs
