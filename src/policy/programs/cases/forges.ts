/** What lines of gh, glab, hub, hg, svn, jj and tools around git do. */
import type { Case } from "./git.ts";

/** Lines with the same effects. */
const each = (effects: readonly string[], lines: string): readonly Case[] =>
  lines
    .trim()
    .split("\n")
    .map((line): Case => [line.trim(), ...effects]);

const github: readonly Case[] = [
  ...each(
    ["connects"],
    `
    gh pr list
    gh pr list -L 5 --state all --json number,title
    gh pr list --author @me -s open -q .[].number
    gh pr view 12
    gh pr view 12 --comments
    gh pr view --json title,body -t '{{.title}}'
    gh pr view 12 -R owner/repo
    gh pr status
    gh pr checks 12
    gh pr checks --watch -i 5
    gh pr diff 12
    gh pr diff 12 --name-only --color never
    gh issue list --label bug --assignee @me
    gh issue list -S 'is:open sort:updated'
    gh issue view 3 --comments
    gh issue status
    gh run list -w ci.yml -b main -L 3
    gh run view 123 --log-failed
    gh run view 123 -v --exit-status
    gh run watch 123
    gh workflow list --all
    gh workflow view ci.yml --yaml
    gh release list
    gh release view v1.0 --json assets
    gh repo view
    gh repo view owner/repo --json name
    gh repo list owner -L 100 --source
    gh search code foo --owner x --language go
    gh search issues foo --state open -L 5
    gh search prs --review-requested=@me
    gh label list
    gh gist list
    gh gist view abc --raw
    gh secret list
    gh variable list
    gh variable get X
    gh cache list -S size_in_bytes
    gh ruleset list
    gh project list --owner x
    gh status
    gh auth status
    gh api repos/o/r/pulls
    gh api user --jq .login
    gh api --paginate -H 'Accept: x' repos/o/r/issues
    gh extension search x
    `,
  ),
  ...each(
    [],
    `
    gh
    gh --version
    gh version
    gh help
    gh pr --help
    gh pr create --help
    gh config get editor
    gh config list
    gh alias list
    gh extension list
    gh completion -s bash
    `,
  ),
  ["gh pr view 12 --web", "connects", "runs"],
  ["gh issue list -w", "connects", "runs"],
  ["gh browse", "runs"],
  ["gh api -X POST repos/o/r/issues", "connects", "changes"],
  ["gh api --method=DELETE repos/o/r", "connects", "changes"],
  ["gh api repos/o/r/issues -f title=x", "connects", "changes"],
  ["gh api repos/o/r/issues -F n=1", "connects", "changes"],
  ["gh api repos/o/r --input body.json", "connects", "changes", "read body.json"],
  ...each(
    ["changes", "connects"],
    `
    gh pr create -t x -b y
    gh pr create --fill
    gh pr merge 12 --squash
    gh pr close 12
    gh pr comment 12 -b hi
    gh pr review 12 --approve
    gh pr checkout 12
    gh pr edit 12 --add-label x
    gh co 12
    gh issue create -t x -b y
    gh issue close 3
    gh issue edit 3 --title x
    gh issue develop 3
    gh run rerun 123 --failed
    gh run cancel 123
    gh run delete 123
    gh workflow run ci.yml -f a=b
    gh workflow disable ci.yml
    gh cache delete --all
    gh release delete v1 -y
    gh repo create x --public
    gh repo create -h https://x.example x
    gh repo delete x --yes
    gh repo fork
    gh repo sync
    gh repo edit --visibility public
    gh label create x
    gh secret set X -b y
    gh variable delete X
    gh ssh-key delete 1
    gh gist delete abc
    gh auth login -h github.com
    gh auth logout
    gh project item-add 1 --url x
    `,
  ),
  ["gh pr create -F body.md", "changes", "connects", "read body.md"],
  ["gh issue create --body-file=b.md", "changes", "connects", "read b.md"],
  ["gh pr comment 1 --editor", "changes", "connects", "runs"],
  ["gh release create v1 dist/a.zip dist/b.zip", "changes", "connects", "read dist/a.zip", "read dist/b.zip"],
  ["gh release create v1 -F notes.md -t 'One' a", "changes", "connects", "read notes.md", "read a"],
  ["gh release upload v1 a.zip --clobber", "changes", "connects", "read a.zip"],
  ["gh release download v1 -D out", "changes", "connects", "write-below out"],
  ["gh release download v1 -p '*.zip' -O F", "changes", "connects", "write F"],
  ["gh run download 1 --dir=out", "changes", "connects", "write-below out"],
  ["gh repo clone o/r", "changes", "connects", "host o/r"],
  ["gh repo clone o/r d", "changes", "connects", "host o/r", "write-below d"],
  ["gh repo clone o/r d -- -c a=b", "changes", "connects", "caution", "host o/r", "write-below d"],
  ["gh gist create a.txt", "changes", "connects", "read a.txt"],
  ["gh gist edit abc -a b.txt", "changes", "connects", "read b.txt"],
  ["gh secret set -f .env", "changes", "connects", "read .env"],
  ["gh ssh-key add key.pub", "changes", "connects", "read key.pub"],
  ["gh attestation verify a.zip -o x", "connects", "read a.zip"],
  ["gh auth token", "caution"],
  ["gh auth status -t", "connects", "caution"],
  ["gh auth git-credential get", "caution"],
  ["gh config set editor vim", "changes"],
  ["gh alias set x --shell 'rm -rf y'", "changes", "runs"],
  ["gh extension install o/gh-x", "changes", "connects", "runs"],
  ["gh extension exec x", "changes", "connects", "runs"],
  ["gh codespace ssh", "changes", "connects", "runs"],
  ["gh mine", "unknown mine"],
  ["gh pr list --foo", "connects", "unknown --foo"],
];

const gitlab: readonly Case[] = [
  ...each(
    ["connects"],
    `
    glab mr list
    glab mr list -A --author x -F json
    glab mr view 3 --comments
    glab mr diff 3
    glab mr approvers 3
    glab issue list --label bug -P 50
    glab issue view 3
    glab ci status
    glab ci list -s failed
    glab ci trace 1
    glab pipeline view
    glab ci lint
    glab release list
    glab repo view o/r
    glab repo search -s x
    glab label list
    glab variable list
    glab api projects/1
    `,
  ),
  ...each(
    ["changes", "connects"],
    "glab mr create --fill\nglab mr merge 3\nglab issue close 3\nglab variable set X -v y",
  ),
  ["glab mr view 3 -w", "connects", "runs"],
  ["glab api projects/1 -X DELETE", "connects", "changes"],
  ["glab api projects/1 --input F", "connects", "changes", "read F"],
  ["glab release download v1 -D out", "changes", "connects", "write-below out"],
  ["glab release create v1 a.zip", "changes", "connects", "read a.zip"],
  ["glab job artifact main build -p out", "changes", "connects", "write-below out"],
  ["glab securefile download --id 1 --path F", "changes", "connects", "write F"],
  ["glab repo clone o/r d", "changes", "connects", "host o/r", "write-below d"],
  ["glab ssh-key add k.pub", "changes", "connects", "read k.pub"],
  ["glab auth status --show-token", "connects", "caution"],
  ["glab config set editor vim", "changes", "runs"],
  ["glab alias set x '!rm'", "changes", "runs"],
  ["glab mr create --help"],
  ["glab version"],
];

const others: readonly Case[] = [
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

export const forgeCases: readonly Case[] = [...github, ...gitlab, ...others];
