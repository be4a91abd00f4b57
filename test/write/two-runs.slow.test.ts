/** Tests several simultaneous runs on one target: one wins completely, the others report it. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { type ApplyResult, apply } from "../../src/build/write/apply.ts";
import { type BuildResult, buildTree } from "../../src/build/write/build-tree.ts";
import { makeScratch } from "../support/make-root.ts";
import { bundleFailingRun } from "./bundle-failing-run.ts";
import type { Order } from "./failing-run.ts";
import { applyRequest, buildRequest, type Edition } from "./requests.ts";
import { snapshot } from "./snapshot.ts";

const scratch = makeScratch("two-runs");
const failingRun = bundleFailingRun(scratch);

function place(name: string): string {
  const path = join(scratch, name);
  mkdirSync(path);
  return path;
}

async function race(action: Order["action"], where: string): Promise<(BuildResult | ApplyResult)[]> {
  const editions: Edition[] = ["one", "two", "one", "two"];
  const runs = editions.map(async (edition) => {
    const order: Order = { action, place: where, edition, failAt: 0, failure: "SIGKILL" };
    const { stdout } = await promisify(execFile)(process.execPath, [failingRun, JSON.stringify(order)]);
    return JSON.parse(stdout).result;
  });
  return Promise.all(runs);
}

function checkOutcome(results: readonly (BuildResult | ApplyResult)[], now: object, editions: readonly object[]): void {
  const refusals = results.flatMap((result) => (result.kind === "refused" ? result.problems : []));
  assert.deepEqual(
    [...new Set(refusals.map(({ code }) => code))].filter((code) => code !== "output-busy"),
    [],
  );
  assert.ok(refusals.length < results.length, "one of them won");
  assert.ok(
    editions.some((edition) => JSON.stringify(edition) === JSON.stringify(now)),
    "the winner won whole",
  );
}

test("of several simultaneous builds, one completes and the others report it", async () => {
  const [one, two] = [place("build-one"), place("build-two")];
  await buildTree(buildRequest(one, "one"));
  await buildTree(buildRequest(two, "two"));
  for (let round = 0; round < 5; round++) {
    const where = place(`build-${round}`);
    checkOutcome(await race("build", where), snapshot(where), [snapshot(one), snapshot(two)]);
    assert.deepEqual(readdirSync(where), ["out"]);
  }
});

test("of several simultaneous applies, one completes and the others report it", async () => {
  const [one, two] = [place("apply-one"), place("apply-two")];
  apply(applyRequest(one, "one"));
  apply(applyRequest(two, "two"));
  for (let round = 0; round < 5; round++) {
    const where = place(`apply-${round}`);
    checkOutcome(await race("apply", where), snapshot(where), [snapshot(one), snapshot(two)]);
  }
});
