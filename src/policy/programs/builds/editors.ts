/** Effects of editors: they write the files they open, and their commands can run programs. */
import type { ProgramFamily } from "../entry.ts";

export const editors: ProgramFamily = () => ({
  "vi vim nvim view vimdiff nvimdiff gvim gview rvim rview evim mvim neovide": `
    # vim --help, Vim 9.2; nvim --help, Neovim 0.12; --version was seen to take precedence over --cmd. +COMMAND is run
    posix plus exact
    -v -e -E -es -Es -d -y -R -Z -m -M -b -l -C -N -D -n -r -L -A -H -x -f -g --not-a-term --ttyfail --noplugin --clean
    --headless --embed --api-info --literal --serverlist --nofork
    -T= -U= --servername= --socketid= --listen= --server= --remote-send= --remote-expr=
    -p=? -o=? -O=?
    -c= --cmd= -S= -l= -t= -q= runs
    -u= -i= read runs
    -s= write runs
    -w= -W= --startuptime= --log= write
    -V=? changes
    --remote --remote-silent --remote-wait --remote-tab operands:write*
    -h --help --version quiet
    always runs
    operands write*
  `,
  ex: `
    # vim(1), Vim 9.2: -s is silent here; its commands come from the standard input
    posix plus exact
    -s -v -e -R -Z -m -M -b -n -r -V --noplugin --clean
    -c= --cmd= -S= -t= -q= runs
    -u= -i= read runs
    -w= -W= write
    -h --help --version quiet
    always runs
    operands write*
  `,
  "nano pico": `
    # nano --help, nano 9.3; without a terminal it does nothing
    gnu
    -A -B -D -E -F -G -H -I -K -L -M -N -O -P -R -S -U -W -Z -a -b -c -d -e -g -i -j -k -l -m -n -p -q -t -u -w -x -y -z
    -0 -1 -@ -% -_ -/ --backup --view --nowrap --linenumbers --mouse --ignorercfiles --softwrap --tabstospaces
    -J= -Q= -T= -X= -Y= -r= --guidestripe= --quotestr= --tabsize= --syntax= --fill=
    -f= --rcfile= read
    -C= -o= --backupdir= --operatingdir= write-below
    -s= --speller= exec
    -h -V --help --version quiet
    always runs
    operands write*
  `,
  "emacs xemacs mg jove": `
    # emacs --help, Emacs 30.2; --version was seen to take precedence over --eval at any position
    gnu plus
    -q -Q -nw -nl -nsl -D -x -r --batch --debug-init --no-desktop --no-init-file --no-site-file --no-splash --quick
    --kill --no-window-system --fullscreen --maximized --iconic
    -d= -t= -u= -T= -g= --display= --terminal= --user= --title= --geometry= --font= --name= --xrm= --color=
    --daemon=? --fg-daemon=?
    -f= --funcall= --eval= --execute= runs
    -l= --load= --script= --dump-file= read runs
    -L= --directory= --init-directory= read-below runs
    --insert= read
    --file= --find-file= --visit= write
    --chdir= cwd
    --help --version --fingerprint quiet
    always runs
    operands write*
  `,
  emacsclient: `
    # emacsclient(1), Emacs 30.2
    gnu
    -c -n -q -t -u -nw --create-frame --no-wait --quiet --tty --suppress-output
    -a= -d= -s= -F= -f= --alternate-editor= --display= --socket-name= --frame-parameters= --server-file=
    -e --eval runs operands:none*
    -H --help -V --version quiet
    always runs
    operands write*
  `,
  "ed red": `
    # ed --help, ed 1.22; its commands come from the standard input, and !COMMAND runs one
    gnu
    -E -G -l -q -r -s -v --extended-regexp --traditional --loose-exit-status --quiet --silent --restricted --script
    --verbose --strip-trailing-cr --unsafe-names
    -p= --prompt=
    -h -V --help --version quiet
    always runs
    operands write
  `,
  "kak hx helix micro joe jed mcedit tilde dte": `
    # kak -help, Kakoune 2026; hx --help, Helix; micro --help, micro 2.0
    posix plus exact
    -n -q -ro -clear -l -d -v
    -e= -E= -c= -C= -s= -p= -f= -i= -ui= --config= --log= runs
    -config-dir= read-below
    -version -help --version --help -h -V quiet
    always runs
    operands write*
  `,
  "code code-insiders codium cursor windsurf zed subl atom kate gedit gnome-text-editor idea pycharm webstorm goland": `
    # code --help, Visual Studio Code; zed --help, subl --help: they open a window
    gnu exact
    -d -m -a -r -n -w -b --diff --merge --add --reuse-window --new-window --wait --verbose --background
    --disable-extensions
    --locale= --sync= --log= --profile=
    -g --goto operands:write*
    --list-extensions --show-versions --status --telemetry
    --update-extensions changes connects runs
    --install-extension= --uninstall-extension= changes connects runs
    --user-data-dir= --extensions-dir= write-below
    -h -v --help --version quiet
    always runs
    operands write*
  `,
});
