/** Effects of system package managers and database clients. */
import type { ProgramFamily } from "../entry.ts";

export const packages: ProgramFamily = () => ({
  "apt apt-get": `
    # apt(8), apt-get(8), 2.6.1. A setting given by -o or -c can name commands to run.
    gnu anywhere
    -b -d -f -m -q -s -u -V -y -4 -6
    --all-versions --allow-change-held-packages --allow-downgrades --allow-insecure-repositories
    --allow-releaseinfo-change --allow-remove-essential --allow-unauthenticated --arch-only --assume-no
    --assume-yes --auto-remove --autoremove --build --compile --diff-only --download-only --dry-run --dsc-only
    --fix-broken --fix-missing --fix-policy --force-yes --full --ignore-hold --ignore-missing --indep-only
    --install-recommends --install-suggests --installed --just-print --list-cleanup --manual-installed --mark-auto
    --names-only --no-act --no-download --no-install-recommends --no-install-suggests --no-remove
    --no-show-upgraded --no-upgrade --only-source --only-upgrade --print-uris --purge --quiet --recon --reinstall
    --show-progress --show-upgraded --simulate --tar-only --trivial-only --upgradable --upgradeable
    --verbose --verbose-versions --with-new-pkgs --yes
    -a -P -t --build-profiles= --default-release= --host-architecture= --target-release= --error-on= --color=
    -e=?
    --with-source= read
    -c --config-file= read caution
    -o --option= caution
    -h -v --help --version quiet
    sub list,search,show,showsrc,depends,rdepends,policy,madison,moo,help,check,indextargets,history
    sub update,upgrade,full-upgrade,dist-upgrade,dselect-upgrade,install,reinstall,remove,purge changes runs connects
    sub autoremove,autopurge,auto-remove,clean,autoclean,auto-clean,distclean,satisfy,build-dep,hold,unhold changes runs
    sub source,download,fetch changes connects
    sub changelog connects
    sub edit-sources changes runs
  `,
  "apt-cache apt-config apt-mark": `
    # apt-cache(8), apt-config(8), apt-mark(8), 2.6.1
    gnu anywhere
    -a -f -g -i -n -q --all-names --all-versions --dumpavail --full --generate --important --installed
    --names-only --no-all-names --no-breaks --no-conflicts --no-depends --no-enhances --no-pre-depends
    --no-recommends --no-replaces --no-suggests --quiet --recurse
    --with-source= read
    -p -s --pkg-cache= --src-cache= write
    -c --config-file= read caution
    -o --option= caution
    -h -v --help --version quiet
    sub showpkg,stats,showsrc,dump,dumpavail,unmet,show,search,depends,rdepends,pkgnames,dotty,xvcg,policy,madison
    sub shell
    sub showauto,showmanual,showhold,showinstall,showremove,showpurge,minimize-manual
    sub gencaches,auto,manual,hold,unhold,install,remove,purge,markauto,unmarkauto changes
  `,
  aptitude: `
    # aptitude(8), 0.8.13
    gnu anywhere
    -*
    -o= caution
    -h --help --version quiet
    sub search,show,versions,why,why-not,help,changelog,showsrc
    sub install,remove,purge,hold,unhold,markauto,unmarkauto,reinstall,forget-new,keep,keep-all changes runs connects
    sub update,upgrade,safe-upgrade,full-upgrade,dist-upgrade,clean,autoclean,build-dep,download,source changes connects
  `,
  dpkg: `
    # dpkg(1), 1.21.22, and the actions of dpkg-deb(1) and dpkg-query(1) that it passes on
    -a -B -E -G -O -R --auto-deconfigure --dry-run --no-act --no-debsig --no-pager --no-triggers --pending
    --recursive --robot --selected-only --simulate --skip-same-version --triggers
    -D --abort-after= --debug= --ignore-depends= --path-exclude= --path-include= --status-fd= --verify-format=
    -l -L -p -s -S --list --listfiles --print-avail --search --status
    -C -V --assert-help --audit --compare-versions --force-help --get-selections --predep-package
    --print-architecture --print-foreign-architectures --validate-archname --validate-pkgname
    --validate-trigname --validate-version --verify --yet-to-unpack
    -c -f -I --contents --field --fsys-tarfile --ctrl-tarfile --info operands:read,none*
    -x -X -e --control --extract --vextract operands:read,write-below
    -b --build operands:read-below,write
    -i -P -r --configure --install --purge --remove --triggers-only --unpack changes runs
    -A --add-architecture --clear-avail --clear-selections --forget-old-unavail --merge-avail --record-avail changes
    --remove-architecture --set-selections --update-avail changes
    --force-all --force-depends --force-overwrite --force-confold --force-confnew --force-confdef
    --admindir= --instdir= --root= write-below
    --log= write
    --post-invoke= --pre-invoke= --status-logger= run
    -? --help --version quiet
  `,
  "dpkg-query": `
    # dpkg-query(1), 1.21.22
    -*
    -f --showformat=
    --admindir= --root= list
    -? --help --version quiet
  `,
  "dpkg-architecture": `
    # dpkg-architecture(1), 1.21.22 (-c runs a command)
    -*
    -c --command= run
    -? --help --version quiet
  `,
  "dpkg-deb": `
    # dpkg-deb(1), 1.21.22
    -D -v --debug --nocheck --no-uniform-compression --root-owner-group --uniform-compression --verbose
    -S -z -Z --deb-format= --showformat=
    --threads-max=
    -c -f -I -W --contents --ctrl-tarfile --field --fsys-tarfile --info --show operands:read,none*
    -e -R -x -X --control --extract --raw-extract --vextract operands:read,write-below
    -b --build operands:read-below,write
    -? --help --version quiet
  `,
  "dpkg-reconfigure dpkg-divert dpkg-statoverride update-alternatives debconf-set-selections": `
    # dpkg-reconfigure(8), dpkg-divert(1), dpkg-statoverride(1), update-alternatives(1), debconf-set-selections(1)
    -*
    --list --listpackage --truename --display --query --get-selections --help --version quiet
    always changes
  `,
  rpm: `
    # rpm(8), 4.18.0: the words that begin with -q are queries, where -i and the like only show
    -*
    -qa -qi -ql -qf -qc -qd -qR -qs -qp -qai -qal -qip -qlp -qpi -qpl -qpR -qRp -qil -qli -q --query
    -V -K --checksig --querytags --showrc --verify
    -e -F -i -U --erase --freshen --import --initdb --install --rebuilddb --reinstall --restore --setcaps changes runs
    --setperms --setugids --upgrade changes runs
    --qf= --queryformat= --tid= --whatprovides= --whatrequires=
    --macros= --rcfile= --load= read caution
    -D -E --define= --eval= --undefine= runs
    --pipe= run
    --dbpath= --root= write-below
    -? --help --version quiet
    operands source*
  `,
  "dnf yum": `
    # dnf(8), 4.14.0
    gnu anywhere
    -*
    -d -e -R -x --advisory= --color= --cve= --debuglevel= --disableplugin= --disablerepo= --enablerepo= --exclude=
    --excludepkgs= --forcearch= --qf= --queryformat= --releasever= --repo= --repoid= --whatprovides= --whatrequires=
    -c --config= read caution
    --setopt= --repofrompath= caution
    --destdir= --downloaddir= --installroot= write-below
    -h --help --version quiet
    sub list,info,search,provides,whatprovides,repolist,repoinfo,repoquery,check,check-update,deplist connects
    sub updateinfo,help,grouplist,groupinfo connects
    sub history list,info,userinstalled
    sub history redo,replay,rollback,store,undo changes runs connects
    sub history
    sub group list,info,summary connects
    sub group install,upgrade,remove,mark changes runs connects
    sub module list,info,provides connects
    sub module install,enable,disable,reset,remove,update,switch-to changes runs connects
    sub install,reinstall,remove,erase,upgrade,update,downgrade,autoremove,distro-sync,swap changes runs connects
    sub upgrade-minimal,groupinstall,groupremove,localinstall,builddep changes runs connects
    sub download,makecache changes connects
    sub clean,mark,alias,config-manager,copr,versionlock changes
    sub shell,repository-packages changes runs connects
  `,
  pacman: `
    # pacman(8), 6.0.2: -Q, -F and some forms of -S only show; those are listed as whole words
    -*
    -Q -Qi -Qii -Ql -Qs -Qe -Qm -Qn -Qo -Qu -Qd -Qdt -Qdtq -Qet -Qq -Qqe -Qqm -Qk -Qc -Qg -Qp -Qip -T -F -Fl -Fx --query
    --files --deptest
    -Ss -Ssq -Si -Sii -Sl -Sg
    -D -R -S -U --database --remove --sync --upgrade changes runs connects
    -y --refresh changes connects
    --arch= --assume-installed= --color= --ignore= --ignoregroup= --overwrite= --print-format=
    -b -r --cachedir= --dbpath= --gpgdir= --hookdir= --root= --sysroot= caution
    --config= read caution
    --logfile= write
    -h -V --help --version quiet
  `,
  brew: `
    # brew(1), Homebrew 4, docs/Manpage.md
    gnu exact anywhere
    -*
    --help --version --prefix --cellar --repository --cache --caskroom --env quiet
    sub list,ls,info,abv,deps,uses,leaves,desc,config,doctor,dr,missing,options,cat,commands,command,shellenv
    sub search,outdated,livecheck,log,formulae,casks connects
    sub help
    sub services list,info
    sub services changes
    sub tap-info,which-formula
    sub install,reinstall,uninstall,remove,rm,upgrade,update,update-reset,autoremove changes runs connects
    sub cleanup,link,ln changes
    sub unlink,pin,unpin,tap,untap,fetch,postinstall,migrate,switch,bundle,analytics,developer changes runs connects
    sub alias,unalias changes
    sub docs,home,homepage runs
    sub edit,create,sh,irb,ruby,test,audit,style,tests,exec runs
  `,
  snap: `
    # snap(8), snapd 2.57
    gnu anywhere
    -*
    -h --help --version quiet
    sub list,info,version,services,connections,interface,interfaces,changes,tasks,known,get,logs,model,whoami
    sub aliases,saved,warnings,help,debug
    sub find,search connects
    sub install,remove,refresh,revert changes runs connects
    sub enable,disable,connect,disconnect,set,unset,start,stop,restart changes runs
    sub alias,unalias,prefer,ack,save,restore,forget,export-snapshot,import-snapshot,login,logout,switch,try changes
    sub download,pack,prepare-image,create-cohort,abort,reboot,recovery,okay,wait,watch changes
    sub run runs
  `,
  flatpak: `
    # flatpak(1), 1.14
    gnu anywhere
    -*
    -h --help --version --default-arch --supported-arches --installations quiet
    sub list,info,history,remotes,documents,document-info,permissions,permission-show,ps
    sub search,remote-ls,remote-info connects
    sub install,update,upgrade,uninstall,remove,repair,mask,pin,config,override,make-current changes runs connects
    sub create-usb,kill,document-export,document-unexport,permission-remove,permission-reset,permission-set changes
    sub remote-add,remote-modify,remote-delete,build-init,build-finish,build-export,build-bundle changes
    sub build-import-bundle,build-sign,build-update-repo,build-commit-from,repo changes
    sub run,enter,build,spawn runs
  `,
  sqlite3: `
    # sqlite3(1), 3.40.1 (run: .shell, .output and ATTACH in its input run commands and write files)
    single
    -*
    -cmd= runs
    -init= read runs
    -A -archive changes
    -lookaside= -maxsize= -mmap= -newline= -nullvalue= -separator= -vfs= -heap= -escape=
    -help -version quiet
    operands write none*
    always runs changes
  `,
  psql: `
    # psql(1), PostgreSQL 15: \`\\!\` and \`\\o\` in a command run programs and write files
    -*
    -d -F -p -P -R -T -U -v --dbname= --field-separator= --port= --pset= --record-separator= --set= --table-attr=
    --username= --variable=
    -c --command= runs
    -f --file= read runs
    -h --host= host
    -L -o --log-file= --output= write
    -? -V --help --version quiet
    always runs changes connects
  `,
  "pg_dump pg_dumpall pg_isready": `
    # pg_dump(1), pg_dumpall(1), pg_isready(1), PostgreSQL 15
    -*
    -d -E -F -j -n -N -p -S -t -T -U -Z --dbname= --encoding= --exclude-schema= --exclude-table= --format= --jobs=
    --port= --schema= --table= --username=
    -h --host= host
    -f --file= write
    -? -V --help --version quiet
    always connects
  `,
  "createdb dropdb createuser dropuser pg_restore vacuumdb reindexdb clusterdb pgbench": `
    # createdb(1), dropdb(1), createuser(1), pg_restore(1), vacuumdb(1), PostgreSQL 15
    -*
    -h --host= host
    -f --file= write
    -? -V --help --version quiet
    operands read*
    always changes connects
  `,
  "mysql mariadb": `
    # mysql(1), MariaDB 10.11: \`\\!\`, \`tee\` and \`source\` in a command run programs and write files
    -*
    -D -P -S -u --database= --port= --socket= --user= --protocol= --default-character-set= --delimiter=
    -e --execute= runs
    --init-command= runs
    -h --host= host
    --defaults-extra-file= --defaults-file= --ssl-ca= --ssl-cert= --ssl-key= read
    --pager=? runs
    --tee= write
    --plugin-dir= runs
    -? -V --help --version quiet
    always runs changes connects
  `,
  "mysqldump mariadb-dump": `
    # mysqldump(1), MariaDB 10.11
    -*
    -P -S -u -w --port= --socket= --user= --where= --ignore-table=
    -h --host= host
    --defaults-extra-file= --defaults-file= read
    -r --log-error= --result-file= write
    -T --tab= write-below
    -? -V --help --version quiet
    always connects
  `,
  "mysqladmin mariadb-admin mysqlimport mariadb-import": `
    # mysqladmin(1), mysqlimport(1), MariaDB 10.11
    -*
    -h --host= host
    --defaults-extra-file= --defaults-file= read
    -? -V --help --version quiet
    always changes connects
  `,
  "redis-cli": `
    # redis-cli --help, 7.0
    exact
    -*
    -a -d -D -i -n -p -r -s -X --pass= --pattern= --user= --sni= --pipe-timeout=
    -h= host
    -u= fetch
    --cacert= --cacertdir= --cert= --key= read
    --eval= read runs
    --functions-rdb= --rdb= write
    --help --version quiet
    always changes connects
  `,
  "mongosh mongo": `
    # mongosh: mongodb.com/docs/mongodb-shell/reference/options; mongo(1), 3.6: JavaScript interpreters
    exact
    -*
    --eval= runs
    -f --file= read runs
    --host= host
    --help --version -h quiet
    always runs changes connects
  `,
});
