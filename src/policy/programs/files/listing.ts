/** Effects of programs that list and describe files. */
import type { ProgramFamily } from "../entry.ts";

export const listing: ProgramFamily = () => ({
  "ls dir vdir": `
    # ls(1), coreutils 9.1, and ls(1) of FreeBSD: no option does more than list
    -*
    # -I, -T and -w have a value in coreutils and none on macOS: the value counts as an operand.
    --block-size= --format= --hide= --ignore= --indicator-style= --quoting-style= --sort= --tabsize= --time=
    --time-style= --width=
    --help --version quiet
    operands list*
    default list .
  `,
  "exa eza": `
    # exa(1) 0.10.1, and man/eza.1.md of eza: only --write-theme does more than list
    exact
    -*
    -I -L -s -t -w --ignore-glob= --level= --sort= --time= --time-style= --width=
    --write-theme= write-below
    -? -v --help --version quiet
    operands list*
    default list .
  `,
  tree: `
    # tree(1), 2.1.0. A value is always the next word, also in a cluster (run: \`tree -oC FILE\` writes FILE),
    # so a short option with a value is a flag here, and its value counts as an operand.
    exact
    -a -A -c -C -d -D -f -F -g -h -i -J -l -n -N -p -q -Q -r -s -S -t -u -U -v -x -X
    -H -I -L -P -T
    --device --dirsfirst --du --fflinks --filesfirst --gitignore --ignore-case --info --inodes --matchdirs
    --metafirst --nolinks --noreport --prune --si
    --charset= --filelimit= --sort= --timefmt=
    --gitfile= --hintro= --houtro= --infofile= read
    --fromfile operands:read*
    -o operands:write*
    -R changes
    --help --version quiet
    operands list*
    default list .
  `,
  stat: `
    # stat(1), coreutils 9.1, and stat(1) of FreeBSD: no option does more than show metadata
    -*
    -c --cached= --format= --printf=
    --help --version quiet
    operands list*
  `,
  du: `
    # du(1), coreutils 9.1
    -0 -a -A -b -c -D -H -h -k -l -L -m -P -s -S -x -g
    --all --apparent-size --bytes --count-links --dereference --dereference-args --human-readable --inodes
    --no-dereference --null --one-file-system --separate-dirs --si --summarize --total
    -B -d -I -t --block-size= --exclude= --max-depth= --threshold= --time-style=
    --time=?
    -X --exclude-from= read
    --files0-from= read
    --help --version quiet
    operands list*
    default list .
  `,
  df: `
    # df(1), coreutils 9.1: --output names columns
    -a -h -H -i -k -l -P -T -v -m -g
    --all --human-readable --inodes --local --no-sync --portability --print-type --si --sync --total
    -B -t -x --block-size= --exclude-type= --type=
    --output=?
    --help --version quiet
    operands list*
  `,
  duf: `
    # duf(1), 0.8.1: no option does more than show file systems
    single
    -*
    -avail-threshold= -hide= -hide-fs= -hide-mp= -only= -only-fs= -only-mp= -output= -sort= -style= -theme=
    -usage-threshold= -width=
    -version quiet
    operands list*
  `,
  "readlink realpath": `
    # readlink(1), realpath(1), coreutils 9.1
    -e -f -L -m -n -P -q -s -v -z
    --canonicalize --canonicalize-existing --canonicalize-missing --logical --no-newline --no-symlinks --physical
    --quiet --silent --strip --verbose --zero
    --relative-base= --relative-to= list
    --help --version quiet
    operands list*
  `,
  "basename dirname": `
    # basename(1), dirname(1), coreutils 9.1: only text
    -a -z --multiple --zero
    -s --suffix=
    --help --version quiet
  `,
  pathchk: `
    # pathchk(1), coreutils 9.1
    -p -P --portability
    --help --version quiet
    operands list*
  `,
  namei: `
    # namei(1), util-linux 2.38.1
    -l -m -n -o -v -x --long --modes --mountpoints --nosymlinks --owners --vertical
    -h -V --help --version quiet
    operands list*
  `,
  lsblk: `
    # lsblk(8), util-linux 2.38.1: no option does more than list
    -*
    -E -e -I -o -w -x --dedup= --exclude= --include= --output= --sort= --width=
    --sysroot= list
    -h -V --help --version quiet
    operands list*
  `,
  findmnt: `
    # findmnt(8), util-linux 2.38.1
    -*
    -d -N -O -o -t -w --direction= --options= --output= --task= --timeout= --types=
    -F --tab-file= read
    -M -S -T --mountpoint= --source= --target= list
    -h -V --help --version quiet
    operands list*
  `,
  "getfacl lsattr": `
    # getfacl(1), acl 2.3.1, and lsattr(1), e2fsprogs 1.47.0: no option does more than list
    -*
    --help --version quiet
    operands list*
  `,
  getfattr: `
    # getfattr(1), attr 2.5.1: no option does more than list
    -*
    -e -m -n --encoding= --match= --name=
    --help --version quiet
    operands list*
  `,
});
