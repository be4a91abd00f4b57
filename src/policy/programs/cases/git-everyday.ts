/** Cases for everyday git commands that only read. A revision or a path inside the project is not an effect here. */
export const gitEveryday: readonly string[] = `
git
git --version
git version
git --help
git help
git help log
git help -a
git status
git status -s
git status -sb
git status --short --branch
git status --porcelain
git status --porcelain=v2 --branch
git status -uno
git status --untracked-files=all
git status --ignored
git status -z
git status -s src
git status --show-stash -v
git log
git log --oneline
git log --oneline -5
git log --oneline -5 --graph --all
git log -n 5
git log -n5 --stat
git log -1 --format=%H
git log -1 --format='%an <%ae>' HEAD
git log --pretty=oneline --abbrev-commit
git log --pretty=format:'%h %ad | %s%d [%an]' --date=short
git log --pretty
git log --graph --oneline --decorate --all
git log --graph --decorate=short --simplify-by-decoration
git log main..feature
git log main...feature --left-right --cherry-pick --oneline
git log origin/main..HEAD --no-merges
git log --merges --first-parent main
git log --since='2 weeks ago' --until=yesterday
git log --since 2024-01-01 --author=anna
git log --author anna --grep fix -i
git log --grep='fix: ' -E --all-match
git log -S foo -p
git log -Sfoo --oneline
git log -G'foo.*bar' --pickaxe-all
git log --follow --oneline src/a.ts
git log -p -2 src/a.ts
git log -p -U10
git log --patch --word-diff
git log --stat --summary HEAD~5..
git log --name-only --oneline
git log --name-status --diff-filter=AD
git log --diff-filter=D --summary
git log --shortstat --reverse
git log --numstat --no-renames -M90%
git log --all --source --remotes=origin
git log --branches='feat*' --tags --not main
git log --walk-reflogs --date=relative
git log -g --oneline
git log --show-notes --no-color --color=never
git log --cc -m -1 HEAD
git log --date=format:%Y-%m-%d --no-decorate
git log --max-count=3 --skip=2
git log --encoding=UTF-8 --full-history --simplify-merges
git log --ancestry-path abc123..HEAD
git log -h
git show
git show HEAD
git show abc123
git show --name-only abc123
git show --stat HEAD~1
git show -s --format=%ct HEAD
git show --no-patch --pretty=fuller v1.0
git show --oneline --name-status HEAD^
git show HEAD@{1}
git show stash@{0}
git show -w -M --color-words HEAD
git diff
git diff HEAD
git diff --stat
git diff --cached
git diff --staged --name-only
git diff --name-status main...HEAD
git diff --stat HEAD~2..HEAD
git diff HEAD~1 HEAD src
git diff --check
git diff -w --ignore-blank-lines
git diff -U0 --no-color
git diff --unified=5 --function-context
git diff --word-diff=color
git diff --color-words='[^[:space:]]'
git diff --color=always --color-moved=zebra
git diff --exit-code --quiet
git diff --shortstat @{upstream}
git diff --numstat main
git diff --diff-filter=ACMR --name-only -z
git diff --no-ext-diff --no-textconv
git diff --minimal --patience --histogram --diff-algorithm=myers
git diff --submodule=log --ignore-submodules=dirty
git diff --relative -R -b
git diff -M50% -C --find-copies-harder
git diff --merge-base main
git diff --ours a.txt
git diff --no-prefix --src-prefix=x/ --dst-prefix y/
git diff --inter-hunk-context=3 -I '^#' --text
git diff --cach
git diff-tree --no-commit-id --name-only -r HEAD
git diff-index --quiet HEAD
git diff-files --quiet
git range-diff main...topic
git range-diff --creation-factor=80 a..b a..c
git rev-list --count HEAD
git rev-list --all --objects
git rev-list --left-right --count origin/main...HEAD
git rev-list -n 1 --before='2024-01-01' main
git rev-list --max-parents=0 HEAD
git rev-parse HEAD
git rev-parse --short HEAD
git rev-parse --abbrev-ref HEAD
git rev-parse --show-toplevel
git rev-parse --git-dir --is-inside-work-tree
git rev-parse --verify --quiet refs/heads/main
git rev-parse --abbrev-ref --symbolic-full-name @{u}
git rev-parse HEAD:src/a.ts
git shortlog -sn
git shortlog -sne --all --no-merges
git shortlog --summary --numbered HEAD~10..HEAD
git shortlog -s -n -5
git blame src/a.ts
git blame -L 10,20 src/a.ts
git blame -L10,+5 -w -C -C HEAD~3 src/a.ts
git blame --line-porcelain -e --date=short src/a.ts
git blame -s -l --show-name main src/a.ts
git annotate src/a.ts
git branch
git branch -a
git branch -vv
git branch -r --sort=-committerdate
git branch --list
git branch --list 'feature/*'
git branch -l main
git branch -a --list 'origin/*' --no-color
git branch --show-current
git branch --contains abc123
git branch --contains
git branch --no-contains abc123 -a
git branch --merged main
git branch --no-merged
git branch --points-at HEAD
git branch --format='%(refname:short) %(upstream:short)'
git branch -v --abbrev=10 --column
git branch --help
git tag
git tag -l
git tag -l 'v*' --sort=-v:refname
git tag --list --sort=-creatordate
git tag -n
git tag -n3 'v1*'
git tag --contains abc123
git tag --points-at HEAD
git tag --merged main --format='%(refname:short)'
git describe
git describe --tags --always --dirty
git describe --abbrev=0 --match 'v*'
git describe --contains abc123
git name-rev --name-only HEAD
git merge-base main HEAD
git merge-base --is-ancestor main HEAD
git merge-tree main feature
git cherry -v main
git show-branch --all
git show-ref
git show-ref --heads --tags
git show-ref --verify refs/heads/main
git for-each-ref
git for-each-ref --sort=-committerdate --format='%(refname:short)' refs/heads
git for-each-ref --count=5 --merged main refs/heads/
git symbolic-ref HEAD
git symbolic-ref --short HEAD
git symbolic-ref -q --short refs/remotes/origin/HEAD
git remote
git remote -v
git remote --verbose
git remote show
git remote get-url origin
git remote get-url --all --push origin
git remote show -n origin
git config --list
git config -l --show-origin
git config --get user.name
git config --get-all remote.origin.fetch
git config --get-regexp '^branch\\.'
git config --global --get user.email
git config --local --list --name-only
git config user.name
git config --bool core.bare
git config --type=bool --default false --get core.bare
git config get user.name
git config list --show-scope
git stash list
git stash list --stat -3
git stash show
git stash show -p stash@{0}
git stash show --name-only stash@{1}
git stash show --stat -u
git reflog
git reflog -10
git reflog show --all --date=iso
git reflog show HEAD@{0}
git worktree list
git worktree list --porcelain
git submodule
git submodule status --recursive
git submodule summary
git notes
git notes list
git notes show HEAD
git bisect log
git ls-files
git ls-files src
git ls-files -m -o --exclude-standard
git ls-files --others --exclude-standard --directory
git ls-files -z -s
git ls-files --error-unmatch src/a.ts
git ls-files '*.ts' --eol
git ls-tree HEAD
git ls-tree -r --name-only HEAD src
git ls-tree -r -l --full-tree main
git cat-file -t HEAD
git cat-file -p HEAD
git cat-file -s abc123
git cat-file -e abc123
git cat-file --batch-check
git count-objects -vH
git fsck
git fsck --full --no-dangling
git check-ignore -v build/x
git check-ignore --stdin
git check-attr -a src/a.ts
git check-attr --all -- src/a.ts
git check-ref-format --branch feature/x
git check-mailmap 'A <a@b.c>'
git var GIT_EDITOR
git var -l
git patch-id --stable
git stripspace -s
git column --mode=column
git interpret-trailers --parse
git hash-object --stdin
git clean -n
git clean -nd
git clean --dry-run -dx
git add -n .
git add --dry-run src
git rm -n src/a.ts
git mv -n a b
git push --help
git commit -h
git --no-pager log -3
git --no-pager diff --stat
git --no-optional-locks status
git --literal-pathspecs log
git -P show
git -p log
git -c color.ui=never status
git -c core.pager=cat log -1
git -c core.quotepath=off ls-files
git --git-dir=.git log -1
`
  .trim()
  .split("\n");
