# Evaluates the NixOS and the nix-darwin module with stubs of the options they set, builds the tree, and checks its files.
{ pkgs, self }:
let
  inherit (pkgs) lib;
  inherit (lib) mkOption types;

  stub.options = {
    assertions = mkOption {
      type = types.listOf types.unspecified;
      default = [ ];
    };
    environment.etc = mkOption {
      type = types.attrsOf (
        types.submodule { options.source = mkOption { type = types.path; }; }
      );
      default = { };
    };
    environment.systemPackages = mkOption {
      type = types.listOf types.package;
      default = [ ];
    };
    system.activationScripts.postActivation.text = mkOption {
      type = types.lines;
      default = "";
    };
  };

  system =
    module: managed:
    lib.evalModules {
      modules = [
        stub
        module
        { surcingle = { inherit managed; }; }
      ];
      specialArgs = { inherit lib pkgs; };
    };
  evaluate = module: managed: (system module managed).config;

  managed = {
    enable = true;
    roots = [ ../../templates/default/definitions ];
    floor.bash.rules = [ "git push --force*:deny" ];
    harnesses.opencode.package = pkgs.nodejs;
    harnesses.pi.package = pkgs.nodejs;
  };

  linux = evaluate self.nixosModules.default managed;
  darwin = evaluate self.darwinModules.default managed;
  failures = config: map (each: each.message) (lib.filter (each: !each.assertion) config.assertions);
  empty = evaluate self.nixosModules.default {
    enable = true;
  };
  disabled = evaluate self.nixosModules.default (managed // { enable = false; });
  without = evaluate self.nixosModules.default (
    managed // { harnesses.codex.enable = false; }
  );

  expected = [
    "claude-code/.claude/agents"
    "claude-code/managed-settings.d/50-surcingle.json"
    "codex/requirements.toml"
    "github-copilot"
    "opencode/opencode.json"
  ];
  facts = {
    "NixOS links what each client reads" = lib.attrNames linux.environment.etc == expected;
    "nix-darwin links in /etc what is read there" =
      lib.attrNames darwin.environment.etc == [
        "codex/requirements.toml"
        "github-copilot"
      ];
    "a good configuration fails no assertion" = failures linux == [ ];
    "a machine without a floor and a default is refused" = failures empty != [ ];
    "disabled writes nothing" = disabled.environment.etc == { } && disabled.environment.systemPackages == [ ];
    "a client can be left out" = !(without.environment.etc ? "codex/requirements.toml");
  };
  wrong = lib.filter (name: !facts.${name}) (lib.attrNames facts);
  etc = linux.environment.etc;
in
{
  inherit (system self.nixosModules.default { }) options;

  # A file of a machine with these options, for tests of what is refused.
  fileOf =
    options:
    (evaluate self.nixosModules.default (managed // options))
    .environment.etc."claude-code/managed-settings.d/50-surcingle.json".source;

  check =
    if wrong != [ ] then
      throw "managed: ${toString wrong}"
    else
      pkgs.runCommand "surcingle-managed-check" { nativeBuildInputs = [ pkgs.nodejs ]; } ''
        wrong=
        holds() { grep -q -- "$1" "$2" || { echo "$2 does not say: $1" >&2; wrong=1; }; }
        regular() { [ -f "$1" ] && [ ! -L "$1" ] || { echo "$1 is not a regular file" >&2; wrong=1; }; }
        claude=${etc."claude-code/managed-settings.d/50-surcingle.json".source}
        holds '"allowManagedHooksOnly": true' "$claude"
        holds '"onFailure": "block"' "$claude"
        holds '/bin/surcingle-gate --harness claude-code --managed' "$claude"
        holds '^name: "\?reviewer' ${etc."claude-code/.claude/agents".source}/reviewer.md
        if grep -q '^hooks:' ${etc."claude-code/.claude/agents".source}/reviewer.md; then
          echo "an agent of a managed machine has hooks of its own" >&2; wrong=1
        fi
        codex=${etc."codex/requirements.toml".source}
        holds '^allow_managed_hooks_only = true$' "$codex"
        holds '^hooks = true$' "$codex"
        regular ${etc."github-copilot".source}/policy.d/50-surcingle.json
        regular ${etc."github-copilot".source}/managed-settings.json
        holds '"allowManagedHooksOnly": true' ${etc."github-copilot".source}/managed-settings.json
        holds 'file:///nix/store/' ${etc."opencode/opencode.json".source}
        holds '/opencode/start ' ${builtins.elemAt linux.environment.systemPackages 1}/bin/opencode
        holds '/pi/start ' ${builtins.elemAt linux.environment.systemPackages 2}/bin/pi
        cat > script <<'SCRIPT'
        ${darwin.system.activationScripts.postActivation.text}
        SCRIPT
        holds '/Library/Application Support/ClaudeCode/managed-settings.d/50-surcingle.json' script
        holds '/Library/Application Support/opencode/opencode.json' script
        [ -z "$wrong" ]
        touch $out
      '';
}
