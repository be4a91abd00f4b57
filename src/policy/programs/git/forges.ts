/** Effects of the GitHub command line, and the list of version control programs besides git. */
import type { ProgramFamily } from "../entry.ts";
import { glab } from "./forges-gitlab.ts";
import { gitTools } from "./git-tools.ts";
import { versionControl } from "./version-control.ts";

/** Flags of the `gh` commands that print. */
const ghPrinted = `
  -h
  -L= --limit= --json= -q= --jq= -t= --template=
  -w --web runs
`;

/** Filters of the `gh` searches. */
const ghFilters = `
  --archived --include-prs --locked --no-assignee --no-label --no-milestone --no-project --draft --merged --merge
  --app= --assignee= --author= --author-date= --author-email= --author-name= -B= --base= --checks= --closed=
  --commenter= --comments= --committer= --committer-date= --committer-email= --committer-name= --created=
  --extension= --filename= --followers= --forks= --good-first-issues= --hash= -H= --head= --help-wanted-issues=
  --include-forks= --interactions= --involves= --label= --language= --license= --match= --mentions= --merged-at=
  --milestone= --number-topics= --order= --owner= --parent= --project= --reactions= -R= --repo= --review=
  --review-requested= --reviewed-by= --size= --sort= --stars= --state= --team-mentions= --topic= --tree= --updated=
  --visibility=
`;

const gh = (): string => `
  # gh(1) 2.23.0 help, and the flags in the source of 2.60
  gnu exact anywhere
  -R= --repo=
  --version
  --help quiet

  # Any field, input or method may make it more than a GET.
  sub api connects
    -i --include --paginate --silent --slurp --verbose
    --hostname= --cache= -H= --header= -p= --preview= -q= --jq= -t= --template=
    -F= --field= -f= --raw-field= -X= --method= changes
    --input= read changes

  sub issue,pr list,ls connects
    ${ghPrinted}
    -d --draft
    --app= -a= --assignee= -A= --author= -B= --base= -H= --head= -l= --label= -m= --milestone= --mention= -S= --search=
    -s= --state=
  sub issue,pr view connects
    ${ghPrinted}
    -c --comments
  sub issue,pr status connects
    ${ghPrinted}
    -c --conflict-status
  sub pr checks connects
    ${ghPrinted}
    --watch --fail-fast --required
    -i= --interval=
  sub pr diff connects
    --patch --name-only
    --color=
    -w --web runs
  sub issue,pr close,reopen,comment,create,new,edit,delete,lock,unlock changes connects
    -F= --body-file= --recover= -T= --template= read
    -w --web -e --editor runs
    -*
  sub issue develop,pin,unpin,transfer changes connects
    -*
  sub pr checkout,co,merge,ready,review,update-branch changes connects
    -F= --body-file= read
    -*
  # An alias that gh sets up itself.
  sub co changes connects
    -*

  sub run list,ls connects
    --json= -q= --jq= -t= --template= -L= --limit= -w= --workflow= -b= --branch= -u= --user= -e= --event= --created=
    -c= --commit= -s= --status=
    -a --all
  sub run view connects
    ${ghPrinted}
    -v --verbose --exit-status --log --log-failed
    -j= --job= -a= --attempt=
  sub run watch connects
    --exit-status --compact
    -i= --interval=
  sub run download changes connects
    -n= --name= -p= --pattern=
    -D= --dir= write-below
  sub run cancel,delete,rerun changes connects
    -*
  sub workflow list,ls connects
    ${ghPrinted}
    -a --all
  sub workflow view connects
    -y --yaml
    -r= --ref=
    -w --web runs
  sub workflow run,enable,disable changes connects
    -*
  sub cache list,ls connects
    ${ghPrinted}
    -k= --key= -r= --ref= -O= --order= -S= --sort=
  sub cache delete changes connects
    -*

  sub release list,ls connects
    ${ghPrinted}
    --exclude-drafts --exclude-pre-releases
    -O= --order=
  sub release view connects
    ${ghPrinted}
  sub release download changes connects
    --clobber --skip-existing
    -p= --pattern= -A= --archive=
    -D= --dir= write-below
    -O= --output= write
  sub release create,new changes connects
    --target= -t= --title= -n= --notes= --discussion-category= --notes-start-tag=
    -F= --notes-file= read
    -*
    operands none read*
  sub release upload changes connects
    --clobber
    operands none read*
  sub release edit,delete,delete-asset changes connects
    -F= --notes-file= read
    -*

  sub repo list,ls connects
    ${ghPrinted}
    --source --fork --archived --no-archived --private --public
    -l= --language= --topic= --visibility=
  sub repo view connects
    ${ghPrinted}
    -b= --branch=
  sub repo license,gitignore,credits,garden connects
    -w --web runs
    -s --static
  # Words after "--" are options of "git clone".
  sub repo clone changes connects
    -u= --upstream-remote-name=
    operands host write-below caution
  sub repo create,new changes connects
    -s= --source= read-below
    -*
  sub repo fork,sync,edit,rename,delete,archive,unarchive,set-default,deploy-key,autolink changes connects
    -*
  sub gist list,ls connects
    -L= --limit= --filter=
    --public --secret --include-content
  sub gist view connects
    -r --raw --files
    -f= --filename=
    -w --web runs
  sub gist create,new changes connects
    -d= --desc= -f= --filename=
    -p --public
    -w --web runs
    operands read*
  sub gist edit changes connects
    -d= --desc= -f= --filename= -r= --remove=
    -a= --add= read
    operands none read
  sub gist clone changes connects
    operands host write-below
  sub gist delete,rename changes connects
    -*

  sub search code,commits,issues,prs,repos connects
    ${ghFilters}
    ${ghPrinted}
  sub status connects
    -e= --exclude= -o= --org=
  sub org list,ls connects
    -L= --limit=
  sub label list,ls connects
    ${ghPrinted}
    --order= -S= --search= --sort=
  sub label create,edit,delete,clone changes connects
    -*
  sub ruleset,rs list,ls,view,check connects
    -p --parents --default
    -L= --limit= -o= --org=
    -w --web runs
  sub project list,ls,view,field-list,item-list connects
    --closed
    --owner= --format= -q= --jq= -t= --template= -L= --limit=
    -w --web runs
  sub project close,copy,create,delete,edit,field-create,field-delete,item-add,item-archive,item-create changes connects
    -*
  sub project item-delete,item-edit,link,mark-template,unlink changes connects
    -*
  sub variable list,ls,get connects
    ${ghPrinted}
    -o= --org= -e= --env=
  sub secret list,ls connects
    ${ghPrinted}
    -u --user
    -o= --org= -e= --env= -a= --app=
  sub secret,variable set changes connects
    -f= --env-file= read
    -*
  sub secret,variable delete,remove changes connects
    -*
  sub ssh-key,gpg-key list,ls connects
  sub ssh-key,gpg-key add changes connects
    -t= --title= --type=
    operands read
  sub ssh-key,gpg-key delete changes connects
    -*
  sub attestation,at verify,inspect connects
    --bundle-from-oci --no-public-good --deny-self-hosted-runners
    -o= --owner= --predicate-type= -L= --limit= --cert-identity= -i= --cert-identity-regex= --signer-repo=
    --signer-workflow= --cert-oidc-issuer= --hostname= -d= --digest-alg= --format= -q= --jq= -t= --template=
    -b= --bundle= --custom-trusted-root= read
    operands read
  sub attestation,at trusted-root connects
    --verify-only
    --hostname=
    --tuf-url= fetch
    --tuf-root= read
  sub attestation,at download changes connects
    -o= --owner= --predicate-type= -L= --limit= --hostname= -d= --digest-alg=
    operands read
  sub agent-task,agent-tasks,agent,agents list,view connects
    -L= --limit=
    --follow --log
    -w --web runs
  sub agent-task,agent-tasks,agent,agents create changes connects
    -F= --from-file= read
    -*
  sub codespace,cs list,ls,view,logs connects
    ${ghPrinted}
    -f --follow
    -c= --codespace= -o= --org= -u= --user= --repo-owner=
  sub codespace,cs code,cp,create,delete,edit,jupyter,ports,rebuild,select,ssh,stop changes connects runs
    --debug-file= write
    -*

  sub auth status connects
    -a --active
    -h= --hostname=
    -t --show-token caution
  sub auth token,git-credential caution
    -*
  sub auth login,logout,refresh,setup-git,switch changes connects
    -*
  sub config get,list,ls
    -h= --host=
  sub config set,clear-cache changes
    -*
  sub alias list,ls
  # An alias can run a command.
  sub alias set,import,delete changes runs
    -*
  sub extension,extensions,ext list,ls
  sub extension,extensions,ext search connects
    ${ghPrinted}
    --order= --sort= --license= --owner=
  sub extension,extensions,ext install,upgrade,remove,create,exec,browse changes connects runs
    -*
  sub browse runs
    -c=? --commit=? -b= --branch=
    -p --projects -r --releases -w --wiki -s --settings -n --no-browser
  sub completion
    -s= --shell=
  sub help,version,actions,environment,reference,formatting,exit-codes,mintty
  # Help, or options before the second word.
  sub issue,pr,run,workflow,cache,release,repo,gist,search,org,label,ruleset,rs,project,variable,secret,ssh-key,gpg-key
    -h
    operands changes connects runs
  sub attestation,at,agent-task,agent-tasks,agent,agents,codespace,cs,auth,config,alias,extension,extensions,ext
    -h
    operands changes connects runs
`;

export const forges: ProgramFamily = () => ({ gh: gh(), glab: glab(), ...versionControl(), ...gitTools() });
