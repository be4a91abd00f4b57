/** Tests forms that start another program, with a policy that allows everything except `rm`. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tools } from "../../src/model/permission.ts";
import { decide } from "../../src/policy/decide.ts";
import { projectRoot } from "../house/source-files.ts";
import { policyOf, surroundingsOf } from "../support/policy.ts";

interface Row {
  /** Runs `rm x`, directly or through other programs. */
  readonly line: string;
  readonly class: string;
  /** Where `rm` was seen to start; null if not tried. */
  readonly ran: string | null;
  /** Why it was not tried. */
  readonly why?: string;
  /** Files that the line needs besides `x`. Rows of git need a repository with two commits. */
  readonly files?: Readonly<Record<string, string>>;
}

const most = 12;
const rows: readonly Row[] = JSON.parse(readFileSync(join(projectRoot, "test/shell/launchers.json"), "utf8"));
/** What a line reads, writes or fetches is allowed, so that only the start of `rm` can make a verdict stricter. */
const policy = policyOf({
  ...Object.fromEntries(tools.map((tool) => [tool, ["allow"]])),
  bash: ["allow", "rm *:deny"],
});

/** In the docs a line break is shown as `⏎`. */
const shown = (line: string): string => line.replaceAll("\n", "⏎");

/** The code spans of the list between the markers. */
function documentedLines(): readonly string[] {
  const text = readFileSync(join(projectRoot, "docs/security.md"), "utf8");
  const list = /<!-- launchers -->(.*?)<!-- \/launchers -->/s.exec(text)?.[1];
  assert.ok(list !== undefined, "docs/security.md has no list between <!-- launchers --> and <!-- /launchers -->");
  return [...list.matchAll(/^- (`+)(.+?)\1(?!`)/gm)].map((match) => match[2]!.trim());
}

function allowedLines(): readonly string[] {
  const allowed = rows.filter(
    ({ line }) => decide(policy, { tool: "bash", subject: line }, surroundingsOf()).verdict === "allow",
  );
  return allowed.map(({ line }) => shown(line));
}

test("the table has enough forms, without duplicates, and names where each was seen to run", () => {
  assert.ok(rows.length >= 160, `only ${rows.length} rows`);
  assert.equal(new Set(rows.map(({ line }) => line)).size, rows.length);
  for (const { line, ran, why } of rows) {
    assert.equal(ran === null, why !== undefined, `${shown(line)}: either \`ran\` or the reason why not`);
  }
  const seen = rows.filter(({ ran }) => ran !== null).length;
  assert.ok(seen >= 500, `only ${seen} rows were seen to run`);
});

test(`at most ${most} forms get past \`rm *:deny\``, (context) => {
  const allowed = allowedLines();
  for (const line of allowed) context.diagnostic(`allowed: ${line}`);
  assert.ok(allowed.length <= most, `${allowed.length} of ${rows.length} forms are allowed`);
});

test("docs/security.md lists exactly the forms that get past", () => {
  assert.deepEqual([...documentedLines()].sort(), [...allowedLines()].sort());
});
