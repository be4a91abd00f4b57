# Puts the agents of a project in place and reports what it left alone. Entering the shell never fails because of it.
# Arguments: those of `surcingle apply`. SURCINGLE_PROGRAM is the program; SURCINGLE_COMMIT is set if files are committed.
root=$(git rev-parse --show-toplevel 2>/dev/null) || root=$PWD

if ! said=$("$SURCINGLE_PROGRAM" apply "$@" --scope project --to "$root" --quiet --color never 2>&1); then
  echo "surcingle: the agents of this project were not updated:" >&2
  printf '%s\n' "$said" | sed 's/^/  /' >&2
  exit 0
fi
[ -z "$said" ] || printf '%s\n' "$said" >&2

[ -z "$SURCINGLE_COMMIT" ] || exit 0
exclude=$(git -C "$root" rev-parse --git-path info/exclude 2>/dev/null) || exit 0
case $exclude in /*) ;; *) exclude=$root/$exclude ;; esac
manifest=$root/.surcingle/manifest.json
[ -f "$manifest" ] || exit 0

# A path as a pattern of git: anchored, special characters escaped. Names with quotes or backslashes stay visible.
block=$(
  echo "# surcingle: begin (generated files; rewritten on entering the shell)"
  echo "/.surcingle/"
  sed -n 's/^ *{"path":"\([^"\\]*\)".*/\1/p' "$manifest" | sed 's/[][*?]/\\&/g; s/^/\//'
  echo "# surcingle: end"
)
mkdir -p "$(dirname "$exclude")"
[ -f "$exclude" ] || : > "$exclude"
rest=$(sed '/^# surcingle: begin/,/^# surcingle: end$/d' "$exclude")
new=$(printf '%s\n%s' "$rest" "$block")
if [ "$new" != "$(cat "$exclude")" ]; then
  printf '%s\n' "$new" > "$exclude.surcingle" && mv "$exclude.surcingle" "$exclude"
fi
