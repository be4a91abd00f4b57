/** Coverage of the document "Agent Skills". */
import { type CoveredDocument, differs, works } from "./row.ts";

const examples = "test/documents/examples.test.ts";
const loadedAnyway =
  "An error in the open standard. In the profile of Claude Code it is a warning, and the directory is used, because the client lists such skills.";

export const agentSkills: CoveredDocument = {
  title: "Agent Skills guide",
  about: "SKILL.md, its fields, hooks and checklist",
  rows: [
    differs("name: kebab-case, equal to the directory", loadedAnyway, "test/skills/corpus.ts > wrong-directory"),
    works("description is required", "test/skills/corpus.ts > empty-description"),
    works("license", "src/parse/skill.test.ts > license: [MIT]"),
    works("compatibility: target runtimes", "src/harness/render/compatibility.test.ts > compatibility ${written}"),
    works("metadata", "src/parse/skill.test.ts > metadata: text"),
    works("allowed-tools: a list", "test/skills/corpus.ts > tools-as-text"),
    differs(
      "version: a string",
      "A numeric or empty version is only a warning: real skills have them, and nothing depends on it.",
      "src/parse/skill.test.ts > version: 1.2",
    ),
    works("triggers: a list", "src/parse/skill.test.ts > triggers: one word"),
    works("portable", "src/parse/skill.test.ts > portable: maybe"),
    works("context: fork", "src/parse/skill.test.ts > context: spoon"),
    works("user-invocable", "src/parse/skill.test.ts > user-invocable: nope"),
    works("disable-model-invocation", "src/parse/skill.test.ts > disable-model-invocation: 'true'"),
    works("agent names an agent", "test/diagnostics/unknown-agent.skill/expected.txt > runs as unknown agent"),
    works("model", "src/parse/skill.test.ts > model: 4"),
    works("argument-hint", "src/parse/skill.test.ts > argument-hint: [path]"),
    works("hooks: a list", "test/diagnostics/bad-hook/expected.txt > bad-hook"),
    works(
      "The description says when to use the skill, and which words trigger it",
      "test/diagnostics/skill-description-triggers/expected.txt > skill-description-triggers",
    ),
    works(
      "A plain description with `Triggers: x`",
      "src/formats/yaml.test.ts > a value that has to be quoted gets the hint to quote it",
    ),
    works("Matrix: default", "src/model/skill.test.ts > by default people and the model find it"),
    differs(
      "Matrix: user-invocable false",
      "Clients without this field also list the skill for people; there the field is reported as lost.",
      "src/model/skill.test.ts > without the slash menu the model still finds it",
    ),
    works(
      "Matrix: disable-model-invocation true",
      "src/harness/render/skill-commands.test.ts > becomes what the client supports",
    ),
    differs(
      "Matrix: both",
      "Complete on Claude Code and OpenCode; elsewhere the missing field is reported as lost.",
      "src/harness/render/skill-commands.test.ts > becomes what the client supports",
    ),
    works(
      "Three stages of loading, with budgets",
      "src/cli/commands/skill/check.test.ts > each verdict estimates what the three stages of loading cost",
    ),
    works("A description has fewer than 1024 characters", "test/skills/corpus.ts > description-1024"),
    works("A body has fewer than 300 lines", "test/diagnostics/skill-long-body/expected.txt > skill-long-body"),
    works(
      "Directory structure and executable bits",
      "src/build/generate.test.ts > skills are copied completely, with their executable bits",
    ),
    works("One level deep", "test/diagnostics/skill-link-depth/expected.txt > skill-link-depth"),
    works("The template of a body", "test/diagnostics/skill-placeholder/expected.txt > skill-placeholder"),
    works(
      "`$ARGUMENTS`",
      "src/cli/commands/skill/resolve.test.ts > a name is looked up in the roots, and commands are listed on standard error",
    ),
    works(
      "`$ARGUMENTS[N]` and `$N`, counted from 0",
      "src/skill/kode/substitute.test.ts > a single argument is split into words, several are used as they are",
    ),
    works(
      "The same in commands of OpenCode and Pi",
      "src/harness/render/skill-commands.test.ts > arguments are counted from one, and $ARGUMENTS stays",
    ),
    works("`${CLAUDE_SESSION_ID}`", "src/skill/kode/substitute.test.ts > without a session its placeholder stays"),
    differs(
      "Arguments of skills outside Claude Code",
      "OpenCode and Pi get a command for them. Codex, Copilot and Kode read a skill as it is written; this is reported.",
      "src/harness/render/skill-commands.test.ts > becomes what the client supports",
    ),
    differs(
      "!`command` is replaced when the skill loads",
      "Only with `--run-commands`, and by Claude Code itself: a text should not run programs unless requested.",
      "src/skill/kode/resolve.test.ts > a command is listed and not run",
    ),
    works(
      "A hook in the list form can deny",
      "src/harness/claude-code/client/skills.client.ts > /guarded may not write protected.txt",
    ),
    differs(
      "Hooks outside Claude Code",
      "OpenCode and Pi run hooks before and after a tool, through our gate. Codex, Copilot and Kode do not report which skill is in use, and list hooks as lost.",
      "src/harness/opencode/plugin/plugin-skills.test.ts > a skill's hooks run before and after a tool; any failure denies the call",
    ),
    works(
      "Seventeen events in three categories",
      "src/model/skill.test.ts > there are seventeen hook events in three categories, and none is listed twice",
    ),
    works(
      "A hook answers allow or deny in JSON",
      "src/harness/claude-code/skills.test.ts > an answer denies although the exit code is 0",
    ),
    works("Exit 0 allows, any other denies", "src/harness/claude-code/skills.test.ts > any failure denies"),
    works("A hook path relative to the skill", "src/harness/claude-code/skills.test.ts > is written as"),
    works(
      "`${SKILL_DIR}`",
      "src/harness/render/skill-commands.test.ts > a skill's command names the folder, runs isolated in the agent, and does not run shell code",
    ),
    works("Scripts print clean text", "test/diagnostics/skill-script-output/expected.txt > skill-script-output"),
    works(
      "Scripts print hints on standard error",
      "test/diagnostics/skill-script-hints/expected.txt > skill-script-hints",
    ),
    works(
      "context: fork runs in a separate context",
      "src/harness/opencode/client/skills.client.ts > /dependency-audit runs in security-auditor",
    ),
    differs(
      "allowed-tools blocks other tools",
      "It blocks where a run has a defined end: forks, isolated commands and `skill exec`. In the session it blocks until the next prompt if `skills.enforce_allowed_tools` is set; by default it does not, because no client reports when a skill ends.",
      "src/gate/skill-list.test.ts > tools that a skill does not list are denied, listed ones are left to other rules, and reading is free",
    ),
    differs(
      "agent and model overrides",
      "Claude Code has both, OpenCode the agent of a fork; the others report them as lost.",
      "test/skills/docs.test.ts > the portability table matches the harnesses",
    ),
    works("Portability tiers and fallbacks", "test/skills/docs.test.ts > the portability table matches the harnesses"),
    works(
      "portable: true only without extensions",
      "test/diagnostics/skill-not-portable/expected.txt > skill-not-portable",
    ),
    differs("Checklist: kebab-case", loadedAnyway, "test/skills/corpus.ts > double--hyphen"),
    differs("Checklist: name is the directory", loadedAnyway, "test/skills/corpus.ts > wrong-directory"),
    works(
      "Checklist: Use when and Triggers",
      "test/diagnostics/skill-description-triggers/expected.txt > skill-description-triggers",
    ),
    works("Checklist: description below 1024", "test/skills/corpus.ts > description-1024"),
    differs(
      "Checklist: SKILL.md in upper case",
      "`skill.md` is a warning and is written as SKILL.md, because the reference validator accepts it.",
      "test/diagnostics/skill-file-name/expected.txt > skill-file-name",
    ),
    works("Checklist: links exist", "test/diagnostics/skill-broken-link/expected.txt > skill-broken-link"),
    works("Checklist: no placeholder text", "test/diagnostics/skill-placeholder/expected.txt > skill-placeholder"),
    works("Checklist: When to Escalate", "test/diagnostics/skill-no-escalation/expected.txt > skill-no-escalation"),
    works("Checklist: a version", "test/diagnostics/skill-no-version/expected.txt > skill-no-version"),
    differs(
      "Checklist: hooks are tested",
      "Hooks are read but not run: a check should not run a skill's programs.",
      "test/diagnostics/skill-hook-exit/expected.txt > skill-hook-exit",
    ),
    works("Checklist: clean output", "test/diagnostics/skill-script-output/expected.txt > skill-script-output"),
    works("Checklist: hints on failure", "test/diagnostics/skill-script-hints/expected.txt > skill-script-hints"),
    works(
      "The profile of the open standard",
      "test/skills/own.test.ts > skills without extensions are valid in the open standard; of others only the extensions are rejected",
    ),
    works(
      "Open standard: compatibility has 1 to 500 characters",
      "src/parse/skill.test.ts > compatibility of the open standard has 1 to 500 characters",
    ),
    works(
      "The printed front matter, fork and hooks",
      `${examples} > skills: the first front matter, the fork and the hooks are valid as they are printed`,
    ),
    works(
      "The printed examples of invocation",
      `${examples} > skills: each example of invocation is valid as it is printed`,
    ),
    differs(
      "The printed examples of tool sandboxing, invocability and overrides",
      "They have no description, which the document requires; with one they are valid.",
      `${examples} > has no description as it is printed, and is valid with one`,
    ),
    works(
      "The printed template of a body",
      `${examples} > skills: the body template has each section, and only its linked file is missing`,
    ),
    works(
      "The printed examples of arguments, commands, offloading and handoff",
      `${examples} > skills: the examples of arguments, commands and scripts resolve as the document says`,
    ),
    works(
      "The printed good and bad messages of a script",
      `${examples} > skills: the good message of a script passes, the bad one warns`,
    ),
    works(
      "Real skills load in the profile of Claude Code",
      "src/parse/skill.test.ts > is repaired with a warning, and rendered repaired",
    ),
  ],
};
