/** Effects of programs that search for files and in files. `find` is handled by code. */
import type { ProgramFamily } from "../entry.ts";

/** Options of grep(1), GNU grep 3.8, and of grep(1) on macOS (-O, -p, -S). */
const grepOptions = `
    gnu numbers
    -a -b -c -E -F -G -h -H -i -I -l -L -n -o -O -p -P -q -s -S -T -u -U -v -w -x -y -z -Z
    --basic-regexp --binary --byte-offset --count --extended-regexp --files-with-matches --files-without-match
    --fixed-strings --ignore-case --initial-tab --invert-match --line-buffered --line-number --line-regexp
    --no-filename --no-group-separator --no-ignore-case --no-messages --null --null-data --only-matching
    --perl-regexp --quiet --silent --text --unix-byte-offsets --with-filename --word-regexp
    -A -B -C -D -m --after-context= --before-context= --binary-files= --context= --devices= --exclude=
    --exclude-dir= --group-separator= --include-dir= --label= --max-count=
    --color=? --colour=?
    --include= names
    -e --regexp= shift
    -f --file= read shift
    --exclude-from= read
    -V --help --version quiet
`;

export const search: ProgramFamily = () => ({
  "grep egrep fgrep ggrep": `
    # grep(1), GNU grep 3.8${grepOptions}
    -d --directories= operands:none,read-below*
    -r --recursive operands:none,read-below* default:read-below
    -R --dereference-recursive operands:none,read-linked* default:read-linked
    operands none read*
  `,
  "zgrep zegrep zfgrep bzgrep bzegrep bzfgrep xzgrep xzegrep xzfgrep lzgrep zstdgrep": "same grep",
  rgrep: `
    # rgrep(1) of Debian's grep 3.8: \`grep -r\`${grepOptions}
    -d --directories=
    -r --recursive
    -R --dereference-recursive operands:none,read-linked* default:read-linked
    operands none read-below*
    default read-below .
  `,
  "locate plocate mlocate": `
    # plocate(1), 1.1.18, and locate(1), mlocate 0.26: the operands are patterns
    -*
    -l -n --limit=
    -d --database= read
    -h -V --help --version quiet
  `,
  "updatedb updatedb.plocate": `
    # updatedb(8), plocate 1.1.18
    -v --verbose
    -b -e -f -l -n --add-prunefs= --add-prunenames= --add-prunepaths= --add-single-prunepath= --block-size=
    --prune-bind-mounts= --prunefs= --prunenames= --prunepaths= --require-visibility=
    -o --output= write
    -U --database-root= list
    -h -V --help --version quiet
    always changes
  `,
  which: `
    # which(1), debianutils 5.7 and GNU which 2.21: no option does more than look up names
    -*
    -v -V --help --version quiet
  `,
  whereis: `
    # whereis(1), util-linux 2.38.1: no option does more than look up names
    -*
    -h -V --help --version quiet
  `,
  "fd fdfind": `
    # fd 8.6.0, --help; --format of 9.0.
    exact
    -*
    -c -d -e -E -j -o -S -t --and= --batch-size= --change-newer-than= --change-older-than= --changed-after=
    --changed-before= --changed-within= --color= --exact-depth= --exclude= --extension= --format= --max-depth=
    --max-results= --maxdepth= --min-depth= --newer= --older= --owner= --path-separator= --size= --threads= --type=
    -x -X --exec --exec-batch command
    --base-directory= cwd
    --search-path= list
    --ignore-file= read
    -h -V --help --version quiet
    operands none list*
    default list .
  `,
  rg: `
    # rg 13.0.0, --help, and the options added in 14: only --pre and --hostname-bin start a program
    exact
    -*
    -A -B -C -d -E -j -m -M -r -t -T=
    --after-context= --before-context= --color= --colors= --context= --context-separator= --dfa-size-limit=
    --encoding= --engine= --field-context-separator= --field-match-separator= --generate=
    --hyperlink-format= --max-columns= --max-count= --max-depth= --maxdepth= --max-filesize=
    --path-separator= --pre-glob= --regex-size-limit= --replace= --sort= --sortr= --threads= --type=
    --type-clear= --type-not=
    -g --glob= --iglob= --type-add= names
    -e --regexp= shift
    -f --file= read shift
    --ignore-file= read
    --pre= --hostname-bin= exec
    --files operands:list*
    -L --follow operands:none,read-linked* default:read-linked
    --type-list --pcre2-version quiet
    -h -V --help --version quiet
    operands none read-below*
    default read-below .
  `,
  ag: `
    # ag 2.2.0, ag(1) (run: the pager runs even without a terminal). The numbers after -A, -B and -C may be missing.
    -*
    -m -W --color-line-number= --color-match= --color-path= --depth= --ignore=
    --ignore-dir= --max-count= --width= --workers=
    -G --file-search-regex= names
    -g --filename-pattern= shift
    -p --path-to-ignore= read
    --pager= run
    -f --follow operands:none,read-linked* default:read-linked
    -V --help --list-file-types --version quiet
    operands none read-below*
    default read-below .
  `,
  ack: `
    # ack 3.6.0, --help: a pager runs on a terminal only; before 3.0 --output is evaluated as Perl
    -*
    -A -B -m -p -t -T --after-context= --before-context= --color-colno= --color-filename= --color-lineno=
    --color-match= --ignore-dir= --ignore-directory= --ignore-file= --max-count= --noignore-dir=
    --noignore-directory= --proximate= --range-end= --range-start= --type= --type-add= --type-del=
    --type-set=
    --output= runs
    --match= shift
    -f operands:list*
    --follow operands:none,read-linked* default:read-linked
    --ackrc= read
    --files-from= read caution
    -x caution
    --pager= run
    --create-ackrc --dump --help --help-colors --help-rgb-colors --help-types --man --version quiet
    operands none read-below*
    default read-below .
  `,
});
