import assert from "node:assert/strict";
import { property } from "../../test/support/random.ts";
import { readShell } from "./shell.ts";

const names =
  "git rm nix sudo env bash sh xargs cd time if in do export let local set test read printf wait eval exec command a-b f2"
    .concat(" then fi for while case esac select function coproc declare watch timeout nice find npm python make echo")
    .split(" ");
const words =
  "-c -x -- . .. ../a /bin/rm rm a,b a:b user@host 1 -5 +x a.b -exec git then --flag -Iz a/b/c - _ @ ,".split(" ");

property("a line of plain words is read as the parser reads it", ({ pick, list }) => {
  const line = [pick(names), ...list(5, () => pick(pick([words, names])))].join(" ");
  // The space at the end means nothing to a shell, and such a line goes to the parser.
  assert.deepEqual(readShell(line), readShell(`${line} `), line);
});
