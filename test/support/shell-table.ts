/** Tables of command lines for real shells: harmful lines that are not allowed, and harmless lines that are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "../../src/model/permission.ts";
import { decide } from "../../src/policy/decide.ts";
import { policyOf, surroundingsOf } from "./policy.ts";
import { canary } from "./random-quoting.ts";
import { findShells, type Run, runLines, type TestShell } from "./stub-shell.ts";

/** Everything is allowed except the canary and writing files. */
const policy = policyOf({
  bash: ["allow", `${canary} *:deny`],
  edit: ["deny"],
  read: ["allow"],
  external_directory: ["allow"],
});

/** `+` is zsh with the options that many people set. */
const letters = { b: "bash", d: "dash", z: "zsh", "+": "zsh with options", y: "busybox" } as const;

/** A line, and the shells in which it runs the canary or writes a file, one letter each. */
type HostileRow = readonly [line: string, shells: string];
/** Rows by class. */
export type HostileTable = Readonly<Record<string, readonly HostileRow[]>>;

function judge(line: string, shell: string | undefined): Verdict {
  return decide(policy, { tool: "bash", subject: line }, { ...surroundingsOf(), shell }).verdict;
}

function shellsOf([, shells]: HostileRow): readonly string[] {
  return [...shells].map((letter) => letters[letter as keyof typeof letters]);
}

/** No line is allowed in an unknown shell or one in which it does harm; and it really does harm there. */
export function testHostile(table: HostileTable): void {
  for (const [title, rows] of Object.entries(table)) {
    test(`${title}: held`, () => {
      for (const row of rows) {
        const known = new Set([undefined, ...shellsOf(row).map((name) => name.split(" ")[0])]);
        for (const shell of known) {
          const about = `in ${shell ?? "a shell that is not known"}: ${JSON.stringify(row[0])}`;
          assert.notEqual(judge(row[0], shell), "allow", about);
        }
      }
    });
  }
  const rows = Object.values(table).flat();
  for (const [name, shell] of Object.entries(findShells())) {
    const named = rows.filter((row) => shellsOf(row).includes(name));
    testIn(name, shell, `hostile lines do harm in ${name}`, (found) => {
      let lines = named.map(([line]) => line);
      // Background processes may be late on a busy machine.
      for (let attempt = 0; attempt < 3 && lines.length > 0; attempt++) {
        const runs = runLines(found, lines);
        lines = lines.filter((_, i) => !doesHarm(runs[i]!));
      }
      assert.deepEqual(lines, [], `no harm in ${name}`);
    });
  }
}

/** Each line is allowed in every shell, and does no harm in any of them. */
export function testHarmless(lines: readonly string[]): void {
  test("harmless lines are allowed", () => {
    for (const line of lines) assert.equal(judge(line, undefined), "allow", JSON.stringify(line));
  });
  for (const [name, shell] of Object.entries(findShells())) {
    testIn(name, shell, `harmless lines do no harm in ${name}`, (found) => {
      runLines(found, lines).forEach((run, i) => {
        assert.ok(!doesHarm(run), `harm in ${name}: ${JSON.stringify(lines[i])}`);
      });
    });
  }
}

/** Lines that only other shells read differently: allowed only if the shell is known to be bash. */
export function testOnlyBash(lines: readonly string[]): void {
  test("lines that mean something else in other shells are allowed in bash", () => {
    for (const line of lines) {
      assert.equal(judge(line, "bash"), "allow", JSON.stringify(line));
      assert.notEqual(judge(line, undefined), "allow", JSON.stringify(line));
    }
  });
}

function doesHarm({ programs, files }: Run): boolean {
  return files.length > 0 || programs.some(([program]) => program === canary);
}

function testIn(name: string, shell: TestShell | undefined, title: string, body: (shell: TestShell) => void): void {
  test(title, { skip: shell || process.env["CI"] ? false : `${name} is not installed` }, () => {
    assert.ok(shell, `${name} is not installed`);
    body(shell);
  });
}
