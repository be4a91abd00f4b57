/** Effects of JavaScript compilers, bundlers and test runners. */
import type { ProgramFamily } from "../entry.ts";

export const nodeTools: ProgramFamily = () => ({
  "tsc vue-tsc svelte-check tsgo": `
    # tsc --all, TypeScript 6 and 7; names ignore case and dashes, which is not repeated here. It can write .tsbuildinfo
    single
    -*
    -m= -t= -module= -target= -moduleResolution= -jsx= -lib= -types= -baseUrl= -paths= -rootDir= -rootDirs= -typeRoots=
    -customConditions= -locale= -newLine= -watchFile= -watchDirectory= -fallbackPolling= -sourceRoot= -mapRoot=
    -jsxFactory= -jsxImportSource= -moduleDetection= -checkers= -builders= -watchInterval= -ignoreDeprecations=
    -p= -project= read
    -outDir= -declarationDir= -generateTrace= -pprofDir= write-below
    -outFile= -tsBuildInfoFile= -generateCpuProfile= write
    -init changes
    -v -h -? -version -help -all quiet
    always runs
    operands read*
  `,

  // Test runners.
  jest: `
    # jest --help, Jest 30; its configuration is JavaScript
    gnu exact
    -*
    -c= -t= -w= --changedSince= --collectCoverageFrom= --config= --coverageProvider= --coverageReporters= --env=
    --filter= --maxConcurrency= --maxWorkers= --preset= --projects= --reporters= --resolver= --roots= --runner= --seed=
    --selectProjects= --setupFiles= --setupFilesAfterEnv= --shard= --testEnvironment= --testMatch= --testNamePattern=
    --testPathIgnorePatterns= --testPathPattern= --testPathPatterns= --testRegex= --testResultsProcessor= --testRunner=
    --testSequencer= --testTimeout= --transform= --globalSetup= --globalTeardown=
    -b=? --bail=? --coverage=? --watch=? --watchAll=?
    --rootDir= cwd
    --cacheDirectory= --coverageDirectory= write-below
    --outputFile= write
    -u --updateSnapshot --clearCache --init changes
    --version -h --help quiet
    always runs
  `,
  vitest: `
    # vitest --help, Vitest 4; its configuration is JavaScript
    gnu exact
    -*
    -t= --testNamePattern= --dir= --reporter= --mode= --environment= --pool= --maxWorkers= --minWorkers= --shard=
    --testTimeout= --hookTimeout= --retry= --exclude= --project= --sequence= --bail= --execArgv= --diff=
    --slowTestThreshold= --teardownTimeout= --maxConcurrency= --tagsFilter= --coverage.provider= --coverage.reporter=
    --coverage.include= --coverage.exclude= --browser= --configLoader=
    --outputFile= write
    --attachmentsDir= --coverage.reportsDirectory= write-below
    -c= --config= read
    -r= --root= cwd
    --clearCache changes
    -u=? --update=? --mergeReports=? changes
    -v -h --version --help quiet
    always runs
  `,
  "mocha _mocha": `
    # mocha --help, Mocha 11; its configuration can be JavaScript
    gnu exact
    -*
    -n= -O= -r= -j= -f= -g= -R= -s= -t= -m= -T= --extension= --file= --global= --ignore= --exclude= --node-option=
    --reporter-option= --reporter-options= --require= --watch-files= --watch-ignore= --retries= --jobs= --fgrep= --grep=
    --reporter= --ui= --slow= --timeout= --spec= --match= --concurrency= --node-arguments=
    --config= --package= --opts= read
    --update-snapshots changes
    -h -V --help --version quiet
    always runs
  `,
  "ava tap": `
    # ava --help, AVA 7; its configuration was seen to run for --version
    gnu exact
    -*
    -c= -m= -T= --concurrency= --match= --timeout= --node-arguments=
    --config= read
    -u --update-snapshots changes
    always runs
  `,
  playwright: `
    # playwright --help, Playwright 1.6x
    gnu exact
    -h -V --help --version quiet
    sub help
    sub test runs
    -*
    -g= -G= -j= --grep= --grep-invert= --workers= --browser= --global-timeout= --max-failures= --project= --repeat-each=
    --reporter= --add-reporter= --retries= --shard= --timeout= --trace= --ui-host= --ui-port= --update-source-method=
    --debug=? --only-changed=? --shuffle=?
    -c= --config= --tsconfig= --test-list= --test-list-invert= read
    --output= write-below
    --last-failed-file= write
    -u=? --update-snapshots=? changes
    sub show-report,show-trace,merge-reports,trace,cli,mcp runs
    -c= --config= --reporter= --host= --port=
    operands read-below
    sub open,cr,ff,wk,codegen runs
    -b= --browser= --device= --channel= --lang= --timezone= --viewport-size= --user-agent= --test-id-attribute=
    --target=
    -o= --output= --save-har= --save-storage= write
    --load-storage= read
    operands fetch
    sub screenshot,pdf runs
    --full-page
    -b= --browser= --device= --channel= --viewport-size= --wait-for-selector= --wait-for-timeout= --paper-format=
    --load-storage= read
    operands fetch write
    sub install,install-deps,uninstall,clear-cache,init-agents,init-skills changes connects
  `,
  cypress: `
    # cypress help, Cypress 15: cypress.config.js is code
    gnu exact
    sub run,open runs
    -*
    -b= -c= -e= -k= -p= -r= -s= -P= --browser= --config= --env= --key= --port= --reporter= --spec= --project= --tag=
    --group=
    -C= --config-file= read
    sub version,help,info,verify
    sub install,cache changes connects
  `,
  "c8 nyc": `
    # c8 --help, c8 11; nyc --help, nyc 17, whose configuration was seen to run for --version
    posix exact
    -a --all --skip-full --check-coverage --100 --per-file --clean --no-clean --silent -s --exclude-after-remap
    --experimental-monocart --cache --no-cache --instrument --no-instrument --source-map --no-source-map
    --exclude-node-modules
    -r= -n= -x= -e= --reporter= --src= --include= --exclude= --extension= --branches= --functions= --lines=
    --statements=
    -i= --require= runs
    -c= --config= --nycrc-path= read
    -o= -t= --reports-dir= --report-dir= --temp-directory= --temp-dir= --cache-dir= write-below
    --cwd= cwd
    -h --help --version
    always runs
    operands command
  `,

  // Bundlers and frameworks.
  "vite rolldown-vite": `
    # vite --help and vite build --help, Vite 8; its configuration is JavaScript. Operands are roots
    gnu exact
    -*
    -l= -m= -f= --port= --base= --logLevel= --mode= --filter= --configLoader= --target= --assetsDir=
    --assetsInlineLimit=
    --host=? --open=? --ssr=? --sourcemap=? --minify=? --manifest=? --profile=?
    -c= --config= read
    --outDir= write-below
    -h -v --help --version quiet
    always runs
  `,
  "webpack webpack-cli rspack": `
    # webpack --help, webpack 5; its configuration is JavaScript
    gnu exact
    -*
    -d= -e= -t= --config-name= --env= --config-node-env= --devtool= --entry= --extends= --mode= --name= --target=
    --stats=? --progress=?
    -c= --config= read
    -o= --output-path= write-below
    -j=? --json=? write
    -h -v --version quiet
    --help=? quiet
    always runs
  `,
  esbuild: `
    # esbuild --help, esbuild 0.28: values are attached. Without --outfile or --outdir it prints
    gnu exact
    -*
    --servedir= read-below
    --serve=? read-below
    --tsconfig= --certfile= --keyfile= read
    --outdir= write-below
    --outfile= --metafile= --mangle-cache= write
    --version --help quiet
    operands read*
  `,
  "rollup rolldown": `
    # rollup --help, Rollup 4; configuration and plugins are JavaScript
    gnu exact
    -*
    -e= -f= -g= -n= --external= --format= --globals= --name= --banner= --footer= --intro= --outro= --environment=
    --exports= --interop= --entryFileNames= --chunkFileNames= --assetFileNames= --filterLogs= --logLevel=
    -p= --plugin= runs
    -c=? --config=? runs
    -i= --input= read
    -d= --dir= write-below
    -o= --file= --sourcemapFile= write
    -h -v --help --version quiet
    always runs
    operands read*
  `,
  "tsup unbuild tsdown": `
    # tsup --help, tsup 8; its configuration is JavaScript
    gnu exact
    -*
    --format= --target= --external= --global-name= --platform= --loader= --pure= --killSignal= --ignore-watch=
    --tsconfig= --config= --inject= read
    --onSuccess= run
    -d= --out-dir= write-below
    -h -v --help --version quiet
    always runs
    operands read*
  `,
  "next astro nuxt nuxi remix gatsby svelte-kit ng storybook expo react-native react-scripts vue-cli-service": `
    # next --help, Next.js 16, astro --help, Astro 6; their configuration is JavaScript
    gnu exact
    -*
    -p= -H= --port= --hostname= --config= --mode=
    --root= --dir= cwd
    --outDir= --output-path= write-below
    always runs
  `,
  "turbo nx lerna": `
    # turbo --help, Turborepo 2; nx --help, Nx 22; lerna --help, Lerna 9: they run tasks of the project
    gnu exact
    -*
    -F= -t= -p= --filter= --team= --token= --concurrency= --env-mode= --output-logs= --log-order= --target= --targets=
    --projects= --configuration= --base= --head= --parallel= --scope= --ignore= --since= --loglevel= --verbosity=
    --root-turbo-json= --global-deps= read
    --cwd= cwd
    --cache-dir= --out-dir= write-below
    --trace= --heap= --profile= --graph= --summarize= --file= write
    --api= --login= fetch
    -h --help --version
    always runs
  `,
  knip: `
    # knip --help, Knip 5; it loads the configuration files of other tools
    gnu exact
    -*
    -W= --workspace= --include= --exclude= --tags= --preprocessor= --preprocessor-options= --reporter=
    --reporter-options= --max-issues= --max-show-issues= --trace-file= --trace-export= --trace-dependency= --fix-type=
    --performance-fn=
    -c= -t= --config= --tsConfig= read
    -D= --directory= cwd
    --output-file= --cache-location= write
    -f -F --fix --format --allow-remove-files changes
    -h -V --help --version quiet
    always runs
  `,
  "gulp grunt": `
    # gulp --help, gulp-cli 3; grunt --help, grunt-cli 1: their files are JavaScript
    gnu exact
    -*
    -f= --gulpfile= --gruntfile= read
    --cwd= --base= cwd
    -v --version
    always runs
  `,
  "babel swc": `
    # babel --help, @babel/cli 8; presets, plugins and configuration are JavaScript
    gnu exact
    -*
    -f= -x= --filename= --presets= --plugins= --env-name= --root-mode= --source-type= --ignore= --only= --extensions=
    --module-id=
    --config-file= read
    -d= --out-dir= write-below
    -o= --out-file= --source-map-target= write
    -h -V --help --version quiet
    always runs
    operands read-below*
  `,

  // Small helpers.
  rimraf: `
    # rimraf --help, rimraf 6
    gnu exact
    -G -g -v -V -i -I --preserve-root --no-preserve-root --no-glob --glob --verbose --no-verbose --interactive
    --no-interactive
    --impl= --max-retries= --retry-delay= --backoff=
    --tmp= write-below
    -h --help --version quiet
    operands write-below*
  `,
  "ncu npm-check-updates": `
    # ncu --help, npm-check-updates 20
    gnu exact
    -*
    -c= -e= -f= -l= -p= -t= -x= --target= --filter= --reject= --dep= --format= --loglevel= --packageManager= --timeout=
    --concurrency= --workspace= --cooldown=
    --packageFile= --configFilePath= read
    --prefix= --cwd= cwd
    --cacheFile= write
    -r= --registry= fetch
    -u -i --upgrade --interactive --cacheClear changes
    -d --doctor runs changes
    --doctorInstall= --doctorTest= run
    -h -v -V --help --version quiet
    always connects runs
  `,
  "lint-staged commitlint husky changeset semantic-release release-it np plop hygen": `
    # lint-staged --help, lint-staged 16; commitlint --help, commitlint 21: they run what the project configures
    gnu exact
    -*
    -c= -g= -x= -f= -t= -p= --config= --extends= --from= --to= --diff= --concurrent=
    -d= --cwd= cwd
    -V --version --help
    always runs changes
  `,
  "http-server serve live-server json-server": `
    # http-server --help, http-server 14; serve --help, serve 14: they serve files until they are stopped
    gnu exact
    -*
    -a= -p= -e= -l= --port= --listen= --host= --mimetypes= --username= --password=
    -P= --proxy= fetch
    -C= -K= --cert= --key= --ssl-cert= --ssl-key= read
    always runs
    operands read-below*
    default read-below .
  `,
});
