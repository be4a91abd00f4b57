/** Effects of toolchains with their own virtual machine, runtime or package manager. */
import type { ProgramFamily } from "../entry.ts";

export const languages: ProgramFamily = () => ({
  dotnet: `
    # docs/core/tools of dotnet/docs, 2026; project files are MSBuild code
    gnu exact
    -d --diagnostics --info --list-sdks --list-runtimes --version
    -h --help quiet
    --additionalprobingpath= --additional-deps= --depsfile= --fx-version= --roll-forward= --runtimeconfig= read
    sub help
    sub build,test,run,publish,pack,restore,clean,msbuild,watch,vstest,store runs
    --force --interactive --no-dependencies --no-incremental --no-restore --nologo --no-self-contained --self-contained
    --sc --no-build --no-cache --disable-build-servers --use-current-runtime --ucr --no-launch-profile --list-tests
    --blame --blame-crash --blame-hang -t --include-symbols --include-source
    -a= -c= -f= -r= -v= -e= -lp= -p= --arch= --configuration= --framework= --runtime= --verbosity= --os=
    --version-suffix= --property= --environment= --launch-profile= --filter= --test-adapter-path= --collect= -l=
    --logger= --tl= --target=
    --file= --manifest= -s= --settings= --configfile= --project= read
    --source= fetch
    -o= --output= --artifacts-path= --results-directory= --packages= write-below
    -d= --diag= -bl= --binaryLogger= write
    operands read-below
    sub format runs
    --include-generated --no-restore --folder
    -v= --verbosity= --diagnostics= --exclude= --exclude-diagnostics= --include= --severity=
    --binarylog= --report= write
    --verify-no-changes operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub new list,search,details connects
    sub new changes runs
    -o= --output= write-below
    sub sln list
    sub sln,solution changes
    sub list runs connects
    sub package list,search runs connects
    sub reference list
    sub add,remove,package,reference,project,tool,workload,nuget,dev-certs,build-server,sdk changes runs connects
    sub tool list,search connects
    sub workload list,search connects
    sub sdk check connects
    sub nuget list,why,verify connects
    sub nuget locals
    -l --list
    -c --clear changes
    sub nuget push changes connects
    -s= -k= --source= --api-key=
    operands read
  `,
  swift: `
    # swift --help and swift package --help, Swift 6.2.3; Package.swift is code. Without a subcommand it is a compiler
    gnu exact
    -h -help --help --version -version quiet
    always runs
    sub build,test,run
    -v -q --verbose --quiet --very-verbose --vv --skip-update --disable-sandbox --build-tests --show-bin-path
    --skip-build --parallel --no-parallel -l --list-tests --enable-code-coverage --disable-code-coverage
    --static-swift-stdlib --skip-tests --show-codecov-path
    -c= -j= -s= -Xcc= -Xswiftc= -Xlinker= -Xcxx= --configuration= --triple= --sdk= --toolchain= --swift-sdk= --sanitize=
    --jobs= --build-system= --traits= --target= --product= --num-workers= --filter= --skip= --toolset=
    --pkg-config-path=
    --netrc-file= read
    --cache-path= --config-path= --security-path= --scratch-path= --swift-sdks-path= --attachments-path= write-below
    --xunit-output= write
    --default-registry-url= fetch
    --package-path= cwd
    sub package describe,dump-package,show-dependencies,show-executables,compute-checksum,completion-tool
    --type= --format= --package-path=
    -o= --output-path= write
    sub package changes connects
    --package-path= cwd
    sub sdk list
    sub sdk changes connects
    sub repl
    sub format
    -r -p -s --recursive --parallel --strict
    --configuration= --assume-filename=
    -i --in-place operands:rewrite*
    operands read-below*
    sub format lint
    -r -p -s --recursive --parallel --strict
    operands read-below*
  `,
  java: `
    # java --help and -X, OpenJDK 25; with -version, -javaagent was seen to load its file and -Xlog to write one
    posix exact
    -version --version -fullversion -showversion --show-version -help --help -h -? -X --help-extra --list-modules -ea
    -esa -da -dsa -server -client --enable-preview --validate-modules --disable-@files -verbose --dry-run
    --add-modules= --add-reads= --add-exports= --add-opens= --limit-modules= --enable-native-access= --describe-module=
    -d= --source=
    -D=?
    -cp= -p= -classpath= --class-path= --module-path= --upgrade-module-path= --patch-module= runs
    -javaagent= -agentlib= -agentpath= runs
    -jar= read runs operands:none*
    -m= --module= runs operands:none*
    operands runs read none*
  `,
  javac: `
    # javac --help, OpenJDK 25; annotation processors on the class path can run
    gnu exact
    -g -deprecation -nowarn -parameters -verbose -Werror -proc:none -proc:only -proc:full -implicit:none -implicit:class
    --enable-preview -Xlint -Xlint:all -Xlint:deprecation -Xlint:unchecked -version --version -help --help -X
    --help-extra -g:none -?
    -cp= -p= -m= -classpath= --class-path= --module-path= --module= --module-source-path= --module-version= -encoding=
    --release= --source= -source= --target= -target= --add-modules= --limit-modules= --system= -sourcepath=
    --source-path= -bootclasspath= --boot-class-path= -profile=
    -A=?
    -processor= -processorpath= --processor-path= --processor-module-path= runs
    -J=? runs
    -d= -s= -h= write-below
    operands changes runs read*
  `,
  jar: `
    # jar --help, OpenJDK 25; it unpacks into the current directory
    gnu bundle
    -v -M -0 -k -n --verbose --no-manifest --no-compress --keep-old-files --validate
    -e= -p= --main-class= --module-version= --hash-modules= --module-path= --release= --date=
    -m= --manifest= read
    -c -u --create --update operands:read-below*
    -t -d --list --describe-module turns:-f=read turns:--file=read operands:none*
    -x --extract changes turns:-f=read turns:--file=read operands:none*
    -i= --generate-index= -f= --file= write
    -C= --dir= cwd
    --help --version --help-extra quiet
  `,
  "kotlinc scalac groovyc": `
    # kotlinc -help, scalac -help: compiler plugins can run
    gnu exact
    -cp= -classpath= -Xplugin= -jvm-target= -encoding=
    -d= write-below
    -version -help
    operands changes runs read*
  `,
  "kotlin scala groovy clojure clj": `
    # scala(1), groovy --help, clj(1): interpreters whose options are not listed
    posix exact
    -version --version -help --help
    always runs
    operands read none*
  `,
  sbt: `
    # sbt --help, sbt 1: build.sbt is Scala
    posix exact
    -v -d --debug --batch --no-colors
    --sbt-dir= --ivy= --sbt-boot= write-below
    always runs
  `,

  // Haskell.
  stack: `
    # stack --help, Stack 3.7.1; Setup.hs, Template Haskell and hpack are code of the project
    gnu exact anywhere
    -v --verbose --silent --system-ghc --install-ghc --no-terminal --terminal --fast --pedantic --file-watch --haddock
    --test --bench --no-run-tests --dry-run --only-dependencies --dependencies-only --force-dirty --keep-going
    --copy-bins --coverage
    -j= --verbosity= --arch= --ghc-variant= --jobs= --color= --resolver= --snapshot= --compiler= --flag= --ghc-options=
    --ta= --test-arguments= --package= --lock-file= --work-dir=
    --stack-yaml= read
    --stack-root= --local-bin-path= write-below
    --with-gcc= --with-hpack= --exec= runs
    --setup-info-yaml= --snapshot-location-base= fetch
    -h --help --version --numeric-version quiet
    sub build,test,bench,haddock,query,ide,sdist,hpc runs
    sub run,ghc,ghci,repl,script,eval runs
    -h --help --version --numeric-version
    sub runghc,runhaskell runs
    posix
    -h --help --version --numeric-version
    operands read none*
    sub exec runs
    posix runner
    operands command
    sub path,ls,list,dot,templates,uninstall runs
    sub update,unpack,setup,upgrade changes connects
    sub install,clean,purge,new,init,config,docker,upload,hoogle runs changes connects
  `,
  cabal: `
    # cabal --help, cabal-install 3.12; Setup.hs and Template Haskell are code of the project
    gnu exact anywhere
    -h -V --help --version --numeric-version quiet
    --enable-tests --disable-tests --enable-benchmarks --enable-coverage --enable-profiling --dry-run
    --only-dependencies --keep-going --offline
    -f= -c= --flags= --constraint= --test-show-details= --test-option= --test-options= --index-state= --project-dir=
    -v=? -j=? -O=? --disable-profiling=? --verbose=? --jobs=? --ghc-options=? --allow-newer=?
    --config-file= --project-file= read
    --builddir= --store-dir= --installdir= --prefix= --bindir= --output-directory= --haddock-output-dir= write-below
    -w= --with-compiler= --test-wrapper= --root-cmd= runs
    sub run,repl,bench,test runs
    -h -V --help --version --numeric-version
    sub build,haddock,haddock-project,list-bin,path,check,outdated,gen-bounds,sdist runs
    sub exec runs
    posix runner
    operands command
    sub list,info,help connects
    sub update,fetch,get,unpack changes connects
    sub install,init,configure,freeze,clean,upload,report,user-config,hscolour runs changes connects
  `,
  ghc: `
    # ghc --help and ghc(1), GHC 9.10; Template Haskell runs code, -e runs its own
    gnu exact
    -c -v -O -O0 -O1 -O2 -Wall -Werror -prof -threaded -dynamic -static --make
    -package=
    -i=? -I=? -X=? -W=? -f=?
    -o= -ohi= write
    -odir= -hidir= -outputdir= -dumpdir= -stubdir= -tmpdir= write-below
    -F= -pgmF= -pgmP= -pgmc= -pgml= -e= runs
    -V --version --numeric-version --info --print-libdir --supported-extensions --help -?
    operands changes runs read*
  `,
  "ghci runghc runhaskell": `
    # runghc --help, GHC 9.10; words after the file are the program's own
    posix exact
    --version --help
    -e= -i= -X= -f= --ghc-arg=
    always runs
    operands read none*
  `,

  // OCaml.
  "ocaml utop": `
    # ocaml -help, OCaml 5.4; -e was seen to run before -version
    posix exact
    -version --version -vnum
    -w= -I= -H= -e= -init= -open= -ppx= -args= -args0= -warn-error= -alert= -color= -keywords=
    always runs
    operands read none*
  `,
  "ocamlc ocamlopt ocamlfind": `
    # ocamlc -help, OCaml 5.4
    gnu exact
    -a -c -g -i -p -v -annot -bin-annot -linkall -thread -unsafe -verbose -config -where -vnum -version --version
    -linkpkg
    -package= -w= -I= -H= -cclib= -ccopt= -color= -open= -for-pack= -dllib= -warn-error= -syntax=
    -impl= -intf= -args= -args0= -cmi-file= -use-prims= -use-runtime= read
    -pp= -ppx= -cc= run
    -plugin= runs
    -o= -dump-dir= write
    operands changes read*
  `,
  dune: `
    # dune help of every command, dune 3.24.1; rules of dune files run actions, (run …) and OCaml syntax
    gnu anywhere
    -f -w --force --watch --verbose --release --no-buffer --no-config --no-print-directory --debug-backtraces
    --always-show-command-line --passive-watch-mode --stop-on-first-error --disable-promotion --ignore-promoted-rules
    --build-info
    -j= -p= -x= --alias= --alias-rec= --profile= --display= --only-packages= --for-release-of-packages= --sandbox=
    --cache= --error-reporting= --instrument-with= --default-target= --context= --watch-exclusions=
    --terminal-persistence=
    --workspace= --config-file= read
    --build-dir= write-below
    --trace-file= --dump-gc-stats= write
    --diff-command= run
    --target-exec= runs
    --root= cwd
    --auto-promote changes
    --version quiet
    --help=? quiet
    sub build,test,runtest,describe,show,rules,top,utop,ocaml,printenv,rpc,diagnostics,internal,monitor runs
    sub external-lib-deps,installed-libraries,ocaml-merlin runs
    sub exec runs
    posix runner
    -f -w --force --watch --no-build --verbose --release
    -j= -p= -x= --profile= --context= --display=
    --root= cwd
    operands command
    sub help
    sub format-dune-file
    operands read
    sub promotion diff,list
    sub fmt,promote,promotion,clean,install,uninstall,init,subst,upgrade,cache,pkg,tools,shutdown,package runs changes
  `,
  opam: `
    # opam help, opam 2.6.1
    gnu anywhere
    -q -v -y -w --best-effort --debug --no --no-auto-upgrade --no-self-upgrade --quiet --safe --readonly --strict
    --verbose --yes --working-dir --use-internal-solver
    --cli= --color= --confirm-level= --criteria= --debug-level= --switch=
    --cudf= --json= write
    --root= read-below
    --solver= runs
    --version --git-version quiet
    --help=? quiet
    sub list,show,info,search,tree,why,env,help,source connects
    -a -i -A -s --all --installed --available --short --raw --installed-roots --base --pinned --recursive --depopts
    --normalise --sort --where
    --required-by= --depends-on= --columns= --field= --fields=
    sub var,option
    --global
    --package=
    operands none changes
    sub lint
    -s --short --strict
    --warn=
    operands read*
    sub config report,list,env,expand,var
    sub switch list,show,list-available connects
    sub repository,remote list
    sub pin list
    sub exec runs
    posix runner
    --set-root --set-switch --readonly
    --switch= --root=
    operands command
    sub init,install,reinstall,remove,uninstall,update,upgrade,switch,pin,unpin,repository,remote runs changes connects
    sub config,lock,clean,admin changes
  `,

  // Erlang and Elixir.
  mix: `
    # mix help, Elixir 1.20.4; mix.exs is code. Without a task it is run
    gnu exact
    -v -h --version --help
    always runs
    sub help,local,archive,escript,source
    sub test,compile,run,eval,deps,deps.tree,app.config,app.tree,app.start,xref,loadconfig,test.coverage,credo
    sub dialyzer,hex.outdated,phx.routes,phx.server,profile.eprof,profile.fprof,profile.cprof,profile.tprof
    sub format
    --dry-run --force --no-exit --migrate
    --dot-formatter= read
    --check-formatted operands:none*
    operands write*
    default rewrite .
    sub cmd,do
    sub new changes
    operands write-below
    sub deps.get,deps.update,deps.clean,deps.compile,deps.unlock,archive.install,archive.uninstall changes connects
    sub archive.build,clean,escript.build,escript.install,escript.uninstall,local.hex,local.rebar changes connects
    sub release,release.init,ecto.migrate,ecto.create,ecto.drop,ecto.reset,hex.publish,hex.user,phx.new changes
  `,
  "elixir iex elixirc": `
    # elixir --help, Elixir 1.20.4; --version counts only when it is alone
    posix exact
    --color --no-color --no-halt --hidden
    -e= -S= --eval= --rpc-eval= --erl= --cookie= --name= --sname= --boot= --boot-var= --logger-otp-reports= --remsh=
    --dot-iex=
    -r= -pr= --erl-config= --vm-args= read
    -pa= -pz= read-below
    -o= --pipe-to= write-below
    -h -v --help --version --short-version quiet
    always runs
    operands read none*
  `,
  "erl escript werl": `
    # erl(1), Erlang/OTP 29; -version was seen to end it at any position
    posix exact
    -noshell -noinput -detached -hidden
    -eval= -run= -s= -sname= -name= -setcookie= -pa= -pz= -config= -boot= -args_file= -mode= -heart= -start_epmd=
    -version -emu_version quiet
    always runs
    operands read none*
  `,
  erlc: `
    # erlc --help, Erlang/OTP 29
    gnu exact
    -d -v -W -W0 -Wall -Werror -M -MG -MP -help -list-features
    -E -S -P changes
    -b= -MT= -MQ= -enable-feature= -disable-feature= -describe-feature=
    -D=?
    -I= -pa= -pz= read-below
    -o= write-below
    -MF= write
    -MD -MMD changes
    operands changes runs read*
  `,
  rebar3: `
    # rebar3 help, rebar3 3.28; rebar.config can contain code and plugins
    gnu exact
    -h -v --help --version quiet
    always runs
    sub help,version,path,deps,tree,alias,pkgs,report,completion
    sub compile,eunit,ct,dialyzer,xref,cover,edoc,shell,do,as,proper
    sub fmt,clean,escriptize,release,tar,relup,new,get-deps,unlock,update,upgrade,plugins,local,experimental,hex changes
  `,
});
