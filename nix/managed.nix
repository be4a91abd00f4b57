# The NixOS and nix-darwin module: one gate for the whole machine, where only an administrator writes.
{ self, platform }:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.surcingle.managed;

  inherit (lib) mkOption types;

  facts = lib.filterAttrs (_: harness: harness ? managed) (lib.importJSON ./harnesses.json);
  enabled = lib.filterAttrs (id: _: cfg.harnesses.${id}.enable) facts;

  inline = import ./definitions.nix {
    inherit lib pkgs;
    optionPath = "surcingle.managed";
  };
  machine = import ./settings.nix { inherit lib; };

  floorName = "managed-floor";

  tierOf =
    harness: if harness.managed.tier == "held" then "held against projects" else harness.managed.tier;

  # The floor is an agent, so that it is checked like one; its errors name the option.
  floorRoot = inline.root {
    agents.${floorName} = {
      description = "Limits for every agent on this machine";
      prompt = "This agent is never started.";
      displayName = null;
      mode = null;
      tags = [ ];
      maxTurns = null;
      skills = [ ];
      rules = [ ];
      context = [ ];
      role = null;
      delegates = null;
      permissions = cfg.floor;
    };
    skills = { };
    commands = { };
  };

  settings = {
    gate_command = "${cfg.package}/bin/surcingle-gate";
  }
  // machine.given cfg.settings;
  settingsFile = pkgs.writeText "surcingle-settings.json" (builtins.toJSON settings);

  roots = cfg.roots ++ [ floorRoot ];

  # The files name the tree they are in, so they are written for the place they will have.
  tree =
    pkgs.runCommand "surcingle-managed"
      {
        nativeBuildInputs = [
          cfg.package
          pkgs.nodejs
        ];
      }
      ''
        . ${./first-error.sh}
        first_error_last managed ${lib.escapeShellArgs (lib.concatMap (root: [ "--root" "${root}" ]) roots)} \
          --settings ${settingsFile} --floor ${floorName} \
          ${if cfg.default == null then "" else "--default ${lib.escapeShellArg cfg.default}"} \
          --out "$TMPDIR/managed" --at "$out"
        # A client that finds no gate, or a file that does not parse, may run without one.
        test -x ${settings.gate_command} || { echo "the gate ${settings.gate_command} cannot be started" >&2; exit 1; }
        for file in $(cd "$TMPDIR/managed" && find . -name '*.json' -type f); do
          node -e 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))' "$TMPDIR/managed/$file"
        done
        # Copies, never links: Copilot ignores a policy that is a link.
        cp -rL "$TMPDIR/managed" $out
      '';

  # Target and source of each link.
  linksOf =
    id: harness:
    let
      directory = harness.managed.${platform};
      inTree = "${tree}/${id}";
    in
    if directory == "" then
      [ ]
    else if harness.managed.links == [ ] then
      [
        {
          target = directory;
          source = inTree;
        }
      ]
    else
      map (link: {
        target = "${directory}/${link}";
        source = "${inTree}/${link}";
      }) harness.managed.links;

  links = lib.concatMap (id: linksOf id enabled.${id}) (lib.attrNames enabled);
  isEtc = link: lib.hasPrefix "/etc/" link.target;
  elsewhere = lib.filter (link: !isEtc link) links;

  # A client whose files alone do not keep the gate in place is started by a script that does.
  wrapperOf =
    id:
    let
      inherit (facts.${id}.managed) program;
    in
    pkgs.runCommand "surcingle-${program}" { meta.priority = -10; } ''
      mkdir -p $out/bin
      cat > $out/bin/${program} <<'SCRIPT'
      #!${pkgs.runtimeShell}
      exec ${pkgs.runtimeShell} ${tree}/${id}/start ${cfg.harnesses.${id}.package}/bin/${program} "$@"
      SCRIPT
      chmod +x $out/bin/${program}
    '';
  wrapped = lib.filter (id: enabled.${id}.managed ? program && cfg.harnesses.${id}.package != null) (
    lib.attrNames enabled
  );
in
{
  options.surcingle.managed = {
    enable = lib.mkEnableOption "one gate for every coding agent on this machine";

    package = mkOption {
      type = types.package;
      default = self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;
      defaultText = lib.literalExpression "surcingle.packages.\${system}.surcingle";
      description = "The package whose gate every client asks.";
    };

    roots = mkOption {
      type = types.listOf types.path;
      default = [ ];
      description = "Directories with agents that are known on this machine; each is held to its own policy.";
    };

    floor = mkOption {
      type = types.attrsOf (
        types.submodule {
          options = inline.permissionOptions // {
            intent = inline.permissionOptions.intent // {
              default = "allow";
              description = "What the floor says when no rule matches.";
            };
          };
        }
      );
      default = { };
      example = lib.literalExpression ''
        {
          bash.rules = [ "git push --force*:deny" "@no-network" ];
          read.rules = [ "~/.ssh/**:deny" ];
        }'';
      description = ''
        What holds for everybody, by tool. It can only forbid: what it lets pass is decided by the policy of the agent,
        or by the client's own rules.
      '';
    };

    default = mkOption {
      type = types.nullOr types.str;
      default = null;
      description = ''
        An agent of the roots whose policy holds for sessions without a known agent. `null`: the floor and the client's
        own rules.
      '';
    };

    harnesses = lib.mapAttrs (
      _: harness:
      {
        enable = mkOption {
          type = types.bool;
          default = true;
          description = "Whether ${harness.title} is managed. Tier: ${tierOf harness}.";
        };
      }
      // lib.optionalAttrs (harness.managed ? program) {
        package = mkOption {
          type = types.nullOr types.package;
          default = null;
          description = ''
            The package of ${harness.title}. Given, a wrapper takes the place of {command}`${harness.managed.program}` on
            the PATH, because its configuration alone does not keep the gate in place.
          '';
        };
      }
    ) facts;

    settings = mkOption {
      inherit (machine) type;
      default = { };
      description = "Settings, as in {file}`surcingle.toml`.";
    };
  };

  config = lib.mkIf cfg.enable (
    {
      assertions = [
        {
          assertion = cfg.floor != { } || cfg.default != null;
          message = ''
            surcingle.managed.enable is set, but neither surcingle.managed.floor nor surcingle.managed.default says
            what is forbidden'';
        }
      ];

      environment.etc = lib.listToAttrs (
        map (link: {
          name = lib.removePrefix "/etc/" link.target;
          value.source = link.source;
        }) (lib.filter isEtc links)
      );

      environment.systemPackages = [
        cfg.package
      ]
      ++ map wrapperOf wrapped
      # Commands of agents that may not edit run in a sandbox, and without bubblewrap they do not run.
      ++ lib.optional (platform == "linux") pkgs.bubblewrap;
    }
    // (
      if platform == "darwin" then
        {
          # Outside of /etc nix-darwin has no place of its own for files.
          system.activationScripts.postActivation.text = lib.concatStrings (
            map (link: ''
              mkdir -p "$(dirname ${lib.escapeShellArg link.target})"
              ln -sfn ${link.source} ${lib.escapeShellArg link.target}
            '') elsewhere
          );
        }
      else
        { }
    )
  );
}
