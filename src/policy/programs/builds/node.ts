/** Effects of JavaScript runtimes and package managers. */
import type { ProgramFamily } from "../entry.ts";

export const node: ProgramFamily = () => ({
  node: `
    # node --help, Node.js 24; --version was seen to take precedence over -e and -r, not over --run; -r runs for --help
    posix exact
    -c -i --check --interactive --test --watch --experimental-strip-types --strip-types --enable-source-maps
    --no-warnings --trace-warnings --trace-deprecation --no-deprecation --expose-gc --preserve-symlinks --test-only
    --test-force-exit --test-update-snapshots --experimental-test-coverage --watch-preserve-output
    --experimental-vm-modules --experimental-transform-types --experimental-test-module-mocks --experimental-sqlite
    --permission --allow-child-process --allow-worker --allow-addons --allow-wasi --use-system-ca --use-openssl-ca
    --use-bundled-ca --throw-deprecation --pending-deprecation --cpu-prof --heap-prof --prof
    --experimental-default-type= -C= --conditions= --input-type= --max-old-space-size= --stack-size=
    --unhandled-rejections= --title= --dns-result-order= --test-concurrency= --test-name-pattern= --test-skip-pattern=
    --test-reporter= --test-shard= --test-timeout= --test-isolation= --test-coverage-include= --test-coverage-exclude=
    --test-coverage-lines= --test-coverage-branches= --test-coverage-functions= --disable-warning=
    --max-http-header-size= --v8-pool-size= --allow-fs-read= --allow-fs-write= --trace-event-categories=
    --stack-trace-limit= --heapsnapshot-signal=
    --inspect=? --inspect-brk=? --inspect-wait=?
    -e= -p= -pe= --eval= --print= runs operands:none*
    -r= --require= --import= --loader= --experimental-loader= runs
    --env-file= --env-file-if-exists= --openssl-config= --build-snapshot-config= --test-global-setup= read
    --watch-path= list
    --cpu-prof-dir= --heap-prof-dir= --diagnostic-dir= --report-dir= --report-directory= write-below
    --cpu-prof-name= --heap-prof-name= --report-filename= --redirect-warnings= --tls-keylog= --localstorage-file= write
    --snapshot-blob= --test-reporter-destination= --test-rerun-failures= --trace-event-file-pattern= write
    --experimental-sea-config= read changes
    --build-snapshot changes
    -v --version quiet
    -h --help --v8-options
    --run= caution
    always runs
    operands read none*
  `,
  "tsx ts-node ts-node-esm": `
    # tsx --help, tsx 4; ts-node --help, ts-node 10
    posix exact
    -c -i -T -H --check --interactive --test --watch --no-cache --esm --swc --files --pretty --transpileOnly
    --transpile-only --no-warnings --showConfig
    -I= -D= -O= -C= --ignore= --compilerOptions= --compiler= --conditions= --test-name-pattern= --test-reporter=
    --inspect=? --inspect-brk=? --clear-screen=?
    -e= -p= --eval= --print= runs operands:none*
    -r= --require= --import= --transpiler= runs
    -P= --project= --tsconfig= --env-file= read
    --cwd= cwd
    -h -v --help --version quiet
    always runs
    operands read none*
  `,

  // Package managers.
  npm: `
    # npm help and the definitions of @npmcli/config, npm 12.2; long options can be abbreviated and negated
    gnu negatable anywhere
    -a -f -g -l -p -S -B -D -E -O -P -y -n -q -s -d --all --audit --bin-links --description --dry-run --engine-strict
    --force --foreground-scripts --fund --global --if-present --ignore-scripts --include-staged --include-workspace-root
    --iwr --install-links --json --legacy-bundling --legacy-peer-deps --long --offline --optional --package-lock
    --package-lock-only --parseable --porcelain --prefer-dedupe --prefer-offline --prefer-online --production --progress
    --provenance --read-only --save --save-bundle --save-dev --save-exact --save-optional --save-peer --save-prod
    --strict-peer-deps --strict-ssl --unicode --update-notifier --workspaces --ws --yes --silent --quiet --verbose
    --allow-same-version --commit-hooks --git-tag-version --sign-git-tag --diff-name-only --diff-no-prefix --diff-text
    --diff-ignore-all-space --workspaces-update --versions --local
    -L= -m= -w= --access= --audit-level= --auth-type= --before= --cpu= --depth= --diff= --diff-unified=
    --diff-dst-prefix= --diff-src-prefix= --expect-results= --expect-result-count= --fetch-retries= --fetch-timeout=
    --include= --init-author-name= --init-license= --init-version= --install-strategy= --libc= --location=
    --lockfile-version= --loglevel= --maxsockets= --message= --name= --noproxy= --omit= --os= --otp= --package= --preid=
    --replace-registry-host= --save-prefix= --sbom-format= --sbom-type= --scope= --searchlimit= --searchopts= --tag=
    --tag-version-prefix= --to= --umask= --user-agent= --which= --workspace= --only= --also= --min-release-age=
    --color=?
    --timing changes
    --userconfig= --globalconfig= --cafile= --provenance-file= read
    --cache= --logs-dir= --pack-destination= --patches-dir= write-below
    --node-options= --node-gyp= --init-module= --extension-file= runs
    --browser= --editor= --git= --script-shell= --shell= --viewer= exec
    --registry= --reg= --proxy= --https-proxy= fetch
    -C= --prefix= cwd
    -h -H -? -v --help --usage --version quiet
    sub help,help-search,ls,list,la,ll,explain,why,root,prefix,bin,get,query,completion,config,c
    sub fund
    # Opens the address of one package in a browser.
    operands runs none*
    sub config set,delete,rm,edit,fix changes
    sub c set,delete,rm,edit,fix changes
    sub set changes
    sub view,info,show,v,outdated,search,s,se,find,ping,whoami,doctor,sbom,diff,audit connects
    sub audit fix runs changes connects
    sub version,verison
    operands changes none*
    sub pkg get
    sub pkg changes
    sub cache ls,verify
    sub cache changes connects
    sub access list,get connects
    sub dist-tag,dist-tags ls connects
    sub owner,team,org ls connects
    sub profile get connects
    sub token list connects
    sub run,run-script,rum,urn
    operands runs none*
    sub test,tst,t,start,stop,restart runs
    sub exec,x runs connects
    posix runner
    -c= --call= run
    operands command
    sub docs,home,repo,bugs,issues runs connects
    sub explore runs
    operands none command
    sub pack runs changes
    sub install,i,add,in,isntall,ci,clean-install,ic,it,install-test,cit,install-ci-test,update runs changes connects
    sub up,upgrade runs changes connects
    sub uninstall,remove,rm,r,un,unlink,rebuild,rb,link,ln,dedupe,ddp,prune,init,create,innit runs changes connects
    sub find-dupes connects
    sub publish,unpublish,deprecate,undeprecate,login,adduser,logout,access,dist-tag,owner,team runs changes connects
    sub org,profile,token runs changes connects
    sub star,unstar,hook,trust,stage,patch,edit,shrinkwrap,install-scripts,approve-scripts runs changes connects
    sub deny-scripts runs changes connects
  `,
  pnpm: `
    # pnpm help --all, pnpm 12.18; .pnpmfile.cjs was seen to run for list, why and outdated, and scripts to get --help
    gnu exact negatable anywhere
    -r -w -y -s -D -P -O -E -g -L --recursive --workspace-root --yes --silent --stream --aggregate-output --use-stderr
    --parallel --sort --reverse --ignore-workspace --fail-if-no-match --if-present --prod --dev --optional --save-dev
    --save-prod --save-optional --save-exact --global --offline --prefer-offline --frozen-lockfile --lockfile-only
    --fix-lockfile --ignore-scripts --ignore-pnpmfile --force --dry-run --json --long --parseable --latest --interactive
    --bail --report-summary --no-bail --shamefully-hoist --production
    --depth= --resume-from= -F= --filter= --filter-prod= --reporter= --loglevel= --workspace-concurrency=
    --network-concurrency= --test-pattern= --node-linker= --allow-build= --audit-level= --tag= --access= --otp=
    --fetch-timeout=
    --color=?
    --env-file= --npmrc-auth-file= --global-pnpmfile= --pnpmfile= read
    --store-dir= --state-dir= --virtual-store-dir= --modules-dir= --pack-destination= --lockfile-dir= write-below
    --script-shell= exec
    --registry= --https-proxy= --http-proxy= fetch
    -C= --dir= --prefix= cwd
    -h -v --help --version quiet
    sub help,bin,root,prefix,completion,cat-file,cat-index,find-hash,store,get,config,c
    sub config set,delete,edit changes
    sub c set,delete,edit changes
    sub store prune,add changes
    sub pkg get
    sub pkg changes
    sub list,ls,ll,la,why,outdated,licenses,peers,ignored-builds,sbom,audit runs connects
    sub view,info,show,search,ping,whoami,stars,doctor connects
    sub run,run-script,test,t,start,stop,restart,tasks,pipeline,recursive,multi,m runs
    -h -v --help --version
    sub exec runs
    posix runner
    -h -v --help --version -r --recursive --parallel --report-summary --no-reporter-hide-prefix
    -c --shell-mode caution
    -F= --filter= --resume-from= --workspace-concurrency=
    -C= --dir= cwd
    operands command
    sub dlx runs connects
    posix runner
    -h -s -v --help --silent --version
    -c --shell-mode caution
    --package= --allow-build= --reporter=
    operands command
    sub docs,repo,bugs,home runs connects
    sub install,i,add,update,up,upgrade,remove,rm,un,uninstall,install-test,it,ci,clean-install runs changes connects
    sub link,ln,unlink,rebuild,rb runs changes connects
    sub import,dedupe,prune,fetch,deploy,pack,publish,patch,patch-commit,patch-remove,init runs changes connects
    sub create,setup runs changes connects
    sub self-update,env,runtime,rt,server,login,logout,clean,purge,cache,set,set-script,version runs changes connects
    sub change,lane,approve-builds runs changes connects
    sub dist-tag,deprecate,unpublish,owner,team,access,star,unstar,stage,permissions,approve runs changes connects
    sub shim,pack-app runs changes connects
  `,
  "yarn yarnpkg": `
    # yarn help, yarn 1.22, and the command list of yarn 4; yarn-path of the project was seen to run even for --version
    gnu exact negatable anywhere
    -s -D -E -P -O -T -C -A -R -W -p -v -h --silent --verbose --json --offline --prefer-offline --force --flat --har
    --frozen-lockfile --pure-lockfile --ignore-scripts --ignore-engines --ignore-platform --ignore-optional --immutable
    --immutable-cache --check-cache --inline-builds --prod --non-interactive --dev --exact --peer --optional --tilde
    --caret --recursive --all --parallel --interlaced --topological --version --help --check-files --no-progress
    --skip-integrity-check
    --mode= -j= --jobs= --network-timeout= --network-concurrency= --mutex= --otp= --include= --exclude= --from=
    --pattern=
    --production=? --emoji=? --since=?
    --use-yarnrc= read
    --cache-folder= --global-folder= --link-folder= --modules-folder= --preferred-cache-folder= write-below
    --registry= --proxy= --https-proxy= fetch
    --cwd= cwd
    always runs
    sub help,list,why,bin,licenses,versions,check,explain,config,version
    sub info,outdated,audit,npm,search connects
    sub config set,delete,unset changes
    sub run,test,start,stop,workspace,workspaces,node,generate-lock-entry
    sub exec
    posix runner
    operands command
    sub dlx connects
    posix runner
    -q --quiet
    -p= --package=
    operands command
    sub install,add,remove,up,upgrade,upgrade-interactive,dedupe,link,unlink,import,pack,publish changes connects
    sub login,logout,init changes connects
    sub create,global,cache,autoclean,policies,set,plugin,rebuild,patch,patch-commit,owner,tag,team changes connects
    sub access,unplug changes connects
  `,
  bun: `
    # bun --help and help of the commands, bun 1.4.4
    gnu exact anywhere
    -b -i --silent --bun --watch --hot --smol --if-present --no-install --workspaces --parallel --sequential
    --no-clear-screen --cpu-prof --heap-prof --no-orphans --no-env-file --production --frozen-lockfile --dry-run
    --no-save --ignore-scripts --trust -g --global -d --dev --optional --exact -E -f --force --no-cache --no-progress
    --no-summary --no-verify --interactive --check
    -F= --filter= --elide-lines= --shell= --install= --port= --conditions= --define= --drop= -l= --loader=
    --main-fields= --title= --omit= --backend= --linker= --concurrent-scripts= --network-concurrency=
    --minimum-release-age=
    --inspect=? --inspect-wait=? --inspect-brk=?
    -e= -p= --eval= --print= -r= --preload= --require= --import= runs
    -c= --config= --env-file= --tsconfig-override= --cafile= read
    --cpu-prof-dir= --heap-prof-dir= --cache-dir= write-below
    --cpu-prof-name= --heap-prof-name= --redirect-warnings= write
    --registry= fetch
    --cwd= cwd
    -h -v --help --version --revision quiet
    sub run,repl,check runs
    posix
    operands read none*
    sub test runs
    -h -v --help --version
    -u --update-snapshots changes
    --todo --only --coverage --concurrent --randomize --isolate --no-isolate --dots --only-failures --pass-with-no-tests
    -t= --timeout= --rerun-each= --retry= --seed= --coverage-reporter= --test-name-pattern= --reporter=
    --max-concurrency= --shard= --path-ignore-patterns=
    --bail=? --changed=?
    --coverage-dir= write-below
    --reporter-outfile= --timings= write
    sub exec runs
    operands run
    sub x runs connects
    posix runner
    --bun --no-install
    -p= --package=
    operands command
    sub build changes
    --compile --bytecode --minify --minify-syntax --minify-whitespace --minify-identifiers --splitting --no-bundle
    --keep-names --app --react-fast-refresh
    --target= --format= --root= --external= --packages= --public-path= --banner= --footer= --entry-naming=
    --chunk-naming= --asset-naming= --env=
    --sourcemap=?
    --outdir= write-below
    --outfile= --metafile= --metafile-md= write
    operands read*
    sub fmt runs
    --staged --use-tabs --no-semi --single-quote --no-script
    --stdin-filepath= --print-width=
    --changed=?
    --init changes
    -c --check operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub outdated,info,why,audit connects
    sub pm bin,ls,list,why,hash,hash-print,hash-string,licenses,whoami,view,diff,default-trusted,untrusted,scan connects
    sub pm runs changes
    sub install,i,add,a,remove,rm,update,link,unlink,publish,patch,init,create,c,upgrade,dedupe runs changes connects
    sub prune,deploy runs changes connects
  `,
  deno: `
    # deno --help and help of the commands, deno 2.9.6; without a command it runs the standard input
    gnu exact anywhere
    -q -A -N -E -S --quiet --no-prompt --no-remote --no-npm --no-config --no-lock --cached-only --allow-all --unstable
    --no-clear-screen --permit-no-files --doc
    -L= --log-level= --ext= --location= --seed= --conditions=
    --no-check=? --check=? --allow-read=? --allow-write=? --allow-net=? --allow-env=? --allow-sys=? --allow-run=?
    --allow-ffi=? --allow-import=? --deny-read=? --deny-write=? --deny-net=? --deny-env=? --deny-run=? -R=? -W=? -I=?
    -P=? --reload=? -r=? --watch=? --frozen=? --node-modules-dir=? --vendor=? --inspect=? --inspect-brk=? --v8-flags=?
    -c= --config= --import-map= --lock= --cert= read
    --env-file=? read
    --preload= --require= runs
    -h -V --help --version quiet
    always runs
    sub run,serve,watch
    posix
    -h -V --help --version
    operands read none*
    sub eval,repl,task,bench,jupyter,lsp
    -h -V --help --version
    sub test
    -h -V --help --version --no-run --parallel --hide-stacktraces --trace-leaks
    --filter= --reporter= --shard= --retry=
    --fail-fast=? --shuffle=? --ignore=?
    --coverage=? write-below
    --junit-path= write
    -u --update-snapshots changes
    sub x connects
    posix runner
    -h -V --help --version
    operands command
    sub fmt
    --fail-fast --no-editorconfig --unstable-component --unstable-sql
    --line-width= --indent-width= --prose-wrap=
    --use-tabs=? --single-quote=? --no-semicolons=? --ignore=?
    --check operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub lint
    --json --compact --rules
    --rules-tags=? --rules-include=? --rules-exclude=? --ignore=?
    --fix changes operands:rewrite* default:rewrite
    operands read-below*
    default read-below .
    sub check,info,list,why,outdated,audit,types,completions,help,cache connects
    --json --all --doc-only
    operands read*
    sub doc connects
    --json --private --lint --html --builtin
    --name= --filter=
    --output= write-below
    operands read*
    sub coverage
    --lcov --html --detailed
    --include= --exclude=
    --output= write
    operands read-below*
    sub compile,bundle,transpile changes connects
    --minify --no-terminal
    --target= --include= --exclude= --icon= --format= --platform=
    -o= --output= --outdir= write-below
    operands read none*
    sub install,uninstall,add,remove,update,upgrade,init,create,publish,clean,deploy changes connects
    sub approve-scripts,link,unlink,pack,ci changes connects
  `,
});
