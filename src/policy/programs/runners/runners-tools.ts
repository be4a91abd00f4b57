/** Developer tools that start another program: package runners, version managers, environments, watchers. */
import type { ProgramFamily } from "../entry.ts";

export const toolRunners: ProgramFamily = () => ({
  // Fetch and run packages.
  npx: `
    # npx --help, npm 11; npm-exec documentation
    posix runner
    always runs connects
    -y -q -s -d --yes --no --no-install --ignore-existing --quiet --silent --workspaces --include-workspace-root
    --offline --prefer-offline --prefer-online
    -p -w --package= --workspace= --loglevel= --cache=
    --registry= host
    --prefix= cwd
    -c --call= run
    -h -v --help --version quiet
    operands command
  `,
  pnpx: `
    # pnpm dlx documentation, pnpm 9; with -c the words are text for a shell
    posix exact runner
    always runs connects
    --silent
    --package= --allow-build= --reporter=
    --registry= host
    -c --shell-mode caution operands:run*
    operands command
  `,
  bunx: `
    # bunx --help, bun 1.4
    posix exact runner
    always runs connects
    --bun --no-install --trust --ignore-scripts --verbose --silent
    -p --package= --minimum-release-age= --ca= --cafile=
    --env-file= read
    --registry= host
    --cwd= cwd
    --help quiet
    operands command
  `,
  uvx: `
    # crates/uv-cli (ToolRunArgs), uv of 2026-08
    posix exact runner
    always runs connects
    -q -v -n -U --isolated --no-env-file --quiet --verbose --no-cache --offline --upgrade --refresh --reinstall
    --no-progress --no-config --native-tls --managed-python --no-managed-python --no-python-downloads
    -w -p --from= --with= --python= --with-editable= --color= --cache-dir= --python-platform= --torch-backend=
    -c -b --with-requirements= --constraints= --constraint= --build-constraints= --overrides= --config-file= read
    --env-file= read
    -i --index= --default-index= --index-url= --extra-index-url= --find-links= host
    --directory= --project= cwd
    -h -V --help --version quiet
    operands command
  `,
  corepack: `
    # corepack --help, corepack 0.34.7; corepack yarn … runs yarn …, its own subcommands change the machine
    posix exact runner
    always runs connects changes
    -h -v --help --version quiet
    operands command
  `,

  // Version managers.
  "mise rtx": `
    # docs/cli of mise 2026.8; exec (x) is not listed: its command begins after --
    posix exact runner
    -q -v -y --quiet --verbose --yes --raw --locked --silent --no-config --no-env --no-hooks
    -E -j --env= --jobs= --output=
    -C --cd= cwd
    -h -V --help --version quiet
    always runs
    sub ls,list,current,which,where,bin-paths,version,doctor,registry
    sub settings,config,alias,plugins,tasks,trust
    operands changes runs
    sub ls-remote,outdated,latest connects
    sub install,i,use,u,upgrade,up,uninstall,rm,remove,prune,implode,sync,self-update changes connects
    sub run,r
    -c -f -n -q -r -S --continue-on-error --force --dry-run --quiet --raw --silent --all --no-cache --no-deps
    -j -o -t --jobs= --output= --tool= --timeout=
    -C --cd= cwd
    -s --shell= exec
    operands none*
  `,
  asdf: `
    # internal/help/help.txt of asdf, 2026
    posix exact runner
    -h --help --version quiet
    sub current,help,where,which,info,version,shimversions,latest
    sub list
    sub plugin list
    sub plugin add,remove,update changes connects runs
    sub install,uninstall,set,reshim changes connects runs
    sub exec
    operands command
    sub env
    operands none command
  `,
  "rbenv nodenv": `
    # rbenv help, rbenv 1.1.2; nodenv is the same program for Node.js
    posix exact runner
    -v --version quiet
    sub version,versions,which,whence,root,prefix,shims,commands,help,version-name,version-file,version-origin,hooks
    sub local,global,shell,rehash,install,uninstall changes
    sub exec
    operands command
  `,
  pyenv: `
    # pyenv help, pyenv 2
    posix exact runner
    -v --version quiet
    sub version,versions,which,whence,root,prefix,shims,commands,help,version-name,version-file,version-origin,latest
    sub local,global,shell,rehash,install,uninstall,update,virtualenv,virtualenv-delete,activate,deactivate changes
    sub exec
    operands command
  `,
  jenv: `
    # libexec of jenv 0.6: the layout is rbenv's
    posix exact runner
    sub version,versions,which,whence,root,prefix,commands,help,info,doctor
    sub exec
    operands command
  `,
  volta: `
    # src/cli.rs and src/command/run.rs of volta 2.0
    posix exact runner
    --verbose --very-verbose --quiet --silent
    -v -h --version --help quiet
    sub list,ls,which
    sub fetch,install,uninstall,pin,setup,completions changes connects
    sub run runs connects
    --bundled-npm --no-pnpm --no-yarn --verbose --quiet
    --node= --npm= --pnpm= --yarn=
    --env= caution
    operands command
  `,
  fnm: `
    # src/cli.rs and src/commands/exec.rs of fnm, 2026-04
    posix exact runner
    --corepack-enabled --resolve-engines=?
    --fnm-dir= --log-level= --arch= --version-file-strategy=
    --node-dist-mirror= host
    -h -V --help --version quiet
    sub list,ls,current,env,completions
    sub list-remote,ls-remote connects
    sub install,i,use,alias,unalias,default,uninstall,uni changes connects
    sub exec
    --using-file
    --using=
    operands command
  `,
  nvm: `
    # nvm help, nvm 0.40; a shell function. exec and run are not listed: the version before their command is optional
    posix exact runner
    -h --help --version quiet
    sub current,ls,list,version,which,cache,debug
    sub ls-remote,version-remote connects
    sub install,uninstall,use,alias,unalias,deactivate,unload,install-latest-npm,reinstall-packages,set-colors changes
  `,

  // Environments and secrets.
  direnv: `
    # direnv help, direnv 2.32.1; .envrc is a shell script
    posix exact runner
    sub status,stdlib,version,help,hook
    sub allow,permit,grant,block,deny,revoke,prune changes
    sub reload,edit runs changes
    sub fetchurl changes
    operands fetch none
    sub exec runs
    operands none command
  `,
  "envdir s6-envdir": `
    # envdir(8), daemontools 0.76; usage of s6-envdir, s6 2.11.3
    posix runner
    always runs
    -I -i -n -f -L
    -c=
    operands read-below command
  `,
  dotenv: `
    # dotenv --help of python-dotenv 1; dotenv-cli (npm) and the Ruby gem have other options, which are not listed
    posix exact runner
    always runs
    -f --file= read
    -q --quote=
    --version --help quiet
    sub list,get
    sub set,unset changes
    sub run
    --override --no-override
    operands command
  `,
  dotenvx: `
    # dotenvx help run, dotenvx 1; -e takes any number of words and is not listed
    posix exact runner
    always runs
    -h --help --version quiet
    sub run
    -o --overload --strict --redact --no-armor --no-native --no-1password --no-bitwarden --quiet --verbose --debug
    --profile= --convention= --token=
    -f --file= --env-file= --env-keys-file= read
    operands command
    sub set,del,encrypt,decrypt,rotate changes
  `,
  "env-cmd": `
    # env-cmd --help, env-cmd 11; -e takes any number of words and is not listed
    posix exact runner
    always runs
    --recursive --fallback --no-override --silent --verbose
    -f --file= read
    -x --expand-envs --use-shell caution
    -h -v --help --version quiet
    operands command
  `,
  "cross-env cross-env-shell": `
    # README of cross-env 10: assignments, then a command or text for a shell
    posix exact runner
    always caution
    operands command
  `,
  doppler: `
    # pkg/cmd/run.go and pkg/cmd/root.go of doppler, 2026-07
    posix exact runner anywhere
    --no-check-version --no-verify-tls --no-timeout --enable-dns-resolver --no-read-env --json --debug --print-config
    --silent
    -t --token= --timeout= --attempts= --dns-resolver-address= --dns-resolver-proto= --dns-resolver-timeout= --scope=
    --config-dir= --configuration= read
    --api-host= --dashboard-host= host
    -v -h --version --help quiet
    sub run runs connects
    --no-cache --no-fallback --fallback-readonly --fallback-only --offline --no-exit-on-write-failure --forward-signals
    --no-liveness-ping --no-exit-on-missing-only-secrets --watch --preserve-env=?
    -p -c --project= --config= --name-transformer= --dynamic-ttl= --passphrase= --format= --mount-format=
    --only-secrets=
    --mount-max-reads=
    --mount-template= read
    --mount= --fallback= write
    --command= run
    operands command
  `,
  op: `
    # op run reference, developer.1password.com; the other subcommands show or change secrets and are not listed
    posix exact runner anywhere
    --no-color --debug --cache=? --iso-timestamps
    --account= --config= --encoding= --format= --session=
    -h -v --help --version quiet
    sub run runs connects
    --no-masking
    --environment=
    --env-file= read
    operands command
  `,
  "aws-vault": `
    # cli/exec.go and cli/global.go of aws-vault 7.2
    gnu exact runner anywhere
    --debug
    --backend= --prompt= --keychain= --secret-service-collection= --pass-prefix=
    --pass-dir= --file-dir= read
    --pass-cmd= exec
    --help --version quiet
    sub list,ls
    sub exec connects
    -n -j -s --no-session --json --server --ec2-server --ecs-server --lazy --stdout
    -d -t --duration= --region= --mfa-token=
    operands none command
  `,
  chamber: `
    # cmd/exec.go and cmd/root.go of chamber 3; exec is not listed: its command begins after --
    posix exact runner anywhere
    --verbose
    -r -b --retries= --retry-mode= --backend= --backend-s3-bucket= --kms-key-alias= --min-throttle-delay=
    -h --help quiet
    sub version
    sub list,read,history,find,list-services,env,export connects
    sub write,delete,import changes connects
  `,
  envconsul: `
    # cli.go of envconsul 0.13; most of its options are not listed
    single runner
    always runs connects
    -once -pristine -sanitize -upcase -consul-retry -consul-ssl -vault-ssl -syslog
    -prefix -secret -service-query -log-level -consul-token -vault-token -vault-namespace -wait -max-stale -kill-signal=
    -config= read
    -consul-addr -vault-addr= host
    -pid-file= write
    -exec= run
    -v -version quiet
    operands command
  `,
  "consul-template": `
    # cli.go of consul-template; a template is IN:OUT:COMMAND
    single runner
    always changes connects caution
    -exec= run
    -config= read
    -pid-file= write
    -v -version quiet
    operands none*
  `,

  // Watchers, benchmarks, parallel runners.
  entr: `
    # entr(1), entr 5.3; the first /_ of the command is the name of a file that changed
    posix runner
    -a -c -d -n -p -r -z
    -s operands:run,none*
    operands command
  `,
  watchexec: `
    # doc/watchexec.1.md of watchexec, 2026-08; its words are joined and read by a shell. -c, -N, --poll are not listed
    posix exact runner
    -n -p -q -r -v -Q -I --bell --no-process-group --quote --interactive --exit-on-error --postpone --restart
    --stdin-quit --ignore-nothing --no-default-ignore --no-discover-ignore --no-global-ignore --no-meta --verbose
    --no-project-ignore --no-vcs-ignore --no-follow-symlinks --print-events --quiet --timings
    -d -e -f -i -o -s --debounce= --exts= --filter= --ignore= --on-busy-update= --signal= --delay-run= --stop-signal=
    --stop-timeout= --timeout= --wrap-process= --emit-events-to= --map-signal= --fs-events= --color= --socket=
    -w -W --watch= --watch-non-recursive= --project-origin= list
    -F --filter-file= --ignore-file= --watch-file= read
    -j --filter-prog= caution
    -E --env= caution
    --shell= exec
    --log-file=? write
    --workdir= cwd
    -h -V --help --version --manual quiet
    operands run caution
  `,
  nodemon: `
    # nodemon --help options, nodemon 3.1
    gnu exact runner
    always runs
    -C -I -L -q -V --exitcrash --no-colors --no-update-notifier --on-change-only --no-stdin --spawn --legacy-watch
    --dump
    --quiet --verbose
    -i -e -d -P --ignore= --ext= --signal= --delay= --polling-interval=
    -w --watch= list
    --config= read
    --cwd= cwd
    -x --exec= run
    -h -v --help --version quiet
    operands read none*
  `,
  onchange: `
    # README of onchange 7: files, then -- and a command
    posix exact runner
    always caution
    operands command
  `,
  "concurrently conc": `
    # concurrently --help, concurrently 9: each operand is text for a shell
    gnu exact runner
    -r -g -k -i -P --raw --no-color --group --timings --kill-others --kill-others-on-fail --handle-input
    -m -n -s -p -c -l -t --max-processes= --names= --name-separator= --success= --hide= --prefix= --prefix-colors=
    --prefix-length= --timestamp-format= --restart-tries= --restart-after= --kill-signal= --default-input-target=
    --teardown= run
    -h -v -V --help --version quiet
    operands run*
  `,
  inotifywait: `
    # inotifywait(1), inotify-tools 3.22.6
    gnu
    -m -d -s -P -r -q -c --monitor --daemon --syslog --no-dereference --recursive --quiet --csv --no-newline
    -t -e --timeout= --event= --format= --timefmt= --exclude= --excludei= --include= --includei=
    -o --outfile= write
    --fromfile= read
    -h --help quiet
    operands list*
  `,
  fswatch: `
    # fswatch --help, fswatch 1.14.0
    gnu
    -0 -1 -a -d -E -I -L -n -o -r -t -u -v -x --print0 --one-event --access --directories --extended --insensitive
    --follow-links --numeric --one-per-batch --recursive --timestamp --utc-time --verbose --event-flags --batch-marker
    --allow-overflow --fire-idle-event
    -e -f -i -l -m --exclude= --include= --latency= --monitor= --format= --format-time= --event= --monitor-property=
    --event-flag-separator=
    --filter-from= read
    -h -M --help --list-monitors --version quiet
    operands list*
  `,
});
