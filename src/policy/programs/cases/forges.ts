/** Cases for gh and glab, and the list of cases for version control besides git. */

import type { EffectCase } from "./git-files.ts";
import { each, versionControlCases } from "./version-control.ts";

const github: readonly EffectCase[] = [
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
    gh repo gitignore list
    gh org list
    gh ssh-key list
    gh agent-task view 1 --log
    gh codespace list
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
  ...each(
    ["connects", "runs"],
    `
    gh pr view 12 --web
    gh issue list -w
    gh pr status --web
    gh pr checks -w
    gh pr diff -w
    gh run view 1 -w
    gh workflow list -w
    gh workflow view x -w
    gh cache list --web
    gh release list --web
    gh release view -w
    gh repo list --web
    gh repo view -w
    gh repo license view mit -w
    gh gist view x -w
    gh search repos x -w
    gh label list -w
    gh ruleset list -w
    gh project list -w
    gh variable list --web
    gh secret list --web
    gh agent-task list -w
    gh codespace list -w
    gh extension search x -w
    glab issue list --web
    glab ci view -w
    glab release view v1 -w
    glab repo view -w
    glab label list --web
    glab variable list --web
    glab user events --web
    `,
  ),
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
    gh project link 1
    gh agent-task create x
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
  ["gh attestation verify a.zip -b F", "connects", "read a.zip", "read F"],
  ["gh attestation download a.zip -o x", "changes", "connects", "read a.zip"],
  [
    "gh attestation trusted-root --tuf-root F --tuf-url https://x.example/",
    "connects",
    "read F",
    "fetch https://x.example/",
  ],
  ["gh pr merge 1 -F body.md", "changes", "connects", "read body.md"],
  ["gh release edit v1 -F notes.md", "changes", "connects", "read notes.md"],
  ["gh repo create x --source=../y --push", "changes", "connects", "read-below ../y"],
  ["gh gist create -w a.txt", "changes", "connects", "runs", "read a.txt"],
  ["gh gist clone abc d", "changes", "connects", "host abc", "write-below d"],
  ["gh agent-task create -F F", "changes", "connects", "read F"],
  ["gh codespace ssh --debug-file=F", "changes", "connects", "runs", "write F"],
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

const gitlab: readonly EffectCase[] = [
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
    glab ci config compile
    glab user events
    glab changelog generate -v 1.0
    glab check-update
    `,
  ),
  ...each(
    ["changes", "connects"],
    `
    glab mr create --fill
    glab mr merge 3
    glab issue close 3
    glab issue board create x
    glab variable set X -v y
    glab ci run
    glab ci retry 1
    glab release delete v1
    glab repo delete x
    glab repo archive o/r
    glab label create x
    glab opentofu state delete x
    glab cluster agent list
    glab mcp serve
    glab auth login
    `,
  ),
  ["glab mr create -w", "changes", "connects", "runs"],
  ["glab ci run -w -f vars.json", "changes", "connects", "runs", "read vars.json"],
  ["glab ci artifact main build -p out", "changes", "connects", "write-below out"],
  ["glab release create v1 -F notes.md", "changes", "connects", "read notes.md"],
  ["glab release upload v1 a.zip", "changes", "connects", "read a.zip"],
  ["glab repo archive o/r F", "changes", "connects", "write F"],
  ["glab securefile download --all --output-dir out", "changes", "connects", "write-below out"],
  ["glab securefile create x F", "changes", "connects", "read F"],
  ["glab snippet create -t x a.txt", "changes", "connects", "read a.txt"],
  ["glab stack save", "changes", "connects", "runs"],
  ["glab duo ask x", "changes", "connects", "runs"],
  ["glab auth dpop-gen", "caution"],
  ["glab variable get X -w", "connects", "caution", "runs"],
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
  ["glab variable get X", "connects", "caution"],
  ["glab variable export", "connects", "caution"],
  ["glab config set editor vim", "changes", "runs"],
  ["glab alias set x '!rm'", "changes", "runs"],
  ["glab mr create --help"],
  ["glab version"],
];

export const forgeCases: readonly EffectCase[] = [...github, ...gitlab, ...versionControlCases];
