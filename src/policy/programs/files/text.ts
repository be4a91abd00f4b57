/** Effects of programs that change text. Scripts in arguments are parsed by code. */
import type { ProgramFamily } from "../entry.ts";

export const text: ProgramFamily = () => ({
  sort: `
    # sort(1), coreutils 9.1
    -b -c -C -d -f -g -h -i -m -M -n -r -R -s -u -V -z
    --debug --dictionary-order --general-numeric-sort --human-numeric-sort --ignore-case --ignore-leading-blanks
    --ignore-nonprinting --merge --month-sort --numeric-sort --random-sort --reverse --stable --unique
    --version-sort --zero-terminated
    -k -S -t --batch-size= --buffer-size= --field-separator= --key= --parallel= --sort=
    --check=?
    -T --temporary-directory= write-below
    -o --output= write
    --compress-program= exec
    --files0-from= read caution
    --random-source= read
    --help --version quiet
    operands read*
  `,
  uniq: `
    # uniq(1), coreutils 9.1
    -c -d -D -i -u -z --count --ignore-case --repeated --unique --zero-terminated
    -f -s -w --check-chars= --skip-chars= --skip-fields=
    --all-repeated=? --group=?
    --help --version quiet
    operands read write
  `,
  cut: `
    # cut(1), coreutils 9.1
    -n -s -z --complement --only-delimited --zero-terminated
    -b -c -d -f --bytes= --characters= --delimiter= --fields= --output-delimiter=
    --help --version quiet
    operands read*
  `,
  tr: `
    # tr(1), coreutils 9.1
    -c -C -d -s -t -u --complement --delete --squeeze-repeats --truncate-set1
    --help --version quiet
  `,
  paste: `
    # paste(1), coreutils 9.1
    -s -z --serial --zero-terminated
    -d --delimiters=
    --help --version quiet
    operands read*
  `,
  join: `
    # join(1), coreutils 9.1
    -i -z --check-order --header --ignore-case --nocheck-order --zero-terminated
    -1 -2 -a -e -j -o -t -v=
    --help --version quiet
    operands read*
  `,
  comm: `
    # comm(1), coreutils 9.1
    -1 -2 -3 -i -z --check-order --nocheck-order --total --zero-terminated
    --output-delimiter=
    --help --version quiet
    operands read*
  `,
  "fold fmt expand unexpand": `
    # fold(1), fmt(1), expand(1), unexpand(1), coreutils 9.1
    gnu numbers
    -a -b -c -i -s -u --all --bytes --crown-margin --first-only --initial --spaces --split-only --tagged-paragraph
    --uniform-spacing
    -g -p -w --goal= --prefix= --tabs= --width=
    # A flag of fmt, and an option with a value in expand.
    -t
    --help --version quiet
    operands read*
  `,
  od: `
    # od(1), coreutils 9.1
    -a -b -c -d -f -h -i -l -o -s -v -x --output-duplicates --traditional
    -A -j -N -S -t --address-radix= --endian= --format= --read-bytes= --skip-bytes=
    -w --strings=? --width=?
    --help --version quiet
    operands read*
  `,
  "hexdump hd": `
    # hexdump(1), util-linux 2.38.1
    -b -c -C -d -o -v -x --canonical --no-squeezing --one-byte-char --one-byte-octal --two-bytes-decimal
    --two-bytes-hex --two-bytes-octal
    -e -n -s --format= --length= --skip=
    -L --color=?
    -f --format-file= read
    -h -V --help --version quiet
    operands read*
  `,
  xxd: `
    # xxd(1), 2022-01-14: the second operand is written; long options have one dash and can be abbreviated
    single
    -*
    -c -g -l -n -o -R -s -cols= -groupsize= -len= -name= -offset= -seek= -skip=
    -h -v -help -version quiet
    operands read write
  `,
  strings: `
    # strings(1), binutils 2.40. Words of a file FILE can be given as @FILE.
    gnu numbers response
    -a -d -f -o -w --all --data --include-all-whitespace --print-file-name
    -e -n -s -t -T -U --bytes= --encoding= --output-separator= --radix= --target= --unicode=
    -h -v -V --help --version quiet
    operands read*
  `,
  "base64 base32 basenc": `
    # base64(1), base32(1), basenc(1), coreutils 9.1; -i, -o and -D of macOS
    -d -D --base16 --base2lsbf --base2msbf --base32 --base32hex --base64 --base64url --decode --ignore-garbage --z85
    # Without a value in coreutils, an input file on macOS.
    -i
    -b -w --break= --wrap=
    -o --output= write
    --input= read
    --help --version quiet
    operands read
  `,
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5": `
    # md5sum(1), b2sum(1), cksum(1), sum(1), coreutils 9.1; shasum(1), Perl 5.36; md5(1), macOS
    -b -c -p -q -r -s -t -U -w -x -z -0 -1
    --01 --UNIVERSAL --base64 --binary --check --debug --ignore-missing --portable --quiet --raw --status --strict
    --sysv --tag --text --untagged --warn --zero
    -a -l --algorithm= --length=
    -h -v --help --version quiet
    operands read*
  `,
  "rev ul": `
    # rev(1), ul(1), util-linux 2.38.1
    -i --indicated
    -t -T --terminal=
    -h -V --help --version quiet
    operands read*
  `,
  "col colrm": `
    # col(1), colrm(1), util-linux 2.38.1: filters
    -b -f -h -p -x --fine --no-backspaces --pass --spaces --tabs
    -l --lines=
    -H -v --help --version quiet
  `,
  column: `
    # column(1), util-linux 2.38.1
    -d -e -J -L -t -x --fillrows --json --keep-empty-lines --table --table-header-repeat --table-noheadings
    -c -E -H -i -l -n -N -o -O -p -r -R -s -T -W --output-separator= --output-width= --separator= --table-columns=
    --table-columns-limit= --table-hide= --table-name= --table-noextreme= --table-order= --table-right=
    --table-truncate= --table-wrap= --tree= --tree-id= --tree-parent=
    -h -V --help --version quiet
    operands read*
  `,
  shuf: `
    # shuf(1), coreutils 9.1
    -r -z --repeat --zero-terminated
    -e --echo operands:none*
    -i -n --head-count= --input-range=
    -o --output= write
    --random-source= read
    --help --version quiet
    operands read
  `,
  seq: `
    # seq(1), coreutils 9.1: numbers may be negative
    gnu numbers
    -w --equal-width
    -f -s -t --format= --separator=
    --help --version quiet
  `,
  tsort: `
    # tsort(1), coreutils 9.1
    --help --version quiet
    operands read*
  `,
  look: `
    # look(1), util-linux 2.38.1
    -a -b -d -f --alphanum --alternative --ignore-case
    -t --terminate=
    -h -V --help --version quiet
    operands none read*
  `,
  ptx: `
    # ptx(1), coreutils 9.1
    -A -f -O -r -R -t -T --auto-reference --ignore-case --references --right-side-refs --typeset-mode
    -F -g -M -S -w -W --flag-truncation= --format= --gap-size= --macro-name= --sentence-regexp= --width=
    --word-regexp=
    -b -i -o --break-file= --ignore-file= --only-file= read
    -G --traditional operands:read,write
    --help --version quiet
    operands read*
  `,
  pr: `
    # pr(1), coreutils 9.1
    gnu numbers plus
    -a -c -d -f -F -J -m -r -t -T -v --across --double-space --form-feed --join-lines --merge --no-file-warnings
    --omit-header --omit-pagination --show-control-chars --show-nonprinting
    -D -h -l -N -o -w -W --columns= --date-format= --first-line-number= --header= --indent= --length=
    --page-width= --pages= --width=
    -e -i -n -s -S --expand-tabs=? --number-lines=? --output-tabs=? --sep-string=? --separator=?
    --help --version quiet
    operands read*
  `,
  numfmt: `
    # numfmt(1), coreutils 9.1: the operands are numbers
    gnu numbers
    -z --debug --grouping --zero-terminated
    -d --delimiter= --field= --format= --from= --from-unit= --invalid= --padding= --round= --suffix= --to= --to-unit=
    --header=?
    --help --version quiet
  `,
  "echo yes": `
    # echo(1), yes(1), coreutils 9.1, and the builtins of bash, dash and zsh
    plain
  `,
  printf: `
    # printf(1), coreutils 9.1, and bash 5.2 (run: -v evaluates the subscript of its name)
    posix
    -v= caution
    --help --version quiet
  `,
  "sed gsed": `
    # sed(1), GNU sed 4.9 (-i run: a suffix with * and / is a path); -a and -I of macOS
    -a -E -n -r -s -u -z --debug --follow-symlinks --null-data --posix --quiet --regexp-extended --sandbox
    --separate --silent --unbuffered
    -l --line-length=
    -e --expression= code:sed shift
    -f --file= read runs shift
    -i -I --in-place=? write operands:code:sed,write*
    --help --version quiet
    operands code:sed read*
  `,
  "awk gawk mawk nawk original-awk": `
    # gawk(1) 5.2.1, mawk(1) 1.3.4, original-awk(1) (run: -d, -o and -p write a file even without a name)
    posix
    -b -c -g -I -M -n -N -O -P -r -s -S -t --bignum --characters-as-bytes --gen-pot --lint-old --no-optimize
    --non-decimal-data --optimize --posix --re-interval --sandbox --trace --traditional --use-lc-numeric
    -F -v --assign= --field-separator=
    -L --lint=?
    -e --source= code:awk shift
    -f --file= read runs shift
    -E --exec= read runs shift
    -i -l --include= --load= runs
    -d -o -p --dump-variables=? --pretty-print=? --profile=? write changes
    -D --debug=? runs
    -W= caution
    # Not quiet: original-awk ignores them and runs the script.
    -C -h -V --copyright --help --version
    operands code:awk read*
  `,
  jq: `
    # jq(1), 1.6; --raw-output0 and --stream-errors of 1.7. --arg and the like have two values:
    # the second one counts as an operand.
    exact
    -a -b -c -C -e -j -M -n -r -R -s -S
    --ascii-output --binary --color-output --compact-output --exit-status --join-output --monochrome-output
    --null-input --raw-input --raw-output --raw-output0 --seq --slurp --sort-keys --stream --stream-errors --tab
    --unbuffered
    --indent=
    --arg== --argjson==
    --args --jsonargs operands:code:jq,none*
    --argfile== --rawfile== --slurpfile== read
    -f --from-file operands:read*
    -L= list
    -h -V --build-configuration --help --version quiet
    operands code:jq read*
  `,
  "yq xq tomlq": `
    # yq 3.1 (kislyuk), --help, and yq 4 (mikefarah), cmd/root.go. A filter counts as a file,
    # because either may be first.
    exact
    -*
    -I -o -p -w --arg= --argjson= --indent= --input-format= --output-format= --width= --xml-root=
    --expression= code:yq
    -i --in-place --inplace operands:write*
    -s --split-exp changes
    --security-enable-system-operator runs
    --split-exp-file= read
    -L= list
    -h -V --help --version quiet
    operands code:yq*
  `,
  xmllint: `
    # xmllint(1), libxml2 2.9.14
    single
    -*
    -encode= -maxmem= -pattern= -pretty= -xpath=
    -o -output= write
    -path= list
    -dtdvalid= -relaxng= -schema= -schematron= source
    -loaddtd -dtdattr -valid -postvalid connects
    # The file names other files and addresses that are read into it.
    -noent -xinclude -noxincludenode caution
    -shell runs
    -version
    operands source*
  `,
  iconv: `
    # iconv(1), glibc 2.36
    -c -s --silent --verbose
    -f -t --from-code= --to-code=
    -o --output= write
    -? -l -V --help --list --usage --version quiet
    operands read*
  `,
  "dos2unix unix2dos mac2unix unix2mac": `
    # dos2unix(1), 7.4.3
    gnu numbers
    -7 -b -f -F -k -l -m -o -q -r -R -s -S -u -v -ascii -iso -ub -ul
    --add-bom --allow-chown --assume-utf16be --assume-utf16le --follow-symlink --force --keep-bom --keep-utf16
    --keepdate --newline --no-allow-chown --oldfile --quiet --remove-bom --replace-symlink --safe --skip-symlink
    --verbose
    -c --convmode=
    -n --newfile operands:write*
    -i --info=? operands:read*
    -h -L -V --help --license --version quiet
    operands write*
  `,
  "envsubst gettext ngettext": `
    # envsubst(1), gettext(1), ngettext(1), gettext 0.21: the operands are text
    -e -E -n -s -v --variables
    -c -d --context= --domain=
    -h -V --help --version quiet
  `,
  "csvlook csvcut csvgrep csvsort csvstat csvjson csvformat csvstack csvjoin in2csv": `
    # csvkit 1.0.7, --help (--write-sheets run: it writes one file for each sheet)
    -*
    -c -C -d -D -e -g -K -k -L -m -M -p -P -q -Q -u -U -y -z --columns= --delimiter= --encoding= --key= --locale=
    --max-column-width= --max-columns= --max-rows= --quotechar= --regex= --sheet= --skip-lines= --sniff-limit=
    --write-sheets= changes
    -h -V --help --version quiet
    operands read*
  `,
  csvclean: `
    # csvkit 1.0.7 (run: writes FILE_out.csv beside FILE; only -n does not)
    -*
    -d -e -K -p -q -u -z --delimiter= --encoding= --quotechar= --skip-lines=
    -n --dry-run operands:read*
    -h -V --help --version quiet
    operands write*
  `,
  "isutf8 combine": `
    # isutf8(1), combine(1), moreutils 0.67
    -i -l -q -v --invert --list --quiet --verbose
    -h --help quiet
    operands read*
  `,
  ts: `
    # ts(1), moreutils 0.67: a filter; what follows the format is read (run)
    -i -m -r -s
    operands none read*
  `,
});
