# Builds definitions written in Nix and checks the output; invalid ones must be refused with the name of their option.
{ pkgs, self }:
let
  inherit (pkgs) lib;

  evaluateWith = import ./evaluate-home.nix { inherit lib pkgs self; };

  claude =
    options:
    (evaluateWith "/home/someone/.config" { } (
      {
        enable = true;
        harnesses.claude-code.enable = true;
      }
      // options
    )).home.file.".claude".source;

  built = options: pkgs.runCommand "built" { } "ln -s ${claude options} $out";

  reader = {
    description = "Reads \"everything\" \\ and changes nothing";
    prompt = "You read.\n";
    skills = [ "commit-message" ];
    permissions = {
      edit.intent = "deny";
      bash = {
        intent = "ask";
        rules = [
          "git log*:allow"
          "git *:deny"
        ];
      };
    };
  };

  roots = [ ../../templates/default/definitions ];

  tree = claude {
    inherit roots;
    exclude = [ "agents/reviewer" ];
    agents = {
      inherit reader;
      # The root has an agent of this name too, but it is excluded.
      reviewer = reader // {
        prompt = ./inline.nix;
        context = [ ./inline.nix ];
        delegates = [ ];
      };
    };
    skills.spoken = ''
      ---
      name: spoken
      description: "Comes from Nix. Use when options are tried. Triggers: options."
      ---
      # Spoken

      ## When to Escalate

      - Never.
    '';
    skills.copied = pkgs.runCommand "copied" { } ''
      mkdir $out
      printf -- '---\nname: copied\ndescription: "A folder. Use when folders are tried."\n---\n# Copied\n' > $out/SKILL.md
    '';
    commands.tidy = "---\ndescription: Tidies up\n---\nTidy.\n";
  };

  # The configuration of a managed machine whose floor has two mistakes.
  wrongFloor =
    let
      file = (import ./managed.nix { inherit pkgs self; }).fileOf {
        floor.bash.rules = [
          "sudo *:denied"
          "su *:denied"
        ];
      };
    in
    pkgs.runCommand "built" { } "ln -s ${file} $out";

  refusedRules = rules: {
    text = "programs.surcingle.agents.reader.permissions.bash.rules, entry 1";
    drv = built {
      agents.reader = {
        inherit (reader) description prompt;
        permissions.bash = {
          intent = "ask";
          inherit rules;
        };
      };
    };
  };

  # Derivations that must fail, with the text that their log must contain. testing/refused.sh builds them, because a check
  # cannot depend on a failure.
  refused = {
    wrong-rule = refusedRules [ "git log*:alow" ];
    # If there are several errors, the log ends with the first.
    several-wrong-rules = refusedRules [
      "git log*:alow"
      "git diff*:denny"
      "git show*:aks"
    ];
    wrong-floor = {
      text = "surcingle.managed.agents.managed-floor.permissions.bash.rules, entry 1";
      drv = wrongFloor;
    };
    same-name = {
      text = "agents/reviewer is defined both in Nix and in";
      drv = built {
        inherit roots;
        agents.reviewer = reader;
      };
    };
    unknown-exclude = {
      text = "lists definitions that are not in any root: agents/nobody";
      drv = built {
        inherit roots;
        exclude = [ "agents/nobody" ];
      };
    };
  };
in
{
  inherit refused;

  check = pkgs.runCommand "surcingle-inline-definitions" { } ''
    wrong=
    holds() { grep -q -- "$1" "$2" || { echo "$2 does not say: $1" >&2; cat "$2" >&2; wrong=1; }; }
    holds 'description: "Reads \\"everything\\" \\\\ and changes nothing"' ${tree}/agents/reader.md
    holds '^You read\.$' ${tree}/agents/reader.md
    holds 'commit-message' ${tree}/agents/reader.md
    # Order survives: the first match decides.
    holds '"git log\*"' ${tree}/surcingle/reader.json
    tr -d ' \n' < ${tree}/surcingle/reader.json | grep -q 'gitlog\*.*git\*' || { echo "rules lost their order" >&2; wrong=1; }
    holds 'Builds definitions written in Nix' ${tree}/agents/reviewer.md
    for skill in spoken copied tidy; do [ -e ${tree}/skills/$skill/SKILL.md ] || { echo "no $skill" >&2; wrong=1; }; done
    [ -z "$wrong" ]
    touch $out
  '';
}
