import assert from "node:assert/strict";
import { test } from "node:test";
import { makeScratch, writeFiles } from "../../../test/support/make-root.ts";
import { runCommandIn } from "../../../test/support/run-command.ts";
import { check } from "../../cli/commands/check.ts";

const root = makeScratch("clash");
const files = {
  "commands/reflect.md": "---\ndescription: Looks back\n---\nLook back.\n",
  "skills/reflect/SKILL.md": "---\nname: reflect\ndescription: Looks back\n---\nLook back.\n",
};
writeFiles(root, files);

for (const harness of ["claude-code", "codex", "kode"])
  test(`a command and a skill of one name are an error for ${harness}, where they become one file`, async () => {
    const { code, err } = await runCommandIn(root, check, ["--root", root, "--harness", harness]);
    assert.equal(code, 1);
    assert.match(err, /error\[name-clash\]: the command `reflect` and the skill `reflect` become one file in /);
  });

for (const harness of ["opencode", "pi", "copilot"])
  test(`a command and a skill of one name can both exist in ${harness}`, async () => {
    const { code, err } = await runCommandIn(root, check, ["--root", root, "--harness", harness]);
    assert.deepEqual([code, /name-clash/.test(err)], [0, false], err);
  });

test("where no harness was chosen, the command is left out of the clients that clash, with a note", async () => {
  const { code, out, err } = await runCommandIn(root, check, ["--root", root, "--notes"]);
  assert.equal(code, 0, err);
  for (const title of ["Claude Code", "Codex", "Kode"])
    assert.match(out + err, new RegExp(`${title} uses one file for a command and a skill named\\s+\`reflect\``));
});
