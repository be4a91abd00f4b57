/** Subcommands of git that mostly read: history, changes, objects, refs, configuration. */
import { commitOptions, diffOptions, help, logOptions, refFilters, refOptions } from "./git-options.ts";

/** Commits and the changes they make. */
const history = (): string => `
  sub log,show,whatchanged,reflog
    numbers
    ${logOptions}
    operands rev*
  sub reflog show
    numbers
    ${logOptions}
    operands rev*
  sub stash list,show
    numbers
    ${logOptions}
    --include-untracked --only-untracked
    operands rev*
  sub reflog list,exists
    -h --help

  # Two paths, one of them outside the work tree, are compared even without --no-index.
  sub diff
    numbers
    ${commitOptions}
    -q --cached --staged --merge-base --base --ours --theirs
    --no-index operands:read-below*
    operands rev*
  sub diff-tree,diff-index,diff-files
    numbers
    ${commitOptions}
    -q --cached --merge-base --base --ours --theirs
    operands rev*
  sub diff-pairs
    ${diffOptions}
  sub range-diff
    numbers
    ${diffOptions}
    --dual-color --left-only --right-only
    --notes=?
    --creation-factor= --max-memory=
    operands rev*
  sub rev-list
    numbers
    ${commitOptions}
    -z --header --timestamp --bisect-all --bisect-vars --use-bitmap-index --test-bitmap
    --progress=? --disk-usage=?
    operands rev*
  sub shortlog
    numbers
    ${commitOptions}
    -c --committer -n --numbered -s --summary -e --email
    -w=?
    --group=
    operands rev*
  sub blame,annotate,pickaxe
    numbers
    ${commitOptions}
    --incremental -b --root --show-stats --progress --score-debug -f --show-name -n --show-number -p --porcelain
    --line-porcelain -c -t -l -s -e --show-email -w --color-lines --color-by-age
    -L= --ignore-rev=
    -S= --contents= --ignore-revs-file= read
    operands rev*
  sub last-modified
    numbers
    ${commitOptions}
    --recursive --show-trees
    operands rev*
  sub fast-export
    numbers
    ${commitOptions}
    --export-marks= write
    --import-marks= --import-marks-if-exists= read
    --data --no-data --fake-missing-tagger --full-tree --use-done-feature --anonymize --reference-excluded-parents
    --show-original-ids --mark-tags
    --progress= --signed-tags= --signed-commits= --tag-of-filtered-object= --reencode= --refspec= --anonymize-map=
    operands rev*
  sub bundle create
    numbers
    ${commitOptions}
    -q --progress --all-progress --all-progress-implied
    --version=
    operands write rev*
  sub bundle verify,list-heads
    -h --help -q --quiet
    operands read
  sub archive
    numbers
    -h --help -v --verbose -l --list --worktree-attributes
    --format= --prefix= --add-virtual-file= --mtime=
    -o --output= write
    --add-file= read
    --remote= host
    --exec= run
    operands rev*

  sub cherry
    -h --help -v --verbose
    --abbrev=?
  sub show-branch
    -h --help -a --all -r --remotes --list --no-name --name --current --sha1-name --merge-base --independent
    --topo-order --date-order --topics --sparse
    --color=? --more=? -g=? --reflog=?
  sub describe
    -h --help --contains --debug --all --tags --long --first-parent --exact-match --always
    --abbrev=? --dirty=? --broken=?
    --candidates= --match= --exclude=
  sub name-rev
    -h --help --name-only --name --tags --all --stdin --annotate-stdin --undefined --always --peel-tag
    --refs= --exclude=
  sub merge-base
    -h --help -a --all --octopus --independent --is-ancestor --fork-point
  sub request-pull connects
    -h --help -p
    operands none host none
`;

/** The work tree, the index, objects and names. */
const objects = (): string => `
  sub status
    -h --help -v --verbose -s --short -b --branch --show-stash --ahead-behind --long -z --null --renames --no-renames
    --porcelain=? -u=? --untracked-files=? --ignored=? --ignore-submodules=? --column=? -M=? --find-renames=?

  # An operand is a revision or a path; without a path the whole directory is searched.
  sub grep
    numbers
    --cached --untracked --exclude-standard --recurse-submodules -v --invert-match -i --ignore-case -w --word-regexp
    -a --text -I -r --recursive -E --extended-regexp -G --basic-regexp -F --fixed-strings -P --perl-regexp
    -n --line-number --column -h -H --full-name -l --files-with-matches --name-only -L --files-without-match -z --null
    -o --only-matching -c --count --break --heading -p --show-function -W --function-context --and --or --not -q --quiet
    --all-match --ext-grep --help --end-of-options
    --color=?
    -C= --context= -A= --after-context= -B= --before-context= -m= --max-count= --max-depth= --threads=
    --textconv runs
    -O=? --open-files-in-pager=? run runs
    -e= shift
    -f= read shift
    --no-index operands:none,read-below*
    operands none rev-below*
    default read-below .

  sub ls-files
    -h --help -z -t -v -f -c --cached -d --deleted -m --modified -o --others -i --ignored -s --stage -k --killed
    --directory --eol --empty-directory -u --unmerged --resolve-undo --exclude-standard --full-name
    --recurse-submodules --error-unmatch --debug --deduplicate --sparse
    --abbrev=?
    -x= --exclude= --exclude-per-directory= --with-tree= --format=
    -X= --exclude-from= read
  sub ls-tree
    -h --help -d -r -t -z -l --long --name-only --name-status --object-only --full-name --full-tree
    --abbrev=?
    --format=
  sub cat-file
    -h --help -e -p -t -s --allow-unknown-type --mailmap --use-mailmap -z -Z --batch-all-objects --buffer
    --follow-symlinks --unordered
    --batch-check=?
    --batch=? --batch-command=? caution
    --path= --filter=
    --textconv --filters runs
    operands rev*
  sub hash-object
    -h --help --stdin --stdin-paths --filters --no-filters --literally
    -t= --path=
    -w changes
    operands read*
  sub rev-parse
    -*
  sub show-ref
    -h --help --tags --branches --heads --exists --verify --head -d --dereference -q --quiet
    -s=? --hash=? --abbrev=? --exclude-existing=?
  sub for-each-ref
    ${refOptions}
  sub refs list
    ${refOptions}
  sub refs exists,verify
    -h --help --strict --verbose
  sub symbolic-ref
    -h --help -q --quiet --short --recurse
    -m=
    -d --delete changes
    operands none changes
  sub replace
    -h --help -f --force --raw
    -l --list operands:none*
    --format=
    -d --delete -g --graft --convert-graft-file changes
    -e --edit changes runs
    operands changes

  # Lists, unless an operand names a branch to create. Filters make it list whatever the operands are; -v, -a, --sort
  # and --format do not.
  sub branch
    ${help}
    -v --verbose -q --quiet -a --all -r --remotes -i --ignore-case -f --force --create-reflog --recurse-submodules
    --omit-empty --dry-run
    -t=? --track=? --abbrev=? --color=? --column=?
    --sort= --format= helper
    -l --list --show-current operands:none*
    --forked= operands:none*
    ${refFilters}
    -d --delete -D -m --move -M -c --copy -C --unset-upstream --set-upstream changes
    -u= --set-upstream-to= --delete-merged= changes
    --edit-description changes runs
    operands changes
  sub tag
    ${help}
    -i --ignore-case -a --annotate -s --sign -e --edit -f --force --create-reflog --omit-empty
    --color=? --column=?
    --sort= --format= helper
    --cleanup= -u= --local-user= -m= --message= --trailer=
    -F= --file= read
    -l --list operands:none*
    -n=? operands:none*
    ${refFilters}
    -d --delete changes
    -v --verify runs operands:none*
    operands changes

  sub count-objects
    -h --help -v --verbose -H --human-readable
  sub fsck,fsck-objects
    -h --help -v --verbose --unreachable --dangling --tags --root --cache --reflogs --full --connectivity-only --strict
    --progress --name-objects --references
    --lost-found changes
  sub verify-commit,verify-tag runs
    -h --help -v --verbose --raw
    --format=
  sub verify-pack
    -h --help -v --verbose -s --stat-only
    --object-format=
    operands read*
  sub pack-redundant
    --all --alt-odb --verbose --i-still-use-this
    operands read*
  sub show-index
    --object-format=
  sub get-tar-commit-id
  sub commit-graph verify
    -h --help --shallow --progress
    --object-dir= read-below
  sub multi-pack-index verify
    -h --help --progress
    --object-dir= read-below
  # Leaves unreferenced objects in the object database, and nothing else.
  sub merge-tree
    -h --help --write-tree --trivial-merge --messages --quiet -z --name-only --allow-unrelated-histories --stdin
    --merge-base= -X= --strategy-option=
  sub merge-file
    -h --help --diff3 --zdiff3 --ours --theirs --union -q --quiet
    --diff-algorithm= --marker-size= -L=
    -p --stdout operands:read*
    --object-id operands:changes
    operands write read read
`;

/** Settings, checks of names and text, help. */
const settings = (): string => `
  # One operand is read, two are written. Configuration makes git run programs.
  sub config
    -h --help --global --system --local --worktree -z --null --name-only --show-origin --show-scope --show-names
    --bool --int --bool-or-int --bool-or-str --path --expiry-date --includes --fixed-value --all --regexp
    -t= --type= --default= --comment= --value= --url=
    --blob= rev
    -f= --file= read
    -l --list --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool operands:none*
    --add --replace-all --unset --unset-all --rename-section --remove-section --append changes caution
    -e --edit changes runs caution
    operands none changes caution
  sub config list,get
    -h --help --global --system --local --worktree -z --null --name-only --show-origin --show-scope --show-names
    --bool --int --bool-or-int --bool-or-str --path --expiry-date --includes --all --regexp --fixed-value
    -t= --type= --default= --value= --url=
    --blob= rev
    -f= --file= read
  sub config set,unset,rename-section,remove-section changes caution
    --global --system --local --worktree --bool --int --bool-or-int --bool-or-str --path --expiry-date --all --append
    --fixed-value
    -t= --type= --comment= --value=
    -f= --file= write
  sub config edit changes runs caution
    --global --system --local --worktree
    -f= --file= write

  # Options before the second word: "git remote -v update".
  sub remote
    -h --help -v --verbose
    operands changes connects
  sub remote get-url
    -h --help --push --all
  sub remote show
    -h --help
    -n operands:none*
    operands connects
  sub bundle,history,hook,maintenance,refs,repo,sparse-checkout
    -h --help
    operands changes runs
  sub notes
    -h --help
    --ref=
    operands changes
  sub notes list,show,get-ref
    -h --help
  sub worktree
    -h --help
    operands changes
  sub worktree list
    -h --help --porcelain -v --verbose -z
    --expire=
  sub submodule
    -h --help -q --quiet --cached
    operands caution
  sub submodule status
    -h --help -q --quiet --cached --recursive
  sub submodule summary
    -h --help -q --quiet --cached --files --for-status
    -n= --summary-limit=
  sub bisect log
  sub bisect terms
    --term-good --term-bad --term-old --term-new
  sub rerere status,diff,remaining
    -h --help
  sub sparse-checkout list
    -h --help
  sub sparse-checkout check-rules
    -h --help -z --cone --skip-checks
    --rules-file= read
  sub hook list
    -h --help -z --show-scope --allow-unknown-hook-name
  sub maintenance is-needed
    -h --help --auto
    --task= --schedule=
  sub repo info,structure
    -h --help -z --all --keys --progress
    --format=

  sub check-attr
    -h --help -a --all --cached --stdin -z
    --source=
  sub check-ignore
    -h --help -q --quiet -v --verbose --stdin -z -n --non-matching --index --no-index
  sub check-mailmap
    -h --help --stdin
    --mailmap-blob= rev
    --mailmap-file= read
  sub check-ref-format
    -h --help --branch --normalize --print --allow-onelevel --refspec-pattern
  sub column
    -h --help
    --mode=?
    --command= --raw-mode= --width= --indent= --nl= --padding=
  sub stripspace
    -h --help -s --strip-comments -c --comment-lines
  sub patch-id
    -h --help --stable --unstable --verbatim
  sub url-parse
    -h --help
    -c= --component=
  sub format-rev
    -h --help -z --null --null-input --null-output
    --format= helper
    --stdin-mode= --notes=
  sub fmt-merge-msg
    -h --help
    --log=? --summary=?
    -m= --message= --into-name=
    -F= --file= read
  sub interpret-trailers
    -h --help --trim-empty --only-trailers --only-input --unfold --parse --divider --no-divider
    --where= --if-exists= --if-missing= --trailer=
    --in-place operands:write*
    operands read*
  sub mailinfo
    -h --help -k -b -m --message-id -u -n --scissors --inbody-headers
    --encoding= --quoted-cr=
    operands write write
  sub mailsplit
    -b --keep-cr --mboxrd
    -d=? -f=?
    -o= write-below
    operands read*
  sub var
    -l
  sub version
    -h --help --build-options
  sub help
    -a --all --external-commands --aliases --exclude-guides -v --verbose -g --guides
    --user-interfaces --developer-interfaces -c --config --config-for-completion --config-sections-for-completion
    --aliases-for-completion -h --help
    -m --man -i --info -w --web runs
  sub upload-pack,upload-archive
    --stateless-rpc --http-backend-info-refs --advertise-refs --strict
    --timeout=
    operands read-below
`;

export const gitReading = (): string => history() + objects() + settings();
