/** Tests pairs of policies whose decisions depend on more than the verdict of a rule, and pairs of shipped agents. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parse } from "@iarna/toml";
import { type Authored, policyOf } from "../../../test/support/policy.ts";
import { renderRoots } from "../../../test/support/render-case.ts";
import type { Limit, Policy, Rule } from "../../model/permission.ts";
import { delegationParties } from "../../resolve/delegates.ts";
import { decide } from "../decide.ts";
import { isStricter } from "../decision.ts";
import { isReadOnly } from "../rules.ts";
import { comparePolicies, describeComparison, mostStates } from "./compare.ts";

type Case = readonly [what: string, a: Authored, b: Authored, looser: boolean];

const reading = ["git log *:allow", "ls *:allow", "cat *:allow"] as const;

const cases: readonly Case[] = [
  ["equal rules", { bash: ["ask", ...reading] }, { bash: ["ask", ...reading] }, false],
  ["one allow rule fewer", { bash: ["ask", ...reading] }, { bash: ["ask", "ls *:allow"] }, false],
  ["one allow rule more", { bash: ["ask", "ls *:allow"] }, { bash: ["ask", ...reading] }, true],
  ["a wider star", { bash: ["ask", "git log *:allow"] }, { bash: ["ask", "git *:allow"] }, true],
  [
    "a deny after an allow",
    { bash: ["ask", "rm *:deny", "rm x:allow"] },
    { bash: ["ask", "rm x:allow", "rm *:deny"] },
    true,
  ],
  [
    "an ask put in where nothing is denied any more",
    { bash: ["ask", "rm *:deny", "ls *:allow", "make:allow", "make test *:allow"] },
    { bash: ["ask", "rm *:deny", "ls *:allow", "** -u *:ask", "make test *:allow"] },
    false,
  ],
  [
    "an ask put in before a deny",
    { bash: ["ask", "ls *:allow", "rm *:deny", "make test *:allow"] },
    { bash: ["ask", "ls *:allow", "** -u *:ask", "rm *:deny", "make test *:allow"] },
    true,
  ],
  [
    "a wider deny in the place of rules that allow",
    { bash: ["deny", "git log *:allow", "git:ask", "* --version:allow"] },
    { bash: ["deny", "git *:deny", "* --version:allow"] },
    false,
  ],
  [
    "a deny that is not as wide",
    { bash: ["deny", "git log*:ask", "git *:allow"] },
    { bash: ["deny", "git log *:deny", "git *:allow"] },
    true,
  ],
  [
    "unknown words: a rule that only may match asks",
    { bash: ["ask", "x a*:allow", "x ab:deny", "x *:allow"] },
    { bash: ["ask", "x *:allow"] },
    true,
  ],
  ["unknown words: two rules for one", { bash: ["ask", "x *:deny"] }, { bash: ["ask", "x:deny", "x **:deny"] }, true],
  ["assignments: a rule counts, the intent does not", { bash: ["allow"] }, { bash: ["allow", "**b*:allow"] }, true],
  ["assignments: a deny by rule is a deny", { bash: ["deny", "A=1 make:deny"] }, { bash: ["deny"] }, true],
  ["a deny covers what is below", { edit: ["allow", "src:deny"] }, { edit: ["allow", "src/**:deny"] }, false],
  ["an allow does not", { edit: ["deny", "src:allow"] }, { edit: ["deny", "src/**:allow"] }, true],
  ["the home is not known", { edit: ["allow", "~/k/**:deny"] }, { edit: ["allow", "/home/me/k/**:deny"] }, true],
  [
    "steering files need a rule that names them",
    { edit: ["deny", "**:allow"] },
    { edit: ["deny", "AGENTS.md:allow", "**:allow"] },
    true,
  ],
  ["secret files need a rule that matches them", { read: ["allow"] }, { read: ["allow", "**:allow"] }, true],
  [
    "editing outside needs both",
    { edit: ["allow"], external_directory: ["ask"] },
    { edit: ["allow"], external_directory: ["allow"] },
    true,
  ],
  [
    "an address and what is below it",
    { webfetch: ["allow", "https://a.test/:deny"] },
    { webfetch: ["allow", "https://a.test:deny"] },
    false,
  ],
  [
    "a private host by its name",
    { webfetch: ["ask", "**:allow"] },
    { webfetch: ["ask", "http://localhost/**:allow", "**:allow"] },
    true,
  ],
  [
    "nothing may be edited: code needs a rule that names it",
    { edit: ["deny"], bash: ["ask", "git *:allow"] },
    { edit: ["deny"], bash: ["ask", "git verify-commit *:allow", "git *:allow"] },
    true,
  ],
  [
    "nothing may be edited: a rule that names a reading command adds nothing",
    { edit: ["deny"], bash: ["ask", "git *:allow"] },
    { edit: ["deny"], bash: ["ask", "git log *:allow", "git *:allow"] },
    false,
  ],
  [
    "nothing may be edited: an option that runs code needs a rule that spells it out",
    { edit: ["deny"], bash: ["ask", "git log *:allow"] },
    { edit: ["deny"], bash: ["ask", "git log --ext-diff *:allow", "git log *:allow"] },
    true,
  ],
  [
    "nothing may be edited: the same for a shortened option",
    { edit: ["deny"], bash: ["ask", "git log *:allow"] },
    { edit: ["deny"], bash: ["ask", "git log --ext *:allow", "git log *:allow"] },
    true,
  ],
  [
    "nothing may be edited: and for one that connects",
    { edit: ["deny"], bash: ["ask", "xmllint *:allow"] },
    { edit: ["deny"], bash: ["ask", "xmllint --valid *:allow", "xmllint *:allow"] },
    true,
  ],
  [
    "where editing is asked about, the option makes no difference",
    { edit: ["ask"], bash: ["ask", "git log *:allow"] },
    { edit: ["ask"], bash: ["ask", "git log --ext-diff *:allow", "git log *:allow"] },
    false,
  ],
  [
    "a runner spelled out allows what it starts",
    { bash: ["ask", "uv *:allow"] },
    { bash: ["ask", "uv run pytest *:allow", "uv *:allow"] },
    true,
  ],
  [
    "what a program writes is judged where `edit` is named",
    { bash: ["ask", "tee *:allow"], edit: ["ask"] },
    { bash: ["ask", "tee *:allow"] },
    true,
  ],
  [
    "a deny rule about a word of an unknown program",
    { bash: ["ask", "rm *:deny", "foo *:allow"] },
    { bash: ["deny", "foo *:allow"] },
    true,
  ],
];

for (const [what, a, b, isLooser] of cases) {
  test(`${what}: ${isLooser ? "looser" : "no looser"}`, () => {
    const [first, second] = [policyOf(a), policyOf(b)];
    const comparison = comparePolicies(first, second);
    assert.equal(comparison.isLooser, isLooser, comparison.why ?? JSON.stringify(comparison.difference?.call));
    assert.equal(comparePolicies(first, first).isLooser, false);
    const { difference } = comparison;
    if (!difference || difference.call.subject === "$path") return;
    const [was, is] = [first, second].map((policy) => decide(policy, difference.call, difference.surroundings).verdict);
    assert.ok(isStricter(was!, is!), `${difference.call.tool} ${difference.call.subject}: ${was} -> ${is}`);
  });
}

/** The policy with some of its rules marked as pack rules. */
function packed(policy: Policy, patterns: readonly string[]): Policy {
  const rules = policy.rules.map(
    (rule): Rule => (patterns.includes(rule.pattern) ? { ...rule, isPacked: true } : rule),
  );
  return { ...policy, rules };
}

test("a pack rule without a program does not hide a rule that names one", () => {
  for (const edit of ["deny", "allow"] as const) {
    const star = (intent: "allow" | "ask" | "deny", ...rules: readonly string[]) =>
      packed(policyOf({ bash: [intent, "* --version:allow", ...rules], edit: [edit] }), ["* --version"]);
    const named = policyOf({ bash: ["ask", "evil --version:allow"], edit: [edit] });
    assert.equal(comparePolicies(star("ask"), named).isLooser, true);
    assert.equal(comparePolicies(star("ask", "evil --version:allow"), named).isLooser, true);
    assert.equal(comparePolicies(star("allow"), policyOf({ bash: ["allow"], edit: [edit] })).isLooser, true);
    assert.equal(comparePolicies(policyOf({ bash: ["ask"], edit: [edit] }), star("ask")).isLooser, true);
    assert.equal(comparePolicies(star("ask"), star("deny")).isLooser, false);
  }
});

test("a pack rule allows less than the same rule of an agent", () => {
  const own = policyOf({ edit: ["allow"], bash: ["ask", "awk *:allow", "pytest *:allow"] });
  const ofPack = packed(own, ["awk *", "pytest *"]);
  assert.equal(comparePolicies(own, ofPack).isLooser, false);
  assert.equal(comparePolicies(ofPack, own).isLooser, true);
  assert.equal(comparePolicies(ofPack, packed(own, ["awk *", "pytest *"])).isLooser, false);
  assert.equal(comparePolicies(ofPack, packed(own, ["awk *"])).isLooser, true);
  const closed = policyOf({ edit: ["deny"], bash: ["ask", "awk *:allow", "pytest *:allow"] });
  assert.equal(comparePolicies(packed(closed, ["pytest *"]), closed).isLooser, true);
  assert.equal(comparePolicies(closed, packed(closed, ["pytest *"])).isLooser, false);
});

const limits: readonly (readonly [string, readonly Limit[], readonly Limit[], boolean])[] = [
  ["one limit fewer", [{ kind: "no-commands", expressions: ["rm"], from: "r" }], [], true],
  ["one limit more", [], [{ kind: "no-commands", expressions: ["\\brm\\b"], from: "r" }], false],
  [
    "the same limit",
    [{ kind: "no-commands", expressions: ["\\brm\\b"], from: "r" }],
    [{ kind: "no-commands", expressions: ["\\brm\\b"], from: "s" }],
    false,
  ],
  [
    "a wider list",
    [{ kind: "only-commands", expressions: ["^git"], from: "r" }],
    [{ kind: "only-commands", expressions: ["^g"], from: "r" }],
    true,
  ],
  ["a soft limit", [{ kind: "no-tool", tool: "edit", from: "r", severity: "warn" }], [], false],
  [
    "a limit that a variable switches off",
    [{ kind: "no-tool", tool: "edit", from: "r" }],
    [{ kind: "no-tool", tool: "edit", from: "r", bypass: "X" }],
    true,
  ],
];

for (const [what, a, b, isLooser] of limits) {
  test(`limits of roles, ${what}: ${isLooser ? "looser" : "no looser"}`, () => {
    const authored = { bash: ["allow"], edit: ["allow"] } as const;
    assert.equal(comparePolicies(policyOf(authored, a), policyOf(authored, b)).isLooser, isLooser);
  });
}

test("a limit does more than its list, so the same patterns as rules are looser", () => {
  const only: Limit = { kind: "only-commands", expressions: ["^ls( |$)"], from: "r" };
  const none: Limit = { kind: "no-commands", expressions: ["^git( |$)"], from: "r" };
  const isLooser = (limit: Limit, bash: Authored["bash"] & {}): boolean =>
    comparePolicies(policyOf({ bash: ["allow"] }, [limit]), policyOf({ bash })).isLooser;
  // The list denies `A=1 ls`; the rules ask.
  assert.equal(isLooser(only, ["deny", "ls *:allow"]), true);
  // The limit asks about `some-program git`; the rules allow it.
  assert.equal(isLooser(none, ["deny", "some-program *:allow"]), true);
  assert.equal(isLooser(only, ["deny"]), false);
});

test("delegation ignores calls that only read, unless a rule of the caller forbids them", () => {
  const reader = policyOf({ edit: ["deny"], bash: ["deny", "ls *:allow", "head *:allow", "wc *:allow"] });
  const isLooser = (caller: Authored): boolean =>
    comparePolicies(policyOf(caller), reader, { isDelegation: true }).isLooser;
  assert.equal(isLooser({ edit: ["deny"], bash: ["ask", "ls *:allow"] }), false);
  assert.equal(comparePolicies(policyOf({ edit: ["deny"], bash: ["ask", "ls *:allow"] }), reader).isLooser, true);
  assert.equal(isLooser({ edit: ["deny"], bash: ["ask", "wc *:ask", "ls *:allow"] }), true);
  assert.equal(isLooser({ edit: ["deny"], read: ["ask"], bash: ["ask", "ls *:allow"] }), true);
});

test("beyond the bound a policy counts as looser", () => {
  const a = policyOf({ websearch: ["allow", "**a**b**:deny", "**c**d**:ask"] });
  const b = policyOf({ websearch: ["allow", "**c**d**:ask", "**a**b**:deny"] });
  const { isLooser, why } = comparePolicies(a, b, { bound: 8 });
  assert.deepEqual([isLooser, why], [true, "the comparison stopped after 8 states"]);
  const { call } = comparePolicies(a, b).difference!;
  assert.match(call.subject, /^(?=.*a.*b)(?=.*c.*d).{4}$/);
});

test("all pairs of shipped agents are compared within the bound", async (t) => {
  const { result } = await renderRoots([`${import.meta.dirname}/../../..`], []);
  const { agents, commands } = result!.model;
  const parties = delegationParties(agents, commands);
  const may = new Map<string, string[]>(parties.map(({ name }) => [name, []]));
  for (const a of parties) {
    for (const b of parties) {
      if (a === b) continue;
      for (const isDelegation of [true, false]) {
        const comparison = comparePolicies(a.policy, b.policy, { isDelegation });
        const { isLooser, mostStates: most, states } = comparison;
        const text = isLooser ? describeComparison(comparison, a.name, b.name) : "no looser";
        t.diagnostic(`${a.name} -> ${b.name}: ${most} states in a search, ${states} in all: ${text}`);
        assert.ok(most < mostStates / 4, `${a.name} -> ${b.name}: ${most} states`);
        // Every finding has a call that shows it.
        assert.ok(!isLooser || comparison.difference, `${a.name} -> ${b.name}: ${text}`);
        if (!isLooser && isDelegation) may.get(a.name)!.push(b.name);
        if (a.name === "chiron-forge" && /^(?:code-implementer|tester|writer)$/.test(b.name))
          assert.equal(isLooser, false, `${b.name}: ${text}`);
      }
    }
  }
  for (const name of ["chiron", "reviewer", "security-auditor", "researcher"]) {
    assert.deepEqual(
      may.get(name)!.filter((other) => /^(?:writer|tester|chiron-forge)$/.test(other)),
      [],
      name,
    );
  }
  const delegates = new Map(agents.map(({ name, policy }) => [name, policy?.delegates]));
  const uses = (name: string): readonly string[] => delegates.get(name) ?? [];
  for (const other of ["critic", "researcher", "reviewer", "security-auditor", "map-codebase", "trace-history"])
    assert.ok(uses("chiron").includes(other), other);
  assert.ok(uses("reviewer").includes("security-auditor") && uses("security-auditor").includes("reviewer"));
  // A read-only agent cannot change a file through another agent.
  const mayEdit = parties.filter(({ policy }) => !isReadOnly(policy)).map(({ name }) => name);
  assert.ok(mayEdit.includes("writer") && mayEdit.includes("code-implementer"));
  for (const { name, policy } of parties.filter((party) => isReadOnly(party.policy)))
    assert.deepEqual(
      policy.delegates.filter((other) => mayEdit.includes(other)),
      [],
      name,
    );
  assert.ok(delegates.get("chiron-forge")?.includes("researcher"));
});

test("the pack `tests` is a subset of the pack `builds`, in the same order", () => {
  const rulesOf = (name: string): readonly string[] => {
    const text = readFileSync(`${import.meta.dirname}/../../../packs/${name}.toml`, "utf8");
    return (parse(text) as { rules: string[] }).rules;
  };
  const own = new Set(rulesOf("tests"));
  assert.deepEqual(
    rulesOf("builds").filter((rule) => own.has(rule)),
    [...own],
  );
});
