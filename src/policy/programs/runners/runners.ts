/**
 * Programs that only start another one: with another priority, under a tracer, holding a lock. An unknown option makes
 * the start of the inner command uncertain, so every later word is tried.
 */
import type { ProgramFamily } from "../entry.ts";
import { isolationRunners } from "./runners-isolation.ts";
import { sessionRunners } from "./runners-sessions.ts";
import { toolRunners } from "./runners-tools.ts";

const personality = `
    -B -F -I -L -R -S -T -X -Z -3 -v --32bit --fdpic-funcptrs --short-inode --addr-compat-layout --verbose --3gb --4gb
    --addr-no-randomize --whole-seconds --sticky-timeouts --read-implies-exec --mmap-page-zero --uname-2.6`;

export const runners: ProgramFamily = () => ({
  ...isolationRunners(),
  ...sessionRunners(),
  ...toolRunners(),

  // Scheduling and limits.
  ionice: `
    # ionice(1), util-linux 2.38.1
    posix runner
    -t --ignore
    -c -n --class= --classdata=
    -p -P -u --pid= --pgid= --uid= changes operands:none*
    -h -V --help --version quiet
    operands command
  `,
  chrt: `
    # chrt(1), util-linux 2.38.1
    posix runner
    -a -b -d -f -i -o -r -R -v --all-tasks --batch --deadline --fifo --idle --other --rr --reset-on-fork --verbose
    -T -P -D --sched-runtime= --sched-period= --sched-deadline=
    -p --pid changes operands:none*
    -m -h -V --max --help --version quiet
    operands none command
  `,
  taskset: `
    # taskset(1), util-linux 2.38.1
    posix runner
    -a -c --all-tasks --cpu-list
    -p --pid changes operands:none*
    -h -V --help --version quiet
    operands none command
  `,
  prlimit: `
    # prlimit(1), util-linux 2.38.1
    posix runner
    --noheadings --raw --verbose
    -o --output=
    -c -d -e -f -i -l -m -n -q -r -s -t -u -v -x -y --core=? --data=? --nice=? --fsize=? --sigpending=? --memlock=?
    --rss=? --nofile=? --msgqueue=? --rtprio=? --stack=? --cpu=? --nproc=? --as=? --locks=? --rttime=?
    -p --pid= changes operands:none*
    -h -V --help --version quiet
    operands command
  `,
  choom: `
    # choom(1), util-linux 2.38.1
    posix runner
    -n --adjust=
    -p --pid= changes operands:none*
    -h -V --help --version quiet
    operands command
  `,
  uclampset: `
    # uclampset(1), util-linux 2.38.1
    posix runner
    -a -R -v --all-tasks --reset-on-fork --verbose
    -m -M=
    -s --system changes operands:none*
    -p --pid= changes operands:none*
    -h -V --help --version quiet
    operands command
  `,
  "linux32 linux64 uname26 i386 x86_64": `
    # setarch(8), util-linux 2.38.1
    posix runner
    ${personality}
    -h -V --help --version quiet
    operands command
  `,
  setarch: `
    # setarch(8), util-linux 2.38.1; the architecture is optional
    posix runner
    ${personality}
    --list -h -V --help --version quiet
    operands command
    sub linux32,linux64,uname26,i386,i486,i586,i686,athlon,x86_64
    ${personality}
    operands command
  `,
  cpulimit: `
    # cpulimit --help, cpulimit 2.8
    posix runner
    -b -f -m -q -k -r -v -z --background --foreground --monitor-forks --quiet --kill --restore --verbose --lazy
    -c -l -s --cpu= --limit= --signal=
    -p -e -P --pid= --exe= --path= changes operands:none*
    -h --help quiet
    operands command
  `,
  cgexec: `
    # cgexec(1), libcgroup 2.0.2
    posix runner
    --sticky
    -g=
    -h --help quiet
    operands command
  `,
  numactl: `
    # numactl(8), numactl 2.0.16
    posix runner
    -a -b -l -t --all --balancing --localalloc --strict
    -i -p -P -C -N -m --interleave= --preferred= --preferred-many= --physcpubind= --cpunodebind= --membind= --cpubind=
    -L -o -M -I --length= --offset= --shmmode= --shmid=
    -S -f --shm= --file= write operands:none*
    -s -H --show --hardware quiet
    operands command
  `,
  schedtool: `
    # schedtool(8), schedtool 1.3.0
    posix runner
    -0 -1 -2 -3 -4 -5 -N -F -R -B -I -D -v
    -M -a -p -n=
    -e operands:command
    -r -h quiet
    operands none*
  `,
  cset: `
    # cset proc --help and cset shield --help, cpuset 1.6
    posix runner
    -m --machine
    -l --log= write
    sub set changes
    sub help,version,copyright
    sub proc changes
    -l -m -k -v --list --move --threads --kthread --force --verbose
    -u -g -p -s -t -f --user= --group= --pid= --set= --toset= --fromset=
    -e --exec operands:command
    sub shield changes
    -r -s -u -f -v --reset --shield --unshield --threads --force --verbose
    -c -p -k --cpu= --pid= --kthread= --user= --group= --sysset= --userset=
    -e --exec operands:command
  `,
  chpst: `
    # chpst(8), runit 2.1.2
    posix runner
    -v -P -0 -1 -2
    -u -U -b -n -m -d -o -p -f -c -t=
    -e= runs
    -/= cwd
    -l -L= write
    -V quiet
    operands command
  `,
  "softlimit s6-softlimit": `
    # softlimit(8), daemontools 0.76; usage of s6-softlimit, s6 2.11.3
    posix runner
    -m -d -s -l -a -o -p -f -c -r -t=
    operands command
  `,
  faketime: `
    # faketime(1), faketime 0.9.10
    posix exact runner
    -m -f --exclude-monotonic
    -p=
    --date-prog= exec
    -h --help -v --version quiet
    operands none command
  `,

  // Tracing and debugging.
  strace: `
    # strace(1), strace 6.1; an output that begins with | or ! is a command
    posix runner
    -A -C -D -F -T -Y -Z -c -d -f -i -k -n -q -r -t -v -w -x -y -z --follow-forks --debug --no-abbrev --seccomp-bpf
    --instruction-pointer --stack-traces --syscall-number --output-append-mode --output-separately
    --successful-only --failed-only --summary --summary-only --summary-wall-clock
    --daemonize=? --relative-timestamps=? --absolute-timestamps=? --syscall-times=? --strings-in-hex=? --decode-fds=?
    --tips=? --quiet=?
    -I -O -P -S -U -X -a -b -e -s -u --interruptible= --summary-syscall-overhead= --trace-path= --summary-sort-by=
    --summary-columns= --const-print-style= --columns= --detach-on= --trace= --signal= --status= --abbrev= --verbose=
    --raw= --read= --write= --kvm= --inject= --fault= --string-limit= --user= --decode-pids=
    -p --attach= runs
    -E --env= caution
    -o --output= write
    -h -V --help --version quiet
    operands command
  `,
  ltrace: `
    # ltrace(1), ltrace 0.7.3
    posix runner
    -b -c -C -f -i -L -r -S -t -T --no-signals --demangle
    -a -A -D -e -l -n -s -u -x --align= --debug= --library= --indent=
    -p= runs
    -F --config= read
    -o --output= write
    -h -V --help --version quiet
    operands command
  `,
  gdb: `
    # gdb --help, gdb 13.1; its commands, also those on stdin, can start programs (shell, run, python)
    single runner
    always caution
    -batch -batch-silent -return-child-result -nh -nx -n -q -quiet -silent -nw -w -tui -readnow -readnever -write
    -fullname
    -core -c -exec -e -pid -p -directory -d -se -symbols -s -interpreter -i -tty -t -b -l -data-directory -D=
    -command -x -init-command -ix -eval-command -ex -init-eval-command -iex=
    -cd= cwd
    -args operands:command
    -help -h -version -v -configuration quiet
    operands read read
  `,
  valgrind: `
    # valgrind --help, valgrind 3.19; values are always attached
    posix exact runner
    -*
    --tool=? changes
    --log-file= --xml-file= --xtree-memory-file= --xtree-leak-file= write
    --callgrind-out-file= --cachegrind-out-file= --massif-out-file= --dhat-out-file= --bb-out-file= --pc-out-file= write
    --suppressions= read
    --log-socket= --xml-socket= --debuginfo-server= host
    -h --help --help-debug --help-dyn-options --version quiet
    operands command
  `,
  perf: `
    # perf stat -h, perf record -h, perf trace -h, linux-perf 6.1
    posix negatable runner
    --no-pager
    -v -h --version --help quiet
    sub list,version,buildid-list
    -*
    sub report,evlist
    -i --input= read
    sub stat
    -a -A -B -d -g -i -j -n -S -T -v --all-cpus --no-aggr --big-num --detailed --group --no-inherit --json-output --null
    --sync --transaction --verbose --all-kernel --all-user --append --metric-only --per-core --per-die --per-node
    --per-socket --per-thread --quiet --scale --summary --table --topdown
    -C -D -e -G -I -M -p -r -t -x --cpu= --delay= --event= --cgroup= --interval-print= --metrics= --pid= --repeat=
    --tid=
    --field-separator= --filter= --for-each-cgroup= --interval-count= --log-fd= --td-level= --timeout=
    -o --output= write
    --pre= --post= run
    operands command
    sub record changes
    -a -b -B -d -g -i -N -n -P -q -R -s -T -v -W --all-cpus --branch-any --no-buildid --data --no-inherit --no-samples
    --no-buildid-cache --period --quiet --raw-samples --stat --timestamp --verbose --weight --all-kernel --all-user
    --all-cgroups --group --per-thread --strict-freq --switch-events --overwrite --exclude-perf --dry-run
    -c -C -D -e -F -G -j -k -m -p -r -t -u --count= --cpu= --delay= --event= --freq= --cgroup= --branch-filter=
    --clockid= --mmap-pages= --pid= --realtime= --tid= --uid= --call-graph= --filter= --max-size= --affinity=
    -o --output= write
    operands command
  `,
  rr: `
    # rr record --help, rr 5.6; rr PROGRAM is rr record PROGRAM
    posix exact runner
    sub record changes
    -h -n -u -w --chaos --no-syscall-buffer --no-file-cloning --no-read-cloning --cpu-unbound --wait --setuid-sudo
    --asan
    --tsan --stap-sdt --copy-preload-src --disable-avx-512
    -c -p -t --num-cpu-ticks= --print-trace-dir= --continue-through-signal= --num-cores= --syscall-buffer-sig=
    --bind-to-cpu= --nested= --trace-id=
    -v --env= caution
    -o --output-trace-dir= write-below
    operands command
  `,
  heaptrack: `
    # heaptrack --help, heaptrack 1.4.0
    posix runner
    always changes
    -r -d --raw --debug --use-inject
    -p --pid= operands:none*
    -a --analyze= read operands:none*
    -o --output= write
    -h -v --help --version quiet
    operands command
  `,
  apitrace: `
    # cli/cli_trace.cpp of apitrace; the other subcommands are not listed
    posix exact runner
    sub trace changes
    -v --verbose
    -o --output= write
    operands command
  `,
  catchsegv: `
    # debug/catchsegv.sh, glibc 2.29
    posix exact runner
    --help --version quiet
    operands command
  `,

  hyperfine: `
    # hyperfine --help, hyperfine 1.15; each operand is text for a shell. Options with several values are not listed
    gnu exact runner
    -N -i --ignore-failure --show-output
    -w -m -M -r -D -u -n --warmup= --min-runs= --max-runs= --runs= --parameter-step-size= --style= --time-unit=
    --output=
    --command-name=
    -S --shell= exec
    -s -p -c --setup= --prepare= --cleanup= --conclude= run
    --export-asciidoc= --export-csv= --export-json= --export-markdown= --export-orgmode= write
    -h -V --help --version quiet
    operands run*
  `,

  // Locks, logs, output.
  flock: `
    # flock(1), util-linux 2.38.1; -c is read after the file
    gnu runner
    -s -x -e -u -n -o -F --shared --exclusive --unlock --nonblock --nb --close --no-fork --verbose
    -w -E --wait= --timeout= --conflict-exit-code=
    -c --command= run
    -h -V --help --version quiet
    operands write command
  `,
  lckdo: `
    # lckdo(1), moreutils 0.67
    posix runner
    -w -e -n -q -s -x
    -W -E=
    -t operands:none*
    operands write command
  `,
  "setlock s6-setlock": `
    # setlock(8), daemontools 0.76; usage of s6-setlock, s6 2.11.3
    posix runner
    -n -N -x -X -r -w
    -t=
    operands write command
  `,
  logsave: `
    # logsave(8), e2fsprogs 1.47.0
    posix runner
    -a -s -v
    operands write command
  `,
  script: `
    # script(1), util-linux 2.38.1; without a command it starts a shell that reads stdin
    # On BSD the command follows the file.
    gnu runner
    -a -e -f -q --append --return --flush --force --quiet
    -m -E -o --logging-format= --echo= --output-limit=
    -I -O -B -T --log-in= --log-out= --log-io= --log-timing= write
    -t --timing=? write
    -c --command= run
    -h -V --help --version quiet
    operands write command
    default write typescript
  `,
  scriptreplay: `
    # scriptreplay(1), util-linux 2.38.1
    gnu
    --summary
    -t -T -I -O -B -s --timing= --log-timing= --log-in= --log-out= --log-io= --typescript= read
    -d -m -x -c --divisor= --maxdelay= --stream= --cr-mode=
    -h -V --help --version quiet
    operands read read none
  `,
  rlwrap: `
    # rlwrap(1), rlwrap 0.46.1
    posix runner
    -A -c -i -I -n -N -o -r -R -U -W --ansi-colour-aware --complete-filenames --case-insensitive
    --pass-sigint-as-sigterm
    --no-warnings --no-children --one-shot --remember --renice --mirror-arguments --polling
    -a -m -p --always-readline=? --multi-line=? --prompt-colour=?
    -b -C -D -e -g -M -O -P -q -s -S -t -w --break-chars= --command-name= --history-no-dupes= --forget-matching=
    --extra-char-after-completion= --multi-line-ext= --only-cook= --pre-given= --quote-characters= --histsize=
    --substitute-prompt= --set-term-name= --wait-before-prompt=
    -f --file= read
    -H -l --history-filename= --logfile= write
    -z --filter= exec
    -h -v --help --version quiet
    operands command
  `,
  "unbuffer chronic ifne": `
    # unbuffer(1), expect 5.45.4; chronic(1) and ifne(1), moreutils 0.67
    posix runner
    -e -n -p -v
    operands command
  `,
  "mispipe pee": `
    # mispipe(1) and pee(1), moreutils 0.67: each operand is text for a shell
    posix runner
    --ignore-sigpipe --no-ignore-sigpipe --ignore-write-errors --no-ignore-write-errors
    operands run*
  `,
  "zrun eatmydata pgrphack fghack s6-fghack run-one run-this-one run-one-constantly run-one-until-success": `
    # zrun(1), moreutils 0.67; eatmydata 130; pgrphack(8), daemontools 0.76; run-one of dustinkirkland/run-one
    posix exact runner
    operands command
  `,
});
