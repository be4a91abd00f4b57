/** Effects of Nix and related tools. */
import type { ProgramFamily } from "../entry.ts";

export const nix: ProgramFamily = () => ({
  nix: `
    # nix __dump-cli, Nix 2.34 (every subcommand and option). --impure, --file and --option were seen to read any file,
    # --allow-unsafe-native-code-during-evaluation to run a program. Evaluating builds what is imported from a
    # derivation, and writes a flake.lock that is missing or out of date (both run), so it counts as running code.
    gnu exact anywhere
    -L -v --debug --offline --print-build-logs --quiet --refresh --verbose --debugger --no-registries
    --no-write-lock-file --no-update-lock-file --json --pretty --no-pretty --stdin --derivation --all -r --recursive
    --show-trace --no-show-trace --keep-going --no-keep-going --keep-failed --fallback --no-fallback --pure-eval
    --restrict-eval --eval-cache --no-eval-cache --no-accept-flake-config --no-allow-import-from-derivation
    --allow-import-from-derivation --trace-verbose --abort-on-warn --ignore-try --no-warn-dirty --warn-dirty
    --no-allow-dirty --no-use-registries --substitute --no-substitute --no-builders-use-substitutes
    --builders-use-substitutes --print-missing --always-allow-substitutes --trace-function-calls
    -I= -A= --include= --log-format= --arg-from-stdin= --expr= --apply= --inputs-from= --extra-experimental-features=
    --experimental-features= --max-jobs= --cores= --timeout= --max-silent-time= --connect-timeout= --download-attempts=
    --http-connections= --log-lines= --eval-system= --system= --extra-platforms= --tarball-ttl= --max-call-depth=
    --nix-path= --extra-nix-path= --allowed-uris= --narinfo-cache-negative-ttl= --narinfo-cache-positive-ttl=
    --eval-profiler= --eval-profiler-frequency= --trusted-public-keys= --extra-trusted-public-keys= --system-features=
    --extra-system-features= --access-tokens= --extra-access-tokens= --bash-prompt= --bash-prompt-prefix=
    --flake-registry= --user-agent-suffix=
    --arg== --argstr== --override-input== --override-flake==
    --arg-from-file== read
    -f= --file= read runs
    --reference-lock-file= --netrc-file= --ssl-cert-file= --secret-key-files= read
    --output-lock-file= --eval-profile-file= --json-log-path= write
    --impure --no-pure-eval --no-restrict-eval --accept-flake-config --allow-unsafe-native-code-during-evaluation runs
    --no-sandbox --relaxed-sandbox runs
    --plugin-files= --extra-sandbox-paths= --sandbox-paths= --build-hook= --post-build-hook= --pre-build-hook= runs
    --diff-hook= --external-builders= runs
    --option== runs
    --commit-lock-file --recreate-lock-file --repair changes
    --update-input= changes
    --store= --eval-store= --builders= --substituters= --extra-substituters= --trusted-substituters= connects
    --help --version quiet
    sub help,help-stores,show-config,doctor
    sub config show,check
    sub registry list,resolve
    sub registry add,pin,remove changes
    sub eval runs connects
    --raw --read-only
    --write-to= write-below
    sub search,why-depends,path-info,log runs connects
    -a -S -h -s --precise --closure-size --human-readable --sigs --size
    -e= --exclude= --json-format=
    sub flake show,metadata,info runs connects
    --all-systems --legacy
    sub flake check runs connects
    --all-systems --no-build
    sub flake lock,update,prefetch-inputs,archive changes connects
    --dry-run --no-check-sigs
    --flake= --to=
    sub flake prefetch changes connects
    -o= --out-link= write
    sub flake clone connects
    -f= --dest= write-below
    sub flake init changes connects
    -t= --template=
    default write-below .
    sub flake new changes connects
    -t= --template=
    operands write-below
    sub derivation show runs connects
    sub derivation add changes
    --dry-run
    sub build runs connects
    --print-out-paths --rebuild
    --no-link --dry-run operands:none*
    -o= --out-link= write operands:none*
    --profile= write
    default write result
    sub bundle runs connects changes
    --bundler=
    -o= --out-link= write
    sub run runs connects
    -i --ignore-env --ignore-environment --help --version
    -k= -u= --keep= --unset= --keep-env-var= --unset-env-var=
    -s== --set-env-var==
    sub shell runs connects
    -i --ignore-env --ignore-environment --help --version
    -k= -u= --keep= --unset= --keep-env-var= --unset-env-var=
    -s== --set-env-var==
    -c --command operands:command
    sub env shell runs connects
    -i --ignore-env --ignore-environment --help --version
    -k= -u= --keep-env-var= --unset-env-var=
    -s== --set-env-var==
    -c --command operands:command
    sub develop runs connects
    -i --ignore-env --ignore-environment --build --check --configure --install --installcheck --unpack --help --version
    -k= -u= --keep= --unset= --keep-env-var= --unset-env-var= --phase=
    --profile= write
    --redirect== write-below
    -s== --set-env-var==
    -c --command operands:command
    sub print-dev-env runs connects
    --redirect== write-below
    --profile= write
    sub fmt,formatter runs changes
    sub formatter build runs
    --no-link operands:none*
    -o= --out-link= write operands:none*
    default write result
    sub edit,repl runs
    sub hash convert,to-base16,to-base32,to-base64,to-sri
    --from= --to= --hash-algo= --type=
    sub hash file,path
    --base16 --base32 --base64 --sri
    --type= --algo= --format= --mode=
    operands read-below*
    sub nar cat,ls,dump-path,pack
    -d -l -R --directory --long
    operands read-below none
    sub key generate-secret,convert-secret-to-public
    --key-name=
    sub store cat,ls,diff-closures,info,ping,path-from-hash-part,verify,dump-path connects
    -d -l -R --directory --long --no-contents --no-trust
    -n= -s= --sigs-needed= --substituter=
    sub store add,add-file,add-path changes
    --dry-run
    -n= --name= --hash-algo= --mode=
    operands read-below*
    sub store prefetch-file changes
    --executable --unpack
    --expected-hash= --hash-type= --name=
    operands fetch
    sub store gc,delete,optimise,repair,sign,copy-sigs,copy-log,make-content-addressed,roots-daemon changes connects
    sub realisation info
    sub copy changes connects
    -s --no-recursive --no-check-sigs --substitute-on-destination
    --from= --to=
    -o= --out-link= --profile= write
    sub profile list,history,diff-closures
    --profile= read
    sub profile add,install,remove,upgrade,rollback,wipe-history changes connects
    --dry-run
    --regex= --priority= --older-than= --to=
    --profile= write
    sub upgrade-nix,daemon changes connects
  `,
  "nix-build": `
    # nix-build(1), Nix 2.34; evaluation can read any file
    gnu exact
    -E -k -K -Q -v --expr --fallback --impure --keep-failed --keep-going --no-build-output --quiet --readonly-mode
    --repair --show-trace --check
    -A= -I= -j= --attr= --arg-from-stdin= --cores= --include= --log-format= --max-jobs= --max-silent-time= --timeout=
    --system=
    --arg== --argstr==
    --arg-from-file== read
    --store= --eval-store= runs
    --option== runs
    --no-out-link --dry-run operands:none*
    -o= --out-link= --add-root= write operands:none*
    --help --version quiet
    always runs connects
    operands none*
    default write result
  `,
  "nix-instantiate": `
    # nix-instantiate(1), Nix 2.34; evaluation was seen to read any file, --parse evaluates nothing
    gnu exact
    -k -K -Q -v --strict --json --xml --raw --read-write-mode --readonly-mode --fallback --impure --keep-failed
    --keep-going --no-build-output --quiet --repair --show-trace --indirect
    -I= -j= --arg-from-stdin= --cores= --include= --log-format= --max-jobs= --max-silent-time= --timeout=
    --arg== --argstr==
    --arg-from-file== read
    --eval --eval-only runs
    --store= --eval-store= -A= --attr= runs
    --option== runs
    --add-root= write
    -E --expr runs operands:none*
    --parse operands:read*
    --find-file operands:none*
    --help --version quiet
    operands runs read*
    default read default.nix
  `,
  "nix-store": `
    # nix-store(1) and its operations, Nix 2.34
    gnu exact
    -q -R -d -v --query --outputs --requisites --references --referrers --referrers-closure --deriver --valid-derivers
    --graph --tree --hash --size --roots --binding --print-roots --print-live --print-dead --include-outputs
    --use-output --force-realise --no-trust --check-contents --dry-run --ignore-unknown --quiet --recursive -u -b -l
    --read-log --verify-path --dump-db --export --print-env --print-invalid
    -j= --max-jobs= --binding= --max-freed=
    --dump operands:read-below*
    -r --realise --realize runs changes connects
    --add --add-fixed changes operands:read-below*
    --restore operands:write-below*
    --delete --gc --import --load-db --optimise --optimize --repair-path --verify --repair --serve changes
    --add-root= write
    --generate-binary-cache-key operands:none,write,write
    --store= runs
    --option== runs
    --help --version quiet
  `,
  "nix-env": `
    # nix-env(1) and its operations, Nix 2.34
    gnu exact
    -q -a -P -c -s -v --query --available --installed --attr-path --status --compare-versions --system --drv-path
    --out-path --description --meta --json --xml --no-name --list-generations --prebuilt-only --dry-run --quiet
    --show-trace
    -I= -A= --attr= --include= --system-filter=
    -E --from-expression runs operands:none*
    -f= --file= read runs
    -p= --profile= read
    -i -e -u -S -G -r --install --uninstall --upgrade --set --set-flag --switch-profile changes connects
    --switch-generation --rollback --delete-generations --remove-all changes connects
    --store= runs
    --option== runs
    --help --version quiet
  `,
  "nix-channel": `
    # nix-channel(1), Nix 2.34
    gnu exact
    --list --list-generations --quiet -v
    --add --remove --update --rollback changes connects
    --help --version quiet
  `,
  "nix-collect-garbage": `
    # nix-collect-garbage(1), Nix 2.34; --dry-run is a separate option and does not make it harmless here
    gnu exact
    -d --delete-old --dry-run --quiet -v
    --delete-older-than= --max-freed=
    --help --version quiet
    always changes
  `,
  "nix-hash": `
    # nix-hash(1), Nix 2.34
    gnu exact
    --flat --base16 --base32 --base64 --sri --truncate
    --type=
    --to-base16 --to-base32 --to-base64 --to-sri operands:none*
    --help --version quiet
    operands read-below*
  `,
  "nix-copy-closure": `
    # nix-copy-closure(1), Nix 2.34
    gnu exact
    -s --gzip --include-outputs --use-substitutes -v
    --from= --to= host
    --help --version quiet
    always changes connects
  `,
  "nix-prefetch-url": `
    # nix-prefetch-url(1), Nix 2.34: downloads into the store
    gnu exact
    --print-path --unpack --executable
    -A= -I= --type= --name= --attr=
    --option==
    --help --version quiet
    always changes
    operands fetch none
  `,
  "nix-prefetch-git nix-prefetch-github nix-prefetch nix-universal-prefetch nurl nix-init": `
    # nix-prefetch-git --help of nixpkgs, 2026: downloads into the store
    gnu exact
    -*
    --out= --url= --rev= --hash= --branch-name= --builder=
    -o= --output= write
    always changes connects
  `,
  "nixos-rebuild nixos-rebuild-ng darwin-rebuild": `
    # nixos-rebuild(8) of nixpkgs, 2026
    gnu exact anywhere
    -v -L --verbose --upgrade --upgrade-all --fast --no-reexec --install-bootloader --rollback --use-remote-sudo --sudo
    --use-substitutes --show-trace --impure --print-build-logs --keep-going --no-build-nix --no-flake --json --quiet
    --no-write-lock-file --refresh --offline
    -p= -c= -I= -j= -k= --profile-name= --specialisation= --flake= --attr= -A= --include= --max-jobs= --cores=
    --update-input= --builders= --log-format=
    --option== --override-input==
    -f= --file= read
    --target-host= --build-host= host
    --commit-lock-file --recreate-lock-file changes
    --help quiet
    sub list-generations
    sub build,dry-build,dry-run,repl,build-vm,build-vm-with-bootloader,build-image runs connects
    default write result
    sub edit runs
    sub switch,boot,test,dry-activate,check,changelog,activate runs changes connects
  `,
  "home-manager": `
    # home-manager/home-manager of home-manager, 2026
    gnu exact anywhere
    -v -n --verbose --dry-run --no-out-link --show-trace --impure --substitute --no-substitute --keep-failed
    --keep-going --print-build-logs -L --no-update-lock-file --no-write-lock-file --no-registries --refresh --recursive
    -b= -c= -I= -A= -j= --flake= --specialisation= --max-jobs= --cores= --builders= --log-format=
    --experimental-features= --extra-experimental-features=
    --option== --arg== --argstr== --override-input==
    -f= --file= read
    --commit-lock-file --recreate-lock-file --rollback changes
    --update-input= changes
    -h --help --version quiet
    sub generations,packages,news,help,option runs
    sub build runs connects
    default write result
    sub instantiate,repl,edit runs
    sub switch,test,rollback,init,expire-generations,remove-generations,uninstall runs changes connects
  `,
  "nixos-version nixos-option nixos-help nix-info nix-locate nix-tree nix-diff nvd nix-du nix-visualize nix-melt": `
    # manual pages of each: they print what is installed or built. nixos-option evaluates the configuration
    gnu exact
    -*
    -I= --include=
    -o= --output= --dest= write
    operands none*
  `,
  "nixos-generate-config nixos-install nixos-enter nixos-container nixos-anywhere disko colmena agenix cachix nh": `
    # manual pages and --help of each: they change systems, secrets or caches
    gnu exact
    -*
    --help --version
    always runs changes connects
  `,
  "nixpkgs-review nix-update nix-eval-jobs nix-fast-build nix-output-monitor nom nom-build nom-shell devenv devbox": `
    # --help of each: they build or evaluate, and start what they build
    gnu exact
    -*
    always runs connects
  `,
  nixfmt: `
    # main/Main.hs of nixfmt, 2026; cmdargs: options can be abbreviated
    gnu
    -q -s -v -i --quiet --strict --verify --ast --pure --ir --numeric-version --parse-only
    -w= -f= --width= --indent= --filename=
    -c --check operands:read-below*
    -m --mergetool changes
    -V -? --version --help quiet
    operands rewrite*
  `,
  "nixpkgs-fmt alejandra": `
    # cli.rs of alejandra, 2026; nixpkgs-fmt --help
    gnu exact
    -q --quiet --explain
    -e= -t= --exclude= --threads=
    --experimental-config= read
    -c --check operands:read-below*
    -h -V --help --version quiet
    operands rewrite*
  `,
  statix: `
    # bin/src/config.rs of statix, 2026
    gnu exact
    -h -V --help --version quiet
    sub check
    -u -s --unrestricted --stdin
    -i= -o= --ignore= --format=
    -c= --config= read
    operands read-below*
    default read-below .
    sub fix
    -u --unrestricted
    -i= --ignore=
    -c= --config= read
    -d -s --dry-run --stdin operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub single
    -p= --position=
    -c= --config= read
    -d -s --dry-run --stdin operands:read
    operands rewrite
    sub explain,dump,list,help
  `,
  deadnix: `
    # src/main.rs of deadnix, 2026
    gnu exact
    -l -L -_ -W -q -h -f --no-lambda-arg --no-lambda-pattern-names --no-underscore --warn-used-underscore --quiet
    --hidden --fail
    -o= --output-format= --exclude=
    -e --edit operands:rewrite* default:rewrite
    -V --help --version quiet
    operands read-below*
    default read-below .
  `,
  treefmt: `
    # treefmt --help, treefmt 2: runs the formatters that the project configures
    gnu exact
    -v -q --verbose --quiet --ci --no-cache --allow-missing-formatter --stdin --clear-cache
    --walk= -f= --formatters= --excludes= --tree-root-file= --on-unmatched= --cpu-profile=
    --config-file= read
    -C= --working-dir= --tree-root= cwd
    -i --init changes
    -h --help --version quiet
    always runs changes
    operands rewrite*
  `,
  "nil nixd": `
    # nil --help, nixd --help: language servers; nil diagnostics reads one file
    gnu exact
    -*
    sub diagnostics,parse,ssr
    operands read*
  `,
});
