import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRoots } from "../../../test/support/make-root.ts";
import { runCommandIn } from "../../../test/support/run-command.ts";
import { check } from "./check.ts";

const makeRoot = makeRoots("check-command");
const agent = (name: string, edit: string) =>
  `name = "${name}"\ndescription = "X"\nmode = "primary"\n[permissions.edit]\nintent = "${edit}"\n`;

test("--notes says which agents have a sandbox, and why the others have none", async () => {
  const files = {
    "agents/reads/agent.toml": agent("reads", "deny"),
    "agents/reads/system-prompt.md": "Read.\n",
    "agents/builds/agent.toml": agent("builds", "allow"),
    "agents/builds/system-prompt.md": "Build.\n",
  };
  const run = (root: string) => runCommandIn(root, check, ["--notes", "--root", root]);
  const plain = await run(makeRoot(files));
  assert.match(plain.out, /^sandbox: reads$/m);
  assert.match(plain.out, /^no sandbox: builds \(can edit files/m);
  const off = await run(makeRoot({ ...files, "surcingle.toml": '[sandbox]\nuse = "off"\n' }));
  assert.match(off.out, /^no sandbox: builds and reads \(`use = "off"` in \[sandbox\]\)$/m);
});
