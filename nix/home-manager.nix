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
  inline = import ./definitions.nix { inherit lib pkgs; };
  machine = import ./settings.nix { inherit lib; };

  # `package = null`: nothing is put on the path, and this flake's own package renders.
  package = if cfg.package == null then defaultPackage else cfg.package;
  defaultPackage = self.packages.${pkgs.stdenv.hostPlatform.system}.surcingle;

  # The client's own module: our links follow it. A module that home-manager does not have says nothing.
  clientModule = harness: config.programs.${harness.module or "surcingle-none"} or { };

  # As home-manager names a target: seen from the home, wherever `.config` has been moved to.
  inHome =
    path:
    if lib.hasPrefix ".config/" path then
      lib.removePrefix "${config.home.homeDirectory}/" (
        config.xdg.configHome + lib.removePrefix ".config" path
      )
    else
      path;

  # A directory as a target: clients' modules give it absolute or seen from the home.
  directoryOf =
    directory:
    inHome (lib.removePrefix "${config.home.homeDirectory}/" (lib.removeSuffix "/" directory));

  # All the facts reach the layout: Codex, for one, starts no role whose file is a link, so it has folders.
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
    # Not a setting: it would win over what a root says.
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
    enable = lib.mkEnableOption "agent definitions for coding harnesses";

    package = lib.mkOption {
      type = lib.types.nullOr lib.types.package;
      default = defaultPackage;
      defaultText = lib.literalExpression "surcingle.packages.\${system}.surcingle";
      description = ''
        The package that renders the definitions and is put on the path. `null` puts nothing on the path; the
        definitions are then rendered, and gates started, by the package of this flake.
      '';
    };

    roots = lib.mkOption {
      type = lib.types.listOf lib.types.path;
      default = [ ];
      example = lib.literalExpression "[ inputs.company-agents ./definitions ]";
      description = ''
        Directories that hold {file}`agents/`, {file}`skills/`, {file}`commands/`, {file}`rules/` and so on; a flake
        input that holds some of them, or {file}`skills/` alone, will do.
        A definition of a later one replaces that of the same name of an earlier one.
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
        Definitions of the roots that are left out. A name that no root has is an error.
      '';
    };

    harnesses = lib.mapAttrs (_: harness: {
      enable = lib.mkEnableOption "the links for ${harness.title}" // {
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
          Where ${harness.title} keeps its files, absolute or seen from the home directory. The client must be told
          too, by its own module or its own variable.
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
        assertion = cfg.roots != [ ] || hasInline;
        message = ''
          programs.surcingle.roots is empty; add at least one directory that contains agents/ or skills/, or write
          agents in programs.surcingle.agents'';
      }
      {
        assertion = inline.misnamed cfg == [ ];
        message = ''
          names of definitions consist of a-z, 0-9 and hyphens; rename: ${toString (inline.misnamed cfg)}'';
      }
      {
        assertion = !lib.any isOutsideStore cfg.roots;
        message = ''
          programs.surcingle.roots contains a string that is not a store path, which a build cannot read; write it
          as a path, without quotes: ${toString (lib.filter isOutsideStore cfg.roots)}'';
      }
    ];

    # Commands of agents that may not edit run in a sandbox, and without bubblewrap they do not run.
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
