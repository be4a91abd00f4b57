import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import type { Limit, Verdict } from "../model/permission.ts";
import { decide } from "./decide.ts";

const only: Limit = { kind: "only-commands", expressions: ["^git (log|status)\\b", "^ls$"], from: "r:1:1" };
const none: Limit = { kind: "no-commands", expressions: ["^git push", "--force"], from: "r:2:1" };

type Case = readonly [line: string, want: Verdict];

function table(limit: Limit, cases: readonly Case[]): void {
  const policy = policyOf({ bash: ["allow"] }, [limit]);
  for (const [line, want] of cases) {
    test(`${limit.kind}: ${want} ${line}`, () => {
      const decision = decide(policy, { tool: "bash", subject: line }, surroundingsOf());
      assert.equal(decision.verdict, want, JSON.stringify(decision));
    });
  }
}

table(only, [
  ["git log", "allow"],
  ["git log --oneline; ls", "allow"],
  ["git log; rm x", "deny"],
  ["ls -l", "deny"],
  ["sudo git log", "deny"],
  ["bash -c 'git log'", "deny"],
  ["/usr/bin/git log", "deny"],
  ["echo $(git log)", "deny"],
  ["git log $x", "ask"],
  ["git $x", "ask"],
  ["ls $x", "ask"],
  ["$x", "ask"],
  ["A=1", "deny"],
]);

table(none, [
  ["git log", "allow"],
  ["git push", "deny"],
  ['"git" push', "deny"],
  ["sudo git push", "deny"],
  ["bash -c 'git push'", "deny"],
  ["/usr/bin/git push", "deny"],
  ["A=1 git push", "deny"],
  ["make --force", "deny"],
  ["make $x", "ask"],
  ["$x", "ask"],
]);

test("an expression with a known beginning does not touch other commands", () => {
  const policy = policyOf({ bash: ["allow"] }, [{ kind: "no-commands", expressions: ["^git push"], from: "r:1:1" }]);
  const verdict = (subject: string) => decide(policy, { tool: "bash", subject }, surroundingsOf()).verdict;
  assert.equal(verdict("make $x"), "allow");
  assert.equal(verdict("git $x"), "ask");
});

test("a command list must match an assignment too, whatever the rules", () => {
  const limits: Limit[] = [
    { kind: "only-commands", expressions: ["^cargo( |$)", "^CI=1 make$", "^make$"], from: "r:1:1" },
  ];
  const policy = policyOf({ bash: ["allow", "A=1 cargo *:allow", "CI=1 make:allow"] }, limits);
  const verdict = (subject: string) => decide(policy, { tool: "bash", subject }, surroundingsOf()).verdict;
  assert.equal(verdict("A=1 cargo build"), "deny");
  assert.equal(verdict("A=$x cargo build"), "deny");
  assert.equal(verdict("CI=1 make"), "allow");
});

test("a list that names a runner and its program allows that program only", () => {
  const expressions = ["^uv run pytest( |$)", "^npx ", "^timeout "];
  const policy = policyOf({ bash: ["allow"] }, [{ kind: "only-commands", expressions, from: "r:1:1" }]);
  const verdict = (subject: string) => decide(policy, { tool: "bash", subject }, surroundingsOf()).verdict;
  assert.equal(verdict("uv run pytest -q"), "allow");
  assert.equal(verdict("uv run rm x"), "deny");
  assert.equal(verdict("npx tsc"), "deny");
  assert.equal(verdict("timeout 5 pytest"), "deny");
});

test("a forbidden command is found where a runner or an unknown program may start it", () => {
  const policy = policyOf({ bash: ["allow"] }, [
    { kind: "no-commands", expressions: ["^git push", "x"], from: "r:1:1" },
  ]);
  const verdict = (subject: string) => decide(policy, { tool: "bash", subject }, surroundingsOf()).verdict;
  assert.equal(verdict("unshare --unknown-option git push"), "deny");
  assert.equal(verdict("some-program -- git push"), "ask");
  assert.equal(verdict("python3 -c \"run('git push')\""), "ask");
  assert.equal(verdict("some-program git pull"), "allow");
  assert.equal(verdict("echo git push"), "allow");
});

const mayStart: readonly (readonly [start: string, want: Verdict])[] = [
  ["some-program", "ask"],
  ["unshare --unknown-option", "deny"],
  ["docker run --unknown-option", "deny"],
];

for (const [start, want] of mayStart) {
  test(`words between a forbidden command and its last option do not hide it: ${start}`, () => {
    const limited = policyOf({ bash: ["allow"] }, [
      { kind: "no-commands", expressions: ["^git push .*--force"], from: "r:1:1" },
    ]);
    const ruled = policyOf({ bash: ["allow", "git push ** --force:deny"] });
    for (const count of [1, 20, 100, 1_000]) {
      const line = `${start} git push ${"a ".repeat(count)}--force`;
      for (const policy of [limited, ruled]) {
        const { verdict } = decide(policy, { tool: "bash", subject: line }, surroundingsOf());
        assert.equal(verdict, want, `${count} words`);
      }
    }
  });
}

test("without editing tools, commands that change something without naming a file are denied unless a list names them", () => {
  const noEdit: Limit = { kind: "no-tool", tool: "edit", from: "r:1:1" };
  const listed: Limit = { kind: "only-commands", expressions: ["^git commit( |$)", "^git "], from: "r:2:1" };
  const verdict = (limits: readonly Limit[], subject: string) =>
    decide(policyOf({ bash: ["allow"] }, limits), { tool: "bash", subject }, surroundingsOf()).verdict;
  assert.equal(verdict([noEdit], "git commit -m x"), "deny");
  assert.equal(verdict([noEdit], "git log"), "allow");
  assert.equal(verdict([noEdit], "cargo test"), "allow");
  assert.equal(verdict([noEdit, listed], "git commit -m x"), "allow");
  assert.equal(verdict([noEdit, listed], "git tag v1"), "deny");
});

test("a limit cannot be undone by a rule", () => {
  const policy = policyOf({ bash: ["allow", "git push*:allow"] }, [none]);
  assert.equal(decide(policy, { tool: "bash", subject: "git push" }, surroundingsOf()).verdict, "deny");
});

test("a tool that a limit removes is denied, also in a redirection", () => {
  const limit: Limit = { kind: "no-tool", tool: "edit", from: "r:1:1" };
  const policy = policyOf({ bash: ["allow"], edit: ["allow"] }, [limit]);
  const verdict = (tool: "bash" | "edit", subject: string) =>
    decide(policy, { tool, subject }, surroundingsOf()).verdict;
  assert.equal(verdict("edit", "x"), "deny");
  assert.equal(verdict("bash", "git log > x"), "deny");
  assert.equal(verdict("bash", "git log > $x"), "deny");
  assert.equal(verdict("bash", "git log > /dev/null"), "allow");
});

test("an invalid expression is a fault", () => {
  const policy = policyOf({ bash: ["allow"] }, [{ kind: "no-commands", expressions: ["("], from: "r:1:1" }]);
  assert.equal(decide(policy, { tool: "bash", subject: "x" }, surroundingsOf()).because.kind, "fault");
});
