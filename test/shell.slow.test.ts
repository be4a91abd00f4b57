/** Tests against a real shell: everything that really ran or was written had been judged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../src/policy/decide.ts";
import { readShell } from "../src/policy/shell/parse.ts";
import { policyOf, surroundingsOf } from "./support/policy.ts";
import { firstSeedOf, makeRandom } from "./support/random.ts";
import { damage, makeShellGrammar } from "./support/random-shell.ts";
import { findShells, type Run, runLines } from "./support/stub-shell.ts";

const count = Number(process.env["SHELL_LINES"] ?? 2_000);
const firstSeed = firstSeedOf("SHELL_SEED");
const batch = 500;
const { bash } = findShells();
const open = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"] });
const closedToEdits = policyOf({ bash: ["allow"], edit: ["deny"], external_directory: ["allow"] });

/** The words of a command that was found, as an expression on the arguments of a program. */
function expressionOf(line: string): RegExp {
  const commands = readShell(line).found.flatMap((found) => {
    if (found.kind !== "command" || found.words.length === 0) return [];
    // For rules a tilde is literal, but the shell expands it to the home.
    const [first, ...others] = found.words.map(({ value, text }) => (text.includes("~") ? undefined : value));
    const name = first === undefined ? "[^]*" : quoteForExpression(first);
    return [
      name +
        others.map((word) => (word === undefined ? "(?:\u001f[^]*)?" : `\u001f${quoteForExpression(word)}`)).join(""),
    ];
  });
  return new RegExp(`^(?:${commands.join("|")})$`);
}

function quoteForExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

function checkRun(line: string, { programs, files }: Run, about: string): boolean {
  const decision = decide(open, { tool: "bash", subject: line }, surroundingsOf());
  if (files.length > 0) {
    const { verdict } = decide(closedToEdits, { tool: "bash", subject: line }, surroundingsOf());
    assert.notEqual(verdict, "allow", `${about}: wrote ${files.join(", ")} without being judged`);
  }
  for (const [name = ""] of programs) {
    const denied = policyOf({ bash: ["allow", `${name}*:deny`], edit: ["allow"], external_directory: ["allow"] });
    const { verdict } = decide(denied, { tool: "bash", subject: line }, surroundingsOf());
    assert.notEqual(verdict, "allow", `${about}: \`${name}\` ran without being judged`);
  }
  if (decision.verdict !== "allow") return false;
  const expression = expressionOf(line);
  for (const argv of programs) {
    assert.match(argv.join("\u001f"), expression, `${about}: ran with other arguments than were judged`);
  }
  return programs.length > 0;
}

test("every program that ran and every file that was written was judged", {
  skip: bash ? false : "there is no bash",
}, () => {
  let ran = 0;
  let allowed = 0;
  for (let start = 0; start < count; start += batch) {
    const seeds = Array.from({ length: Math.min(batch, count - start) }, (_, i) => firstSeed + start + i);
    const lines = seeds.map((seed) => {
      const random = makeRandom(seed);
      const line = makeShellGrammar(random).line();
      return random.oneIn(3) ? damage(line, random) : line;
    });
    runLines(bash!, lines).forEach((run, i) => {
      const about = `with SHELL_SEED=${seeds[i]}, ${JSON.stringify(lines[i])}`;
      if (run.programs.length > 0) ran++;
      if (checkRun(lines[i] ?? "", run, about)) allowed++;
    });
  }
  // The test is meaningful only while most lines run something and many of them are allowed.
  assert.ok(ran > count / 2, `only ${ran} of ${count} lines ran a program`);
  assert.ok(allowed > count / 5, `only ${allowed} of ${count} lines were allowed and ran a program`);
});
