# A home that sets every option of the module; `unsetOptions` in home.nix lists missing ones.
{ work }:
{
  programs.surcingle = {
    enable = true;
    package = null;
    # The last one has the form of a flake input: a set with its source.
    roots = [
      (work + "/company")
      (work + "/own")
      {
        _type = "flake";
        outPath = work + "/external";
      }
    ];
    exclude = [ "agents/writer" ];

    agents.nixie = {
      description = "Written in Nix";
      displayName = "Nixie";
      prompt = "You came from an option.";
      mode = "subagent";
      tags = [ "nix" ];
      maxTurns = 9;
      skills = [ "spoken" ];
      rules = [ "house" ];
      context = [ (work + "/own/skills/commit-message/SKILL.md") ];
      role = "read-only";
      delegates = [ ];
      permissions.edit.intent = "deny";
      permissions.bash = {
        intent = "ask";
        rules = [
          "git log*:allow"
          "git *:deny"
        ];
      };
    };
    agents.leader = {
      description = "Leads";
      prompt = "You lead from an option.";
      mode = "primary";
      permissions.bash.intent = "ask";
    };
    skills.spoken = "---\nname: spoken\ndescription: Comes from Nix\n---\n# Spoken\n";
    commands.polish = "---\ndescription: Polishes\nbehavior:\n  execution: agent\n  capability: fast\n---\nPolish.\n";

    harnesses = {
      claude-code = {
        enable = true;
        configDir = ".config/claude";
      };
      codex = {
        enable = true;
        configDir = ".config/codex";
      };
      copilot = {
        enable = true;
        configDir = "${toString work}/home/.config/copilot/";
      };
      kode = {
        enable = true;
        configDir = "tools/kode";
      };
      opencode = {
        enable = true;
        configDir = "tools/opencode";
      };
      pi = {
        enable = true;
        configDir = "tools/pi";
      };
    };

    settings = {
      harnesses = [
        "claude-code"
        "codex"
        "copilot"
        "kode"
        "opencode"
        "pi"
      ];
      models.claude-code.nixie = "opus";
      tiers.claude-code = {
        fast = "haiku";
        balanced = "sonnet";
        strong = "opus";
      };
      pi.primary = "leader";
      opencode.require_plugin = false;
      allow_tools = [ "mcp__notes" ];
      gate_command = "/opt/surcingle/gate";
      home = "${toString work}/home";
      log = "~/decisions.jsonl";
      hub_url = "https://hub.example.com";
      kode = {
        deny = [ "skill:dangerous-*" ];
        native_skills_dir = "/opt/skills";
      };
      skills = {
        enforce_allowed_tools = true;
        ignore = [ "skill-no-escalation" ];
      };
      sandbox = {
        use = "on";
        read = [ "/opt" ];
        write = [ "~/.cache/tool" ];
        git = "write";
        hide = [ "~/.secrets" ];
        protect = [ "locked" ];
        env = [ "NPM_TOKEN" ];
        max_mounts = 200;
      };
    };
  };
}
