/** Coverage of the document "Canonical agent.toml". */
import { type CoveredDocument, differs, works } from "./row.ts";

const fields = "src/parse/parse.test.ts";
const openCode = "src/harness/opencode/golden/sample-agent/agents/chiron.md";
const claude = "src/harness/claude-code/golden/sample-agent/agents/chiron.md";
const examples = "test/documents/examples.test.ts";
const code = (name: string): string => `test/diagnostics/${name}/expected.txt > ${name.split(".")[0]}`;

export const agentToml: CoveredDocument = {
  title: "Canonical agent.toml",
  about: "the schema of an agent definition",
  rows: [
    works("`name`: lower case, unique", code("bad-name")),
    works("two agents of one name are an error", code("duplicate-name")),
    works("`description` is required, one line", `${fields} > a description of two lines`),
    works("`description` has no full stop at its end", code("trailing-period")),
    differs(
      "`display_name` is the label in OpenCode's picker",
      "OpenCode shows `name`, which is also the agent's id: a label there would change what delegation and settings refer to. It is kept as a comment and reported as lost.",
      "src/harness/opencode/render.test.ts > a label is written as a harmless comment",
    ),
    works("`mode`: primary, subagent, all", `${fields} > absent fields have defaults`),
    works(
      "`tags` are not rendered, and reported as lost",
      "src/harness/laws.test.ts > a field changes the output, or a loss names it",
    ),
    works("`max_turns` becomes steps and maxTurns", `${claude} > maxTurns: 50`),
    works("`max_turns` is a whole number of at least 1", `${fields} > a fractional number of turns`),
    works("`skills` name skills of the root", code("unknown-skill")),
    works("`context` is relative to the agent", code("unknown-context")),
    works("`rules` name files below rules/", code("unknown-rule")),
    works("Pi: the primary agent is SYSTEM.md; two need `pi.primary`", code("pi-primary")),
    works("a permission table needs `intent`", code("missing-field.intent")),
    works('rules are `"pattern:action"`', "src/parse/permissions.test.ts > a rule is split at its last colon"),
    works("a rule without an action, or with another one, is an error", code("bad-rule.action")),
    works("the first match wins, then the intent", 'src/policy/decide.test.ts > bashTable("first match"'),
    works("rules keep their order", `${fields} > rules keep their order and their position`),
    works("six tools, others are errors", code("unknown-tool")),
    works("the simple and the structured example", `${examples} > permissions build as they are printed`),
    differs(
      "`*` is one segment or word",
      "A `*` at the end of a command pattern matches everything up to the end, as all examples in the document assume.",
      'src/base/glob.test.ts > style === "words"',
    ),
    works("`**` is any number of segments", "src/base/glob.test.ts > **"),
    works("model, prompt, mcp and hooks are left out of the schema", code("excluded-field")),
    works("dates and times are errors with the text to write", code("toml-date")),
    differs(
      "fields that a client cannot map are dropped silently",
      "They are dropped and listed in the report, so that authors do not rely on them.",
      "src/harness/laws.test.ts > a field changes the output, or a loss names it",
    ),
    works("OpenCode: permissions as a map", `${openCode} > permission:`),
    works("Claude Code: tools and a gate", `${claude} > tools:`),
    differs(
      "Claude Code: `question` is not a tool",
      "The client now has AskUserQuestion, so the permission is enforced there.",
      "test/gate/claude-code.slow.test.ts > a question of an agent that may not ask one",
    ),
    differs(
      "Claude Code: `external_directory` is not supported",
      "The gate judges paths outside the project, so it is enforced.",
      "test/gate/claude-code.slow.test.ts > reading in a directory that `external_directory` denies",
    ),
    differs(
      "Pi: context and rules are ignored",
      "Both are written into the prompt: without its rules, an agent would behave differently.",
      "src/harness/pi/golden/rules-and-context/agents/full.md > # Rules",
    ),
    works(
      "Pi: subagents have name, description and skills",
      "src/harness/pi/agents.test.ts > pi-subagents reads every field as written",
    ),
    works(
      "Pi: webfetch, websearch and question do not exist, and that is reported",
      "src/harness/pi/agents.test.ts > a tool that the client does not have cannot be called",
    ),
    works("Pi: AGENTS.md shows the label", "src/harness/pi/golden/two-primaries/AGENTS.md > **Number one** (`one`)"),
    works(
      "Claude Code ignores `display_name`",
      "src/harness/claude-code/golden/sample-agent/losses.txt > display_name",
    ),
    works(
      "the sample chiron builds as it is printed",
      `${examples} > agent.toml: the sample builds as it is printed, with the keys that the document lists`,
    ),
    works(
      "the keys are those that Nix's fromTOML returns",
      "test/toml/against-nix.slow.test.ts > fromTOML reads the documented sample with the same keys as we do",
    ),
    works("the schema has a version", "src/cli/main.test.ts > the schemas are JSON that an editor can read"),
    works(
      "a command and a skill of one name clash only where both become one file",
      "src/harness/render/clashes.test.ts > a command and a skill of one name can both exist in",
    ),
    works("TOML is read as Nix reads it", "test/toml/against-nix.slow.test.ts > Nix reads what we read, the same way"),
  ],
};
