/** Cases for hub, hg, svn, jj and tools around git. */
import type { EffectCase } from "./git-files.ts";

/** Lines with the same effects. */
export const each = (effects: readonly string[], lines: string): readonly EffectCase[] =>
  lines
    .trim()
    .split("\n")
    .map((line): EffectCase => [line.trim(), ...effects]);

export const versionControlCases: readonly EffectCase[] = [
  ...each(
    [],
    `
    hub --version
    hub status
    hub log --oneline -3
    hg status
    hg st -mard
    hg log -l 5 --graph
    hg log -r tip -T '{node}'
    hg diff -r 1 --stat
    hg branches
    hg bookmarks
    hg branch
    hg id -i
    hg summary
    hg paths
    hg config ui
    hg resolve -l
    hg help log
    svn status
    svn info --xml
    svn diff
    svn proplist -v
    svn help
    jj
    jj log
    jj log -r 'mine()' -n 5 --no-graph
    jj st
    jj show @ --stat
    jj diff --git
    jj diff -r @- --summary
    jj op log
    jj bookmark list
    jj b l
    jj config get user.name
    jj workspace list
    jj git remote list
    delta
    delta --side-by-side -w 120
    git-lfs ls-files
    tig --version
    lazygit --version
    pre-commit --version
    pre-commit sample-config
    git-absorb --help
    scalar list
    `,
  ),
  ["hub push origin main", "changes", "connects", "runs", "host origin"],
  ["hub ci-status", "connects"],
  ["hub api repos/o/r -X POST", "connects", "changes"],
  ["hub api graphql --input F", "connects", "changes", "read F"],
  ["hub pull-request -F msg", "changes", "connects", "read msg"],
  ["hub pr list -L 3", "connects"],
  ["hub pr checkout 3", "connects", "changes"],
  ["hub browse", "runs"],
  ["hg cat a.txt", "read a.txt"],
  ["hg cat -o F a.txt", "write F", "read a.txt"],
  ["hg annotate a.txt", "read a.txt"],
  ["hg grep foo", "read-below ."],
  ["hg grep foo src", "read src"],
  ["hg export -o F tip", "write F"],
  ["hg archive out", "write-below out"],
  ["hg bundle F", "connects", "write F"],
  ["hg incoming", "connects"],
  ["hg incoming --bundle F https://x.example/", "connects", "write F", "host https://x.example/"],
  ["hg outgoing -e 'touch P'", "connects", "run touch P"],
  ["hg id --remotecmd 'touch P' ssh://x/y", "run touch P", "host ssh://x/y"],
  ["hg summary --remote", "connects"],
  ["hg --config alias.x='!touch P' x", "caution", "unknown x"],
  ["hg log --config ui.editor=x", "caution"],
  ["hg --cwd sub cat a.txt", "list sub", "read sub/a.txt"],
  ["hg bookmark x", "changes"],
  ["hg bookmark -d x", "changes"],
  ["hg branch x", "changes"],
  ["hg phase --public tip", "changes"],
  ["hg resolve -m a", "changes"],
  ["hg config --edit", "changes", "runs"],
  ["hg bisect -c 'make test'", "changes", "run make test"],
  ["hg clone x d", "changes", "connects", "runs", "host x", "write-below d"],
  ["hg pull --ssh='touch P'", "changes", "connects", "runs", "run touch P"],
  ["hg push", "changes", "connects", "runs"],
  ["hg commit -m x", "changes", "runs"],
  ["hg update -C", "changes", "runs"],
  ["hg revert a", "changes", "write a"],
  ["hg rm a", "changes", "write a"],
  ["hg mv a b", "changes", "write a", "write b"],
  ["hg purge", "changes", "write-below ."],
  ["hg import x.patch", "changes", "runs", "read x.patch"],
  ["hg serve --pid-file F", "changes", "connects", "runs", "write F"],
  ["hg -R ../x log", "read-below ../x"],
  ["hg log --debugger", "runs"],
  ["hg bookmark -m a b", "changes"],
  ["hg bookmarks --list x"],
  ["hg resolve -t /tmp/x a", "changes", "run /tmp/x"],
  ["hg bundle -e 'touch P' F", "connects", "run touch P", "write F"],
  ["hg clone --remotecmd='touch P' x", "changes", "connects", "runs", "run touch P", "host x"],
  ["hg init d", "changes", "write-below d"],
  ["hg init -e 'touch P' ssh://x", "changes", "run touch P", "write-below ssh://x"],
  ["hg import -l msg x", "changes", "runs", "read msg", "read x"],
  ["hg commit -l msg", "changes", "runs", "read msg"],
  ["hg update --tool=/tmp/x", "changes", "runs", "run /tmp/x"],
  ["hg cp a b", "changes", "read a", "write b"],
  ["hg add a", "changes"],
  ...["status", "info", "diff", "proplist", "auth"].map(
    (name): EffectCase => [`svn ${name} --config-dir=x`, "caution"],
  ),
  ...["log", "list", "cat"].map((name): EffectCase => [`svn ${name} --config-option=x`, "caution", "connects"]),
  ...["commit", "checkout", "revert", "copy"].map(
    (name): EffectCase => [`svn ${name} --config-option x`, "caution", "changes", "connects"],
  ),
  ...["add", "patch"].map((name): EffectCase => [`svn ${name} --config-option x`, "caution", "changes"]),
  ["svn info --targets F", "caution", "read F"],
  ["svn info http://x.test/r", "fetch http://x.test/r"],
  ["svn log --targets F", "caution", "connects", "read F"],
  ["svn log svn+ssh://x.test/r", "connects", "fetch svn+ssh://x.test/r"],
  ["svn diff --old a --new b", "read a", "read b"],
  ["svn merge --diff3-cmd /tmp/x", "changes", "connects", "run /tmp/x"],
  ["svn propset -F F a", "changes", "read F"],
  ["svn propedit --editor-cmd 'touch P' a", "changes", "run touch P"],
  ["svn rm -F F --editor-cmd 'touch P'", "changes", "connects", "read F", "run touch P"],
  ["svn cp -F F --editor-cmd 'touch P'", "changes", "connects", "read F", "run touch P"],
  ["svn ls", "connects"],
  ["svn log -l 5", "connects"],
  ["svn status -u", "connects"],
  ["svn diff -r 1:2", "connects"],
  ["svn cat a.txt", "connects", "read a.txt"],
  ["svn blame a.txt", "connects", "read a.txt"],
  ["svn diff --diff-cmd /tmp/x", "run /tmp/x"],
  ["svn log --diff --diff-cmd=/tmp/x", "connects", "run /tmp/x"],
  ["svn info --config-option config:tunnels:x=y", "caution"],
  ["svn auth --show-passwords", "caution"],
  ["svn auth --remove x", "changes"],
  ["svn checkout https://x.example/ d", "changes", "connects", "host https://x.example/", "write-below d"],
  ["svn commit -m x", "changes", "connects"],
  ["svn commit -F msg", "changes", "connects", "read msg"],
  ["svn commit --editor-cmd 'touch P'", "changes", "connects", "run touch P"],
  ["svn update", "changes", "connects"],
  ["svn add a", "changes"],
  ["svn revert a", "changes", "connects", "write a"],
  ["svn mv a b", "changes", "connects", "write a", "write b"],
  ["svn patch x.patch", "changes", "read x.patch"],
  ["jj file show a.txt", "read a.txt"],
  ["jj file search -p foo", "read-below ."],
  ["jj diff --tool /tmp/x", "run /tmp/x"],
  ["jj --config aliases.x='[]' log", "caution"],
  ["jj log --config-file F", "caution", "read F"],
  ["jj new", "changes"],
  ["jj commit -m x", "changes"],
  ["jj describe -m x", "changes"],
  ["jj undo", "changes"],
  ["jj restore a", "changes", "write a"],
  ["jj bookmark set x", "changes"],
  ["jj op restore x", "changes"],
  ["jj config set --user a b", "changes", "runs", "caution"],
  ["jj git push", "changes", "connects"],
  ["jj git clone x d", "changes", "connects", "host x", "write-below d"],
  ["jj git remote add x y", "changes"],
  ["jj workspace add ../w", "changes", "write-below ../w"],
  ["jj fix", "changes", "runs"],
  ["jj util exec -- touch P", "run touch P"],
  ["jj bisect run --range x make", "changes", "runs", "run make"],
  ["jj run -r x make test", "changes", "runs", "run make test"],
  ["jj -R ../x log", "read-below ../x"],
  ["jj show --tool=/tmp/x", "run /tmp/x"],
  ["jj op log -p --tool /tmp/x", "run /tmp/x"],
  ["jj restore --tool=/tmp/x a", "changes", "run /tmp/x", "write a"],
  ["jj resolve --tool=/tmp/x a", "changes", "runs", "run /tmp/x", "write a"],
  ["jj commit -i --tool=/tmp/x", "changes", "run /tmp/x"],
  ["jj split --tool=/tmp/x", "changes", "run /tmp/x"],
  ["jj workspace forget", "changes"],
  ["jj sparse set --clear", "changes"],
  ["jj file track a", "changes"],
  ["jj git init --git-repo=../x d", "changes", "read-below ../x", "write-below d"],
  ["jj git export", "changes"],
  ["jj util gc", "changes"],
  ["jj util install-man-pages d", "changes", "write-below d"],
  ["git-lfs pointer --file=F", "read F"],
  ["git-lfs locks", "connects"],
  ["git-lfs track -d '*.x'"],
  ["git-lfs checkout --to F a", "changes", "write F"],
  ["git-lfs merge-driver --other=F", "changes", "read F"],
  ["git-lfs prune", "changes"],
  ["git-lfs untrack x", "changes"],
  ["delta --config F", "read F"],
  ["tig log --output=F", "runs", "write F"],
  ["lazygit -p sub", "changes", "runs", "list sub"],
  ["scalar -C sub list", "list sub"],
  ["scalar -c a.b=c list", "caution"],
  ["scalar delete d", "changes", "write-below d"],
  ["scalar register", "changes"],
  ["pre-commit run -c F", "changes", "runs", "connects", "read F"],
  ["pre-commit try-repo ../x", "changes", "runs", "connects", "host ../x"],
  ["pre-commit init-templatedir d", "changes", "write-below d"],
  ["pre-commit hook-impl", "changes", "runs"],
  ["delta --pager 'touch P'", "run touch P"],
  ["delta --diff-args='--output=F'", "caution"],
  ["delta git show", "caution", "read-below git", "read-below show"],
  ["tig", "runs"],
  ["tig -C sub log", "runs", "list sub"],
  ["lazygit", "changes", "runs"],
  ["lazygit --use-config-file=F", "changes", "runs", "caution"],
  ["gitk --all", "runs"],
  ["scalar clone x d", "changes", "connects", "host x", "write-below d"],
  ["pre-commit run --all-files", "changes", "runs", "connects"],
  ["pre-commit install", "changes"],
  ["pre-commit autoupdate", "changes", "runs", "connects"],
  ["pre-commit validate-config a.yaml", "read a.yaml"],
  ["git-absorb --and-rebase", "changes"],
  ["git-filter-repo --path x", "changes", "runs", "connects"],
  ["git-lfs pull", "changes", "connects"],
  ["git-lfs merge-driver --program='touch P'", "changes", "run touch P"],
  ["git-log --output=F", "write F"],
];
