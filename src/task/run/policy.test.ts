import assert from "node:assert/strict";
import { test } from "node:test";
import { taskOf } from "../../../test/support/capability.ts";
import type { ClientRequest } from "../../model/permission.ts";
import { decideRequest } from "../../policy/decide-request.ts";
import { emptySurroundings } from "../../policy/surroundings.ts";
import { loadRoleSet } from "../load.ts";
import { taskPolicy } from "./policy.ts";

const { roles } = await loadRoleSet([], (diagnostic) => assert.fail(diagnostic.message));

const task = taskOf({ scope: { filesWhitelist: ["src/**", "docs/AGENTS.md"], filesDenylist: ["src/kept.txt"] } });

const surroundings = emptySurroundings("/project", "/home/me");
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
      assert.equal(decideRequest(policy, request, surroundings).verdict, verdict);
      assert.equal(mayRead, true);
    });

const commands: Readonly<Record<string, { readonly allow: readonly string[]; readonly deny: readonly string[] }>> = {
  "edit-npm": {
    allow: ["npm test", "npm run lint", "npm ci", "npx tsc --noEmit", "node --test src/a.test.js", "mkdir src/a"],
    deny: ["npx cowsay", "npm install lodash", "npm publish", "node evil.js", "npm test && npm publish"],
  },
  "edit-python": {
    allow: ["pytest -q tests", "python3 -m unittest", "uv run pytest", "ruff check src", "uv run python -m pytest"],
    deny: ["python evil.py", "python -c 'x'", "uv add x", "pip install x", "uv run sh", "poetry add x"],
  },
  "edit-go": {
    allow: ["go test ./...", "go build ./...", "go vet ./...", "go mod download", "gofmt -l ."],
    deny: ["go get x", "go mod tidy", "go run ./cmd", "go build -o /tmp/x", "go test -exec sh ./...", "go install x"],
  },
  implementer: {
    allow: ["make", "npm test", "cargo test", "rm src/a.ts"],
    deny: ["rm -rf src", "git push", "npm i x", "curl https://example.org", "echo x > src/AGENTS.md"],
  },
  reader: { allow: ["ls", "cat a", "git log"], deny: ["touch a", "sed -i s/a/b/ a", "git commit -m x"] },
};

for (const [name, { allow, deny }] of Object.entries(commands))
  test(`${name}: commands of its kind of project run, others do not`, () => {
    const { policy } = taskPolicy("agent", roles.get(name)!, { ...task, role: name });
    const verdict = (command: string) => decideRequest(policy, call("bash", command), surroundings).verdict;
    for (const command of allow) assert.equal(verdict(command), "allow", command);
    for (const command of deny) assert.equal(verdict(command), "deny", command);
    // A task has no user to ask, so `ask` means deny.
    for (const command of ["NODE_OPTIONS=x npm test", "sudo git push"])
      assert.notEqual(verdict(command), "allow", command);
  });

test("a bypass variable in the user's environment disables its own limits only", () => {
  const role = roles.get("edit-local")!;
  const [bare, bypassed] = [{}, { ORCHESTRATOR_META: "1" }].map((env) => taskPolicy("agent", role, task, env).policy);
  const names = (policy = bare!) => policy.limits.map(({ bypass }) => bypass);
  assert.ok(names(bare).includes("ORCHESTRATOR_META") && !names(bypassed).includes("ORCHESTRATOR_META"));
  const others = bare!.limits.filter(({ bypass }) => bypass === undefined);
  assert.deepEqual(bypassed!.limits, others);
  assert.deepEqual(taskPolicy("agent", role, task, { ORCHESTRATOR_META: "true" }).policy, bare);
});

test("variables that disable a limit are reported, so that they are not passed on", () => {
  assert.deepEqual(taskPolicy("agent", roles.get("edit-local")!, task).bypasses, ["ORCHESTRATOR_META"]);
});
