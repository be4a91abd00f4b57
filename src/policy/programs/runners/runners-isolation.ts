/** Programs that start another one as another user, in namespaces or a container, or behind a proxy. */
import type { ProgramFamily } from "../entry.ts";

export const isolationRunners: ProgramFamily = () => ({
  // Users, groups, privileges.
  setpriv: `
    # setpriv(1), util-linux 2.38.1
    posix runner
    --nnp --no-new-privs --clear-groups --keep-groups --init-groups --reset-env
    --ambient-caps= --inh-caps= --bounding-set= --ruid= --euid= --rgid= --egid= --reuid= --regid= --groups=
    --securebits=
    --pdeathsig= --selinux-label= --apparmor-profile=
    -d -h -V --dump --help --version quiet
    operands command
  `,
  runuser: `
    # runuser(1), util-linux 2.38.1; without -u the words after the user are arguments of a shell
    gnu runner
    -m -p -l -f -P --preserve-environment --login --fast --pty
    -w -g -G --whitelist-environment= --group= --supp-group=
    -s --shell= exec
    -c --command= --session-command= run
    -u --user= shift
    -h -V --help --version quiet
    operands none command
  `,
  sg: `
    # sg(1), shadow 4.13
    gnu runner
    -c= run
    operands none run*
  `,
  newgrp: `
    # newgrp(1), shadow 4.13 and util-linux 2.38.1: starts a shell that reads stdin
    gnu runner
    always caution
    -c --command= run
    operands none
  `,
  pkexec: `
    # pkexec(1), polkit 122
    posix exact runner
    --disable-internal-agent --keep-cwd
    --user=
    --help --version quiet
    operands command
  `,
  "gosu su-exec setuidgid s6-setuidgid envuidgid": `
    # gosu --help, gosu 1.14; setuidgid(8) and envuidgid(8), daemontools 0.76; usage of s6-setuidgid, s6 2.11.3
    posix exact runner
    --help --version quiet
    operands none command
  `,
  "s6-envuidgid": `
    # usage of s6-envuidgid, s6 2.11.3
    posix runner
    -i -u -g -B -n
    -D=
    operands none command
  `,
  "s6-applyuidgid": `
    # usage of s6-applyuidgid, s6 2.11.3
    posix runner
    -z -U
    -u -g -G=
    operands command
  `,
  "s6-setsid": `
    # usage of s6-setsid, s6 2.11.3
    posix runner
    -s -b -f -g -i -I -q
    -d=
    operands command
  `,
  "fakeroot fakeroot-sysv fakeroot-tcp": `
    # fakeroot(1), fakeroot 1.31
    posix runner
    -u --unknown-is-real
    -b --fd-base=
    -l --lib= runs
    -f --faked= exec
    -i= read
    -s= write
    -h -v --help --version quiet
    operands command
  `,

  // Namespaces and other roots.
  unshare: `
    # unshare(1), util-linux 2.38.1; short options have no value where the long ones may have a file
    posix runner
    -m -u -i -n -p -U -C -T -f -r -c --fork --map-root-user --map-current-user --map-auto --keep-caps
    --kill-child=?
    --mount=? --uts=? --ipc=? --net=? --pid=? --user=? --cgroup=? --time=? write
    --mount-proc=? write
    --map-user= --map-group= --map-users= --map-groups= --propagation= --setgroups= --monotonic= --boottime=
    -S -G --setuid= --setgid=
    -R -w --root= --wd= cwd
    -h -V --help --version quiet
    operands command
  `,
  nsenter: `
    # nsenter(1), util-linux 2.38.1; with the mount namespace or the root of another process, paths mean other files
    posix runner
    -F -Z --preserve-credentials --no-fork --follow-context
    -t -S -G --target= --setuid= --setgid=
    -u -i -n -p -C -U -T --uts=? --ipc=? --net=? --pid=? --cgroup=? --user=? --time=? read
    -a --all caution
    -m -r -w --mount=? --root=? --wd=? caution
    -W --wdns= caution
    -h -V --help --version quiet
    operands command
  `,
  chroot: `
    # chroot(1), coreutils 9.1
    posix runner
    --skip-chdir
    --groups= --userspec=
    --help --version quiet
    operands cwd command
  `,
  fakechroot: `
    # fakechroot(1), fakechroot 2.20.1
    posix runner
    -s --use-system-libs
    -e --environment=
    -l -c -b --lib= --config-dir= --bindir= runs
    -d --elfloader= exec
    -h -v --help --version quiet
    operands command
  `,
  bwrap: `
    # bwrap --help, bubblewrap 0.8.0; options with two values, and --args, are not listed
    posix exact runner
    --unshare-all --share-net --unshare-user --unshare-user-try --unshare-ipc --unshare-pid --unshare-net --unshare-uts
    --unshare-cgroup --unshare-cgroup-try --disable-userns --assert-userns-disabled --clearenv --new-session
    --die-with-parent --as-pid-1
    --userns= --userns2= --pidns= --uid= --gid= --hostname= --unsetenv= --sync-fd= --remount-ro= --exec-label=
    --file-label= --proc= --dev= --tmpfs= --mqueue= --dir= --seccomp= --add-seccomp-fd= --block-fd= --userns-block-fd=
    --info-fd= --json-status-fd= --cap-add= --cap-drop= --perms= --size=
    --lock-file= write
    --chdir= cwd
    --help --version quiet
    operands command
  `,
  firejail: `
    # firejail --help, firejail 0.9.72; values are always attached
    posix exact runner
    -*
    --env= caution
    --bind= --profile= --private= --chroot= --overlay-named= caution
    --output= --output-stderr= --build= --mkfile= --trace= --tracelog= --dbus-log= write
    --mkdir= write
    --join= --join-filesystem= --join-network= --join-or-start= --shutdown= --bandwidth= caution
    --get= --put= --cat= --ls= caution operands:none*
    -c caution operands:run*
    --help -? --version --list --tree quiet
    operands command
  `,
  proot: `
    # proot --help, proot 5.1.0
    posix exact runner
    -0 --root-id
    -v -k -i --verbose= --kernel-release= --change-id=
    -b -m --bind= --mount= caution
    -q --qemu= exec
    -r -R -S -w --rootfs= --pwd= --cwd= cwd
    -h -V --help --usage --version --about quiet
    operands command
  `,
  ip: `
    # ip -help, ip netns help and ip vrf help, iproute2 6.1.0; -batch and -all are not listed
    single runner
    -s -stats -statistics -d -details -r -resolve -h -human -iec -j -json -p -pretty -4 -6 -M -B -0 -br -brief -o
    -oneline
    -t -timestamp -ts -tshort -N -Numeric
    -c -color=?
    -f -family -l -loops -rc -rcvbuf -n -netns=
    -V -Version quiet
    sub a,addr,address,l,link,r,route,n,neigh,neighbor,neighbour,ru,rule,maddr,maddress,tunnel,netconf
    operands changes
    sub addr,address,link,route,neigh,neighbor,neighbour,rule,maddr,maddress,tunnel,netconf show,list,ls,get
    sub a,l,r,n s,show,list,ls
    sub help
    sub netns,vrf list,show,identify,pids,list-id
    sub netns,vrf add,attach,set,delete changes
    sub netns,vrf exec
    operands none command
  `,
  "lxc-attach": `
    # lxc-attach(1), lxc 5.0.2; the name of the container is an option or the first operand
    gnu runner
    -R --remount-sys-proc --keep-env --clear-env -q --quiet
    -a -e -s -u -g -o -l -P --arch= --elevated-privileges= --namespaces= --uid= --gid= --logfile= --logpriority=
    --keep-var= --lxcpath=
    -v --set-var= caution
    -f --rcfile= read
    -n --name= shift
    -h --help --usage --version quiet
    operands none command
  `,

  // Proxies and passwords.
  "tsocks torify": `
    # /usr/bin/tsocks, tsocks 1.8beta5; torify of torsocks 2.4.0 calls torsocks
    posix exact runner
    -h quiet
    operands command
  `,
  torsocks: `
    # torsocks(1), torsocks 2.4.0
    posix exact runner
    -d -i -q -6 --debug --isolate --quiet --ipv6
    -u -p -a -P --user= --pass= --address= --port=
    --shell caution
    -h --help --version quiet
    operands command
  `,
  "proxychains proxychains4": `
    # proxychains4(1), proxychains-ng 4.16
    posix runner
    -q
    -f= read
    operands command
  `,
  trickle: `
    # trickle(1), trickle 1.07
    posix runner
    -v -s
    -d -u -w -t -l -n -L=
    -P= runs
    -h -V quiet
    operands command
  `,
  sshpass: `
    # sshpass(1), sshpass 1.09
    posix runner
    -e -v
    -d -p -P=
    -f= read
    -h -V quiet
    operands command
  `,
  ncat: `
    # ncat --help, ncat 7.93
    gnu runner
    -4 -6 -U -C -l -k -n -t -u -v -z --unixsock --vsock --crlf --listen --keep-open --nodns --telnet --udp --sctp
    --verbose
    --append-output --send-only --recv-only --no-shutdown --broker --chat --ssl --ssl-verify
    -g -G -m -d -i -p -s -w --max-conns= --delay= --idle-timeout= --source-port= --source= --wait= --allow= --deny=
    --proxy-type= --proxy-auth= --proxy-dns= --ssl-ciphers= --ssl-servername= --ssl-alpn=
    --allowfile= --denyfile= --ssl-cert= --ssl-key= --ssl-trustfile= read
    --proxy= host
    -o -x --output= --hex-dump= write
    -c --sh-exec= run
    -e --exec= exec
    --lua-exec= caution
    -h --help --version quiet
    always connects changes
    operands host none
  `,
  socat: `
    # socat(1), socat 1.7.4.4: an address can be a file, a host or a program (EXEC:, SYSTEM:)
    plain
    always changes connects caution
    operands none*
  `,

  // Other loaders and emulators.
  "ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-musl-x86_64.so.1": `
    # ld.so --help, glibc 2.36
    posix exact runner
    --inhibit-cache --list --verify
    --library-path= --glibc-hwcaps-prepend= --glibc-hwcaps-mask= --inhibit-rpath= --argv0=
    --audit= --preload= runs caution
    --list-tunables --list-diagnostics --help --version quiet
    operands command
  `,
  "qemu-x86_64 qemu-i386 qemu-aarch64 qemu-arm qemu-riscv64 qemu-x86_64-static qemu-aarch64-static": `
    # qemu-user(1), QEMU 7.2
    single runner
    -strace -singlestep
    -d -g -L -s -p -cpu -0 -B -R=
    -D= write
    -E -plugin -trace= caution
    -h -help -version quiet
    operands command
  `,
  "wine wine64 wineconsole": `
    # wine(1), wine 8.0
    posix exact runner
    always changes runs
    --help --version quiet
    operands command
  `,
  toybox: `
    # toybox --help, toybox 0.8.9: the first word is the name of a command
    posix exact runner
    --long --help --version quiet
    operands command
  `,
});
