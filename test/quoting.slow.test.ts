/** Tests structured quoting against real shells: an allowed line runs no canary and writes no file, in any of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decide } from "../src/policy/decide.ts";
import { policyOf, surroundingsOf } from "./support/policy.ts";
import { firstSeedOf, makeRandom } from "./support/random.ts";
import { canary, makeQuotingGrammar } from "./support/random-quoting.ts";
import { findShells, runLines, type TestShell } from "./support/stub-shell.ts";

/** Lines for all shells together. Only allowed ones are run. With few lines, all shells get the same ones. */
const count = Number(process.env["QUOTING_LINES"] ?? 4_000);
const firstSeed = firstSeedOf("QUOTING_SEED");
const batch = 500;
const policy = policyOf({
  bash: ["allow", `${canary} *:deny`],
  edit: ["deny"],
  read: ["allow"],
  external_directory: ["allow"],
});

function lineOf(seed: number): string {
  const random = makeRandom(seed);
  const grammar = makeQuotingGrammar(random);
  return random.oneIn(4) ? grammar.soup() : grammar.structured();
}

/** Without a known shell, an allow must hold in every shell; with bash named, in bash. */
function isAllowed(line: string, shell: string | undefined): boolean {
  return decide(policy, { tool: "bash", subject: line }, { ...surroundingsOf(), shell }).verdict === "allow";
}

function check(shell: TestShell, known: string | undefined, seeds: readonly number[]): number {
  const lines = seeds.map(lineOf);
  const allowed = lines.flatMap((line, i) => (isAllowed(line, known) ? [{ line, seed: seeds[i] }] : []));
  runLines(
    shell,
    allowed.map(({ line }) => line),
  ).forEach(({ programs, files }, i) => {
    const { line, seed } = allowed[i]!;
    const about = `QUOTING_SEED=${seed} in ${shell.name}, ${JSON.stringify(line)}`;
    assert.ok(!programs.some(([name]) => name === canary), `${about}: the canary ran`);
    assert.deepEqual(files, [], `${about}: a file was written`);
  });
  return allowed.length;
}

const shells = Object.entries(findShells());
const rounds = [
  ...shells.map(([name, shell]) => [name, shell, undefined] as const),
  ["bash, named", findShells().bash, "bash"] as const,
];

for (const [index, [name, shell, known]] of rounds.entries()) {
  const isMissing = shell === undefined;
  test(`allowed lines run no canary in ${name}`, {
    skip: isMissing && !process.env["CI"] ? `${name} is not installed` : false,
  }, () => {
    assert.ok(shell, `${name} is not installed`);
    const share = Math.ceil(count / rounds.length);
    const offset = share < batch ? 0 : index * share;
    let allowed = 0;
    for (let start = 0; start < share; start += batch) {
      const length = Math.min(batch, share - start);
      allowed += check(
        shell,
        known,
        Array.from({ length }, (_, i) => firstSeed + offset + start + i),
      );
    }
    // The test is meaningful only while many lines are allowed and run.
    assert.ok(share < batch || allowed > share / 20, `only ${allowed} of ${share} lines were allowed`);
    console.log(`${name}: ${allowed} of ${share} lines allowed and run, from seed ${firstSeed + offset}`);
  });
}
