/** Tests that every file named in a patch is found, however it is written. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { patchPaths } from "./patch-paths.ts";

test("every file that is added, changed, deleted or moved to is named once", () => {
  const patch = `*** Begin Patch
*** Add File: a.txt
+x
*** Update File: b.txt
*** Move to: c/d.txt
@@
-x
+*** Add File: not-a-header.txt
*** Delete File: a.txt
*** End Patch
`;
  assert.deepEqual(patchPaths(patch), ["a.txt", "b.txt", "c/d.txt"]);
});

test("white space around a header is ignored", () => {
  assert.deepEqual(patchPaths("  *** Add File:  x y.txt \r\n\t*** Delete File: z"), ["x y.txt", "z"]);
});

test("a patch that names no file is a fault", () => {
  for (const patch of ["", "*** Begin Patch\n*** End Patch", "*** Add File: "]) assert.throws(() => patchPaths(patch));
});
