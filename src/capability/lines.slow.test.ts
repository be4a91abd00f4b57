/**
 * Tests hostile and harmless lines with each gate alone, with an agent that has its limits, and with the real command.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Lines, lines, links } from "../../test/capability/lines.ts";
import { shipped, taskOf } from "../../test/support/capability.ts";
import { makeRoots } from "../../test/support/make-root.ts";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { runCommandIn } from "../../test/support/run-command.ts";
import { capabilityCheck } from "../cli/commands/capability/check.ts";
import type { Task } from "../model/task.ts";
import { decide } from "../policy/decide.ts";
import { judgeGate } from "./judge-gate.ts";
import { gateLimits } from "./limits.ts";

const root = "/home/me/project";
const surroundings = surroundingsOf(
  Object.fromEntries(Object.entries(links).map(([name, to]) => [`${root}/${name}`, to])),
);
const every = Object.entries(lines).flatMap(([name, { hostile, harmless }]) => [
  ...hostile.map((line) => ({ name, line, want: "deny" }) as const),
  ...harmless.map((line) => ({ name, line, want: "allow" }) as const),
]);

function taskFor({ scope }: Lines): Task | undefined {
  return scope && taskOf({ scope });
}

test("the table has at least 80 hostile and 40 harmless lines, and some for every capability with a gate", () => {
  assert.ok(every.filter(({ want }) => want === "deny").length >= 80);
  assert.ok(every.filter(({ want }) => want === "allow").length >= 40);
  for (const [name, { hostile, harmless }] of Object.entries(lines)) {
    assert.equal(new Set([...hostile, ...harmless]).size, hostile.length + harmless.length, name);
  }
});

for (const { name, line, want } of every) {
  test(`${name}: ${want} ${line}`, () => {
    const parameters = taskFor(lines[name]!);
    const request = { kind: "calls", calls: [{ tool: "bash", subject: line }] } as const;
    const asked = judgeGate(shipped(name), request, { role: undefined, parameters, surroundings, env: {} });
    assert.equal(asked.verdict, want, JSON.stringify(asked));
    // An agent that may do everything, with the capability's limits: it never does unasked what the gate denies.
    const limits = gateLimits(shipped(name), undefined, parameters);
    const policy = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"] }, limits);
    const decided = decide(policy, { tool: "bash", subject: line }, surroundings);
    assert.equal(decided.verdict === "allow", want === "allow", JSON.stringify(decided));
  });
}

const makeRoot = makeRoots("capability-lines");

function makeProject(scope: Lines["scope"]): { readonly cwd: string; readonly env: Record<string, string> } {
  const list = (patterns: readonly string[] = []) => JSON.stringify(patterns);
  const toml = `[task]\nrole = "edit-local"\nagent-id = "one"\n[scope]\nfiles-whitelist = ${list(scope?.filesWhitelist)}
files-denylist = ${list(scope?.filesDenylist)}\n[body]\ntext = "Do it."\n`;
  const cwd = makeRoot({ "src/gen/a": "", "task.toml": toml });
  spawnSync("git", ["init", "-q"], { cwd });
  for (const [name, to] of Object.entries(links)) symlinkSync(to, join(cwd, name));
  mkdirSync(join(cwd, "docs/deep"), { recursive: true });
  return { cwd, env: scope ? { TASK_TOML: join(cwd, "task.toml") } : {} };
}

const call = (command: string) => JSON.stringify({ tool_name: "Bash", tool_input: { command } });

for (const [name, { scope, hostile, harmless }] of Object.entries(lines)) {
  test(`the command gives the same answer on a real disk: ${name}`, async () => {
    const { cwd, env } = makeProject(scope);
    const ask = async (line: string) =>
      (await runCommandIn(cwd, capabilityCheck, [name], { HOME: join(cwd, "../home"), ...env }, call(line))).code;
    const sample = (all: readonly string[]) => all.filter((_, i) => i % 3 === 0);
    for (const line of sample(hostile)) assert.deepEqual([line, await ask(line)], [line, 2]);
    for (const line of sample(harmless)) assert.deepEqual([line, await ask(line)], [line, 0]);
  });
}

test("the program exits with 2 for a hostile line, and for input that it cannot read", () => {
  const { cwd } = makeProject(undefined);
  const main = join(import.meta.dirname, "../cli/main.ts");
  const run = (input: string) => {
    const argv = ["--import", "tsx", main, "capability", "check", "tools::bash-allowlist"];
    return spawnSync(process.execPath, argv, { cwd: join(import.meta.dirname, "../.."), input }).status;
  };
  const at = (command: string) => JSON.stringify({ cwd, tool_name: "Bash", tool_input: { command } });
  assert.equal(run(at("RUSTC_WRAPPER=./evil cargo build")), 2);
  assert.equal(run(at("cargo build")), 0);
  assert.equal(run('{"cwd":'), 2);
});
