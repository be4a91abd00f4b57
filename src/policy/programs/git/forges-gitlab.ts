/** Effects of the GitLab command line. */

/** Flags of the `glab` commands that print. -F and -O are formats, not files. */
const glabPrinted = `
  -F= --output= -O= --output-format= -p= --page= -P= --per-page= -g= --group=
  -w --web runs
`;

export const glab = (): string => `
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
  sub label,milestone,deploy-key,gpg-key,ssh-key,iteration,schedule,securefile,token list,ls,get connects
    ${glabPrinted}
    -a --active --show-id --include-ancestors -i --instance
    --project= --search= --state= --title= -s= --scope= -U= --user=
  sub variable list,ls connects
    ${glabPrinted}
    -i --instance
  # Prints the secrets of a pipeline.
  sub variable get,export connects caution
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
