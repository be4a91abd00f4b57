/** Runs the check of one capability: files that must not change, our code, or its author's command. */
import type { Capability } from "../model/capability.ts";
import { codeOf } from "./all.ts";
import { commandText, failed, failureOf, passed } from "./checks/result.ts";
import { denyPatterns, isInScope, touchedPaths } from "./checks/scope.ts";
import type { CheckContext, CheckOutcome } from "./contract.ts";

/** The first check that did not pass; without checks the capability passes. */
export async function runVerify(capability: Capability, context: CheckContext): Promise<CheckOutcome> {
  const { verify } = capability;
  const checks: (() => CheckOutcome | Promise<CheckOutcome>)[] = [];
  if (capability.restricts.pathPatterns.length > 0) checks.push(() => checkPaths(capability, context));
  if (verify?.module !== undefined) checks.push(() => runModule(capability, verify.module!, context));
  if (verify?.command) checks.push(() => runCommand(verify.command!, context));
  const outcomes: CheckOutcome[] = [];
  for (const check of checks) {
    const outcome = await check();
    if (outcome.outcome !== "passed") return outcome;
    outcomes.push(outcome);
  }
  if (outcomes.length === 0) return passed("the capability has a gate but no check");
  return passed(
    outcomes.map(({ reason }) => reason).join("; "),
    outcomes.flatMap(({ evidence }) => evidence),
  );
}

/** Only files of the repository: a change elsewhere on the disk leaves no trace in a worktree. */
function checkPaths({ restricts }: Capability, { changes }: CheckContext): CheckOutcome {
  const patterns = denyPatterns(restricts.pathPatterns);
  const inside = touchedPaths(changes).filter((path) => isInScope(path, patterns));
  if (inside.length === 0) return passed("no file in `path-patterns` changed");
  return failed(`${inside.length === 1 ? "a file" : `${inside.length} files`} in \`path-patterns\` changed`, inside);
}

function runModule(capability: Capability, key: string, context: CheckContext): Promise<CheckOutcome> {
  const code = codeOf("verify", key);
  if (!code?.verify) throw new Error(`unknown code \`${key}\``);
  return code.verify(capability, context);
}

async function runCommand(command: readonly string[], { run }: CheckContext): Promise<CheckOutcome> {
  return failureOf(command, await run(command)) ?? passed(`\`${commandText(command)}\` passed`);
}
