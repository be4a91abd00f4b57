/** What the command lines of GitHub and GitLab do. */
import type { Programs } from "./entry.ts";
import { gitTools } from "./git-tools.ts";
import { versionControl } from "./version-control.ts";

/** Flags of the `gh` commands that print something. */
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

const gh = `
  # gh(1) 2.23.0 help, and the flags in the source of 2.60
  gnu exact anywhere
  -R= --repo=
  --version
  --help quiet

  # Any field, input or method makes it more than a GET, or may.
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
  # Words behind "--" are options of "git clone".
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

/** Flags of the `glab` commands that print something. -F and -O are formats, not files. */
const glabPrinted = `
  -F= --output= -O= --output-format= -p= --page= -P= --per-page= -g= --group=
  -w --web runs
`;

const glab = `
  # glab manual of December 2025 (docs/source)
  gnu exact anywhere
  -R= --repo=
  --version
  -h --help quiet

  sub api connects
    -i --include --paginate --silent
    --hostname= -H= --header=
    -F= --field= -f= --raw-field= -X= --method= changes
    --input= read changes
  sub issue,incident,mr list,ls connects
    ${glabPrinted}
    -A --all -c --closed -C --confidential -d --draft --not-draft -M --merged -o --opened
    -a= --assignee= --author= -e= --epic= --in= -t= --issue-type= -i= --iteration= -l= --label= -m= --milestone=
    --not-assignee= --not-author= --not-label= --order= -r= --reviewer= --search= --sort= -S= -s= --source-branch=
    --target-branch=
  sub issue,incident,mr view,show connects
    ${glabPrinted}
    -c --comments -s --system-logs
  sub mr diff connects
    --raw
    --color=
  sub mr approvers,issues connects
  sub issue board connects
    operands changes
  sub issue,incident,mr close,create,new,delete,note,reopen,subscribe,unsubscribe,update changes connects
    -w --web runs
    -*
  sub mr approve,checkout,for,merge,accept,rebase,revoke,todo changes connects
    -*
  sub ci,pipe,pipeline list,get,status,trace,view,lint connects
    ${glabPrinted}
    -c --compact -l --live -d --with-job-details --with-variables -y --yaml-errors --dry-run --include-jobs
    -b= --branch= --pipeline-id= --pipelineid= -n= --name= -o= --orderBy= -r= --ref= --scope= --sha= --sort= --source=
    -s= --status= -a= --updated-after= --updated-before= -u= --username=
  sub ci,pipe,pipeline config connects
  sub ci,pipe,pipeline run,run-trig changes connects
    -f= --variables-from= read
    -w --web runs
    -*
  sub ci,pipe,pipeline cancel,delete,retry,trigger,artifact changes connects
    -p= --path= write-below
    -*
  sub job artifact changes connects
    -l --list-paths
    -p= --path= write-below
  sub release list,view connects
    ${glabPrinted}
  sub release download changes connects
    -n= --asset-name=
    -D= --dir= write-below
  sub release create changes connects
    -a= --assets-links= -m= --milestone= -n= --name= -N= --notes= --package-name= -r= --ref= -D= --released-at=
    -T= --tag-message=
    -F= --notes-file= read
    -*
    operands none read*
  sub release upload changes connects
    -a= --assets-links= --package-name=
    --use-package-registry
    operands none read*
  sub release delete changes connects
    -*
  sub repo,project list,ls,search,view,contributors connects
    ${glabPrinted}
    -a --all --archived -G --include-subgroups --member -m --mine --starred
    -o= --order= -s= --sort= --search= -u= --user= -b= --branch=
  sub repo,project clone changes connects
    -g= --group= -v= --visibility= --page= --per-page=
    -p --preserve-namespace -a --archived -G --include-subgroups -m --mine -I --with-issues-enabled -M --with-mr-enabled
    -S --with-shared --paginate
    operands host write-below
  sub repo,project archive changes connects
    -f= --format= -s= --sha=
    operands none write
  sub repo,project create,delete,fork,members,mirror,publish,transfer,update changes connects
    -*
  sub label,milestone,deploy-key,gpg-key,ssh-key,iteration,schedule,securefile,token,variable list,ls,get connects
    ${glabPrinted}
    -a --active --show-id --include-ancestors -i --instance
    --project= --search= --state= --title= -s= --scope= -U= --user=
  sub variable export connects
    ${glabPrinted}
    -s= --scope=
  sub securefile download changes connects
    --all --force-download --no-verify
    --id= --name=
    -p= --path= write
    --output-dir= write-below
  sub deploy-key,gpg-key,ssh-key add changes connects
    -t= --title= -e= --expires-at= -u= --usage-type=
    -c --can-push
    operands read
  sub securefile create changes connects
    operands none read
  sub snippet create,new changes connects
    -d= --description= -f= --filename= -t= --title= -v= --visibility=
    -p --personal
    operands read*
  sub label,milestone,deploy-key,gpg-key,ssh-key,schedule,token,variable create,delete,edit changes connects
    -*
  sub schedule,token,variable,securefile run,update,set,revoke,rotate,remove changes connects
    -*
  sub user events connects
    ${glabPrinted}
    -a --all
  sub changelog generate connects
    --config-file= --date= --from= --to= --trailer= -v= --version=
  sub stack list
  sub stack amend,create,first,last,move,next,prev,reorder,save,switch,sync changes connects runs
    -*
  sub opentofu state connects
    operands changes
  sub opentofu,duo init,ask changes connects runs
    -*
  sub cluster agent,graph changes connects
    -*
  sub mcp serve changes connects
  sub auth status connects
    -a --all
    --hostname=
    -t --show-token caution
  sub auth login,logout,configure-docker changes connects
    -*
  sub auth dpop-gen,docker-helper caution
    -*
  sub config get
    -g --global
    --host=
  sub config set,edit changes runs
    -*
  sub alias list
  sub alias set,delete changes runs
    -*
  sub check-update connects
  sub completion
    --no-desc
    -s= --shell=
  sub help,version
  # Help, or options before the second word.
  sub issue,incident,mr,ci,pipe,pipeline,job,release,repo,project,label,milestone,deploy-key,gpg-key,ssh-key,iteration
    operands changes connects runs
  sub schedule,securefile,token,variable,snippet,user,changelog,stack,opentofu,duo,cluster,mcp,auth,config,alias
    operands changes connects runs
`;

export const forges: Programs = { gh, glab, ...versionControl, ...gitTools };
