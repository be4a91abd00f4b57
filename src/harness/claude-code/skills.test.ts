import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { withOwnFiles } from "../render/skill-limits.ts";
import { wrapHookCommand } from "./skills.ts";

/** How Claude Code reads an answer: exit code 2 blocks, any other failure does not, JSON counts with exit code 0. */
function verdictOf(command: string, event = "PreToolUse"): string {
  const { status, stdout } = spawnSync("sh", ["-c", wrapHookCommand(event, command)], {
    input: "{}",
    encoding: "utf8",
  });
  if (status === 2) return "deny";
  if (status !== 0) return "open";
  return stdout === "" ? "no opinion" : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}

const cases = [
  { name: "silence is no opinion", command: "true", want: "no opinion" },
  { name: "any failure denies", command: "exit 1", want: "deny" },
  { name: "a missing program denies", command: "/nowhere/guard.sh", want: "deny" },
  { name: "a program that is killed denies", command: "sh -c 'kill -9 $$'", want: "deny" },
  { name: "a failure at the end of a list denies", command: "true; false", want: "deny" },
  {
    name: "an answer denies although the exit code is 0",
    command: `echo '{ "decision": "deny", "reason": "x" }'`,
    want: "deny",
  },
  {
    name: "an exit code denies although the answer allows",
    command: `echo '{"decision":"allow"}'; exit 1`,
    want: "deny",
  },
  {
    name: "an allow does not skip the client's own question",
    command: `echo '{"decision":"allow"}'`,
    want: "no opinion",
  },
  { name: "an ask is asked", command: `echo '{"decision":"ask"}'`, want: "ask" },
  { name: "a comment at the end does not swallow the rest", command: "exit 1 # never", want: "deny" },
  {
    name: "the client's own form is handed on",
    command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'`,
    want: "ask",
  },
];

for (const { name, command, want } of cases) test(name, () => assert.equal(verdictOf(command), want));

test("an ask denies if there is no user to ask", () => {
  assert.equal(verdictOf(`echo '{"decision":"ask"}'`, "UserPromptSubmit"), "deny");
});

test("the hook reads what the client sends", () => {
  assert.equal(verdictOf("grep -q nothing-like-this"), "deny");
  assert.equal(verdictOf("grep -q '{}'"), "no opinion");
});

const own = ["hooks/guard.sh", "scripts/check.py", "run.sh"];
const root = "${CLAUDE_PLUGIN_ROOT}";
for (const [written, want] of [
  ["hooks/guard.sh", `"${root}/hooks/guard.sh"`],
  ["./hooks/guard.sh --fast", `"${root}/hooks/guard.sh" --fast`],
  ["python3 scripts/check.py", `python3 "${root}/scripts/check.py"`],
  ["'hooks/guard.sh' x", `"${root}/hooks/guard.sh" x`],
  ["A=1; hooks/guard.sh && ./run.sh", `A=1; "${root}/hooks/guard.sh" && "${root}/run.sh"`],
  // Not files of the skill, or already absolute.
  ["run.sh", "run.sh"],
  ["hooks/other.sh", "hooks/other.sh"],
  ["/opt/hooks/guard.sh", "/opt/hooks/guard.sh"],
  ["${SKILL_DIR}/hooks/guard.sh", "${SKILL_DIR}/hooks/guard.sh"],
  ["cat hooks/guard.sh.bak", "cat hooks/guard.sh.bak"],
] as const)
  test(`the hook \`${written}\` is written as \`${want}\``, () => assert.equal(withOwnFiles(written, own), want));
