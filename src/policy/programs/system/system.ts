/** Effects of programs that show or change the system, its processes, users and network. */
import type { ProgramFamily } from "../entry.ts";

export const system: ProgramFamily = () => ({
  ps: `
    # ps(1), procps 4.0.2 and FreeBSD: no option does more than show processes
    -*
    --help --info --version quiet
  `,
  "top htop": `
    # top(1), procps 4.0.2, and htop(1), 3.2.2: no option does more than show processes
    -*
  `,
  "pgrep pidof pstree pwdx": `
    # pgrep(1), pidof(1), pwdx(1), procps 4.0.2; pstree(1), psmisc 23.6: the operands are names and numbers
    -*
    --pidfile= read
  `,
  pmap: `
    # pmap(1), procps 4.0.2
    -*
    -A --range=
    -C --read-rc-from= read
    -N --create-rc-to= write
    -n --create-rc changes
  `,
  "kill pkill killall skill snice renice": `
    # kill(1), pkill(1), skill(1), procps 4.0.2; killall(1), psmisc 23.6; renice(1), util-linux 2.38.1
    single
    -*
    -l -L -list -table quiet
    always changes
  `,
  fuser: `
    # fuser(1), psmisc 23.6
    -*
    -k --kill changes
    -l -V --list-signals --version quiet
    operands list*
  `,
  "uname nproc whoami logname hostid groups users tty": `
    # uname(1), nproc(1), whoami(1), logname(1), hostid(1), groups(1), users(1), tty(1), coreutils 9.1
    -*
    --help --version quiet
  `,
  "id printenv locale getconf uptime free w lsmod modinfo lsb_release uuidgen mountpoint cal ncal": `
    # id(1), printenv(1), coreutils 9.1; locale(1), getconf(1), glibc 2.36; uptime(1), free(1), w(1), procps 4.0.2;
    # lsmod(8), modinfo(8), kmod 30; lsb_release(1); uuidgen(1), mountpoint(1), util-linux 2.38.1; cal(1), ncal 12.1
    -*
    --help --version quiet
  `,
  hostname: `
    # hostname(1), 3.23: an operand is the new name
    -*
    -b --boot changes
    -F --file= read changes
    -h -V --help --version quiet
    operands changes none
  `,
  "hostnamectl timedatectl localectl loginctl": `
    # hostnamectl(1), timedatectl(1), localectl(1), loginctl(1), systemd 252
    gnu anywhere
    -*
    -H -M --host= --machine= caution
    -h --help --version quiet
    sub status,show,show-timesync,timesync-status,list-timezones,list-locales,list-keymaps,list-x11-keymap-models
    -*
    -p -P --property= --value=
    sub list-x11-keymap-layouts,list-x11-keymap-variants,list-x11-keymap-options,list-sessions,list-users,list-seats
    -*
    sub session-status,show-session,user-status,show-user,seat-status,show-seat
    -*
    sub hostname,icon-name,chassis,deployment,location
    -*
    operands changes none
    sub set-time,set-timezone,set-local-rtc,set-ntp,set-locale,set-keymap,set-x11-keymap,ntp-servers,revert changes
    -*
    sub activate,lock-session,unlock-session,lock-sessions,unlock-sessions,terminate-session,kill-session changes
    -*
    sub enable-linger,disable-linger,terminate-user,kill-user,attach,flush-devices,terminate-seat changes
    -*
  `,
  date: `
    # date(1), coreutils 9.1: an operand that is not +FORMAT sets the clock; -j of macOS sets nothing
    gnu plus
    -R -u --debug --resolution --rfc-2822 --rfc-822 --rfc-email --universal --utc
    -d --date= --rfc-3339=
    -v=
    -I --iso-8601=?
    -j -n operands:none*
    -f --file= read
    -r --reference= list
    -s --set= changes
    --help --version quiet
    operands changes none*
  `,
  who: `
    # who(1), coreutils 9.1
    -*
    --help --version quiet
    operands read*
  `,
  "last lastb": `
    # last(1), util-linux 2.38.1: the operands are users and terminals
    gnu numbers
    -*
    -n -p -s -t --limit= --present= --since= --time-format= --until=
    -f --file= read
    -h -V --help --version quiet
  `,
  lastlog: `
    # lastlog(8), shadow 4.13
    -b -t -u --before= --time= --user=
    -C -S --clear --set changes
    -R --root= read-below
    -h --help quiet
  `,
  "vmstat iostat mpstat pidstat slabtop": `
    # vmstat(8), slabtop(1), procps 4.0.2; iostat(1), mpstat(1), pidstat(1), sysstat 12.6.1
    # \`pidstat -e\` runs a program.
    -*
    -e runs
    -h -V --help --version quiet
  `,
  journalctl: `
    # journalctl(1), systemd 252
    -a -e -f -k -l -m -N -q -r -x --all --catalog --disk-usage --dmesg --fields --follow --full --header
    --list-boots --list-catalog --dump-catalog --merge --new-id128 --no-full --no-hostname --no-pager --no-tail
    --pager-end --quiet --reverse --show-cursor --system --user --utc --verify
    -c -F -g -o -p -S -t -u -U --after-cursor= --cursor= --facility= --field= --grep= --identifier= --interval=
    --namespace= --output= --output-fields= --priority= --since= --unit= --until= --user-unit= --verify-key=
    -b -n --boot=? --case-sensitive=? --lines=?
    -M --machine= connects
    -D --directory= read-below
    --file= --image= --root= read
    --cursor-file= write
    --flush --force --relinquish-var --rotate --setup-keys --smart-relinquish-var --sync --update-catalog changes
    --vacuum-files= --vacuum-size= --vacuum-time= changes
    -h --help --version quiet
  `,
  systemctl: `
    # systemctl(1), systemd 252
    gnu anywhere
    -*
    -n -o -p -P -s -t --check-inhibitors= --job-mode= --kill-whom= --kill-who= --legend= --lines= --message=
    --output= --preset-mode= --property= --signal= --state= --timestamp= --type= --what=
    -H -M --host= --machine= caution
    --image= --root= read-below
    -h --help --version quiet
    sub list-units,list-automounts,list-sockets,list-timers,list-unit-files,list-dependencies,list-machines,list-jobs
    sub is-active,is-failed,is-enabled,is-system-running,status,show,cat,help,get-default,show-environment
    sub service-log-level,service-log-target,log-level,log-target,service-watchdogs changes
    sub start,stop,reload,restart,try-restart,reload-or-restart,try-reload-or-restart,isolate,kill,clean changes
    sub freeze,thaw,set-property,bind,mount-image,reset-failed,enable,disable,reenable,preset,preset-all changes
    sub mask,unmask,revert,add-wants,add-requires,set-default,cancel,set-environment,unset-environment changes
    sub import-environment,daemon-reload,daemon-reexec,default,rescue,emergency,halt,poweroff,reboot,kexec changes
    sub exit,switch-root,suspend,hibernate,hybrid-sleep,suspend-then-hibernate,soft-reboot changes
    sub link changes
    operands read*
    sub edit changes runs
  `,
  "service invoke-rc.d update-rc.d": `
    # service(8), invoke-rc.d(8), update-rc.d(8), init-system-helpers 1.65
    -*
    --status-all --help --version quiet
    always changes
  `,
  crontab: `
    # crontab(1), cron 3.0: an operand is the new table
    -i
    -u=
    -l
    -e changes runs
    -r changes
    -T= read
    -V quiet
    operands changes runs read
  `,
  "reboot shutdown halt poweroff init telinit": `
    # reboot(8), shutdown(8), halt(8), poweroff(8), init(8), systemd 252
    -*
    --help quiet
    always changes
  `,
  "useradd userdel usermod groupadd groupdel groupmod passwd chpasswd chsh chfn gpasswd newusers chage": `
    # useradd(8), userdel(8), usermod(8), passwd(1), chsh(1), gpasswd(1), shadow 4.13
    -*
    --help quiet
    always changes
  `,
  "adduser deluser addgroup delgroup vipw vigr visudo": `
    # adduser(8), deluser(8) 3.134; vipw(8), shadow 4.13; visudo(8), sudo 1.9.13
    -*
    --help --version quiet
    always changes
  `,
  arch: `
    # arch(1), coreutils 9.1: prints a name; arch(1), macOS: starts a program for an architecture
    posix
    -32 -64 -c -h -i386 -x86_64 -x86_64h -arm64 -arm64e
    -arch= -d= -e=
    --help --version quiet
    operands command
  `,
  sysctl: `
    # sysctl(8), procps 4.0.2: an operand NAME=VALUE sets the value, on macOS too; elsewhere NAME is only shown
    -*
    -f -p --load=? read changes
    -w --system --write changes
    -h -V --help --version quiet
    operands setting*
  `,
  "modprobe insmod rmmod depmod": `
    # modprobe(8), insmod(8), rmmod(8), depmod(8), kmod 30
    -*
    -h -V --help --version quiet
    always changes
  `,
  stty: `
    # stty(1), coreutils 9.1: settings of the terminal
    -*
    -F --file= list
    --help --version quiet
  `,
  "clear reset tput": `
    # clear(1), reset(1), tput(1), ncurses 6.4: print what the terminal understands
    -*
    -V quiet
  `,
  "true false sleep pwd expr factor": `
    # true(1), false(1), sleep(1), pwd(1), expr(1), factor(1), coreutils 9.1, and the builtins of the shells
    plain
  `,
  "test [": `
    # test(1), coreutils 9.1, and the builtins of the shells. Operands that a shell evaluates
    # (\`-v 'a[…]'\` in bash) are found by the reader of the command line.
    plain
  `,
  "type umask ulimit": `
    # Builtins of bash 5.2, dash 0.5.12 and zsh 5.9: names, or limits of the shell itself
    plain
  `,
  history: `
    # The builtin of bash 5.2
    posix
    -c -d changes
    -p -s
    -a -w changes operands:write
    -n -r operands:read
  `,
  bc: `
    # bc(1), 1.07.1: a calculator without access to files or programs
    -i -l -q -s -w --interactive --mathlib --quiet --standard --warn
    -h -v --help --version quiet
    operands read*
  `,
  dc: `
    # dc(1), 1.4.1 (run: \`!\` in its input runs a command)
    -*
    -e --expression= runs
    -f --file= read
    -h -V --help --version quiet
    operands read*
    always runs
  `,
  units: `
    # units(1), 2.22
    -*
    -f --file= read
    -H --history= write
    -L --log= write
    -h -V --help --version quiet
  `,
  man: `
    # man(1), man-db 2.11.2: pages are shown through a pager on a terminal only
    -*
    -E -e -L -m -p -R -r -S -s --encoding= --extension= --locale= --preprocessor= --prompt= --recode= --sections=
    --systems=
    -C --config-file= read runs
    -M --manpath= list
    -l --local-file operands:read*
    -P --pager= run
    -H --html=? runs
    -? -V --help --usage --version quiet
  `,
  "whatis apropos manpath": `
    # whatis(1), apropos(1), manpath(1), man-db 2.11.2
    -*
    -L -m -s --locale= --sections= --systems=
    -C --config-file= read
    -M --manpath= list
    -? -h -V --help --usage --version quiet
  `,
  "mandb catman": `
    # mandb(8), catman(8), man-db 2.11.2
    -*
    -? -h -V --help --usage --version quiet
    always changes
  `,
  info: `
    # info(1), texinfo 6.8
    -*
    -k -n -v --apropos= --index-search= --node= --variable=
    -d --directory= list
    -f --file= --restore= read
    -o --dribble= --output= write
    -h --help --version quiet
  `,
  tldr: `
    # tldr, tealdeer 1.5.0, --help; other clients load pages when they are asked for
    -*
    -L -p --color= --language= --platform=
    -f --render= read
    -u --update changes connects
    -c --clear-cache --seed-config changes
    -h -v -V --help --version quiet
    operands connects none*
  `,
  ss: `
    # ss(8), iproute2 6.1.0 (-D run: writes FILE)
    -*
    -A -f -N --family= --net= --query= --socket=
    -D --diag= write
    -F --filter= read
    -K --kill changes
    -h -V --help --version quiet
  `,
  netstat: `
    # netstat(8), net-tools 2.10, and FreeBSD: no option does more than show the network
    -*
    -h -V --help --version quiet
  `,
  "ifconfig route": `
    # ifconfig(8), route(8), net-tools 2.10: show without operands; \`ifconfig eth0 -arp\` sets a flag
    posix
    -*
    -h -V --help --version quiet
    operands none changes none*
  `,
  arp: `
    # arp(8), net-tools 2.10
    -a -e -n -v --all --numeric --verbose
    -A -H -i -p -t --device= --hw-type= --protocol=
    -d -D -s --delete --set --use-device changes
    -f --file read changes
    -h -V --help --version quiet
  `,
  xclip: `
    # xclip(1), 0.13: copies to the clipboard, unless -o prints it
    single
    -*
    -d -l -sel -selection -t -target -display= -loops=
    -o -out -h -help -version quiet
    operands read*
    always changes
  `,
  xsel: `
    # xsel(1), 1.2.0
    -*
    -l --logfile= write
    -o -h --help --output --version quiet
    always changes
  `,
  "pbcopy wl-copy": `
    # pbcopy(1), macOS; wl-copy(1), wl-clipboard 2.1.0: change the clipboard
    -*
    --help --version quiet
    always changes
  `,
  "pbpaste wl-paste": `
    # pbpaste(1), macOS; wl-paste(1), wl-clipboard 2.1.0: print the clipboard; --watch runs a command
    -*
    -t --type=
    -w --watch runs
    -h -v --help --version quiet
  `,
  "xdg-open open": `
    # xdg-open(1), xdg-utils 1.1.3; open(1), macOS: start the program that is set up for a file or an address
    -*
    --help --manual --version quiet
    operands read*
    always runs changes
  `,
  "xdg-mime xdg-settings xdg-desktop-menu xdg-icon-resource": `
    # xdg-mime(1), xdg-settings(1), xdg-utils 1.1.3
    --help --manual --version quiet
    sub query,get,check,--list
    -*
    sub default,set,install,uninstall,forceupdate changes
    -*
  `,
});
