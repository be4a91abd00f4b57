/** Hostile lines do what the table says they do, in real shells. `HOSTILE_ROWS=all` runs every row in every shell. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findProgram } from "../support/stub-shell.ts";
import { type HostileCase, type ShellName, shellNames } from "./hostile/case.ts";
import { makeTemplate, removeHome, type ThrowawayHome } from "./hostile/throwaway-home.ts";
import { hostileCases } from "./hostile.ts";
import { runHostile } from "./hostile-run.ts";

/** A row takes about 50 ms of processor time: the fast suite runs one in so many, another one in each class. */
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

let template: ThrowawayHome;
before(() => {
  template = makeTemplate();
});
after(() => removeHome(template));

for (const shell of shellNames) {
  test(`harm is done in ${shell}`, { skip: findProgram(shell) ? false : `${shell} is not installed` }, async () => {
    const jobs = chooseJobs().filter((job) => job.shell === shell);
    const harmless: string[] = [];
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let job = jobs[next++]; job; job = jobs[next++]) {
        const { isHarmed, output } = await runHostile(job.one, shell, template);
        if (!isHarmed) harmless.push(`${job.one.harm}: ${JSON.stringify(job.one.line)}\n    ${output.slice(0, 300)}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    assert.ok(jobs.length > 0);
    assert.equal(harmless.length, 0, `${harmless.length} of ${jobs.length} did no harm:\n  ${harmless.join("\n  ")}`);
  });
}
