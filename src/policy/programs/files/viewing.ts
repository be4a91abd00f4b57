/** Effects of programs that show, compare and patch files. */
import type { ProgramFamily } from "../entry.ts";

/** Options of diff(1), diffutils 3.8. */
const diffOptions = `
    gnu numbers
    -a -b -B -c -d -e -E -i -l -n -N -p -P -q -s -t -T -u -w -y -Z
    --brief --ed --expand-tabs --ignore-all-space --ignore-blank-lines --ignore-case --ignore-file-name-case
    --ignore-space-change --ignore-tab-expansion --ignore-trailing-space --initial-tab --left-column --minimal
    --new-file --no-dereference --no-ignore-file-name-case --normal --paginate --rcs --report-identical-files
    --show-c-function --side-by-side --speed-large-files --strip-trailing-cr --suppress-blank-empty
    --suppress-common-lines --text --unidirectional-new-file
    -C -D -F -I -L -S -U -W -x --changed-group-format= --exclude= --horizon-lines= --ifdef=
    --ignore-matching-lines= --label= --line-format= --new-group-format= --new-line-format= --old-group-format=
    --old-line-format= --palette= --show-function-line= --starting-file= --tabsize= --unchanged-group-format=
    --unchanged-line-format= --width=
    --color=? --context=? --unified=?
    -X --exclude-from= read
    --from-file= --to-file= read operands:read*
    -r --recursive operands:read-below*
    -v --help --version quiet
    operands read*
`;

export const viewing: ProgramFamily = () => ({
  "diff gdiff": `
    # diff(1), diffutils 3.8${diffOptions}
  `,
  colordiff: `
    # colordiff(1), 1.0.21: passes its options to diff, and reads a diff without operands${diffOptions}
    --difftype=
    --fakeexitcode
  `,
  diff3: `
    # diff3(1), diffutils 3.8
    -3 -a -A -e -E -i -m -T -x -X --easy-only --ed --initial-tab --merge --overlap-only --show-all --show-overlap
    --strip-trailing-cr --text
    -L --label=
    --diff-program= exec
    -v --help --version quiet
    operands read*
  `,
  sdiff: `
    # sdiff(1), diffutils 3.8
    -a -b -B -d -E -H -i -l -s -t -W -Z --expand-tabs --ignore-all-space --ignore-blank-lines --ignore-case
    --ignore-space-change --ignore-tab-expansion --ignore-trailing-space --left-column --minimal
    --speed-large-files --strip-trailing-cr --suppress-common-lines --text
    -I -w --ignore-matching-lines= --tabsize= --width=
    -o --output= write
    --diff-program= exec
    -v --help --version quiet
    operands read*
  `,
  wdiff: `
    # wdiff(1), 1.2.2
    -1 -2 -3 -d -i -l -n -p -s -t --avoid-wraps --diff-input --ignore-case --less-mode --no-common --no-deleted
    --no-inserted --printer --statistics --terminal
    -w -x -y -z --end-delete= --end-insert= --start-delete= --start-insert=
    -a --auto-pager runs
    -C -h -v --copyright --help --version quiet
    operands read*
  `,
  patch: `
    # patch(1), 2.7.6: without an operand, the patch names the files
    -b -c -e -E -f -l -n -N -R -s -t -T -u -Z
    --backup --backup-if-mismatch --batch --binary --context --dry-run --ed --force --forward --ignore-whitespace
    --merge --no-backup-if-mismatch --normal --posix --quiet --remove-empty-files --reverse --set-time --set-utc
    --silent --unified --verbose
    -D -F -g -p -V -z --fuzz= --get= --ifdef= --quoting-style= --read-only= --reject-format= --strip= --suffix=
    --version-control=
    -B -Y --basename-prefix= --prefix= write-below
    -i --input= read
    -o -r --output= --reject-file= write
    -d --directory= cwd
    -v --help --version quiet
    # The second operand is the patch; it counts as written, so that the default does not apply with an operand.
    operands write*
    default write-below .
  `,
  less: `
    # less(1), 590 (run: without a terminal it only prints, and --help is read before the other files)
    gnu numbers plus
    -a -A -B -c -C -d -e -E -f -F -g -G -i -I -J -K -L -m -M -n -N -q -Q -r -R -s -S -u -U -w -W -X -~
    --CLEAR-SCREEN --HILITE-SEARCH --HILITE-UNREAD --IGNORE-CASE --LINE-NUMBERS --LONG-PROMPT --MOUSE --QUIET
    --QUIT-AT-EOF --RAW-CONTROL-CHARS --SEARCH-SKIP-SCREEN --SILENT --UNDERLINE-SPECIAL --auto-buffers
    --chop-long-lines --clear-screen --dumb --file-size --follow-name --force --hilite-search --hilite-unread
    --ignore-case --incsearch --line-numbers --long-prompt --mouse --no-histdups --no-init --no-keypad
    --no-lessopen --quiet --quit-at-eof --quit-if-one-screen --quit-on-intr --raw-control-chars --save-marks
    --search-skip-screen --silent --squeeze-blank-lines --status-column --tilde --underline-special --use-backslash
    --use-color
    -b -D -h -j -p -P -t -x -y -z --buffers= --color= --jump-target= --line-num-width= --max-back-scroll=
    --max-forw-scroll= --pattern= --prompt= --quotes= --rscroll= --shift= --status-col-width= --tabs= --tag=
    --wheel-lines= --window=
    -T --tag-file= read
    # A lesskey file sets variables such as LESSOPEN, which names a program.
    -k --lesskey-file= --lesskey-src= read runs
    --lesskey-content= runs
    -o -O --LOG-FILE= --log-file= write
    --help
    -V --version quiet
    operands read*
  `,
  "zless zmore bzless bzmore xzless xzmore zstdless": `
    # zless(1), gzip 1.12, and similar (run: bzless, bzmore, xzmore and zstdless read the files after -h and --help)
    -*
    operands read*
  `,
  "more most": `
    # more(1), util-linux 2.38.1, and most(1), 5.2 (run: without a terminal they only print)
    gnu numbers plus
    -1 -b -c -C -d -e -f -k -l -M -p -r -s -t -u -v -w -z --clean-print --exit-on-eof --logical --no-pause --plain
    --print-over --silent --squeeze
    -n --lines=
    -h -V --help --version quiet
    operands read*
  `,
  "zcat bzcat xzcat lzcat zstdcat lz4cat gzcat": `
    # zcat(1) gzip 1.12, bzcat(1) 1.0.8, xzcat(1) 5.4.1, zstdcat(1) 1.5.4, lz4cat(1) 1.9.4: no option writes a file,
    # except zstdcat -o
    gnu numbers
    -c -d -e -f -h -H -k -l -L -M -n -N -q -r -s -S -t -T -v -V -z --best --compress --decompress --extreme --fast
    --force --help --ignore-check --keep --license --list --long-help --no-progress --quiet --recursive
    --single-stream --small --stdout --synchronous --test --to-stdout --uncompress --verbose --version
    --format= --memlimit= --suffix= --threads=
    -o= write
    operands read*
  `,
  "zdiff zcmp xzdiff xzcmp bzdiff bzcmp": `
    # zdiff(1), gzip 1.12: passes its options to diff or cmp${diffOptions}
  `,
  "bat batcat": `
    # bat 0.22.1, --help (run: --pager starts with --paging=always). --build, --clear, --source and --target
    # belong to \`bat cache\`.
    exact
    -*
    -H -l -m -r --color= --decorations= --diff-context= --file-name= --highlight-line= --ignored-suffix=
    --italic-text= --language= --line-range= --map-syntax= --paging= --squeeze-limit= --strip-ansi= --style= --tabs=
    --terminal-width= --theme= --theme-dark= --theme-light= --wrap=
    --pager= run
    --build --clear --generate-config-file changes
    --source= read-below
    --target= write-below
    --lessopen runs
    -h -V --acknowledgements --config-dir --config-file --cache-dir --diagnostic --help --list-languages quiet
    --list-themes --version quiet
    operands read*
  `,
});
