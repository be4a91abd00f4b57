/** Attempts to escape a sandbox, as data. Each is one command line that exits with 0 if it succeeded. */

export interface Attack {
  readonly name: string;
  readonly command: string;
  /** The same command succeeds without a sandbox, so it proves something. Absent if the system itself also stops it. */
  readonly works?: true;
  /** Which sandbox: see `boxes` in attacks.check.ts. Default: `src`. */
  readonly box?: "src" | "reader" | "open" | "approved" | "git";
  /** Known to be possible, and documented. */
  readonly isOpen?: true;
}

const unix = (address: string): string =>
  `perl -e 'use Socket; socket(S,PF_UNIX,SOCK_STREAM,0) or die "$!\\n"; connect(S,pack("S a108",1,${address})) or die "$!\\n"; print "in\\n"'`;
const call = (...words: readonly (number | string)[]): string =>
  `perl -e '$r = syscall(${words.join(", ")}); exit($r >= 0 ? 0 : 1)'`;
const isArm = process.arch === "arm64";
const pick = (x64: number, arm64: number): number => (isArm ? arm64 : x64);

export const attacks: readonly Attack[] = [
  // Files outside the project.
  { name: "write a file in the home", command: "echo x > ~/marker && test -e ~/.ssh/id", works: true },
  {
    name: "append to a start-up file of the shell",
    command: "echo evil >> ~/.bashrc && grep -q good ~/.bashrc",
    works: true,
  },
  { name: "write to /etc", command: "echo x > /etc/surcingle-test" },
  { name: "write to /usr/bin", command: "echo x > /usr/bin/surcingle-test" },
  { name: "read a private key", command: "cat ~/.ssh/id", works: true },
  { name: "read a secret through /proc/self/root", command: "cat /proc/self/root$HOME/.ssh/id", works: true },
  { name: "read a secret through /proc/1/root", command: "cat /proc/1/root$HOME/.ssh/id" },
  { name: "read a secret through a link", command: "ln -s ~/.ssh/id src/l && cat src/l", works: true },
  { name: "read a secret through a link that is there already", command: "cat src/out", works: true },
  { name: "read a secret through ..", command: "cat src/../../.ssh/id", works: true },
  { name: "read another project", command: "cat ../other/notes.txt", works: true },
  { name: "list the home", command: "ls ~ | grep -q other", works: true },
  {
    name: "write through a link to the home",
    command: "ln -s ~/.bashrc src/rc && echo evil >> src/rc && test -e ~/.ssh/id",
    works: true,
  },
  { name: "hard link to a secret", command: "ln ~/.ssh/id src/hard && cat src/hard", works: true },
  { name: "read a file of the client with its tokens", command: "cat ~/.claude/.credentials.json", works: true },
  { name: "leave a file in /tmp", command: 'echo x > "/tmp/$A_NAME" && test -e "/tmp/$A_PROBE"', works: true },
  { name: "leave a file in /dev/shm", command: "test -e /dev/shm/$A_PROBE", works: true },

  // Files in the project.
  { name: "write a denied file", command: "echo x > package.json", works: true },
  { name: "append to a denied file", command: "echo x >> Cargo.lock", works: true },
  { name: "truncate a denied file", command: ": > Cargo.lock", works: true },
  { name: "delete a denied file", command: "rm -f Cargo.lock && ! test -e Cargo.lock", works: true },
  { name: "rename a denied file", command: "mv Cargo.lock src/c && test -e src/c", works: true },
  {
    name: "replace a denied file by renaming over it",
    command: "echo q > src/q && mv -f src/q Cargo.lock",
    works: true,
  },
  { name: "change the mode of a denied file", command: "chmod 777 package.json", works: true },
  { name: "change the times of a denied file", command: "touch -d 2001-01-01 package.json", works: true },
  {
    name: "hard link a denied file into an allowed directory",
    command: "ln Cargo.lock src/h && echo evil >> src/h",
    works: true,
  },
  { name: "write a denied file below an allowed directory", command: "echo x > src/vendor/lib.js", works: true },
  { name: "rename a denied directory", command: "mv src/vendor src/v2", works: true },
  {
    name: "rename the parent of a denied directory and make it anew",
    command: "mv src/deep src/d2 && mkdir -p src/deep/kept && echo evil > src/deep/kept/f",
    works: true,
  },
  {
    name: "rename the parent of a denied file and make it anew",
    command: "mv src/deep/more src/m2 && mkdir src/deep/more && echo evil > src/deep/more/k.lock",
    works: true,
  },
  { name: "rename an allowed directory that holds a denied one", command: "mv src src2", works: true },
  {
    name: "exchange two directories",
    command: `perl -e '($a, $b) = ("src/deep", "src/free"); exit(syscall(${pick(316, 276)}, -100, $a, -100, $b, 2) == 0 ? 0 : 1)'`,
    works: true,
  },
  { name: "rename the project itself", command: 'mv "$PWD" "$PWD.2"', works: true },
  { name: "write a new file in the top of the project", command: "echo x > brand-new", works: true },
  {
    name: "write a file through a link inside the project",
    command: "ln -s ../package.json src/p && echo x > src/p",
    works: true,
  },
  {
    name: "write with a memory map",
    command: `perl -e 'open(F, "+<", "package.json") or die; print F "x"; close F'`,
    works: true,
  },
  { name: "bind a denied file elsewhere with mount", command: "mount --bind src package.json" },
  { name: "read a secret file of the project", command: "grep -q KEY .env", works: true },
  { name: "copy a secret file of the project", command: "cp .env src/env && grep -q KEY src/env", works: true },
  { name: "read a key below an allowed directory", command: "grep -q PRIVATE src/server.pem", works: true },
  { name: "rename a hidden file into view", command: "mv src/server.pem src/s && grep -q PRIVATE src/s", works: true },
  {
    name: "read a hidden file after a rename of its directory",
    command: "mv src/certs src/c2 && grep -q PRIVATE src/c2/b.pem",
    works: true,
  },
  { name: "read what `read` denies", command: "grep -q good private/plan.txt", works: true },

  // Git: what runs outside later.
  { name: "plant a git hook", command: "echo evil > .git/hooks/post-commit", works: true },
  { name: "set core.hooksPath", command: "git config core.hooksPath src/hooks", works: true },
  { name: "set core.fsmonitor", command: "git config core.fsmonitor ./src/x.sh", works: true },
  { name: "plant a common directory", command: "echo ../src/fake > .git/commondir", works: true },
  { name: "plant a module with hooks", command: "mkdir -p .git/modules/x/hooks", works: true },
  { name: "move .git away", command: "mv .git .git2", works: true },
  { name: "make a repository in a subdirectory of another", command: "git init -q src/deep/kept/r", works: true },
  {
    name: "change the configuration with a writable .git",
    box: "git",
    command: "git config core.fsmonitor ./x.sh",
    works: true,
  },
  { name: "plant a hook with a writable .git", box: "git", command: "echo evil > .git/hooks/pre-commit", works: true },
  { name: "move .git with a writable .git", box: "git", command: "mv .git g2", works: true },
  { name: "edit settings of the client", box: "open", command: "echo '{}' > .claude/settings.json", works: true },
  {
    name: "replace the directory of the client",
    box: "open",
    command: "mv .claude c2 && mkdir .claude && echo '{}' > .claude/settings.json",
    works: true,
  },
  { name: "edit a hook of husky", box: "open", command: "echo evil > .husky/pre-commit", works: true },
  {
    name: "replace the parent of a steering directory",
    box: "open",
    command: "mv .github g2 && mkdir -p .github/hooks && echo evil > .github/hooks/x.json",
    works: true,
  },
  { name: "edit .envrc", box: "open", command: "echo evil > .envrc", works: true },
  { name: "edit instructions", box: "open", command: "echo evil > AGENTS.md", works: true },
  { name: "edit instructions of a subdirectory", box: "open", command: "echo evil > src/CLAUDE.md", works: true },
  {
    name: "edit a denied file in an approved call",
    box: "approved",
    command: "echo evil > src/vendor/lib.js",
    works: true,
  },
  { name: "read a denied file in an approved call", box: "approved", command: "cat private/plan.txt", works: true },
  {
    name: "edit the gate's own files in an approved call",
    box: "approved",
    command: "echo x > ~/.local/state/surcingle/sandbox/$(ls ~/.local/state/surcingle/sandbox | head -1)",
    works: true,
  },

  // A read-only agent.
  { name: "a reader writes a file", box: "reader", command: "echo x > src/new", works: true },
  { name: "a reader changes a file", box: "reader", command: "echo x >> src/a.ts", works: true },
  { name: "a reader deletes the project", box: "reader", command: "rm -rf src && ! test -e src", works: true },
  { name: "a reader commits", box: "reader", command: "git commit -q --allow-empty -m x", works: true },
  { name: "a reader stashes", box: "reader", command: "echo x > src/a.ts; git stash -q", works: true },

  // Other processes and programs.
  { name: "see a process outside", command: "test -e /proc/$A_PID", works: true },
  {
    name: "read the environment of a process outside",
    command: "tr '\\0' '\\n' < /proc/$A_PID/environ | grep -q OUTER",
    works: true,
  },
  { name: "signal a process outside", command: "kill -0 $A_PID", works: true },
  { name: "connect to the loopback", command: "exec 3<>/dev/tcp/127.0.0.1/$A_PORT", works: true },
  { name: "connect to a socket outside", command: unix("$ENV{A_SOCKET}"), works: true },
  { name: "connect to a socket in the project", command: unix('"src/socket"'), works: true },
  { name: "connect to an abstract socket", command: unix('"\\0$ENV{A_ABSTRACT}"'), works: true },
  {
    name: "connect to an abstract socket with the network open",
    box: "open",
    command: unix('"\\0$ENV{A_ABSTRACT}"'),
    works: true,
  },
  { name: "open a socket of a virtual machine", command: "perl -e 'use Socket; socket(S,40,SOCK_STREAM,0) or exit 1'" },
  { name: "open a raw packet socket", command: "perl -e 'use Socket; socket(S,17,3,0) or exit 1'" },
  { name: "look up a host", command: "getent ahostsv4 surcingle.invalid || getent hosts example.org" },
  { name: "share memory with other programs", command: "ipcs -m | grep -q $A_SHM" },
  {
    name: "leave a process behind",
    command: "setsid sleep 987 >/dev/null 2>&1 & sleep 0.2; test -e /proc/$A_PID",
    works: true,
  },
  { name: "read a variable with a secret", command: 'test -n "$LAB_API_KEY$GH_TOKEN$MY_PASSWORD"', works: true },
  { name: "find the agent of ssh", command: 'test -n "$SSH_AUTH_SOCK"', works: true },
  { name: "read an open file of the caller", command: "cat <&7", works: true },

  // Privileges and the kernel.
  { name: "make a user namespace", command: "unshare -U true", works: true },
  { name: "mount in a user namespace", command: 'unshare -Urm bash -c "mount --bind src private"', works: true },
  { name: "unmount a mask in a user namespace", command: 'unshare -Urm bash -c "umount .env && cat .env"' },
  { name: "remount writable", command: 'mount -o remount,rw,bind "$PWD"' },
  { name: "unmount a mask", command: "umount -l .env" },
  { name: "mount a file system", command: "mount -t tmpfs none /mnt" },
  { name: "have capabilities", command: "grep CapEff /proc/self/status | grep -qv 0000000000000000" },
  { name: "gain privileges by a setuid program", command: "grep -q 'NoNewPrivs:.0' /proc/self/status", works: true },
  { name: "start another box", command: "bwrap --ro-bind / / true", works: true },
  {
    name: "type into the terminal",
    command: `perl -e '$x = "x"; exit(ioctl(STDIN, 0x5412, $x) || $!{ENOTTY} ? 0 : 1)'`,
    works: true,
  },
  { name: "use a keyring", command: call(pick(250, 219), 0, -4, 1), works: true },
  {
    name: "set up io_uring",
    command: `perl -e '$p = "\\0" x 120; $r = syscall(425, 4, $p); exit($r >= 0 || $!{ENOSYS} || $!{EFAULT} ? 0 : 1)'`,
  },
  {
    name: "load a program into the kernel",
    command: `perl -e '$a = "\\0" x 128; syscall(${pick(321, 280)}, 9999, $a, 128); exit($!{EINVAL} ? 0 : 1)'`,
  },
  {
    name: "count events of the kernel",
    command: `perl -e '$a = "\\0" x 128; syscall(${pick(298, 241)}, $a, 0, -1, -1, 0); exit($!{EINVAL} || $!{E2BIG} || $!{ENOENT} ? 0 : 1)'`,
  },
  { name: "write kernel settings", command: "echo 1 > /proc/sys/kernel/domainname" },
  { name: "trigger a crash dump", command: "echo x > /proc/sysrq-trigger" },
  { name: "make a device", command: "mknod src/disk b 8 0" },

  // Possible, and in docs/sandbox.md.
  {
    name: "write a build file that edit allows",
    command: "echo 'all:; evil' > src/Makefile",
    works: true,
    isOpen: true,
  },
  {
    name: "set the setuid bit on an own file",
    command: "cp /bin/true src/s && chmod 4755 src/s && test -u src/s",
    works: true,
    isOpen: true,
  },
  { name: "read the users of the machine", command: "head -1 /etc/passwd", works: true, isOpen: true },
  {
    name: "make a denied name that does not exist",
    box: "open",
    command: "echo x > new.lock",
    works: true,
    isOpen: true,
  },
  { name: "use all of the processor", command: "for i in 1 2 3; do :; done", works: true, isOpen: true },
];
