# Renders definitions to a tree of files at build time. `lib.mkAgents` calls this with a package.
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
  # Whether the tree is linked into a home as it is. If so, agents whose gate can be missing are locked, unless the
  # settings say otherwise.
  forUse ? false,
  # Definitions of the roots to leave out, such as "agents/x".
  exclude ? [ ],
  # The root with the definitions written in Nix, and their names. No other root may define these names.
  inlineRoot ? null,
  inlineNames ? [ ],
  # Whether the files are for a home ("user") or for a repository ("project").
  scope ? "user",
  name ? "surcingle-agents",
}:
let
  # Without --harness the program renders for all harnesses.
  asked = if harnesses == null then [ ] else harnesses;
  unknown = builtins.filter (id: !builtins.elem id known) asked;
  settingsFile = writeText "surcingle-settings.json" (builtins.toJSON settings);

  # The roots without the excluded definitions. Only definitions are copied; a root may contain other files.
  excluded = runCommand "surcingle-roots" { } ''
    unused=
    for definition in ${lib.escapeShellArgs exclude}; do
      case $definition in
        *..* | /* | */) echo "surcingle: exclude: \`$definition\` is not the name of a definition, such as agents/x" >&2; exit 1 ;;
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
    [ -z "$unused" ] || { echo "surcingle: exclude lists definitions that are not in any root:$unused" >&2; exit 1; }
  '';
  usedRoots =
    if exclude == [ ] then roots else lib.imap1 (i: _: "${excluded}/${toString i}") roots;

  # A later root replaces a definition without a message. A definition written in Nix is meant to be a new one.
  conflictCheck = lib.concatStrings (
    lib.concatMap (
      definition:
      map (root: ''
        for file in ${root}/${definition} ${root}/${definition}.md; do
          [ ! -e "$file" ] || {
            echo "surcingle: ${definition} is defined both in Nix and in ${root};" >&2
            echo "rename one of them, or exclude the one in the root: exclude = [ \"${definition}\" ]" >&2
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
    # The program stages its output beside the target. Beside $out a builder may not be allowed to write.
    first_error_last build ${lib.escapeShellArgs (arguments ++ lib.optional forUse "--for-use")} --scope ${scope} --out "$TMPDIR/agents"
    cp -r "$TMPDIR/agents" $out
    # An overview of the whole tree, for people only.
    surcingle report ${lib.escapeShellArgs arguments} --scope ${scope} --quiet --out $out/report.html
  ''
