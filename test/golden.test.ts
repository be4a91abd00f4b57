/** Compares the output of every case and harness with its golden tree, byte for byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { harnesses } from "../src/harness/all.ts";
import { caseNames, readGolden, renderCase } from "./support/golden.ts";

for (const harness of harnesses) {
  for (const name of caseNames) {
    test(`${harness.id} renders ${name} as its golden tree shows`, async () => {
      const want = readGolden(harness, name);
      const have = await renderCase(harness, name);
      const fix = `\`npm run golden -- ${harness.id}\` writes the golden trees; read the difference before you keep it`;
      assert.deepEqual([...have.keys()].sort(), [...want.keys()].sort(), fix);
      for (const [path, content] of have)
        assert.equal(content.toString(), want.get(path)?.toString(), `${path}: ${fix}`);
    });
  }
}
