# The NixOS and nix-darwin module: one gate for the whole machine, in files that only an administrator can write.
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

  # The floor is defined as an agent, so that it is checked like one and errors name the option.
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

  # The files contain the path of the tree itself, so they are rendered for $out.
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
        # Some clients run without the gate if it is missing or if a file cannot be parsed.
        test -x ${settings.gate_command} || {
          echo "the gate ${settings.gate_command} is missing or not executable" >&2
          exit 1
        }
        for file in $(cd "$TMPDIR/managed" && find . -name '*.json' -type f); do
          node -e 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"))' "$TMPDIR/managed/$file"
        done
        # Copies, because Copilot ignores a policy file that is a link.
        cp -rL "$TMPDIR/managed" $out
      '';

  # The links of a harness, each with its target and source.
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

  # A client whose configuration files cannot enforce the gate is started by a script that does.
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
      description = "The package that provides the gate.";
    };

    roots = mkOption {
      type = types.listOf types.path;
      default = [ ];
      description = "Directories with the agents of this machine. Each agent's own policy applies to it.";
    };

    floor = mkOption {
      type = types.attrsOf (
        types.submodule {
          options = inline.permissionOptions // {
            intent = inline.permissionOptions.intent // {
              default = "allow";
              description = "The action of the floor if no rule matches.";
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
        Rules for everyone on this machine, by tool. The floor can only forbid: calls that it does not forbid are
        decided by the agent's policy or by the client's own rules.
      '';
    };

    default = mkOption {
      type = types.nullOr types.str;
      default = null;
      description = ''
        The agent of the roots whose policy applies to sessions without a known agent. If `null`, only the floor and
        the client's own rules apply.
      '';
    };

    harnesses = lib.mapAttrs (
      _: harness:
      {
        enable = mkOption {
          type = types.bool;
          default = true;
          description = "Whether to manage ${harness.title}. Tier: ${tierOf harness}.";
        };
      }
      // lib.optionalAttrs (harness.managed ? program) {
        package = mkOption {
          type = types.nullOr types.package;
          default = null;
          description = ''
            The package of ${harness.title}. If set, a wrapper replaces {command}`${harness.managed.program}` on the
            `PATH`, because the configuration of the client alone cannot enforce the gate.
          '';
        };
      }
    ) facts;

    settings = mkOption {
      inherit (machine) type;
      default = { };
      description = "Settings for this machine, as in {file}`surcingle.toml`.";
    };
  };

  config = lib.mkIf cfg.enable (
    {
      assertions = [
        {
          assertion = cfg.floor != { } || cfg.default != null;
          message = ''
            surcingle.managed is enabled, but nothing is forbidden; set surcingle.managed.floor or
            surcingle.managed.default'';
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
      # Commands of agents that may not edit run in a sandbox, which needs bubblewrap; without it they are denied.
      ++ lib.optional (platform == "linux") pkgs.bubblewrap;
    }
    // (
      if platform == "darwin" then
        {
          # nix-darwin has no option for files outside /etc.
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
