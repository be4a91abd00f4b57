/** Effects of compilers and the toolchains of compiled languages. */
import type { ProgramFamily } from "../entry.ts";

export const compilers: ProgramFamily = () => ({
  // C. Options that are not listed affect code generation, read more files or go to the linker.
  "gcc g++ cc c++ c89 c99 gfortran clang clang++ clang-cl x86_64-linux-gnu-gcc x86_64-linux-gnu-g++ emcc em++": `
    # gcc --help, gcc 16.1; gcc(1), options that name a file; -fsyntax-only with -o was seen to write nothing
    gnu
    -c -g -p -s -v -w -C -P -H -S -static -shared -pthread -pie -no-pie -rdynamic -nostdlib -nostdinc -nodefaultlibs
    -ansi -pipe -time -static-libgcc -static-libstdc++ -pedantic -MP -MG -dM -g0 -g3 -ggdb -ggdb3 -std=c89 -std=c90
    -std=c99 -std=c11 -std=c17 -std=c2x -std=c23 -std=gnu99 -std=gnu11 -std=gnu17 -std=gnu23 -std=c++11 -std=c++14
    -std=c++17 -std=c++20 -std=c++23 -std=gnu++17 -std=gnu++20
    -D= -U= -A= -l= -x= -u= -z= -T= -MT= -MQ= -Xassembler= -Xpreprocessor= -arch= -target= --param= --target=
    -isysroot= -I= -L= -isystem= -iquote= -idirafter= -include= -imacros= --sysroot=
    -O=? -W=? -m=? -f=?
    -Wl,=? -Xlinker= linker
    -B= -specs= -wrapper= -fplugin= runs
    -o= -MF= -aux-info= -dumpdir= --output= write
    -MD -MMD -save-temps changes
    -E -fsyntax-only -M -MM -### operands:read*
    -dumpspecs -dumpversion -dumpfullversion -dumpmachine -print-search-dirs -print-libgcc-file-name -print-multiarch
    -print-multi-lib -print-sysroot -print-target-triple -print-resource-dir --version --help --target-help
    operands changes read*
  `,
  cpp: `
    # cpp(1), gcc 16.1: input, then output
    gnu
    -C -P -H -v -w -M -MM -MP -MG -nostdinc -dM -dD -undef -traditional -pthread
    -D= -U= -I= -A= -x= -MT= -MQ= -isystem= -iquote= -idirafter= -include= -imacros=
    -O=? -W=? -m=? -f=?
    -o= -MF= write
    -MD -MMD changes
    -fplugin= -specs= runs
    --version --help
    operands read write
  `,
  "ld ld.bfd ld.gold ld.lld gold lld mold": `
    # ld --help, binutils 2.46
    gnu
    -d -E -g -i -M -n -N -q -r -s -S -t -v -V -x -X -pie -no-pie -shared -static -nostdlib --gc-sections --as-needed
    --no-as-needed --whole-archive --no-whole-archive --start-group --end-group --cref --print-map --trace --stats
    --eh-frame-hdr --relax --no-undefined --export-dynamic --strip-all --strip-debug
    -a= -A= -b= -e= -f= -F= -G= -h= -I= -l= -m= -O= -u= -y= -Y= -z= -soname= -rpath= -rpath-link= --entry= --format=
    --undefined= --defsym= --wrap= --hash-style= --oformat= --sort-section= --dynamic-linker= --library=
    --section-start= -Ttext= -Tdata= -Tbss= -L= --library-path= --sysroot=
    --verbose=? --build-id=?
    -c= -T= -R= --mri-script= --script= --default-script= --version-script= --dynamic-list= --just-symbols= read
    --retain-symbols-file= --export-dynamic-symbol-list= --remap-inputs-file= --section-ordering-file= read
    -plugin= --error-handling-script= runs
    -o= --output= -Map= --Map= --dependency-file= --out-implib= write
    --help --version --target-help
    operands changes read*
  `,
  as: `
    # as --help, binutils 2.46; -a can name a listing and is not listed
    gnu
    -D -f -g -J -K -L -M -R -W -w -X -Z -V -k -n -q -s -nocpp --32 --64 --x32 --alternate --fatal-warnings --gen-debug
    --keep-locals --noexecstack --execstack --no-warn --warn --statistics --divide --strip-local-absolute
    --defsym= --debug-prefix-map= --size-check= --hash-size= --listing-lhs-width= --listing-rhs-width= -I=
    -O=? -m=?
    -o= --MD= write
    --help --version --target-help quiet
    always changes
    operands read*
  `,
  "strip objcopy": `
    # strip --help and objcopy --help, binutils 2.46
    gnu
    -p -D -U -s -g -d -S -v -V -x -X -w -M --preserve-dates --strip-all --strip-debug --strip-dwo --strip-unneeded
    --only-keep-debug --wildcard --discard-all --discard-locals --verbose --info --keep-file-symbols
    --enable-deterministic-archives --disable-deterministic-archives --strip-section-headers
    -I= -O= -F= -j= -R= -K= -N= -B= --input-target= --output-target= --target= --remove-section= --keep-symbol=
    --strip-symbol= --only-section= --set-section-flags= --binary-architecture= --redefine-sym= --rename-section=
    --set-start= --change-addresses= --prefix-symbols= --keep-section=
    -o= --split-dwo= --dump-section= write
    --plugin= runs
    --help --version
    operands write*
  `,
  nm: `
    # nm --help, binutils 2.46
    gnu response
    -a -A -B -C -D -e -g -j -l -n -o -p -P -r -S -s -u -U -W --debug-syms --print-file-name --no-demangle
    --recurse-limit --no-recurse-limit --extern-only --just-symbols --line-numbers --numeric-sort --portability
    --reverse-sort --print-size --print-armap --quiet --size-sort --special-syms --undefined-only --defined-only
    --no-weak --without-symbol-versions
    -f= -t= -X= --format= --ifunc-chars= --radix= --target= --unicode=
    --dynamic=? --no-sort=? --synthetic=? --demangle=?
    --plugin= runs
    -h -V --help --version
    operands read*
    default read a.out
  `,
  objdump: `
    # objdump --help, binutils 2.46: a plugin is loaded, all else prints
    gnu response
    -*
    --plugin= runs
    -b= -j= -m= -M= -I= -P= --target= --architecture= --section= --disassembler-options= --start-address=
    --stop-address= --prefix= --prefix-strip= --insn-width= --adjust-vma= --include= --debug-dir= --private=
    --ctf-parent= --dwarf-depth= --dwarf-start= --unicode=
    -W=? --dwarf=? --demangle=? --disassemble=? --visualize-jumps=? --disassembler-color=?
    operands read*
    default read a.out
  `,
  readelf: `
    # readelf --help, binutils 2.46: it prints and does nothing else
    gnu response
    -*
    -x= -p= -R= -j= --hex-dump= --string-dump= --relocated-dump= --display-section= --sym-base= --debug-dir=
    --dwarf-depth= --dwarf-start= --ctf= --ctf-parent= --ctf-symbols= --ctf-strings= --unicode=
    -w=? --debug-dump=? --demangle=? --sframe=?
    operands read*
  `,
  size: `
    # size --help, binutils 2.46
    gnu
    -A -B -G -o -d -x -t -f --common
    --target= --format= --radix=
    -h -H -v -V --help --version quiet
    operands read*
    default read a.out
  `,
  "addr2line c++filt": `
    # --help of each, binutils 2.46; operands are addresses and names, and @FILE contains more of them
    gnu
    -a -i -p -s -f -R -r -n -t -_ --addresses --inlines --pretty-print --basenames --functions --recurse-limit
    --no-recurse-limit --strip-underscore --no-strip-underscore --no-params --no-verbose
    -b= -j= --target= --section= --format=
    --types=? --demangle=? -C=?
    -e= --exe= read
    -h -v --help --version quiet
    operands at*
  `,
  ldd: `
    # ldd(1), glibc 2.43: a file can name its own loader, which is run
    gnu
    -d -r -u -v --data-relocs --function-relocs --unused --verbose
    --help --version quiet
    always runs
    operands read*
  `,
  "pkg-config pkgconf": `
    # pkgconf --help, pkgconf 2
    gnu
    -*
    --define-variable= --variable= --atleast-version= --exact-version= --max-version= --atleast-pkgconfig-version=
    --maximum-traverse-depth= --with-path= --personality= --prefix-variable= --fragment-filter= --env=
    --log-file= write
  `,
  "ccache sccache distcc": `
    # ccache --help, ccache 4.14; sccache --help, sccache 0.17: options before the compiler are their own
    posix exact
    -s -v -p -x -h -V --show-stats --verbose --show-config --show-compression --help --version --print-stats --dry-run
    --print-version --show-adv-stats --print-log-stats --show-log-stats
    -k= --get-config= --format= --stats-format= --threads=
    -c -C -z --cleanup --clear --zero-stats --start-server --stop-server changes
    -F= -M= -o= -X= --max-files= --max-size= --set-config= --evict-older-than= --evict-namespace= --recompress= changes
    -d= --dir= --trim-dir= write-below
    operands command
  `,

  // Rust.
  cargo: `
    # cargo help of every command, cargo 1.95; build.rustc of .cargo/config.toml was seen to run for tree and metadata
    gnu exact plus anywhere
    -v -q --verbose --quiet --locked --offline --frozen --list
    -Z= --color= --explain=
    --config= runs
    -C= cwd
    -h -V --help --version quiet
    sub build,b,check,c,test,t,bench,run,r,doc,d,rustc,rustdoc,miri,nextest,llvm-cov,expand,udeps runs
    -r --future-incompat-report --workspace --all --lib --bins --examples --tests --benches --all-targets --all-features
    --no-default-features --keep-going --unit-graph --ignore-rust-version --no-run --no-deps --no-fail-fast --doc --open
    --document-private-items
    -p= -F= -j= --message-format= --package= --exclude= --bin= --example= --test= --bench= --features= --profile=
    --jobs= --target= --print= --crate-type= --output-format=
    --release=? --timings=? --build-plan=?
    --manifest-path= read
    --target-dir= --artifact-dir= --out-dir= write-below
    sub clippy runs
    -r --no-deps --workspace --all --lib --bins --examples --tests --benches --all-targets --release --all-features
    --no-default-features --keep-going --allow-dirty --allow-staged --allow-no-vcs
    -p= -F= -j= --message-format= --package= --exclude= --bin= --example= --test= --bench= --features= --profile=
    --jobs= --target= --explain=
    --manifest-path= read
    --target-dir= write-below
    --fix changes
    sub fix runs changes
    sub fmt
    --all
    -p= --package= --message-format=
    --manifest-path= read
    --check operands:none*
    operands write*
    default rewrite .
    sub tree,metadata,package runs
    -d -l -n --workspace --no-dedupe --duplicates --all-features --no-default-features --no-deps --list --allow-dirty
    --no-verify --no-metadata
    -e= -i= -p= -f= -F= -j= --edges= --prune= --depth= --prefix= --charset= --format= --package= --exclude= --features=
    --target= --filter-platform= --format-version= --index= --registry= --message-format=
    --invert=? --jobs=?
    --manifest-path= read
    --target-dir= write-below
    sub locate-project,pkgid,read-manifest,verify-project
    --workspace
    -p= --message-format= --package=
    --manifest-path= read
    sub help,version
    sub search,info,owner,report connects
    -a= -r= --add= --remove= changes
    -l --list
    --limit= --index= --registry= --token=
    sub new,init changes
    --bin --lib
    --vcs= --edition= --name= --registry=
    operands write-below
    sub vendor changes connects
    --no-delete --versioned-dirs --respect-source-config
    -s= --sync= --manifest-path= read
    operands write-below*
    default write-below vendor
    sub add,remove,rm,update,generate-lockfile,fetch,clean changes runs connects
    -n -w -b -r --dry-run --recursive --breaking --workspace --doc --release --dev --build --optional --no-optional
    --no-default-features --default-features --ignore-rust-version --all-features
    -p= -F= --precise= --package= --features= --rename= --target= --profile= --git= --branch= --tag= --rev= --registry=
    --path=
    --manifest-path= read
    --target-dir= write-below
    sub install,uninstall runs changes connects
    -f -n --force --dry-run --no-track --list --debug --bins --examples --all-features --no-default-features
    --keep-going
    -p= -F= -j= --version= --vers= --index= --registry= --git= --branch= --tag= --rev= --bin= --example= --features=
    --jobs= --profile= --target= --package=
    --path= read-below
    --root= --target-dir= write-below
    sub publish,login,logout,yank runs changes connects
  `,
  "rustc clippy-driver rustdoc": `
    # rustc --help -v, rustc 1.95; --print and --emit can name a file and are not listed
    gnu exact plus
    -g -O -v --test --verbose
    -L= -l= -A= -W= -D= -F= --cfg= --check-cfg= --crate-type= --crate-name= --edition= --target= --allow= --warn=
    --force-warn= --deny= --forbid= --cap-lints= --sysroot= --error-format= --json= --color= --diagnostic-width=
    --remap-path-prefix=
    -C= -Z= --codegen= --extern= runs
    -o= write
    --out-dir= write-below
    -h -V --help --version quiet
    --explain= quiet
    operands changes read*
  `,
  rustup: `
    # rustup help, rustup 1.29
    gnu exact plus anywhere
    -v -q --verbose --quiet
    -h -V --help --version quiet
    sub show,which,help,completions,man,doc
    --toolchain=
    sub check connects
    sub toolchain,target,component list
    --installed
    --toolchain=
    sub override list
    sub self update,uninstall,upgrade-data changes connects
    sub install,uninstall,update,default,toolchain,target,component,override,set,self changes connects
    sub run runs
    posix runner
    --install connects
    operands none command
  `,

  // Go.
  go: `
    # go help of every command, go 1.27
    single
    -C= cwd
    sub version
    -m -v -json
    operands read*
    sub help
    sub bug runs
    sub env
    -json -changed
    -w -u changes
    sub doc
    -all -c -cmd -ex -short -src -u
    # Starts a server and a browser, with a program that is downloaded.
    -http=? runs connects
    -C= cwd
    sub list connects
    -tags= -f=
    -json=? -m=? -deps=? -e=? -find=? -test=? -a=? -n=? -v=? -x=? -race=?
    -u=? -versions=? -retracted=? connects
    # -mod=mod writes go.mod; a package is built.
    -mod= caution
    -compiled=? -export=? runs
    -reuse= -modfile= -overlay= read
    -C= cwd
    -toolexec= exec
    operands module*
    sub build,vet,test,run,tool runs
    -p= -covermode= -coverpkg= -asmflags= -buildmode= -compiler= -gccgoflags= -gcflags= -installsuffix= -ldflags= -mod=
    -tags= -bench= -benchtime= -count= -cpu= -fuzz= -fuzztime= -fuzzminimizetime= -list= -parallel= -run= -shuffle=
    -skip= -timeout= -vet= -blockprofilerate= -memprofilerate= -mutexprofilefraction=
    -a=? -n=? -race=? -msan=? -asan=? -cover=? -v=? -work=? -x=? -json=? -linkshared=? -modcacherw=? -trimpath=?
    -failfast=? -fullpath=? -short=? -benchmem=? -c=? -i=? -diff=? -t=? -u=? -buildvcs=? -artifacts=? -tool=?
    -modfile= -overlay= -pgo= read
    -pkgdir= -outputdir= write-below
    -o= -coverprofile= -cpuprofile= -memprofile= -blockprofile= -mutexprofile= -trace= -test.coverprofile= write
    -toolexec= -exec= -vettool= -fixtool= exec
    -fix changes
    -C= cwd
    sub get,install,generate,fix runs changes connects
    -a -n -v -x -t -race -trimpath -diff -tool
    -p= -mod= -tags= -ldflags= -gcflags= -run= -skip=
    -u=?
    -modfile= -overlay= read
    -toolexec= -fixtool= exec
    -C= cwd
    sub fmt,clean,telemetry changes
    -n -x -i -r -cache -testcache -modcache -fuzzcache
    -mod=
    sub mod graph,verify,why,download connects
    -m -x -json -vendor
    -go= -reuse= -modfile=
    sub mod init,tidy,vendor,edit changes connects
    -e -v -x -diff -fmt -print -json
    -go= -compat= -module= -require= -droprequire= -replace= -dropreplace= -exclude= -dropexclude= -toolchain= -retract=
    -o= write-below
    sub work init,use,sync,edit,vendor changes connects
    -r -e -v -fmt -print -json
    -go= -use= -dropuse= -replace= -dropreplace=
    -o= write-below
    operands none*
  `,
  swiftc: `
    # swiftc --help, Swift 6.2.3; options that name an output are listed, the others are not
    gnu exact
    -typecheck -parse -dump-ast -dump-parse operands:read*
    -O -g -v -emit-executable -emit-library -emit-module -wmo
    -module-name= -target= -sdk= -swift-version= -I= -L= -l= -D=
    -o= -emit-module-path= -emit-objc-header-path= -emit-dependencies-path= -index-store-path= -emit-tbd-path= write
    -load-plugin-library= -load-plugin-executable= -plugin-path= runs
    -h -help --help --version -version quiet
    operands changes read*
  `,
  zig: `
    # zig help and src/main.zig, zig 0.16-dev; build.zig is Zig code
    gnu exact
    sub env,help,targets,version,zen
    sub std runs
    sub ast-check
    --color=
    operands read*
    sub fmt
    --stdin --ast-check --zon
    --color= --exclude=
    --check operands:read-below*
    operands rewrite*
    sub build,test,run,reduce runs
    -h -l --verbose --watch --fuzz --debug-incremental -freference-trace
    --fork= -j= --color= --seed= --maxrss= --summary= --search-prefix= --sysroot= --libc=
    --webui=? -D=? --release=?
    -p= --prefix= --cache-dir= --global-cache-dir= --zig-lib-dir= --prefix-lib-dir= --prefix-exe-dir= write-below
    --prefix-include-dir= write-below
    --build-file= --build-runner= read
    --test-cmd= runs
    --fetch=? connects
    operands none*
    sub build-exe,build-lib,build-obj,test-obj,cc,c++ changes
    single
    -o= -femit-bin= -femit-asm= -femit-llvm-ir= -femit-llvm-bc= -femit-h= -femit-docs= write
    --cache-dir= --global-cache-dir= write-below
    operands read*
    sub fetch changes connects
    --debug-hash
    --save=?
    --global-cache-dir= write-below
    operands fetch
    sub init changes
    sub libc,translate-c,ar,lib,ranlib,dlltool,objcopy,rc changes
  `,
});
