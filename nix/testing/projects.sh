#!/usr/bin/env bash
# Tests the shell hook of a project in a repository created for it. If NIXPKGS_LIB and FLAKE_PARTS or DEVENV name
# checkouts (or bare repositories), the templates are evaluated with the real flake-parts and the real devenv.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pass() { echo "PASS projects: $1"; }
holds() { # SENTENCE COMMAND…
  local sentence=$1
  shift
  "$@" || { echo "FAIL projects: $sentence" >&2; exit 1; }
  pass "$sentence"
}
hook() { nix eval --impure --raw --file nix/testing/projects.nix "$1"; }
enter() { (cd "$work/repo/${2:-}" && bash -c "$1") > "$work/said" 2>&1; }
says() { grep -qF -- "$1" "$work/said"; }
clean() { [ -z "$(git -C "$work/repo" status --porcelain)" ]; }

plain=$(hook plain)
nix build --impure --no-link --file nix/testing/projects.nix template

git init -q "$work/repo"
mkdir "$work/repo/deep"
echo "*.log" > "$work/repo/.git/info/exclude"
holds "entering the shell puts the agents in place" enter "$plain" deep
holds "they are in the repository's own directories" \
  test -f "$work/repo/.claude/agents/reviewer.md" -a -f "$work/repo/.opencode/agents/reviewer.md"
holds "git shows nothing" clean
holds "what was excluded before still is" grep -qx "\*.log" "$work/repo/.git/info/exclude"
cp "$work/repo/.git/info/exclude" "$work/exclude"
holds "entering again changes nothing" enter "$plain"
holds "and says nothing" test ! -s "$work/said"
holds "and leaves the exclude file as it is" cmp -s "$work/exclude" "$work/repo/.git/info/exclude"

echo "my own words" >> "$work/repo/.claude/agents/reviewer.md"
holds "entering with an edited file works" enter "$plain"
holds "the edited file is named" says ".claude/agents/reviewer.md"
holds "the edit is kept" grep -qx "my own words" "$work/repo/.claude/agents/reviewer.md"

rm -rf "$work/repo"
git init -q "$work/repo"
mkdir -p "$work/repo/.claude/agents"
echo "mine" > "$work/repo/.claude/agents/reviewer.md"
holds "entering beside a foreign file works" enter "$plain"
holds "the foreign file is named" says ".claude/agents/reviewer.md"
holds "the foreign file is kept" grep -qx mine "$work/repo/.claude/agents/reviewer.md"

rm -rf "$work/repo"
git init -q "$work/repo"
holds "files that are committed are shown by git" enter "$(hook committed)"
if clean; then echo "FAIL projects: git does not show the files" >&2; exit 1; fi

rm -rf "$work/repo"
git init -q "$work/repo"
holds "devenv enters by the same hook" enter "$(hook devenv)"
holds "with its files in place" test -f "$work/repo/.opencode/agents/reviewer.md"

rm -rf "$work/repo"
mkdir -p "$work/repo/deep"
holds "outside git the directory itself is the project" enter "$plain" deep
holds "and it gets the files" test -f "$work/repo/deep/.claude/agents/reviewer.md"

checkout() { # FROM TO
  mkdir -p "$2"
  if [ -e "$1/flake.nix" ] || [ -d "$1/lib" ]; then cp -r "$1/." "$2"; else git --git-dir="$1" archive HEAD | tar -x -C "$2"; fi
}
if [ -z "${NIXPKGS_LIB:-}" ]; then
  echo "SKIP the real flake-parts and devenv: set NIXPKGS_LIB, FLAKE_PARTS and DEVENV to checkouts"
  exit 0
fi
checkout "$NIXPKGS_LIB" "$work/lib"
if [ "$(nix eval --expr 'builtins ? readFileType')" = false ]; then # Nix before 2.14
  sed -i 's|builtins.readFileType|(path: (builtins.readDir (dirOf path)).${baseNameOf path})|' "$work/lib/lib/filesystem.nix"
fi

holds "managed machines evaluate and build with the real module system" \
  nix build --impure --no-link --file nix/testing/projects.nix managed --argstr nixpkgsLib "$work/lib"

if [ -z "${FLAKE_PARTS:-}" ]; then
  echo "SKIP the real flake-parts: set FLAKE_PARTS to a checkout"
else
  checkout "$FLAKE_PARTS" "$work/flake-parts"
  nix build --impure --out-link "$work/agents" --file nix/testing/projects.nix flake-parts \
    --argstr flakeParts "$work/flake-parts" --argstr nixpkgsLib "$work/lib"
  holds "the flake-parts template builds with the real flake-parts" \
    test -f "$work/agents/claude-code/agents/reviewer.md"
fi

if [ -z "${DEVENV:-}" ]; then
  echo "SKIP the real devenv: set DEVENV to a checkout"
else
  checkout "$DEVENV" "$work/devenv"
  script=$(nix eval --impure --raw --file nix/testing/projects.nix devenv \
    --argstr devenvSource "$work/devenv" --argstr nixpkgsLib "$work/lib")
  rm -rf "$work/repo"
  git init -q "$work/repo"
  export DEVENV_ROOT=$work/repo DEVENV_DOTFILE=$work/dotfile DEVENV_STATE=$work/state
  mkdir -p "$DEVENV_DOTFILE"
  # Devenv creates links in its own directory, which is only known when devenv itself runs.
  holds "the real devenv enters its shell" enter "${script//\/var\/empty\/.devenv/$DEVENV_DOTFILE}"
  holds "and the agents are in place" test -f "$work/repo/.opencode/agents/reviewer.md"
fi
