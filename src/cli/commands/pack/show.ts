/** `surcingle pack show NAME`: prints the rules of one pack. */
import { type Diagnostic, hasErrors } from "../../../base/diagnostic.ts";
import { visible } from "../../../base/text.ts";
import { defineCommand, nearestHint } from "../../command.ts";
import { rootOptions, rootsOf } from "../../options.ts";
import { loadPacks, packJson, scoreOf } from "./packs.ts";

export const packShow = defineCommand({
  name: "show",
  summary: "print the rules of a pack",
  description: ["Prints the tool, the file and the rules in their order. Exits with 1 if there is no such pack."],
  arguments: [{ name: "NAME", text: "a pack, with or without `@`" }],
  options: rootOptions,
  examples: ["surcingle pack show reading", "surcingle pack show no-network --json"],
  run: async (call) => {
    const { printer, words } = call;
    const diagnostics: Diagnostic[] = [];
    const { packs, broken } = loadPacks(rootsOf(call), (one) => void diagnostics.push(one));
    printer.diagnostics(diagnostics);
    const name = words[0]!.replace(/^@/, "");
    const pack = packs.get(name);
    if (!pack) {
      const hint = nearestHint(name, packs.keys()) || "; `surcingle pack list` lists them";
      if (!broken.has(name)) call.err(`surcingle: unknown pack \`${visible(name)}\`${hint}\n`);
      return 1;
    }
    const score = scoreOf(pack);
    printer.emit({ ...packJson(pack), ...(score && { score: { harmless: score.harmless, unsafe: score.unsafe } }) });
    printer.say(`pack   ${pack.name}`);
    printer.say(`about  ${visible(pack.description)}`);
    printer.say(`tool   ${pack.tool}`);
    printer.say(`file   ${visible(pack.path)}`);
    if (score) {
      const { harmless, unsafe } = score;
      const share = ((100 * harmless.allowed) / harmless.of).toFixed(1);
      printer.say(`score  on its own it allows ${share} % of ${harmless.of} harmless commands`);
      printer.say(`       and ${unsafe.allowed} of ${unsafe.of} unsafe ones (npm run yardstick)`);
    }
    printer.say("");
    for (const { pattern, verdict } of pack.rules) printer.say(visible(`${pattern}:${verdict}`));
    return hasErrors(diagnostics) ? 1 : 0;
  },
});
