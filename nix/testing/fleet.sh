#!/usr/bin/env bash
# Checks the layers of a company, a team and a person; that all systems get the same tree; and that a second store can
# fetch it from a signed binary cache without building anything.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

pass() { echo "PASS fleet: $1"; }
holds() { # SENTENCE COMMAND…
  local sentence=$1
  shift
  "$@" || { echo "FAIL fleet: $sentence" >&2; exit 1; }
  pass "$sentence"
}
agent() { # ROOT NAME DESCRIPTION
  mkdir -p "$1/agents/$2"
  printf 'name = "%s"\ndescription = "%s"\n\n[permissions.edit]\nintent = "deny"\n' "$2" "$3" > "$1/agents/$2/agent.toml"
  echo "You are $2." > "$1/agents/$2/system-prompt.md"
}
agent "$work/company" auditor "Of the company"
agent "$work/company" planner "Of the company"
agent "$work/team" planner "Of the team"
agent "$work/team" tester "Of the team"
agent "$work/person" tester "Of the person"

build() { # COMMAND SYSTEM OPTION…
  local command=$1 system=$2
  shift 2
  nix "$command" --impure --file nix/testing/fleet.nix --argstr system "$system" --argstr company "$work/company" \
    --argstr team "$work/team" --argstr person "$work/person" "$@"
}
says() { grep -q "description: \"\?$2" "$work/here/claude-code/agents/$1.md"; }

here=$(nix eval --impure --raw --expr builtins.currentSystem)
case $here in aarch64-linux) other=x86_64-linux ;; *) other=aarch64-linux ;; esac
build build "$here" --out-link "$work/here"
holds "an agent of the company is there" says auditor "Of the company"
holds "the team replaces one of the company" says planner "Of the team"
holds "the person replaces one of the team" says tester "Of the person"

build build "$other" --out-link "$work/other" --option extra-platforms "$other"
holds "the derivation for another system is another one" \
  test "$(readlink "$work/here")" != "$(readlink "$work/other")"
hash_of() { nix hash path "$(readlink -f "$1")"; }
holds "its tree has the same hash" test "$(hash_of "$work/here")" = "$(hash_of "$work/other")"

nix key generate-secret --key-name surcingle-test > "$work/secret"
nix key convert-secret-to-public < "$work/secret" > "$work/public"
tree=$(readlink -f "$work/here")
nix store sign --key-file "$work/secret" "$tree"
nix copy --to "file://$work/cache" "$tree"
substitute() { # PUBLIC-KEY STORE
  nix build --store "$2" --max-jobs 0 --option substituters "file://$work/cache" --option require-sigs true \
    --option trusted-public-keys "$1" --no-link "$tree" > "$work/log" 2>&1
}
if substitute "other:$(cut -d: -f2 "$work/public" | tr 'A-Za-z' 'B-ZAb-za')" "$work/untrusting"; then
  echo "FAIL fleet: an untrusted signature was accepted" >&2
  exit 1
fi
pass "a store that does not trust the key takes nothing"
holds "a second store takes the tree from the cache and builds nothing" substitute "$(cat "$work/public")" "$work/second"
holds "byte for byte" diff -r "$tree" "$work/second$tree"
