/** Effects of programs that show and change disks and devices. */
import type { ProgramFamily } from "../entry.ts";

export const devices: ProgramFamily = () => ({
  lsof: `
    # lsof(8), 4.95: -D builds a cache of device names
    gnu plus
    -*
    -D changes
    operands list*
  `,
  "lscpu lsns lslocks lsipc lsmem lspci lsusb dmidecode": `
    # lscpu(1), lsns(8), lslocks(8), lsipc(1), lsmem(1), util-linux 2.38.1; lspci(8) 3.9; lsusb(8) 014;
    # dmidecode(8) 3.4. The values of options that name a file count as operands. lspci -q asks a name server and
    # keeps the answers, -M, -H and -A address the hardware.
    -*
    -q -Q connects changes
    -M -H -A caution
    --dump-bin= write
    -h -V --help --version quiet
    operands read*
  `,
  mount: `
    # mount(8), util-linux 2.38.1: lists without operands
    -*
    -a --all changes
    -h -V --help --version quiet
    operands changes none*
  `,
  "umount fusermount fusermount3 swapon swapoff losetup": `
    # umount(8), swapon(8), losetup(8), util-linux 2.38.1; fusermount(1), fuse 2.9.9
    -*
    -h -V --help --version quiet
    always changes
  `,
  "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mke2fs mkswap wipefs blkdiscard e2fsck tune2fs": `
    # mkfs(8), mkswap(8), wipefs(8), blkdiscard(8), util-linux 2.38.1; mke2fs(8), tune2fs(8), e2fsprogs 1.47.0
    -*
    -h -V --help --version quiet
    operands write*
    always changes
  `,
  fsck: `
    # fsck(8), util-linux 2.38.1: without operands it checks what /etc/fstab names, also with -V
    -*
    --help --version quiet
    operands write*
    always changes
  `,
  "fdisk sfdisk cfdisk parted": `
    # fdisk(8), sfdisk(8), cfdisk(8), util-linux 2.38.1; parted(8), 3.5: an operand is a disk
    -*
    -l --list operands:list*
    -h -V --help --version quiet
    operands changes write*
  `,
  dmesg: `
    # dmesg(1), util-linux 2.38.1
    -d -e -H -J -k -L -p -P -r -S -t -T -u -w -W -x --color --ctime --decode --follow --follow-new --force-prefix
    --human --json --kernel --noescape --nopager --notime --raw --reltime --show-delta --syslog --userspace
    -f -l -s --buffer-size= --facility= --level= --since= --time-format= --until=
    --color=?
    -F --file= read
    -c -C -D -E --clear --console-off --console-on --read-clear changes
    -n --console-level= changes
    -h -V --help --version quiet
  `,
});
