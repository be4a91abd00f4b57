/** Options that many git subcommands share: choosing commits, showing changes, filtering refs. */

/**
 * Every command that chooses commits or shows changes also parses the options of `git diff`, even if they make no
 * sense: `git blame --output=F` and `git rev-list --output=F` empty F as soon as they parse the option.
 */
const diffLines = `
  --output= write
  --ext-diff --textconv runs
  -O= read
  -h --help --end-of-options
  -p --patch -s -u --raw --patch-with-raw --patch-with-stat --numstat --shortstat --cumulative --check --summary
  --name-only --name-status --compact-summary --binary --full-index -W --function-context -z
  --no-prefix --default-prefix -D --irreversible-delete --find-copies-harder --renames --no-renames
  --rename-empty --follow --minimal -w --ignore-all-space -b --ignore-space-change --ignore-space-at-eol
  --ignore-cr-at-eol --ignore-blank-lines --indent-heuristic --patience --histogram -a --text -R --exit-code --quiet
  --ita-invisible-in-index --ita-visible-in-index --pickaxe-all --pickaxe-regex
  -U=? --unified=? -X=? --dirstat=? --dirstat-by-file=? --stat=? --color=? --abbrev=? -B=? --break-rewrites=?
  -M=? --find-renames=? -C=? --find-copies=? --word-diff=? --color-words=? --color-moved=? --relative=?
  --ignore-submodules=? --submodule=?
  --stat-width= --stat-name-width= --stat-graph-width= --stat-count= --ws-error-highlight= --src-prefix= --dst-prefix=
  --line-prefix= --inter-hunk-context= --output-indicator-new= --output-indicator-old= --output-indicator-context=
  -l= -I= --ignore-matching-lines= --diff-algorithm= --anchored= --word-diff-regex= --color-moved-ws= -S= -G=
  --rotate-to= --skip-to= --find-object= --diff-filter= --max-depth=
  -m -c --cc --dd --combined-all-paths
  --remerge-diff runs
  --diff-merges= helper
`;

/** gitrevisions(7) and git-rev-list(1). `--show-signature` starts gpg.program. */
const commitLines = `
  --show-signature runs
  --stdin caution
  -g --walk-reflogs --merge --first-parent --exclude-first-parent-only --maximal-only --topo-order --date-order
  --author-date-order --simplify-merges --simplify-by-decoration --parents --children --dense --sparse
  --in-commit-order --remove-empty --merges --boundary --left-right --left-only --right-only --cherry --cherry-mark
  --cherry-pick --count --objects --objects-edge --objects-edge-aggressive --verify-objects -r -t -v
  --standard-notes --show-notes-by-default --oneline --graph --graph-indent --encode-email-headers --root --commit-id
  --always --abbrev-commit --full-diff --full-history --show-pulls --relative-date --log-size --basic-regexp
  -E --extended-regexp -i --regexp-ignore-case -F --fixed-strings -P --perl-regexp --all-match --invert-grep --reverse
  --ignore-missing --exclude-promisor-objects --all --bisect --reflog --indexed-objects --alternate-refs --not
  --do-walk --single-worktree --object-names --filter-print-omitted --filter-provided-objects
  --min-parents=? --max-parents=? --ancestry-path=? --unpacked=? --no-kept-objects=?
  --expand-tabs=? --notes=? --show-notes=? --show-linear-break=? --branches=? --tags=? --remotes=? --no-walk=?
  --graph-lane-limit=? --missing=?
  --pretty=? --format=? helper
  -n= --max-count= --max-count-oldest= --skip= --max-age= --min-age= --since= --since-as-filter= --after= --before=
  --until= --date= --author= --committer= --grep= --grep-reflog= --encoding= --glob= --exclude= --exclude-hidden=
  --default= --filter=
`;

/** git-log(1). The value of -L ends in the file that is shown. */
const logLines = `
  -q --source --mailmap --use-mailmap --clear-decorations --i-still-use-this
  --decorate=?
  --decorate-refs= --decorate-refs-exclude=
  -L= rev
`;

/** Options of commands that show changes but do not choose commits. */
export const diffOptions = diffLines;

/** Options of commands that choose commits. */
export const commitOptions = diffLines + commitLines;

/** Options of `git log` and of commands that call it. */
export const logOptions = commitOptions + logLines;

/** Options of `git for-each-ref` that filter and print refs. They also make `git branch` and `git tag` list. */
export const refFilters = `
  --contains= --no-contains= --with= --without= --merged= --no-merged= --points-at= operands:none*
`;
export const refOptions = `
  -h --help --end-of-options -s --shell -p --perl --python --tcl --omit-empty --ignore-case --stdin --include-root-refs
  --color=?
  --format= --sort= helper
  --count= --start-after= --exclude= --contains= --no-contains= --merged= --no-merged= --points-at=
`;

/** For commands that stop as soon as they see one of these, at any position. */
export const help = `
  -h --help quiet
`;
