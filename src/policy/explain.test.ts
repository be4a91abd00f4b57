import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import type { Limit, ToolCall } from "../model/permission.ts";
import { decide } from "./decide.ts";
import { fault } from "./decision.ts";
import { explainDecision } from "./explain.ts";

const limits: readonly Limit[] = [
  { kind: "no-tool", tool: "webfetch", from: "roles/r.toml:2:1" },
  { kind: "no-commands", expressions: ["^curl"], from: "roles/r.toml:3:1" },
];
const policy = policyOf({ bash: ["ask", "git push --force*:deny", "git *:allow"] }, limits);

function explain(call: ToolCall): string {
  return explainDecision(policy, call, decide(policy, call, surroundingsOf()));
}

test("a decision by a rule names the part, the rule and its position", () => {
  assert.equal(
    explain({ tool: "bash", subject: "git log && git push --force" }),
    "surcingle: tester: deny bash `git push --force`, by rule `git push --force*` at bash:1:1",
  );
});

test("a decision by the intent names the intent", () => {
  const sentence = "surcingle: tester: ask bash `make`, because no rule matches and the intent of `bash` is `ask`";
  assert.equal(explain({ tool: "bash", subject: "make" }), sentence);
});

test("a redirection is explained as an edit", () => {
  const sentence = "surcingle: tester: ask edit `f`, because no rule matches and the intent of `edit` is `ask`";
  assert.equal(explain({ tool: "bash", subject: "git log > f" }), sentence);
});

test("a caution says why", () => {
  assert.match(
    explain({ tool: "bash", subject: "A=1 git log" }),
    /^surcingle: tester: ask bash `A=1 git log`, because /,
  );
});

test("a limit is named with its position", () => {
  assert.match(
    explain({ tool: "webfetch", subject: "https://a.test/" }),
    /`webfetch` is not allowed at roles\/r\.toml:2:1$/,
  );
  assert.match(
    explain({ tool: "bash", subject: "curl x" }),
    /deny bash `curl x`, by .*`\^curl`.* at roles\/r\.toml:3:1$/,
  );
});

test("a fault is a deny with its message", () => {
  const call: ToolCall = { tool: "bash", subject: "x" };
  assert.match(explainDecision(policy, call, fault("broken")), /^surcingle: tester: deny bash `x`, because .*broken$/);
});

test("terminal escapes and line breaks never reach the sentence", () => {
  const sentence = explain({ tool: "bash", subject: "'\u001b[31m'\n\u202e" });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  assert.doesNotMatch(sentence, /[\u0000-\u001f\u202e]/);
});

test("a long subject is shortened", () => {
  assert.ok(explain({ tool: "bash", subject: "x".repeat(60_000) }).length < 500);
});
