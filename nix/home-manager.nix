# The home-manager module: links files that only surcingle writes, and never touches those that a client also writes.
{ self }:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.programs.surcingle;

  # Generated from src/harness by `npm run generate`.
  facts = lib.importJSON ./harnesses.json;
  inline = import ./definitions.nix { inherit lib pkgs; };
  machine = import ./settings.nix { inherit lib; };

  # With `package = null`, this flake's own package renders the definitions and is not installed.
  package = if cfg.package == null then defaultPackage else cfg.package;
  defaultPackage = self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;

  # The client's own module, which sets the defaults here. Empty if home-manager has no such module.
  clientModule = harness: config.programs.${harness.module or "surcingle-none"} or { };

  # A target as home-manager names it: relative to the home, with `.config` replaced by xdg.configHome.
  inHome =
    path:
    if lib.hasPrefix ".config/" path then
      lib.removePrefix "${config.home.homeDirectory}/" (
        config.xdg.configHome + lib.removePrefix ".config" path
      )
    else
      path;

  # A directory as a target. Clients' modules use absolute paths or paths relative to the home.
  directoryOf =
    directory:
    inHome (lib.removePrefix "${config.home.homeDirectory}/" (lib.removeSuffix "/" directory));

  # All facts are passed on, because home-files.mjs needs them: Codex does not start a role whose file is a link, so its
  # facts list `folders`.
  enabled = lib.mapAttrs (
    id: harness:
    let
      root = directoryOf cfg.harnesses.${id}.configDir;
    in
    harness
    // {
      inherit root;
      skills =
        if isBelow harness.root harness.skills then
          root + lib.removePrefix harness.root harness.skills
        else
          inHome harness.skills;
    }
  ) (lib.filterAttrs (id: _: cfg.harnesses.${id}.enable) facts);

  # A skills directory inside the root is linked with the root.
  targets = lib.unique (
    lib.concatMap (
      harness: [ harness.root ] ++ lib.optional (!isBelow harness.root harness.skills) harness.skills
    ) (lib.attrValues enabled)
  );

  isBelow = directory: path: lib.hasPrefix "${directory}/" path;
  isNear = path: lib.any (target: isBelow target path || isBelow path target) targets;

  # Entries of other modules in or above these directories. The build fails if one of them conflicts with a link.
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

  # Settings that only this module knows. The user's own settings take precedence.
  machineSettings = {
    gate_command = "${package}/bin/surcingle-gate";
    home = config.home.homeDirectory;
  };

  agents = self.lib.mkAgents {
    inherit pkgs package;
    inherit (cfg) exclude roots;
    inlineRoot = if hasInline then inline.root cfg else null;
    inlineNames = inline.names cfg;
    harnesses = lib.attrNames enabled;
    settings = machineSettings // machine.given cfg.settings;
    # An argument, because a setting would take precedence over the settings of the roots.
    forUse = true;
  };

  files = pkgs.callPackage ./home-files.nix { } {
    inherit agents others;
    harnesses = enabled;
  };

  needsBubblewrap = cfg.package != null && lib.hasSuffix "-linux" pkgs.stdenv.hostPlatform.system;

  hasInline = inline.names cfg != [ ];

  isOutsideStore = root: builtins.isString root && !lib.hasPrefix builtins.storeDir root;
in
{
  options.programs.surcingle = {
    enable = lib.mkEnableOption "Surcingle, which installs agent definitions for coding agents";

    package = lib.mkOption {
      type = lib.types.nullOr lib.types.package;
      default = defaultPackage;
      defaultText = lib.literalExpression "surcingle.packages.\${system}.surcingle";
      description = ''
        The package that renders the definitions and is added to {option}`home.packages`. If `null`, nothing is added,
        and the package of this flake renders the definitions and provides the gate.
      '';
    };

    roots = lib.mkOption {
      type = lib.types.listOf lib.types.path;
      default = [ ];
      example = lib.literalExpression "[ inputs.company-agents ./definitions ]";
      description = ''
        Directories with definitions: {file}`agents/`, {file}`skills/`, {file}`commands/`, {file}`rules/` and so on.
        A flake input with any of these works too, for example one with only {file}`skills/`.
        A definition replaces definitions of the same name in earlier roots.
      '';
    };

    inherit (inline.options) agents skills commands;

    exclude = lib.mkOption {
      type = lib.types.listOf lib.types.str;
      default = [ ];
      example = [
        "agents/writer"
        "skills/version-notes"
      ];
      description = ''
        Definitions of the roots to leave out. Names that are not in any root are errors.
      '';
    };

    harnesses = lib.mapAttrs (_: harness: {
      enable = lib.mkEnableOption "linking agents, skills and commands for ${harness.title}" // {
        default = (clientModule harness).enable or false;
        defaultText =
          if harness ? module then
            lib.literalExpression "config.programs.${harness.module}.enable or false"
          else
            lib.literalExpression "false";
      };
      configDir = lib.mkOption {
        type = lib.types.str;
        default = (clientModule harness).configDir or harness.root;
        defaultText = lib.literalExpression (
          if harness ? module then
            "config.programs.${harness.module}.configDir or \"${harness.root}\""
          else
            "\"${harness.root}\""
        );
        description = ''
          The configuration directory of ${harness.title}, absolute or relative to the home directory. This option does
          not configure the client: set the same directory in the client's own module or environment variable.
        '';
      };
    }) facts;

    settings = lib.mkOption {
      inherit (machine) type;
      default = { };
      example = {
        models.claude-code.reviewer = "opus";
        pi.primary = "chiron";
      };
      description = ''
        Settings for this machine, as in {file}`surcingle.toml`. They take precedence over the settings of the roots.
      '';
    };
  };

  config = lib.mkIf cfg.enable {
    assertions = [
      {
        assertion = enabled != { };
        message = ''
          programs.surcingle is enabled, but no harness is; set programs.surcingle.harnesses.<id>.enable = true
          for at least one of: ${toString (lib.attrNames facts)}'';
      }
      {
        assertion = cfg.roots != [ ] || hasInline;
        message = ''
          programs.surcingle.roots is empty; add at least one directory that contains agents/ or skills/, or define
          agents in programs.surcingle.agents'';
      }
      {
        assertion = inline.misnamed cfg == [ ];
        message = ''
          names of definitions may only contain a-z, 0-9 and hyphens; rename: ${toString (inline.misnamed cfg)}'';
      }
      {
        assertion = !lib.any isOutsideStore cfg.roots;
        message = ''
          programs.surcingle.roots contains strings that are not store paths, which a build cannot read; write them
          as paths, without quotes: ${toString (lib.filter isOutsideStore cfg.roots)}'';
      }
    ];

    # Commands of agents that may not edit run in a sandbox, which needs bubblewrap; without it they are denied.
    home.packages = lib.optional (cfg.package != null) cfg.package ++ lib.optional needsBubblewrap pkgs.bubblewrap;

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
