/** `surcingle role list`: every role of the roots and of the program. */
import { hasErrors } from "../../../base/diagnostic.ts";
import { visible } from "../../../base/visible.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions } from "../../root-options.ts";
import { loadSet } from "../capability/options.ts";
import { roleJson } from "./json.ts";

export const roleList: Command = {
  help: `Usage: surcingle role list [OPTIONS]

Lists the roles that are shipped with the program and those of the roots, which replace them by name.
Exit code 0; 1 when a definition is wrong.

${rootHelp}
Examples:
  surcingle role list
  surcingle role list --json --root ~/agents
`,
  run: async (context) => {
    const given = readOptions(context.argv, rootOptions, { min: 0, max: 0 });
    const printer = makePrinter(context, given);
    const { roles, diagnostics } = await loadSet(given, context);
    const width = Math.max(0, ...[...roles.keys()].map((name) => name.length));
    for (const role of roles.values()) {
      printer.emit(roleJson(role));
      const note = role.spawnable ? "" : " (not spawnable)";
      printer.say(`${role.name.padEnd(width)}  ${visible(role.description)}${note}`);
    }
    printer.diagnostics(diagnostics);
    return hasErrors(diagnostics) ? 1 : 0;
  },
};
