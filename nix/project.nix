# Installs agents into a repository when its shell is entered: the options shared by flake-parts and devenv, and the
# script.
{ self }:
let
  facts = builtins.fromJSON (builtins.readFile ./harnesses.json);
in
{
  # `lib.shellHook`: a script for the `shellHook` of a shell. It only changes files that surcingle wrote.
  shellHook =
    {
      pkgs,
      roots,
      harnesses ? null,
      settings ? { },
      package ? self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle,
      # Whether the generated files are committed. Otherwise they are listed in the repository's info/exclude.
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
          description = ''
            Directories with definitions. A definition replaces definitions of the same name in earlier directories.
          '';
        };
        harnesses = mkOption {
          type = types.nullOr (types.listOf (types.enum (builtins.attrNames facts)));
          default = null;
          example = [
            "claude-code"
            "opencode"
          ];
          description = ''
            The clients to render for. If `null`, all clients that are installed or have a directory in the repository.
          '';
        };
        settings = mkOption {
          inherit (machine) type;
          default = { };
          description = ''
            Settings, as in {file}`surcingle.toml`. They take precedence over the settings of the roots.
          '';
        };
        commit = mkOption {
          type = types.bool;
          default = false;
          description = ''
            Whether the generated files are committed. If not, they are listed in {file}`.git/info/exclude`, so that
            {command}`git status` does not list them.
          '';
        };
      };
    };
}
