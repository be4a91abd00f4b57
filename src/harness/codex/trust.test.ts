/** Tests hook hashes against those that `hooks/list` of Codex 0.166.0 returns for the same definitions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hookHash, trustKey } from "./profile.ts";

const known = [
  {
    command: "true",
    timeout: 30,
    matcher: ".*",
    hash: "8acccb6990c45a7c7ef8b4187acb483baa078e0984e379344eea51744ee760c4",
  },
  {
    command: `a "b" 'c' \\ $x \${Y} é 😀 \u007f`,
    timeout: 1,
    matcher: "*",
    hash: "f7f9bb3aef7cf6f0101beab5599db4f305c0d3b180e5e820d58999a944c81c12",
  },
  {
    command: "line\nbreak\ttab",
    timeout: 600,
    matcher: "Bash|apply_patch",
    hash: "e55a07148d817f74add4a365076590bd0a9f71caf769bf51c0f00853ad0149bf",
  },
  {
    command: "exec /bin/sh -c 'x </dev/null & y <a >b'",
    timeout: 5,
    matcher: ".*",
    hash: "8e6547b0f778782221f43804a08fb50b77253469634f031b36af6544934c7b48",
  },
];

for (const { hash, ...hook } of known) {
  test(`the client and we hash ${JSON.stringify(hook.command)} alike`, () => {
    assert.equal(hookHash(hook), `sha256:${hash}`);
  });
}

test("the key names the file and the place of the hook in it", () => {
  assert.equal(trustKey("/home/me/.codex/a.config.toml"), "/home/me/.codex/a.config.toml:pre_tool_use:0:0");
});
