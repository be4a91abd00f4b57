import assert from "node:assert/strict";
import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shared, useHome } from "../../../test/write/home.ts";
import { apply } from "./apply.ts";

const home = useHome();
const { put, read, request, done, refusal } = home;

test("shared files are reported and not changed unless requested", () => {
  put(".config/opencode/opencode.json", '{ "theme": "dark" }');
  assert.deepEqual(done(apply(request([shared({ agent: { a: {} } })]))), ["skip .config/opencode/opencode.json"]);
  assert.equal(read(".config/opencode/opencode.json"), '{ "theme": "dark" }');
});

test("our keys are merged, changed and removed again; all other keys, comments and the mode stay", () => {
  const theirs = '// mine\n{\n  "theme": "dark", // yes\n  "agent": { "own": { "mode": "all" } }\n}\n';
  put(".config/opencode/opencode.json", theirs);
  chmodSync(join(home.path, ".config/opencode/opencode.json"), 0o600);
  const merge = (plain: object) => done(apply(request([shared(plain)], { withShared: true })));
  assert.deepEqual(merge({ agent: { a: { mode: "primary" }, b: { mode: "all" } } }), [
    "merge .config/opencode/opencode.json",
  ]);
  assert.deepEqual(merge({ agent: { a: { mode: "primary" }, b: { mode: "all" } } }), []);
  merge({ agent: { a: { mode: "subagent" } } });
  assert.equal(
    read(".config/opencode/opencode.json"),
    theirs.replace('{ "own": { "mode": "all" } }', '{ "own": { "mode": "all" }, "a": {\n    "mode": "subagent"\n  } }'),
  );
  assert.equal(statSync(join(home.path, ".config/opencode/opencode.json")).mode & 0o777, 0o600);
  assert.deepEqual(done(apply(request([], { withShared: true }))), ["merge .config/opencode/opencode.json"]);
  assert.equal(read(".config/opencode/opencode.json"), theirs);
});

test("a shared file that we created is removed with our last key", () => {
  apply(request([shared({ agent: { a: {} } })], { withShared: true }));
  assert.deepEqual(done(apply(request([], { withShared: true }))), ["remove .config/opencode/opencode.json"]);
});

test("a shared file with other values under our keys, or with broken text, is refused by name", () => {
  const keys = [shared({ agent: { a: { mode: "all" } } })];
  for (const text of ['{ "agent": { "a": { "mode": "primary" } } }', '{ "agent": 1 }', "{ nonsense"]) {
    put(".config/opencode/opencode.json", text);
    assert.deepEqual(refusal(keys, { withShared: true }), ["shared-file .config/opencode/opencode.json"]);
  }
});

test("an edited generated key is refused, whether it would be changed or removed", () => {
  const keys = [shared({ agent: { a: { mode: "all" } } })];
  apply(request(keys, { withShared: true }));
  put(".config/opencode/opencode.json", '{ "agent": { "a": { "mode": "primary" } } }');
  assert.deepEqual(refusal(keys, { withShared: true }), ["shared-file .config/opencode/opencode.json"]);
  assert.deepEqual(refusal([], { withShared: true }), ["shared-file .config/opencode/opencode.json"]);
  const result = apply(request([], { withShared: true }));
  assert.match(result.kind === "refused" ? result.problems[0]!.message : "", /different values for `agent\.a\.mode`$/);
});
