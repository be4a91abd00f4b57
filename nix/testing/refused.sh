#!/usr/bin/env bash
# Builds what must fail and looks for the sentence in the last lines of the log, which Nix shows to users.
set -euo pipefail
cd "$(dirname "$0")/../.."

refused() { # ATTRIBUTE
  echo "with import ./nix/testing/self.nix; (import ./nix/checks/inline.nix { inherit pkgs self; }).refused$1"
}
for name in $(nix eval --impure --raw --expr "toString (builtins.attrNames ($(refused '')))"); do
  text=$(nix eval --impure --raw --expr "$(refused ".$name.text")")
  if log=$(nix build --impure --no-link --expr "$(refused ".$name.drv")" 2>&1); then
    echo "FAIL $name was built" >&2
    exit 1
  fi
  tail -n 12 <<< "$log" | grep -qF -- "$text" || { printf 'FAIL %s: `%s` was not said\n%s\n' "$name" "$text" "$log" >&2; exit 1; }
  echo "PASS $name is refused"
done
