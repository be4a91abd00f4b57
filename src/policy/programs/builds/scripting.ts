/** Effects of Ruby, PHP, Perl, Lua, R, Julia and other scripting languages with their tools. */
import type { ProgramFamily } from "../entry.ts";

const gemQueries = `    -r -b --remote --both connects
    -a -l -d -e -i -I -n -R --all --local --details --exact --installed --no-installed --versions
    --prerelease --pre --yaml --marshal --ruby --list --clear-cache --update
    -v= --version= --platform=
    -s= --source= fetch
    -c changes
    --add= --remove= changes
`;

export const scripting: ProgramFamily = () => ({
  // Ruby.
  "ruby jruby truffleruby": `
    # ruby -h, Ruby 3.3; --version was seen to take precedence over -e and -r, -v was seen to run -e
    posix exact
    -a -c -d -l -n -p -s -S -v -w --debug --verbose --yjit --jit --disable-gems
    -E= -F= -K= -I= --encoding= --external-encoding= --enable= --disable=
    -0=? -W=? -x=?
    -e= runs operands:none*
    -r= runs
    -i=? operands:write*
    -C= cwd
    -h --help --version --copyright quiet
    always runs
    operands read none*
  `,
  irb: `
    # irb --help, irb 1.13
    posix exact
    -*
    -I= -E= -U=
    -r= runs
    -h -v --help --version quiet
    always runs
    operands read none*
  `,
  gem: `
    # gem help commands, RubyGems 4; gems can add commands, extensions and build scripts
    gnu anywhere
    -V -q --verbose --no-verbose --quiet --silent --debug --backtrace --norc
    --config-file= read
    -h -v --help --version quiet
    sub help,environment,env,which,check
    sub list,contents,dependency,info,specification,spec,stale
${gemQueries}    sub search,outdated,sources connects
${gemQueries}    sub fetch,unpack changes connects
    -v= -s= --version= --platform= --source=
    --target= write-below
    sub exec runs changes connects
    posix runner
    -v= -g= --version= --gem=
    operands command
    sub open,server runs
    sub push,yank,owner,signin,signout,cert,cleanup,pristine,rdoc,rebuild,lock,mirror runs changes connects
    sub install,i,uninstall,update,build,generate_index runs changes connects
    -i= -n= --install-dir= --bindir= --build-root= write-below
    -o= --output= write
  `,
  "bundle bundler": `
    # bundle help, Bundler 4; the Gemfile is Ruby. Without a command it is install
    gnu exact anywhere
    -V --no-color --verbose
    -r= --retry=
    --gemfile= read
    -h --help
    -v --version quiet
    always runs
    sub help,show,info,list,check,licenses,fund,platform,env,version,doctor,outdated,viz connects
    sub config
    --parseable --local --global --list
    operands none changes
    sub config get,list
    sub config set,unset changes
    sub exec
    posix runner
    --keep-file-descriptors --no-keep-file-descriptors
    operands command
    sub console,open,issue
    sub add,remove,lock,init,gem,clean,pristine,plugin,inject changes connects
    sub install,update,cache,package,pack,binstubs changes connects
    --path= --system= write-below
    --binstubs=? write-below
  `,
  "rspec cucumber minitest": `
    # rspec --help, RSpec 3.13
    gnu
    -b -w -n -X --backtrace --force-color --color --no-color --dry-run --warnings --only-failures --next-failure
    -I= -f= -P= -e= -E= -t= --order= --seed= --format= --pattern= --exclude-pattern= --example= --example-matches=
    --tag= --default-path= --failure-exit-code= --drb-port=
    -p=? --profile=? --fail-fast=? --bisect=?
    -r= --require= runs
    -O= --options= read
    -o= --out= --deprecation-out= write
    --init changes
    -h -v --help --version quiet
    always runs
    operands read-below*
  `,
  "rubocop standardrb reek brakeman": `
    # rubocop --help, RuboCop 1.91; require of its configuration was seen to run for --version
    gnu
    -*
    -f= -C= -s= --only= --except= --format= --fail-level= --cache= --stdin= --exclude-limit=
    --show-cops=? --changed=?
    -r= --require= --plugin= runs
    -c= --config= read
    --cache-root= write-below
    -o= --out= write
    -a -A -x --autocorrect --auto-correct --autocorrect-all --auto-correct-all changes operands:rewrite* default:rewrite
    --fix-layout --safe-auto-correct --fix changes operands:rewrite* default:rewrite
    --auto-gen-config --regenerate-todo --init --start-server --stop-server --restart-server changes
    always runs
    operands read-below*
    default read-below .
  `,
  "rails bin/rails jekyll middleman thor cap kitchen fastlane pod": `
    # rails --help, jekyll --help: they load the project's application
    gnu exact
    -*
    -p= -b= -e= -P= --port= --binding= --environment=
    -s= --source= read-below
    -d= --destination= write-below
    always runs
  `,

  // PHP.
  php: `
    # php -h, PHP 8.4; -d and -z can load an extension even for -v
    posix exact
    -a -n -e -h -i -l -m -q -s -v -w -H --ini --version --help --info --modules --syntax-check
    -d= --define= --rf= --rc= --re= --rz= --ri=
    -r= -B= -R= -E= --run= runs operands:none*
    -f= -F= --file= read runs
    -c= --php-ini= read
    -t= --docroot= list
    -S= --server= -z= --zend-extension= runs
    always runs
    operands read none*
  `,
  composer: `
    # composer list, Composer 2.11; plugins and scripts of the project run
    gnu anywhere
    -q -v -n --quiet --verbose --ansi --no-ansi --no-interaction --no-plugins --no-scripts --no-cache --profile
    -d= --working-dir= cwd
    -h -V --help --version
    always runs
    sub about,list,help,show,info,outdated,licenses,depends,why,prohibits,why-not,suggests,fund,status,validate connects
    sub check-platform-reqs,diagnose,audit,search,completion connects
    sub exec
    posix runner
    -l --list
    operands command
    sub run-script,run,test,lint,phpstan,cs
    sub browse,home
    sub config
    -l -g --list --global --auth --absolute
    --unset -e --editor changes
    operands none changes
    sub install,i,update,u,upgrade,require,r,remove,rm,uninstall,reinstall,create-project,init changes connects
    sub dump-autoload,dumpautoload,bump changes connects
    sub clear-cache,archive,global,self-update,selfupdate,repository,policy changes connects
    -f= --format= --file=
    --dir= write-below
  `,
  "phpunit pest paratest": `
    # phpunit --help, PHPUnit 13.4
    gnu exact
    -*
    -d= --testsuite= --group= --exclude-group= --filter= --exclude-filter= --exclude-testsuite= --covers= --uses=
    --order-by= --random-order-seed= --repeat= --columns= --test-suffix= --include-path= --extension=
    --colors=?
    -c= --bootstrap= --configuration= --use-baseline= --test-files-file= --coverage-filter= read
    --cache-directory= --coverage-html= --coverage-xml= write-below
    --coverage-clover= --coverage-cobertura= --coverage-crap4j= --coverage-php= --log-junit= --log-teamcity= write
    --testdox-html= --testdox-text= --log-events-text= --log-events-verbose-text= --list-tests-xml= write
    --generate-baseline= --log-otr= write
    --coverage-text=? write
    --generate-configuration --migrate-configuration changes
    --version -h --help quiet
    always runs
    operands read-below*
  `,
  "phpstan psalm phpcs": `
    # phpstan --help, psalm --help, phpcs --help: they load the project's autoloader and configuration
    gnu exact
    -*
    -l= --level= --memory-limit= --error-format= --format= --standard=
    -c= -a= --configuration= --config= --autoload-file= read
    --cache-file= --report-file= write
    --alter changes
    --generate-baseline=? --set-baseline=? changes
    always runs
  `,
  "php-cs-fixer rector": `
    # php-cs-fixer list, rector list: they load the project's configuration and rewrite its files
    gnu exact
    -*
    --rules= --format= --path-mode=
    -c= --config= --autoload-file= read
    --cache-file= write
    always runs changes
    operands none write-below*
  `,
  "phpcbf pint": `
    # phpcbf --help, pint --help: they rewrite the files that are named
    gnu exact
    -*
    --standard= --preset= --extensions= --ignore=
    --config= read
    --test operands:read-below*
    always runs changes
    operands write-below*
  `,

  // Perl.
  perl: `
    # perlrun(1), Perl 5.42; -v was seen to take precedence over -e and -M, -c to run BEGIN blocks
    posix exact
    -a -c -f -n -p -s -S -t -T -u -U -w -W -X -g
    -l=? -0=? -C=? -D=? -F=? -V=?
    -e= -E= runs operands:read*
    -M= -m= runs
    -d=? -x=? runs
    -I= read-below
    -i=? operands:write*
    -h -v --help --version quiet
    always runs
    operands read none*
  `,
  "prove yath": `
    # prove --help, TAP::Harness 3.50; .proverc of the project is read
    gnu
    -v -l -b -s -c -D -f -o -m -r -q -Q -p -T -t -W -w --verbose --lib --blib --shuffle --color --nocolor --count
    --nocount --failures --comments --merge --recurse --reverse --quiet --QUIET --parse --directives --timer --trap
    --normalize --norc --ignore-exit --dry
    -I= -j= -a= --ext= --jobs= --harness= --formatter= --source= --rules=
    --state=?
    -P= -M= -e= --exec= runs
    --rc= read
    --archive= --statefile= write
    -h -H -? -V --help --man --version quiet
    always runs
    operands read-below*
    default read-below t
  `,
  "cpan cpanm cpanp carton": `
    # cpan(1), Perl 5.42; cpanm --help: they build and install packages
    gnu exact
    -*
    -l= -L= write-below
    -v --version -h --help
    always runs changes connects
  `,
  "perltidy perlcritic": `
    # perltidy(1) 2025, perlcritic(1) 1.156; perltidy writes beside its input
    gnu exact
    -*
    -pro= --profile= read
    -o= --outfile= write
    always runs
    operands write*
  `,

  // Lua, R, Julia and others.
  "lua luajit texlua": `
    # lua(1), Lua 5.4.9; -v was seen to run -e
    posix exact
    -i -v -E -W
    -e= -l= runs
    always runs
    operands read none*
  `,
  luac: `
    # luac(1), Lua 5.4
    posix exact
    -l -p -s -v
    -o= write
    operands changes read*
  `,
  luarocks: `
    # luarocks help, LuaRocks 3
    gnu exact
    --tree= --server= --lua-version=
    --version --help quiet
    sub list,show,search,which,path,doc,lint,help connects
    sub install,remove,build,make,pack,unpack,upload,new_version,write_rockspec,init,purge,test runs changes connects
    sub config runs changes connects
  `,
  luacheck: `
    # luacheck --help, luacheck 1; .luacheckrc is Lua
    gnu exact
    -*
    -j= --std= --globals= --ignore= --only= --exclude-files= --include-files= --formatter=
    --config= read
    --cache=? write
    always runs
    operands read-below*
  `,
  stylua: `
    # stylua --help, StyLua 2
    gnu exact
    -*
    -f= -g= --config-path= --glob= --num-threads= --range-start= --range-end= --output-format= --stdin-filepath=
    --check operands:read-below*
    -h -V --help --version quiet
    operands rewrite*
  `,
  Rscript: `
    # Rscript --help, R 4.6; -e was seen to run before --version. .Rprofile of the directory is read
    posix exact
    --verbose --vanilla --no-environ --no-site-file --no-init-file --no-save --save --restore --no-restore --help
    --version
    --default-packages=
    -e= runs operands:none*
    always runs
    operands read none*
  `,
  R: `
    # R --help, R 4.6; .Rprofile of the directory is read
    gnu exact
    -q -s --quiet --silent --no-echo --slave --vanilla --no-environ --no-site-file --no-init-file --save --no-save
    --restore --no-restore --interactive --verbose --args
    --encoding= --max-ppsize= --gui= --arch= -g=
    -e= runs
    -f= --file= read runs
    -d= --debugger= exec
    -h --help --version quiet
    always runs
    operands changes none*
  `,
  julia: `
    # base/options and doc/man/julia.1 of Julia 1.13
    posix exact
    -i -q --quiet --interactive --version --help -v -h
    -t= -p= -O= -g= --threads= --procs= --optimize= --depwarn= --min-optlevel= --inline= --math-mode= --sysimage= -J=
    -H= --machine-file= --home=
    --compile=? --startup-file=? --history-file=? --check-bounds=? --code-coverage=? --color=? --project=?
    -e= -E= -L= --eval= --print= --load= runs operands:none*
    --output-o= --output-ji= --output-bc= --output-asm= --trace-compile= --code-coverage= write
    always runs
    operands read none*
  `,
  "tclsh wish guile racket sbcl clisp ecl csi gosh pwsh raku octave maxima gnuplot sage": `
    # manual pages of each: they run the file that is named, or code from an option or the standard input
    posix exact
    always runs
    operands read none*
  `,
  "dart flutter nim nimble crystal shards": `
    # dart help, nim --help, crystal help: build tools whose options are not listed
    gnu exact
    -h --help --version
    -o= --output= --out= write
    always runs
  `,
});
