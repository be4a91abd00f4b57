# Installs the agents of a project and reports the files that it kept. It always exits with 0, so that the shell starts.
# Takes the arguments of `surcingle apply`. SURCINGLE_PROGRAM is the program; SURCINGLE_COMMIT is set if the files are
# committed.
root=$(git rev-parse --show-toplevel 2>/dev/null) || root=$PWD

if ! said=$("$SURCINGLE_PROGRAM" apply "$@" --scope project --to "$root" --quiet --color never 2>&1); then
  echo "surcingle: could not update the agents of this project:" >&2
  printf '%s\n' "$said" | sed 's/^/  /' >&2
  exit 0
fi
[ -z "$said" ] || printf '%s\n' "$said" >&2

[ -z "$SURCINGLE_COMMIT" ] || exit 0
exclude=$(git -C "$root" rev-parse --git-path info/exclude 2>/dev/null) || exit 0
case $exclude in /*) ;; *) exclude=$root/$exclude ;; esac
manifest=$root/.surcingle/manifest.json
[ -f "$manifest" ] || exit 0

# Each path becomes a gitignore pattern: anchored, with special characters escaped. Paths with quotes or backslashes are
# not excluded.
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
