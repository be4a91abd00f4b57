# The bundles, built from source and started by the node of nixpkgs.
{
  lib,
  callPackage,
  nodejs,
  runtimeShell,
  stdenvNoCC,
}:
let
  nodeModules = callPackage ./node-modules.nix { };
in
stdenvNoCC.mkDerivation {
  pname = "surcingle";
  inherit (lib.importJSON ../package.json) version;
  src = (import ./sources.nix).program;

  nativeBuildInputs = [ nodejs ];

  # A copy: esbuild follows links and writes the real path of a module into the bundle.
  buildPhase = ''
    runHook preBuild
    export HOME=$TMPDIR
    cp -r ${nodeModules}/node_modules .
    npm run build --no-progress --no-update-notifier
    runHook postBuild
  '';

  installPhase = ''
    runHook preInstall
    mkdir -p $out/bin $out/lib
    cp -r dist $out/lib/surcingle
    # SQLite for Node versions without a built-in one. Binaries for other systems are not needed.
    for prebuild in $out/lib/surcingle/sqlite/prebuilds/*; do
      [ "''${prebuild##*/}" = "$(node --print 'process.platform + "-" + process.arch')" ] || rm -r "$prebuild"
    done
    ln -s $out/lib/surcingle/surcingle-sandbox $out/bin/surcingle-sandbox
    for bundle in surcingle.cjs surcingle-gate.cjs; do
      [ -e "dist/$bundle" ] || continue
      program=$out/bin/''${bundle%.*}
      # -p: bash ignores options, functions and startup files from the environment.
      printf '#!%s -p\nexec %s %s "$@"\n' \
        ${runtimeShell} ${nodejs}/bin/node "$out/lib/surcingle/$bundle" > "$program"
      chmod +x "$program"
    done
    runHook postInstall
  '';

  dontConfigure = true;
  # The bundles stay identical to the ones in the npm package; the programs in bin/ contain the path of their node.
  dontFixup = true;

  passthru = { inherit nodeModules; };

  meta = {
    inherit (lib.importJSON ../package.json) description;
    license = lib.licenses.mit;
    mainProgram = "surcingle";
    platforms = builtins.attrNames (lib.importJSON ./node-modules-hashes.json);
  };
}
