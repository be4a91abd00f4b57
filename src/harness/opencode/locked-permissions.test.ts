import assert from "node:assert/strict";
import { test } from "node:test";
import { closedEntries, unlockedPermissions } from "./locked-permissions.ts";

const map = { "*": "deny", read: "allow", bash: { "*": "ask", "git *": "allow" } };
const [mine, other] = ["surcingle-aaaaaaaaaaaaaaaa", "surcingle-bbbbbbbbbbbbbbbb"];
const real = { mark: mine, permission: map };
/** As the client merges files: a key keeps its position and takes the later value, a new one goes to the end. */
const merged = (...files: readonly object[]): object => Object.assign({}, ...files);
const closed = (mark: string): object => Object.fromEntries(closedEntries(mark));

test("the map replaces the lines that lock the agent for this plugin", () => {
  const opened = unlockedPermissions(closed(mine), real);
  assert.deepEqual(opened, map);
  assert.deepEqual(Object.keys(opened!), Object.keys(map));
});

test("permissions that other files allow are not kept", () => {
  const loose = { "*": "allow", bash: "allow", edit: { "*": "allow" }, mcp: "ask" };
  assert.deepEqual(unlockedPermissions(merged(loose, closed(mine)), real), map);
  assert.deepEqual(unlockedPermissions(merged(closed(mine), loose), real), map);
});

test("tools that other files deny entirely stay denied, after every other line", () => {
  const opened = unlockedPermissions(merged(closed(mine), { read: "deny", mcp: "deny" }), real);
  assert.deepEqual(Object.entries(opened!), [
    ...Object.entries({ "*": "deny", bash: map.bash }),
    ["read", "deny"],
    ["mcp", "deny"],
  ]);
});

test("an agent that a later file locked for another plugin stays locked", () => {
  assert.equal(unlockedPermissions(merged(closed(mine), closed(other)), real), undefined);
  assert.deepEqual(unlockedPermissions(merged(closed(other), closed(mine)), real), map);
});

test("an agent that is not locked keeps its own permissions", () => {
  for (const found of [map, {}, undefined, null, "ask", [], { [`${mine}0`]: "deny" }])
    assert.equal(unlockedPermissions(found, real), undefined, JSON.stringify(found));
});

test("the last line of a locked agent denies everything, whatever an earlier file contains", () => {
  const lines = Object.entries(merged({ "*": "allow", bash: "allow", "**": "allow" }, closed(mine)));
  assert.deepEqual(lines.at(-1), ["***", "deny"]);
});
