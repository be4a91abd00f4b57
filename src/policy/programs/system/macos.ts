/** Effects of programs that only macOS has, from their manual pages (macOS 14). Not run. */
import type { ProgramFamily } from "../entry.ts";

export const macos: ProgramFamily = () => ({
  "sw_vers vm_stat system_profiler": `
    # sw_vers(1), vm_stat(1), system_profiler(8): they print
    single
    -*
    -detailLevel= -timeout=
  `,
  mdls: `
    # mdls(1): prints what Spotlight knows about a file
    single
    -raw
    -name= -nullMarker=
    -plist= write
    operands list*
  `,
  mdfind: `
    # mdfind(1): the operands are a query
    single
    -live -count -literal -interpret -reprint -0
    -attr= -name= -s=
    -onlyin= list
  `,
  otool: `
    # otool(1): prints parts of object files
    single
    -*
    -arch= -p= -s==
    operands read*
  `,
  lipo: `
    # lipo(1): prints with -info, -archs, -detailed_info and -verify_arch; else it writes
    single
    -info -archs -detailed_info operands:read*
    -verify_arch operands:read,none*
    -arch= -segalign=
    -create changes
    -extract= -extract_family= -remove= -thin= changes
    -replace== changes
    -output= -o= write
    operands read*
  `,
  plutil: `
    # plutil(1): without -o, -convert, -extract, -insert, -replace and -remove change the file itself
    single
    -help quiet
    -lint -p -s -r -raw
    -e= -type=
    -convert= -extract= -remove= -insert= -replace= changes
    -o= write
    operands read*
  `,
  defaults: `
    # defaults(1): settings of programs
    single anywhere
    -currentHost -g -globalDomain
    -host= -app=
    sub read,read-type,domains,find,help
    sub write,rename,delete,delete-all,import changes
    sub export
    operands none write
  `,
  scutil: `
    # scutil(8): without an option its commands come from standard input
    single
    --dns --proxy --nwi -W
    --get= -r= -w= -t=
    --set= --renew= --nc= --error= changes
    --prefs=? changes
    always connects
  `,
  diskutil: `
    # diskutil(8)
    single
    -*
    sub list,info,information,activity,listFilesystems
    -*
    sub apfs,appleRAID,ar,coreStorage,cs list
    -*
    sub mount,unmount,umount,mountDisk,unmountDisk,eject,rename,enableJournal,disableJournal,enableOwnership changes
    sub disableOwnership,verifyVolume,repairVolume,verifyDisk,repairDisk,eraseDisk,eraseVolume,reformat changes
    sub eraseOptical,zeroDisk,randomDisk,secureErase,partitionDisk,resizeVolume,splitPartition changes
    sub mergePartitions,addPartition,image,apfs,appleRAID,ar,coreStorage,cs changes
  `,
  xattr: `
    # xattr(1): extended attributes; the first operand is a name with -p, -w and -d
    gnu
    -l -r -s -v -x
    -p operands:none,list*
    -c operands:write*
    -d operands:none,write*
    -w operands:none,none,write*
    -h --help quiet
    operands list*
  `,
  pmset: `
    # pmset(1)
    single
    -g operands:none*
    operands changes none*
  `,
});
