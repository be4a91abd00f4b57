/** Effects of Mercurial, Subversion and Jujutsu. */
import type { ProgramFamily } from "../entry.ts";

const hg = (): string => `
  # hg help -v, Mercurial 6.3.2
  gnu anywhere
  # Sets an alias, a hook or an extension.
  --config= caution
  --cwd= cwd
  -R= --repository= read-below
  -y --noninteractive -q --quiet -v --verbose --debug --traceback --time --profile --hidden
  --color= --encoding= --encodingmode= --pager=
  --debugger runs
  --version -h --help quiet

  sub log,history,tip,heads,parents
    -f --follow --follow-first -C --copies --removed -m --only-merges -p --patch -g --git -M --no-merges --stat
    -G --graph -t --topo -a --active -c --closed
    -d= --date= -k= --keyword= -r= --rev= -L= --line-range= -u= --user= --only-branch= -b= --branch= -B= --bookmark=
    -P= --prune= -l= --limit= --style= -T= --template= -I= --include= -X= --exclude=
    operands read*
  sub diff,di
    -a --text -g --git --binary --nodates --noprefix -p --show-function --reverse -w --ignore-all-space
    -b --ignore-space-change -B --ignore-blank-lines -Z --ignore-space-at-eol --stat -S --subrepos
    -r= --rev= --from= --to= -c= --change= -U= --unified= --root= -I= --include= -X= --exclude=
    operands read*
  sub status,st,stat
    -A --all -m --modified -a --added -r --removed -d --deleted -c --clean -u --unknown -i --ignored -n --no-status
    -C --copies -0 --print0 -S --subrepos
    -t= --terse= --rev= --change= -I= --include= -X= --exclude= -T= --template=
  sub annotate,blame,ann
    --follow --no-follow -a --text -u --user -f --file -d --date -n --number -c --changeset -l --line-number
    -w --ignore-all-space -b --ignore-space-change -B --ignore-blank-lines -Z --ignore-space-at-eol
    -r= --rev= --skip= -I= --include= -X= --exclude= -T= --template=
    operands read*
  sub cat
    --decode
    -r= --rev= -I= --include= -X= --exclude= -T= --template=
    -o= --output= write
    operands read*
  sub grep
    -0 --print0 --all --diff -a --text -f --follow -i --ignore-case -l --files-with-matches -n --line-number --all-files
    -u --user -d --date
    -r= --rev= -T= --template= -I= --include= -X= --exclude=
    operands none read*
    default read-below .
  sub files,locate,manifest,branches,tags,paths,root,verify
    -0 --print0 -S --subrepos --all -a --active -c --closed -f --fullpath --full
    -r= --rev= -I= --include= -X= --exclude= -T= --template=
  sub identify,id
    -n --num -i --id -b --branch -t --tags -B --bookmarks --insecure
    -r= --rev= -T= --template=
    -e= --ssh= --remotecmd= run
    operands host
  sub incoming,in,outgoing,out connects
    -f --force -n --newest-first -B --bookmarks -p --patch -g --git -M --no-merges --stat -G --graph --insecure
    -S --subrepos
    -r= --rev= -b= --branch= -l= --limit= --style= -T= --template=
    --bundle= write
    -e= --ssh= --remotecmd= run
    operands host
  sub summary,sum
    --remote connects
  sub export
    --switch-parent -a --text -g --git --binary --nodates
    -B= --bookmark= -r= --rev= -T= --template=
    -o= --output= write
  sub config,showconfig,debugconfig
    -u --untrusted --source --exp-all-known
    -T= --template=
    -e --edit -l --local -g --global --shared --non-shared changes runs
  sub bookmarks,bookmark,branch
    -f --force
    -r= --rev= -T= --template=
    -d --delete -i --inactive -C --clean changes
    -m= --rename= changes
    -l --list operands:none*
    operands changes
  sub phase
    -f --force
    -r= --rev=
    -p --public -d --draft -s --secret changes
  sub resolve
    -n --no-status
    -I= --include= -X= --exclude= -T= --template=
    -l --list operands:none*
    -a --all -m --mark -u --unmark --re-merge changes
    -t= --tool= exec
    operands changes
  sub help,version
    -c --command -e --extension -k --keyword
    -s= --system= -T= --template=

  sub archive
    --no-decode -S --subrepos
    -p= --prefix= -r= --rev= -t= --type= -I= --include= -X= --exclude=
    operands write-below
  sub bundle connects
    --exact -f --force -a --all --insecure
    -r= --rev= -b= --branch= --base= -t= --type=
    -e= --ssh= --remotecmd= run
    operands write host
  sub bisect changes
    -c= --command= run
    -*
  sub clone changes connects runs
    -u= --updaterev= -r= --rev= -b= --branch=
    -e= --ssh= --remotecmd= run
    -*
    operands host write-below
  sub init changes
    -e= --ssh= --remotecmd= run
    -*
    operands write-below
  sub pull,push changes connects runs
    -r= --rev= -B= --bookmark= -b= --branch= --pushvars=
    -e= --ssh= --remotecmd= run
    -*
    operands host
  sub import,patch,unbundle changes runs
    -p= --strip= -b= --base= -m= --message= -d= --date= -u= --user= -s= --similarity= --prefix=
    -l= --logfile= read
    -*
    operands read*
  sub commit,ci,amend,tag,backout,graft,merge,rebase,histedit,update,up,checkout,co,shelve,unshelve changes runs
    -l= --logfile= read
    -t= --tool= exec
    -*
  sub revert,remove,rm changes
    -r= --rev= -d= --date= -I= --include= -X= --exclude=
    -*
    operands write*
  sub copy,cp changes
    -I= --include= -X= --exclude= --at-rev=
    -*
    operands read* write
  sub rename,move,mv changes
    -I= --include= -X= --exclude= --at-rev=
    -*
    operands write* write
  sub purge,clean changes
    -a --abort-on-err --all -i --ignored --dirs --files -p --print -0 --print0 --confirm
    -I= --include= -X= --exclude=
    operands write-below*
    default write-below .
  sub add,addremove,forget,abort,continue,recover,rollback,strip changes
    -*
  sub serve changes connects runs
    -A= --accesslog= -E= --errorlog= --pid-file= write
    -*
`;

/** Options that every subcommand of `svn` has. */
const svnCommon = `
  --no-auth-cache --non-interactive --force-interactive --trust-server-cert -h --help
  --username= --password= --trust-server-cert-failures=
  # Names the program of a tunnel, a diff or an editor.
  --config-option= --config-dir= caution
`;

const svn = (): string => `
  # svn help, Subversion 1.14.2
  gnu exact
  --version -h --help quiet
  -q --quiet

  sub status,stat,st
    ${svnCommon}
    -u --show-updates connects
    -v --verbose -N --non-recursive -q --quiet --no-ignore --incremental --xml --ignore-externals
    --depth= -r= --revision= --changelist= --cl=
  sub info
    ${svnCommon}
    -R --recursive -H --human-readable --incremental --xml --include-externals --no-newline
    -r= --revision= --depth= --changelist= --cl= --show-item=
    --targets= read caution
    operands source*
  sub log connects
    ${svnCommon}
    -q --quiet -v --verbose -g --use-merge-history --stop-on-copy --incremental --xml --with-all-revprops
    --with-no-revprops --diff --internal-diff --ignore-eol-style
    -r= --revision= -c= --change= -l= --limit= --with-revprop= --depth= -x= --extensions= --search= --search-and=
    --targets= read caution
    --diff-cmd= exec
    operands source*
  sub diff,di
    ${svnCommon}
    -N --non-recursive --internal-diff --ignore-eol-style --no-diff-added --no-diff-deleted --ignore-properties
    --properties-only --show-copies-as-adds --notice-ancestry --summarize --force --xml --git --patch-compatible
    --depth= -x= --extensions= --changelist= --cl=
    -c= --change= -r= --revision= connects
    --old= --new= source
    --diff-cmd= exec
    operands source*
  sub list,ls,mergeinfo connects
    ${svnCommon}
    -v --verbose -R --recursive -H --human-readable --incremental --xml --include-externals --log -q --quiet
    -r= --revision= --depth= --search= --show-revs=
    operands source*
  sub cat,blame,praise,annotate,ann connects
    ${svnCommon}
    -v --verbose -g --use-merge-history --incremental --xml --ignore-eol-style --force --ignore-keywords
    -r= --revision= -x= --extensions=
    operands source*
  sub propget,pget,pg,proplist,plist,pl
    ${svnCommon}
    -v --verbose -R --recursive --revprop --strict --no-newline --xml --show-inherited-props -q --quiet
    --depth= -r= --revision= --changelist= --cl=
    operands source*
  sub auth
    ${svnCommon}
    --show-passwords caution
    --remove changes
  sub help,?,h
    -*

  sub checkout,co,export changes connects
    ${svnCommon}
    -r= --revision= --depth= --native-eol=
    -*
    operands host write-below
  sub commit,ci,import,update,up,switch,sw,merge,relocate,lock,unlock,mkdir changes connects
    ${svnCommon}
    -m= --message= --encoding= --with-revprop= --changelist= --cl= -r= --revision= -c= --change= --depth= --set-depth=
    --accept= --strip=
    -F= --file= --targets= read
    --editor-cmd= run
    --diff3-cmd= exec
    -*
  sub add,changelist,cl,cleanup,resolve,resolved,upgrade,propdel,pdel,pd,propset,pset,ps,propedit,pedit,pe changes
    ${svnCommon}
    -F= --file= --targets= read
    --editor-cmd= run
    -*
  sub patch changes
    ${svnCommon}
    --strip=
    -*
    operands read write-below
  sub revert,delete,del,remove,rm changes connects
    ${svnCommon}
    -m= --message= --encoding= --with-revprop= --depth= --changelist= --cl=
    -F= --file= --targets= read
    --editor-cmd= run
    -*
    operands write*
  sub copy,cp,move,mv,rename,ren changes connects
    ${svnCommon}
    -m= --message= --encoding= --with-revprop= -r= --revision=
    -F= --file= read
    --editor-cmd= run
    -*
    operands write* write
`;

/** How `jj` shows changes. */
const jjShown = `
  -T= --template= --context=
  -s --summary --stat --types --name-only --git --color-words -w --ignore-all-space -b --ignore-space-change
  -p --patch --no-patch -G --no-graph --reversed
  --tool= exec
`;

const jj = (): string => `
  # jj command line reference, 0.44
  gnu exact anywhere
  -R= --repository= read-below
  --config= caution
  --config-file= read caution
  --ignore-working-copy --no-integrate-operation --ignore-immutable --debug --quiet --no-pager
  --at-operation= --at-op= --color=
  -h --help -V --version quiet

  # Every command records the state of the working copy first. That does not count as a change.
  sub log,interdiff,diff
    ${jjShown}
    -r= --revision= --revisions= -n= --limit= -f= --from= -t= --to=
    --count
    operands read*
  sub show,evolog,evolution-log
    ${jjShown}
    -r= --revision= --revisions= -n= --limit=
  sub status,st
  sub root,version,help
    -k= --keyword=
  # Help, or options before the second word.
  sub file,operation,op,bookmark,b,tag,config,workspace,sparse,git,gerrit,util,bisect
    operands changes connects runs
  sub file annotate,show,list
    -r= --revision= -T= --template=
    operands read*
  sub file search
    -r= --revision= -p= --pattern=
    --name-only -n --line-number
    operands read*
    default read-below .
  sub operation,op log,show,diff,l,s,d
    ${jjShown}
    -n= --limit= --operation= --op= -f= --from= -t= --to= --show-changes-in=
    -d --op-diff --no-op-diff
  sub bookmark,b,tag list,l
    -a --all-remotes -t --tracked -c --conflicted
    --remote= -r= --revision= -T= --template= --sort=
  sub config get,list,path,g,l,p
    --include-defaults --include-overridden --user --repo --workspace
    -T= --template=
  sub workspace list,root
    -T= --template= --name=
  sub sparse list
  sub git root
  # "list" or "status" is the only word of a harmless use.
  sub git remote
    operands none changes
  sub git colocation
    operands changes
  sub util completion,config-schema,markdown-help,backend

  sub bookmark,b,tag create,delete,forget,move,rename,set,track,untrack,advance,c,d,f,m,r,s,t,a,u changes
    -*
  sub config set,unset,edit,gc,s,u,e changes runs caution
    -*
  sub operation,op abandon,integrate,restore,revert changes
    -*
  sub workspace add changes
    --name= -r= --revision= -m= --message= --sparse-patterns=
    operands write-below
  sub workspace forget,rename,update-stale changes
    -*
  sub sparse edit,reset,set changes
    -*
  sub file track,untrack,chmod changes
    -*
  sub git clone changes connects
    --remote= --depth= -b= --branch= -t= --tag= --object-hash=
    --colocate --no-colocate
    operands host write-below
  sub git init changes
    --object-hash=
    --git-repo= read-below
    --colocate --no-colocate
    operands write-below
  sub git export,import changes
  sub git,gerrit fetch,push,upload changes connects
    -*
  sub restore changes
    -f= --from= -t= --into= --to= -c= --changes-in=
    --tool= exec
    -*
    operands write*
  sub resolve changes runs
    -r= --revision=
    -l --list
    --tool= exec
    operands write*
  sub fix changes runs
    -*
  sub abandon,absorb,arrange,commit,ci,converge,describe,desc,diffedit,duplicate,edit,metaedit,new,next changes
    --tool= exec
    -*
  sub parallelize,prev,rebase,redo,revert,sign,simplify-parents,split,squash,undo,unsign changes
    --tool= exec
    -*
  sub util gc,snapshot changes
    -*
  sub util install-man-pages changes
    operands write-below
  sub util exec
    runner
    operands command
  sub run changes runs
    runner
    -r= --revision= -j= --jobs=
    --root --clean --restore-descendants --passthrough --ignore-changes --ignore-errors
    operands command
  sub bisect run changes runs
    runner
    -r= --range=
    --find-good
    operands command
`;

export const versionControl: ProgramFamily = () => ({ hg: hg(), svn: svn(), jj: jj() });
