// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { makeScratch } from "../../../../test/support/make-root.ts";
import { makeRandom } from "../../../../test/support/random.ts";
import { makeShellGrammar } from "../../../../test/support/random-shell.ts";
import { askCommand, unwrapAskCommand, withAskLine } from "./ask-command.ts";
import { bashTexts } from "./bash-texts.ts";

const scratch = makeScratch("ask");

function run(command: string, more: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env["PATH"] ?? "", ...more };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: scratch, encoding: "utf8", env });
  // Messages name the line and the shell they come from.
  return { status, stdout, hasErrors: stderr !== "" };
}

for (const line of [
  `printf '%s|' a "b  c" $(echo d)`,
  `x=1 y='it'"'"'s'; echo "$x $y" > out && cat out`,
  "cat <<E\n$((1+1)) `echo x`\nE\necho after",
  "false",
  "echo a; exit 3",
  "cd / && pwd",
  "for i in 1 2; do echo $i; done | tac",
  "echo '\\' \"\\$HOME\" ünï",
  "echo a # comment",
  'read x; echo "[$x]"',
  "f() { return 4; }; f",
  "! true",
  "echo 'a\n  b'",
]) {
  test(`bash runs ${JSON.stringify(line)} as it was written`, () => {
    const { command, environment } = askCommand(line, "why: it's `unclear`", "00ff");
    assert.deepEqual(run(command, environment), run(line));
  });
}

test("the client's parser sees one plain command, whatever the line is", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const line = makeShellGrammar(makeRandom(seed)).line();
    const { command } = askCommand(line, "why", "00ff");
    assert.deepEqual(bashTexts(command), [[command]], line);
  }
});

test("the wrapped command is found again, and nothing else matches", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const line = makeShellGrammar(makeRandom(seed)).line();
    assert.equal(unwrapAskCommand(askCommand(line, `why '${line}'`, "00ff").command), line);
    assert.equal(unwrapAskCommand(line), line);
  }
  for (const line of [
    "surcingle_asks_00ff 'a' 'b'; rm x",
    "surcingle_asks_00ff 'a' 'b' 'c'",
    "surcingle_asks_00ff 'a' b",
  ])
    assert.equal(unwrapAskCommand(line), line);
});

test("the line that asks comes last, and what is denied stays denied", () => {
  const asks = ["surcingle_asks_*", "ask"];
  assert.deepEqual(withAskLine([["bash", "allow"]]), [["bash", { fields: [["*", "allow"], asks] }]]);
  assert.deepEqual(withAskLine([["bash", "deny"]]), [["bash", "deny"]]);
  const given = {
    fields: [
      ["*", "deny"],
      ["surcingle_asks_*", "allow"],
      ["ls", "allow"],
    ],
  } as const;
  assert.deepEqual(
    withAskLine([
      ["bash", given],
      ["edit", "allow"],
    ]),
    [
      ["bash", { fields: [["*", "deny"], ["ls", "allow"], asks] }],
      ["edit", "allow"],
    ],
  );
});
