/** Tests that docs/diff.md shows real `diff` output, and that the recipes of docs/team.md use existing options. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { globalOptions } from "../../src/cli/command.ts";
import { diff } from "../../src/cli/commands/diff/diff.ts";
import { makeRoots } from "../support/make-root.ts";
import { runCommandIn } from "../support/run-command.ts";

const makeRoot = makeRoots("docs-diff");
const page = (name: string) => readFileSync(join(import.meta.dirname, "../../docs", name), "utf8");

test("docs/diff.md shows the output of its example", async () => {
  const text = page("diff.md");
  const roots = [...text.matchAll(/^```toml\n(.*?)^```$/gms)].map(([, toml = ""]) =>
    makeRoot({ "agents/builder/agent.toml": toml, "agents/builder/system-prompt.md": "Build it.\n" }),
  );
  assert.equal(roots.length, 2);
  const expected = /^```console\n\$ surcingle diff before after\n(.*?)^```$/ms.exec(text)?.[1];
  const { code, out } = await runCommandIn("/", diff, roots);
  assert.equal(out, expected);
  assert.equal(code, 1);
});

test("the recipes of docs/team.md name options of `diff`", () => {
  const lines = page("team.md").match(/surcingle diff .*/g) ?? [];
  assert.ok(lines.length >= 4);
  for (const line of lines)
    for (const [, option = ""] of line.matchAll(/--([a-z]+)/g))
      assert.ok(option in diff.options || option in globalOptions, `--${option} in ${line}`);
});
