#!/bin/sh
# surcingle-sandbox FILE -- TEXT | surcingle-sandbox FILE --base64 TEXT
# Runs TEXT with bash in the sandbox that FILE describes. The gate writes or checks FILE whenever it allows a command; its
# name is the SHA-256 of its content. Exits with the command's own code, or with 126 and a message if the sandbox cannot be
# created.

closed() {
  printf 'surcingle: not run, because the sandbox cannot be created: %s\n' "$1" >&2
  exit 126
}

# OpenCode starts its shell as `bash -c TEXT`, and our plugin names the description in a variable.
if [ "${0##*/}" = bash ]; then
  box=$SURCINGLE_BOX shell=${SURCINGLE_SHELL:-bash}
  unset SURCINGLE_BOX SURCINGLE_SHELL
  case $box in
    none) exec "$shell" "$@" ;;
    /*) ;;
    *) closed 'its description is not set. Run `surcingle doctor`' ;;
  esac
  [ "$1" = -c ] && [ $# -eq 2 ] || closed 'the client starts its shell in an unknown way'
  case $2 in
    # Defines the function that the client asks about: this shell does not pass it on.
    surcingle_asks_*) set -- "$box" -- "${2%% *}() { eval \"\$2\"; }; $2" ;;
    *) set -- "$box" -- "$2" ;;
  esac
fi

case $# in 3) ;; *) closed 'wrong arguments; only the gate starts this program' ;; esac
file=$1
case $2 in
  --) text=$3 ;;
  --base64)
    text=$(printf %s "$3" | base64 -d && printf .) || closed 'the command is not valid base64'
    text=${text%.}
    ;;
  *) closed 'wrong arguments; only the gate starts this program' ;;
esac

[ -r "$file" ] && [ -f "$file" ] || closed "its description $file is missing; run the command again"
# The gate checks the hash whenever it returns a description; here it would cost a process.
[ -O "$file" ] && ! [ -L "$file" ] || closed "its description $file belongs to another user"
case ${file##*/} in
  *[!0-9a-f]*) closed "$file is not a description of a sandbox" ;;
esac
command -v bwrap >/dev/null 2>&1 ||
  closed 'bubblewrap is not installed. Install the package `bubblewrap`, or set `use = "off"` in [sandbox]'

# Closes what the caller left open. Not every shell can close descriptors above 9, but bash can.
exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
left=''
for line in /proc/self/fd/[1-9][0-9]*; do
  # The shell has this script open.
  if [ -e "$line" ] && ! [ "$line" -ef "$0" ]; then left="$left ${line##*/}<&-"; fi
done

# The description: lines up to an empty one, then the arguments for bubblewrap.
exec 9<"$file" || closed "its description $file cannot be read"
IFS= read -r line <&9
[ "$line" = 'surcingle-sandbox 2' ] || closed 'its description has another version; run `surcingle doctor`'
filter='' kept=' ' hints='' absent='' root='' after='' environment=clean
newline='
'
set --
while IFS= read -r line <&9 && [ -n "$line" ]; do
  case $line in
    filter\ *) filter=${file%/*}/${line#filter } ;;
    env\ *) environment=${line#env } ;;
    keep\ *) kept="$kept${line#keep } " ;;
    root\ *) root=${line#root } ;;
    after\ *) after=${file%/*}/${line#after } ;;
    *) closed 'its description is incomplete; run the command again' ;;
  esac
done
[ -r "$filter" ] || closed 'the system call filter is missing; run the command again'
if [ -n "$after" ]; then
  [ -r "$after" ] && [ -O "$after" ] && ! [ -L "$after" ] || closed 'its description is incomplete; run the command again'
  . "$after"
fi

# Removes variables that contain secrets or lead to sockets of other programs.
if [ "$environment" = clean ]; then
  ifs=$IFS
  IFS=$newline
  set -f
  for line in $(export -p); do
    case $line in
      export\ *) name=${line#export } ;;
      declare\ -*x*\ *) name=${line#declare -* } ;;
      *) continue ;;
    esac
    name=${name%%=*}
    case $kept in *" $name "*) continue ;; esac
    case $name in
      *[!A-Za-z0-9_]* | [0-9]* | '') ;;
      *[Tt][Oo][Kk][Ee][Nn]* | *[Ss][Ee][Cc][Rr][Ee][Tt]* | *[Pp][Aa][Ss][Ss][Ww]* | *[Cc][Rr][Ee][Dd][Ee][Nn][Tt]* | \
        *API_KEY* | *APIKEY* | *api_key* | *PRIVATE_KEY* | *ACCESS_KEY* | *_AUTH | *_DSN | DATABASE_URL | \
        SSH_AUTH_SOCK | SSH_AGENT_PID | DBUS_SESSION_BUS_ADDRESS | DISPLAY | WAYLAND_DISPLAY | XAUTHORITY | \
        XDG_RUNTIME_DIR | DOCKER_HOST | GPG_AGENT_INFO | GNOME_KEYRING_CONTROL | *_SOCKET | *_SOCK)
        unset "$name"
        ;;
    esac
  done
  set +f
  IFS=$ifs
fi
unset BASH_ENV ENV

# Records the start time without a temporary file: a new pipe has it.
if [ $# -gt 0 ]; then
  exec 5<<'end'
now
end
fi

# Without this, bubblewrap would start in another directory if this one is not visible.
cd -P . 2>/dev/null || closed 'the working directory no longer exists'

# The substitution captures status lines; the command's output goes where it did before.
exec 4>&1
status=$(
  exec 3>&1 1>&4 4>&- 5<&- 8<"$filter"
  set -- --json-status-fd 3 --seccomp 8 --args 9 --chdir "$PWD" -- bash -c "$text"
  [ -z "$left" ] || exec bash -c "exec$left; exec bwrap \"\$@\"" bash "$@"
  exec bwrap "$@"
)
code=$?
exec 4>&-

case $status in
  *'"exit-code"'*) ;;
  *)
    [ $code -le 128 ] || exit $code
    if [ -n "$SURCINGLE_SANDBOX" ]; then closed 'this already runs in a sandbox, and sandboxes cannot be nested'; fi
    # A shell reads byte by byte, and such a file ends after the first one: the exit status of `read` is meaningless.
    most=1 armor=0 clone=1
    { read -r most </proc/sys/user/max_user_namespaces; } 2>/dev/null
    { read -r armor </proc/sys/kernel/apparmor_restrict_unprivileged_userns; } 2>/dev/null
    { read -r clone </proc/sys/kernel/unprivileged_userns_clone; } 2>/dev/null
    if [ "$most" = 0 ]; then
      closed 'user namespaces are disabled. Set the sysctl `user.max_user_namespaces` to 10000'
    elif [ "$clone" = 0 ]; then
      closed 'user namespaces are disabled. Set the sysctl `kernel.unprivileged_userns_clone` to 1'
    elif [ "$armor" = 1 ]; then
      closed 'AppArmor restricts user namespaces. Add a profile for bwrap, or set the sysctl `kernel.apparmor_restrict_unprivileged_userns` to 0'
    fi
    closed 'bubblewrap could not start it (its message is above). If the client has its own sandbox, disable it'
    ;;
esac

if [ -n "$absent" ] || [ $# -gt 0 ]; then
  made=''
  ifs=$IFS
  IFS=$newline
  set -f -- "$@"
  for line in $absent; do
    if [ -e "$line" ] || [ -L "$line" ]; then made="$made ${line#"$root"/}"; fi
  done
  if [ $# -gt 0 ]; then
    for line in $(find -H "$root" -name .git -prune -o -cnewer /proc/self/fd/5 ! -type d "$@" 2>/dev/null); do
      case "$made " in *" ${line#"$root"/} "*) ;; *) made="$made ${line#"$root"/}" ;; esac
    done
  fi
  IFS=$ifs
  [ -z "$made" ] || printf 'surcingle: the command created files that the policy does not allow editing:%s\n' "$made" >&2
fi

if [ $code -ne 0 ] && [ -n "$hints" ]; then printf %s "$hints" >&2; fi
exit $code
