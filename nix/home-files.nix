# A mirror of the home with one link for each file that is ours alone, and one for each skill folder.
# Made at build time: which files there are is known only then, and asking earlier would mean
# import-from-derivation.
{
  lib,
  nodejs,
  runCommand,
  writeText,
}:
{
  # The output of mkAgents.
  agents,
  # By id, where the files of a harness and its skill folders lie, seen from the home.
  harnesses,
  # Other entries of home.file that lie near: `target`, and for a recursive one its `source`.
  others,
}:
let
  plan = writeText "surcingle-home-plan.json" (
    builtins.toJSON {
      agents = "${agents}";
      inherit harnesses others;
    }
  );
in
runCommand "surcingle-home" { nativeBuildInputs = [ nodejs ]; } ''
  node ${./home-files.mjs} ${plan} $out
''
