/** Tests the table of edits: no widening is missed, and rewrites without effect count as equal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Model } from "../../src/model/model.ts";
import { emptyDisk } from "../../src/policy/compare/examples.ts";
import { decide } from "../../src/policy/decide.ts";
import { isStricter } from "../../src/policy/decision.ts";
import { type Diff, diffSides, type SideAgent } from "../../src/report/diff/compare-sides.ts";
import { type Files, makeRoots } from "../support/make-root.ts";
import { renderRoots } from "../support/render-case.ts";
import { type Edit, type Expected, edits } from "./edits.ts";

const makeRoot = makeRoots("diff");

function agentToml(text: string): string {
  const fields: string[] = ['name = "a"', 'description = "Does a"'];
  const tables: string[] = [];
  for (const line of text.split("\n").filter((each) => each !== "")) {
    const [, word = "", rest = ""] = /^(\S+) ?(.*)$/s.exec(line)!;
    const names = rest.split(" ").filter((name) => name !== "none");
    if (word === "role") fields.push(`role = "${rest}"`);
    else if (word === "delegates") fields.push(`delegates = ${JSON.stringify(names)}`);
    else {
      const [, intent = "", rules = ""] = /^(allow|ask|deny):\s*(.*)$/.exec(rest)!;
      const list = rules === "" ? [] : rules.split("; ");
      tables.push(`[permissions.${word}]`, `intent = "${intent}"`, `rules = ${JSON.stringify(list)}`);
    }
  }
  return `${[...fields, ...tables].join("\n")}\n`;
}

async function side(text: string, files: Files = {}): Promise<readonly SideAgent[]> {
  const root = makeRoot({ "agents/a/agent.toml": agentToml(text), "agents/a/system-prompt.md": "Do a.\n", ...files });
  const { result, diagnostics } = await renderRoots([root], []);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  assert.deepEqual(errors, [], text);
  return (result!.model as Model).agents.map(({ name, policy, path }) => ({ name, policy, path }));
}

function answerOf({ agents }: Diff): Expected {
  const all = agents.flatMap(({ entries }) => entries.map(({ direction }) => direction));
  if (all.length === 0) return "neutral";
  return all.includes("looser") && all.includes("stricter") ? "both" : all[0]!;
}

const isWider = (expected: Expected): boolean => expected === "looser" || expected === "both";

test("the table has at least 150 edits, of every kind", () => {
  const count = (expected: Expected) => edits.filter((edit) => edit.expected === expected).length;
  assert.ok(edits.length >= 150, `${edits.length} edits`);
  assert.ok(count("looser") >= 50 && count("stricter") >= 50 && count("neutral") >= 40 && count("both") >= 10);
});

test("no widening is missed, at most one neutral edit in twenty is called a change, and every example holds", async (t) => {
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const edit of edits) {
    const [old, now] = [await side(edit.old, edit.oldFiles), await side(edit.now, edit.nowFiles)];
    const diff = diffSides(old, now);
    const answer = answerOf(diff);
    const text = `${describe(edit)}: ${answer}, not ${edit.expected}`;
    if (isWider(edit.expected) !== diff.isLooser && isWider(edit.expected)) missed.push(text);
    if (answer !== edit.expected) wrong.push(text);
    confirm(diff, old, now);
  }
  assert.deepEqual(missed, []);
  const neutral = edits.filter(({ expected }) => expected === "neutral").length;
  const called = wrong.filter((text) => text.endsWith("not neutral")).length;
  t.diagnostic(`${edits.length} edits, ${neutral - called} of ${neutral} neutral ones called neutral`);
  for (const each of wrong) t.diagnostic(each);
  assert.ok(called / neutral <= 0.05, wrong.join("\n"));
  assert.ok(wrong.length <= edits.length / 20, wrong.join("\n"));
});

function describe({ old, now }: Edit): string {
  return `\`${old.replaceAll("\n", ", ")}\` to \`${now.replaceAll("\n", ", ")}\``;
}

/** The engine agrees with the diff on each example, on both sides. */
function confirm({ agents }: Diff, old: readonly SideAgent[], now: readonly SideAgent[]): void {
  for (const { agent, status, entries } of agents)
    for (const { example, was, is, direction } of entries) {
      if (!example || status === "added") continue;
      const disk = { ...emptyDisk(example.cwd, example.home), shell: example.shell };
      const call = { tool: example.tool, subject: example.input, ...(example.reading && { reading: example.reading }) };
      const [before, after] = [old, now].map((all) => all.find(({ name }) => name === agent)!.policy!);
      assert.equal(decide(before!, call, disk).verdict, was!.verdict);
      assert.equal(decide(after!, call, disk).verdict, is!.verdict);
      assert.equal(isStricter(was!.verdict, is!.verdict), direction === "looser");
    }
}
