# The packages of package-lock.json, as `npm ci` lays them out: one fixed hash per system.
# `node scripts/refresh-node-modules-hashes.mjs` writes the hashes.
{
  lib,
  cacert,
  nodejs,
  stdenvNoCC,
}:
let
  inherit (stdenvNoCC.hostPlatform) system;
  platform = (lib.importJSON ./node-modules-hashes.json).${system};
  lock = builtins.hashFile "sha256" ../package-lock.json;
in
stdenvNoCC.mkDerivation {
  # A fixed-output path depends on its name and hash alone. With the lock in the name, a forgotten
  # refresh is an error instead of the old packages.
  name = "surcingle-node-modules-${builtins.substring 0 8 lock}";
  src = (import ./sources.nix).dependencies;

  nativeBuildInputs = [
    cacert
    nodejs
  ];

  outputHashMode = "recursive";
  outputHashAlgo = "sha256";
  outputHash = platform.hash;

  # How to reach the registry differs between machines.
  impureEnvVars = lib.fetchers.proxyImpureEnvVars ++ [
    "NODE_EXTRA_CA_CERTS"
    "NPM_CONFIG_CAFILE"
    "NPM_CONFIG_REGISTRY"
    "npm_config_cafile"
    "npm_config_registry"
  ];

  buildPhase = ''
    runHook preBuild
    export HOME=$TMPDIR
    npm ci ${platform.flags} --ignore-scripts --no-audit --no-fund --no-progress --no-update-notifier
    rm node_modules/.package-lock.json
    runHook postBuild
  '';

  # Node resolves a module by its real path, so the directory must keep its name.
  installPhase = ''
    runHook preInstall
    mkdir $out
    cp -r node_modules $out/node_modules
    runHook postInstall
  '';

  dontConfigure = true;
  dontFixup = true;
}
