/** Effects of programs that describe and change remote machines and services. */
import type { ProgramFamily } from "../entry.ts";

export const clouds: ProgramFamily = () => ({
  "terraform tofu terragrunt": `
    # internal/command of Terraform, 2026; providers of the directory run for most commands
    single anywhere
    -no-color -json -recursive -diff -compact-warnings -detailed-exitcode -upgrade -reconfigure -readonly -raw -verbose
    -draw-cycles -all -refresh-only -destroy
    -module-depth= -lock-timeout= -parallelism= -target= -replace= -var= -type= -plan= -filter= -test-directory=
    -platform= -provider= -id= -generate-config-out=
    -refresh=? -lock=? -input=? -list=? -get=? -backend=?
    -chdir= cwd
    -var-file= -backend-config= read
    -state= -state-out= -backup= -junit-xml= write
    -plugin-dir= runs
    -version -help -h quiet
    sub version,help,-help,metadata
    sub fmt
    -check operands:read-below* default:read-below
    -write=? none
    operands rewrite*
    default rewrite .
    sub plan runs connects
    -out= write
    sub validate,show,graph,providers,console,modules,get,test,query runs connects
    operands read*
    sub state list,show,pull connects
    sub output connects
    sub workspace list,show connects
    sub init runs changes connects
    -from-module=
    sub taint,untaint,force-unlock,login,logout,workspace,state,cloud,push,stacks,run-all,run runs changes connects
    sub apply,destroy,refresh,import runs changes connects
    -auto-approve
    operands read*
  `,
  "packer vagrant-cloud waypoint nomad consul boundary": `
    # packer --help, nomad --help, consul --help: plugins and providers run
    single anywhere
    -no-color -json -machine-readable -version -help -h
    -var= -only= -except= -address= -region= -namespace= -token=
    -color=?
    -var-file= read
    sub version,help
    sub fmt
    -check operands:read-below* default:read-below
    -diff -recursive
    operands rewrite*
    default rewrite .
    sub validate,inspect,console,plugins runs connects
    sub status,members,info,catalog connects
    sub node,job,alloc status connects
    sub build,init,hcl2_upgrade,run,stop,job,alloc,node,kv,agent,join,leave,deployment,system runs changes connects
    sub operator,acl runs changes connects
  `,
  "pulumi cdk cdktf serverless sls sam amplify sst": `
    # --help of each: their definitions are programs
    gnu exact
    -*
    -h --help --version
    -s= -C= --stack= --cwd= --profile= --region= --stage=
    always runs connects
    sub version,help,whoami,about,logs,list,ls,doctor,docs,info
    sub preview,diff,synth,synthesize,validate,build,local,print,package
    sub up,destroy,refresh,deploy,remove,import,bootstrap,init,new,config,stack,state,login,logout,cancel changes
    sub publish,delete,sync changes
  `,

  // Ansible.
  "ansible ansible-console ansible-pull": `
    # ansible --help, ansible-core 2.22
    gnu
    -C -D -J -K -b -k -o -v --check --diff --one-line --verbose --become --list-hosts --ask-pass --flush-cache
    -B= -P= -a= -c= -e= -f= -l= -m= -T= -u= --args= --forks= --limit= --module-name= --user= --timeout= --extra-vars=
    --become-method= --become-user= --connection= --poll= --background= --vault-id= --task-timeout=
    --ssh-common-args= --ssh-extra-args= --scp-extra-args= --sftp-extra-args= runs
    -i= -M= --inventory= --module-path= --private-key= --key-file= --playbook-dir= --vault-password-file= read
    --become-password-file= --connection-password-file= read
    -t= --tree= write-below
    -h --help --version quiet
    always runs changes connects
  `,
  "ansible-playbook": `
    # ansible-playbook --help, ansible-core 2.22; roles, plugins and inventories are code, --check runs them too
    gnu
    -C -D -J -K -b -k -v --check --diff --verbose --become --list-hosts --list-tags --list-tasks --syntax-check --step
    --ask-pass --flush-cache --force-handlers --ask-become-pass --ask-vault-pass
    -c= -e= -f= -l= -t= -T= -u= --forks= --limit= --tags= --skip-tags= --start-at-task= --user= --timeout= --extra-vars=
    --become-method= --become-user= --connection= --vault-id=
    --ssh-common-args= --ssh-extra-args= --scp-extra-args= --sftp-extra-args= runs
    -i= -M= --inventory= --module-path= --private-key= --key-file= --vault-password-file= --become-password-file= read
    --connection-password-file= read
    -h --help --version quiet
    always runs changes connects
    operands read*
  `,
  "ansible-doc ansible-config ansible-inventory ansible-lint": `
    # --help of each, ansible-core 2.22; plugins and inventory scripts run. --fix of ansible-lint writes
    gnu
    -*
    -t= -c= -f= -e= -p= --type= --playbook-dir= --module-path=
    -i= --inventory= --vault-password-file= --config= --config-file= read
    --output= --sarif-file= write
    --fix=? changes operands:write-below*
    -h --help --version quiet
    always runs
    operands none*
  `,
  "ansible-galaxy ansible-vault": `
    # --help of each, ansible-core 2.22
    gnu
    -v -f --verbose --force
    -h --help --version quiet
    sub view,decrypt,encrypt,edit,rekey,create,encrypt_string caution
    sub role,collection list,search,info,verify connects
    sub role,collection,install,init,remove,import,login changes connects
  `,

  // Providers. Values of options can be file://PATH, which is not read here.
  aws: `
    # aws help of the services, aws-cli 2.38; describe-*, get-* and list-* that are not listed here count as unknown
    gnu anywhere
    --debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager --no-cli-auto-prompt --human-readable
    --recursive --summarize --follow
    --profile= --region= --output= --query= --color= --cli-read-timeout= --cli-connect-timeout= --cli-binary-format=
    --page-size= --max-items= --starting-token= --filters= --filter= --instance-ids= --stack-name= --function-name=
    --bucket= --prefix= --key= --table-name= --log-group-name= --log-stream-name= --log-group-name-prefix= --start-time=
    --end-time= --filter-pattern= --cluster= --cluster-name= --services= --tasks= --name= --names=
    --db-instance-identifier= --role-name= --user-name= --policy-arn= --vpc-ids= --owners= --image-ids= --group-ids=
    --since= --format= --limit= --service= --namespace= --metric-name= --stack-status-filter=
    --ca-bundle= read
    --endpoint-url= fetch
    -h --help --version quiet
    sub help
    sub configure list,get,list-profiles
    sub sts get-caller-identity connects
    sub s3 ls connects
    sub s3api list-buckets,list-objects,list-objects-v2,head-bucket,head-object,get-bucket-location connects
    sub s3api get-bucket-policy connects
    sub ec2 describe-instances,describe-images,describe-vpcs,describe-subnets,describe-security-groups connects
    sub ec2 describe-regions connects
    sub ec2 describe-volumes,describe-snapshots,describe-key-pairs,describe-availability-zones connects
    sub ec2 describe-addresses connects
    sub logs describe-log-groups,describe-log-streams,filter-log-events,get-log-events,tail,get-query-results connects
    sub lambda list-functions,get-function,get-function-configuration,list-layers,get-policy connects
    sub iam list-users,list-roles,list-policies,get-role,get-user,get-policy,list-attached-role-policies connects
    sub cloudformation list-stacks,describe-stacks,describe-stack-events,describe-stack-resources,get-template connects
    sub ecs list-clusters,list-services,list-tasks,describe-clusters,describe-services,describe-tasks connects
    sub eks list-clusters,describe-cluster,list-nodegroups,describe-nodegroup connects
    sub rds describe-db-instances,describe-db-clusters,describe-db-snapshots connects
    sub dynamodb list-tables,describe-table,get-item,query,scan connects
    sub cloudwatch list-metrics,get-metric-statistics,describe-alarms,get-metric-data connects
    sub route53 list-hosted-zones,list-resource-record-sets,get-hosted-zone connects
    sub sqs list-queues,get-queue-attributes connects
    sub sns list-topics,list-subscriptions connects
    sub ecr describe-repositories,list-images,describe-images connects
    sub elbv2 describe-load-balancers,describe-target-groups,describe-target-health,describe-listeners connects
    sub acm list-certificates,describe-certificate connects
    sub autoscaling describe-auto-scaling-groups connects
    sub s3 cp,mv,sync changes connects
    --dryrun --delete --quiet
    --exclude= --include= --acl= --storage-class= --content-type= --cache-control= --sse=
    operands read-below* write-below
    sub s3 rm,mb,rb,presign,website changes connects
    sub configure,sso,login changes connects
  `,
  "gcloud gsutil": `
    # gcloud help, gsutil help, Google Cloud CLI 528; commands of three words (compute instances list) count as unknown
    gnu anywhere
    -q -m -l -L -r --quiet --log-http --user-output-enabled --uri
    --verbosity= --project= --account= --format= --filter= --limit= --region= --zone= --sort-by= --page-size=
    --configuration= --billing-project= --order= --freshness=
    --flags-file= --access-token-file= --credential-file-override= read
    --impersonate-service-account=
    -h --help --version quiet
    sub version,info,help,topic,cheat-sheet
    sub config list,get-value,get
    sub auth list connects
    sub projects list,describe,get-iam-policy connects
    sub logging read connects
    sub organizations,services,regions,zones list connects
    sub ls,stat,du,hash,cat connects
    sub cp,rsync changes connects
    operands read-below* write-below
    sub mv changes connects
    operands write-below* write-below
    sub rm,mb,rb,acl,iam,setmeta,config,auth,app,builds,components,deploy,init changes connects
  `,
  bq: `
    # bq help, Google Cloud CLI 528; query and load change data or cost money
    gnu anywhere
    --quiet
    -n= --format= --project_id= --dataset_id= --location= --max_results=
    -h --help --version quiet
    sub ls,show,head,version,help,info connects
    sub query,load,extract,mk,rm,cp,update,insert,cancel,partition changes connects
  `,
  az: `
    # az --help, azure-cli 2.91; commands of three words count as unknown
    gnu anywhere
    --debug --only-show-errors --verbose
    -o= -g= -n= -s= --output= --query= --subscription= --resource-group= --name=
    -h --help quiet
    sub version,help,find
    --version
    sub account show,list,list-locations connects
    sub group,vm,webapp,functionapp,acr,aks,storage,keyvault,resource,deployment,disk,image list,show connects
    sub login,logout,configure,upgrade,extension,rest,interactive,feedback changes connects
  `,
  "doctl linode-cli hcloud scw exo vultr-cli civo oci ibmcloud": `
    # commands of doctl, 2026; hcloud --help: commands of three words count as unknown
    gnu anywhere
    --no-header --verbose --quiet
    -t= -c= -o= --access-token= --context= --format= --output= --config=
    -h --help --version quiet
    sub version,help,completion
    sub account,projects,balance get,list connects
    sub server,volume,network,image,ssh-key,firewall,location,datacenter list,describe connects
  `,

  // Platforms.
  heroku: `
    # heroku commands, heroku 11; config shows secrets and is not listed
    gnu anywhere
    -j --json --no-color -t --tail
    -a= -r= -n= -p= -s= -d= --app= --remote= --num= --ps= --source= --dyno=
    -h --help --version quiet
    sub version,help,commands,status,whoami
    sub apps,apps:info,info,ps,logs,releases,releases:info,domains,addons,addons:info,regions,pipelines connects
    sub buildpacks,auth:whoami connects
    sub run,run:detached runs changes connects
    posix
    -x --exit-code --no-tty
    -a= -s= -e= -r= --app= --size= --env= --remote= --type=
    operands command
    sub deploy,apps:create,create,apps:destroy,config:set,config:unset,ps:scale,restart,rollback runs changes connects
    sub login,logout,local runs changes connects
  `,
  "fly flyctl": `
    # internal/command of flyctl, 2026; config and secrets are not listed
    gnu exact anywhere
    -j --json --verbose --debug
    -a= -t= -r= -o= -i= --app= --access-token= --region= --org= --instance= --machine=
    -c= --config= read
    -h --help quiet
    sub version,help,docs,doctor
    sub status,logs,releases,checks,info,regions connects
    sub apps,machine,machines,volumes,ips,platform,services,certs,image,postgres list,show,status,regions connects
    sub deploy,launch,scale,ssh,secrets,apps,machine,machines,volumes,ips,certs,postgres,proxy runs changes connects
    sub auth,console,restart,destroy runs changes connects
  `,
  vercel: `
    # vercel help, vercel 60; without a command it deploys
    gnu exact anywhere
    -y -d --yes --debug --no-color
    -S= -t= -V= --scope= --token= --team= --local-config= --global-config=
    --cwd= cwd
    -h -v --help --version quiet
    always runs
    sub help,whoami,ls,list,inspect,logs,teams,projects,project,domains,certs,dns,alias,target connects
    operands none changes
    sub build,dev changes connects
    sub deploy,link,pull,env,promote,rollback,redeploy,remove,rm,login,logout,switch,init,git changes connects
    sub integration,bisect,redirects changes connects
  `,
  netlify: `
    # netlify --help, netlify-cli 24
    gnu exact anywhere
    --debug --json --verbose
    -s= --auth= --site= --filter= --context= --http-proxy= --http-proxy-certificate-filename=
    --cwd= cwd
    -h -V --help --version quiet
    sub help,status,sites:list,sites,functions:list,blobs:list,teams,logs,watch,recipes,completion connects
    sub build,dev,serve,deploy,functions:invoke,functions:create,functions,env,link,unlink,init runs changes connects
    sub login,logout,open,api,switch,create,clone,claim runs changes connects
  `,
  wrangler: `
    # wrangler --help, wrangler 4.99; commands of three words (kv key get) count as their first two
    gnu exact anywhere
    -e= --env= --name=
    -c= --config= --env-file= read
    --cwd= cwd
    -h -v --help --version quiet
    sub docs,whoami,complete,tail connects
    sub deployments,versions list,status,view connects
    sub kv,r2,d1,queues,hyperdrive,vectorize,workflows,pipelines,dispatch-namespace list,info connects
    sub types,check runs changes
    sub dev,deploy,delete,init,pages,rollback,secret,triggers,publish,login,logout,d1,kv,r2,queues runs changes connects
    sub tunnel,setup,preview runs changes connects
  `,
  "supabase firebase railway pscale turso neonctl convex sentry-cli": `
    # --help of each: remote services
    gnu exact
    -h --help --version quiet
    sub version,help,whoami,status,list,ls,logs,info connects
    sub projects,project,orgs,databases,db,apps list,ls,show connects
    sub login,logout,link,init,deploy,db,functions,start,stop,up,run,migration,gen,push,pull,serve runs changes connects
    sub emulators,releases runs changes connects
  `,
});
