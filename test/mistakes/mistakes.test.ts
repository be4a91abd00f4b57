/** Tests common mistakes and the text people see: each says where, what, and what to do; none is silent or raw. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runProgram } from "../../src/cli/command-line.ts";
import { makeScratch, writeFiles } from "../support/make-root.ts";

const scratch = makeScratch("mistakes");

const toml = 'name = "a"\ndescription = "Does a"\n';
const bash = (rules: string): string => `${toml}[permissions.bash]\nintent = "ask"\nrules = [${rules}]\n`;
const edit = (rules: string): string => `${toml}[permissions.edit]\nintent = "ask"\nrules = [${rules}]\n`;
const fetch = (rules: string): string => `${toml}[permissions.webfetch]\nintent = "ask"\nrules = [${rules}]\n`;
const skill = (front: string): string => `---\n${front}\n---\nDo it.\n`;
const prompt = { "agents/a/system-prompt.md": "Do a.\n" };

type Files = Readonly<Record<string, string>>;
interface Mistake {
  readonly name: string;
  readonly files?: Files;
  readonly argv?: readonly string[];
}

const agent = (name: string, text: string, more: Files = prompt): Mistake => ({
  name,
  files: { "agents/a/agent.toml": text, ...more },
});
const typed = (name: string, ...argv: readonly string[]): Mistake => ({
  name,
  files: { "agents/a/agent.toml": bash('"ls *:allow"'), ...prompt },
  argv,
});

const mistakes: readonly Mistake[] = [
  agent("a comma is missing", 'name = "a"\ndescription = "Does a"\nskills = ["x" "y"]\n'),
  agent("a quote is not closed", 'name = "a\ndescription = "Does a"\n'),
  agent("a value has no quotes", "name = a\n"),
  agent("YAML in a TOML file", "name: a\ndescription: Does a\n"),
  agent("a key twice", `${toml}name = "b"\n`),
  agent("no name", 'description = "Does a"\n'),
  agent("no description", 'name = "a"\n'),
  agent("an empty description", 'name = "a"\ndescription = ""\n'),
  agent("a description of two lines", 'name = "a"\ndescription = "One\\nTwo"\n'),
  agent("a name with capitals", 'name = "Reviewer"\ndescription = "Does a"\n'),
  agent("a name with a blank", 'name = "code reviewer"\ndescription = "Does a"\n'),
  agent("a name that is not its directory", 'name = "b"\ndescription = "Does a"\n[permissions.bash]\nintent = "ask"\n'),
  agent("a misspelled field", `${toml}desciption = "x"\n`),
  agent("tools as in Claude Code", `${toml}tools = ["Read"]\n`),
  agent("a model in agent.toml", `${toml}model = "opus"\n`),
  agent("a prompt in agent.toml", `${toml}prompt = "You are a."\n`),
  agent("mcp in agent.toml", `${toml}mcp = ["github"]\n`),
  agent("hooks in agent.toml", `${toml}[hooks]\nx = "y"\n`),
  agent("an unknown mode", `${toml}mode = "main"\n`),
  agent("max_turns as text", `${toml}max_turns = "10"\n`),
  agent("max_turns zero", `${toml}max_turns = 0\n`),
  agent("tags as text", `${toml}tags = "a, b"\n`),
  agent("a date", `${toml}since = 2024-01-01\n`),
  agent("no prompt file", `${toml}[permissions.bash]\nintent = "ask"\n`, {}),
  agent("an empty prompt file", `${toml}[permissions.bash]\nintent = "ask"\n`, { "agents/a/system-prompt.md": "" }),
  agent("an unknown skill", `${toml}skills = ["comit"]\n`, {
    ...prompt,
    "skills/commit/SKILL.md": skill("name: commit\ndescription: Commits. Use when done."),
  }),
  agent("an unknown rule file", `${toml}rules = ["languages/nix"]\n`),
  agent("context seen from agents/", `${toml}context = ["../context/profile.md"]\n`, {
    ...prompt,
    "context/profile.md": "x\n",
  }),
  agent("context outside the root", `${toml}context = ["../../../x.md"]\n`),
  agent("an unknown role", `${toml}role = "explorr"\n`),
  agent("an unknown delegate", `${toml}delegates = ["b"]\n[permissions.bash]\nintent = "ask"\n`),
  agent("no permissions", toml),
  agent("an unknown tool", `${toml}[permissions.shell]\nintent = "ask"\n`),
  agent("a misspelled tool", `${toml}[permissions.web_fetch]\nintent = "ask"\n`),
  agent("permissions without intent", `${toml}[permissions.bash]\nrules = ["ls *:allow"]\n`),
  agent("an unknown intent", `${toml}[permissions.bash]\nintent = "prompt"\n`),
  agent("permissions as a word", `${toml}[permissions]\nbash = "ask"\n`),
  agent("rules as a table", `${toml}[permissions.bash]\nintent = "ask"\n[permissions.bash.rules]\n"ls *" = "allow"\n`),
  agent("a rule without an action", bash('"git status"')),
  agent("an unknown action", bash('"git status:alow"')),
  agent("action first", bash('"allow:git status"')),
  agent("a blank before the action", bash('"git status: allow"')),
  agent("an empty pattern", bash('":allow"')),
  agent("a rule in Claude Code's form", bash('"Bash(git push:*):deny"')),
  agent("a pipe in a pattern", bash('"curl * | sh:deny"')),
  agent("&& in a pattern", bash('"cd x && make:allow"')),
  agent("an unknown pack", bash('"@readng"')),
  agent("a pack of another tool", bash('"@lock-files"')),
  agent("a rule that can never match", bash('"git *:allow", "git push *:deny"')),
  agent("braces in a pattern", edit('"src/{a,b}/**:allow"')),
  agent("a question mark in a pattern", edit('"src/?.ts:allow"')),
  agent(".. in a path", edit('"../other/**:allow"')),
  agent("an address without a scheme", fetch('"github.com:allow"')),
  agent("an agent in one Markdown file", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "agents/old.md": skill("name: old\ndescription: Old"),
  }),
  agent("agent.toml one level too high", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "agents/agent.toml": toml,
  }),
  agent("a skill without front matter", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "skills/s/SKILL.md": "Do it.\n",
  }),
  agent("front matter that is not closed", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "skills/s/SKILL.md": "---\nname: s\nDo it.\n",
  }),
  agent("a colon in an unquoted description", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "skills/s/SKILL.md": skill("name: s\ndescription: Use when: always"),
  }),
  agent("a tab in YAML", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "commands/c.md": skill("description: Does c\nbehavior:\n\texecution: agent"),
  }),
  agent("a skill name that is not its directory", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "skills/s/SKILL.md": skill("name: t\ndescription: Does s. Use when needed."),
  }),
  agent("an unknown word of behavior", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "commands/c.md": skill("description: Does c\nbehavior:\n  execution: subagent"),
  }),
  agent("a command without a description", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "commands/c.md": skill("behavior:\n  tools: read-only"),
  }),
  agent("an unknown setting", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "surcingle.toml": 'harness = ["pi"]\n',
  }),
  agent("an unknown client in the settings", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "surcingle.toml": 'harnesses = ["claud"]\n',
  }),
  agent("allow_tools with a governed tool", `${toml}[permissions.bash]\nintent = "ask"\n`, {
    ...prompt,
    "surcingle.toml": 'allow_tools = ["Bash"]\n',
  }),
  agent("a byte order mark", `\uFEFF${toml}`),
  { name: "a directory without definitions", files: { "notes.txt": "x\n" } },
  {
    name: "two agents of one name",
    files: {
      "agents/a/agent.toml": bash('"ls *:allow"'),
      ...prompt,
      "agents/b/agent.toml": bash('"ls *:allow"'),
      "agents/b/system-prompt.md": "Do b.\n",
    },
  },
  { name: "a root that does not exist", argv: ["check", "--root", "/nowhere/agents"] },
  typed("a misspelled command", "chek"),
  typed("a misspelled option", "check", "--rot", "."),
  typed("an option without its value", "check", "--root"),
  typed("an unknown client", "check", "--harness", "claud"),
  typed("build without --out", "build"),
  typed("an unknown agent", "explain", "b", "bash", "ls"),
  typed("an unknown tool of explain", "explain", "a", "shell", "ls"),
  typed("explain without a command", "explain", "a", "bash"),
  typed("an agent that show does not know", "show", "reviewr"),
  typed("a source that does not exist", "import", "cursor"),
  typed("a settings file that does not exist", "check", "--settings", "/nowhere/x.toml"),
  typed("an unknown code", "explain-code", "bad-rul"),
  agent("typographic quotes", "name = “a”\n"),
  agent("[permission.bash]", `${toml}[permission.bash]\nintent = "ask"\n`),
  agent("a list for each verdict", `${toml}[permissions.bash]\nintent = "ask"\nallow = ["ls *"]\n`),
  agent("an intent with a capital", `${toml}[permissions.bash]\nintent = "Allow"\n`),
  agent("a blank after the colon", bash('"rm *: deny"')),
  agent("a table twice", `${bash("")}[permissions.bash]\nintent = "ask"\n`),
  agent("two commas", bash('"ls *:allow",,')),
  agent("a skill as a path", `${toml}skills = ["./skills/x"]\n`),
  agent("context by an absolute path", `${toml}context = ["/etc/hostname"]\n`),
  agent("a prompt file of another name", bash('"ls *:allow"'), { "agents/a/prompt.md": "Do a.\n" }),
  { name: "agent.toml with a capital", files: { "agents/a/Agent.toml": bash('"ls *:allow"'), ...prompt } },
  agent("skill/ beside agents/", bash('"ls *:allow"'), { ...prompt, "skill/x/SKILL.md": skill("name: x") }),
  agent("settings as JSON", bash('"ls *:allow"'), { ...prompt, "surcingle.json": "{}" }),
  agent("harnesses as text", bash('"ls *:allow"'), { ...prompt, "surcingle.toml": 'harnesses = "pi"\n' }),
  agent("a client without support", bash('"ls *:allow"'), { ...prompt, "surcingle.toml": 'harnesses = ["cursor"]\n' }),
  typed("agents/ as the root", "check", "--root", "agents"),
  typed("a file as the root", "check", "--root", "/etc/hostname"),
  typed("an empty directory name", "apply", "--to", ""),
  typed("a target that does not exist", "apply", "--to", "/nowhere/home"),
  typed("a command without quotes", "explain", "a", "bash", "git", "push"),
  typed("tool before agent", "explain", "bash", "a", "ls"),
  typed("an unknown format", "report", "--format", "pdf"),
  agent("intent outside of a table", `${toml}intent = "ask"\n`),
  agent("a name with an underscore", 'name = "my_agent"\ndescription = "Does a"\n'),
  agent("rules as one text", `${toml}[permissions.bash]\nintent = "ask"\nrules = "git *:allow"\n`),
  agent("a rule as a table", bash('{ pattern = "git *", action = "allow" }')),
  agent("a tool of another client", `${toml}[permissions.write]\nintent = "deny"\n`),
  agent("a shell by another name", `${toml}[permissions.Shell]\nintent = "deny"\n`),
  agent("skills as a table", `${toml}[skills]\nx = true\n`),
  agent("skills as one text", `${toml}skills = "x"\n`),
  agent("itself as a delegate", `${toml}delegates = ["a"]\n[permissions.bash]\nintent = "ask"\n`),
  agent("alternatives of a regular expression", bash('"^git (push|pull)$:deny"')),
  agent("everything before something", bash('"*:allow", "rm *:deny"')),
  agent("a rule twice with two actions", bash('"git *:allow", "git *:deny"')),
  agent("a schema version", `schema = "1.1.0"\n${toml}`),
  { name: "agent.yaml", files: { "agents/a/agent.yaml": "name: a\n", ...prompt } },
  agent("a directory with notes only", bash('"ls *:allow"'), { ...prompt, "agents/b/notes.txt": "later" }),
  agent("a sandbox that is true", bash('"ls *:allow"'), { ...prompt, "surcingle.toml": "[sandbox]\nuse = true\n" }),
  agent("a model without its client", bash('"ls *:allow"'), { ...prompt, "surcingle.toml": '[models]\na = "opus"\n' }),
  agent("a model of an unknown agent", bash('"ls *:allow"'), {
    ...prompt,
    "surcingle.toml": '[models.claude-code]\nreviewer = "opus"\n',
  }),
  agent("require_plugin as text", bash('"ls *:allow"'), {
    ...prompt,
    "surcingle.toml": '[opencode]\nrequire_plugin = "true"\n',
  }),
  typed("a verb that other tools have", "install"),
  typed("an option of another command", "check", "--out", "x"),
  typed("one hyphen", "check", "-strict"),
  typed("a command as two words", "explain", "a", "bash", "git", "status"),
  typed("a shell without completion", "completion", "powershell"),
  typed("a kind without a schema", "schema", "agents"),
];

const raw =
  /\bE(?:NOENT|ACCES|ISDIR|NOTDIR|PERM|EXIST|INVAL)\b|SyntaxError|TypeError|Unexpected token|position \d+|\bat Object\.|node:internal|YAMLParse/;
const says =
  /= help: |did you mean|; (?:choose|see|known)|See `surcingle |is missing: |\^+ \S|needs a value|\bwrite\b|are needed/;
let shown = "";

for (const { name, files = {}, argv } of mistakes)
  test(name, async () => {
    const root = mkdtempSync(join(scratch, "root-"));
    writeFiles(root, files);
    let text = "";
    const print = (more: string): void => {
      text += more;
    };
    const words = argv ?? ["check", "--strict"];
    const isRooted =
      !["chek", "completion", "explain-code", "import", "schema"].includes(words[0]!) &&
      !words.includes("--rot") &&
      !words.includes("--root");
    const code = await runProgram(isRooted ? [...words, "--root", root] : words, {
      cwd: root,
      env: { HOME: join(scratch, "nobody"), PATH: "" },
      out: () => undefined,
      err: print,
      isTerminal: false,
      readInput: async () => "",
    });
    shown += `## ${name}\n\n${text.replaceAll(root, "ROOT").trimEnd()}\n\n`;
    assert.notEqual(code, 0, "it is silent");
    assert.notEqual(code, 3, text);
    assert.doesNotMatch(text, raw);
    assert.match(text, /`|\^|-->/);
    assert.match(text, says, "it does not say what to do");
    if (!argv) assert.match(text, /--> \S+|root/, "it does not say where");
  });

/** The page is for reading; each text must follow the rules above, not match byte for byte. */
test("texts.md shows every mistake", () => {
  const path = join(import.meta.dirname, "texts.md");
  const page = `# What people see\n\nWritten by \`UPDATE=1\` on mistakes.test.ts.\n\n${shown.trimEnd()}\n`;
  if (process.env["UPDATE"]) writeFileSync(path, page);
  assert.ok(mistakes.length >= 70, String(mistakes.length));
  const titles = [...readFileSync(path, "utf8").matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  assert.deepEqual(
    titles,
    mistakes.map(({ name }) => name),
  );
});
