/** quality::tests-green: the tests pass, and there are at least as many as the task requires. */

import {
  cargoCommand,
  commandText,
  failed,
  failureOf,
  findCargoManifest,
  passed,
  tail,
  unchecked,
} from "../checks/result.ts";
import { readTestCounts, type TestCounts } from "../checks/test-counts.ts";
import type { CapabilityCode, CheckContext, CheckOutcome } from "../contract.ts";

export const testsGreen: CapabilityCode = {
  name: "quality::tests-green",
  code: "TG",
  reads: ["cargo-test-crates", "test-count-min", "test-command"],
  verify: async (_capability, context) => {
    const commands = await commandsOf(context);
    if (commands.length === 0) {
      return unchecked("no Cargo.toml was found near the changes, and the task has no `test-command`");
    }
    const counts: (TestCounts | undefined)[] = [];
    for (const command of commands) {
      const ran = await context.run(command);
      const found = readTestCounts(`${ran.stdout}\n${ran.stderr}`);
      const failure = failureOf(command, ran);
      if (failure)
        return failure.outcome === "failed" && found
          ? { ...failure, reason: `${failure.reason}: ${countsText(found)}` }
          : failure;
      // A run that hides its exit code, such as `npm test || true`, does not pass.
      if (found && found.failed > 0)
        return failed(`\`${commandText(command)}\` prints ${countsText(found)}`, tail(ran));
      counts.push(found);
    }
    return judgeCounts(counts, context.task.verification.testCountMin, commands.map(commandText).join(", "));
  },
};

async function commandsOf(context: CheckContext): Promise<readonly (readonly string[] | string)[]> {
  const { testCommand, cargoTestCrates } = context.task.verification;
  const own = testCommand === undefined ? [] : [testCommand];
  if (own.length > 0 && cargoTestCrates.length === 0) return own;
  const manifest = await findCargoManifest(context);
  if (manifest === undefined && cargoTestCrates.length === 0) return own;
  return [...own, cargoCommand("test", manifest ?? "Cargo.toml", cargoTestCrates)];
}

function judgeCounts(
  counts: readonly (TestCounts | undefined)[],
  least: number | undefined,
  shown: string,
): CheckOutcome {
  const known = counts.filter((one) => one !== undefined);
  const total = known.reduce((sum, one) => sum + one.passed, 0);
  if (least !== undefined && total < least) {
    if (known.length < counts.length) {
      return unchecked(`\`${shown}\` passed but does not print how many tests ran; the task requires ${least}`);
    }
    return failed(`${total} tests passed; the task requires at least ${least}`);
  }
  if (known.length === 0) return passed(`\`${shown}\` passed and does not print how many tests ran`);
  return passed(`\`${shown}\` passed: ${known.map(countsText).join(", ")}`);
}

function countsText({ passed: green, failed: red, skipped, by }: TestCounts): string {
  return `${green} passed, ${red} failed, ${skipped} skipped (${by})`;
}
