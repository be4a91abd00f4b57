# Runs surcingle. If it fails, its first error is repeated at the end, because Nix shows only the last lines of a log.
first_error_last() {
  log=$TMPDIR/surcingle-log
  if surcingle "$@" 2> "$log"; then
    cat "$log" >&2
    return
  fi
  cat "$log" >&2
  if [ "$(grep -c '^error' "$log")" -gt 1 ]; then
    printf '\nthe first error:\n' >&2
    awk '/^error/ { shown = 1 } shown && /^$/ { exit } shown' "$log" >&2
  fi
  exit 1
}
