/** Coverage of the document "Extension Behavior & Deployment". */
import { type CoveredDocument, differs, works } from "./row.ts";

export const behaviour: CoveredDocument = {
  title: "Extension behaviour RFC",
  about: "`behavior` and `agents` in the front matter of commands",
  rows: [
    works(
      "`behavior:` and `agents:` are two new, optional sections of a command",
      "src/parse/command.test.ts > fields of other tools are dropped with a warning",
    ),
    works(
      "`execution`: command, isolated or agent; default command",
      "src/parse/command.test.ts > without a behavior, a command has the defaults",
    ),
    works(
      "`capability`: fast, balanced, strong",
      "src/parse/command.test.ts > every value of ${field} is accepted, and no other",
    ),
    works(
      "`effort`: low, medium, high, max",
      "src/parse/command.test.ts > every value of ${field} is accepted, and no other",
    ),
    differs(
      "An unknown key of `behavior` is ignored",
      "It is ignored with a warning; one that looks like a misspelled `tools` or `invocation` is an error, because ignoring it would drop a limit.",
      "src/parse/command.test.ts > a misspelled field that limits something is an error",
    ),
    works(
      "`tools`: four presets, a string or a list",
      "src/parse/command.test.ts > tools are a preset, a text as written, or a list joined by spaces",
    ),
    works(
      "`invocation` and `visibility` words",
      "src/parse/command.test.ts > every value of ${field} is accepted, and no other",
    ),
    works("`color`: eight words", "src/parse/command.test.ts > every value of ${field} is accepted, and no other"),
    works("Claude: isolated is `context: fork`", "src/harness/claude-code/commands.test.ts > context: fork"),
    works("Copilot: isolated is `mode: agent`", "src/harness/copilot/commands.test.ts > mode: agent"),
    works(
      "Claude: agent is routing only",
      "src/harness/claude-code/commands.test.ts > fields that only skills have are dropped from an agent, with a note",
    ),
    works("Copilot: agent is `mode: agent`", "src/harness/copilot/commands.test.ts > mode: agent"),
    works(
      "Claude: model ids for the three capabilities",
      "src/harness/claude-code/commands.test.ts > tiers of the settings come before the table",
    ),
    works("effort on Claude is `effort`", "src/harness/claude-code/commands.test.ts > effort"),
    works(
      "effort on Codex is `effort`",
      "src/harness/codex/commands.test.ts > an agent with every tool is a custom agent, with its effort in the client's words",
    ),
    works("read-only on Claude is `Read Grep Glob`", "src/harness/claude-code/commands.test.ts > Read Grep Glob"),
    differs(
      "read-only on Copilot is `[read_file, list_directory, search_files]`",
      "`read` and `search` are added: the client knows only these names.",
      "src/harness/copilot/commands.test.ts > read_file",
    ),
    works(
      "write on Claude is `Read Write Edit Grep Glob`",
      "src/harness/claude-code/commands.test.ts > Read Write Edit Grep Glob",
    ),
    works(
      "none is an empty list",
      "src/harness/claude-code/commands.test.ts > the author's allowed-tools become the agent's tools; otherwise it would have all",
    ),
    works("full leaves the key out", "src/harness/claude-code/commands.test.ts > full"),
    works(
      "A custom text is written as it is",
      "src/parse/command.test.ts > tools are a preset, a text as written, or a list joined by spaces",
    ),
    works(
      "A YAML list is joined by spaces",
      "src/parse/command.test.ts > tools are a preset, a text as written, or a list joined by spaces",
    ),
    works(
      "explicit and automatic are `disable-model-invocation`",
      "src/harness/claude-code/commands.test.ts > disable-model-invocation",
    ),
    works("visibility user, model, both", "src/harness/claude-code/commands.test.ts > user-invocable"),
    works("color is written as it is", "src/harness/claude-code/commands.test.ts > color"),
    differs(
      "Cells without a concept are omitted silently",
      "They are omitted and listed as losses, so that an author sees what a client cannot do.",
      "src/harness/claude-code/commands.test.ts > the manifest says that a list of tools does not limit a skill but limits an agent",
    ),
    works(
      "In agent files `allowed-tools` becomes `tools`",
      "src/harness/claude-code/commands.test.ts > the author's allowed-tools become the agent's tools; otherwise it would have all",
    ),
    differs(
      "Copilot and Codex have empty cells for tools and invocation",
      "Both clients have these now, so they are written.",
      "src/harness/codex/commands.test.ts > an explicit command is hidden from the model by the file that the client reads",
    ),
    works(
      "`agents.claude` wins over `behavior`",
      "src/harness/claude-code/commands.test.ts > the author's own fields replace ours in place, others follow",
    ),
    works(
      "`agents.copilot.someCustomKey` reaches Copilot alone",
      "test/commands.test.ts > fields for one harness reach only that harness, and our vocabulary reaches none",
    ),
    works(
      "`agents:` of other clients (cursor, gemini)",
      "test/diagnostics/unknown-field.harness-name/expected.txt > is for a client that surcingle does not support",
    ),
    works(
      "Claude: command and isolated are skills",
      "src/harness/claude-code/commands.test.ts > dots in a name are hyphens in files and fields",
    ),
    works(
      "Claude: agent is `agents/{name}.md`",
      "src/harness/claude-code/commands.test.ts > the gate enforces a pattern in an agent's tools, because the client would grant the whole tool",
    ),
    works("Copilot: `agents/{name}.agent.md`", "src/harness/copilot/commands.test.ts > dots in a name stay"),
    works(
      "Codex: command is `.agents/skills/{name}/SKILL.md`",
      "src/harness/codex/commands.test.ts > an explicit command is hidden from the model by the file that the client reads",
    ),
    works("Codex: isolated in the client's own format", "src/harness/codex/commands.test.ts > .agents/skills"),
    differs(
      "Codex: agents are not supported",
      "Codex has custom agents and profiles now; a command that is an agent becomes one.",
      "src/harness/codex/commands.test.ts > an agent with every tool is a custom agent, with its effort in the client's words",
    ),
    differs(
      "Other clients: their own format, or not supported",
      "OpenCode and Pi have commands and agents and get both; Kode gets skills.",
      "src/harness/pi/commands.test.ts > an agent that only users may start is not listed for the main agent",
    ),
    works(
      "No field in the manifest; the target follows from the command",
      "test/commands.test.ts > a root can consist of commands only",
    ),
    works(
      "A Claude agent has few keys, and its body is the prompt",
      "src/harness/claude-code/commands.test.ts > fields that only skills have are dropped from an agent, with a note",
    ),
    differs(
      "isolated is never an agent definition",
      "It stays a skill. With a list of tools it also gets an agent that limits it to the list, because the client cannot limit a skill.",
      "src/harness/claude-code/forks.test.ts > an isolated command is limited to its tools in the same way",
    ),
    works(
      "extension.yml names commands and their files",
      "test/diagnostics/not-supported.extension/expected.txt > in extension.yml is not supported",
    ),
    works(
      "The example extract.md",
      "test/documents/examples.test.ts > behaviour: the extension builds as it is printed, and the deployed agent begins as the document shows",
    ),
    works(
      "The example analyzer.md, as it is printed",
      "test/documents/examples.test.ts > behaviour: the extension builds as it is printed, and the deployed agent begins as the document shows",
    ),
    works(
      "The printed agent definition",
      "test/documents/examples.test.ts > behaviour: the printed agent definition is the output of such a command",
    ),
    works(
      "The examples of custom tools, `tools: write`, `tools: full` and `agents`",
      "test/documents/examples.test.ts > behaviour: custom tools, write, full and the escape hatch build as they are printed",
    ),
    works(
      "Dots in names become hyphens",
      "src/harness/claude-code/commands.test.ts > dots in a name are hyphens in files and fields",
    ),
  ],
};
