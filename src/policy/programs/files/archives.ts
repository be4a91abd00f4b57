/** Effects of programs that pack, unpack and compress files. */
import type { ProgramFamily } from "../entry.ts";

export const archives: ProgramFamily = () => ({
  "tar gtar": `
    # tar(1), GNU tar 1.34 (run: -I, --to-command and --checkpoint-action start programs in every mode).
    gnu bundle remote
    -a -B -G -h -i -J -j -k -l -m -M -n -o -O -p -R -s -S -U -v -w -W -z -Z
    --acls --anchored --auto-compress --block-number --bzip2 --check-device --check-links --clamp-mtime --compress
    --confirmation --delay-directory-restore --dereference --exclude-backups --exclude-caches --exclude-caches-all
    --exclude-caches-under --exclude-vcs --exclude-vcs-ignores --force-local --full-time --gunzip --gzip
    --hard-dereference --ignore-case --ignore-command-error --ignore-failed-read --ignore-zeros --incremental
    --interactive --keep-directory-symlink --keep-newer-files --keep-old-files --lzip --lzma --lzop --multi-volume
    --no-acls --no-anchored --no-auto-compress --no-check-device --no-delay-directory-restore
    --no-ignore-case --no-ignore-command-error --no-null --no-overwrite-dir --no-recursion --no-same-owner
    --no-same-permissions --no-seek --no-selinux --no-unquote --no-verbatim-files-from --no-wildcards
    --no-wildcards-match-slash --no-xattrs --null --numeric-owner --old-archive --one-file-system --overwrite
    --overwrite-dir --portability --posix --preserve-order --preserve-permissions --read-full-records --recursion
    --restrict --same-order --same-owner --same-permissions --seek --selinux --show-omitted-dirs
    --show-stored-names --show-transformed-names --skip-old-files --sparse --test-label --to-stdout --touch
    --uncompress --ungzip --unlink-first --unquote --utc --verbatim-files-from --verbose --verify --wildcards
    --wildcards-match-slash --xattrs --xz --zstd
    -b -H -K -L -N -V --after-date= --blocking-factor= --exclude= --exclude-ignore= --exclude-ignore-recursive=
    --exclude-tag= --exclude-tag-all= --exclude-tag-under= --format= --group= --hole-detection= --label= --level=
    --mode= --mtime= --newer= --newer-mtime= --no-quote-chars= --owner= --pax-option= --quote-chars=
    --quoting-style= --record-size= --sort= --sparse-version= --starting-file= --strip-components= --suffix=
    --tape-length= --transform= --warning= --xattrs-exclude= --xattrs-include= --xform=
    --atime-preserve=? --backup=? --checkpoint=? --occurrence=? --totals=?
    -c -r -u -A --append --catenate --concatenate --create --update operands:read-below*
    -t -d --compare --diff --list operands:none* turns:-f=read turns:--file=read
    -x --extract --get operands:write-below* turns:-f=read turns:--file=read
    --delete operands:none*
    -f --file= write
    -C --directory= cwd
    -P --absolute-names caution
    --remove-files operands:write-below*
    --recursive-unlink changes
    --one-top-level=? write-below
    --add-file= read-below
    -T --files-from= read caution
    -X --exclude-from= --group-map= --owner-map= read
    -g --listed-incremental= write
    --index-file= --volno-file= write
    -I --use-compress-program= exec
    --to-command= run
    -F --info-script= --new-volume-script= run
    --checkpoint-action= caution
    --rmt-command= --rsh-command= exec
    -? --help --show-defaults --show-snapshot-field-ranges --usage --version quiet
    operands read-below*
    default write-below .
  `,
  bsdtar: `
    # bsdtar(1), libarchive 3.6.2; also tar(1) of macOS
    gnu bundle
    -a -B -h -H -j -J -k -l -L -m -n -o -O -p -q -S -U -v -w -y -z -Z
    --acls --auto-compress --bunzip2 --bzip --bzip2 --check-links --chroot --clear-nochange-fflags --compress
    --confirmation --dereference --exclude-vcs --fast-read --fflags --gunzip --gzip --hfsCompression
    --ignore-zeros --insecure --interactive --keep-newer-files --keep-old-files --lrzip --lz4 --lzma --lzop
    --mac-metadata --modification-time --no-acls --no-fflags --no-mac-metadata --no-read-sparse --no-recursion
    --no-safe-writes --no-same-owner --no-same-permissions --no-xattrs --nodump --nopreserveHFSCompression
    --norecurse --null --numeric-owner --one-file-system --posix --preserve-permissions --read-full-blocks
    --read-sparse --safe-writes --same-owner --to-stdout --totals --uncompress --unlink --unlink-first --verbose
    --xattrs --xz --zstd
    -b -s --block-size= --exclude= --format= --gid= --gname= --include= --newer= --newer-mtime= --older=
    --older-mtime= --options= --passphrase= --strip-components= --uid= --uname=
    -c -r -u --append --create --update operands:read-below*
    -t --list operands:none*
    -x --extract --get operands:write-below*
    -f --file= write
    -C --cd= --directory= cwd
    -P --absolute-paths caution
    --newer-mtime-than= --newer-than= --older-mtime-than= --older-than= list
    -I -T --files-from= read caution
    -X --exclude-from= read
    --use-compress-program= exec
    --help --version quiet
    operands read-below*
    default write-below .
  `,
  zip: `
    # zip(1), 3.0 (-TT run: a command for the shell, also as part of a cluster, so -T alone counts as unclear)
    -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -A -c -D -e -f -F -g -i -j -J -k -l -L -o -q -u -v -w -x -X -y -z
    -FF -FS -FI -DF -MM -db -dc -dd -dg -du -dv -fz -ic -la -li -ll -nw -sb -sd -sf -so -sp -su -sU -sv -ws -AC -AS
    --adjust-sfx --archive-clear --archive-set --copy --difference-archive --display-bytes --display-counts
    --display-dots --display-globaldots --display-usize --display-volume --encrypt --entry-comments --exclude
    --fifo --filesync --fix --fixfix --force-zip64 --freshen --from-crlf --grow --ignore-case --include
    --junk-paths --junk-sfx --latest-time --log-append --log-info --must-match --no-dir-entries --no-extra
    --no-wild --quiet --show-debug --show-files --show-just-unicode --show-options --show-unicode --split-bell
    --split-pause --split-verbose --strip-extra --symlinks --to-crlf --update --verbose --wild-stop-dirs
    --archive-comment
    -ds -n -P -s -t -tt -Z --before-date= --compression-method= --dot-size= --from-date= --password= --split-size=
    --suffixes=
    -b --temp-path= write-below
    -O --out= --output-file= write
    -lf --logfile-path= write
    -r -R --recurse-paths --recurse-patterns operands:write,read-below*
    -m --move operands:write,write-below*
    -d -U --delete --copy-entries operands:write,none*
    -@ --names-stdin caution
    -T --test caution
    -TT --unzip-command= run
    -h -h2 -L --help --license --more-help --version quiet
    operands write read*
  `,
  unzip: `
    # unzip(1), 6.0; without members, all of the archive goes to the current directory
    -a -aa -b -B -C -D -DD -f -i -j -K -L -LL -M -n -N -o -q -qq -s -u -U -UU -V -W -X -x
    -P=
    -d= write-below changes operands:read*
    -c -l -p -t -v -z -Z operands:read*
    -T operands:write*
    -: -^ caution
    -h -hh --help quiet
    operands read write-below*
    default write-below .
  `,
  "zipinfo funzip zipgrep": `
    # zipinfo(1), funzip(1), zipgrep(1), unzip 6.0: only print
    -*
    operands read*
  `,
  "gzip gunzip uncompress": `
    # gzip(1), 1.12 (run: replaces its operands)
    gnu numbers
    -d -f -k -n -q -v --best --decompress --fast --force --keep --no-name --quiet --rsyncable
    --synchronous --uncompress --verbose
    # -N takes the name from the file, -S removes any ending.
    -N --name caution
    -S --suffix= caution
    -b --bits=
    -c -l -t --list --stdout --test --to-stdout operands:read*
    -r --recursive operands:write-below*
    -h -L -V --help --license --version quiet
    operands pack*
  `,
  "pigz unpigz": `
    # pigz(1), 2.6
    gnu numbers
    -d -f -F -H -i -k -K -m -M -n -O -q -R -U -v -Y -z --best --decompress --fast --first --force --huffman
    --independent --keep --no-name --no-time --oneblock --quiet --rle --rsyncable --synchronous --time
    --uncompress --verbose --zip --zlib
    -A -b -C -I -J -p --alias= --blocksize= --comment= --iterations= --maxsplits= --processes=
    # -N takes the name from the file, -S removes any ending.
    -N --name caution
    -S --suffix= caution
    -c -l -t --list --stdout --test --to-stdout operands:read*
    -r --recursive operands:write-below*
    -h -L -V --help --license --version quiet
    operands pack*
  `,
  "bzip2 bunzip2 pbzip2": `
    # bzip2(1), 1.0.8, and pbzip2(1), 1.1.13
    gnu numbers
    -b -d -f -k -l -m -p -q -r -s -S -v -z --best --compress --decompress --fast --force --keep --quiet --small
    --verbose
    -c -t --stdout --test operands:read*
    -h -L -V --help --license --version quiet
    operands pack*
  `,
  "xz unxz lzma unlzma": `
    # xz(1), 5.4.1
    gnu numbers
    -d -e -f -k -q -Q -v -z --compress --decompress --extreme --force --ignore-check --keep --no-adjust
    --no-sparse --no-warn --quiet --robot --single-stream --uncompress --verbose
    -C -F -M -T --block-list= --block-size= --check= --flush-timeout= --format= --memlimit=
    --memlimit-compress= --memlimit-decompress= --memlimit-mt-decompress= --memory= --threads=
    --arm=? --arm64=? --armthumb=? --delta=? --ia64=? --lzma1=? --lzma2=? --powerpc=? --sparc=? --x86=?
    -c -l -t --list --stdout --test --to-stdout operands:read*
    -S --suffix= caution
    --files=? --files0=? read caution
    -h -H -V --help --info-memory --long-help --version quiet
    operands pack*
  `,
  "zstd unzstd zstdmt": `
    # zstd(1), 1.5.4
    gnu numbers exact
    -b -B -C -d -e -f -F -i -k -M -p -q -r -S -T -v -z --adapt --asyncio --check --compress --compress-literals
    --content-size --decompress --exclude-compressed --fast --force --keep --long --no-asyncio --no-check
    --no-compress-literals --no-content-size --no-dictID --no-pass-through --no-progress --no-row-match-finder
    --no-sparse --no-uncompressed-literals --pass-through --progress --quiet --row-match-finder --rsyncable
    --single-thread --sparse --ultra --uncompress --verbose
    --adapt=? --auto-threads=? --dictID=? --fast=? --format=? --long=? --maxdict=? --memlimit=? --memory=?
    --priority=? --size-hint=? --stream-size=? --target-compressed-block-size=? --threads=? --zstd=?
    -c -l -t --list --stdout --test operands:read*
    -o= write operands:read*
    --output-dir-flat= --output-dir-mirror= write-below operands:read*
    --trace= write
    -D --patch-from= read
    --filelist= read caution
    --rm operands:pack*
    --train changes operands:read*
    --train-cover=? --train-fastcover=? --train-legacy=? changes operands:read*
    -h -H -V --help --version quiet
    operands pack*
  `,
  "lz4 unlz4": `
    # lz4(1), 1.9.4: the second operand is the output
    gnu numbers exact
    -b -B -BD -BI -BX -d -e -f -i -k -l -q -v -z --best --content-size --decompress --compress
    --favor-decSpeed --force --keep --no-content-size --no-crc --no-frame-crc --no-sparse --quiet --sparse --verbose
    --fast=?
    -c -t --list --stdout --test --to-stdout operands:read*
    -m -r --multiple --rm operands:pack*
    -D= read
    -h -H -V --help --version quiet
    operands pack write
  `,
  lzip: `
    # lzip(1), 1.23
    gnu numbers
    -a -d -f -F -k -q -v --best --decompress --fast --force --keep --loose-trailing --quiet --recompress
    --trailing-error --verbose
    -b -m -s -S --dictionary-size= --match-length= --member-size= --volume-size=
    -c -l -t --list --stdout --test operands:read*
    -o --output= write operands:read*
    -h -V --help --version quiet
    operands pack*
  `,
  compress: `
    # compress(1), ncompress 5.0
    -d -f -v
    -b=
    -c operands:read*
    -r operands:write-below*
    -h -V quiet
    operands pack*
  `,
  "7z 7za 7zr": `
    # 7z, p7zip 16.02, --help: values are attached to their switch
    gnu exact
    -a -b -i -m -p -r -s -t -u -v -x -y=?
    sub l,t,i,b,h
    -a -b -i -m -p -r -s -t -u -v -x -y=?
    operands read*
    sub a,u,d,rn
    -a -b -i -m -p -r -s -t -u -v -x -y=?
    -w=? write-below
    -sdel operands:write,write-below*
    -seml connects
    operands write read-below*
    sub x,e
    -a -b -i -m -p -r -s -t -u -v -x -y=?
    -o=? write-below changes operands:read*
    -so operands:read*
    -spf -spf2 caution
    operands read write-below*
    default write-below .
  `,
  cpio: `
    # cpio(1), GNU cpio 2.13: the names come from standard input
    -0 -a -A -b -B -c -d -f -k -l -L -m -n -r -s -S -u -v -V
    --append --dereference --device-independent --dot --force-local --ignore-devno --link --make-directories
    --no-absolute-filenames --no-preserve-owner --nonmatching --null --numeric-uid-gid --only-verify-crc
    --preserve-modification-time --quiet --rename --renumber-inodes --reproducible --reset-access-time --sparse
    --swap --swap-bytes --swap-halfwords --to-stdout --unconditional --verbose
    -C -H -M -R -W --block-size= --format= --io-size= --message= --owner= --warning=
    -i -o -t --create --extract --list changes operands:none*
    -p --pass-through changes operands:write-below*
    -D --directory= cwd
    -E --pattern-file= read
    -I= read
    -F -O --file= write
    --absolute-filenames caution
    --rsh-command= exec
    --rename-batch-file= read
    -? --help --usage --version quiet
  `,
  "ar ranlib": `
    # ar(1), ranlib(1), binutils 2.40. Words of a file FILE can be given as @FILE.
    gnu bundle
    -c -d -D -f -m -M -N -o -O -P -q -r -s -S -T -u -U -v --thin
    --record-libdeps= --target=
    -a -b -i -l operands:write*
    -p -t operands:read,none*
    -x changes operands:read,none*
    --output= write-below
    --plugin= runs
    -h -H -V --help --version quiet
    operands write read*
  `,
  cabextract: `
    # cabextract(1), 1.9.1
    -f -L -q -s --fix --lowercase --quiet --single
    -e -F --encoding= --filter=
    -d --directory= write-below
    -l -p -t --list --pipe --test operands:read*
    -h -v --help --version quiet
    operands changes read*
  `,
});
