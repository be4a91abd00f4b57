/** Tests limits of a role at the three gates: what denies, what warns, what a variable bypasses, and what is logged. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { makeScratch } from "../../test/support/make-root.ts";
import { policyOf } from "../../test/support/policy.ts";
import { codecs } from "../harness/codecs.ts";
import { makePlugin } from "../harness/opencode/plugin-hooks.ts";
import { gate as piGate } from "../harness/pi/extension.ts";
import type { Limit, Policy } from "../model/permission.ts";
import { answer } from "./answer.ts";

const scratch = makeScratch("limits");
const project = join(scratch, "project");
mkdirSync(join(project, ".git"), { recursive: true });
const log = join(scratch, "decisions.jsonl");
beforeEach(() => rmSync(log, { force: true }));

const limits: readonly Limit[] = [
  { kind: "no-commands", expressions: ["^git( |$)"], from: "c:1:1", bypass: "ORCHESTRATOR_META" },
  { kind: "only-paths", patterns: ["src/**"], from: "c:2:1" },
  { kind: "no-commands", expressions: ["^npm publish"], from: "c:3:1", severity: "warn" },
  { kind: "no-paths", patterns: ["src/generated/**"], from: "c:4:1", severity: "advisory" },
  { kind: "no-reading", from: "c:5:1", bypass: "MAY_READ" },
  { kind: "no-delegation", from: "c:6:1" },
];
const free = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"] }, limits);
const policy: Policy = { ...free, agent: "a", delegates: ["helper"] };

type Said = { readonly verdict: string; readonly reason: string; readonly stderr?: string };
type Tool = "bash" | "edit" | "read" | "task";
type Gate = (tool: Tool, subject: string, env?: Readonly<Record<string, string>>) => Promise<Said>;

const claudeNames = { bash: "Bash", edit: "Write", read: "Read", task: "Agent" } as const;
const claudeFields = { bash: "command", edit: "file_path", read: "file_path", task: "subagent_type" } as const;

const program: Gate = async (tool, subject, env = {}) => {
  const policyFile = join(scratch, "a.json");
  writeFileSync(policyFile, JSON.stringify(policy));
  const codec = codecs.get("claude-code")!;
  const gate = { harness: "claude-code", codec, policyFile, env: { SURCINGLE_LOG: log, ...env }, home: scratch };
  const call = { cwd: project, tool_name: claudeNames[tool], tool_input: { [claudeFields[tool]]: subject } };
  const { stdout, stderr } = answer(gate, JSON.stringify(call));
  const said = JSON.parse(stdout).hookSpecificOutput;
  return { verdict: said.permissionDecision, reason: said.permissionDecisionReason, stderr };
};

async function within<T>(env: Readonly<Record<string, string>>, run: () => Promise<T>): Promise<T> {
  Object.assign(process.env, { SURCINGLE_LOG: log, ...env });
  try {
    return await run();
  } finally {
    for (const name of ["SURCINGLE_LOG", ...Object.keys(env)]) delete process.env[name];
  }
}

const opencodeFields = { bash: "command", edit: "filePath", read: "filePath", task: "subagent_type" } as const;

const plugin: Gate = (tool, subject, env = {}) =>
  within(env, async () => {
    const directory = join(scratch, "opencode");
    for (const name of ["plugins", "surcingle"]) mkdirSync(join(directory, name), { recursive: true });
    writeFileSync(join(directory, "surcingle", "a.json"), JSON.stringify(policy));
    const url = pathToFileURL(join(directory, "plugins", "surcingle.js")).href;
    const hooks = await makePlugin(url, ["a"])({ directory: project, worktree: project });
    await hooks["chat.message"]({ sessionID: "s", agent: "a" }, { message: { agent: "a" } });
    try {
      await hooks["tool.execute.before"]({ tool, sessionID: "s" }, { args: { [opencodeFields[tool]]: subject } });
      return { verdict: "allow", reason: "" };
    } catch (error) {
      return { verdict: "deny", reason: (error as Error).message };
    }
  });

const piNames = { bash: "bash", edit: "write", read: "read", task: "subagent" } as const;
const piInputs = {
  bash: (command: string) => ({ command }),
  edit: (path: string) => ({ path }),
  read: (path: string) => ({ path }),
  task: (agent: string) => ({ agent, task: "x" }),
};

const extension: Gate = (tool, subject, env = {}) =>
  within(env, async () => {
    const file = join(scratch, "pi.json");
    writeFileSync(file, JSON.stringify(policy));
    let handler: ((event: never, context: never) => Promise<{ reason: string } | undefined>) | undefined;
    piGate(pathToFileURL(file))({
      on: (_, each) => {
        handler = each as never;
      },
    });
    const event = { toolName: piNames[tool], input: piInputs[tool](subject) };
    const blocked = await handler!(event as never, { cwd: project } as never);
    return blocked ? { verdict: "deny", reason: blocked.reason } : { verdict: "allow", reason: "" };
  });

const logged = (): Record<string, unknown>[] =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];

for (const [name, ask] of Object.entries({ program, plugin, extension }) as [string, Gate][]) {
  test(`${name}: what a limit forbids is refused, with its place, and recorded`, async () => {
    const cases: readonly [Tool, string, RegExp][] = [
      ["bash", "/usr/bin/git push", /by the role's limit that `\^git\( \|\$\)` may not run at c:1:1/],
      ["edit", "README.md", /only `src\/\*\*` may be edited at c:2:1/],
      ["bash", "echo x > README.md", /only `src\/\*\*` may be edited at c:2:1/],
      ["read", "src/x", /reading is not allowed at c:5:1/],
      ["task", "helper", /delegation is not allowed at c:6:1/],
    ];
    for (const [tool, subject, reason] of cases) {
      const said = await ask(tool, subject);
      assert.equal(said.verdict, "deny", `${tool} ${subject}`);
      assert.match(said.reason, reason);
      assert.deepEqual([logged().at(-1)?.["verdict"], logged().at(-1)?.["kind"]], ["deny", "limit"]);
    }
  });

  test(`${name}: a variable does not lift a limit, whatever the limit says: a project can set it`, async () => {
    assert.equal((await ask("bash", "git push", { ORCHESTRATOR_META: "1" })).verdict, "deny");
    assert.equal((await ask("read", "src/x", { MAY_READ: "1" })).verdict, "deny");
    assert.equal((await ask("bash", "ORCHESTRATOR_META=1 git push")).verdict, "deny");
  });

  test(`${name}: a limit that warns or advises lets pass and leaves a line in the log`, async () => {
    assert.equal((await ask("bash", "npm publish")).verdict, "allow");
    assert.match(String(logged().at(-1)?.["warnings"]), /`npm publish` violates the role's limit .* at c:3:1/);
    assert.equal((await ask("edit", "src/generated/x")).verdict, "allow");
    assert.match(String(logged().at(-1)?.["advice"]), /src\/generated\/x` violates the role's limit .* at c:4:1/);
    assert.equal(logged().at(-1)?.["warnings"], undefined);
    assert.equal((await ask("edit", "src/x")).verdict, "allow");
    assert.deepEqual([logged().at(-1)?.["warnings"], logged().at(-1)?.["advice"]], [undefined, undefined]);
  });
}

test("a warning is printed to stderr and in the reason, advice in neither", async () => {
  const warned = await program("bash", "npm publish");
  assert.match(warned.stderr ?? "", /^surcingle: a: warning: `npm publish` violates .* at c:3:1\n$/);
  assert.match(warned.reason, /; warning: `npm publish` violates/);
  const advised = await program("edit", "src/generated/x");
  assert.equal(advised.stderr, "");
  assert.doesNotMatch(advised.reason, /generated\/\*\*/);
});

test("a policy with an unknown limit is rejected", async () => {
  const policyFile = join(scratch, "odd.json");
  const codec = codecs.get("claude-code")!;
  for (const limit of [
    { kind: "no-singing", from: "c:1:1" },
    { kind: "only-paths", from: "c:1:1" },
    { kind: "no-commands", expressions: "git", from: "c:1:1" },
    { kind: "no-tool", tool: "sing", from: "c:1:1" },
    { kind: "no-reading", from: "c:1:1", severity: "shout" },
  ]) {
    writeFileSync(policyFile, JSON.stringify({ ...policy, limits: [limit] }));
    const gate = { harness: "claude-code", codec, policyFile, env: {}, home: scratch };
    const call = { cwd: project, tool_name: "Bash", tool_input: { command: "ls" } };
    assert.match(
      answer(gate, JSON.stringify(call)).stdout,
      /"permissionDecision":"deny".*was not written by surcingle/,
    );
  }
});
