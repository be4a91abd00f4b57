/** Effects of linters and formatters. */
import type { ProgramFamily } from "../entry.ts";

export const linters: ProgramFamily = () => ({
  eslint: `
    # eslint --help, ESLint 10; its configuration is JavaScript
    gnu exact
    --no-config-lookup --inspect-config --fix-dry-run --no-ignore --stdin --quiet --color --no-color --no-inline-config
    --report-unused-disable-directives --cache --no-error-on-unmatched-pattern --exit-on-fatal-error --no-warn-ignored
    --pass-on-no-patterns --debug --stats --pass-on-unpruned-suppressions --no-eslintrc
    --ext= --global= --parser= --parser-options= --plugin= --rule= --fix-type= --ignore-pattern= --stdin-filename=
    --max-warnings= -f= --format= --cache-strategy= --flag= --concurrency= --env=
    --report-unused-disable-directives-severity= --report-unused-inline-configs=
    -c= --config= --print-config= --ignore-path= read
    --rulesdir= --resolve-plugins-relative-to= read-below
    -o= --output-file= --cache-file= --cache-location= --suppressions-location= write
    --suppress-all --prune-suppressions --init changes
    --suppress-rule= changes
    --fix changes operands:rewrite* default:rewrite
    -h -v --help --version --env-info quiet
    always runs
    operands read-below*
    default read-below .
  `,
  prettier: `
    # prettier --help, Prettier 3; its configuration is JavaScript. --plugin was seen to run before --version
    gnu exact
    -c -l -u --check --list-different --bracket-same-line --no-bracket-spacing --jsx-single-quote --no-semi
    --single-quote --single-attribute-per-line --use-tabs --vue-indent-script-and-style --no-config --no-editorconfig
    --with-node-modules --cache --no-cache --check-ignore-pragma --no-color --color --no-error-on-unmatched-pattern
    --ignore-unknown --insert-pragma --require-pragma --support-info --no-plugin-search
    --arrow-parens= --embedded-language-formatting= --end-of-line= --html-whitespace-sensitivity= --object-wrap=
    --parser= --print-width= --prose-wrap= --quote-props= --tab-width= --trailing-comma= --config-precedence=
    --cursor-offset= --range-end= --range-start= --cache-strategy= --log-level= --loglevel= --stdin-filepath= --plugin=
    --config= --ignore-path= --find-config-path= --file-info= read
    --cache-location= write
    -w --write operands:rewrite*
    -v --version
    -h=? --help=?
    always runs
    operands read-below*
  `,
  biome: `
    # biome check --help, Biome 2; options that set the style of one language are not all listed
    gnu exact anywhere
    --use-server --verbose --skip-parse-errors --no-errors-on-unmatched --error-on-warnings --profile-rules
    --colors= --max-diagnostics= --diagnostic-level= --reporter= --log-prefix-name= --log-level= --log-kind=
    --indent-style= --indent-width= --line-width= --line-ending= --vcs-enabled= --vcs-client-kind=
    --vcs-use-ignore-file= --vcs-default-branch= --files-max-size= --files-ignore-unknown= --format-with-errors=
    --formatter-enabled= --linter-enabled= --assist-enabled= --enforce-assist= --stdin-file-path= --since= --only=
    --skip=
    --config-path= read
    --vcs-root= list
    --log-path= write-below
    --log-file= --reporter-file= write
    -h -V --help --version quiet
    sub check,lint,format
    --staged --changed --unsafe --watch
    --write --fix --apply --apply-unsafe --suppress changes operands:rewrite* default:rewrite
    --reason=
    operands read-below*
    default read-below .
    sub ci,search
    --changed
    --threads=
    operands read-below*
    default read-below .
    sub version,rage,explain,inspect
    sub init,upgrade,migrate,start,stop,lsp-proxy,clean changes
  `,
  "oxlint oxfmt": `
    # oxlint --help, oxlint 1; jsPlugins of its configuration are JavaScript
    gnu exact
    -*
    -A= -W= -D= -f= --allow= --warn= --deny= --format= --ignore-pattern= --max-warnings= --threads= --debug=
    --report-unused-disable-directives-severity=
    -c= --config= --tsconfig= --ignore-path= read
    --init changes
    --fix --fix-suggestions --fix-dangerously --write changes operands:rewrite* default:rewrite
    -h -V --help --version quiet
    always runs
    operands read-below*
    default read-below .
  `,
  stylelint: `
    # stylelint --help, Stylelint 17; its configuration is JavaScript
    gnu exact
    -*
    -f= --config-basedir= --custom-syntax= --ignore-pattern= --ip= --stdin-filename= --cache-strategy= --formatter=
    --custom-formatter= --max-warnings= --mw= --globby-options= --go=
    -c= -i= --config= --ignore-path= read
    -o= --output-file= --cache-location= --suppress-location= write
    --suppress=? changes
    --fix=? changes operands:rewrite*
    -h -v --help --version quiet
    always runs
    operands read-below*
  `,
  "markdownlint markdownlint-cli2": `
    # markdownlint --help, markdownlint-cli 0.4x; rules and configuration can be JavaScript
    gnu exact
    -d -j -q -s --dot --json --quiet --stdin --no-globs
    -i= -r= --configPointer= --ignore= --rules= --enable= --disable=
    -c= -p= --config= --ignore-path= read
    -o= --output= write
    -f --fix operands:rewrite*
    -h -V --help --version quiet
    always runs
    operands read-below*
  `,
  cspell: `
    # cspell lint --help, CSpell 10; its configuration can be JavaScript. Without a subcommand it is lint
    gnu exact anywhere
    -*
    -e= --locale= --language-id= --exclude= --cache-strategy= --max-file-size= --dictionary= --disable-dictionary=
    --reporter= --report= --stop-config-search-at= --gitignore-root=
    -c= --config= --file-list= --file= read
    -r= --root= cwd
    --cache-location= write
    always runs
    sub lint,trace,check,suggestions,dictionaries
    operands read-below*
    sub init,link changes
  `,
  dprint: `
    # dprint --help, dprint 0.5; plugins are WebAssembly or programs
    gnu exact anywhere
    --verbose --allow-no-files --diff --staged
    -L= --log-level= --config-discovery= --plugins= --excludes= --stdin=
    --incremental=?
    -c= --config= read
    -h -V --help --version quiet
    sub fmt runs
    operands rewrite*
    default rewrite .
    sub check,output-file-paths,output-resolved-config,output-format-times,help,version,license,completions runs
    operands read-below*
    sub init,add,config,upgrade,clear-cache changes connects
  `,
  "hlint ormolu fourmolu stylish-haskell brittany": `
    # hlint --help, ormolu --help, stylish-haskell --help
    gnu exact
    -c -q -v -j --json --cross --no-summary --show --verbose --check-idempotence --no-cabal
    -o= --ghc-opt= --stdin-input-file= --only= --ignore= --start-line= --end-line= --indentation= --mode=
    --color=?
    -h= --hint= --config= read
    --report=? write
    -i --inplace --in-place operands:rewrite*
    --refactor changes runs
    operands read-below*
  `,
  "gofmt gofumpt goimports": `
    # gofmt -h, go 1.27; goimports adds -srcdir and -local, gofumpt -extra
    single
    -d -e -l -s -v -format-only -extra
    -r= -local= -srcdir= -lang= -modpath=
    -cpuprofile= -memprofile= -trace= write
    -w operands:rewrite*
    operands read-below*
  `,
  "golangci-lint": `
    # pkg/commands of golangci-lint 2; plugins of the project's configuration are loaded
    gnu exact anywhere
    -v --verbose
    -j= --color= --concurrency=
    --cpu-profile-path= --mem-profile-path= --trace-path= write
    -c= --config= read
    --no-config
    -h --help --version quiet
    sub run runs
    -n --new --fast-only --allow-parallel-runners --allow-serial-runners
    -E= -D= --enable= --disable= --enable-only= --default= --build-tags= --timeout= --issues-exit-code=
    --modules-download-mode= --path-prefix= --path-mode= --max-issues-per-linter= --max-same-issues= --new-from-rev=
    --new-from-merge-base=
    --tests=? --show-stats=? --uniq-by-line=? --whole-files=?
    --new-from-patch= read
    --fix changes
    --output.text.path= --output.json.path= --output.tab.path= --output.html.path= --output.checkstyle.path= write
    --output.code-climate.path= --output.junit-xml.path= --output.teamcity.path= --output.sarif.path= write
    sub fmt runs
    --diff-colored --stdin
    -E= --enable=
    -d --diff operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub linters,formatters,help,version,config,completion
    --json --debug --short
    sub cache status
    sub cache clean changes
    sub migrate,custom runs changes
  `,
  rustfmt: `
    # rustfmt --help, rustfmt 1.9; files that the named ones declare as modules are formatted too
    gnu exact plus
    -l -v -q --files-with-diff --verbose --quiet --backup --unstable-features --skip-children --error-on-unformatted
    --emit= --edition= --style-edition= --color= --config= --file-lines=
    --config-path= read
    --check operands:read*
    --print-config= operands:write
    -V --version quiet
    -h=? --help=? quiet
    operands write*
  `,

  // Shell, configuration, text.
  shellcheck: `
    # shellcheck --help, ShellCheck 0.11; files that a script sources are read with -x
    gnu
    -a -x -V --check-sourced --list-optional --norc --external-sources
    -i= -e= -f= -o= -s= -S= -W= --include= --exclude= --format= --enable= --shell= --severity= --wiki-link-count=
    --extended-analysis=
    -C=? --color=?
    -P= --source-path= read-below
    --rcfile= read
    --help --version quiet
    operands read*
  `,
  shfmt: `
    # shfmt --help, shfmt 3.14
    gnu exact
    -l -d -p -s -f -bn -ci -sr -kp -fn -mn --list --diff --posix --simplify --find --binary-next-line --case-indent
    --space-redirects --keep-padding --func-next-line --minify --to-json --from-json --apply-ignore
    -i= -ln= --indent= --language-dialect= --filename= --detect=
    -w --write operands:rewrite*
    -h --help --version quiet
    operands read-below*
  `,
  hadolint: `
    # usage of hadolint, 2026
    gnu exact
    -V --no-fail --no-color --verbose --strict-labels --disable-ignore-pragma
    -f= -t= --format= --error= --warning= --info= --style= --ignore= --trusted-registry= --require-label=
    --failure-threshold= --file-path-in-report=
    -c= --config= read
    -h -v --help --version quiet
    operands read*
  `,
  yamllint: `
    # yamllint --help, yamllint 1.38
    gnu
    -s --strict --no-warnings --list-files
    -d= -f= --config-data= --format=
    -c= --config-file= read
    -h -v --help --version quiet
    operands read-below*
  `,
  actionlint: `
    # command.go of actionlint, 2026; it starts shellcheck and pyflakes
    single
    -oneline -no-color -color -verbose -debug
    -ignore= -format= -stdin-filename=
    -config-file= read
    -shellcheck= -pyflakes= exec
    -init-config changes
    -version -help -h quiet
    operands read*
    default read-below .github/workflows
  `,
  "codespell typos misspell": `
    # codespell --help, codespell 2.4; typos --help
    gnu
    -*
    -D= -I= -L= -r= -S= -x= -i= -q= -A= -B= -C= --dictionary= --builtin= --ignore-regex= --ignore-words-list= --skip=
    --regex= --exclude= --format= --locale= --interactive= --quiet-level=
    --ignore-words= --exclude-file= --config= --toml= read
    -w --write-changes operands:rewrite* default:rewrite
    -h --help --version quiet
    operands read-below*
    default read-below .
  `,
  taplo: `
    # taplo --help, taplo 0.10
    gnu exact anywhere
    --verbose --no-auto-config
    -o= --colors= --option= --schema=
    -c= --config= read
    -h -V --help --version quiet
    sub lint,check,get,help,completions,config connects
    operands read*
    sub format,fmt
    --check --diff operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub lsp,toml-test runs
  `,
  "clang-format git-clang-format": `
    # clang-format --help, clang-format 21
    gnu exact
    -n --dry-run --Werror --dump-config --verbose --sort-includes --output-replacements-xml --fail-on-incomplete-format
    --style= -style= --assume-filename= --fallback-style= --lines= --offset= --length= --cursor= --ferror-limit=
    --Wno-error= --qualifier-alignment=
    --files= read caution
    -i operands:write*
    --help --help-list --version quiet
    operands read*
  `,
  "clang-tidy run-clang-tidy cppcheck": `
    # clang-tidy --help, clang-tidy 21; cppcheck --help, cppcheck 2: compile commands and addons can load code
    gnu exact
    -*
    -j= -l= -i= -x= --checks= -checks= --config= --header-filter= --line-filter= --format-style= --warnings-as-errors=
    --enable= --disable= --suppress= --std= --language= --platform= --library= --template= --error-exitcode=
    --max-configs= --check-level=
    -p= -I= --project= --config-file= --suppressions-list= --file-list= --rule-file= --include= --includes-file= read
    --vfsoverlay= read
    --export-fixes= --store-check-profile= --output-file= --checkers-report= write
    --cppcheck-build-dir= --plist-output= write-below
    --load= --extra-arg= --extra-arg-before= --addon= --addon-python= --clang= runs
    --fix --fix-errors --fix-notes --dump changes
    --help --version quiet
    always runs
    operands read-below*
  `,
});
