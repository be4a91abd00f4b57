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
  name ? "surcingle-agents",
}:
let
  # None named means all, as on the command line.
  asked = if harnesses == null then [ ] else harnesses;
  unknown = builtins.filter (id: !builtins.elem id known) asked;
  settingsFile = writeText "surcingle-settings.json" (builtins.toJSON settings);

  repeat =
    option: values:
    builtins.concatMap (value: [
      option
      "${value}"
    ]) values;

  arguments =
    repeat "--root" roots
    ++ repeat "--harness" asked
    ++ repeat "--settings" (lib.optional (settings != { }) settingsFile)
    ++ lib.optional forUse "--for-use";
in
if roots == [ ] then
  throw "mkAgents: `roots` is empty; name at least one directory that holds agents/ or skills/"
else if harnesses == [ ] then
  throw "mkAgents: `harnesses` is empty; leave it out for all, or choose from ${toString known}"
else if unknown != [ ] then
  throw "mkAgents: unknown harness ${toString unknown}; choose from ${toString known}"
else
  runCommand name { nativeBuildInputs = [ surcingle ]; } ''
    # The program stages beside its target, and beside $out is not ours everywhere.
    surcingle build ${lib.escapeShellArgs arguments} --scope user --out "$TMPDIR/agents"
    cp -r "$TMPDIR/agents" $out
  ''
