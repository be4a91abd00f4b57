import assert from "node:assert/strict";
import { test } from "node:test";
import { skillOf } from "../../../test/support/agent.ts";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { codexSkills } from "./render.ts";

/** The file next to SKILL.md, and the reported losses, for a skill with these fields and the author's own file. */
function policyOf(fields: Readonly<Record<string, unknown>>, own?: string) {
  const skill = skillOf("s");
  const files = own === undefined ? [] : [{ path: "agents/openai.yaml", content: own, executable: false }];
  const text = { ...skill.text, fields: { ...skill.text.fields, ...fields } };
  const found: Diagnostic[] = [];
  const [rendered] = codexSkills(
    [{ ...skill, text, files: [...skill.files, ...files] }],
    (each) => void found.push(each),
  );
  return { file: rendered?.files.find(({ path }) => path === "agents/openai.yaml")?.content, found };
}

const policy = "policy:\n  allow_implicit_invocation: false\n";
const closed = { "disable-model-invocation": true };

test("a skill that the model may start has no generated file", () => {
  assert.equal(policyOf({}).file, undefined);
  assert.equal(policyOf({ "user-invocable": false }).file, undefined);
});

test("a skill that the model may not start has a file that says so", () => assert.equal(policyOf(closed).file, policy));

test("the author's own file is kept and added to", () => {
  assert.equal(policyOf(closed, "interface:\n  display_name: S").file, `interface:\n  display_name: S\n${policy}`);
  assert.equal(policyOf(closed, `${policy}interface: {}\n`).file, `${policy}interface: {}\n`);
});

test("a conflicting policy of the author is an error, never a skill that starts by itself", () => {
  for (const own of ["policy:\n  allow_implicit_invocation: true\n", '"policy": {}\n', "{policy: {}}\n"]) {
    const { found } = policyOf(closed, own);
    assert.deepEqual(
      found.map(({ code, severity }) => [code, severity]),
      [["not-expressible", "error"]],
    );
  }
});
