/** Effects of Python and its package managers. */
import type { ProgramFamily } from "../entry.ts";

export const python: ProgramFamily = () => ({
  "python python2 python3 pypy pypy3 ipython ipython3": `
    # python3 -h, Python 3.14; after -c and -m all words are the program's own
    posix exact
    -b -B -d -E -i -I -O -P -q -s -S -u -v -x
    -W= -X= --check-hash-based-pycs=
    -c= -m= runs last operands:none*
    -h -V -? --help --version --help-env --help-xoptions --help-all quiet
    always runs
    operands read none*
  `,
  "pip pip3": `
    # pip help of every command, pip 26.2; setup.py and build backends are code of the package
    gnu anywhere
    -v -q --debug --isolated --require-virtualenv --verbose --quiet --no-input --no-proxy-env --no-cache-dir
    --disable-pip-version-check --no-color
    --keyring-provider= --retries= --timeout= --exists-action= --trusted-host= --use-feature= --use-deprecated=
    --resume-retries=
    --cert= --client-cert= read
    --cache-dir= write-below
    --log= --log-file= --local-log= write
    --python= exec
    --proxy= fetch
    -h -V --help --version quiet
    sub list,show,freeze,check,inspect,debug,completion,help connects
    -l -e -o -u -f --local --editable --outdated --uptodate --user --not-required --include-editable --exclude-editable
    --files --all --pre --no-index --ignore-requires-python
    --path= --format= --exclude= --platform= --python-version= --implementation= --abi=
    -r= --requirement= read
    -i= --index-url= --extra-index-url= --find-links= fetch
    sub hash
    -a= --algorithm=
    operands read*
    sub search,index connects
    sub config list,get,debug
    --user --global --site
    sub config changes
    --editor= exec
    sub cache dir,info,list
    sub cache changes
    sub download,wheel,lock runs changes connects
    --no-deps --pre --no-index --no-build-isolation --require-hashes --prefer-binary --no-clean --dry-run
    -C= --platform= --python-version= --implementation= --abi= --no-binary= --only-binary= --group= --progress-bar=
    --config-settings=
    -r= -c= --requirement= --constraint= --build-constraint= --requirements-from-script= read
    -e= --editable= read-below
    -d= -w= --dest= --wheel-dir= --src= write-below
    -o= --output= write
    -i= -f= --index-url= --extra-index-url= --find-links= fetch
    sub install,uninstall runs changes connects
    -U -I -y --user --upgrade --force-reinstall --ignore-installed --no-deps --pre --no-index --no-build-isolation
    --compile --no-compile --yes --break-system-packages --require-hashes --prefer-binary --no-warn-script-location
    --no-clean --dry-run --only-deps
    -C= --platform= --python-version= --implementation= --abi= --no-binary= --only-binary= --group= --progress-bar=
    --upgrade-strategy= --config-settings= --root-user-action=
    -r= -c= --requirement= --constraint= --build-constraint= --requirements-from-script= read
    -e= --editable= read-below
    -t= --target= --prefix= --root= --src= write-below
    --report= write
    -i= -f= --index-url= --extra-index-url= --find-links= fetch
  `,
  pipenv: `
    # pipenv --help, pipenv 2026; building a package runs its code
    gnu exact
    --where --venv --py --envs --support --site-packages --clear
    --python=
    --rm changes
    -h --help --version quiet
    sub run runs
    posix runner
    operands command
    sub graph,verify,requirements,check,scripts,audit runs connects
    --bare --json --json-tree --reverse --hash --dev
    sub install,uninstall,sync,lock,update,upgrade,clean,shell,open runs changes connects
    -d -v --dev --system --deploy --skip-lock --pre --verbose
    -r= --requirements= read
    -i= --index= --pypi-mirror= fetch
  `,
  pipx: `
    # pipx --help, pipx 1.15
    gnu anywhere
    -v -q --verbose --quiet --global
    -h --help --version quiet
    sub list,environment,completions,help
    --include-injected --json --short --skip-maintenance
    --value=
    sub interpreter list
    sub interpreter changes connects
    sub run runs connects
    posix runner
    --no-cache --pypackages --system-site-packages --verbose --fetch-missing-python --path
    --spec= --with= --pip-args= --python=
    -i= --index-url= fetch
    operands command
    sub runpip runs changes connects
    sub install,install-all,uninject,inject,pin,unpin,upgrade,upgrade-all,upgrade-shared,uninstall runs changes connects
    sub uninstall-all,reinstall,reinstall-all,ensurepath runs changes connects
  `,
  uv: `
    # crates/uv-cli of uv, 2026-08; it asks .venv/bin/python about itself, and building a package runs its code
    gnu exact anywhere
    -q -v -n -U --quiet --verbose --no-color --native-tls --offline --no-offline --preview --no-preview --isolated
    --show-settings --no-progress --no-cache --no-config --managed-python --no-managed-python --no-python-downloads
    --upgrade --no-upgrade --refresh --reinstall --no-index --no-build --no-build-isolation --no-sources --locked
    --frozen --active --no-active --all-extras --no-dev --dev --only-dev --all-groups --no-default-groups --all-packages
    --exact --inexact --no-sync --dry-run --no-deps --system --strict --compile-bytecode --no-project --no-editable
    --universal --generate-hashes --no-header --no-annotate
    -p= -P= -C= --python= --python-preference= --color= --allow-insecure-host= --preview-features= --upgrade-package=
    --refresh-package= --reinstall-package= --index-strategy= --keyring-provider= --resolution= --prerelease=
    --config-setting= --link-mode= --extra= --no-extra= --group= --no-group= --only-group= --package= --python-version=
    --python-platform= --torch-backend= --exclude-newer= --no-binary= --only-binary= --no-binary-package=
    --no-build-package= --format= --output-format= --no-install-package=
    --config-file= read
    --cache-dir= write-below
    -i= -f= --index= --default-index= --index-url= --extra-index-url= --find-links= fetch
    --directory= --project= cwd
    -h -V --help --version quiet
    sub help,generate-shell-completion
    sub run runs connects
    posix runner
    -s --script --gui-script runs operands:read,none*
    -m --module runs operands:none*
    -w= --with= --max-recursion-depth=
    --with-editable= --with-requirements= --env-file= read
    --editable --no-env-file --show-resolution
    operands command
    sub tool run,uvx runs connects
    posix runner
    --lfs --no-env-file --show-resolution
    -w= --with= --from= --generate-shell-completion=
    -c= -b= --constraints= --build-constraints= --overrides= --with-editable= --with-requirements= --env-file= read
    operands command
    sub tool list,dir
    --show-paths --show-version-specifiers --show-with --show-extras --outdated --bin
    sub tool install,upgrade,uninstall,update-shell,audit runs changes connects
    sub python list,find,dir runs connects
    --all-versions --all-platforms --all-arches --only-installed --only-downloads --show-urls --bin --show-version
    sub python install,upgrade,uninstall,pin,update-shell changes connects
    -i= --install-dir= write-below
    --mirror= --pypy-mirror= fetch
    sub pip list,show,freeze,tree,check,debug runs connects
    -e --editable --exclude-editable --outdated --no-dedupe --invert --files --show-version-specifiers
    -d= --depth= --exclude= --prune= --path=
    sub pip compile runs connects
    -c= -b= --constraints= --overrides= --build-constraints= read
    --annotation-style= --no-emit-package= --custom-compile-command=
    -o= --output-file= write
    operands read*
    sub pip install,sync,uninstall runs changes connects
    -r= -c= -b= --requirements= --requirement= --constraints= --overrides= --build-constraints= read
    -e= --editable= read-below
    -t= --target= --prefix= write-below
    -y --break-system-packages
    sub tree,audit,workspace runs connects
    --invert --no-dedupe --outdated --show-sizes
    -d= --depth= --prune= --script=
    sub check runs
    sub version runs
    --short
    --bump=
    operands changes none
    sub export runs connects
    --no-hashes --emit-index-url --no-emit-project --no-emit-workspace --no-emit-local
    --script= --prune= --no-emit-package= --only-emit-package=
    -o= --output-file= write
    sub format runs
    --version= --exclude-newer=
    --check --diff operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub build runs changes
    --sdist --wheel --list --build-logs --force-pep517 --clear
    -b= --build-constraints= read
    -o= --out-dir= write-below
    operands read-below
    sub venv changes connects
    -c --seed --clear --force --allow-existing --system-site-packages --relocatable
    --prompt=
    operands write-below*
    default write-below .venv
    sub init changes
    --bare --lib --app --script --no-readme --no-pin-python --no-workspace --no-description
    --build-backend= --name= --description= --vcs= --author-from=
    operands write-below
    sub cache dir,size
    sub cache clean,prune changes
    sub auth dir,helper
    sub auth login,logout,token changes connects
    sub self version
    --short
    sub self update changes connects
    sub lock runs connects
    --check --check-exists --locked --frozen --dry-run operands:none*
    --script= read
    default write uv.lock
    sub add,remove,sync,upgrade,publish,clean runs changes connects
    -r= -c= --requirements= --constraints= --script= read
    --raw --lfs --workspace --no-workspace --check --no-install-project --no-install-workspace --editable
    -m= --marker= --optional= --rev= --tag= --branch= --bounds= --token= --username= --password= --publish-url=
    --check-url=
  `,
  poetry: `
    # poetry list, Poetry 2.3; build scripts and plugins are code
    gnu exact anywhere
    -q -v -vv -vvv -n --quiet --verbose --ansi --no-ansi --no-interaction --no-plugins --no-cache
    -P= --project= -C= --directory= cwd
    -h -V --help --version quiet
    sub list,about,help,search connects
    sub show,check,debug runs connects
    -t -l -o -a -T --tree --latest --outdated --all --top-level --why --lock --strict
    --only= --with= --without= --format=
    sub version
    -s --short --dry-run
    operands changes none
    sub env info,list,activate runs
    -p -e --path --executable --full-path
    sub env changes
    sub cache list
    sub cache changes
    sub config
    --list --local --migrate
    --unset changes
    operands none changes
    sub source show
    sub source changes
    sub python list connects
    sub python changes connects
    sub self show runs
    sub self changes connects
    sub run runs
    posix runner
    operands command
    sub export runs connects
    --without-hashes --with-credentials --all-extras
    -f= -E= --format= --with= --without= --only= --extras=
    -o= --output= write
    sub add,build,init,install,lock,new,publish,remove,sync,update,shell runs changes connects
    -o= --output= write-below
  `,
  pdm: `
    # src/pdm/cli of PDM, 2026; scripts, plugins and build backends are code
    gnu anywhere
    -v -q --verbose --quiet
    -c= --config= read
    -p= --project= cwd
    -h -V --help --version quiet
    always runs
    sub list,show,info,search,outdated,completion connects
    sub config
    operands none changes
    sub run
    posix runner
    operands command
    sub export
    -f= -G= --format= --group=
    -o= --output= write
    sub add,remove,install,sync,update,lock,build,publish,init,new,use,venv,python,py,cache,fix,import changes connects
    sub self,plugin changes connects
  `,
  hatch: `
    # src/hatch/cli of Hatch, 2026; hooks and plugins are code
    gnu exact anywhere
    -v -q --verbose --quiet --color --no-color --interactive --no-interactive
    -e= -p= --env= --project=
    --config= read
    --data-dir= --cache-dir= write-below
    -h --help --version quiet
    always runs
    sub status,dep,version,project
    operands none changes
    sub run,test,shell,check,types
    posix
    -h --help --version
    sub fmt
    -l --linter -f --formatter --sync
    --check operands:none*
    default rewrite .
    sub env show,find,run
    sub config show,find,explore
    sub env,config,build,clean,new,publish,python,self,lock changes connects
  `,
  "conda mamba micromamba": `
    # conda/cli of conda, 2026
    gnu anywhere
    -v -q -d -y --verbose --quiet --dry-run --yes --json --debug --offline --override-channels --use-local --insecure
    -n= -c= --name= --channel= --solver= --repodata-fn= --subdir=
    -p= --prefix= write-below
    -h -V --help --version quiet
    sub list,info,search,compare,notices,package,doctor connects
    -a -e -s --all --envs --export --explicit --system --full-name --md5
    -f= --file= read
    sub config
    --show-sources --validate --env --system
    --show=? --describe=? --get=?
    -f= --file= read
    --write-default changes
    --add= --append= --prepend= --set= --remove= --remove-key= changes
    sub env list,export,config connects
    -f= --file= write
    sub env changes connects
    sub export
    -f= --file= write
    sub run runs
    posix runner
    --no-capture-output --live-stream --dev
    --cwd= cwd
    operands command
    sub create,install,update,upgrade,remove,uninstall,clean,init,rename,activate,deactivate,build runs changes connects
    sub self runs changes connects
  `,
  "virtualenv pyvenv": `
    # virtualenv --help, virtualenv 21.5
    gnu
    -v -q --with-traceback --read-only-app-data --reset-app-data --upgrade-embed-wheels --verbose --quiet --clear
    --no-vcs-ignore --system-site-packages --symlinks --copies --always-copy --no-seed --without-pip --no-download
    --download --no-pip --no-setuptools --no-periodic-update
    --discovery= --creator= --seeder= --pip= --setuptools= --activators= --prompt=
    --extra-search-dir= read-below
    --app-data= write-below
    -p= --python= --try-first-with= exec
    -h --help --version quiet
    always connects
    operands write-below
  `,
});
