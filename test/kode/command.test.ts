/** Tests `surcingle command`: the commands of a root, and the text an agent gets. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command } from "../../src/cli/commands/command/command.ts";
import { makeScratch } from "../support/make-root.ts";
import { runCommandIn } from "../support/run-command.ts";

const root = makeScratch("command");
mkdirSync(join(root, "commands"));
writeFileSync(
  join(root, "commands/team.greet.md"),
  "---\ndescription: Greets\nbehavior: {execution: isolated, tools: read-only}\n---\nGreet $0, then $ARGUMENTS.\n",
);
const run = (...words: string[]) => runCommandIn(root, command, [...words, "--root", root]);

test("commands are listed, shown and resolved", async () => {
  assert.match((await run("list")).out, /^team\.greet {2}Greets$/m);
  assert.match((await run("show", "team.greet")).out, /execution: isolated\ntools: read-only\n\nGreet \$0/);
  assert.equal((await run("resolve", "team-greet", "Ann Lee")).out, "Greet Ann, then Ann Lee.\n");
  assert.equal(
    JSON.parse((await run("resolve", "team.greet", "A", "B", "--json")).out.split("\n")[0]!).text,
    "Greet A, then A B.\n",
  );
});

test("an unknown command is answered with the nearest name", async () => {
  await assert.rejects(run("show", "team.gret"), { message: /did you mean `team\.greet`/ });
});
