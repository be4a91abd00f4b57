/** `surcingle pack list`: every pack of the roots and of the program. */
import { type Diagnostic, hasErrors } from "../../../base/diagnostic.ts";
import { visible } from "../../../base/visible.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions, rootsOf } from "../../root-options.ts";
import { packJson } from "./json.ts";
import { loadPacks } from "./load.ts";

export const packList: Command = {
  help: `Usage: surcingle pack list [OPTIONS]

Lists the packs that are shipped with the program and those of the roots, which replace them by name.
Exit code 0; 1 when a definition is wrong.

${rootHelp}
Examples:
  surcingle pack list
  surcingle pack list --json --root ~/agents
`,
  run: async (context) => {
    const given = readOptions(context.argv, rootOptions, { min: 0, max: 0 });
    const printer = makePrinter(context, given);
    const diagnostics: Diagnostic[] = [];
    const { packs } = loadPacks(rootsOf(given, context), (one) => void diagnostics.push(one));
    const width = Math.max(0, ...[...packs.keys()].map((name) => name.length));
    for (const pack of packs.values()) {
      printer.emit(packJson(pack));
      printer.say(`${pack.name.padEnd(width)}  ${pack.tool}: ${visible(pack.description)}`);
    }
    printer.diagnostics(diagnostics);
    return hasErrors(diagnostics) ? 1 : 0;
  },
};
