/** Attempts to escape a sandbox, as data. Each is one command line that exits with 0 if it succeeded. */

export interface Attack {
  readonly name: string;
  readonly command: string;
  /** The same command succeeds without a sandbox, so it proves something. Absent if the system itself also stops it. */
  readonly works?: true;
  /** Which sandbox: see `sandboxes` in attacks.check.ts. Default: `src`. */
  readonly sandbox?: "src" | "reader" | "open" | "approved" | "git";
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
  { name: "write a file to the home directory", command: "echo x > ~/marker && test -e ~/.ssh/id", works: true },
  {
    name: "append to a shell startup file",
    command: "echo evil >> ~/.bashrc && grep -q good ~/.bashrc",
    works: true,
  },
  { name: "write to /etc", command: "echo x > /etc/surcingle-test" },
  { name: "write to /usr/bin", command: "echo x > /usr/bin/surcingle-test" },
  { name: "read a private key", command: "cat ~/.ssh/id", works: true },
  { name: "read a secret through /proc/self/root", command: "cat /proc/self/root$HOME/.ssh/id", works: true },
  { name: "read a secret through /proc/1/root", command: "cat /proc/1/root$HOME/.ssh/id" },
  { name: "read a secret through a new symlink", command: "ln -s ~/.ssh/id src/l && cat src/l", works: true },
  { name: "read a secret through an existing symlink", command: "cat src/out", works: true },
  { name: "read a secret through ..", command: "cat src/../../.ssh/id", works: true },
  { name: "read another project", command: "cat ../other/notes.txt", works: true },
  { name: "list the home directory", command: "ls ~ | grep -q other", works: true },
  {
    name: "write through a symlink to the home directory",
    command: "ln -s ~/.bashrc src/rc && echo evil >> src/rc && test -e ~/.ssh/id",
    works: true,
  },
  { name: "hard-link a secret", command: "ln ~/.ssh/id src/hard && cat src/hard", works: true },
  { name: "read the client's credentials file", command: "cat ~/.claude/.credentials.json", works: true },
  { name: "write to the host's /tmp", command: 'echo x > "/tmp/$A_NAME" && test -e "/tmp/$A_PROBE"', works: true },
  { name: "see files in the host's /dev/shm", command: "test -e /dev/shm/$A_PROBE", works: true },

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
  { name: "change the timestamps of a denied file", command: "touch -d 2001-01-01 package.json", works: true },
  {
    name: "hard-link a denied file into an allowed directory",
    command: "ln Cargo.lock src/h && echo evil >> src/h",
    works: true,
  },
  { name: "write a denied file inside an allowed directory", command: "echo x > src/vendor/lib.js", works: true },
  { name: "rename a denied directory", command: "mv src/vendor src/v2", works: true },
  {
    name: "rename the parent of a denied directory and recreate it",
    command: "mv src/deep src/d2 && mkdir -p src/deep/kept && echo evil > src/deep/kept/f",
    works: true,
  },
  {
    name: "rename the parent of a denied file and recreate it",
    command: "mv src/deep/more src/m2 && mkdir src/deep/more && echo evil > src/deep/more/k.lock",
    works: true,
  },
  { name: "rename an allowed directory that contains a denied one", command: "mv src src2", works: true },
  {
    name: "swap two directories",
    command: `perl -e '($a, $b) = ("src/deep", "src/free"); exit(syscall(${pick(316, 276)}, -100, $a, -100, $b, 2) == 0 ? 0 : 1)'`,
    works: true,
  },
  { name: "rename the project itself", command: 'mv "$PWD" "$PWD.2"', works: true },
  { name: "create a file at the top of the project", command: "echo x > brand-new", works: true },
  {
    name: "write a denied file through a symlink in the project",
    command: "ln -s ../package.json src/p && echo x > src/p",
    works: true,
  },
  {
    name: "open a denied file for reading and writing",
    command: `perl -e 'open(F, "+<", "package.json") or die; print F "x"; close F'`,
    works: true,
  },
  { name: "bind-mount over a denied file", command: "mount --bind src package.json" },
  { name: "read a secret file in the project", command: "grep -q KEY .env", works: true },
  { name: "copy a secret file in the project", command: "cp .env src/env && grep -q KEY src/env", works: true },
  { name: "read a private key inside an allowed directory", command: "grep -q PRIVATE src/server.pem", works: true },
  {
    name: "rename a hidden file to make it readable",
    command: "mv src/server.pem src/s && grep -q PRIVATE src/s",
    works: true,
  },
  {
    name: "read a hidden file after renaming its directory",
    command: "mv src/certs src/c2 && grep -q PRIVATE src/c2/b.pem",
    works: true,
  },
  { name: "read a file that `read` denies", command: "grep -q good private/plan.txt", works: true },

  // Git: what runs outside later.
  { name: "plant a git hook", command: "echo evil > .git/hooks/post-commit", works: true },
  { name: "set core.hooksPath", command: "git config core.hooksPath src/hooks", works: true },
  { name: "set core.fsmonitor", command: "git config core.fsmonitor ./src/x.sh", works: true },
  { name: "plant a .git/commondir file", command: "echo ../src/fake > .git/commondir", works: true },
  { name: "plant a submodule directory with hooks", command: "mkdir -p .git/modules/x/hooks", works: true },
  { name: "move .git away", command: "mv .git .git2", works: true },
  { name: "create a nested repository in a denied directory", command: "git init -q src/deep/kept/r", works: true },
  {
    name: "change git's configuration when .git is writable",
    sandbox: "git",
    command: "git config core.fsmonitor ./x.sh",
    works: true,
  },
  {
    name: "plant a git hook when .git is writable",
    sandbox: "git",
    command: "echo evil > .git/hooks/pre-commit",
    works: true,
  },
  { name: "move .git away when .git is writable", sandbox: "git", command: "mv .git g2", works: true },
  { name: "edit the client's settings", sandbox: "open", command: "echo '{}' > .claude/settings.json", works: true },
  {
    name: "replace the client's settings directory",
    sandbox: "open",
    command: "mv .claude c2 && mkdir .claude && echo '{}' > .claude/settings.json",
    works: true,
  },
  { name: "edit a husky hook", sandbox: "open", command: "echo evil > .husky/pre-commit", works: true },
  {
    name: "replace the parent of a steering directory",
    sandbox: "open",
    command: "mv .github g2 && mkdir -p .github/hooks && echo evil > .github/hooks/x.json",
    works: true,
  },
  { name: "edit .envrc", sandbox: "open", command: "echo evil > .envrc", works: true },
  { name: "edit AGENTS.md", sandbox: "open", command: "echo evil > AGENTS.md", works: true },
  { name: "edit CLAUDE.md in a subdirectory", sandbox: "open", command: "echo evil > src/CLAUDE.md", works: true },
  {
    name: "edit a denied file in an approved command",
    sandbox: "approved",
    command: "echo evil > src/vendor/lib.js",
    works: true,
  },
  {
    name: "read a denied file in an approved command",
    sandbox: "approved",
    command: "cat private/plan.txt",
    works: true,
  },
  {
    name: "edit the gate's own files in an approved command",
    sandbox: "approved",
    command: "echo x > ~/.local/state/surcingle/sandbox/$(ls ~/.local/state/surcingle/sandbox | head -1)",
    works: true,
  },

  // A read-only agent.
  { name: "create a file as a read-only agent", sandbox: "reader", command: "echo x > src/new", works: true },
  { name: "change a file as a read-only agent", sandbox: "reader", command: "echo x >> src/a.ts", works: true },
  {
    name: "delete the source tree as a read-only agent",
    sandbox: "reader",
    command: "rm -rf src && ! test -e src",
    works: true,
  },
  { name: "commit as a read-only agent", sandbox: "reader", command: "git commit -q --allow-empty -m x", works: true },
  { name: "stash as a read-only agent", sandbox: "reader", command: "echo x > src/a.ts; git stash -q", works: true },

  // Other processes and programs.
  { name: "see a process outside the sandbox", command: "test -e /proc/$A_PID", works: true },
  {
    name: "read the environment of a process outside the sandbox",
    command: "tr '\\0' '\\n' < /proc/$A_PID/environ | grep -q OUTER",
    works: true,
  },
  { name: "signal a process outside the sandbox", command: "kill -0 $A_PID", works: true },
  { name: "connect to a server on the loopback", command: "exec 3<>/dev/tcp/127.0.0.1/$A_PORT", works: true },
  { name: "connect to a Unix socket outside the project", command: unix("$ENV{A_SOCKET}"), works: true },
  { name: "connect to a Unix socket in the project", command: unix('"src/socket"'), works: true },
  { name: "connect to an abstract socket", command: unix('"\\0$ENV{A_ABSTRACT}"'), works: true },
  {
    name: "connect to an abstract socket when the network is open",
    sandbox: "open",
    command: unix('"\\0$ENV{A_ABSTRACT}"'),
    works: true,
  },
  {
    name: "open a virtual machine socket (vsock)",
    command: "perl -e 'use Socket; socket(S,40,SOCK_STREAM,0) or exit 1'",
  },
  { name: "open a raw packet socket", command: "perl -e 'use Socket; socket(S,17,3,0) or exit 1'" },
  { name: "resolve a host name", command: "getent ahostsv4 surcingle.invalid || getent hosts example.org" },
  { name: "see the shared memory of other programs", command: "ipcs -m | grep -q $A_SHM" },
  {
    name: "leave a background process running",
    command: "setsid sleep 987 >/dev/null 2>&1 & sleep 0.2; test -e /proc/$A_PID",
    works: true,
  },
  {
    name: "read an environment variable that holds a secret",
    command: 'test -n "$LAB_API_KEY$GH_TOKEN$MY_PASSWORD"',
    works: true,
  },
  { name: "find the SSH agent", command: 'test -n "$SSH_AUTH_SOCK"', works: true },
  { name: "read a file that the caller left open", command: "cat <&7", works: true },
  { name: "read a file that the caller left open under a high number", command: "cat <&42", works: true },
  {
    name: "read a file that the caller left open through another process",
    command: "cat /proc/1/fd/42 || cat /proc/$PPID/fd/42",
    works: true,
  },

  // Privileges and the kernel.
  { name: "create a user namespace", command: "unshare -U true", works: true },
  { name: "mount in a user namespace", command: 'unshare -Urm bash -c "mount --bind src private"', works: true },
  { name: "unmount what hides a file, in a user namespace", command: 'unshare -Urm bash -c "umount .env && cat .env"' },
  { name: "remount the project writable", command: 'mount -o remount,rw,bind "$PWD"' },
  { name: "unmount what hides a file", command: "umount -l .env" },
  { name: "mount a file system", command: "mount -t tmpfs none /mnt" },
  { name: "hold Linux capabilities", command: "grep CapEff /proc/self/status | grep -qv 0000000000000000" },
  {
    name: "gain privileges through a setuid program",
    command: "grep -q 'NoNewPrivs:.0' /proc/self/status",
    works: true,
  },
  { name: "start a nested sandbox", command: "bwrap --ro-bind / / true", works: true },
  {
    name: "inject input into the terminal",
    command: `perl -e '$x = "x"; exit(ioctl(STDIN, 0x5412, $x) || $!{ENOTTY} ? 0 : 1)'`,
    works: true,
  },
  { name: "use the kernel keyring", command: call(pick(250, 219), 0, -4, 1), works: true },
  {
    name: "set up io_uring",
    command: `perl -e '$p = "\\0" x 120; $r = syscall(425, 4, $p); exit($r >= 0 || $!{ENOSYS} || $!{EFAULT} ? 0 : 1)'`,
  },
  {
    name: "load a BPF program",
    command: `perl -e '$a = "\\0" x 128; syscall(${pick(321, 280)}, 9999, $a, 128); exit($!{EINVAL} ? 0 : 1)'`,
  },
  {
    name: "open kernel performance events",
    command: `perl -e '$a = "\\0" x 128; syscall(${pick(298, 241)}, $a, 0, -1, -1, 0); exit($!{EINVAL} || $!{E2BIG} || $!{ENOENT} ? 0 : 1)'`,
  },
  { name: "change a kernel setting", command: "echo 1 > /proc/sys/kernel/domainname" },
  { name: "trigger a crash dump", command: "echo x > /proc/sysrq-trigger" },
  { name: "create a device node", command: "mknod src/disk b 8 0" },

  // Possible, and in docs/sandbox.md.
  {
    name: "write a build file that `edit` allows",
    command: "echo 'all:; evil' > src/Makefile",
    works: true,
    isOpen: true,
  },
  {
    name: "set the setuid bit on a file it created",
    command: "cp /bin/true src/s && chmod 4755 src/s && test -u src/s",
    works: true,
    isOpen: true,
  },
  { name: "list the users of the machine", command: "head -1 /etc/passwd", works: true, isOpen: true },
  {
    name: "create a file with a denied name",
    sandbox: "open",
    command: "echo x > new.lock",
    works: true,
    isOpen: true,
  },
  { name: "use CPU time without limit", command: "for i in 1 2 3; do :; done", works: true, isOpen: true },
];
