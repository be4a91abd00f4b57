/** Tests the gate of a managed machine: the floor for everybody, a policy by name, the default for the rest. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/make-root.ts";
import { codecs } from "../harness/codecs.ts";
import { compilePolicy } from "../policy/compile.ts";
import { answer } from "./answer.ts";

const root = makeScratch("managed");

const rule = (pattern: string, verdict: "allow" | "ask" | "deny") => ({ pattern, verdict, from: "test:1:1" });
const bash = (agent: string, intent: "allow" | "deny", ...rules: ReturnType<typeof rule>[]) =>
  compilePolicy({ agent, permissions: { bash: { intent, rules }, edit: { intent: "allow", rules: [] } } });

function bundle(name: string, files: Readonly<Record<string, unknown>>): string {
  const directory = join(root, name);
  mkdirSync(join(directory, "agents"), { recursive: true });
  for (const [path, value] of Object.entries(files)) writeFileSync(join(directory, path), JSON.stringify(value));
  return directory;
}

const floor = { ...bash("floor", "allow", rule("touch *", "deny")), isFloor: true };
const whole = bundle("whole", {
  "floor.json": floor,
  "default.json": bash("standard", "deny", rule("ls*", "allow")),
  "agents/alpha.json": bash("alpha", "allow"),
});
const alone = bundle("alone", { "floor.json": floor });
const broken = bundle("broken", { "agents/alpha.json": bash("alpha", "allow") });

function ask(directory: string, payload: Readonly<Record<string, unknown>>, harness = "claude-code"): string {
  const call = { hook_event_name: "PreToolUse", tool_name: "Bash", cwd: root, ...payload };
  const codec = codecs.get(harness)!;
  const gate = {
    harness,
    codec,
    policyFile: `${directory}/floor.json`,
    managed: directory,
    env: {},
    home: "/home/somebody",
  };
  const { stdout } = answer(gate, JSON.stringify(call));
  return JSON.parse(stdout).hookSpecificOutput.permissionDecision ?? "no opinion";
}
const run = (command: string, who: Readonly<Record<string, unknown>> = {}) => ({ tool_input: { command }, ...who });

for (const [title, directory, payload, expected] of [
  ["the floor holds for an agent that may do everything", whole, run("touch x", { agent_type: "alpha" }), "deny"],
  ["the floor holds for a session without an agent", whole, run("touch x"), "deny"],
  ["a known agent has its own policy", whole, run("date", { agent_type: "alpha" }), "allow"],
  ["a subagent has its own policy", whole, run("date", { agent_type: "alpha", agent_id: "1" }), "allow"],
  ["an unknown agent gets the default", whole, run("date", { agent_type: "beta" }), "deny"],
  ["no agent gets the default", whole, run("date"), "deny"],
  ["what the default allows is allowed", whole, run("ls"), "allow"],
  ["a name that is a path gets the default", whole, run("date", { agent_type: "../agents/alpha" }), "deny"],
  ["a name in capitals gets the default", whole, run("date", { agent_type: "ALPHA" }), "deny"],
  ["the floor alone forbids", alone, run("touch x"), "deny"],
  ["the floor alone allows nothing: the client decides", alone, run("date"), "no opinion"],
  ["a missing floor denies everything", broken, run("date", { agent_type: "alpha" }), "deny"],
  ["unreadable input is denied", whole, { tool_input: 7 }, "deny"],
] as const)
  test(title, () => assert.equal(ask(directory, payload), expected));

test("the floor does not limit delegation, skills and other tools", () => {
  for (const payload of [
    { tool_name: "Task", tool_input: { subagent_type: "any" } },
    { tool_name: "Skill", tool_input: { skill: "any" } },
    { tool_name: "mcp__x__y", tool_input: {} },
  ])
    assert.equal(ask(alone, payload), "no opinion");
});
