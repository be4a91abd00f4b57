# What puts agents into a repository on entering a shell: options that flake-parts and devenv share, and the script.
{ self }:
let
  facts = builtins.fromJSON (builtins.readFile ./harnesses.json);
in
{
  # `lib.shellHook`: a script for the `shellHook` of a shell. It changes no file that surcingle did not write.
  shellHook =
    {
      pkgs,
      roots,
      harnesses ? null,
      settings ? { },
      package ? self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle,
      # Whether the files are committed. Otherwise they are listed in the repository's own info/exclude.
      commit ? false,
    }:
    let
      inherit (pkgs) lib;
      unknown = builtins.filter (id: !facts ? ${id}) (if harnesses == null then [ ] else harnesses);
      settingsFile = pkgs.writeText "surcingle-settings.json" (builtins.toJSON settings);
      arguments =
        lib.concatMap (root: [
          "--root"
          "${root}"
        ]) roots
        ++ lib.concatMap (id: [
          "--harness"
          id
        ]) (if harnesses == null then [ ] else harnesses)
        ++ lib.optional (settings != { }) "--settings=${settingsFile}";
    in
    if roots == [ ] then
      throw "shellHook: `roots` is empty; add at least one directory that contains agents/ or skills/"
    else if unknown != [ ] then
      throw "shellHook: unknown harness ${toString unknown}; choose from ${toString (builtins.attrNames facts)}"
    else
      ''
        SURCINGLE_PROGRAM=${package}/bin/surcingle SURCINGLE_COMMIT=${if commit then "1" else ""} \
          ${pkgs.runtimeShell} ${./project-hook.sh} ${lib.escapeShellArgs arguments}
      '';

  options =
    { lib, pkgs }:
    let
      inherit (lib) mkOption types;
      machine = import ./settings.nix { inherit lib; };
    in
    {
      inherit (machine) given;

      options = {
        package = mkOption {
          type = types.package;
          default = self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;
          defaultText = lib.literalExpression "surcingle.packages.\${system}.surcingle";
          description = "The package that renders the definitions.";
        };
        roots = mkOption {
          type = types.listOf types.path;
          default = [ ];
          example = lib.literalExpression "[ inputs.company-agents ./definitions ]";
          description = "Directories with definitions; a later one replaces definitions of an earlier one.";
        };
        harnesses = mkOption {
          type = types.nullOr (types.listOf (types.enum (builtins.attrNames facts)));
          default = null;
          example = [
            "claude-code"
            "opencode"
          ];
          description = "The clients that get files. `null`: every client that is installed or has a directory here.";
        };
        settings = mkOption {
          inherit (machine) type;
          default = { };
          description = "Settings, as in {file}`surcingle.toml`; they win over those of the roots.";
        };
        commit = mkOption {
          type = types.bool;
          default = false;
          description = ''
            Whether the generated files are committed. If not, they are listed in {file}`.git/info/exclude`, so that
            git does not show them.
          '';
        };
      };
    };
}
