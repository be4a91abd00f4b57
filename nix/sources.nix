# The parts of this repository that each derivation reads, so that other changes do not cause a rebuild.
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

  # The definitions of a root, in this repository as in any other.
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

  # What npm needs to install the packages.
  dependencies = pick "surcingle-dependencies" (among [
    ".npmrc"
    "package-lock.json"
    "package.json"
  ]);

  # What is bundled, including the shipped roles, capabilities and packs.
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

  # All tracked files, for the tests.
  repository = root;
}
