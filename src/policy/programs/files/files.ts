/** Effects of programs that show, copy, move, create and remove files. */
import type { ProgramFamily } from "../entry.ts";

export const files: ProgramFamily = () => ({
  cat: `
    # cat(1), coreutils 9.1; -l of macOS
    -A -b -e -E -n -s -t -T -u -v -l
    --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting
    --help --version quiet
    operands read*
  `,
  head: `
    # head(1), coreutils 9.1
    gnu numbers
    -c --bytes=
    -n --lines=
    -q -v -z --quiet --silent --verbose --zero-terminated
    --help --version quiet
    operands read*
  `,
  tail: `
    # tail(1), coreutils 9.1; -r of macOS. A number after -b (macOS) counts as an operand.
    gnu numbers
    -b
    -c --bytes=
    -n --lines=
    -s --sleep-interval=
    --max-unchanged-stats= --pid=
    --follow=?
    -f -F -q -r -v -z --quiet --retry --silent --verbose --zero-terminated
    --help --version quiet
    operands read*
  `,
  tac: `
    # tac(1), coreutils 9.1
    -b -r --before --regex
    -s --separator=
    --help --version quiet
    operands read*
  `,
  nl: `
    # nl(1), coreutils 9.1
    -b -d -f -h -i -l -n -s -v -w=
    --body-numbering= --section-delimiter= --footer-numbering= --header-numbering= --line-increment=
    --join-blank-lines= --number-format= --number-separator= --starting-line-number= --number-width=
    -p --no-renumber
    --help --version quiet
    operands read*
  `,
  wc: `
    # wc(1), coreutils 9.1; --total of 9.2
    -c -l -L -m -w --bytes --chars --lines --max-line-length --words
    --total=
    --files0-from= read
    --help --version quiet
    operands read*
  `,
  cp: `
    # cp(1), coreutils 9.1 (-l and -s run: they make links to the source); --debug, --update= of 9.3; -c of macOS
    gnu into
    -b -c -d -f -H -i -L -n -p -P -T -u -v -x -Z
    --attributes-only --copy-contents --debug --dereference --force --interactive --keep-directory-symlink
    --no-clobber --no-dereference --no-target-directory --one-file-system --parents --remove-destination
    --strip-trailing-slashes --verbose
    --backup=? --context=? --preserve=? --reflink=? --update=?
    --no-preserve= --sparse=
    -S --suffix=
    -a -r -R --archive --recursive operands:read-below*,write-below
    -l -s --link --symbolic-link operands:write*,write
    -t --target-directory= into write-below operands:read-below*
    --help --version quiet
    operands read* write
  `,
  mv: `
    # mv(1), coreutils 9.1; --debug of 9.2, --update= of 9.3, --exchange and --no-copy of 9.5
    gnu into
    -b -f -i -n -T -u -v -Z
    --context --debug --exchange --force --interactive --no-clobber --no-copy --no-target-directory
    --strip-trailing-slashes --verbose
    --backup=? --update=?
    -S --suffix=
    -t --target-directory= into write operands:write*
    --help --version quiet
    operands write* write
  `,
  ln: `
    # ln(1), coreutils 9.1 (run: through the new name, the target can be changed)
    gnu into
    -b -d -f -F -i -L -n -P -r -s -T -v -h
    --directory --force --interactive --logical --no-dereference --no-target-directory --physical --relative
    --symbolic --verbose
    --backup=?
    -S --suffix=
    -t --target-directory= into write operands:write*
    --help --version quiet
    operands write* write
  `,
  link: `
    # link(1), coreutils 9.1
    --help --version quiet
    operands write write
  `,
  unlink: `
    # unlink(1), coreutils 9.1
    --help --version quiet
    operands write
  `,
  rm: `
    # rm(1), coreutils 9.1; -P, -W and -x of macOS
    -d -f -i -I -P -v -W -x --dir --force --no-preserve-root --one-file-system --verbose
    --interactive=? --preserve-root=?
    -r -R --recursive operands:write-below*
    --help --version quiet
    operands write*
  `,
  rmdir: `
    # rmdir(1), coreutils 9.1
    -p -v --ignore-fail-on-non-empty --parents --verbose
    --help --version quiet
    operands write*
  `,
  mkdir: `
    # mkdir(1), coreutils 9.1
    -p -v -Z --parents --verbose
    -m --mode=
    --context=?
    --help --version quiet
    operands write*
  `,
  touch: `
    # touch(1), coreutils 9.1; -A of macOS
    -a -c -f -h -m --no-create --no-dereference
    -A -d -t --date= --time=
    -r --reference= list
    --help --version quiet
    operands write*
  `,
  tee: `
    # tee(1), coreutils 9.1
    -a -i -p --append --ignore-interrupts
    --output-error=?
    --help --version quiet
    operands write*
  `,
  sponge: `
    # sponge(1), moreutils 0.67
    -a
    -h quiet
    operands write
  `,
  dd: `
    # dd(1), coreutils 9.1
    keys
    if= read
    of= write
    bs= cbs= conv= count= ibs= iflag= iseek= obs= oflag= oseek= seek= skip= status=
    --help --version quiet
  `,
  install: `
    # install(1), coreutils 9.1 (--strip-program run: it starts the program for each file)
    gnu into
    -b -c -C -D -p -s -T -v -Z
    --compare --debug --no-target-directory --preserve-context --preserve-timestamps --strip --verbose
    -g -m -o --group= --mode= --owner=
    -S --suffix=
    --backup=? --context=?
    --strip-program= exec
    -d --directory operands:write*
    -t --target-directory= into write operands:read*
    --help --version quiet
    operands read* write
  `,
  truncate: `
    # truncate(1), coreutils 9.1
    -c -o --io-blocks --no-create
    -s --size=
    -r --reference= list
    --help --version quiet
    operands write*
  `,
  fallocate: `
    # fallocate(1), util-linux 2.38.1
    -c -d -i -n -p -v -x -z
    --collapse-range --dig-holes --insert-range --keep-size --punch-hole --posix --verbose --zero-range
    -l -o --length= --offset=
    -h -V --help --version quiet
    operands write*
  `,
  shred: `
    # shred(1), coreutils 9.1
    -f -u -v -x -z --exact --force --verbose --zero
    -n -s --iterations= --size=
    --remove=?
    --random-source= read
    --help --version quiet
    operands write*
  `,
  mktemp: `
    # mktemp(1), coreutils 9.1 (--suffix with a slash is refused)
    -d -q --directory --quiet
    --suffix=
    -p= write
    --tmpdir=? write
    -t operands:none*
    -u --dry-run
    --help --version quiet
    operands write
    always changes
  `,
  mknod: `
    # mknod(1), coreutils 9.1
    -Z
    -m --mode=
    --context=?
    --help --version quiet
    operands write none*
  `,
  mkfifo: `
    # mkfifo(1), coreutils 9.1
    -Z
    -m --mode=
    --context=?
    --help --version quiet
    operands write*
  `,
  chmod: `
    # chmod(1), coreutils 9.1: a mode may begin with a dash (\`chmod -x FILE\`); -h, -H, -L, -P of 9.5
    -c -f -h -H -L -P -v --changes --dereference --no-dereference --no-preserve-root --preserve-root --quiet
    --silent --verbose
    -r -s -t -w -x -X shift
    -R --recursive operands:none,write-below*
    --reference= list shift
    --help --version quiet
    operands none write*
  `,
  "chown chgrp": `
    # chown(1), chgrp(1), coreutils 9.1
    -c -f -h -H -L -P -v --changes --dereference --no-dereference --no-preserve-root --preserve-root --quiet
    --silent --verbose
    --from=
    -R --recursive operands:none,write-below*
    --reference= list shift
    --help --version quiet
    operands none write*
  `,
  chcon: `
    # chcon(1), coreutils 9.1
    -h -H -L -P -v --dereference --no-dereference --no-preserve-root --preserve-root --verbose
    -l -r -t -u --range= --role= --type= --user= shift
    -R --recursive operands:none,write-below*
    --reference= list shift
    --help --version quiet
    operands none write*
  `,
  split: `
    # split(1), coreutils 9.1 (--filter run: \`sh -c\`, with the name in $FILE)
    gnu numbers
    -d -e -u -x --elide-empty-files --unbuffered --verbose
    -a -b -C -l -n -t --additional-suffix= --bytes= --line-bytes= --lines= --number= --separator= --suffix-length=
    --hex-suffixes=? --numeric-suffixes=?
    --filter= run
    --help --version quiet
    operands read write
    always changes
  `,
  csplit: `
    # csplit(1), coreutils 9.1 (run: with an empty prefix, the suffix format is the whole path)
    -k -s -z --elide-empty-files --keep-files --quiet --silent --suppress-matched
    -n --digits=
    -b --suffix-format= write
    -f --prefix= write
    --help --version quiet
    operands read none*
    always changes
  `,
  sync: `
    # sync(1), coreutils 9.1
    -d -f --data --file-system
    --help --version quiet
    operands list*
  `,
  cmp: `
    # cmp(1), diffutils 3.8
    -b -l -s --print-bytes --quiet --silent --verbose
    -i -n --bytes= --ignore-initial=
    -v --help --version quiet
    operands read read none none
  `,
  file: `
    # file(1), 5.44
    -0 -b -c -d -h -i -I -k -l -L -n -N -r -s -S -z -Z
    --apple --brief --checking-printout --debug --dereference --extension --keep-going --list --mime
    --mime-encoding --mime-type --no-buffer --no-dereference --no-pad --no-sandbox --print0 --raw
    --special-files --uncompress --uncompress-noreport
    -e -F -P --exclude= --exclude-quiet= --parameter= --separator=
    -f --files-from= read
    -m --magic-file= read
    # Run: it sets the times of the file, to the second.
    -p --preserve-date operands:write*
    -C --compile changes
    -v --help --version quiet
    operands read*
  `,
  rename: `
    # rename(1) of Perl (the first operand is Perl code) and of util-linux 2.38.1 (two texts)
    -*
    -e -E --expr= runs shift
    -h -V --help --version quiet
    operands none write*
    always runs
  `,
  "trash trash-put": `
    # trash-put(1), trash-cli 0.22
    -d -f -i -r -R -v --directory --force --interactive --recursive --verbose
    --trash-dir= write-below
    -h --help --version quiet
    operands write*
  `,
  "trash-restore trash-empty trash-rm": `
    # trash-cli 0.22: trash-restore(1), trash-empty(1), trash-rm(1)
    -*
    -h --help --version quiet
    always changes
  `,
  setfacl: `
    # setfacl(1), acl 2.3.1
    -b -d -k -L -n -P --default --logical --mask --no-mask --physical --remove-all --remove-default --test
    -m -x --modify= --remove= --set=
    -M -X --modify-file= --remove-file= --set-file= read
    --restore= read changes
    -R --recursive operands:write-below*
    -h -v --help --version quiet
    operands write*
  `,
  setfattr: `
    # setfattr(1), attr 2.5.1
    -h --no-dereference --raw
    -n -v -x --name= --remove= --value=
    --restore= read changes
    --help --version quiet
    operands write*
  `,
  chattr: `
    # chattr(1), e2fsprogs 1.47.0: modes begin with +, - or =
    -*
    -p -v=
    -R operands:write-below*
    operands write*
    always changes
  `,
});
