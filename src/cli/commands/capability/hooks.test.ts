import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { capabilityHooks } from "./hooks.ts";

const makeRoot = makeRoots("capability-hooks");

interface Entry {
  readonly matcher: string;
  readonly hooks: readonly { readonly type: string; readonly command: string; readonly timeout: number }[];
}

async function hooksOf(cwd: string, argv: readonly string[]): Promise<readonly Entry[]> {
  const { code, out, err } = await runCommandIn(cwd, capabilityHooks, argv);
  assert.equal(code, 0, err);
  return JSON.parse(out).hooks.PreToolUse;
}

/** A stand-in for surcingle that records how it was called. */
function stub(root: string, body: string): string {
  const file = join(root, "program");
  writeFileSync(file, `#!/bin/sh\necho "$@" TASK=$TASK_TOML >> ${root}/calls; cat > ${root}/input\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

function run({ hooks: [hook] }: Entry, env: Readonly<Record<string, string>> = {}) {
  const input = '{"tool_name":"Bash"}';
  return spawnSync("/bin/sh", ["-c", hook!.command], {
    input,
    env: { PATH: process.env["PATH"], ...env },
    encoding: "utf8",
  });
}

test("with no capability in the environment the hook does nothing, even without the program", async () => {
  const [entry] = await hooksOf(makeRoot({}), ["--program", "/nowhere/surcingle"]);
  assert.equal(entry?.matcher, "*");
  assert.equal(run(entry!).status, 0);
  assert.equal(run(entry!, { SURCINGLE_CAPABILITY_NAME: "" }).status, 0);
});

test("with a capability and a missing or broken program, the hook denies", async () => {
  const root = makeRoot({});
  const [missing] = await hooksOf(root, ["--program", "/nowhere/surcingle"]);
  assert.equal(run(missing!, { SURCINGLE_CAPABILITY_NAME: "policy::no-git-ops" }).status, 2);
  for (const body of ["exit 1", "exit 3", "kill -9 $$"]) {
    const [entry] = await hooksOf(root, ["--program", stub(root, body)]);
    assert.equal(run(entry!, { KEI_CAPABILITY_NAME: "policy::no-git-ops" }).status, 2, body);
  }
});

test("a denial is passed on with its reason, and an allowed call prints nothing", async () => {
  const root = makeRoot({});
  const names = { SURCINGLE_CAPABILITY_NAME: "policy::no-git-ops scope::files-whitelist" };
  const [open] = await hooksOf(root, ["--program", stub(root, 'echo "{}"')]);
  const allowed = run(open!, names);
  assert.deepEqual([allowed.status, allowed.stdout], [0, ""]);
  const [closed] = await hooksOf(root, ["--program", stub(root, "echo no >&2; exit 2")]);
  const denied = run(closed!, names);
  assert.deepEqual([denied.status, denied.stderr], [2, "no\n"]);
});

test("each gate of a task has its own hook, for the tools it applies to", async () => {
  const root = makeRoot({
    "task.toml":
      '[task]\nrole = "edit-local"\nagent-id = "one"\n[scope]\nfiles-whitelist = ["src/**"]\n[body]\ntext = "Do it."\n',
  });
  const program = stub(root, "exit 0");
  const entries = await hooksOf(root, ["task.toml", "--program", program]);
  const named = entries.map(({ matcher, hooks }) => [/check (\S+)/.exec(hooks[0]!.command)?.[1], matcher]);
  const files = "Bash|Monitor|PowerShell|Edit|Write|MultiEdit|NotebookEdit";
  assert.deepEqual(
    named,
    [
      ["policy::no-git-ops", files],
      ["scope::files-whitelist", files],
      ["scope::files-denylist", files],
      ["safety::no-dep-bump", files],
    ].map(([name, matcher]) => [`'${name}'`, matcher]),
  );
  assert.equal(run(entries[0]!).status, 0);
  assert.ok(entries.every(({ hooks }) => hooks[0]!.timeout > 10));
  const { stdout } = spawnSync("cat", [join(root, "calls")], { encoding: "utf8" });
  assert.equal(stdout, `capability check policy::no-git-ops --root ${root} TASK=${root}/task.toml\n`);
  const [missing] = await hooksOf(root, ["task.toml", "--program", "/nowhere/surcingle"]);
  assert.equal(run(missing!).status, 2);
});

test("an invalid task prints no hooks", async () => {
  const { code, out } = await runCommandIn(makeRoot({ "task.toml": "[task]\n" }), capabilityHooks, ["task.toml"]);
  assert.deepEqual([code, out], [1, ""]);
});
