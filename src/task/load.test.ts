/** Tests roles from their files: what is inherited, dropped, replaced, and rejected. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Files, makeRoots } from "../../test/support/make-root.ts";
import { makeRandom } from "../../test/support/random.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { capabilityCodes } from "../capability/all.ts";
import { limitsOf } from "../capability/limits.ts";
import type { Role } from "../model/role.ts";
import type { RoleSet } from "../resolve/role-layers.ts";
import { loadRoleSet } from "./load.ts";

const makeRoot = makeRoots("roles");

async function load(...roots: readonly Files[]): Promise<RoleSet & { readonly diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const set = await loadRoleSet(roots.map(makeRoot), (diagnostic) => diagnostics.push(diagnostic));
  return { ...set, diagnostics };
}

const roleFile = (name: string, rest = ""): string => `[role]\nname = "${name}"\ndescription = "Does ${name}"\n${rest}`;

interface Written {
  readonly extends?: string;
  readonly required?: readonly string[];
  readonly relaxes?: readonly string[];
  readonly rest?: string;
}

function roleFiles(roles: Readonly<Record<string, Written>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(roles).map(([name, { extends: parent, required = [], relaxes = [], rest = "" }]) => {
      const line = parent === undefined ? "" : `extends = "${parent}"\n`;
      const lists = `required = ${JSON.stringify(required)}\nrelaxes = ${JSON.stringify(relaxes)}\n`;
      return [`roles/${name}.toml`, roleFile(name, `[capabilities]\n${line}${lists}${rest}`)];
    }),
  );
}

const namesOf = (role: Role | undefined): string[] | undefined => role?.capabilities.map(({ name }) => name);

const editLocal = [
  "policy::no-git-ops",
  "scope::files-whitelist",
  "scope::files-denylist",
  "quality::constructor-pattern",
  "quality::cargo-check-green",
  "quality::tests-green",
  "safety::no-dep-bump",
  "output::report-format",
];
const readOnly = ["tools::deny-tools", "output::report-format", "output::severity-grade"];

const shipped: readonly [name: string, capabilities: readonly string[], type: string, isolation?: "worktree"][] = [
  ["edit-local", editLocal, "code-implementer", "worktree"],
  ["edit-shared", editLocal, "code-implementer", "worktree"],
  ["explorer", [...readOnly, "tools::bash-allowlist"], "Explore"],
  ["git-ops", [], "NOT-SPAWNABLE"],
  ["read-only", readOnly, "critic"],
];

const shippedCount = readdirSync(join(import.meta.dirname, "../../roles")).length;

test("a root without roles has all shipped roles with their capabilities", async () => {
  const { roles, capabilities, diagnostics } = await load({ "rules/x.md": "x\n" });
  assert.deepEqual(diagnostics, []);
  const files = readdirSync(join(import.meta.dirname, "../../roles")).map((file) => file.replace(".toml", ""));
  assert.deepEqual([...roles.keys()], files.sort());
  for (const [name, own, type, isolation] of shipped) {
    const role = roles.get(name)!;
    assert.deepEqual([namesOf(role), role.claudeSubagentType, role.isolation], [own, type, isolation], name);
    assert.equal(role.spawnable, name !== "git-ops");
  }
  assert.deepEqual([...capabilities.keys()].sort(), capabilityCodes.map(({ name }) => name).sort());
});

test("the same roles exist without any root", async () => {
  assert.equal((await loadRoleSet([], () => assert.fail())).roles.size, shippedCount);
});

const inherited: readonly [title: string, roles: Readonly<Record<string, Written>>, want: readonly string[]][] = [
  [
    "the parent's capabilities come first",
    { x: { extends: "read-only", required: ["policy::no-git-ops"] } },
    [...readOnly, "policy::no-git-ops"],
  ],
  [
    "a capability of the parent keeps its place",
    { x: { extends: "read-only", required: ["output::report-format", "safety::no-dep-bump"] } },
    [...readOnly, "safety::no-dep-bump"],
  ],
  [
    "a capability that is named twice is listed once",
    { x: { required: ["policy::no-git-ops", "policy::no-git-ops"] } },
    ["policy::no-git-ops"],
  ],
  [
    "a relaxed capability is removed",
    { x: { extends: "read-only", relaxes: ["output::report-format"] } },
    ["tools::deny-tools", "output::severity-grade"],
  ],
  [
    "a relaxed capability is removed even if the role itself requires it",
    { x: { required: ["policy::no-git-ops"], relaxes: ["policy::no-git-ops"] } },
    [],
  ],
  [
    "a capability that a parent relaxed can be required again, and comes last",
    {
      p: { extends: "read-only", relaxes: ["tools::deny-tools"] },
      x: { extends: "p", required: ["tools::deny-tools"] },
    },
    [...readOnly.slice(1), "tools::deny-tools"],
  ],
  [
    "three generations",
    {
      a: { required: ["policy::no-git-ops"] },
      b: { extends: "a", required: ["safety::no-dep-bump"] },
      x: { extends: "b", required: ["output::report-format"], relaxes: ["policy::no-git-ops"] },
    },
    ["safety::no-dep-bump", "output::report-format"],
  ],
  [
    "old names of capabilities still work",
    { x: { required: ["tools::read-only", "tools::cargo-only-bash"] } },
    ["tools::deny-tools", "tools::bash-allowlist"],
  ],
  ["old names can be relaxed", { x: { extends: "explorer", relaxes: ["tools::cargo-only-bash"] } }, readOnly],
];

for (const [title, roles, want] of inherited) {
  test(title, async () => {
    const set = await load(roleFiles(roles));
    assert.deepEqual(set.diagnostics, []);
    assert.deepEqual(namesOf(set.roles.get("x")), want);
  });
}

test("tools, escalation, isolation and subagent type are inherited unless the role sets them", async () => {
  const own = '[tools]\nallowed = ["Read"]\n[escalation]\npolicy = "fail-fast"\n';
  const { roles } = await load({
    ...roleFiles({ plain: { extends: "edit-local" }, other: { extends: "edit-local", rest: own } }),
    "roles/alone.toml": roleFile(
      "alone",
      'claude-subagent-type = "architect"\nisolation = "none"\n[capabilities]\nextends = "edit-local"\n',
    ),
    "roles/hidden.toml": roleFile("hidden", '[capabilities]\nextends = "git-ops"\n'),
  });
  const [parent, plain, other, alone] = ["edit-local", "plain", "other", "alone"].map((name) => roles.get(name)!);
  assert.deepEqual(plain?.tools, parent?.tools);
  assert.deepEqual(
    [plain?.escalation, plain?.isolation, plain?.claudeSubagentType],
    ["ask-via-return", "worktree", "code-implementer"],
  );
  assert.deepEqual(
    [other?.tools?.allowed, other?.tools?.bashPatternsAllowed],
    [["Read"], undefined],
    "a table replaces the whole table",
  );
  assert.equal(other?.escalation, "fail-fast");
  assert.deepEqual(
    [alone?.claudeSubagentType, alone?.isolation, alone?.ancestors],
    ["architect", undefined, ["edit-local"]],
  );
  assert.equal(roles.get("hidden")?.spawnable, false, "a child does not become spawnable");
});

test("a role that relaxes nothing gets a warning and works", async () => {
  const { roles, diagnostics } = await load(
    roleFiles({ x: { extends: "read-only", relaxes: ["policy::no-git-ops"] } }),
  );
  assert.deepEqual(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [["relaxes-nothing", "warning"]],
  );
  assert.deepEqual(namesOf(roles.get("x")), readOnly);
});

test("a later root replaces roles and capabilities by name, on top of the shipped ones", async () => {
  const toml = `[capability]
name = "policy::no-git-ops"
category = "policy"
version = "2.0"
description = "Mine"
[restricts]
tool-patterns = ['^hg( |$)']
[gate]
rust-module = "gates::policy_no_git_ops"
event = "PreToolUse:Bash"
severity = "warn"
[verify]
rust-module = "verifies::policy_no_git_ops"
`;
  const first = roleFiles({ "read-only": { required: ["policy::no-git-ops"] }, mine: { extends: "read-only" } });
  const second = {
    "_capabilities/policy/no-git-ops/text.md": "Mine.\n",
    "_capabilities/policy/no-git-ops/capability.toml": toml,
  };
  const { roles, diagnostics } = await load(first, second);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(namesOf(roles.get("mine")), ["policy::no-git-ops"]);
  assert.deepEqual(
    namesOf(roles.get("explorer")),
    ["policy::no-git-ops", "tools::bash-allowlist"],
    "its parent was replaced",
  );
  const limits = limitsOf(roles.get("mine")!, undefined);
  assert.deepEqual(limits[0], {
    kind: "no-commands",
    expressions: ["^hg( |$)"],
    from: "_capabilities/policy/no-git-ops/capability.toml:7:1",
    severity: "warn",
  });
});

const refused: readonly [title: string, files: Files, code: string, text: RegExp][] = [
  [
    "a cycle of roles",
    roleFiles({ a: { extends: "b" }, b: { extends: "c" }, c: { extends: "a" } }),
    "role-cycle",
    /role `c` closes a cycle: `a` extends `b` extends `c` extends `a`/,
  ],
  ["a role that extends itself", roleFiles({ a: { extends: "a" } }), "role-cycle", /`a` extends `a`/],
  ["an unknown parent", roleFiles({ a: { extends: "read-onyl" } }), "unknown-role", /extends unknown role `read-onyl`/],
  [
    "an unknown capability",
    roleFiles({ a: { required: ["policy::no-git"] } }),
    "unknown-capability",
    /`policy::no-git`/,
  ],
];

for (const [title, files, code, text] of refused) {
  test(`${title} is refused, once, and the other roles stay`, async () => {
    const { roles, broken, diagnostics } = await load(files);
    assert.deepEqual(
      diagnostics.map((each) => each.code),
      [code],
    );
    assert.match(diagnostics[0]!.message, text);
    assert.deepEqual([roles.has("a"), broken.has("a"), roles.size], [false, true, shippedCount]);
  });
}

test("a role below a cycle is left out without its own error", async () => {
  const { roles, diagnostics } = await load(
    roleFiles({ a: { extends: "b" }, b: { extends: "b" }, z: { extends: "a" } }),
  );
  assert.equal(diagnostics.length, 1);
  assert.equal(roles.size, shippedCount);
});

const line = (count: number): Record<string, Written> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `r${String(i).padStart(5, "0")}`,
      i === 0 ? {} : { extends: `r${String(i - 1).padStart(5, "0")}` },
    ]),
  );

test("sixteen levels of roles are valid, the seventeenth is refused, and roles below it are not reported", async () => {
  assert.deepEqual((await load(roleFiles(line(16)))).diagnostics, []);
  const { roles, diagnostics } = await load(roleFiles(line(20)));
  assert.deepEqual(
    diagnostics.map(({ code, message }) => [code, /`r00016`/.test(message)]),
    [["role-depth", true]],
  );
  assert.ok(roles.has("r00015") && !roles.has("r00016") && !roles.has("r00019"));
});

test("a chain of two thousand roles gives one error, not a crash", async () => {
  const { diagnostics } = await load(roleFiles(line(2_000)));
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ["role-depth"],
  );
});

/** The inheritance rule in its simplest form: the parent's, then the role's own, then drop the relaxed ones. */
function flatten(roles: Readonly<Record<string, Written>>, name: string): string[] {
  const { extends: parent, required = [], relaxes = [] } = roles[name]!;
  const all = [...(parent === undefined ? [] : flatten(roles, parent)), ...required];
  return [...new Set(all)].filter((each) => !relaxes.includes(each));
}

test("random families follow the inheritance rules", async () => {
  const known = capabilityCodes.map(({ name }) => name);
  for (let seed = 1; seed <= 40; seed++) {
    const { pick, list, int } = makeRandom(seed);
    const roles: Record<string, Written> = {};
    for (let i = 0; i < 6; i++) {
      const some = () => [...new Set(list(4, () => pick(known)))];
      roles[`r${i}`] = { required: some(), relaxes: some(), ...(i > 0 && int(3) > 0 ? { extends: `r${int(i)}` } : {}) };
    }
    const set = await load(roleFiles(roles));
    assert.ok(
      set.diagnostics.every(({ code }) => code === "relaxes-nothing"),
      `seed ${seed}`,
    );
    for (const name of Object.keys(roles))
      assert.deepEqual(namesOf(set.roles.get(name)), flatten(roles, name), `seed ${seed}`);
  }
});
