/** Tests `delegates` in agent.toml: absent, empty, named; and the messages about it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Files, makeRoots } from "../../test/support/make-root.ts";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { renderRoots } from "../../test/support/render-case.ts";
import { withDelegates } from "../model/permission.ts";
import { decideRequest } from "../policy/decide-request.ts";

const makeRoot = makeRoots("delegates");

function agent(name: string, fields: string, tables: string): Files {
  return {
    [`agents/${name}/agent.toml`]: `name = "${name}"\ndescription = "Does ${name}"\n${fields}\n${tables}`,
    [`agents/${name}/system-prompt.md`]: `Do ${name}.\n`,
  };
}

const closed = '[permissions.edit]\nintent = "deny"\n';
const open = '[permissions.edit]\nintent = "allow"\n';

async function delegatesOf(files: Files): Promise<Readonly<Record<string, readonly string[]>>> {
  const { result, diagnostics } = await renderRoots([makeRoot(files)], []);
  assert.ok(result, JSON.stringify(diagnostics.map(({ message }) => message)));
  return Object.fromEntries(result.model.agents.map(({ name, policy }) => [name, policy?.delegates ?? []]));
}

async function said(files: Files): Promise<readonly string[]> {
  const { diagnostics } = await renderRoots([makeRoot(files)], []);
  return diagnostics
    .filter(({ loss }) => !loss)
    .map(({ severity, code, message }) => `${severity}[${code}] ${message}`);
}

test("absent: agents with an equal or stricter policy, never a primary or looser one", async () => {
  const found = await delegatesOf({
    ...agent("planner", 'mode = "primary"', closed),
    ...agent("builder", 'mode = "primary"', open),
    ...agent("reader", "", closed),
    ...agent("writer", "", open),
    ...agent("plain", "", ""),
  });
  assert.deepEqual(found, {
    planner: ["reader"],
    builder: ["reader", "writer"],
    reader: [],
    writer: ["reader"],
    plain: [],
  });
});

test("empty: none; named: these and no others", async () => {
  const found = await delegatesOf({
    ...agent("none", "delegates = []", open),
    ...agent("one", 'delegates = ["reader"]', open),
    ...agent("reader", "", closed),
    ...agent("writer", "", open),
  });
  assert.deepEqual([found["none"], found["one"]], [[], ["reader"]]);
});

test("an agent that names a looser one counts as looser for others", async () => {
  const found = await delegatesOf({
    ...agent("planner", "", closed),
    ...agent("helper", 'delegates = ["writer"]', closed),
    ...agent("writer", "", open),
  });
  assert.deepEqual(found["planner"], []);
  assert.deepEqual(found["helper"], ["writer"]);
});

test("commands that are agents count, unless only people start them", async () => {
  const command = (extra: string): string =>
    `---\ndescription: x\nbehavior:\n  execution: agent\n  tools: none\n${extra}---\nGo.\n`;
  const found = await delegatesOf({
    ...agent("planner", "", closed),
    "commands/look.md": command(""),
    "commands/mine.md": command("  visibility: user\n"),
  });
  assert.deepEqual(found["planner"], ["look"]);
});

test("a named delegate that is looser is a warning where nothing may be edited, else a note; both with an example", async () => {
  const lines = await said({
    ...agent("planner", 'delegates = ["writer"]', closed),
    ...agent("asker", 'delegates = ["writer"]', ""),
    ...agent("builder", 'delegates = ["writer"]', '[permissions.edit]\nintent = "ask"\n'),
    ...agent("writer", "", open),
  });
  assert.deepEqual(lines.filter((line) => line.includes("looser-delegate")).sort(), [
    "note[looser-delegate] agent `builder` delegates to `writer`, which may do more: edit `src/main.c` is asked about for `builder` and allowed for `writer`",
    "warning[looser-delegate] agent `planner` delegates to `writer`, which may do more: edit `src/main.c` is denied for `planner` and allowed for `writer`",
  ]);
});

test("unknown names, primary agents, ungoverned agents and the agent itself are errors", async () => {
  const lines = await said({
    ...agent("a", 'delegates = ["a", "boss", "plain", "wrter"]', closed),
    ...agent("boss", 'mode = "primary"', closed),
    ...agent("plain", "", ""),
    ...agent("writer", "", closed),
  });
  assert.deepEqual(
    lines.filter((line) => line.startsWith("error")),
    [
      "error[bad-field] agent `a` cannot delegate to `a`: an agent cannot delegate to itself",
      "error[bad-field] agent `a` cannot delegate to `boss`: it is a primary agent",
      "error[bad-field] agent `a` cannot delegate to `plain`, which has no permissions",
      "error[unknown-agent] agent `a` delegates to unknown agent `wrter`",
    ],
  );
});

test("with more than 64 policies only equal ones count as no looser, and a note says so", async () => {
  const many = Object.assign(
    {},
    ...Array.from({ length: 65 }, (_, i) =>
      agent(`a${i}`, "", `[permissions.edit]\nintent = "deny"\nrules = ["d${i}/**:allow"]\n`),
    ),
    agent("same", "", '[permissions.edit]\nintent = "deny"\nrules = ["d7/**:allow"]\n'),
    agent("closed", "", closed),
    agent("named", 'delegates = ["closed"]', open),
  );
  const found = await delegatesOf(many);
  assert.deepEqual([found["a7"], found["same"], found["a8"], found["named"]], [["same"], ["a7"], [], ["closed"]]);
  const notes = (await said(many)).filter((line) => line.includes("many-policies"));
  assert.equal(notes.length, 1);
});

test("the gate denies other agents and lists the allowed delegates", async () => {
  const root = makeRoot({
    ...agent("planner", "", closed),
    ...agent("reader", "", closed),
    ...agent("writer", "", open),
  });
  const { result } = await renderRoots([root], []);
  const policy = result!.model.agents.find(({ name }) => name === "planner")!.policy!;
  const ask = (name: string) => decideRequest(policy, { kind: "delegation", agent: name }, surroundingsOf());
  assert.equal(ask("reader").verdict, "allow");
  assert.equal(ask("general-purpose").verdict, "deny");
  const { verdict, because } = ask("writer");
  assert.equal(verdict, "deny");
  assert.match(JSON.stringify(because), /`writer` is not a delegate of `planner`: it may delegate to `reader`/);
});

test("delegates are resolved once, when first read, and keep their position in the file", () => {
  const policy = policyOf({ edit: ["deny"] });
  let searches = 0;
  const made = withDelegates(policy, () => {
    searches++;
    return ["b"];
  });
  const copied = withDelegates(made, () => [...made.delegates, "c"]);
  assert.equal(searches, 0);
  assert.equal(JSON.stringify(made), JSON.stringify({ ...policy, delegates: ["b"] }));
  assert.equal(JSON.stringify(copied), JSON.stringify({ ...policy, delegates: ["b", "c"] }));
  assert.equal(searches, 1);
});
