/** quality::no-warnings: the build prints no warning. */
import {
  cargoCommand,
  commandText,
  failed,
  failureOf,
  findCargoManifest,
  passed,
  unchecked,
} from "../checks/result.ts";
import type { CapabilityCode, CheckContext, ProgramResult } from "../contract.ts";

export const noWarnings: CapabilityCode = {
  name: "quality::no-warnings",
  code: "NW",
  reads: ["check-command"],
  verify: async (_capability, context) => {
    const commands = await commandsOf(context);
    if (commands.length === 0)
      return unchecked("no Cargo.toml was found near the changes, and the task has no `check-command`");
    for (const command of commands) {
      const result = await context.run(command);
      const failure = failureOf(command, result);
      if (failure) return failure;
      const warnings = warningsOf(result);
      if (warnings.length > 0) return failed(`\`${commandText(command)}\` prints warnings`, warnings);
    }
    return passed(`${commands.map((command) => `\`${commandText(command)}\``).join(", ")} printed no warning`);
  },
};

/** With other flags cargo builds again, so that a warning is not missed because the crate was built before. */
async function commandsOf(context: CheckContext): Promise<readonly (readonly string[] | string)[]> {
  const { checkCommand } = context.task.verification;
  const own = checkCommand === undefined ? [] : [checkCommand];
  const manifest = await findCargoManifest(context);
  if (manifest === undefined) return own;
  return [...own, ["env", "RUSTFLAGS=-D warnings", ...cargoCommand("build", manifest, [])]];
}

/** `warning: x`, `src/a.c:3:1: warning: x`, `[warning]`, `WARN x`, `3 warnings`; but not the word in a sentence. */
const warning = /(?:^|[\s:[(])warn(?:ing)?(?:s)?(?:[:[\])]|\s*$)|^\s*warn(?:ing)?\b|\b[1-9]\d* warnings?\b/i;

function warningsOf({ stdout, stderr }: ProgramResult): readonly string[] {
  return `${stdout}\n${stderr}`.split("\n").filter((line) => warning.test(line) && !/\b0 warnings?\b/.test(line));
}
