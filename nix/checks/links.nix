# Builds the tree that the module passes to home-manager, and checks every skill and every command in it.
{ pkgs, self }:
let
  inherit (pkgs) lib;

  harnesses = lib.mapAttrs (_: _: { enable = true; }) (lib.importJSON ../harnesses.json);

  # The form of a flake input: a set with its source, here one that contains only skills/.
  skillsOnly = {
    _type = "flake";
    inputs = { };
    outPath = ../../test/cases/skills-only;
  };

  evaluateWith = import ./evaluate-home.nix { inherit lib pkgs self; };

  treeOf =
    options:
    lib.mapAttrs (_: file: file.source)
      (evaluateWith "/home/someone/.config" { } ({ enable = true; } // options)).home.file;

  tree = treeOf {
    inherit harnesses;
    roots = [
      ../../test/cases/commands-of-every-kind
      skillsOnly
    ];
  };

  # A governed agent for OpenCode, with `require_plugin` set by the root, by the user, or not at all.
  openRoot = pkgs.runCommand "surcingle-open-root" { } ''
    mkdir $out
    printf '[opencode]\nrequire_plugin = false\n' > $out/surcingle.toml
    mkdir $out/rules
    echo 'Be plain.' > $out/rules/plain.md
  '';

  reader =
    roots: settings:
    (treeOf {
      harnesses.opencode.enable = true;
      roots = [ ../../test/cases/commands-of-every-kind ] ++ roots;
      inherit settings;
    }).".config/opencode"
    + "/agents/reader.md";
in
pkgs.runCommand "surcingle-links" { } ''
  missing=
  folder() { [ -L "$1" ] && [ -e "$1/SKILL.md" ] || { echo "$1 is not a link to a skill folder" >&2; missing=1; }; }
  file() { [ -e "$1" ] || { echo "$1 is missing" >&2; missing=1; }; }

  # The skill of the input, in every harness.
  folder ${tree.".claude"}/skills/alone
  folder ${tree.".config/opencode"}/skills/alone
  folder ${tree.".pi/agent"}/skills/alone
  folder ${tree.".agents/skills"}/alone
  folder ${tree.".copilot"}/skills/alone
  folder ${tree.".kode"}/skills/alone

  # A command, as each harness represents it.
  folder ${tree.".claude"}/skills/plain
  file ${tree.".config/opencode"}/commands/plain.md
  file ${tree.".pi/agent"}/prompts/plain.md
  folder ${tree.".agents/skills"}/plain
  file ${tree.".copilot"}/agents/plain.agent.md
  folder ${tree.".kode"}/skills/plain

  # A command that is an agent.
  file ${tree.".claude"}/agents/worker.md
  file ${tree.".config/opencode"}/agents/worker.md
  file ${tree.".pi/agent"}/agents/worker.md
  file ${tree.".codex"}/agents/surcingle/worker.toml
  [ -L ${tree.".codex"}/agents/surcingle ] || { echo "Codex starts no role whose file is a link" >&2; missing=1; }
  file ${tree.".copilot"}/agents/worker.agent.md

  # Without the plugin an OpenCode agent can do nothing, unless a root or the user's settings say otherwise.
  closed() { grep -q '^  "\*\*\*": deny$' "$1" || { echo "$1 is not closed: $2" >&2; missing=1; }; }
  open() { ! grep -q '^  "\*\*\*": deny$' "$1" || { echo "$1 is closed: $2" >&2; missing=1; }; }
  closed ${reader [ ] { }} "by default"
  closed ${reader [ ] { allow_tools = [ "todowrite" ]; }} "other settings change nothing"
  open ${reader [ openRoot ] { }} "a root says no"
  open ${reader [ ] { opencode.require_plugin = false; }} "the settings say no"
  closed ${reader [ openRoot ] { opencode.require_plugin = true; }} "the settings win over a root"

  [ -z "$missing" ] && touch $out
''
