import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClientRequest } from "../../model/permission.ts";
import type { Task } from "../../model/task.ts";
import { decideRequest } from "../../policy/decide-request.ts";
import { loadRoles } from "../load.ts";
import { taskPolicy } from "./policy.ts";

const roles = await loadRoles([], (diagnostic) => assert.fail(diagnostic.message));

const task: Task = {
  role: "edit-local",
  agentId: "a1",
  parentAgent: undefined,
  claudeSubagentType: undefined,
  scope: {
    filesWhitelist: ["src/**", "docs/AGENTS.md"],
    filesDenylist: ["src/kept.txt"],
    allowDepBump: false,
    maxDeletions: undefined,
  },
  verification: {
    cargoCheckCrates: [],
    cargoTestCrates: [],
    testCountMin: undefined,
    checkCommand: undefined,
    testCommand: undefined,
  },
  output: { reportFieldsRequired: [] },
  body: "x",
  source: "",
};

const place = {
  cwd: "/project",
  projectRoot: "/project",
  home: "/home/me",
  readLink: () => undefined,
  isUserWritable: () => true,
  list: () => undefined,
  isRoot: () => false,
  repositoryOf: () => undefined,
  ignoresCase: false,
  gateFiles: [],
};
const call = (tool: "bash" | "edit" | "webfetch" | "websearch" | "question", subject: string): ClientRequest => ({
  kind: "calls",
  calls: [{ tool, subject }],
});
const read = (path: string): ClientRequest => ({ kind: "reads", paths: [path], reading: "file" });

const cases: readonly [request: ClientRequest, expected: Readonly<Record<string, string>>][] = [
  [call("bash", "cargo test"), { "edit-local": "allow", explorer: "allow", "read-only": "deny" }],
  [call("bash", "git status"), { "edit-local": "deny", explorer: "deny", "read-only": "deny" }],
  [call("bash", "cargo test; git push"), { "edit-local": "deny", explorer: "deny" }],
  [call("bash", "cargo test > src/kept.txt"), { "edit-local": "deny", explorer: "deny" }],
  [call("edit", "src/a.txt"), { "edit-local": "allow", explorer: "deny", "read-only": "deny" }],
  [call("edit", "src/kept.txt"), { "edit-local": "deny" }],
  [call("edit", "src/Cargo.lock"), { "edit-local": "deny" }],
  [call("edit", "README.md"), { "edit-local": "deny" }],
  [call("edit", "docs/AGENTS.md"), { "edit-local": "allow" }],
  [call("edit", "src/AGENTS.md"), { "edit-local": "ask" }],
  [call("edit", "/elsewhere/src/a.txt"), { "edit-local": "deny" }],
  [call("edit", ".git"), { "edit-local": "deny" }],
  [call("webfetch", "https://example.com/"), { "edit-local": "deny", "read-only": "allow" }],
  [call("websearch", "x"), { "edit-local": "deny", "read-only": "deny" }],
  [call("question", "may I?"), { "edit-local": "deny", "read-only": "deny" }],
  [read("/project/src/a.txt"), { "edit-local": "allow", "read-only": "allow" }],
  [read("/etc/passwd"), { "edit-local": "deny", "read-only": "deny" }],
  [
    { kind: "delegation", agent: "general" },
    { "edit-local": "deny", "read-only": "deny" },
  ],
  [{ kind: "unknown", tool: "Workflow" }, { "edit-local": "deny" }],
];

for (const [request, expected] of cases)
  for (const [name, verdict] of Object.entries(expected))
    test(`${name}: ${verdict} ${JSON.stringify(request)}`, () => {
      const { policy, mayRead } = taskPolicy("agent", roles.get(name)!, { ...task, role: name });
      assert.equal(decideRequest(policy, request, place).verdict, verdict);
      assert.equal(mayRead, true);
    });

test("what would switch a limit off is named, so that it is not handed on", () => {
  assert.deepEqual(taskPolicy("agent", roles.get("edit-local")!, task).bypasses, ["ORCHESTRATOR_META"]);
});
