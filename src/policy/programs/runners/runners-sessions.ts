/** Programs that start another one in the background, later, in a terminal session or under a service manager. */
import type { ProgramFamily } from "../entry.ts";

export const sessionRunners: ProgramFamily = () => ({
  // Supervision and scheduling.
  "tini dumb-init catatonit": `
    # tini -h, tini 0.19.0; dumb-init --help, dumb-init 1.2.5; catatonit 0.1.7. Short options differ and are not listed
    posix exact runner
    --single-child --verbose
    --rewrite=
    --help --version quiet
    operands command
  `,
  daemonize: `
    # daemonize(1), daemonize 1.7.8
    posix runner
    always changes
    -a -v
    -u=
    -c= cwd
    -e -o -p -l= write
    -E= caution
    operands command
  `,
  "start-stop-daemon": `
    # start-stop-daemon(8), dpkg 1.21.22; the program is a value, its arguments are the operands
    gnu runner
    always changes caution
    -S -K -T -b -C -m -t -o -q -v --start --stop --status --background --no-close --make-pidfile --remove-pidfile --test
    --oknodo --quiet --verbose --notify-await
    -n -u -g -c -s -N -P -I -k -R --pid= --ppid= --name= --user= --group= --chuid= --signal= --nicelevel= --procsched=
    --iosched= --umask= --retry= --notify-timeout=
    -x -a --exec= --startas= exec
    -d -r --chdir= --chroot= cwd
    -p -O --pidfile= --output= write
    -H -V --help --version quiet
    operands none*
  `,
  "run-parts": `
    # run-parts(8), debianutils 5.7
    gnu
    -v -d --verbose --debug --report --reverse --exit-on-error --stdin --lsbsysinit --new-session --test --list
    -u -a --regex= --umask= --arg=
    -h -V --help --version quiet
    always runs
    operands read-below
  `,
  "at batch": `
    # at(1), at 3.2.5: the commands come from stdin or a file and run later
    gnu
    always changes caution
    -m -M -k -v -b
    -q -t -u=
    -f= read
    -V quiet
    operands none*
  `,
  "atq atrm": `
    # at(1), at 3.2.5
    gnu
    always changes
    -q -o=
    -V quiet
    operands none*
  `,
  "tsp ts-spool": `
    # tsp(1), task-spooler 1.0.1
    posix exact runner
    always changes
    -n -g -f -m -d -B -E
    -L -D -N=
    -l -h -V quiet
    operands command
  `,
  nq: `
    # nq(1), nq 0.3.1
    posix runner
    always changes
    -c -q
    -t -w operands:none*
    operands command
  `,

  // Terminals.
  tmux: `
    # tmux(1) and tmux list-commands, tmux 3.3a. #(…) in a format runs a command; one operand is text for a shell
    posix exact runner
    -2 -C -D -l -u
    -v runs changes
    -L -T=
    -S= write
    -c= run
    -f= caution
    -V quiet
    sub list-sessions,ls,list-windows,lsw,list-panes,lsp,list-clients,lsc,list-buffers,lsb,list-commands,lscm
    -a -s
    -t=
    -F -f= caution
    operands caution
    sub has-session,has,show-messages,showmsgs,show-buffer,showb,list-keys,lsk,show-environment,showenv
    -g -h -s -J -T -a -N -1
    -t -b -P=
    operands caution
    sub capture-pane,capturep
    -a -C -e -J -N -p -P -q
    -b -E -S -t=
    operands caution
    sub show-options,show,show-window-options,showw,show-hooks
    -A -g -H -p -q -s -v -w
    -t=
    operands caution
    sub kill-session,kill-window,killw,kill-pane,killp,kill-server,rename-session,rename,rename-window,renamew changes
    -a -C
    -t=
    operands caution
    sub new-session,new changes
    -A -d -D -E -P -X
    -f -n -s -t -x -y=
    -e -F= caution
    -c= cwd
    operands run caution
    sub new-window,neww,respawn-pane,respawnp,respawn-window,respawnw changes
    -a -b -d -k -P -S
    -n -t=
    -e -F= caution
    -c= cwd
    operands run caution
    sub split-window,splitw changes
    -b -d -f -h -I -v -P -Z
    -l -p -t=
    -e -F= caution
    -c= cwd
    operands run caution
    sub run-shell,run,if-shell,if,pipe-pane,pipep,display-popup,popup,confirm-before,confirm changes caution
    -b -C -F -I -O -o -B -E
    -d -t -c -h -w -x -y -p=
    operands run*
    sub start-server,start
    operands caution
    sub send-keys,send,display-message,display,source-file,source,set-option,set,set-hook,bind-key,bind changes caution
  `,
  screen: `
    # screen(1), screen 4.9.0; -X sends commands to a session
    posix runner
    always changes caution
    -4 -6 -a -A -d -D -i -l -L -m -O -q -Q -r -R -U -x -f
    -e -h -p -S -t -T=
    -s= exec
    -c= read
    -v quiet
    -X operands:none*
    operands command
  `,
  dtach: `
    # dtach(1), dtach 0.9
    posix runner
    always changes
    -E -z
    -e -r=
    -A -c -n -N= write
    -a -p= caution
    operands command
  `,
  abduco: `
    # abduco(1), abduco 0.6
    posix runner
    always changes
    -c -n -A -a -f -l -p -q -r
    -e=
    -v quiet
    operands none command
  `,
  "xterm uxterm": `
    # xterm(1), xterm 379; most of its options are not listed
    single runner
    -e operands:command
    -version -help quiet
    operands exec
  `,

  expect: `
    # expect(1), expect 5.45.4: a Tcl program from -c, a file or stdin
    posix
    always runs caution
    -d -i -n -N -D
    -c=
    -f -b= read
    -v quiet
    operands read none*
  `,

  // systemd.
  "systemd-run": `
    # systemd-run(1), systemd 252; a property may contain another command (ExecStopPost=)
    posix runner
    always changes
    -r -d -t -P -q -G --no-ask-password --scope --slice-inherit --remain-after-exit --send-sighup --same-dir --pty
    --pipe
    --quiet --no-block --wait --collect --user --system --on-clock-change --on-timezone-change
    -u --unit= --description= --slice= --service-type= --uid= --gid= --nice= --on-active= --on-boot= --on-startup=
    --on-unit-active= --on-unit-inactive= --on-calendar=
    --working-directory= cwd
    -p -E --property= --setenv= --path-property= --socket-property= --timer-property= caution
    -M --machine= caution
    -H --host= host caution
    -S --shell caution
    -h --help --version quiet
    operands command
  `,
  "systemd-nspawn": `
    # systemd-nspawn(1), systemd 252; options that bind paths are not listed
    posix runner
    always changes
    -q -x -a -U --quiet --ephemeral --read-only --as-pid2 --keep-unit --private-network
    -u -M -S --settings= --root-hash= --pivot-root= --user= --kill-signal= --notify-ready= --suppress-sync= --machine=
    --hostname= --uuid= --slice= --register= --private-users= --private-users-ownership=
    -i -D --image= --directory= --template= --oci-bundle= cwd
    -E --property= --setenv= caution
    -b --boot caution operands:none*
    -h --help --version quiet
    operands command
  `,
  machinectl: `
    # machinectl(1), systemd 252
    posix runner anywhere
    -a -l -q --all --value --full --no-pager --no-legend --no-ask-password --read-only --mkdir --force
    -p -s -n -o --property= --kill-whom= --signal= --uid= --lines= --output= --verify= --format= --max-addresses=
    -E --setenv= caution
    -M --machine=
    -H --host= host
    -h --help --version quiet
    sub list,list-images,list-transfers,status,show,image-status,show-image
    sub start,stop,enable,disable,poweroff,reboot,terminate,kill,remove,clone,rename,bind,copy-to,copy-from changes
    sub import-tar,import-raw,export-tar,export-raw,pull-tar,pull-raw changes connects
    sub shell
    operands none command
    sub login caution
  `,
  "systemd-inhibit": `
    # systemd-inhibit(1), systemd 252
    posix runner
    --no-pager --no-legend
    --what= --who= --why= --mode=
    --list -h --help --version quiet
    operands command
  `,
  "systemd-cat": `
    # systemd-cat(1), systemd 252
    posix runner
    -t -p --identifier= --priority= --stderr-priority= --level-prefix=
    -h --help --version quiet
    operands command
  `,
  "systemd-notify": `
    # systemd-notify(1), systemd 252; --exec and --fork of later versions are not listed
    gnu runner
    always changes
    --ready --no-block
    --pid=?
    --uid= --status=
    --booted -h --help --version quiet
    operands none*
  `,

  // Sessions and displays.
  "ssh-agent": `
    # ssh-agent(1), OpenSSH 9.2
    posix runner
    always changes
    -c -s -D -d
    -E -O -P -t=
    -a= write
    -k operands:none*
    operands command
  `,
  "dbus-run-session dbus-launch": `
    # dbus-run-session --help and dbus-launch --help, dbus 1.14.10
    posix exact runner
    --sh-syntax --csh-syntax --auto-syntax --binary-syntax --close-stderr --exit-with-session --exit-with-x11
    --autolaunch=
    --dbus-daemon= exec
    --config-file= read
    --help --version quiet
    operands command
  `,
  "xvfb-run": `
    # xvfb-run --help, xvfb 21.1.7
    posix runner
    -a -l --auto-servernum --listen-tcp
    -n -p -s -w --server-num= --xauth-protocol= --server-args= --wait=
    -e -f --error-file= --auth-file= write
    -h --help quiet
    operands command
  `,
  "startx xinit": `
    # startx(1), xinit 1.4.0: the words are a client with its options, and after -- a server
    plain runner
    always changes caution
    operands command
  `,
});
