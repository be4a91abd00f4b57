# Options for inline definitions, and the root that is built from them. A definition written in Nix goes through the
# same parser as a file; each line of a generated agent.toml names its option, so that errors point at the option.
{
  lib,
  pkgs,
  # The option that these options are part of.
  optionPath ? "programs.surcingle",
}:
let
  inherit (lib) mkOption types;

  # TOML basic strings and arrays of them are written as JSON.
  quote = builtins.toJSON;

  isFile = value: !builtins.isString value || lib.hasPrefix "/" value;
  asFile = name: value: if isFile value then "${value}" else "${pkgs.writeText name value}";

  textOrPath = types.either types.path types.lines;

  permission.options = {
    intent = mkOption {
      type = types.enum [
        "allow"
        "ask"
        "deny"
      ];
      description = "The action if no rule matches.";
    };
    rules = mkOption {
      type = types.listOf types.str;
      default = [ ];
      example = [
        "git status*:allow"
        "@reading"
      ];
      description = ''
        Rules as `pattern:action`, or `@name` for the rules of a pack. Order matters: the first matching rule decides.
      '';
    };
  };

  agent.options = {
    description = mkOption {
      type = types.str;
      description = "What the agent does and when to use it, in one line.";
    };
    prompt = mkOption {
      type = textOrPath;
      example = lib.literalExpression "./reviewer.md";
      description = "The system prompt, as text or as a path to a Markdown file.";
    };
    displayName = mkOption {
      type = types.nullOr types.str;
      default = null;
      description = "The name shown to users, in clients that support one.";
    };
    mode = mkOption {
      type = types.nullOr (
        types.enum [
          "primary"
          "subagent"
          "all"
        ]
      );
      default = null;
      description = ''
        Whether users start the agent (`primary`), other agents delegate to it (`subagent`), or both (`all`).
        `null` is the same as `all`.
      '';
    };
    tags = mkOption {
      type = types.listOf types.str;
      default = [ ];
      description = "Tags of the agent.";
    };
    maxTurns = mkOption {
      type = types.nullOr types.int;
      default = null;
      description = "The maximum number of turns, for clients that support a limit.";
    };
    skills = mkOption {
      type = types.listOf types.str;
      default = [ ];
      description = "Skills that the agent uses, by name. Both inline skills and skills of the roots can be used.";
    };
    rules = mkOption {
      type = types.listOf types.str;
      default = [ ];
      example = [ "languages/nix" ];
      description = "Instructions to add to the prompt, by name: files in {file}`rules/` of a root.";
    };
    context = mkOption {
      type = types.listOf types.path;
      default = [ ];
      description = "Markdown files to add to the prompt.";
    };
    role = mkOption {
      type = types.nullOr types.str;
      default = null;
      description = "The agent's role. The limits of the role take precedence over the agent's own rules.";
    };
    delegates = mkOption {
      type = types.nullOr (types.listOf types.str);
      default = null;
      description = ''
        Agents that this agent may delegate to. If `null`, it may delegate to every agent that is at least as
        restricted as itself.
      '';
    };
    permissions = mkOption {
      type = types.attrsOf (types.submodule permission);
      default = { };
      example = lib.literalExpression ''
        {
          edit.intent = "deny";
          bash = {
            intent = "ask";
            rules = [ "@reading" "git push*:deny" ];
          };
        }'';
      description = "The agent's permissions, by tool.";
    };
  };

  agentToml =
    name: cfg:
    let
      at = option: " # ${optionPath}.agents.${name}.${option}";
      line =
        key: option: value:
        "${key} = ${quote value}${at option}\n";
      given =
        key: option:
        lib.optional (
          cfg.${option} != null && cfg.${option} != [ ]
        ) (line key option cfg.${option});
      contextFiles = lib.imap1 (i: _: "../../context/${name}/${toString i}.md") cfg.context;
      table =
        tool: permission:
        let
          option = "permissions.${tool}";
          rules = lib.imap1 (
            i: rule: "  ${quote rule},${at "${option}.rules"}, entry ${toString i}\n"
          ) permission.rules;
        in
        ''

          [permissions.${quote tool}]${at option}
          intent = ${quote permission.intent}${at "${option}.intent"}
          rules = [
          ${lib.concatStrings rules}]
        '';
    in
    lib.concatStrings (
      [
        "name = ${quote name}${at "description"}\n"
        (line "description" "description" cfg.description)
      ]
      ++ given "display_name" "displayName"
      ++ given "mode" "mode"
      ++ given "tags" "tags"
      ++ given "max_turns" "maxTurns"
      ++ given "skills" "skills"
      ++ given "rules" "rules"
      ++ lib.optional (cfg.context != [ ]) (line "context" "context" contextFiles)
      ++ given "role" "role"
      # An empty list is not the same as `null`: the agent may delegate to no other agent.
      ++ lib.optional (cfg.delegates != null) (line "delegates" "delegates" cfg.delegates)
      ++ lib.mapAttrsToList table cfg.permissions
    );

  agentFiles =
    name: cfg:
    {
      "agents/${name}/agent.toml" = "${pkgs.writeText "agent.toml" (agentToml name cfg)}";
      "agents/${name}/system-prompt.md" = asFile "system-prompt.md" cfg.prompt;
    }
    // lib.listToAttrs (
      lib.imap1 (i: file: {
        name = "context/${name}/${toString i}.md";
        value = "${file}";
      }) cfg.context
    );

  skillFiles = name: value: {
    ${if isFile value then "skills/${name}" else "skills/${name}/SKILL.md"} = asFile "SKILL.md" value;
  };

  commandFiles = name: value: { "commands/${name}.md" = asFile "command.md" value; };

  merge = lib.foldl' (all: some: all // some) { };
in
{
  permissionOptions = permission.options;

  options = {
    agents = mkOption {
      type = types.attrsOf (types.submodule agent);
      default = { };
      example = lib.literalExpression ''
        {
          reviewer = {
            description = "Reviews a change and reports what is wrong";
            prompt = "You review code. You change nothing.";
            permissions.edit.intent = "deny";
          };
        }'';
      description = "Agents defined in Nix, in addition to those of the roots.";
    };
    skills = mkOption {
      type = types.attrsOf textOrPath;
      default = { };
      example = lib.literalExpression "{ release-notes = ./skills/release-notes; }";
      description = "Skills by name, each as a path to its folder or as the text of its {file}`SKILL.md`.";
    };
    commands = mkOption {
      type = types.attrsOf textOrPath;
      default = { };
      example = lib.literalExpression "{ tidy = ./commands/tidy.md; }";
      description = "Commands by name, each as a path to a Markdown file or as its text.";
    };
  };

  # The inline definitions by their path in a root, such as `agents/x`.
  names =
    cfg:
    map (name: "agents/${name}") (lib.attrNames cfg.agents)
    ++ map (name: "skills/${name}") (lib.attrNames cfg.skills)
    ++ map (name: "commands/${name}") (lib.attrNames cfg.commands);

  # The options whose attribute names are not valid names of definitions.
  misnamed =
    cfg:
    lib.concatMap (
      kind:
      map (name: "${optionPath}.${kind}.${quote name}") (
        lib.filter (name: builtins.match "[a-z0-9][a-z0-9.-]*" name == null) (lib.attrNames cfg.${kind})
      )
    ) [ "agents" "skills" "commands" ];

  root =
    cfg:
    let
      files = merge (
        lib.mapAttrsToList agentFiles cfg.agents
        ++ lib.mapAttrsToList skillFiles cfg.skills
        ++ lib.mapAttrsToList commandFiles cfg.commands
      );
    in
    pkgs.runCommand "surcingle-inline" { } (
      lib.concatStrings (
        lib.mapAttrsToList (path: source: ''
          mkdir -p "$out/${dirOf path}"
          cp -r ${source} "$out/${path}"
        '') files
      )
    );
}
