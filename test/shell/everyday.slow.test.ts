/** Tests lines that coding agents type every day: none becomes stricter, and the harmless ones stop asking. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Agent } from "../../src/model/agent.ts";
import { type Verdict, verdicts } from "../../src/model/permission.ts";
import { decide } from "../../src/policy/decide.ts";
import { readDefinitions } from "../clients/trees.ts";
import { projectRoot } from "../house/source-files.ts";
import { surroundingsOf } from "../support/policy.ts";

type Names = readonly string[] | "all";

interface Row {
  readonly line: string;
  readonly class: string;
  /** Agents that allowed the line, or asked, before effects and runners were known. All others denied it. */
  readonly allow?: Names;
  readonly ask?: Names;
  /** Agents that should allow it. */
  readonly wanted?: Names;
  /** Why an agent may be stricter than before. */
  readonly stricter?: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = JSON.parse(readFileSync(join(projectRoot, "test/shell/everyday.json"), "utf8"));
let agents: readonly Agent[];

before(async () => {
  // The table records what agents allowed before; these two were added later.
  const later = new Set(["code-implementer", "critic"]);
  agents = (await readDefinitions(projectRoot)).agents.filter(({ name }) => !later.has(name));
});

const includes = (names: Names | undefined, name: string): boolean =>
  names === "all" || (names?.includes(name) ?? false);

function verdictBefore(row: Row, name: string): Verdict {
  if (includes(row.allow, name)) return "allow";
  return includes(row.ask, name) ? "ask" : "deny";
}

function verdictNow(agent: Agent, { line }: Row): Verdict {
  return decide(agent.policy!, { tool: "bash", subject: line }, surroundingsOf()).verdict;
}

/** Every line and agent for which `find` returns a complaint. */
function complaints(find: (row: Row, agent: Agent) => string | undefined): readonly string[] {
  return rows.flatMap((row) =>
    agents.flatMap((agent) => {
      const complaint = find(row, agent);
      return complaint === undefined ? [] : [`${agent.name}: ${JSON.stringify(row.line)} ${complaint}`];
    }),
  );
}

test("the table has enough lines, without duplicates, for existing agents", () => {
  assert.ok(rows.length >= 200, `only ${rows.length} rows`);
  assert.equal(new Set(rows.map(({ line }) => line)).size, rows.length);
  const allowed = rows.filter(({ allow }) => allow !== undefined);
  assert.ok(allowed.length >= 150, `only ${allowed.length} lines were allowed by any agent`);
  const names = agents.map(({ name }) => name);
  for (const { allow, ask, wanted, stricter } of rows) {
    for (const list of [allow, ask, wanted, Object.keys(stricter ?? {})]) {
      if (list !== undefined && list !== "all") for (const name of list) assert.ok(names.includes(name), name);
    }
  }
});

test("no line became stricter without a reason", () => {
  const found = complaints((row, agent) => {
    const [then, now] = [verdictBefore(row, agent.name), verdictNow(agent, row)];
    const isStricter = verdicts.indexOf(now) > verdicts.indexOf(then);
    return isStricter && row.stricter?.[agent.name] === undefined ? `was ${then}, is ${now}` : undefined;
  });
  assert.ok(found.length === 0, `${found.length} lines:\n${found.join("\n")}`);
});

test("harmless lines are allowed", () => {
  const found = complaints((row, agent) => {
    const now = verdictNow(agent, row);
    return includes(row.wanted, agent.name) && now !== "allow" ? `is ${now}` : undefined;
  });
  assert.ok(found.length === 0, `${found.length} lines:\n${found.join("\n")}`);
});
