/** Tests the gate as Claude Code starts it: the command of a rendered agent, in a real shell. A broken gate denies. */
import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { splitFrontMatter } from "../../src/formats/markdown.ts";
import { claudeCode } from "../../src/harness/claude-code/index.ts";
import { makeScratch, writeFiles } from "../support/make-root.ts";
import { renderRoots } from "../support/render-case.ts";

const scratch = makeScratch("gate");

const program = join(import.meta.dirname, "../../dist/surcingle-gate.cjs");
const project = join(scratch, "project");
mkdirSync(join(project, ".git"), { recursive: true });

/** Two agents: one may only read history, the other may edit and is one of its delegates. */
const root = join(scratch, "root");
const files: Readonly<Record<string, string>> = {
  "agents/main/agent.toml": `name = "main"
description = "Reads"
mode = "primary"
skills = ["own"]
delegates = ["sub", "quiet"]
[permissions.bash]
intent = "deny"
rules = ["git log*:allow", "git blame*:ask"]
[permissions.edit]
intent = "deny"
[permissions.external_directory]
intent = "ask"
`,
  "agents/main/system-prompt.md": "x\n",
  "agents/sub/agent.toml": `name = "sub"
description = "Edits"
mode = "subagent"
[permissions.edit]
intent = "allow"
[permissions.bash]
intent = "deny"
`,
  "agents/sub/system-prompt.md": "x\n",
  "agents/quiet/agent.toml": `name = "quiet"
description = "Asks nothing"
mode = "subagent"
[permissions.question]
intent = "deny"
[permissions.external_directory]
intent = "deny"
rules = ["/tmp/**:allow"]
`,
  "agents/quiet/system-prompt.md": "x\n",
  "skills/own/SKILL.md": "---\nname: own\ndescription: x\n---\nx\n",
};
writeFiles(root, files);
const { result } = await renderRoots([root], [claudeCode]);
const rendered = new Map(
  result!.rendered[0]!.files.map((file) => [file.path, file.kind === "whole" ? String(file.content) : ""]),
);
const page = splitFrontMatter(rendered.get("agents/main.md")!);
assert.ok(typeof page === "object");
const hook: { command: string; args: string[] } = parse(page.yaml).hooks.PreToolUse[0].hooks[0];

let count = 0;

/** A home with the rendered policies, changed by the test. */
function makeHome(change?: (policies: string) => void): string {
  const home = join(scratch, `home-${count++}`);
  const policies = join(home, ".claude/surcingle");
  mkdirSync(policies, { recursive: true });
  for (const name of ["main", "sub", "quiet"])
    writeFileSync(join(policies, `${name}.json`), rendered.get(`surcingle/${name}.json`)!);
  change?.(policies);
  return home;
}

/** A directory for PATH with the real gate in it, or something else under its name. */
function makePath(gate: string | undefined, mode = 0o755): string {
  const bin = join(scratch, `bin-${count++}`);
  mkdirSync(bin);
  if (gate === undefined) symlinkSync(program, join(bin, "surcingle-gate"));
  else if (gate !== "") {
    writeFileSync(join(bin, "surcingle-gate"), gate);
    chmodSync(join(bin, "surcingle-gate"), mode);
  }
  return `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`;
}

interface Setting {
  readonly home?: string;
  readonly path?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function ask(
  input: string | Buffer,
  { home = makeHome(), path = makePath(undefined), env = {} }: Setting = {},
): SpawnSyncReturns<string> {
  const environment = { HOME: home, PATH: path, CLAUDE_PROJECT_DIR: project, ...env };
  return spawnSync(hook.command, hook.args, { input, env: environment, cwd: project, encoding: "utf8" });
}

const call = (tool_name: string, tool_input: unknown, more: object = {}): string =>
  JSON.stringify({ hook_event_name: "PreToolUse", cwd: project, tool_name, tool_input, ...more });

function verdictOf({ stdout, status }: SpawnSyncReturns<string>): string {
  if (status === 2) return "deny by exit code";
  assert.equal(status, 0);
  return JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}

const reasonOf = ({ stdout }: SpawnSyncReturns<string>): string =>
  JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;

const calls: readonly (readonly [name: string, input: string, want: string])[] = [
  ["an allowed command", call("Bash", { command: "git log -1" }), "allow"],
  ["a command to ask about", call("Bash", { command: "git blame" }), "ask"],
  ["a command after an allowed one", call("Bash", { command: "git log; rm -rf /" }), "deny"],
  ["an edit", call("Edit", { file_path: join(project, "a.ts") }), "deny"],
  ["a new file", call("Write", { file_path: "a.ts" }), "deny"],
  ["a notebook", call("NotebookEdit", { notebook_path: "a.ipynb" }), "deny"],
  ["reading inside the project", call("Read", { file_path: join(project, "a.ts") }), "allow"],
  ["reading outside", call("Read", { file_path: "/etc/passwd" }), "ask"],
  ["reading a secret file", call("Read", { file_path: join(project, "src/.env") }), "ask"],
  ["reading an example of one", call("Read", { file_path: join(project, ".env.example") }), "allow"],
  ["searching in a secret file", call("Grep", { pattern: "x", path: ".env" }), "ask"],
  ["names of secret files", call("Glob", { pattern: ".env*" }), "allow"],
  ["reading in the folder of its own skill", call("Read", { file_path: "~/.claude/skills/own/a.md" }), "allow"],
  ["reading in the folder of another skill", call("Read", { file_path: "~/.claude/skills/other/a.md" }), "ask"],
  ["reading outside through `..`", call("Read", { file_path: `${project}/../x` }), "ask"],
  ["searching outside", call("Grep", { pattern: "x", path: "/etc" }), "ask"],
  ["searching here", call("Grep", { pattern: "x" }), "allow"],
  ["a glob that leaves the project", call("Glob", { pattern: "../**/*.pem" }), "ask"],
  ["a glob from the root of the disk", call("Glob", { pattern: "/etc/*" }), "ask"],
  ["a glob with `..` after a wildcard", call("Glob", { pattern: "src/**/../../../x" }), "ask"],
  ["a glob inside", call("Glob", { pattern: "src/**/*.ts" }), "allow"],
  ["a page, by the intent it falls back to", call("WebFetch", { url: "https://example.com" }), "ask"],
  ["a question", call("AskUserQuestion", { questions: [{ question: "why?" }] }), "allow"],
  [
    "a question of an agent that may not ask one",
    call("AskUserQuestion", { questions: [{ question: "why?" }] }, { agent_id: "1", agent_type: "quiet" }),
    "deny",
  ],
  [
    "a read of an agent that may not ask questions",
    call("Read", { file_path: join(project, "a.ts") }, { agent_id: "1", agent_type: "quiet" }),
    "allow",
  ],
  [
    "reading in a directory that `external_directory` allows",
    call("Read", { file_path: "/tmp/notes.txt" }, { agent_id: "1", agent_type: "quiet" }),
    "allow",
  ],
  [
    "reading in a directory that `external_directory` denies",
    call("Read", { file_path: "/srv/notes.txt" }, { agent_id: "1", agent_type: "quiet" }),
    "deny",
  ],
  ["delegation to one of our agents", call("Agent", { subagent_type: "sub", prompt: "x" }), "allow"],
  ["delegation to an agent of the client", call("Agent", { subagent_type: "general-purpose", prompt: "x" }), "deny"],
  ["a task without an agent", call("Task", { prompt: "x" }), "deny"],
  ["its own skill", call("Skill", { skill: "own" }), "allow"],
  ["another skill", call("Skill", { skill: "other" }), "deny"],
  ["an unknown tool", call("mcp__files__write", { path: "x" }), "deny"],
  [
    "a subagent's edit, by the subagent's policy",
    call("Edit", { file_path: "a.ts" }, { agent_id: "1", agent_type: "sub" }),
    "allow",
  ],
  [
    "a subagent's command, by the subagent's policy",
    call("Bash", { command: "git log" }, { agent_id: "1", agent_type: "sub" }),
    "deny",
  ],
  [
    "a foreign subagent's edit, by the main policy",
    call("Edit", { file_path: "a.ts" }, { agent_id: "1", agent_type: "general-purpose" }),
    "deny",
  ],
  ["a name that is a path", call("Edit", { file_path: "a.ts" }, { agent_id: "1", agent_type: "../main" }), "deny"],
  ["an edit without a file", call("Edit", {}), "deny"],
  ["a command that is not a string", call("Bash", { command: 5 }), "deny"],
  ["an object without a tool", "{}", "deny"],
  ["a list", "[]", "deny"],
  ["nothing", "", "deny"],
  ["a truncated call", call("Bash", { command: "git log" }).slice(0, -5), "deny"],
];

test("each call gets the policy's verdict", () => {
  const [home, path] = [makeHome(), makePath(undefined)];
  for (const [name, input, want] of calls) assert.equal(verdictOf(ask(input, { home, path })), want, name);
});

test("a reason starts with our name and has agent, verdict, subject and rule", () => {
  const reason = reasonOf(ask(call("Bash", { command: "git blame" })));
  assert.match(
    reason,
    /^surcingle: main: ask bash `git blame`, by rule `git blame\*` at agents\/main\/agent\.toml:8:\d+$/,
  );
});

const good = call("Bash", { command: "git log" });

const brokenGates: readonly (readonly [name: string, gate: string, mode?: number])[] = [
  ["is missing", ""],
  ["is not executable", "#!/bin/sh\nexit 0\n", 0o644],
  ["ends with an error", "#!/bin/sh\nexit 1\n"],
  ["is killed", "#!/bin/sh\nkill -9 $$\n"],
  ["prints nothing", "#!/bin/sh\nexit 0\n"],
  ["prints garbage", "#!/bin/sh\necho hello\n"],
  ["prints JSON that is not an answer", '#!/bin/sh\necho \'{"decision":"allow"}\'\n'],
  ["names an interpreter that does not exist", "#!/nonexistent/node\n"],
  ["hangs", "#!/bin/sh\nexec sleep 30\n"],
];

for (const [name, gate, mode] of brokenGates) {
  test(`a gate that ${name} denies`, () => {
    const answered = ask(good, { path: makePath(gate, mode) });
    assert.equal(answered.status, 2);
    assert.match(
      answered.stderr,
      /^surcingle: denied, because the gate .*; install Surcingle, or run surcingle doctor\n$/,
    );
  });
}

const brokenPolicies: readonly (readonly [name: string, change: (file: string, text: string) => void])[] = [
  ["is missing", (file) => rmSync(file)],
  ["is truncated", (file, text) => writeFileSync(file, text.slice(0, text.length / 2))],
  ["is empty", (file) => writeFileSync(file, "")],
  ["has a newer version", (file, text) => writeFileSync(file, text.replace('"version": 2', '"version": 3'))],
  ["has an unknown verdict", (file, text) => writeFileSync(file, text.replace('"deny"', '"perhaps"'))],
  ["has no rules", (file, text) => writeFileSync(file, JSON.stringify({ ...JSON.parse(text), rules: undefined }))],
  [
    "is a directory",
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
];

for (const [name, change] of brokenPolicies) {
  test(`a policy that ${name} denies, and the reason says so`, () => {
    const home = makeHome((policies) =>
      change(join(policies, "main.json"), readFileSync(join(policies, "main.json"), "utf8")),
    );
    const answered = ask(good, { home });
    assert.equal(verdictOf(answered), "deny");
    assert.match(reasonOf(answered), /^surcingle: .*polic/);
  });
}

test("a subagent whose policy is missing is denied, not judged by another's", () => {
  const home = makeHome((policies) => rmSync(join(policies, "sub.json")));
  assert.equal(
    verdictOf(ask(call("Edit", { file_path: "a.ts" }, { agent_id: "1", agent_type: "sub" }), { home })),
    "deny",
  );
});

test("input of 10 MB is denied", () => {
  assert.equal(verdictOf(ask(call("Bash", { command: `git log ${"x".repeat(10 * 1024 * 1024)}` }))), "deny");
});

test("input that is not UTF-8 is denied", () => {
  const bytes = Buffer.from(good.replace("git log", "git log \u00ff"), "latin1");
  assert.equal(verdictOf(ask(bytes)), "deny");
});

test("each answer is one line of the log, and a log that cannot be written changes nothing", () => {
  const log = join(scratch, "log.jsonl");
  assert.equal(verdictOf(ask(good, { env: { SURCINGLE_LOG: log } })), "allow");
  assert.equal(verdictOf(ask("{}", { env: { SURCINGLE_LOG: log } })), "deny");
  const lines = readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ harness, agent, verdict, kind }) => [harness, agent, verdict, kind]),
    [
      ["claude-code", "main", "allow", "rule"],
      ["claude-code", "main", "deny", "fault"],
    ],
  );
  assert.equal(verdictOf(ask(good, { env: { SURCINGLE_LOG: "/nonexistent/log" } })), "allow");
});
