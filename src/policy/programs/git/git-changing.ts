/** Subcommands of git that change the repository, the work tree or other machines, or run other programs. */
import { commitOptions, help, logOptions } from "./git-options.ts";

// Commits, branches and the work tree. `-*` is written where every option of git 2.39 to 2.55 that takes a value or has
// an effect of its own is listed. Commands that run the repository's hooks are marked `runs`. A patch names its files.
const work = (): string => `
  sub add,stage
    ${help}
    -v --verbose -f --force -N --intent-to-add --ignore-errors --ignore-missing --ignore-removal --sparse
    --warn-embedded-repo --auto-advance
    -U= --unified= --inter-hunk-context= --chmod=
    -n --dry-run operands:none*
    -A --all -u --update --renormalize --resolved --refresh -i --interactive -p --patch changes
    -e --edit changes runs
    --pathspec-from-file= read changes
    --pathspec-file-nul
    operands changes
  sub commit changes runs
    ${help}
    --author= --date= -m= --message= -c= --reedit-message= -C= --reuse-message= --fixup= --squash= --trailer= --cleanup=
    -U= --unified= --inter-hunk-context=
    -S=? --gpg-sign=? -u=? --untracked-files=?
    -F= --file= -t= --template= --pathspec-from-file= read
    --dry-run --short --long --porcelain=? dry
    -*
  sub rm
    ${help}
    -q --quiet -f --force -r --ignore-unmatch --sparse --pathspec-file-nul
    -n --dry-run operands:none*
    --cached operands:changes
    --pathspec-from-file= read changes
    operands write*
  sub mv
    into
    ${help}
    -v --verbose -f --force -k --sparse
    -n --dry-run operands:none*
    operands write* write
  sub clean
    ${help}
    -q --quiet -d -x -X
    -e= --exclude=
    -f --force -i --interactive changes
    -n --dry-run operands:none*
    operands write-below*
    default write-below .
  # An operand is a branch or a path.
  sub checkout changes runs
    ${help}
    -b= -B= --orphan= --conflict= -U= --unified= --inter-hunk-context=
    -t=? --track=? --recurse-submodules=?
    --pathspec-from-file= read
    -*
    operands write*
  sub switch changes runs
    ${help}
    -c= --create= -C= --force-create= --orphan= --conflict=
    -t=? --track=? --recurse-submodules=?
    -*
  sub restore changes
    ${help}
    -s= --source= --conflict= -U= --unified= --inter-hunk-context=
    --recurse-submodules=?
    --pathspec-from-file= read
    -S --staged operands:none*
    -W --worktree operands:write*
    -*
    operands write*
  # No --help: --h is short for --hard.
  sub reset changes
    -h quiet
    -U= --unified= --inter-hunk-context=
    --recurse-submodules=?
    --pathspec-from-file= read
    -*
  sub stash changes
    -m= --message= -U= --unified= --inter-hunk-context= --label-ours= --label-theirs= --label-base= --to-ref=
    --pathspec-from-file= read
    -*
  sub merge changes runs
    ${help}
    --cleanup= -s= --strategy= -X= --strategy-option= -m= --message= --into-name=
    --log=? -S=? --gpg-sign=?
    -F= --file= read
    -*
  sub rebase changes runs
    ${help}
    --onto= --trailer= -C= --whitespace= --empty= -s= --strategy= -X= --strategy-option=
    -S=? --gpg-sign=? -r=? --rebase-merges=?
    -x= --exec= run
    -*
  sub cherry-pick,revert changes runs
    ${commitOptions}
    ${help}
    --cleanup= -m= --mainline= --strategy= -X= --strategy-option= --empty=
    -S=? --gpg-sign=?
    -n --no-commit --skip
    -*
  sub am changes runs caution
    ${help}
    --quoted-cr= --whitespace= --exclude= --include= -C= -p= --patch-format= --resolvemsg= --empty=
    --show-current-patch=? -S=? --gpg-sign=?
    --directory= write-below
    -*
    operands read*
  sub apply changes caution
    ${help}
    --exclude= --include= -p= -C= --whitespace=
    --directory= write-below
    --build-fake-ancestor= write
    --unsafe-paths caution
    -*
    operands read*
    default write-below .
  # Without --stdout, one file for each commit in this directory.
  sub format-patch changes
    numbers
    ${logOptions}
    ${help}
    --suffix= --start-number= -v= --reroll-count= --filename-max-length= --cover-from-description= --subject-prefix=
    --commit-list-format= --add-header= --to= --cc= --in-reply-to= --signature= --base= --interdiff= --range-diff=
    --creation-factor=
    --rfc=? --from=? --attach=? --inline=? --thread=?
    --description-file= --signature-file= read
    -o= --output-directory= write-below
    -n -p --no-stat -N -s -k -q
    -*
    operands rev*
  sub replay changes
    ${commitOptions}
    --onto= --advance= --revert= --ref= --ref-action=
    -*
  sub history drop,fixup,reword,split changes runs
    --update-refs= --empty=
    -*
  sub notes add,append,edit,copy,merge,remove,prune changes
    -m= --message= -c= --reedit-message= -C= --reuse-message= --for-rewrite= -s= --strategy=
    --separator=?
    -F= --file= read
    -*
  sub worktree add changes runs
    -b= -B= --reason=
    -*
    operands write-below none
  sub worktree move,remove changes
    -*
    operands write-below*
  sub worktree lock,unlock,prune,repair changes
    -*
  sub sparse-checkout init,set,add,reapply,clean,disable changes
    -*
  sub bisect changes runs
    --term-good= --term-bad= --term-old= --term-new=
    -*
  sub bisect replay changes runs
    operands read
  # Shows the log, or starts gitk.
  sub bisect visualize,view runs
    numbers
    ${logOptions}
    operands rev*
  sub bisect run changes runs
    runner
    operands command
  sub init,init-db changes
    ${help}
    -b= --initial-branch= --object-format= --ref-format=
    --shared=?
    --template= read-below caution
    --separate-git-dir= write-below
    -*
    operands write-below
`;
/** The object database, refs and the index. */
const plumbing = (): string => `
  sub gc,prune,prune-packed,pack-refs,repack,rerere,update-server-info changes
    --expire-to= --filter-to= write
    -*
  sub mktag,mktree,unpack-file,unpack-objects,update-index,update-ref,write-tree changes
    -*
  sub commit-tree changes
    -p= -m=
    -S=? --gpg-sign=?
    -F= read
    -*
  # The files are named after the operand.
  sub pack-objects changes
    --index-version= --max-pack-size= --window= --window-memory= --depth= --threads= --keep-pack= --compression=
    --filter= --missing= --uri-protocol= --name-hash-version=
    --stdin-packs=? --unpack-unreachable=? --cruft-expiration=?
    --stdout operands:none*
    -*
    operands write
  sub read-tree changes
    --prefix= --exclude-per-directory=
    --recurse-submodules=?
    --index-output= write
    -*
  sub checkout-index changes
    --stage=
    --prefix= write-below
    -*
    operands write*
  # Writes PACK.idx beside PACK.
  sub index-pack changes
    -o= write
    -*
    operands write
  sub fsmonitor--daemon changes
    -*
  sub fsmonitor--daemon status
  sub reflog expire,delete,drop,write changes
    --expire= --expire-unreachable=
    -*
  sub refs migrate,optimize,create,delete,update,rename changes
    --ref-format= --include= --exclude= --message=
    -*
  sub commit-graph,multi-pack-index changes
    --object-dir= write-below
    -*
  sub multi-pack-index write,repack,compact,expire changes
    --object-dir= write-below
    --refs-snapshot= read
    -*
  sub bundle unbundle changes
    --progress
    operands read none*
  sub maintenance run,start,stop,register,unregister changes
    --schedule= --task= --scheduler=
    --config-file= write
    -*
  sub fast-import changes
    --export-marks= --export-pack-edges= write
    --import-marks= --import-marks-if-exists= --rewrite-submodules-from= --rewrite-submodules-to= read
    --cat-blob-fd= --date-format= --active-branches= --big-file-threshold= --depth= --max-pack-size=
    --allow-unsafe-features caution
    -*
  sub filter-branch changes runs
    --setup= --env-filter= --tree-filter= --index-filter= --parent-filter= --msg-filter= run
    --commit-filter= --tag-name-filter= run
    --subdirectory-filter= --original= --state-branch=
    -d= write-below
    -*
  sub merge-index changes
    -o -q -a
    operands exec none*
  sub merge-one-file,merge-octopus,merge-ours,merge-recursive,merge-resolve,merge-subtree changes
    -*
  sub merge-recursive-ours,merge-recursive-theirs changes
    -*
  sub bugreport,diagnose changes
    --diagnose=?
    -s= --suffix= --mode=
    -o= --output-directory= write-below
    -*
  sub hook run runs
    --to-stdin= read
    -j= --jobs=
    -*
  sub mergetool changes runs
    -t= --tool= -O=
    -*
  sub difftool runs
    numbers
    ${commitOptions}
    -h --help -g --gui -d --dir-diff -y --prompt --no-prompt --symlinks --trust-exit-code --cached --staged --merge-base
    --tool-help
    -t= --tool=
    -x= --extcmd= run
    --no-index operands:read-below*
    operands rev*
  sub gui,citool,instaweb changes runs
    -d= --httpd= -b= --browser= exec
    -p= --port= -m= --module-path=
    -*
  sub web--browse runs
    -b= --browser= -t= --tool= -c= --config=
    operands fetch*
`;

/** Other repositories and other systems. */
const remotes = (): string => `
  sub clone changes connects runs
    ${help}
    -j= --jobs= -o= --origin= -b= --branch= --revision= --depth= --shallow-since= --shallow-exclude= --ref-format=
    --server-option= --filter=
    --recurse-submodules=? --recursive=?
    -u= --upload-pack= run
    -c= --config= caution
    --template= read-below caution
    --reference= --reference-if-able= read-below
    --separate-git-dir= write-below
    --bundle-uri= fetch
    -*
    operands host write-below
  sub fetch changes connects
    ${help}
    -j= --jobs= --depth= --shallow-since= --shallow-exclude= --deepen= --submodule-prefix= --recurse-submodules-default=
    --refmap= -o= --server-option= --negotiation-restrict= --negotiation-tip= --negotiation-include= --filter=
    --recurse-submodules=?
    --upload-pack= run
    -*
    operands host none*
  sub pull changes connects runs
    ${help}
    --cleanup= -s= --strategy= -X= --strategy-option= --depth= --shallow-since= --shallow-exclude= --deepen= --refmap=
    -o= --server-option= --negotiation-restrict= --negotiation-tip= --negotiation-include=
    --recurse-submodules=? -r=? --rebase=? --log=? --signoff=? -S=? --gpg-sign=? -j=? --jobs=?
    --upload-pack= run
    -*
    operands host none*
  sub push changes connects runs
    ${help}
    --recurse-submodules= -o= --push-option=
    --force-with-lease=? --signed=?
    --repo= host
    --receive-pack= --exec= run
    -*
    operands host none*
  sub ls-remote connects
    -q --quiet -t --tags -b --branches -h --heads --refs --get-url --exit-code --symref --help
    --sort= -o= --server-option=
    --upload-pack= --exec= run
    operands host none*
  sub remote add changes
    -f --fetch connects
    -t= --track= -m= --master=
    --mirror=?
    -*
  sub remote set-head changes
    -a --auto connects
    -*
  sub remote rename,remove,rm,set-branches,set-url changes
    -*
  sub remote prune,update changes connects
    -*
  sub submodule add changes connects runs
    -b= --branch= --name= --depth= --ref-format=
    --reference= read-below
    -*
    operands host write-below
  sub submodule update changes connects runs
    --depth= -j= --jobs= --filter= --ref-format=
    --reference= read-below
    -*
  sub submodule init,deinit,sync,set-branch,set-url,absorbgitdirs changes
    -b= --branch=
    -*
  # The first word is text for a shell, and the words after it are its arguments.
  sub submodule foreach caution
    -q --quiet --recursive
    operands command
  sub fetch-pack changes connects
    --depth=? --shallow-since=? --shallow-exclude=?
    --upload-pack= --exec= run
    -*
    operands host none*
  sub send-pack changes connects
    --remote= --push-option=
    --receive-pack= --exec= run
    -*
    operands host none*
  sub backfill,http-fetch,http-push changes connects
    --output= write
    -*
  sub receive-pack changes
    -*
    operands write-below
  sub subtree changes connects runs
    -P= --prefix= -m= --message= -b= --branch= --onto=
    -*
  sub svn changes connects runs
    --authors-prog= exec
    -A= --authors-file= read
    -*
  sub imap-send,p4,cvsimport,cvsexportcommit,cvsserver,archimport,quiltimport,http-backend changes connects runs
    -*
  sub send-email changes connects runs
    --to-cmd= --cc-cmd= --header-cmd= --sendmail-cmd= run
    --smtp-server= host caution
    -*
    operands read*
  sub daemon changes runs
    --access-hook= exec
    --pid-file= write
    -*

  # Prints or stores passwords.
  sub credential,credential-store,credential-cache,credential-netrc,credential-libsecret,credential-osxkeychain caution
    -*
  sub credential-manager,credential-oauth,credential-wincred caution
    -*
  # Runs words or input as commands, or speaks a protocol that can.
  sub for-each-repo,remote-ext,remote-fd,submodule--helper,bisect--helper,difftool--helper,shell caution
    -*
`;

export const gitChanging = (): string => work() + plumbing() + remotes();
