import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { capabilityCodes } from "../../../capability/all.ts";
import { capabilityCheck } from "./check.ts";
import { capabilityFork } from "./fork.ts";
import { capabilityList } from "./list.ts";

const makeRoot = makeRoots("capability-fork");
const shipped = join(import.meta.dirname, "../../../../capabilities");

const fork = (cwd: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCommandIn(cwd, capabilityFork, argv, env);

test("a fork has a new name, its lineage and the same text, byte for byte", async () => {
  const root = makeRoot({});
  const argv = ["policy::no-git-ops", "--as", "policy::no-git-ops-lax"];
  const { code, out } = await fork(root, argv, { SURCINGLE_CREATOR_ID: "me", KEI_CREATOR_ID: "other" });
  assert.equal(code, 0);
  assert.match(out, /policy::no-git-ops -> policy::no-git-ops-lax\n.*no-git-ops-lax: 2 fields rewritten\nnext: /);
  const directory = join(root, "capabilities/policy/no-git-ops-lax");
  assert.deepEqual(readdirSync(directory).sort(), ["capability.toml", "text.md"]);
  assert.deepEqual(readdirSync(join(root, "capabilities/policy")), ["no-git-ops-lax"]);
  assert.equal(statSync(directory).mode, statSync(join(root, "capabilities")).mode);
  assert.deepEqual(readFileSync(join(directory, "text.md")), readFileSync(join(shipped, "policy/no-git-ops/text.md")));
  const toml = readFileSync(join(directory, "capability.toml"), "utf8");
  const source = readFileSync(join(shipped, "policy/no-git-ops/capability.toml"), "utf8");
  const [own, lineage] = toml.split("\n[lineage]\n");
  assert.equal(own, source.replace("policy::no-git-ops", "policy::no-git-ops-lax"));
  const wanted =
    /^fork_from = "policy::no-git-ops"\nparents = \["policy::no-git-ops"\]\ncreator = "me"\ncreated = "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"\n$/;
  assert.match(lineage ?? "", wanted);
});

test("a fork works at once: it is listed, and its gate uses the code of its source", async () => {
  const root = makeRoot({});
  assert.equal((await fork(root, ["tools::deny-tools", "--as", "safety::look-only"])).code, 0);
  const { code, out } = await runCommandIn(root, capabilityList, ["--json"]);
  assert.equal(code, 0);
  const listed = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const own = listed.find(({ name }) => name === "safety::look-only");
  assert.equal(own.category, "safety");
  assert.equal(own.code, "??");
  assert.equal(own.gate.module, "gates::tools_deny_tools");
  assert.equal(listed.length, capabilityCodes.length + 1);
  const input = JSON.stringify({ cwd: root, tool_name: "Write", tool_input: { file_path: "x" } });
  assert.equal((await runCommandIn(root, capabilityCheck, ["safety::look-only"], {}, input)).code, 2);
});

test("a fork of a fork has the fork as its only parent, and comments stay", async () => {
  const root = makeRoot({});
  await fork(root, ["scope::files-denylist", "--as", "scope::first"]);
  const file = join(root, "capabilities/scope/first/capability.toml");
  writeFileSync(file, readFileSync(file, "utf8").replace("[gate]", "# mine\n[gate]"));
  assert.equal((await fork(root, ["scope::first", "--as", "scope::second"], { KEI_CREATOR_ID: "kei" })).code, 0);
  const toml = readFileSync(join(root, "capabilities/scope/second/capability.toml"), "utf8");
  assert.match(toml, /# mine\n\[gate\]/);
  assert.equal(toml.match(/\[lineage\]/g)?.length, 1);
  assert.match(toml, /parents = \["scope::first"\]\ncreator = "kei"/);
});

test("the creator defaults to unknown and is always a string", async () => {
  const root = makeRoot({});
  await fork(root, ["scope::files-denylist", "--as", "scope::a"]);
  assert.match(readFileSync(join(root, "capabilities/scope/a/capability.toml"), "utf8"), /creator = "unknown"/);
  await fork(root, ["scope::files-denylist", "--as", "scope::b"], {
    SURCINGLE_CREATOR_ID: 'x"\n[gate]\nrust-module = ""',
  });
  assert.equal((await runCommandIn(root, capabilityList, [])).code, 0);
});

test("the old name of a capability can be forked, and the old names of directories are kept", async () => {
  const root = makeRoot({ "_capabilities/.keep": "" });
  assert.equal((await fork(root, ["tools::read-only", "--as", "tools::mine"])).code, 0);
  const toml = readFileSync(join(root, "_capabilities/tools/mine/capability.toml"), "utf8");
  assert.match(toml, /fork_from = "tools::deny-tools"/);
});

const badNames = [
  ...["no-git-ops", "policy:no-git-ops", "policy::No-Git", "policy::../x", "policy::a/b", "::x", "policy::"],
  ...["policy::a::b", "policy::-x", `policy::${"a".repeat(65)}`, "policy::a b", "policy::ä", "policy::1x"],
];

for (const name of badNames) {
  test(`${name} is refused before anything is written`, async () => {
    const root = makeRoot({});
    await assert.rejects(fork(root, ["policy::no-git-ops", "--as", name]), { name: "UsageError" });
    await assert.rejects(fork(root, [name, "--as", "policy::x"]), { name: "UsageError" });
    assert.deepEqual(readdirSync(root), []);
  });
}

test("an unknown category, a missing name and an unknown source are refused", async () => {
  const root = makeRoot({});
  await assert.rejects(fork(root, ["policy::no-git-ops", "--as", "mine::x"]), /category/);
  await assert.rejects(fork(root, ["policy::no-git-ops"]), /--as NAME/);
  const { code, err } = await fork(root, ["policy::no-gitops", "--as", "policy::x"]);
  assert.equal(code, 1);
  assert.match(err, /did you mean `policy::no-git-ops`/);
  assert.deepEqual(readdirSync(root), []);
});

test("a capability is not forked to its own name", async () => {
  const root = makeRoot({});
  const { code, err } = await fork(root, ["policy::no-git-ops", "--as", "policy::no-git-ops"]);
  assert.equal(code, 1);
  assert.match(err, /is the source; choose another name for the copy/);
  assert.deepEqual(readdirSync(root), []);
});

test("nothing is ever overwritten", async () => {
  const root = makeRoot({ "capabilities/policy/x/note.txt": "mine" });
  mkdirSync(join(root, "capabilities/policy/empty"));
  symlinkSync("/nowhere", join(root, "capabilities/policy/dangling"));
  for (const slug of ["x", "empty", "dangling"]) {
    const { code, err } = await fork(root, ["policy::no-git-ops", "--as", `policy::${slug}`]);
    assert.equal(code, 1, slug);
    assert.match(err, /already exists; nothing was written/);
  }
  assert.equal(readFileSync(join(root, "capabilities/policy/x/note.txt"), "utf8"), "mine");
  assert.deepEqual(readdirSync(join(root, "capabilities/policy")).sort(), ["dangling", "empty", "x"]);
});

test("a link out of the root is not followed", async () => {
  const [root, other] = [makeRoot({}), makeRoot({})];
  symlinkSync(other, join(root, "capabilities"));
  const { code, err } = await fork(root, ["policy::no-git-ops", "--as", "policy::x"]);
  assert.equal(code, 1);
  assert.match(err, /points outside the root/);
  assert.deepEqual(readdirSync(other), []);
});

test("--root and --kit-root set where the fork is written", async () => {
  for (const option of ["--root", "--kit-root"]) {
    const [root, elsewhere] = [makeRoot({}), makeRoot({})];
    assert.equal((await fork(elsewhere, ["policy::no-git-ops", "--as", "policy::x", option, root])).code, 0);
    assert.ok(existsSync(join(root, "capabilities/policy/x/capability.toml")));
    assert.deepEqual(readdirSync(elsewhere), []);
  }
});
