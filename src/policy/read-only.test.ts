/**
 * Tests the shipped read-only agents and commands: no program of the table changes, runs or connects to something
 * because of an option that none of their rules names, however the option is written.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { renderRoots } from "../../test/support/render-case.ts";
import type { Assets } from "../harness/harness.ts";
import type { Policy, Rule, Verdict } from "../model/permission.ts";
import { delegationParties } from "../resolve/delegates.ts";
import { decide } from "./decide.ts";
import { findEntry, programNames } from "./programs/all.ts";
import { type Block, type Mark, markRoles, type ProgramOption } from "./programs/entry.ts";

const surroundings = surroundingsOf();

function verdictOf(policy: Policy, subject: string): Verdict {
  return decide(policy, { tool: "bash", subject }, surroundings).verdict;
}

interface Use {
  readonly head: string;
  readonly block: Block;
}

/** Programs with their subcommands, if they have any. */
function usesOf(program: string): readonly Use[] {
  const entry = findEntry(program)!;
  if (!entry.hasSubs) return [{ head: program, block: entry }];
  return entry.subNames.map((sub) => ({ head: `${program} ${sub}`, block: entry.findSub(sub)! }));
}

/** Options with an effect that the program does not have without them. */
function addingOptions({ options, marks: always }: Block): readonly ProgramOption[] {
  const isEffect = (mark: Mark): boolean => mark !== "quiet" && !always.includes(mark);
  return [...options.values()].filter(
    ({ marks, operands, role }) =>
      marks.some(isEffect) || operands?.marks.some(({ mark }) => isEffect(mark)) || markRoles.has(role),
  );
}

const values: Readonly<Record<string, string>> = {
  method: "POST",
  setting: "a=b",
  linker: "--plugin=p",
  helper: "%G?",
};

/** The option as people write it, and in other forms the program accepts. */
function spellingsOf({ head, block }: Use, option: ProgramOption): readonly string[] {
  const { name, value, role, operands } = option;
  const given = values[role] ?? "x";
  const own = name.startsWith("-") ? name : `${name}=${given}`;
  const joined = name.startsWith("--") ? `${name}=${given}` : `${name}${given}`;
  const isPlain = value === "none" || !name.startsWith("-");
  const word = isPlain ? own : value === "optional" ? joined : `${name} ${given}`;
  const tail = operands?.marks.length ? " x" : "";
  const isUsual = name.startsWith("--") && block.style === "gnu" && !block.modifiers.has("exact");
  const isShort = isUsual && name.length > 5 && !block.options.has(name.slice(0, -1));
  const short = isShort ? [`${head} ${word.replace(name, name.slice(0, -1))}${tail}`] : [];
  const [program = "", ...rest] = head.split(" ");
  const global = program === "git" ? [`git -C . ${rest.join(" ")} ${word}${tail}`] : [];
  const behind = block.style === "gnu" ? [`${head} x ${word}${tail}`] : [];
  return [`${head} ${word}${tail}`, `/usr/bin/${head} ${word}${tail}`, ...behind, ...short, ...global];
}

/** A rule that allows some use of the program. `* --version` is tried with git. */
function isAbout({ tool, verdict, pattern }: Rule, program: string): boolean {
  const [name = ""] = pattern.split(" ");
  return tool === "bash" && verdict === "allow" && (name === program || (name.includes("*") && program === "git"));
}

function bashOf({ rules, isToolList }: Policy): readonly unknown[] {
  return [isToolList, ...rules.flatMap(({ tool, pattern, verdict }) => (tool === "bash" ? [[pattern, verdict]] : []))];
}

const readOnly = ["chiron", "critic", "reviewer", "researcher", "security-auditor", "map-codebase", "trace-history"];

test("no shipped read-only agent or command lets an option change, run or connect to something", async (t) => {
  const { result } = await renderRoots([`${import.meta.dirname}/../..`], [], {} as Assets);
  const { agents, commands } = result!.model;
  const parties = delegationParties(agents, commands).filter(({ name }) => readOnly.includes(name));
  assert.deepEqual(parties.map(({ name }) => name).sort(), [...readOnly].sort());
  const ofRules = new Map(parties.map((party) => [JSON.stringify(bashOf(party.policy)), party]));
  let count = 0;
  const allowed: string[] = [];
  for (const program of programNames()) {
    const mayAllow = [...ofRules.values()].filter(({ policy }) => policy.rules.some((rule) => isAbout(rule, program)));
    for (const use of mayAllow.length > 0 ? usesOf(program) : []) {
      for (const option of addingOptions(use.block)) {
        for (const line of spellingsOf(use, option).slice(0, program === "git" ? undefined : 1)) {
          for (const { name, policy } of mayAllow) {
            count++;
            if (verdictOf(policy, line) === "allow") allowed.push(`${name}: ${line}`);
          }
        }
      }
    }
  }
  t.diagnostic(`${count} decisions`);
  assert.deepEqual(allowed, []);
});

const gitUses = usesOf("git").filter(({ block }) => block.marks.length === 0);

for (const isToolList of [false, true]) {
  const what = isToolList ? "a list of tools" : "an agent";
  test(`${what} that names every reading subcommand of git allows none of the options that add effects`, () => {
    const own = policyOf({ edit: ["deny"], bash: ["ask", ...gitUses.map(({ head }) => `${head} *:allow`)] });
    const policy: Policy = { ...own, ...(isToolList && { isToolList }) };
    for (const use of gitUses)
      for (const option of addingOptions(use.block))
        for (const line of spellingsOf(use, option)) assert.notEqual(verdictOf(policy, line), "allow", line);
  });

  test(`${what} that spells an option out allows it`, () => {
    let count = 0;
    for (const { head, block } of gitUses) {
      for (const { name, marks, role, value, operands } of addingOptions(block)) {
        if (operands || role !== "none" || marks.includes("caution") || block.fallback) continue;
        const own = policyOf({ edit: ["deny"], bash: ["ask", `${head} ${name} *:allow`] });
        const policy: Policy = { ...own, ...(isToolList && { isToolList }) };
        const changes = marks.includes("changes") && !isToolList;
        const line = `${head} ${name}${value === "needed" ? " x" : ""}`;
        assert.equal(verdictOf(policy, line), changes ? "deny" : "allow", line);
        count++;
      }
    }
    assert.ok(count > 20, `${count} options`);
  });
}

const cases: readonly (readonly [rules: readonly string[], line: string, verdict: Verdict])[] = [
  [["git log *:allow"], "git log -p", "allow"],
  [["git log *:allow"], "git log --ext-diff", "ask"],
  [["git log *:allow"], "git log --ext", "ask"],
  [["git log *:allow"], "git log --no-ext-diff", "allow"],
  [["git log*:allow"], "git log --show-signature", "ask"],
  [["git log *:allow"], "git log --format=%H", "allow"],
  [["git log *:allow"], "git log --format=%G?", "ask"],
  [["git log *:allow"], "git log --pretty=format:%GK", "ask"],
  [["git log *:allow"], "git log --remerge-diff", "ask"],
  [["git log *:allow"], "git log --diff-merges=remerge", "ask"],
  [["git log *:allow"], "git log --diff-merges=first-parent", "allow"],
  [["git for-each-ref *:allow"], "git for-each-ref --sort=signature:grade", "ask"],
  [["git diff-tree *:allow"], "git diff-tree --textconv HEAD", "ask"],
  [["git log --ext-diff *:allow"], "git log --ext-diff HEAD", "allow"],
  [["git log --ext-diff*:allow"], "git log --ext-diff HEAD", "allow"],
  [["git log --ext-diff *:allow"], "git log --ext-diff --show-signature", "ask"],
  [["git log -p --ext:allow"], "git log -p --ext", "allow"],
  [["git * --ext-diff:allow"], "git log --ext-diff", "ask"],
  [["git log **ext-diff*:allow"], "git log --ext-diff", "ask"],
  [["git verify-commit *:allow"], "git verify-commit HEAD", "allow"],
  [["python *:allow"], "python -c 'print(1)'", "allow"],
  [["xmllint *:allow"], "xmllint --noout a.xml", "allow"],
  [["xmllint *:allow"], "xmllint --valid a.xml", "ask"],
  [["xmllint --valid *:allow"], "xmllint --valid a.xml", "allow"],
  [["gh pr view *:allow"], "gh pr view 1", "allow"],
  [["gh pr view *:allow"], "gh pr view 1 -w", "ask"],
  [["gh pr view *:allow"], "gh pr view $x", "ask"],
];

for (const [rules, line, verdict] of cases) {
  test(`${rules.join(", ")} where nothing may be edited: ${verdict} ${line}`, () => {
    assert.equal(verdictOf(policyOf({ edit: ["deny"], bash: ["ask", ...rules] }), line), verdict);
    const isOpen = !line.includes("$x");
    if (isOpen) assert.notEqual(verdictOf(policyOf({ edit: ["ask"], bash: ["ask", ...rules] }), line), "ask");
  });
}
