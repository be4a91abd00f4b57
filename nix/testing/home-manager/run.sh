#!/usr/bin/env bash
# Tests the home module with the real home-manager, without network and without import-from-derivation.
#
# HOME_MANAGER and NIXPKGS_LIB name checkouts of nix-community/home-manager and nix-community/nixpkgs.lib, or
# bare repositories of them; HOME_MANAGER_REF and NIXPKGS_LIB_REF then select a commit.
set -euo pipefail

if [ -z "${HOME_MANAGER:-}" ] || [ -z "${NIXPKGS_LIB:-}" ]; then
  echo "SKIP home-manager: set HOME_MANAGER and NIXPKGS_LIB to checkouts of home-manager and nixpkgs.lib"
  exit 0
fi

here=$(cd "$(dirname "$0")" && pwd)
flake=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

export NIX_CONFIG="experimental-features = nix-command flakes
build-users-group =
sandbox = false
substituters =
flake-registry =
allow-import-from-derivation = false"

checkout() { # FROM COMMIT TO: a copy of a checkout, or of a commit of a bare repository
  mkdir -p "$3"
  if [ -d "$1/lib" ]; then cp -r "$1/." "$3"; else git --git-dir="$1" archive "$2" | tar -x -C "$3"; fi
}
checkout "$HOME_MANAGER" "${HOME_MANAGER_REF:-HEAD}" "$work/home-manager"
checkout "$NIXPKGS_LIB" "${NIXPKGS_LIB_REF:-HEAD}" "$work/nixpkgs-lib"
mkdir "$work/stand-in"
cp -r "$here/nixpkgs" "$here/lndir.sh" "$work/stand-in"
cp "$here/../pkgs.nix" "$work/stand-in/nixpkgs/machine.nix"
cp -r "$work/nixpkgs-lib/lib" "$work/stand-in/nixpkgs/lib"
if [ "$(nix eval --expr 'builtins ? readFileType')" = false ]; then # Nix before 2.14
  sed -i 's|builtins.readFileType|(path: (builtins.readDir (dirOf path)).${baseNameOf path})|' \
    "$work/stand-in/nixpkgs/lib/filesystem.nix"
fi

evaluate() { # COMMAND…: nix with the arguments of home.nix
  nix "$@" --impure --file "$here/home.nix" --argstr flake "$flake" --argstr homeManager "$work/home-manager" \
    --argstr nixpkgs "$work/stand-in/nixpkgs" --argstr home "$work/home" --argstr module "$work/module.nix"
}

# Reads a module from stdin; leaves the generation at $work/generation.
build() {
  cat > "$work/module.nix"
  evaluate build --out-link "$work/generation" generation
}

activate() { HOME=$work/home USER=tester "$work/generation/activate"; }

fresh_home() {
  rm -rf "$work/home"
  mkdir -p "$work/home/.local/state/nix/profiles"
  write "$work/home/.claude/agents/mine.md" "my own agent"
  write "$work/home/.claude/settings.json" '{ "mine": true }'
  write "$work/home/.config/opencode/opencode.json" '{ "mine": true }'
}

write() { # FILE TEXT
  mkdir -p "$(dirname "$1")"
  printf '%s\n' "$2" > "$1"
}

pass() { echo "PASS home-manager: $1"; }
fail() {
  echo "FAIL home-manager: $1" >&2
  [ ! -e "$work/log" ] || tail -n 40 "$work/log" >&2
  exit 1
}
holds() { # SENTENCE COMMAND…
  local sentence=$1
  shift
  "$@" || fail "$sentence"
  pass "$sentence"
}
quietly() { "$@" > "$work/log" 2>&1; }
refuses() { # SENTENCE TEXT COMMAND…: the command fails, and says TEXT
  local sentence=$1 text=$2
  shift 2
  if quietly "$@"; then fail "$sentence"; fi
  grep -qF -- "$text" "$work/log" || fail "$sentence: \`$text\` was not said"
  pass "$sentence"
}
linked() { for path in "$@"; do [ -L "$work/home/$path" ] && [ -e "$work/home/$path" ] || return 1; done; }
absent() { for path in "$@"; do [ ! -e "$work/home/$path" ] && [ ! -L "$work/home/$path" ] || return 1; done; }
own_files_kept() {
  grep -q "my own agent" "$work/home/.claude/agents/mine.md" &&
    grep -q mine "$work/home/.claude/settings.json" && [ ! -L "$work/home/.claude/settings.json" ] &&
    grep -q mine "$work/home/.config/opencode/opencode.json" && [ ! -L "$work/home/.config/opencode/opencode.json" ]
}
folder_linked() { linked "$1" && [ -d "$work/home/$1" ] && [ ! -L "$(dirname "$work/home/$1")" ]; }

# Two layers: the second replaces a skill of the first and adds a primary agent.
cp -r "$flake/templates/default/definitions" "$work/company"
mkdir -p "$work/own/agents/captain" "$work/own/skills/commit-message"
printf 'name = "captain"\ndescription = "Leads"\nmode = "primary"\n' > "$work/own/agents/captain/agent.toml"
write "$work/own/agents/captain/system-prompt.md" "You lead."
sed 's/^# Commit message/# Commit message of the second layer/' \
  "$work/company/skills/commit-message/SKILL.md" > "$work/own/skills/commit-message/SKILL.md"

# Skills of an external source, and three commands of the first layer.
external="$work/external/skills/external-skill"
write "$external/SKILL.md" '---
name: external-skill
description: "Comes from elsewhere. Use when sources are tried. Triggers: elsewhere."
version: "1.0.0"
---
# From elsewhere

## When to Escalate

- Never.'
write "$external/scripts/hello.sh" '#!/bin/sh'
chmod +x "$external/scripts/hello.sh"
write "$work/company/commands/tidy.md" '---
description: Tidies up
---
Tidy $ARGUMENTS.'
write "$work/company/commands/look.md" '---
description: Looks and touches nothing
behavior:
  execution: agent
  tools: read-only
---
You look.'

write "$work/company/commands/work.md" '---
description: Has every tool
behavior:
  execution: agent
---
You work.'

surcingle() { # the options all scenarios share
  cat << NIX
programs.surcingle = {
  enable = true;
  # The last one has the form of a flake input: a set with its source.
  roots = [ $work/company $work/own { _type = "flake"; outPath = $work/external; } ];
  harnesses =
    builtins.mapAttrs (_: _: { enable = true; }) (builtins.fromJSON (builtins.readFile $flake/nix/harnesses.json));
};
NIX
}

holds "the module check passes with the real module system" \
  test "$(echo '{ }' > "$work/module.nix"; evaluate eval --json failures)" = "[]"

holds "the template links its example" \
  test "$(evaluate eval --raw templateFiles 2> /dev/null)" = ".claude .config/opencode"

fresh_home
quietly build <<< "{ $(surcingle) }" || fail "the activation package builds without import-from-derivation"
pass "the activation package builds without import-from-derivation"
holds "the home activates" quietly activate
holds "agents are linked one by one" linked .claude/agents/reviewer.md .config/opencode/agents/reviewer.md \
  .pi/agent/agents/reviewer.md .pi/agent/AGENTS.md .pi/agent/SYSTEM.md
holds "an agent of OpenCode can do nothing without its plugin" \
  grep -qx '  "\*\*\*": deny' "$work/home/.config/opencode/agents/reviewer.md"
holds "its plugin brings what it may do" \
  grep -q '^const surcingleMaps = ' "$work/home/.config/opencode/plugins/surcingle.js"
for skills in .claude/skills .config/opencode/skills .pi/agent/skills .agents/skills .copilot/skills .kode/skills; do
  holds "a skill is linked as a folder in $skills" folder_linked "$skills/commit-message"
  holds "a skill of an input that has nothing else is linked in $skills" folder_linked "$skills/external-skill"
  holds "its script can be run in $skills" test -x "$work/home/$skills/external-skill/scripts/hello.sh"
done
for skills in .claude/skills .agents/skills .kode/skills; do
  holds "a command is linked as a folder in $skills" folder_linked "$skills/tidy"
done
holds "a command is linked where it is a file" \
  linked .config/opencode/commands/tidy.md .pi/agent/prompts/tidy.md .copilot/agents/tidy.agent.md
holds "a command that is an agent is linked" linked .claude/agents/look.md .config/opencode/agents/look.md \
  .pi/agent/agents/look.md .codex/look.config.toml .copilot/agents/look.agent.md
holds "the roles of Codex, which starts none whose file is a link, are linked as a folder" \
  folder_linked .codex/agents/surcingle
holds "such a role is in it" test -e "$work/home/.codex/agents/surcingle/work.toml"
holds "the skill of the later layer is the one that is linked" \
  grep -q "second layer" "$work/home/.claude/skills/commit-message/SKILL.md"
holds "surcingle is on the path" test -x "$work/generation/home-path/bin/surcingle"
holds "the user's own and shared files are as they were" own_files_kept

rm -r "$work/own/agents/captain" "$work/company/agents/reviewer" "$work/company/commands/tidy.md"
mkdir -p "$work/company/agents/writer"
printf 'name = "writer"\ndescription = "Writes"\nmode = "subagent"\n' > "$work/company/agents/writer/agent.toml"
write "$work/company/agents/writer/system-prompt.md" "You write."
quietly build <<< "{ $(surcingle) }" || fail "a second generation builds"
holds "a second generation activates" quietly activate
holds "the link of a deleted agent is gone" absent .claude/agents/reviewer.md .config/opencode/agents/reviewer.md \
  .pi/agent/agents/reviewer.md
holds "the links of a deleted command are gone" absent .claude/skills/tidy .config/opencode/commands/tidy.md \
  .pi/agent/prompts/tidy.md .agents/skills/tidy .copilot/agents/tidy.agent.md .kode/skills/tidy
holds "the main prompt of a deleted primary is gone" absent .pi/agent/SYSTEM.md
holds "a new agent is linked" linked .claude/agents/writer.md .config/opencode/agents/writer.md
holds "the user's own and shared files are still as they were" own_files_kept

fresh_home
write "$work/home/.claude/agents/writer.md" "in the way"
refuses "a file in the way fails the activation" "writer.md' would be clobbered" activate
holds "the file in the way is untouched" grep -qx "in the way" "$work/home/.claude/agents/writer.md"
holds "a failed activation links nothing" absent .config/opencode/agents/writer.md .claude/skills/commit-message

fresh_home
rm "$work/home/.claude/agents/writer.md" "$work/home/.claude/settings.json" 2> /dev/null || true
rm "$work/home/.config/opencode/opencode.json"
write "$work/theirs/agents/listed.md" "theirs"
write "$work/theirs/skill/SKILL.md" "theirs"
others="
programs.claude-code = {
  enable = true;
  agents.theirs = \"theirs\";
  skills.theirs = $work/theirs/skill;
  settings.theirs = true;
};
programs.opencode = {
  enable = true;
  agents.theirs = \"theirs\";
  skills.theirs = $work/theirs/skill;
  settings.theirs = true;
};
programs.codex = {
  enable = true;
  skills.theirs = $work/theirs/skill;
  settings.theirs = true;
};"
their_settings=(.claude/settings.json .config/opencode/opencode.json .codex/config.toml)
has_module() { [ -e "$work/home-manager/modules/programs/$1.nix" ]; }
if has_module github-copilot-cli; then
  others+="
programs.github-copilot-cli = {
  enable = true;
  agents.theirs = \"theirs\";
  settings.theirs = true;
};"
  their_settings+=(.copilot/config.json .copilot/agents/theirs.agent.md)
fi
if has_module pi-coding-agent; then
  others+="
programs.pi-coding-agent = {
  enable = true;
  settings.theirs = true;
};"
  their_settings+=(.pi/agent/settings.json)
fi
quietly build <<< "{ $(surcingle) $others }" || fail "it builds beside the clients' own modules"
pass "it builds beside the clients' own modules"
holds "the home of them all activates" quietly activate
holds "our agents are there" linked .claude/agents/writer.md .config/opencode/agents/writer.md
holds "theirs are there" linked .claude/agents/theirs.md .config/opencode/agents/theirs.md
holds "our skills are there" folder_linked .claude/skills/commit-message
holds "their skills are there" test -e "$work/home/.claude/skills/theirs/SKILL.md" \
  -a -e "$work/home/.config/opencode/skills/theirs/SKILL.md" -a -e "$work/home/.codex/skills/theirs/SKILL.md"
for settings in "${their_settings[@]}"; do
  holds "$settings is theirs" grep -q theirs "$work/home/$settings"
done

quietly build <<< "{ $(surcingle) programs.claude-code = { enable = true; agentsDir = $work/theirs/agents; }; }" ||
  fail "it builds beside a directory of agents of another module"
fresh_home
holds "the home with a directory of agents activates" quietly activate
holds "agents of the directory and ours are there" linked .claude/agents/listed.md .claude/agents/writer.md

same_name() { build <<< "{ $(surcingle) programs.claude-code = { enable = true; agents.writer = \"theirs\"; }; }"; }
refuses "one agent from two modules fails the build" "~/.claude/agents/writer.md is also set by home.file" same_name

if has_module pi-coding-agent; then
  same_file() { build <<< "{ $(surcingle) programs.pi-coding-agent = { enable = true; context = \"theirs\"; }; }"; }
  refuses "a file that another module writes too fails the build" "~/.pi/agent/AGENTS.md is also set by home.file" same_file
fi

no_harness() { build <<< "{ programs.surcingle = { enable = true; roots = [ $work/company ]; }; }"; }
refuses "no harness fails with the option to set" "set programs.surcingle.harnesses.<id>.enable = true" no_harness

quietly build <<< "{ lib, ... }: { imports = [ { $(surcingle) } ]; programs.surcingle.enable = lib.mkForce false; }" ||
  fail "a disabled module builds"
holds "disabled writes nothing" test ! -e "$work/generation/home-files/.claude" \
  -a ! -e "$work/generation/home-files/.config/opencode" -a ! -e "$work/generation/home-path/bin/surcingle"

quietly build <<< "{ $(surcingle) xdg.enable = true; xdg.configHome = \"$work/home/settings\"; }" ||
  fail "a moved configuration directory builds"
holds "a moved configuration directory is followed" \
  test -L "$work/generation/home-files/settings/opencode/agents/writer.md"

# Every option of the module in one generation, then another, then back.
own_package() { echo "{ lib, ... }: { imports = [ { $(surcingle) } ]; $1 }"; }
write "$work/company/rules/house.md" "Keep it tidy."
fresh_home
quietly build <<< "import $here/every-option.nix { work = $work; }" || fail "a generation with every option builds"
holds "no option is forgotten in it" test "$(evaluate eval --json unsetOptions)" = "[]"
holds "a generation with every option activates" quietly activate
says() { # FILE TEXT…: FILE, relative to the home, contains each TEXT
  local file=$work/home/$1
  shift
  for text in "$@"; do grep -qF -- "$text" "$file" || fail "\`$text\` is in $file"; done
}
holds "an inline agent is linked for every client, below its moved directory" linked .config/claude/agents/nixie.md \
  tools/opencode/agents/nixie.md tools/pi/agents/nixie.md .config/copilot/agents/nixie.agent.md
holds "nothing is left where clients keep their files by default" absent .claude/agents/nixie.md \
  .config/opencode/agents .pi .codex .copilot .kode
holds "the agent has its prompt, role, rules and context" says .config/claude/agents/nixie.md \
  "You came from an option." "# AGENT SUBSTRATE — role read-only" "Keep it tidy." "second layer"
holds "its model, turns and skills" says .config/claude/agents/nixie.md "model: " opus "maxTurns: 9" spoken
holds "its gate is the one of the settings" says .config/claude/agents/nixie.md /opt/surcingle/gate
holds "its policy has its rules, and the log and the sandbox of the settings" \
  says .config/claude/surcingle/nixie.json "git log*" decisions.jsonl .cache/tool .secrets NPM_TOKEN locked /opt
holds "an agent whose role does not list tools has the tools of the settings" \
  says .config/claude/surcingle/leader.json mcp__notes
holds "the label is shown where a client has one" says .config/copilot/agents/nixie.agent.md Nixie
holds "OpenCode's files say what an agent may do without the plugin" \
  test "$(grep -c '"\*\*\*": deny' "$work/home/tools/opencode/agents/nixie.md")" = 0
holds "the chosen agent is the main prompt of Pi" says tools/pi/SYSTEM.md "You lead from an option."
holds "an inline skill is linked as a folder" folder_linked .config/claude/skills/spoken
holds "an inline command is linked" linked tools/opencode/agents/polish.md .config/claude/agents/polish.md
holds "it has the model of its tier" says .config/claude/agents/polish.md haiku
holds "skills of Kode are in its moved directory" folder_linked tools/kode/skills/spoken
holds "an excluded agent is not there" absent .config/claude/agents/writer.md tools/opencode/agents/writer.md
holds "without a package nothing is on the path" test ! -e "$work/generation/home-path/bin/surcingle"
first=$(readlink -f "$work/generation")

quietly build <<< "{ $(surcingle) }" || fail "the next generation builds"
holds "the next generation activates" quietly activate
holds "inline definitions are gone" absent .config/claude/agents/nixie.md .config/claude/skills/spoken
holds "the excluded agent is back" linked .claude/agents/writer.md
ln -sfn "$first" "$work/generation"
holds "the earlier generation can be activated again" quietly activate
holds "after the rollback its agents are back" linked .config/claude/agents/nixie.md
holds "and the others are gone" absent .claude/agents/writer.md
holds "a person's own files survived all three" own_files_kept

twice() { build <<< "$(own_package 'programs.surcingle.agents.writer = { description = "Writes"; prompt = "Write."; };')"; }
refuses "an inline agent and one of a root with one name fail the build" "agents/writer is defined both in Nix and in" twice
wrong_rule() {
  build <<< "$(own_package 'programs.surcingle.agents.w = { description = "W"; prompt = "W."; permissions.bash = { intent = "ask"; rules = [ "ls:alow" ]; }; };')"
}
refuses "a wrong rule points at its option" "programs.surcingle.agents.w.permissions.bash.rules, entry 1" wrong_rule

quietly build <<< "{ programs.surcingle = { enable = true; roots = [ $work/company ]; }; programs.claude-code.enable = true; }" ||
  fail "a client's own module enables its links"
holds "a client's own module enables its links" test -L "$work/generation/home-files/.claude/agents/writer.md"
holds "and no other client's" test ! -e "$work/generation/home-files/.config/opencode"
