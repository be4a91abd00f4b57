/** Effects of programs that manage containers and clusters. */
import type { ProgramFamily } from "../entry.ts";

export const containers: ProgramFamily = () => ({
  "docker podman nerdctl": `
    # docker help of every command, docker 28.5; podman help, podman 5.8. HOST:CONTAINER is judged as one path
    gnu exact
    -D --debug --tls --tlsverify --remote
    -c= -l= --context= --log-level= --connection= --namespace= -n=
    --config= --tlscacert= --tlscert= --tlskey= --identity= read
    -H= --host= --url= --address= host
    --root= --runroot= --tmpdir= write-below
    -v --version --help -h quiet
    sub ps,images,version,info,port,top,stats,diff,history,inspect,events,logs,search,help connects
    -a -q -s -f -l -t --all --quiet --size --latest --no-trunc --digests --tree --no-stream --details --follow
    --timestamps --human
    -n= --filter= --format= --last= --type= --since= --until= --tail= --limit=
    sub container,pod ls,list,ps,inspect,logs,top,stats,diff,port connects
    -a -q -s -f -l -t --all --quiet --size --no-trunc --follow --timestamps --details --no-stream
    -n= --filter= --format= --tail= --since= --until= --last=
    sub image,network,volume,context,plugin,node,secret,config,manifest ls,list,inspect,history,ps connects
    -a -q -f -v --all --quiet --no-trunc --digests --pretty --verbose --insecure
    --filter= --format=
    sub service,stack ls,list,inspect,ps,logs,services connects
    -q -f -t --quiet --no-trunc --follow --timestamps --details --pretty
    -n= --filter= --format= --tail= --since=
    sub system df,info,events connects
    -v --verbose
    --format= --filter= --since= --until=
    sub buildx ls,inspect,du,version connects
    sub compose ps,logs,images,ls,config,top,port,version,events,stats,volumes runs connects
    -a -q -f -t --all --quiet --follow --timestamps --services --no-color --no-log-prefix --no-interpolate --images
    --profiles
    --hash= -n= --format= --filter= --tail= --since= --until= --status=
    -o= --output= write
    sub run,create runs changes connects
    posix
    -d -i -t -P -q --detach --interactive --tty --rm --init --publish-all --quiet --read-only --no-healthcheck
    --oom-kill-disable --disable-content-trust --replace
    -a= -c= -e= -h= -l= -m= -p= -u= -w= --add-host= --annotation= --attach= --blkio-weight= --cap-drop= --cgroup-parent=
    --cgroupns= --cpu-period= --cpu-quota= --cpu-shares= --cpus= --cpuset-cpus= --cpuset-mems= --detach-keys= --dns=
    --dns-option= --dns-search= --domainname= --entrypoint= --env= --expose= --gpus= --group-add= --health-cmd=
    --health-interval= --health-retries= --health-start-period= --health-timeout= --hostname= --ip= --ip6= --isolation=
    --label= --link= --log-driver= --log-opt= --mac-address= --memory= --memory-reservation= --memory-swap=
    --memory-swappiness= --name= --net= --network= --network-alias= --oom-score-adj= --pids-limit= --platform=
    --publish= --pull= --restart= --shm-size= --stop-signal= --stop-timeout= --storage-opt= --sysctl= --tmpfs= --ulimit=
    --user= --volume-driver= --volumes-from= --workdir= --pod= --arch= --os= --tz= --umask= --timeout=
    --sig-proxy=? --tls-verify=?
    --env-file= --label-file= --authfile= read
    --cidfile= --pidfile= --conmon-pidfile= --pod-id-file= write
    -v= --volume= write-below
    --privileged --use-api-socket --rootfs caution
    --mount= --device= --cap-add= --security-opt= --pid= --ipc= --uts= --userns= --runtime= --secret= caution
    operands none command
    sub container run,create runs changes connects
    posix
    -d -i -t -P --detach --interactive --tty --rm --init
    -e= -p= -u= -w= --env= --name= --network= --publish= --user= --workdir= --entrypoint= --platform=
    --env-file= read
    -v= --volume= write-below
    --privileged caution
    --mount= --device= --cap-add= --security-opt= --pid= --ipc= --userns= caution
    operands none command
    sub exec runs changes connects
    posix
    -d -i -t -l --detach --interactive --tty --latest
    -e= -u= -w= --env= --user= --workdir= --detach-keys=
    --env-file= read
    --privileged caution
    operands none command
    sub container exec runs changes connects
    posix
    -d -i -t --detach --interactive --tty
    -e= -u= -w= --env= --user= --workdir=
    --env-file= read
    --privileged caution
    operands none command
    sub compose run,exec runs changes connects
    posix
    -d -i -t -T -P -q --build --detach --interactive --no-TTY --no-tty --no-deps --quiet --quiet-pull --remove-orphans
    --rm --service-ports --use-aliases
    -e= -l= -p= -u= -w= --entrypoint= --env= --index= --label= --name= --publish= --user= --workdir= --cap-drop= --pull=
    --env-from-file= read
    -v= --volume= write-below
    --privileged caution
    --cap-add= caution
    operands none command
    sub unshare runs
    posix
    operands command
    sub build runs changes connects
    -q --no-cache --pull --quiet --rm --squash --force-rm --load --push --check --compress
    -t= --add-host= --build-arg= --build-context= --builder= --cache-from= --cpu-quota= --label= --memory= --network=
    --platform= --progress= --tag= --target= --shm-size= --ulimit= --isolation= --annotation= --attest= --provenance=
    --sbom=
    -f= --file= read
    --iidfile= --metadata-file= write
    -o= --output= --cache-to= write-below
    --secret= --ssh= --allow= --security-opt= -v= --volume= caution
    operands read-below
    sub image,builder,buildx build runs changes connects
    -q --no-cache --pull --quiet --load --push --check
    -t= --build-arg= --build-context= --builder= --cache-from= --label= --network= --platform= --progress= --tag=
    --target=
    -f= --file= read
    --iidfile= --metadata-file= write
    -o= --output= --cache-to= write-below
    --secret= --ssh= --allow= caution
    operands read-below
    sub cp changes connects
    -a -L -q --archive --follow-link --quiet
    operands read-below write-below
    sub save,export connects
    -q --quiet --compress
    --platform= --format=
    -o= --output= write
    sub load,import changes connects
    -q --quiet
    -c= -m= --change= --message= --platform=
    -i= --input= read
    operands read none
    sub pull,push,login,logout,tag,untag,rmi,rm,kill,stop,start,restart,pause,unpause,rename runs changes connects
    sub update,wait,attach,commit runs changes connects
    sub container,image,network,volume,context,plugin,service,stack,node,secret,config,manifest runs changes connects
    sub pod,system,swarm runs changes connects
    sub builder,buildx,trust,checkpoint,machine,kube,generate,healthcheck,auto-update,mount runs changes connects
    sub unmount runs changes connects
    sub init,farm,artifact,quadlet runs changes connects
    sub compose runs changes connects
    -d --dry-run --compatibility --all-resources --build --detach
    -p= --ansi= --parallel= --profile= --progress= --project-name=
    -f= --file= --env-file= read
    --project-directory= cwd
  `,
  "docker-compose podman-compose": `
    # docker-compose help of every command, Compose 2.40; providers and hooks of the file can run
    gnu exact
    --all-resources --compatibility --dry-run
    -p= --ansi= --parallel= --profile= --progress= --project-name=
    -f= --file= --env-file= read
    --project-directory= cwd
    -h -v --help --version quiet
    sub ps,logs,images,ls,config,top,port,version,events,stats,volumes runs connects
    -a -q -f -t --all --quiet --follow --timestamps --services --no-color --no-log-prefix --no-interpolate --images
    -n= --format= --filter= --tail= --since= --until= --status=
    -o= --output= write
    sub run,exec runs changes connects
    posix
    -d -i -t -T -P -q --build --detach --interactive --no-TTY --no-tty --no-deps --quiet --rm --service-ports
    --use-aliases
    -e= -l= -p= -u= -w= --entrypoint= --env= --index= --label= --name= --publish= --user= --workdir=
    --env-from-file= read
    -v= --volume= write-below
    --privileged caution
    --cap-add= caution
    operands none command
    sub cp changes connects
    operands read-below write-below
    sub export connects
    -o= --output= write
    sub up,down,build,create,start,stop,restart,pull,push,rm,kill,pause,unpause,scale,wait,watch runs changes connects
    sub attach,commit,publish,bridge runs changes connects
  `,
  buildah: `
    # buildah --help, buildah 1.43
    gnu exact
    -h -v --help --version quiet
    sub images,containers,info,inspect,version,help connects
    sub run runs changes
    posix
    -t --tty --terminal
    -e= --env= --user= --workingdir= --network=
    -v= --volume= write-below
    --mount= --cap-add= --device= caution
    operands none command
    sub unshare runs
    posix
    operands command
    sub build,bud,from,add,copy,commit,config,push,pull,rm,rmi,tag,prune,mount,umount,rename runs changes connects
    sub manifest,login,logout,source runs changes connects
  `,
  skopeo: `
    # skopeo --help, skopeo 1.22
    gnu exact anywhere
    --debug --insecure-policy --raw --config --no-tags
    --command-timeout= --override-arch= --override-os= --creds= --format= --retry-times=
    --tls-verify=?
    --authfile= --policy= --cert-dir= read
    --tmpdir= write-below
    -h -v --help --version quiet
    sub inspect,list-tags,manifest-digest,help connects
    sub copy,sync,delete,login,logout,standalone-sign,standalone-verify,generate-sigstore-key changes connects
    --digestfile= -o= --output= write
  `,
  trivy: `
    # trivy --help, Trivy 0.6; plugins are not listed
    gnu exact
    -*
    -f= -s= --format= --severity= --exit-code= --scanners= --ignorefile= --timeout=
    -c= --config= --input= read
    -o= --output= write
    --cache-dir= write-below
    -h -v --help --version quiet
    always connects
    operands none read-below*
  `,
  "grype syft dive": `
    # grype --help, syft --help, dive --help: they read images or directories
    gnu exact
    -*
    -s= --scope= --fail-on= --select-catalogers= --exclude= --name=
    -c= --config= -t= --template= read
    --file= write
    -o= --output= caution
    -h --help --version quiet
    always connects
    operands read-below*
  `,

  // Kubernetes.
  "kubectl oc": `
    # kubectl help of every command, kubectl 1.36; a kubeconfig can name a program that is run
    gnu exact anywhere
    --match-server-version --warnings-as-errors --no-headers --all-containers --previous --timestamps --prefix
    --ignore-not-found --show-labels --show-kind --server-side --force --watch-only --show-managed-fields
    --all-namespaces -A -R -w --watch --recursive --local --overwrite --ignore-errors
    --raw= -n= -l= -o= -s= -c= -L= -v= --as= --as-group= --as-uid= --cluster= --context= --namespace= --request-timeout=
    --tls-server-name= --user= --v= --vmodule= --profile= --field-selector= --selector= --output= --sort-by= --template=
    --label-columns= --chunk-size= --container= --since= --since-time= --tail= --limit-bytes= --max-log-requests=
    --subresource= --field-manager= --dry-run= --grace-period= --timeout= --for= --revision= --to-revision= --type=
    --api-group= --verbs= --categories= --token= --username= --password= --api-version=
    --insecure-skip-tls-verify=? --disable-compression=? --wait=?
    --certificate-authority= --client-certificate= --client-key= read
    --kubeconfig= --kuberc= read runs
    --cache-dir= write-below
    --profile-output= write
    --server= host
    -h --help quiet
    sub help,completion,options,plugin,kuberc
    sub version connects
    --client=? dry
    sub get,describe,logs,top,events,explain,api-resources,api-versions,wait,auth connects
    -f= -k= --filename= --kustomize= read-below
    -p -f --follow
    sub cluster-info connects
    sub cluster-info dump connects
    --output-directory= write-below
    sub config view,get-contexts,get-clusters,get-users,current-context
    --minify --flatten --raw
    sub config changes
    sub rollout status,history connects
    sub rollout changes connects
    sub diff runs connects
    -f= -k= --filename= --kustomize= read-below
    sub kustomize runs connects
    --enable-helm --enable-exec --enable-alpha-plugins
    --helm-command= exec
    -o= --output= write
    operands read-below
    sub exec runs changes connects
    -i -t -q --stdin --tty --quiet
    --pod-running-timeout=
    -f= --filename= read
    operands none command
    sub run runs changes connects
    -i -t -q --stdin --tty --quiet --rm --attach --command --expose --privileged --leave-stdin-open
    --image= --env= --labels= --port= --restart= --overrides= --override-type= --annotations= --image-pull-policy=
    --pod-running-timeout=
    operands none command
    sub debug,attach runs changes connects
    sub cp changes connects
    --no-preserve
    --retries=
    operands read-below write-below
    sub port-forward,proxy changes connects
    sub label,annotate,taint,edit,scale,autoscale,certificate,cordon,uncordon,drain runs changes connects
    -f= -k= --filename= --kustomize= read-below
    --replicas= --current-replicas= --min= --max= --cpu-percent= --pod-selector=
    sub apply,create,replace,delete,patch,expose,set runs changes connects
    -f= -k= --filename= --kustomize= --patch-file= --from-file= --from-env-file= --cert= --key= read-below
    -p= --patch= --replicas= --from-literal= --image= --prune-allowlist=
  `,
  helm: `
    # docs/helm of helm-www, Helm 4; plugins, post-renderers and hooks run
    gnu exact anywhere
    -a -A -q -g -i --all --all-namespaces --debug --devel --atomic --install --create-namespace --dependency-update
    --generate-name --include-crds --is-upgrade --no-hooks --skip-crds --skip-tests --reuse-values --reset-values
    --force --short --strict --verify --validate --insecure-skip-tls-verify --kube-insecure-skip-tls-verify
    --pass-credentials --plain-http --versions --regexp --quiet
    -n= -l= -o= -m= -s= --namespace= --kube-context= --kube-token= --kube-as-user= --kube-as-group= --burst-limit=
    --qps= --set= --set-string= --set-json= --set-literal= --version= --timeout= --output= --max= --offset= --filter=
    --selector= --show-only= --api-versions= --kube-version= --name-template= --description= --labels= --revision=
    --template= --username= --password= --max-col-width= --history-max= --color=
    --dry-run=? --wait=?
    -f= --values= --set-file= --ca-file= --cert-file= --key-file= --keyring= --registry-config= read
    --repository-config= --kube-ca-file= read
    --kubeconfig= read runs
    --repository-cache= --content-cache= --output-dir= write-below
    --kube-apiserver= host
    --repo= fetch
    --post-renderer= --post-renderer-args= runs
    -h --help quiet
    sub version,env,help,completion
    sub list,ls,get,status,history,hist,search,show,inspect connects
    sub dependency,dep list,ls
    operands read-below
    sub repo,plugin list,ls
    sub lint
    operands read-below*
    sub template runs connects
    operands read-below*
    sub verify
    operands read
    sub test,uninstall,delete,rollback,push,repo,plugin,registry runs changes connects
    sub install,upgrade,pull,fetch,package,create,dependency,dep runs changes connects
    -d= --destination= --untardir= write-below
    operands none read-below
  `,
  kustomize: `
    # kustomize --help, kustomize 5.8
    gnu exact anywhere
    --enable-helm --enable-star --network --as-current-user
    --load-restrictor= --mount= --env=
    --enable-alpha-plugins --enable-exec runs
    --helm-command= exec
    -h --help quiet
    sub build runs connects
    -o= --output= write
    operands read-below*
    default read-below .
    sub version,help,completion,cfg
    sub create,edit,fn,localize runs changes
  `,
  "kind minikube k3d k3s ctr crictl": `
    # kind --help, kind 0.33; site of minikube, 2026
    gnu exact
    -q
    -v=
    -h --help --version quiet
    sub get clusters,nodes,kubeconfig connects
    sub node,cluster,addons,profile,service list connects
    sub version,help,completion,status,ip,profile,logs,images,ps,info connects
    sub get,node,service,addons,config,cache,image,cluster,kubectl,ssh,cp,mount,tunnel,start,stop runs changes connects
    sub delete,create,load,build,export,pause,unpause,update-context,dashboard,kubeconfig runs changes connects
  `,
  "k9s lens kubectx kubens stern kubetail kail": `
    # cmd/root.go of k9s, 2026; kubectx --help
    gnu exact
    -*
    -n= -l= -c= --context= --namespace= --kubeconfig= --selector= --since= --tail=
    --logFile= write
    -v --version -h --help
    always changes connects
  `,
  "argocd flux skaffold tilt devspace istioctl velero kubeadm eksctl kops k3sup": `
    # --help of each: they change clusters; version of some asks the cluster
    gnu exact
    -h --help quiet
    sub help,completion
    sub version connects
    --client dry
    sub list,get,logs,status,describe,check connects
    sub app,cluster,proj,repo list,get,diff,history connects
    sub app,cluster,proj,repo,apply,create,delete,deploy,dev,run,build,render,up,down,install runs changes connects
    sub upgrade,init,join,reset runs changes connects
  `,
  vagrant: `
    # vagrant --help, Vagrant 2.3.7; the Vagrantfile is Ruby
    gnu exact
    --color --no-color --machine-readable --debug --timestamp --no-tty -h -v --help --version
    always runs
    sub status,global-status,validate,ssh-config,port,version,help,list-commands,box,plugin,snapshot
    operands changes none*
    sub up,halt,destroy,init,provision,reload,resume,suspend,package,rsync,rsync-auto,upload,ssh,winrm changes connects
    sub login,cloud,cap,push,rdp,powershell changes connects
  `,
});
