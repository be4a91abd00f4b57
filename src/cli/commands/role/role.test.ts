import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { role } from "../families.ts";

const makeRoot = makeRoots("role");
const none = makeRoot({ "rules/x.md": "x\n" });

test("the list shows every role on its own line and marks those that agents cannot use", async () => {
  const { code, out } = await runCommandIn(none, role, ["list"]);
  assert.equal(code, 0);
  assert.deepEqual(
    out
      .trim()
      .split("\n")
      .map((line) => line.split(" ")[0]),
    [
      ...["edit-go", "edit-local", "edit-npm", "edit-python", "edit-shared"],
      ...["explorer", "git-ops", "implementer", "read-only", "reader"],
    ],
  );
  assert.match(out, /^git-ops .*\(not spawnable\)$/m);
});

test("show prints what a role inherits, its limits with their positions, and its text", async () => {
  const { code, out } = await runCommandIn(none, role, ["show", "explorer"]);
  assert.equal(code, 0);
  assert.match(out, /^extends +read-only$/m);
  assert.match(out, /^ {2}`edit` is not allowed, capabilities\/tools\/deny-tools\/capability\.toml:\d+:1$/m);
  assert.match(out, /^# AGENT SUBSTRATE — role explorer$/m);
});

test("the JSON uses the keys of the file", async () => {
  const { out } = await runCommandIn(none, role, ["show", "edit-shared", "--json"]);
  const shown = JSON.parse(out);
  assert.deepEqual(
    [shown.extends, shown.isolation, shown["claude-subagent-type"]],
    ["edit-local", "worktree", "code-implementer"],
  );
  assert.equal(shown.capabilities.length, 8);
  assert.ok(shown.limits.length > 0 && shown.text.startsWith("# AGENT SUBSTRATE"));
});

test("an unknown role is an error with the nearest name; an invalid one is an error with its position", async () => {
  const unknown = await runCommandIn(none, role, ["show", "exploer"]);
  assert.deepEqual([unknown.code, unknown.err], [1, "surcingle: unknown role `exploer`; did you mean `explorer`?\n"]);
  const root = makeRoot({ "roles/mine.toml": '[role]\nname = "mine"\n' });
  const wrong = await runCommandIn(root, role, ["show", "mine"]);
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /^error\[missing-field\]: .*`role\.description`.*\n --> roles\/mine\.toml:1:2\n/);
  assert.doesNotMatch(wrong.err, /there is no role/);
});

test("escapes in a role never reach the terminal raw", async () => {
  const root = makeRoot({
    "roles/mine.toml": '[role]\nname = "mine"\ndescription = "x"\n[tools]\nbash-patterns-allowed = ["^\\u001b]0;x"]\n',
  });
  for (const argv of [["list"], ["show", "mine"]]) {
    const { out } = await runCommandIn(root, role, argv);
    assert.ok(!out.includes("\u001b"), out);
  }
});
