# Definitions to a tree of files, at build time. `lib.mkAgents` is this with its package chosen.
{
  lib,
  runCommand,
  surcingle,
  writeText,
}:
let
  known = builtins.attrNames (lib.importJSON ./harnesses.json);
in
{
  roots,
  harnesses ? null,
  settings ? { },
  # The tree is linked into a home as it is: agents are closed where their gate can be missing, unless settings say no.
  forUse ? false,
  # Definitions of the roots that are left out, such as "agents/x".
  exclude ? [ ],
  # A root of definitions written in Nix, and their names, which no other root may define.
  inlineRoot ? null,
  inlineNames ? [ ],
  # Where the files are for: a home ("user") or a repository ("project").
  scope ? "user",
  name ? "surcingle-agents",
}:
let
  # None named means all, as on the command line.
  asked = if harnesses == null then [ ] else harnesses;
  unknown = builtins.filter (id: !builtins.elem id known) asked;
  settingsFile = writeText "surcingle-settings.json" (builtins.toJSON settings);

  # Roots without what is excluded. What a root is made of besides definitions is not copied.
  excluded = runCommand "surcingle-roots" { } ''
    unused=
    for definition in ${lib.escapeShellArgs exclude}; do
      case $definition in
        *..* | /* | */) echo "surcingle: exclude: \`$definition\` is not a name such as agents/x" >&2; exit 1 ;;
      esac
    done
    mkdir $out
    ${lib.concatStrings (
      lib.imap1 (i: root: ''
        mkdir $out/${toString i}
        for part in ${toString (import ./sources.nix).authored} _capabilities _roles; do
          [ ! -e ${root}/$part ] || cp -r ${root}/$part $out/${toString i}/$part
        done
      '') roots
    )}
    chmod -R u+w $out
    for definition in ${lib.escapeShellArgs exclude}; do
      found=
      for file in $out/*/"$definition" $out/*/"$definition".md $out/*/"$definition".toml; do
        [ ! -e "$file" ] || { rm -r "$file"; found=1; }
      done
      [ -n "$found" ] || unused="$unused $definition"
    done
    [ -z "$unused" ] || { echo "surcingle: exclude lists definitions that no root has:$unused" >&2; exit 1; }
  '';
  usedRoots =
    if exclude == [ ] then roots else lib.imap1 (i: _: "${excluded}/${toString i}") roots;

  # A later root replaces a definition silently; one written in Nix is meant to be new.
  conflictCheck = lib.concatStrings (
    lib.concatMap (
      definition:
      map (root: ''
        for file in ${root}/${definition} ${root}/${definition}.md; do
          [ ! -e "$file" ] || {
            echo "surcingle: ${definition} is defined in Nix and in ${root};" >&2
            echo "rename one, or leave out the other with exclude = [ \"${definition}\" ]" >&2
            exit 1
          }
        done
      '') usedRoots
    ) inlineNames
  );

  repeat =
    option: values:
    builtins.concatMap (value: [
      option
      "${value}"
    ]) values;

  arguments =
    repeat "--root" (usedRoots ++ lib.optional (inlineRoot != null) inlineRoot)
    ++ repeat "--harness" asked
    ++ repeat "--settings" (lib.optional (settings != { }) settingsFile);
in
if roots == [ ] && inlineRoot == null then
  throw "mkAgents: `roots` is empty; add at least one directory that contains agents/ or skills/"
else if harnesses == [ ] then
  throw "mkAgents: `harnesses` is empty; omit it for all harnesses, or choose from ${toString known}"
else if unknown != [ ] then
  throw "mkAgents: unknown harness ${toString unknown}; choose from ${toString known}"
else
  runCommand name { nativeBuildInputs = [ surcingle ]; } ''
    ${conflictCheck}
    . ${./first-error.sh}
    # The program stages beside its target, and beside $out is not ours everywhere.
    first_error_last build ${lib.escapeShellArgs (arguments ++ lib.optional forUse "--for-use")} --scope ${scope} --out "$TMPDIR/agents"
    cp -r "$TMPDIR/agents" $out
    # One page about the whole tree, for people. No client reads it.
    surcingle report ${lib.escapeShellArgs arguments} --scope ${scope} --quiet --out $out/report.html
  ''
