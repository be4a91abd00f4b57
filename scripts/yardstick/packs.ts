/** Measures which labelled commands each pack alone allows, for a read-only agent. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadPacks, type PackScore, packDigest } from "../../src/cli/commands/pack/packs.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import { decide } from "../../src/policy/decide.ts";
import { surroundingsOf } from "../../test/support/policy.ts";
import { isLocal, wrongLabels } from "./labels.ts";
import type { LabelledCommand, Suite } from "./suites.ts";

export interface Measured {
  readonly suite: Suite;
  readonly commands: readonly LabelledCommand[];
}

/** If requested, also written to the file that `pack show` reads. */
export function measurePacks(measured: readonly Measured[], isWritten: boolean): void {
  const suites = measured.filter(({ suite }) => !suite.isHoldOut);
  const unsafe = suites.flatMap(({ commands }) =>
    commands.filter(({ command, isUnsafe }) => isUnsafe && !Object.hasOwn(wrongLabels, command)),
  );
  const harmless = suites
    .filter(({ suite }) => suite.labelsHarmless)
    .flatMap(({ commands }) => commands.filter(({ command, isUnsafe }) => !isUnsafe && isLocal(command)));
  const scores: Record<string, PackScore> = {};
  const { packs } = loadPacks([], () => undefined);
  for (const pack of packs.values()) {
    if (pack.tool !== "bash" || !pack.rules.some(({ verdict }) => verdict === "allow")) continue;
    const permissions = { bash: { intent: "ask", rules: pack.rules }, edit: { intent: "deny", rules: [] } } as const;
    const policy = compilePolicy({ agent: pack.name, permissions });
    const allows = ({ command }: LabelledCommand): boolean =>
      decide(policy, { tool: "bash", subject: command }, surroundingsOf()).verdict === "allow";
    const [good, bad] = [harmless.filter(allows).length, unsafe.filter(allows)];
    scores[pack.name] = {
      digest: packDigest(pack),
      harmless: { allowed: good, of: harmless.length },
      unsafe: { allowed: bad.length, of: unsafe.length },
    };
    console.log(
      `  @${pack.name.padEnd(14)} allows ${good} of ${harmless.length} harmless and ${bad.length} of ${unsafe.length} unsafe`,
    );
    for (const { command } of bad) console.log(`    unsafe: ${JSON.stringify(command)}`);
  }
  if (!isWritten) return;
  const file = join(import.meta.dirname, "../../src/cli/commands/pack/scores.json");
  writeFileSync(file, `${JSON.stringify(scores, null, 2)}\n`);
}
