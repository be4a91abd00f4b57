/** Effects of build tools and task runners. */
import type { ProgramFamily } from "../entry.ts";

export const builds: ProgramFamily = () => ({
  "make gmake": `
    # make --help, GNU make 4.4.1; --version was seen to take precedence over --eval
    gnu
    -b -m -B -d -e -i -k -L -n -p -q -r -R -s -S -w --always-make --environment-overrides --ignore-errors --keep-going
    --check-symlink-times --just-print --dry-run --recon --print-data-base --question --no-builtin-rules --silent
    --quiet --no-builtin-variables --no-silent --no-keep-going --stop --trace --print-directory --no-print-directory
    --warn-undefined-variables
    -o= -W= -E= --old-file= --assume-old= --what-if= --new-file= --assume-new= --eval= --jobserver-style=
    --jobserver-auth=
    -j=? -l=? -O=? --jobs=? --load-average=? --max-load=? --output-sync=? --debug=? --shuffle=?
    -t --touch changes
    -C= --directory= cwd
    -f= --file= --makefile= read
    -I= --include-dir= read-below
    -h -v --help --version quiet
    always runs
  `,
  bmake: `
    # make(1), NetBSD bmake 20200710; it has no --version
    posix
    -B -e -i -k -N -n -q -r -S -s -t -W -w -X
    -D= -d= -J= -j= -V= -v= -T=
    -C= cwd
    -f= read
    -I= -m= read-below
    always runs
  `,
  "ninja samu": `
    # ninja --help, ninja 1.13.2
    gnu
    -n -v --verbose --quiet
    -j= -k= -l= -d= -w=
    -C= cwd
    -f= read
    -t= changes
    -h --help --version quiet
    always runs
  `,
  cmake: `
    # cmake --help and cmake(1), CMake 4.3.4; --help and --version write to a file when one is named
    gnu exact
    -N --fresh --log-context --debug-trycompile --debug-output --debug-find --trace --trace-expand --warn-uninitialized
    --warn-unused-vars --no-warn-unused-cli --check-system-vars --compile-no-warning-as-error --debugger -v --verbose
    --link-no-warning-as-error --clean-first --use-stderr --strip --print-config-dir
    -D= -U= -G= -T= -A= -j= -t= --log-level= --loglevel= --debug-find-pkg= --debug-find-var= --trace-format= --parallel=
    --trace-source= --profiling-format= --target= --config= --component= --default-directory-permissions=
    --resolve-package-references= --install-prefix= --debugger-pipe= --project-file=
    --list-presets=? -W=? -L=?
    --workflow runs
    --preset= --open= runs
    -S= read-below runs
    -B= write-below runs
    -C= -P= --toolchain= read runs
    --build= write-below runs operands:none*
    --install= read-below changes runs
    --prefix= write-below
    --graphviz= --trace-redirect= --profiling-output= --debugger-dap-log= --sarif-output= write
    -E caution
    --find-package runs
    --system-information --help --version -version -h -H -help -usage --help-full --help-manual-list operands:write*
    --help-command-list --help-commands --help-module-list --help-modules --help-policy-list operands:write*
    --help-policies --help-property-list --help-properties --help-variable-list --help-variables operands:write*
    --help-manual= --help-command= --help-module= --help-policy= --help-property= --help-variable= operands:write*
    operands runs write-below*
  `,
  ctest: `
    # ctest --help, CMake 4.3.4; --version can name a file to write
    gnu exact
    -V -VV -F -Q -N -U --verbose --extra-verbose --progress --debug --output-on-failure --stop-on-failure --quiet
    --union --rerun-failed --no-label-summary --no-subproject-summary --schedule-random --print-labels --list-presets
    -C= -j= -L= -R= -E= -LE= -FA= -FS= -FC= -D= -M= -T= -I= --preset= --build-config= --parallel= --label-regex=
    --tests-regex= --exclude-regex= --label-exclude= --timeout= --stop-time= --repeat= --max-width=
    --test-output-size-passed= --test-output-size-failed= --no-tests= --test-load= --repeat-until-fail=
    --schedule-random-seed=
    --show-only=?
    -A= --add-notes= --tests-from-file= --exclude-from-file= --resource-spec-file= --extra-submit= -S= -SP= read
    --script= --script-new-process= read
    -O= --output-log= --output-junit= write
    --test-dir= cwd
    --version operands:write*
    --build-and-test operands:write-below*
    always runs
  `,
  cpack: `
    # cpack --help, CMake 4.3.4
    gnu exact
    -V --verbose --trace --trace-expand --debug --list-presets
    -G= -C= -D= -P= -R= --vendor= --preset=
    --config= read
    -B= write-below
    --version operands:write*
    always runs changes
  `,
  meson: `
    # meson --help of every command, Meson 1.12.1; without a command it is setup
    gnu
    -v -h --version --help quiet
    sub help
    sub setup runs
    --debug --errorlogs --prefer-static --stdsplit --strip --werror --vsenv --fatal-meson-warnings --reconfigure
    --clearcache
    -D= --prefix= --bindir= --datadir= --includedir= --infodir= --libdir= --libexecdir= --localedir= --localstatedir=
    --mandir= --sbindir= --sharedstatedir= --sysconfdir= --auto-features= --backend= --buildtype= --default-library=
    --optimization= --unity= --unity-size= --warnlevel= --wrap-mode= --force-fallback-for= --pkg-config-path=
    --cmake-prefix-path= --layout= --genvslite= --install-umask=
    --native-file= --cross-file= read
    --wipe changes
    -v -h --version --help quiet
    operands write-below read-below
    sub compile runs
    --clean -v --verbose
    -j= -l= --jobs= --load-average= --ninja-args= --vs-args= --xcode-args=
    -C= cwd
    -h --help quiet
    sub test runs
    --no-rebuild --gdb -i -v -q --interactive --list --no-stdsplit --print-errorlogs --benchmark --verbose --quiet
    -k= -j= -t= --maxfail= --repeat= --suite= --no-suite= --exclude= --num-processes= --timeout-multiplier= --setup=
    --test-args= --max-lines= --slice= --logbase=
    --gdb-path= --wrapper= exec
    -C= cwd
    -h --help quiet
    sub introspect
    --ast --benchmarks --buildoptions --buildsystem-files --compilers --dependencies --scan-dependencies --installed
    --install-plan --machines --projectinfo --targets --tests -a -i -f --all --indent --force-object-output
    --backend=
    operands read-below
    sub configure
    --no-pager
    --clearcache changes
    -D= -U= changes
    operands read-below
    sub install runs changes
    --no-rebuild --only-changed -q -n --quiet --dry-run --strip
    --tags=
    --skip-subprojects=?
    -C= cwd
    --destdir= write-below
    sub dist runs changes
    -C= cwd
    --allow-dirty --include-subprojects --no-tests
    -j= --formats= --num-processes=
    sub init runs changes
    -C= cwd
    sub format,fmt
    -q -d -r -s -e --check-only --check-diff --recursive --subprojects --editor-config
    --source-file-path=
    -c= --configuration= read
    -i --inplace changes operands:rewrite*
    -o= --output= write
    operands read-below*
    sub env2mfile
    --cross --native --android --use-for-build
    --debarch= --gccsuffix= --system= --subsystem= --kernel= --cpu= --cpu-family= --endian=
    -o= write
    sub wrap list,search,info,status connects
    sub wrap install,update,promote,update-db changes connects
    sub subprojects update,checkout,download,purge,packagefiles changes connects
    sub rewrite changes
    sub reprotest runs
    sub devenv runs
    posix
    -C= cwd
    -w= --workdir=
    operands command
  `,
  "bazel bazelisk": `
    # bazel help, Bazel 7.7.1; a workspace can contain tools/bazel, which runs for every command
    gnu exact anywhere
    -k -s -t --keep_going --nokeep_going --verbose_failures --nobuild --stamp --nostamp --subcommands
    -c= -j= --explain= --config= --jobs= --compilation_mode= --test_output= --test_filter= --test_arg= --test_env=
    --action_env= --define= --copt= --cxxopt= --linkopt= --platforms= --cpu= --runs_per_test= --test_tag_filters=
    --test_timeout= --local_test_jobs= --color= --curses= --output= --output_groups= --spawn_strategy=
    --local_resources= --max_idle_secs=
    --output_base= --output_user_root= --disk_cache= --repository_cache= --symlink_prefix= --vendor_dir= write-below
    --bazelrc= --target_pattern_file= read
    --profile= --memory_profile= --build_event_json_file= --build_event_text_file= --build_event_binary_file= write
    --execution_log_binary_file= --execution_log_json_file= --execution_log_compact_file= --remote_grpc_log= write
    --run_under= --credential_helper= exec
    --remote_cache= --remote_executor= --bes_backend= --remote_proxy= host
    --script_path= write
    always runs
    sub build,test,run,coverage,query,cquery,aquery,fetch,sync,mod,print_action,vendor,mobile-install
    sub info,version,help,license,canonicalize-flags,analyze-profile,dump
    sub clean,shutdown changes
  `,
  "gradle gradlew": `
    # gradle --help, Gradle 4.8, and the command-line reference of Gradle 9; the wrapper script belongs to the project
    gnu
    -a -d -i -m -q -s -S -t -u -w --build-cache --no-build-cache --configure-on-demand --no-configure-on-demand
    --continue --debug --daemon --no-daemon --foreground --info --dry-run --offline --parallel --no-parallel --profile
    --quiet --rerun-tasks --rerun --refresh-dependencies --refresh-keys --stacktrace --full-stacktrace --status --warn
    --no-scan --continuous --configuration-cache --no-configuration-cache --export-keys --no-watch-fs --watch-fs -V -v
    --version --show-version --task-graph --problems-report
    -D= -P= -x= --console= --max-workers= --priority= --system-prop= --project-prop= --exclude-task= --warning-mode=
    --tests= -F= --dependency-verification= --configuration-cache-problems=
    -b= -c= -I= --build-file= --settings-file= --init-script= read
    -p= --project-dir= cwd
    -g= --gradle-user-home= --project-cache-dir= write-below
    --include-build= read-below
    --scan changes connects
    --write-locks --stop changes
    -M= --update-locks= --write-verification-metadata= changes
    always runs
  `,
  "mvn mvnw mvnd": `
    # mvn --help, Maven 3.9.12; .mvn/jvm.config and .mvn/extensions.xml of the project are read even for --version
    gnu exact
    -am -amd -B -C -c -cpu -e -fae -ff -fn -itr -llr -N -npr -npu -nsu -ntp -o -q -U -up -V -X -v -h --also-make --debug
    --also-make-dependents --batch-mode --strict-checksums --lax-checksums --errors --fail-at-end --fail-fast
    --fail-never --non-recursive --no-snapshot-updates --no-transfer-progress --offline --quiet --update-snapshots
    --show-version --version --help --raw-streams
    -b= -D= -P= -pl= -rf= -T= -emp= -ep= --builder= --color= --define= --activate-profiles= --projects= --resume-from=
    --threads= --encrypt-master-password= --encrypt-password=
    -f= -s= -gs= -t= -gt= --file= --settings= --global-settings= --toolchains= --global-toolchains= read
    -l= --log-file= write
    always runs
  `,
  ant: `
    # ant -help, Ant 1.10.18; -main can name another program, also with -version
    single
    -p -projecthelp -q -quiet -S -silent -v -verbose -d -debug -e -emacs -noinput -k -keep-going -nouserlib -noclasspath
    -autoproxy -noconfig -usejikes -execdebug
    -logger= -listener= -inputhandler= -nice= -main=
    -lib= read-below
    -buildfile= -file= -f= -find= -s= -propertyfile= read
    -l= -logfile= write
    -h -help -version -diagnostics
    always runs
  `,
  scons: `
    # scons -H, SCons 4.10.1; -h reads SConstruct, which is Python
    gnu
    -c -D -h -i -k -n -q -Q -s -u -U --clean --remove --cache-disable --no-cache --cache-force --cache-populate --help
    --cache-readonly --cache-show --implicit-cache --ignore-errors --interactive --keep-going --no-exec --just-print
    --dry-run --recon --question --random --silent --quiet --up --search-up --no-site-dir
    -j= --config= --debug= --diskcheck= --duplicate= --experimental= --hash-format= --jobs= --max-drift= --tree= --warn=
    -f= --file= --makefile= --sconstruct= read
    -I= -Y= --include-dir= --repository= --srcdir= --site-dir= read-below
    --cache-debug= --profile= --taskmastertrace= write
    -C= --directory= cwd
    -H -v --help-options --version quiet
    always runs
  `,
  just: `
    # just --help, just 1.59.0; words after the recipe are its arguments
    posix exact
    -n -q -u -v -l -g --allow-missing --check --clear-shell-args --dry-run --explain --global-justfile --highlight
    --list --list-submodules --no-aliases --no-cache --no-deps --no-dotenv --no-highlight --one --quiet --unsorted
    --unstable --verbose --yes --time --timestamp --dump --evaluate --groups --json --summary --variables --choose
    --shell-command
    -s= --alias-style= --ceiling= --color= --command-color= --dump-format= --evaluate-format= --group= --indentation=
    --jobs= --list-heading= --list-prefix= --shell-arg= --timestamp-format= --justfile-name= --show= --usage= -F=
    --dotenv-filename=
    -f= -E= --justfile= --dotenv-path= read
    -d= --working-directory= cwd
    --tempdir= write-below
    --shell= --chooser= --cygpath= exec
    --dotenv-command= run
    --fmt --init --clean -e --edit changes
    --set==
    -c --command operands:command
    -h -V --help --version --changelog --man quiet
    --completions= quiet
    always runs
  `,
  "task go-task": `
    # internal/flags/flags.go of Task, 2026
    gnu exact
    -l -a -j -w -v -s -y -p -n -x -F -g -f --list --list-all --json --status --no-status --nested --insecure --watch
    --verbose --silent --disable-fuzzy --yes --interactive --parallel --dry --summary --exit-code --global --experiments
    --output-group-error-only --download --offline --force --force-all
    -o= -C= -I= --output= --sort= --concurrency= --interval= --output-group-begin= --output-group-end= --timeout=
    --expiry= --trusted-hosts=
    --color=? -c=?
    -t= --taskfile= --cacert= --cert= --cert-key= read
    -d= --dir= cwd
    --temp-dir= --remote-cache-dir= write-below
    -i --init --clear-cache changes
    -h --help --version quiet
    --completion= quiet
    always runs
  `,
  rake: `
    # rake --help, rake 13.4.2; -e was seen to run before --version
    gnu
    -A -B -G -g -m -n -N -P -q -s -v -V -X -h -H --all --build-all --comments --rules --no-system --nosystem --system
    --multitask --dry-run --no-search --nosearch --prereqs --quiet --silent --verbose --no-verbose --version --help
    -r= --require= --suppress-backtrace=
    -D=? -T=? -W=? -j=? -t=? --describe=? --tasks=? --where=? --jobs=? --trace=? --backtrace=? --job-stats=?
    -e= -E= -p= --execute= --execute-continue= --execute-print= runs
    -f= --rakefile= read
    -I= -R= --libdir= --rakelibdir= --rakelib= read-below
    -C= --directory= cwd
    always runs
  `,

  "configure autogen.sh bootstrap": `
    # a script of the project
    gnu exact
    -*
    always runs
  `,
  "autoconf autoreconf automake aclocal autoheader libtoolize": `
    # autoreconf --help, Autoconf 2.72: configure.ac is m4 and can run commands
    gnu
    -*
    -W= -B= -I= --warnings= --prepend-include= --include=
    -o= --output= write
    --version --help quiet
    always runs changes
  `,
});
