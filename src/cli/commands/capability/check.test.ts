import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { capabilityCheck } from "./check.ts";

const makeRoot = makeRoots("capability-check");

const taskToml = `[task]
role = "edit-local"
agent-id = "one"
[scope]
files-whitelist = ["src/**"]
files-denylist = ["src/secret.rs"]
[body]
text = "Do it."
`;

interface CheckCall {
  readonly cwd: string;
  readonly input: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly more?: readonly string[];
}

async function ask(name: string, { cwd, input, env = {}, more = [] }: CheckCall) {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const variables = { HOME: join(cwd, "..", "home"), ...env };
  const { code, out, err } = await runCommandIn(cwd, capabilityCheck, [name, ...more], variables, text);
  return { code, answer: JSON.parse(out), err };
}

const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
const edit = (file_path: string) => ({ tool_name: "Edit", tool_input: { file_path } });

test("a denial is exit code 2, a sentence on standard error and the client's own form", async () => {
  const cwd = makeRoot({ ".git/HEAD": "x" });
  const { code, answer, err } = await ask("policy::no-git-ops", { cwd, input: bash("sudo /usr/bin/git push") });
  assert.equal(code, 2);
  assert.equal(answer.verdict, "deny");
  assert.equal(answer.capability, "policy::no-git-ops");
  assert.equal(answer.hookSpecificOutput.permissionDecision, "deny");
  assert.match(err, /^surcingle: policy::no-git-ops: deny bash `.*git push`, by .* at .*capability\.toml:\d+:\d+\n$/);
});

test("a command is judged whatever the name of the tool that runs it", async () => {
  const cwd = makeRoot({});
  const verdict = async (tool_name: string, command: string) =>
    (await ask("policy::no-git-ops", { cwd, input: { tool_name, tool_input: { command } } })).answer.verdict;
  assert.equal(await verdict("Monitor", "git fetch"), "deny");
  assert.equal(await verdict("PowerShell", "git push"), "deny");
  assert.equal(await verdict("Monitor", "tail -f build.log"), "allow");
});

test("an allowed call exits with 0 and prints nothing that would skip the client's own prompt", async () => {
  const { code, answer, err } = await ask("policy::no-git-ops", { cwd: makeRoot({}), input: bash("echo git") });
  assert.equal(code, 0);
  assert.equal(answer.verdict, "allow");
  assert.equal(answer.hookSpecificOutput, undefined);
  assert.equal(err, "");
});

const broken: readonly (readonly [title: string, name: string, input: unknown, says: RegExp])[] = [
  ["no JSON", "policy::no-git-ops", "{", /not valid JSON/],
  ["nothing at all", "policy::no-git-ops", "", /not valid JSON/],
  ["a number", "policy::no-git-ops", "1", /expected text at `cwd`|tool_name/],
  ["no tool", "policy::no-git-ops", {}, /tool_name/],
  ["no command", "policy::no-git-ops", { tool_name: "Bash", tool_input: {} }, /command/],
  [
    "a command that is not a string",
    "policy::no-git-ops",
    { tool_name: "Bash", tool_input: { command: ["ls"] } },
    /command/,
  ],
  ["a patch of nothing", "tools::deny-tools", { tool_name: "apply_patch", tool_input: { command: "x" } }, /a file/],
  ["an unknown capability", "policy::no-gitops", bash("ls"), /did you mean `policy::no-git-ops`/],
];

for (const [title, name, input, says] of broken) {
  test(`unreadable input is denied: ${title}`, async () => {
    const { code, answer } = await ask(name, { cwd: makeRoot({}), input });
    assert.equal(code, 2);
    assert.match(answer.reason, says);
  });
}

test("parameters come from the task in TASK_TOML; without it there are none", async () => {
  const cwd = makeRoot({ ".git/HEAD": "x", "tasks/one/task.toml": taskToml, "src/a.rs": "", "other/x": "" });
  symlinkSync("../other", join(cwd, "src/out"));
  const judge = async (
    name: string,
    input: unknown,
    env = { TASK_TOML: "tasks/one/task.toml" } as Record<string, string>,
  ) => (await ask(name, { cwd, input, env })).code;
  assert.equal(await judge("scope::files-whitelist", edit("src/a.rs")), 0);
  assert.equal(await judge("scope::files-whitelist", edit(join(cwd, "src/a.rs"))), 0);
  assert.equal(await judge("scope::files-whitelist", edit("b.rs")), 2);
  assert.equal(await judge("scope::files-whitelist", edit("src/../b.rs")), 2);
  assert.equal(await judge("scope::files-whitelist", edit("src/out/x")), 2, "a link leads out of the list");
  assert.equal(await judge("scope::files-whitelist", bash("echo x > b.rs")), 2);
  assert.equal(await judge("scope::files-whitelist", edit("b.rs"), {}), 0);
  assert.equal(await judge("scope::files-denylist", edit("src/secret.rs")), 2);
  assert.equal(await judge("scope::files-denylist", edit("src/secret.rs"), {}), 0);
  // Capabilities do not judge lists of special files.
  assert.equal(await judge("scope::files-denylist", edit("AGENTS.md")), 0);
  assert.equal(await judge("scope::files-denylist", bash("echo x > AGENTS.md")), 0);
});

test("a task's paths are relative to the worktree if it is set", async () => {
  const cwd = makeRoot({
    ".git/HEAD": "x",
    "tasks/one/task.toml": taskToml,
    "trees/one/.git": "gitdir: x",
    "trees/one/src/a.rs": "",
  });
  const env = { TASK_TOML: join(cwd, "tasks/one/task.toml") };
  const input = { ...edit(join(cwd, "trees/one/src/a.rs")), cwd };
  assert.equal((await ask("scope::files-whitelist", { cwd, input, env })).code, 2);
  const named = { ...env, WORKTREE_PATH: join(cwd, "trees/one") };
  assert.equal((await ask("scope::files-whitelist", { cwd, input, env: named })).code, 0);
});

test("an invalid task denies every call", async () => {
  const cwd = makeRoot({ "bad.toml": "[task]\n", "role.toml": taskToml.replace("edit-local", "edit-locall") });
  for (const path of ["bad.toml", "role.toml", "missing.toml"]) {
    const { code, answer } = await ask("policy::no-git-ops", { cwd, input: bash("ls"), env: { TASK_TOML: path } });
    assert.equal(code, 2, path);
    assert.match(answer.reason, /the task .* is not valid/);
  }
});

test("a fork in the root is found by its own name, with its own severity", async () => {
  const fork = (severity: string): Record<string, string> => ({
    "capabilities/policy/mine/capability.toml": `[capability]\nname = "policy::mine"\ncategory = "policy"\nversion = "1.0"\ndescription = "Mine"\n[restricts]\ntool-patterns = ['^rm( |$)']\n[gate]\nrust-module = "gates::policy_no_git_ops"\nevent = "PreToolUse:Bash"\nseverity = "${severity}"\nbypass-env = "MINE"\n`,
    "capabilities/policy/mine/text.md": "You MUST NOT remove files, because they are gone then.\n",
  });
  const input = bash("rm x");
  assert.equal((await ask("policy::mine", { cwd: makeRoot(fork("block")), input })).code, 2);
  assert.equal((await ask("policy::mine", { cwd: makeRoot(fork("block")), input, env: { MINE: "1" } })).code, 0);
  const warned = await ask("policy::mine", { cwd: makeRoot(fork("warn")), input });
  assert.equal(warned.code, 0);
  assert.match(warned.err, /^surcingle: policy::mine: warning: `rm x` violates /);
  const cwd = makeRoot(fork("advisory"));
  const advised = await ask("policy::mine", { cwd, input, env: { SURCINGLE_LOG: join(cwd, "log") } });
  assert.equal(advised.code, 0);
  assert.equal(advised.err, "");
  assert.match(readFileSync(join(cwd, "log"), "utf8"), /"advice":\[".*rm/);
  const elsewhere = await ask("policy::mine", { cwd: makeRoot({}), input, more: ["--root", cwd] });
  assert.equal(elsewhere.code, 0, "--root says where the capabilities are");
});

test("the built program answers the same, and denies on an exception", () => {
  const run = (name: string, input: string) => {
    try {
      const program = join(import.meta.dirname, "../../../../dist/surcingle.cjs");
      execFileSync(process.execPath, [program, "capability", "check", name], { input, stdio: "pipe" });
      return 0;
    } catch (error) {
      return (error as { status: number }).status;
    }
  };
  assert.equal(run("policy::no-git-ops", JSON.stringify({ cwd: "/", ...bash("ls") })), 0);
  assert.equal(run("policy::no-git-ops", JSON.stringify({ cwd: "/", ...bash("bash -c 'git push'") })), 2);
  assert.equal(run("", "{}"), 2);
});
