#!/usr/bin/env bash
# Prints a Markdown table of the commits in a range, with totals. Reads only; never changes the repository.
set -euo pipefail
export LC_ALL=C GIT_PAGER=cat GIT_OPTIONAL_LOCKS=0

usage='usage: summarize-range.sh [--limit N] RANGE [-- PATH...]'

# fail MESSAGE HINT...: what went wrong, then what to try next, all on standard error.
fail() {
  printf 'Error: %s\n' "$1" >&2
  shift
  for hint in "$@"; do printf 'Try: %s\n' "$hint" >&2; done
  exit 1
}

limit=200
range=
while [ $# -gt 0 ]; do
  case $1 in
    --limit)
      limit=${2-}
      case $limit in
        '' | *[!0-9]* | 0*) fail "--limit needs a number from 1 on, got '$limit'." "--limit 50 main..HEAD" ;;
      esac
      shift 2
      ;;
    --help | -h)
      printf '%s\n' "$usage"
      exit 0
      ;;
    --)
      shift
      break
      ;;
    -*) fail "unknown option '$1'." "$usage" ;;
    *)
      [ -z "$range" ] || fail "more than one range: '$range' and '$1'." \
        "join the ends with two dots: $range..$1" "write -- before paths: $range -- $1"
      range=$1
      shift
      ;;
  esac
done

[ -n "$range" ] || fail "no range given." "$usage" "main..HEAD for what this branch adds to main"
command -v git >/dev/null || fail "git is not on PATH." "enter the project's dev shell, or install git"
git rev-parse --git-dir >/dev/null 2>&1 ||
  fail "not inside a Git repository: $PWD" "change to the project directory and run this again"
git rev-list --max-count=1 "$range" -- >/dev/null 2>&1 ||
  fail "'$range' names no commits here." \
    "check the names with: git branch --all --list; git tag --list" \
    "fetch the missing branch, or use its remote name: origin/main..HEAD" \
    "in a shallow clone the start may be missing: git fetch --unshallow"

total=$(git rev-list --count "$range" -- "$@") ||
  fail "could not count the commits." "check that the paths lie inside this repository: $*"

if [ "$total" -eq 0 ]; then
  printf 'No commits in `%s`.\n' "$range"
  printf 'Note: the range is empty.\nTry: swap the two ends, or drop the paths.\n' >&2
  exit 0
fi

# One labelled line per field, because names and subjects may hold any separator. Control characters go before awk
# sees them: a commit message must not be able to colour or rewrite what the reader sees.
git -c core.quotePath=true -c log.showSignature=false log --no-color --no-decorate --no-notes --no-ext-diff \
  --no-textconv --no-renames --no-mailmap --numstat --date=short --max-count="$limit" \
  --format='H%x09%h%x09%ad%x09%p%nA%x09%an%nS%x09%s' "$range" -- "$@" |
  tr -d '\000-\010\013-\037\177' |
  RANGE=$range awk -v total="$total" '
    function clean(text) {
      gsub(/\302[\200-\237]/, "", text)
      gsub(/\t/, " ", text)
      gsub(/\\/, "&&", text)
      gsub(/[|`<[]/, "\\\\&", text)
      return text
    }
    function count(number, noun) { return number + 0 " " noun (number == 1 ? "" : "s") }
    function row() {
      if (hash == "") return
      shown++
      printf "| %s | %s | %s | %s | %s | %s | %s |\n", hash, date, author, subject, \
        (merge ? "merge" : files), (merge ? "" : "+" plus), (merge ? "" : "-" minus)
    }
    BEGIN {
      print "| Commit | Date | Author | Subject | Files | Added | Removed |"
      print "|---|---|---|---|---:|---:|---:|"
    }
    /^H\t/ {
      row()
      split($0, field, "\t")
      hash = field[2]; date = field[3]; merge = (field[4] ~ / /)
      files = plus = minus = 0
      next
    }
    /^A\t/ { author = clean(substr($0, 3)); if (!(author in known)) { known[author] = 1; people++ } next }
    /^S\t/ { subject = clean(substr($0, 3)); next }
    /^[0-9-]+\t[0-9-]+\t/ {
      split($0, field, "\t")
      files++; plus += field[1]; minus += field[2]; allPlus += field[1]; allMinus += field[2]
      if (!(field[3] in path)) { path[field[3]] = 1; paths++ }
    }
    END {
      row()
      printf "\n%d of %s in `%s`, %s, %s, +%d -%d lines.\n", shown, count(total, "commit"), \
        ENVIRON["RANGE"], count(people, "author"), count(paths, "file"), allPlus, allMinus
      if (shown < total) print "Older commits were left out: raise --limit to see them."
    }'
