# The parts of this repository that a derivation reads: a change elsewhere does not build it again.
let
  root = ../.;

  pick =
    name: keep:
    builtins.path {
      inherit name;
      path = root;
      filter =
        path: _:
        let
          start = builtins.stringLength (toString root) + 1;
          parts = builtins.split "/" (builtins.substring start (-1) path);
        in
        keep (builtins.head parts) path;
    };

  among =
    names: top: _:
    builtins.elem top names;

  # What an author writes, here as in any other root.
  authored = [
    "agents"
    "capabilities"
    "commands"
    "context"
    "extensions"
    "packs"
    "roles"
    "rules"
    "skills"
    "surcingle.toml"
  ];
in
{
  inherit authored;

  definitions = pick "surcingle-definitions" (among authored);

  # What is installed by npm.
  dependencies = pick "surcingle-dependencies" (among [
    ".npmrc"
    "package-lock.json"
    "package.json"
  ]);

  # What is bundled, and the definitions that show which of it to compile.
  program = pick "surcingle-source" (
    top: path:
    builtins.elem top (
      authored
      ++ [
        "package.json"
        "scripts"
        "src"
        "templates"
        "tsconfig.json"
      ]
    )
    && builtins.match ".*(\\.test\\.ts|/golden)" path == null
  );

  # All that git knows, for the tests.
  repository = root;
}
