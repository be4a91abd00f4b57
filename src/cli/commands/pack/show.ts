/** `surcingle pack show NAME`: the rules of one pack. */
import { type Diagnostic, hasErrors } from "../../../base/diagnostic.ts";
import { nearest } from "../../../base/nearest.ts";
import { visible } from "../../../base/visible.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions, rootsOf } from "../../root-options.ts";
import { packJson } from "./json.ts";
import { loadPacks } from "./load.ts";

export const packShow: Command = {
  help: `Usage: surcingle pack show NAME [OPTIONS]

Prints the tool, the file and the rules of a pack, in their order.
Exit code 0; 1 when there is no such pack or a definition is wrong.

${rootHelp}
Examples:
  surcingle pack show reading
  surcingle pack show no-network --json
`,
  run: async (context) => {
    const given = readOptions(context.argv, rootOptions, { min: 1, max: 1 });
    const printer = makePrinter(context, given);
    const diagnostics: Diagnostic[] = [];
    const { packs, broken } = loadPacks(rootsOf(given, context), (one) => void diagnostics.push(one));
    printer.diagnostics(diagnostics);
    const name = given.positionals[0]!.replace(/^@/, "");
    const pack = packs.get(name);
    if (!pack) {
      const guess = nearest(name, packs.keys());
      if (!broken.has(name))
        context.err(
          `surcingle: there is no pack \`${visible(name)}\`${guess ? `; did you mean \`${guess}\`?` : "; `surcingle pack list` lists them"}\n`,
        );
      return 1;
    }
    printer.emit(packJson(pack));
    printer.say(`pack   ${pack.name}`);
    printer.say(`about  ${visible(pack.description)}`);
    printer.say(`tool   ${pack.tool}`);
    printer.say(`file   ${visible(pack.path)}\n`);
    for (const { pattern, verdict } of pack.rules) printer.say(visible(`${pattern}:${verdict}`));
    return hasErrors(diagnostics) ? 1 : 0;
  },
};
