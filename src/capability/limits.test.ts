import assert from "node:assert/strict";
import { test } from "node:test";
import { roleOf, shipped, taskOf } from "../../test/support/capability.ts";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { decide } from "../policy/decide.ts";
import { gateLimits, limitsOf } from "./limits.ts";

const from = { allowed: "roles/r.toml:9:1", bashPatternsAllowed: "roles/r.toml:10:1" };

test("each limit names its origin, and blocking limits have no severity", () => {
  const [commands, paths] = gateLimits(shipped("policy::no-git-ops"), undefined, undefined);
  assert.equal(commands?.kind, "no-commands");
  assert.equal(commands?.from, "capabilities/policy/no-git-ops/capability.toml:9:1");
  assert.equal(commands?.bypass, "ORCHESTRATOR_META");
  assert.ok(!("severity" in commands!));
  assert.equal(paths?.kind, "no-paths");
  assert.match(paths?.from ?? "", /no-git-ops\/capability\.toml:\d+:2$/);
});

test("a fork keeps the code and has its own patterns, severity and bypass", () => {
  const fork = shipped("policy::no-git-ops", (toml) =>
    toml
      .replace('name = "policy::no-git-ops"', 'name = "policy::no-push"')
      .replace(/tool-patterns = \[[\s\S]*?\n\]/, "tool-patterns = ['^git push']")
      .replace('severity = "block"', 'severity = "warn"')
      .replace("ORCHESTRATOR_META", "LET_ME_PUSH"),
  );
  const [limit] = gateLimits(fork, undefined, undefined);
  assert.deepEqual(limit, {
    kind: "no-commands",
    expressions: ["^git push"],
    from: "capabilities/policy/no-git-ops/capability.toml:9:1",
    severity: "warn",
    bypass: "LET_ME_PUSH",
  });
});

test("every gate reads restricts, not only those that need it", () => {
  const stricter = shipped("scope::files-denylist", (toml) =>
    toml
      .replace("tool-patterns = []", "tool-patterns = ['^rm ']")
      .replace("tools-denied = []", 'tools-denied = ["Agent"]'),
  );
  const kinds = gateLimits(stricter, undefined, undefined).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["no-commands", "no-delegation"]);
});

test("a limit set by tasks does nothing without a task and denies everything with an empty one", () => {
  const role = roleOf({ capabilities: [shipped("scope::files-whitelist"), shipped("scope::files-denylist")] });
  assert.deepEqual(limitsOf(role, undefined), []);
  const patterns = limitsOf(role, taskOf()).map((limit) => limit.kind === "only-paths" && limit.patterns);
  assert.deepEqual(patterns, [[], ["*/**"], ["*/**"]]);
});

test("a capability that only verifies limits nothing", () => {
  const names = ["quality::constructor-pattern", "quality::tests-green", "output::report-format"];
  assert.deepEqual(limitsOf(roleOf({ capabilities: names.map((name) => shipped(name)) }), taskOf()), []);
});

test("tools that a role does not list are removed", () => {
  const limits = limitsOf(
    roleOf({ tools: { allowed: ["Read", "Write", "Bash"], bashPatternsAllowed: undefined, from } }),
    undefined,
  );
  const shown = limits.map((limit) => (limit.kind === "no-tool" ? limit.tool : limit.kind));
  assert.deepEqual(shown, ["webfetch", "websearch", "question", "no-delegation"]);
  assert.ok(limits.every((limit) => limit.from === from.allowed));
});

test("an empty list allows nothing, a missing list everything", () => {
  const kinds = (allowed: readonly string[] | undefined) =>
    limitsOf(roleOf({ tools: { allowed, bashPatternsAllowed: undefined, from } }), undefined).length;
  assert.equal(kinds([]), 7);
  assert.equal(kinds(undefined), 0);
});

test("searching is not reading: only Read shows whole files", () => {
  const limits = limitsOf(
    roleOf({ tools: { allowed: ["Grep", "Glob"], bashPatternsAllowed: undefined, from } }),
    undefined,
  );
  assert.ok(limits.some(({ kind }) => kind === "no-reading"));
});

test("a role's patterns and the allow-list of its capability must both match", () => {
  const role = roleOf({
    capabilities: [shipped("tools::bash-allowlist")],
    tools: { allowed: undefined, bashPatternsAllowed: ["^cargo (check|test)( |$)", "^npm test$"], from },
  });
  const policy = policyOf({ bash: ["allow"] }, limitsOf(role, undefined));
  const verdict = (subject: string) => decide(policy, { tool: "bash", subject }, surroundingsOf()).verdict;
  assert.equal(verdict("cargo check"), "allow");
  assert.equal(verdict("cargo publish"), "deny");
  assert.equal(verdict("npm test"), "deny");
});

test("missing code denies every call", () => {
  const lost = {
    ...shipped("policy::no-git-ops"),
    gate: { ...shipped("policy::no-git-ops").gate!, module: "gates::x" },
  };
  assert.throws(() => gateLimits(lost, undefined, undefined), /unknown code `gates::x`/);
});
