# The home-manager module: links what is ours alone, and leaves alone what a client also writes.
{ self }:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.programs.surcingle;

  # Generated from src/harness; `npm run generate` refreshes it, a check compares it.
  facts = lib.importJSON ./harnesses.json;

  # As home-manager names a target: seen from the home, wherever `.config` has been moved to.
  inHome =
    path:
    if lib.hasPrefix ".config/" path then
      lib.removePrefix "${config.home.homeDirectory}/" (
        config.xdg.configHome + lib.removePrefix ".config" path
      )
    else
      path;

  # All the facts reach the layout: Codex, for one, starts no role whose file is a link, so it has folders.
  enabled = lib.mapAttrs (
    _: harness:
    harness
    // {
      root = inHome harness.root;
      skills = inHome harness.skills;
    }
  ) (lib.filterAttrs (id: _: cfg.harnesses.${id}.enable) facts);

  # A skills directory inside its root comes with the root.
  targets = lib.unique (
    lib.concatMap (
      harness: [ harness.root ] ++ lib.optional (!isBelow harness.root harness.skills) harness.skills
    ) (lib.attrValues enabled)
  );

  isBelow = directory: path: lib.hasPrefix "${directory}/" path;
  isNear = path: lib.any (target: isBelow target path || isBelow path target) targets;

  # Entries of others in or above our directories: the build fails if one of them is in the way.
  others = map (file: {
    inherit (file) target recursive;
    source = if file.recursive then stored file.source else null;
  }) (lib.filter (file: file.enable && isNear file.target) (lib.attrValues config.home.file));

  stored =
    source:
    if builtins.hasContext (toString source) then
      "${source}"
    else
      builtins.path {
        path = source;
        name = "recursive-source";
      };

  # What the module knows about this machine and no definition can; the user's own settings win.
  machineSettings = {
    gate_command = "${cfg.package}/bin/surcingle-gate";
    home = config.home.homeDirectory;
  };

  agents = self.lib.mkAgents {
    inherit pkgs;
    inherit (cfg) package roots;
    harnesses = lib.attrNames enabled;
    settings = machineSettings // cfg.settings;
    # Not a setting: it would win over what a root says.
    forUse = true;
  };

  files = pkgs.callPackage ./home-files.nix { } {
    inherit agents others;
    harnesses = enabled;
  };

  isOutsideStore = root: builtins.isString root && !lib.hasPrefix builtins.storeDir root;
in
{
  options.programs.surcingle = {
    enable = lib.mkEnableOption "agent definitions for coding harnesses";

    package = lib.mkOption {
      type = lib.types.package;
      default = self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;
      defaultText = lib.literalExpression "surcingle.packages.\${system}.surcingle";
      description = "The package that renders the definitions and is put on the path.";
    };

    roots = lib.mkOption {
      type = lib.types.listOf lib.types.path;
      example = lib.literalExpression "[ inputs.company-agents ./definitions ]";
      description = ''
        Directories that hold {file}`agents/`, {file}`skills/`, {file}`commands/`, {file}`rules/` and so on; a flake
        input that holds some of them, or {file}`skills/` alone, will do.
        A definition of a later one replaces that of the same name of an earlier one.
      '';
    };

    harnesses = lib.mapAttrs (_: harness: {
      enable = lib.mkEnableOption "the links for ${harness.title} in {file}`~/${harness.root}`";
    }) facts;

    settings = lib.mkOption {
      type = (pkgs.formats.json { }).type;
      default = { };
      example = {
        models.claude-code.reviewer = "opus";
        pi.primary = "chiron";
      };
      description = ''
        Settings of this machine, as in {file}`surcingle.toml`; they win over those of the roots.
      '';
    };
  };

  config = lib.mkIf cfg.enable {
    assertions = [
      {
        assertion = enabled != { };
        message = ''
          programs.surcingle.enable is set but no harness is; set programs.surcingle.harnesses.<id>.enable = true
          for at least one of: ${toString (lib.attrNames facts)}'';
      }
      {
        assertion = cfg.roots != [ ];
        message = "programs.surcingle.roots is empty; name at least one directory that holds agents/ or skills/";
      }
      {
        assertion = !lib.any isOutsideStore cfg.roots;
        message = ''
          programs.surcingle.roots holds a text that is no store path, which a build cannot read; write it as a
          path, without quotes: ${toString (lib.filter isOutsideStore cfg.roots)}'';
      }
    ];

    home.packages = [ cfg.package ];

    home.file = lib.listToAttrs (
      map (target: {
        name = target;
        value = {
          source = "${files}/${target}";
          recursive = true;
        };
      }) targets
    );
  };
}
