/** Tests failures that no client may get past, one test per client and failure, with the gate program itself. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { printPolicy } from "../../src/harness/render/agent-files.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import { makeScratch } from "../support/make-root.ts";

const program = join(import.meta.dirname, "../../dist/surcingle-gate.cjs");
const scratch = makeScratch("failures");

const rules = [{ pattern: "git log*", verdict: "allow", from: "a:1:1" }] as const;
const policy = printPolicy(compilePolicy({ agent: "a", permissions: { bash: { intent: "deny", rules } } }));

/** How each client writes a call, and what an allow of the gate looks like. */
const clients = {
  "claude-code": {
    call: (tool: string, input: object) => ({ tool_name: tool, tool_input: input, cwd: scratch }),
    shell: "Bash",
    isConsent: (stdout: string) => stdout.includes('"permissionDecision":"allow"'),
  },
  codex: {
    call: (tool: string, input: object) => ({ tool_name: tool, tool_input: input, cwd: scratch }),
    shell: "Bash",
    isConsent: (stdout: string) => stdout.trim() === "{}",
  },
  copilot: {
    call: (tool: string, input: object) => ({ toolName: tool, toolArgs: input, cwd: scratch }),
    shell: "bash",
    isConsent: (stdout: string) => stdout.includes('"permissionDecision":"allow"'),
  },
} as const;

let count = 0;

for (const [harness, { call, shell, isConsent }] of Object.entries(clients)) {
  /** Whether the call may run. */
  const ask = (
    input: string | Buffer,
    text: string | undefined = policy,
    env: Record<string, string> = {},
  ): boolean => {
    const file = join(scratch, `${count++}.json`);
    if (text !== "") writeFileSync(file, text);
    const words = [program, "--harness", harness, "--policy", file];
    const environment = { HOME: scratch, PATH: "/usr/bin:/bin", PWD: scratch, ...env };
    const { status, stdout } = spawnSync(process.execPath, words, {
      input,
      env: environment,
      cwd: scratch,
      encoding: "utf8",
    });
    return status === 0 && isConsent(stdout);
  };
  const good = JSON.stringify(call(shell, { command: "git log" }));
  const failures: Readonly<Record<string, () => boolean>> = {
    "a command the policy denies": () => ask(JSON.stringify(call(shell, { command: "git log; rm x" }))),
    "an unknown tool": () => ask(JSON.stringify(call("mcp__x__y", {}))),
    "a policy that is missing": () => ask(good, ""),
    "a policy that is cut off": () => ask(good, policy.slice(0, 80)),
    "a policy of a newer version": () => ask(good, policy.replace('"version": 2', '"version": 3')),
    "input of 10 MB": () => ask(JSON.stringify(call(shell, { command: `git log ${"x".repeat(10 * 1024 * 1024)}` }))),
    "input that is not UTF-8": () => ask(Buffer.from(good.replace("git log", "git log \u00ff"), "latin1")),
    "input that is cut off": () => ask(good.slice(0, -4)),
    "no input": () => ask(""),
  };
  for (const [name, mayRun] of Object.entries(failures)) {
    test(`${harness}: ${name} does not run`, () => assert.equal(mayRun(), false));
  }
  test(`${harness}: an allowed call runs, also when the log cannot be written`, () => {
    mkdirSync(join(scratch, `log-${harness}`));
    assert.equal(ask(good), true);
    assert.equal(ask(good, policy, { SURCINGLE_LOG: join(scratch, `log-${harness}`) }), true);
  });
}
