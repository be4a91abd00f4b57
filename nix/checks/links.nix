# Builds the tree that the module hands to home-manager, and looks at every skill and every command in it.
{ pkgs, self }:
let
  inherit (pkgs) lib;

  harnesses = lib.mapAttrs (_: _: { enable = true; }) (lib.importJSON ../harnesses.json);

  # As a flake input is: a set with its source, here one that holds nothing but skills/.
  skillsOnly = {
    _type = "flake";
    inputs = { };
    outPath = ../../test/cases/skills-only;
  };

  evaluateWith = import ./evaluate-home.nix { inherit lib pkgs self; };

  tree = lib.mapAttrs (_: file: file.source) (evaluateWith "/home/someone/.config" { } {
    enable = true;
    inherit harnesses;
    roots = [
      ../../test/cases/commands-of-every-kind
      skillsOnly
    ];
  }).home.file;
in
pkgs.runCommand "surcingle-links" { } ''
  missing=
  folder() { [ -L "$1" ] && [ -e "$1/SKILL.md" ] || { echo "$1 is no link to the folder of a skill" >&2; missing=1; }; }
  file() { [ -e "$1" ] || { echo "$1 is missing" >&2; missing=1; }; }

  # The skill of the input, in every harness.
  folder ${tree.".claude"}/skills/alone
  folder ${tree.".config/opencode"}/skills/alone
  folder ${tree.".pi/agent"}/skills/alone
  folder ${tree.".agents/skills"}/alone
  folder ${tree.".copilot"}/skills/alone
  folder ${tree.".kode"}/skills/alone

  # A command, in the form each harness has for it.
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

  [ -z "$missing" ] && touch $out
''
