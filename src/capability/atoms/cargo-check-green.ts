/** quality::cargo-check-green: the project passes its check, in the agent's worktree and on main with its changes. */

import { cargoCommand, commandText, failureOf, findCargoManifest, passed, unchecked } from "../checks/result.ts";
import type { CapabilityCode, CheckContext } from "../contract.ts";

export const cargoCheckGreen: CapabilityCode = {
  name: "quality::cargo-check-green",
  code: "CG",
  reads: ["cargo-check-crates", "check-command"],
  verify: async (_capability, context) => {
    const commands = await commandsOf(context);
    if (commands.length === 0) {
      return unchecked("no Cargo.toml was found near the changes, and the task has no `check-command`");
    }
    for (const command of commands) {
      const failure = failureOf(command, await context.run(command));
      if (failure) return failure;
    }
    return passed(commands.map((command) => `\`${commandText(command)}\` passed`).join(", "));
  },
};

/** A `check-command` replaces cargo, unless crates are named as well. */
async function commandsOf(context: CheckContext): Promise<readonly (readonly string[] | string)[]> {
  const { checkCommand, cargoCheckCrates } = context.task.verification;
  const own = checkCommand === undefined ? [] : [checkCommand];
  if (own.length > 0 && cargoCheckCrates.length === 0) return own;
  const manifest = await findCargoManifest(context);
  if (manifest === undefined && cargoCheckCrates.length === 0) return own;
  // On main everything is checked: code that the task did not consider may break there.
  const crates = context.mode === "simulated-merge" ? [] : cargoCheckCrates;
  return [...own, cargoCommand("check", manifest ?? "Cargo.toml", crates)];
}
