/**
 * Tests that hostile lines do what the table says, in real shells. `HOSTILE_ROWS=all` runs every row in every shell.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findProgram } from "../support/stub-shell.ts";
import { type HostileCase, type ShellName, shellNames } from "./hostile/case.ts";
import { makeTemplate, removeHome, type ThrowawayHome } from "./hostile/throwaway-home.ts";
import { hostileCases } from "./hostile.ts";
import { runHostile } from "./hostile-run.ts";

/** A row takes about 50 ms of processor time, so the fast suite runs one row in this many, in each class another. */
const share = 12;
const atOnce = 3;

interface Job {
  readonly one: HostileCase;
  readonly shell: ShellName;
}

function chooseJobs(): readonly Job[] {
  const installed = hostileCases.filter(({ needs }) => (needs?.split(" ") ?? []).every((name) => findProgram(name)));
  if (process.env["HOSTILE_ROWS"] === "all")
    return installed.flatMap((one) => one.shells.map((shell) => ({ one, shell })));
  const shown = installed.filter(({ shells }) => shells.length > 0);
  return shown.filter((_, i) => i % share === 0).map((one, i) => ({ one, shell: one.shells[i % one.shells.length]! }));
}

/** A row need not state its requirements if the shell reports them: machines differ in what is installed. */
function namesMissingProgram(output: string): boolean {
  const found = /command not found: ([\w.+-]+)|([\w.+-]+): (?:command )?not found/.exec(output);
  const name = found?.[1] ?? found?.[2];
  return name !== undefined && name !== "canary" && findProgram(name) === undefined;
}

let template: ThrowawayHome;
before(() => {
  template = makeTemplate();
});
after(() => removeHome(template));

for (const shell of shellNames) {
  test(`harm is done in ${shell}`, { skip: findProgram(shell) ? false : `${shell} is not installed` }, async () => {
    const jobs = chooseJobs().filter((job) => job.shell === shell);
    const harmless: string[] = [];
    let shown = 0;
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let job = jobs[next++]; job; job = jobs[next++]) {
        const { isHarmed, output } = await runHostile(job.one, shell, template);
        if (isHarmed) shown++;
        else if (!namesMissingProgram(output))
          harmless.push(`${job.one.harm}: ${JSON.stringify(job.one.line)}\n    ${output.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    assert.ok(shown > jobs.length / 2, `only ${shown} of ${jobs.length} were seen to do harm`);
    assert.equal(harmless.length, 0, `${harmless.length} of ${jobs.length} did no harm:\n  ${harmless.join("\n  ")}`);
  });
}
