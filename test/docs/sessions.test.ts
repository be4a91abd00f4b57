/** Tests that docs/sessions.md shows the real `suggest` output for its example. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { suggest } from "../../src/cli/commands/sessions/suggest.ts";
import { sessionReaders } from "../../src/harness/sessions.ts";
import { makeRoots } from "../support/make-root.ts";
import { runCommandIn } from "../support/run-command.ts";
import { logOf } from "../support/session-log.ts";

const makeRoot = makeRoots("docs-sessions");
const page = readFileSync(join(import.meta.dirname, "../../docs/sessions.md"), "utf8");
const block = (kind: string): string => new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, "ms").exec(page)![1]!;

test("the example of `suggest` prints what the page shows", async () => {
  const root = makeRoot({
    "agents/planner/agent.toml": block("toml"),
    "agents/planner/system-prompt.md": "Plan.\n",
  });
  const log = logOf(root, block("text").trimEnd().split("\n"), "bash", "planner");
  const { out } = await runCommandIn(root, suggest, [log, "--root", root], { HOME: "/home/me" });
  assert.equal(`$ surcingle suggest gate.log\n${out}`, block("console"));
});

test("the page names the directory of every client whose sessions are read", () => {
  for (const { directories, database } of sessionReaders)
    for (const { directory, below } of directories) {
      const path = `~/${directory}/${below}${database ? `/${database.name}` : ""}`;
      if (below !== "archived_sessions") assert.ok(page.includes(`\`${path}\``), path);
    }
});
