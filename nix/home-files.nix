# A mirror of the home with one link for each file that only surcingle writes, and one for each skill folder.
# It is created at build time, because listing the files during evaluation would need import-from-derivation.
{
  lib,
  nodejs,
  runCommand,
  writeText,
}:
{
  # The output of mkAgents.
  agents,
  # For each harness id, the directories of its files and of its skills, relative to the home.
  harnesses,
  # Other entries of home.file in or above these directories: the `target`, and the `source` of recursive ones.
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
