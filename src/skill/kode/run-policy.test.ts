import assert from "node:assert/strict";
import { test } from "node:test";
import { kodeSkillOf } from "../../../test/support/kode-skill.ts";
import { surroundingsOf } from "../../../test/support/policy.ts";
import { property } from "../../../test/support/random.ts";
import { decide } from "../../policy/decide.ts";
import { readDenial } from "./deny-rules.ts";
import type { KodeSkill } from "./load.ts";
import { runPolicy } from "./run-policy.ts";
import { readGrants } from "./run-tools.ts";

const directory = "/home/me/.kode/skills/demo";
const place = surroundingsOf();

function policyFor(fields: Partial<KodeSkill>, allowed?: readonly string[], deny: readonly string[] = []) {
  const denials = deny.map((text) => readDenial(text)!);
  return runPolicy({ agent: "demo-1", skill: kodeSkillOf(fields), directory, allowed, denials });
}

const questions = {
  read: "src/a.ts",
  bash: "git status",
  edit: "src/a.ts",
  webfetch: "https://example.com/",
  websearch: "x",
  question: "x",
  external_directory: "/etc/passwd",
} as const;

/** What the policy allows for one plain call per tool, and whether it reads. */
function allowedBy({ policy, mayRead }: ReturnType<typeof runPolicy>): string[] {
  const tools = Object.entries(questions).filter(
    ([tool, subject]) => decide(policy, { tool: tool as keyof typeof questions, subject }, place).verdict === "allow",
  );
  assert.equal(
    tools.some(([tool]) => tool === "read"),
    mayRead,
  );
  return tools.map(([tool]) => tool);
}

for (const { name, fields, allowed, deny, want } of [
  { name: "neither a list nor tools of the caller: only reading", fields: {}, want: ["read"] },
  { name: "an empty list allows nothing", fields: { tools: [] }, want: [] },
  { name: "Kode's own names", fields: { tools: ["read_file", "shell"] }, want: ["read", "bash"] },
  { name: "Claude's names", fields: { tools: ["Read", "Edit", "WebFetch"] }, want: ["read", "edit", "webfetch"] },
  { name: "the shell alone does not include the read tools", fields: { tools: ["shell"] }, want: ["bash"] },
  { name: "there is no user to ask", fields: { tools: ["AskUserQuestion"] }, want: [] },
  { name: "delegation is never granted", fields: { tools: ["Task", "skill_exec"] }, want: [] },
  { name: "an unknown name grants nothing", fields: { tools: ["frobnicate"] }, want: [] },
  { name: "a skill without a list gets what the caller allows", fields: {}, allowed: ["edit"], want: ["edit"] },
  {
    name: "a tool needs both the list and the caller",
    fields: { tools: ["shell", "edit"] },
    allowed: ["read", "shell"],
    want: ["bash"],
  },
  {
    name: "permission_mode auto: the listed tools run without asking",
    fields: { tools: ["read_file", "shell", "edit"], permissionMode: "auto" },
    want: ["read", "bash", "edit"],
  },
  {
    name: "permission_mode acceptEdits: edits run, commands would be asked about",
    fields: { tools: ["read_file", "shell", "edit", "webfetch"], permissionMode: "acceptEdits" },
    want: ["read", "edit"],
  },
  {
    name: "permission_mode default: edits and commands would be asked about",
    fields: { tools: ["read_file", "shell", "edit", "websearch"], permissionMode: "default" },
    want: ["read"],
  },
  {
    name: "permission_mode default: a pattern in the list counts as approved",
    fields: { tools: ["Bash(git status)", "edit"], permissionMode: "default" },
    want: ["bash"],
  },
  {
    name: "permission_mode plan changes nothing",
    fields: { tools: ["read_file", "shell", "edit"], permissionMode: "plan" },
    want: ["read"],
  },
  {
    name: "acceptEdits grants no edits that are not listed",
    fields: { tools: ["read_file"], permissionMode: "acceptEdits" },
    want: ["read"],
  },
  { name: "auto grants nothing either", fields: { permissionMode: "auto" }, want: ["read"] },
  {
    name: "a denied tool is removed from the list",
    fields: { tools: ["shell", "edit"] },
    deny: ["bash"],
    want: ["edit"],
  },
  {
    name: "a denied tool is also removed from the caller's tools",
    fields: {},
    allowed: ["edit", "read"],
    deny: ["fs:write", "tool:read_file"],
    want: [],
  },
] as const satisfies readonly {
  name: string;
  fields: Partial<KodeSkill>;
  allowed?: readonly string[];
  deny?: readonly string[];
  want: readonly string[];
}[] as readonly {
  name: string;
  fields: Partial<KodeSkill>;
  allowed?: readonly string[];
  deny?: readonly string[];
  want: readonly string[];
}[]) {
  test(name, () => assert.deepEqual(allowedBy(policyFor(fields, allowed, deny)), want));
}

test("a pattern in the list allows only what it matches", () => {
  const { policy } = policyFor({ tools: ["Bash(git log*)", "Bash(npm test:*)", "Edit(docs/**)"] });
  const verdict = (tool: "bash" | "edit", subject: string) => decide(policy, { tool, subject }, place).verdict;
  assert.equal(verdict("bash", "git log -1"), "allow");
  assert.equal(verdict("bash", "npm test -- x"), "allow");
  assert.equal(verdict("bash", "git push"), "deny");
  assert.equal(verdict("bash", "git log && rm x"), "deny");
  assert.equal(verdict("edit", "docs/a/b.md"), "allow");
  assert.equal(verdict("edit", "src/a.ts"), "deny");
});

test("a rule of the settings is stricter than the list", () => {
  const { policy } = policyFor({ tools: ["shell", "edit"] }, undefined, ["bash:rm *", "fs:write:**/*.lock"]);
  const verdict = (tool: "bash" | "edit", subject: string) => decide(policy, { tool, subject }, place).verdict;
  assert.equal(verdict("bash", "rm x"), "deny");
  assert.equal(verdict("bash", "ls"), "allow");
  assert.equal(verdict("edit", "Cargo.lock"), "deny");
});

test("outside the project, the skill can read its own folder and cannot change it", () => {
  const { policy } = policyFor({ tools: ["read_file", "edit", "shell"] });
  const verdict = (tool: "edit" | "external_directory", subject: string) =>
    decide(policy, { tool, subject }, place).verdict;
  assert.equal(verdict("external_directory", `${directory}/scripts/x.sh`), "allow");
  assert.equal(verdict("external_directory", "/home/me/.kode/skills/other/SKILL.md"), "deny");
  assert.equal(verdict("edit", `${directory}/SKILL.md`), "deny");
  assert.equal(verdict("edit", "/home/me/.bashrc"), "deny");
});

test("a folder whose name looks like a pattern allows nothing else", () => {
  const skill = kodeSkillOf({ tools: ["read_file"] });
  const { policy } = runPolicy({ agent: "a", skill, directory: "/home/*", allowed: undefined, denials: [] });
  assert.deepEqual(policy.rules, []);
});

test("listed tools that are not granted are reported", () => {
  const { notes } = policyFor({ tools: ["frobnicate", "Task", "AskUserQuestion", "Read(src/**)", "shell"] });
  assert.equal(notes.length, 4);
  assert.match(notes[0]!, /^`frobnicate` is not available: /);
});

property("a run never has more than its list, whatever the caller and the settings say", ({ pick, list, oneIn }) => {
  const names = ["read_file", "shell", "Bash(git *)", "Edit", "Write(src/**)", "WebFetch", "web_search", "Task", "x"];
  const tools = list(4, () => pick(names));
  const allowed = oneIn(2) ? list(4, () => pick(["read", "shell", "edit", "webfetch"])) : undefined;
  const deny = list(2, () => pick(["bash", "fs:write", "tool:read_file", "bash:git *"]));
  const permissionMode = pick([undefined, "default", "acceptEdits", "plan", "auto"] as const);
  const run = policyFor({ tools, permissionMode }, allowed, deny);
  const own = readGrants(tools).grants;
  for (const given of allowedBy(run))
    assert.ok(own.has(given as never), `${given} of ${JSON.stringify({ tools, allowed, deny })}`);
  for (const rule of run.policy.rules.filter(({ verdict }) => verdict === "allow"))
    assert.ok(rule.tool === "external_directory" || Array.isArray(own.get(rule.tool as never)), JSON.stringify(rule));
  if (allowed && !allowed.includes("shell")) assert.ok(!allowedBy(run).includes("bash"));
});

test("commands that only read run where others would ask, and the run reports what is denied", () => {
  const skill = kodeSkillOf({ tools: ["shell", "edit"], permissionMode: "default" });
  const request = {
    agent: "demo-1",
    skill,
    directory,
    allowed: undefined,
    denials: [],
    harmless: ["ls *", "git log*"],
  };
  const { policy, notes } = runPolicy(request);
  const verdict = (subject: string) => decide(policy, { tool: "bash", subject }, place).verdict;
  assert.deepEqual(["ls -l", "git log -1", "rm x", "ls > x", "ls; rm x"].map(verdict), [
    "allow",
    "allow",
    "deny",
    "deny",
    "deny",
  ]);
  assert.deepEqual(notes, [
    "`permission_mode: default` asks before bash, edit, and a headless run cannot ask: they are denied; shell commands that only read still run",
  ]);
});
