/** Effects of Python linters, test runners and documentation tools. */
import type { ProgramFamily } from "../entry.ts";

export const pythonTools: ProgramFamily = () => ({
  "pytest py.test": `
    # pytest --help, pytest 9.1; conftest.py was seen to run for --help, --fixtures, --markers, --co and -VV
    gnu
    -x -s -v -q -l -h --exitfirst --strict-config --strict-markers --strict --fixtures --funcargs --fixtures-per-test
    --markers --pdb --trace --runxfail --lf --last-failed --ff --failed-first --nf --new-first --cache-clear --sw
    --stepwise --sw-skip --stepwise-skip --verbose --quiet --no-header --no-summary --disable-warnings --showlocals
    --no-showlocals --full-trace --collect-only --co --pyargs --noconftest --keep-duplicates --doctest-modules
    --trace-config --setup-only --setup-show --setup-plan --help --no-cov --cov-append --cov-branch --benchmark-only
    -k= -m= -n= -r= -W= -p= -o= --maxfail= --pdbcls= --durations= --durations-min= --verbosity= --tb= --capture=
    --show-capture= --color= --code-highlight= --report-chars= --pythonwarnings= --deselect= --import-mode=
    --doctest-glob= --doctest-report= --override-ini= --assert= --log-level= --log-cli-level= --log-format=
    --numprocesses= --dist= --timeout= --reruns= --cov-fail-under= --cov-context= --randomly-seed= --ds= --dc=
    --asyncio-mode= --max-worker-restart= --lfnf= --junitprefix=
    --cache-show=? --cov=?
    -c= --config-file= --cov-config= --ignore= --ignore-glob= read
    --rootdir= --confcutdir= list
    --basetemp= write-below
    --junitxml= --junit-xml= --log-file= --resultlog= --html= --report-log= write
    --cov-report= changes
    --debug=? changes
    --pastebin= changes connects
    --snapshot-update --force-regen changes
    --inline-snapshot= changes
    --version quiet
    always runs
    operands read-below*
  `,
  "tox nox": `
    # tox r --help, tox 4.55; nox --help, nox 2025: they run what the project configures, toxfile.py also for --version
    gnu
    -*
    -e= -m= -f= -x= -k= -t= -p= -s= -j= --skip-env= --hashseed= --override= --colored= --keywords= --tags= --pythons=
    --sessions= --session= --tag= --reuse-venv= --default-venv-backend= --force-venv-backend= --runner= --parallel=
    -c= --conf= --noxfile= --installpkg= read
    --workdir= --envdir= write-below
    --root= cwd
    --result-json= --report= write
    --version
    always runs
  `,
  coverage: `
    # coverage help, Coverage.py 7.16; plugins of its configuration are code
    gnu anywhere
    -i -q --ignore-errors --quiet --skip-covered --no-skip-covered --skip-empty --show-contexts --keep-combined
    --include= --omit= --contexts= --debug= --precision= --fail-under= --title= --format= --sort=
    --rcfile= read
    -h --help --version quiet
    sub help
    sub run runs changes
    posix
    -a -L -p --append --branch --pylib --parallel-mode --timid
    -m --module operands:none*
    --concurrency= --context= --source= --save-signal=
    --data-file= write
    operands read none*
    sub report,debug runs
    -m --show-missing
    --data-file= read
    sub html,xml,json,lcov,annotate runs changes
    --data-file= read
    -d= --directory= write-below
    -o= write
    sub combine,erase runs changes
    -a --append --keep
    --data-file= write
    operands read-below*
  `,
  ruff: `
    # ruff help of every command, ruff 0.16
    gnu exact anywhere
    -v -q -s --verbose --quiet --silent --isolated
    --color=
    --config= read
    -h -V --help --version quiet
    sub check
    -e -n -w --unsafe-fixes --no-unsafe-fixes --show-fixes --no-show-fixes --watch --ignore-noqa --preview --no-preview
    --statistics --show-files --show-settings --respect-gitignore --no-respect-gitignore --force-exclude --no-cache
    --exit-zero --exit-non-zero-on-fix --no-fix
    --output-format= --target-version= --extension= --select= --ignore= --extend-select= --per-file-ignores=
    --extend-per-file-ignores= --fixable= --unfixable= --extend-fixable= --exclude= --extend-exclude= --stdin-filename=
    --line-length=
    --cache-dir= write-below
    -o= --output-file= write
    --fix --fix-only changes operands:rewrite* default:rewrite
    --add-noqa=? --add-ignore=? changes operands:rewrite* default:rewrite
    --diff operands:read-below*
    operands read-below*
    default read-below .
    sub format
    -n --preview --no-preview --no-cache --respect-gitignore --no-respect-gitignore --force-exclude
    --exit-non-zero-on-format
    --extension= --target-version= --output-format= --stdin-filename= --exclude= --extend-exclude= --line-length=
    --range=
    --cache-dir= write-below
    --check --diff operands:read-below* default:read-below
    operands rewrite*
    default rewrite .
    sub rule,config,linter,version,help,server,generate-shell-completion
    --all
    --output-format=
    sub analyze
    --preview --detect-string-imports --type-checking-imports
    --direction= --min-dots= --target-version= --python=
    operands none read-below*
    default read-below .
    sub clean changes
  `,
  black: `
    # black --help, black 26.10
    gnu exact
    -x -S -C -q -v --pyi --ipynb --skip-source-first-line --skip-string-normalization --skip-magic-trailing-comma
    --preview --unstable --color --no-color --fast --safe --quiet --verbose --no-cache
    -l= -t= -W= --line-length= --target-version= --python-cell-magics= --enable-unstable-feature= --line-ranges=
    --required-version= --exclude= --extend-exclude= --force-exclude= --stdin-filename= --include= --workers=
    -c= --code= operands:none*
    --config= read
    --cache-dir= write-below
    --check --diff operands:read-below*
    -h --help --version quiet
    operands rewrite*
  `,
  isort: `
    # isort --help, isort 9; --formatter loads a plugin that is installed
    gnu
    -*
    -s= -a= -m= -l= -i= -t= -b= -f= -o= -p= --profile= --skip= --extend-skip= --skip-glob= --sg= --extend-skip-glob=
    --filename= --add-import= --remove-import= --rm= --multi-line= --line-length= --wl= --indent= --lai= --lbi= --lbt=
    --le= --py= --python-version= --ext= --blocked-extension= --format-error= --format-success= --sd= --fs= --nlb=
    --src= --sort-order= --force-to-top= --ext-format= --extra-builtin= --known-local-folder=
    -j=? --jobs=?
    --sp= --settings-path= --settings-file= --settings= --cr= --config-root= read
    --virtual-env= --conda-env= read-below
    --formatter= runs
    -c -d --check --check-only --stdout --df --diff --show-files --show-config operands:read-below*
    -h -V --vn --help --version --version-number quiet
    operands rewrite*
  `,
  "mypy dmypy stubtest": `
    # mypy --help, mypy 2.4; plugins of its configuration are code
    gnu
    -*
    -m= -p= -c= -O= -n= --module= --package= --command= --output= --follow-imports= --python-version= --platform=
    --always-true= --always-false= --untyped-calls-exclude= --disable-error-code= --enable-error-code= --exclude=
    --custom-typing-module= --find-occurrences= --junit-format= --enable-incomplete-feature= --num-workers=
    --config-file= read
    --shadow-file== read
    --custom-typeshed-dir= read-below
    --cache-dir= --any-exprs-report= --cobertura-xml-report= --html-report= --linecount-report= write-below
    --linecoverage-report= --lineprecision-report= --txt-report= --xml-report= --xslt-html-report= write-below
    --xslt-txt-report= write-below
    --junit-xml= write
    --python-executable= exec
    --install-types changes connects
    -h -V --help --version quiet
    always runs
    operands read-below*
  `,
  "pyright basedpyright": `
    # pyright --help, pyright 1.1.4; it asks the Python of the project about its paths
    gnu exact
    -w --dependencies --ignoreexternal --outputjson --skipunannotated --stats --verbose --warnings --watch
    --level= --pythonplatform= --pythonversion= --verifytypes= --baselinemode=
    --threads=?
    -p= --project= --baselinefile= read
    -t= -v= --typeshedpath= --venvpath= read-below
    --pythonpath= exec
    --writebaseline changes
    --createstub= changes
    -h --help --version quiet
    always runs
    operands read-below*
  `,
  "flake8 pylint pydocstyle pycodestyle pyflakes bandit vulture radon xenon": `
    # flake8 --help, flake8 7.3; pylint --long-help, pylint 4; plugins were seen to load for --version
    gnu
    -*
    -j= -e= -d= -f= -r= -s= -c= -t= -l= -i= -x= --enable= --disable= --max-line-length= --max-complexity= --select=
    --ignore= --extend-ignore= --extend-select= --exclude= --extend-exclude= --per-file-ignores= --format=
    --output-format= --jobs= --fail-under= --fail-on= --load-plugins= --msg-template= --ignore-patterns= --ignore-paths=
    --py-version= --filename= --stdin-display-name= --min-confidence= --indent-size= --reports= --score= --recursive=
    --color= --builtins= --evaluation=
    --config= --append-config= --rcfile= --baseline= read
    -o= --output= --output-file= write
    --init-hook= runs
    --version --help -h
    always runs
    operands read-below*
  `,
  "autopep8 yapf docformatter pyupgrade autoflake add-trailing-comma": `
    # autopep8 --help, yapf --help, autoflake --help: they write with -i; pyupgrade writes always
    gnu
    -*
    -j= -p= -l= --max-line-length= --select= --ignore= --exclude= --style= --aggressive= --imports= --jobs=
    --line-range=
    --config= --global-config= read
    -i --in-place --in_place operands:rewrite*
    -d --diff --check operands:read-below*
    -h --help --version quiet
    operands rewrite*
  `,
  "sphinx-build sphinx-autobuild sphinx-apidoc sphinx-quickstart": `
    # sphinx-build --help, Sphinx 9; conf.py is code
    gnu
    -*
    -b= -j= -D= -A= -t= -M= --builder= --jobs= --define= --html-define= --tag= --port= --host=
    -c= --conf-dir= read-below
    -d= --doctree-dir= write-below
    -w= --warning-file= write
    -o= --output-dir= write-below
    --version -h --help quiet
    always runs
    operands read-below write-below none*
  `,
  mkdocs: `
    # mkdocs --help, MkDocs 1.6; plugins and hooks are code
    gnu exact
    -h -V --help --version quiet
    sub build,serve,get-deps runs
    -q -v -c -s --clean --dirty --strict --quiet --verbose --open --livereload --no-livereload
    -a= -t= --dev-addr= --theme= --watch=
    -f= --config-file= read
    -d= --site-dir= write-below
    sub new,gh-deploy runs changes connects
  `,
  "jupyter jupyter-lab jupyter-notebook jupyter-nbconvert": `
    # jupyter nbconvert --help, nbconvert 7; notebooks and configuration are code
    gnu exact
    -h --help --version quiet
    --paths --config-dir --data-dir --runtime-dir --json
    sub nbconvert runs changes
    -y --execute --allow-errors --stdin --stdout --clear-output --no-prompt --no-input --embed-images --debug
    --to= --template= --theme= --nbformat= --log-level= --writer= --post=
    --config= --template-file= read
    --output= write
    --output-dir= write-below
    --inplace operands:write*
    operands read*
    sub notebook,lab,console,run,execute,server,kernel runs changes
    sub kernelspec,labextension,serverextension,nbextension list
    sub kernelspec,labextension,serverextension,nbextension,trust changes
    sub troubleshoot
  `,
  "django-admin flask uvicorn gunicorn hypercorn celery alembic streamlit fastapi scrapy invoke fab": `
    # flask --help, uvicorn --help, alembic --help: they load the project's application and run it
    gnu exact
    -*
    -A= -c= -e= -w= -b= -p= -x= --app= --host= --port= --workers= --bind= --settings= --env-file= --log-level=
    --reload-dir=
    --pythonpath= --app-dir= --chdir= cwd
    --log-config= --config= read
    --access-logfile= --error-logfile= --logfile= --pid= --pidfile= write
    always runs
  `,
  "twine flit": `
    # twine --help, twine 6; flit --help, flit 3
    gnu exact
    --no-color
    -h --help --version quiet
    sub check
    --strict
    operands read*
    sub upload,register,publish,build,init,install runs changes connects
    operands read*
  `,
  "pip-compile pip-sync pip-audit safety pipdeptree pip-licenses": `
    # pip-compile --help, pip-tools 7; pip-audit --help: they build or query packages of the project's environment
    gnu exact
    -*
    -f= -i= -r= -l= --extra= --resolver= --format= --python=
    -c= --constraint= --config= read
    -o= --output-file= --output= write
    --index-url= --extra-index-url= fetch
    --fix changes
    always runs connects
    operands read*
  `,
  "cookiecutter copier": `
    # cookiecutter --help, copier --help: templates have hooks that run
    gnu exact
    -*
    -c= --checkout= --directory=
    -o= --output-dir= write-below
    --config-file= read
    always runs changes connects
  `,
});
