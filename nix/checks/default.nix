# What `nix flake check` builds. These checks need no network, Nix, client or browser.
{ pkgs, self }:
let
  inherit (pkgs) lib;
  sources = import ../sources.nix;
  package = self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;

  # Runs a script in a writable copy of the repository with its packages installed.
  inRepository =
    name: script:
    pkgs.runCommand "surcingle-${name}"
      {
        nativeBuildInputs = [
          pkgs.git
          pkgs.nodejs
        ];
      }
      ''
        cp -r ${sources.repository} repository
        chmod -R u+w repository
        cd repository
        export HOME="$TMPDIR/home"
        mkdir "$HOME"
        export npm_config_progress=false npm_config_update_notifier=false
        sh ${./link-node-modules.sh} ${package.nodeModules}/node_modules
        # The static binary, which runs on any Linux; the launcher would pick the one for this machine's libc.
        export BIOME_BINARY=$(echo "$PWD"/node_modules/@biomejs/cli-*/biome)
        ${script}
        touch $out
      '';

  # The fast tests by subject. `other-tests` runs the tests that none of these patterns matches.
  testsOf = {
    policy-tests = "^(src/(policy|gate|sandbox)|test/(shell|gate))/|^test/steering";
    client-tests = "^(src/(harness|doctor|import)|test/(clients|import))/";
    golden-files = "^test/golden";
    diagnostics = "^test/(diagnostics|mistakes)";
    house-rules = "^test/house/";
  };
  runTests =
    name: filter:
    inRepository name ''
      npm test -- $(find src test -name '*.test.ts' ! -name '*.slow.test.ts' | LC_ALL=C sort | grep -E ${filter})
    '';
  tests = lib.mapAttrs (name: pattern: runTests name "'${pattern}'") testsOf // {
    other-tests = runTests "other-tests" "-v '${lib.concatStringsSep "|" (lib.attrValues testsOf)}'";
  };

  # The same definitions, rendered by two separate derivations.
  rendered =
    name:
    self.lib.mkAgents {
      inherit name pkgs;
      roots = [ sources.definitions ];
    };
in
tests
// {
  inherit (self.packages.${pkgs.stdenv.hostPlatform.system}) agents surcingle;

  types = inRepository "types" "npm run types";

  formatting = inRepository "formatting" (
    "npm run format:check\n"
    + (
      if pkgs ? nixfmt then
        "find . -name '*.nix' -exec ${pkgs.nixfmt}/bin/nixfmt --check {} +"
      else
        "echo 'skipped: nixfmt, which the stand-in for nixpkgs does not have'"
    )
  );

  generated-files = inRepository "generated-files" "npm run generate -- --check";

  same-when-built-again = pkgs.runCommand "surcingle-same-when-built-again" { } ''
    diff -r ${rendered "surcingle-agents-first"} ${rendered "surcingle-agents-second"}
    touch $out
  '';

  home-module =
    let
      failures = import ./module.nix { inherit lib pkgs self; };
    in
    pkgs.runCommand "surcingle-module" { } (
      if failures == [ ] then
        "touch $out"
      else
        "printf '%s\\n' ${lib.escapeShellArg (builtins.toJSON failures)} >&2; exit 1"
    );

  inline-definitions = (import ./inline.nix { inherit pkgs self; }).check;

  managed-machines = (import ./managed.nix { inherit pkgs self; }).check;

  home-links = import ./links.nix { inherit pkgs self; };

  home-files = pkgs.runCommand "surcingle-home-files" { nativeBuildInputs = [ pkgs.nodejs ]; } ''
    mkdir checks
    cp ${../home-files.mjs} home-files.mjs
    cp ${./home-files.test.mjs} checks/home-files.test.mjs
    node --test checks/home-files.test.mjs
    touch $out
  '';

  templates = import ./template.nix { inherit pkgs self; };
}
