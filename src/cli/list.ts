/** The `list` command of packs, roles and capabilities: shipped ones and those of the roots, one line each. */
import { type Diagnostic, hasErrors } from "../base/diagnostic.ts";
import { visible } from "../base/text.ts";
import { type CliCommand, defineCommand } from "./command.ts";
import { rootOptions, rootsOf } from "./options.ts";

interface Listing<T> {
  /** In the singular. */
  readonly kind: string;
  readonly plural: string;
  /** Explains the columns. */
  readonly description?: string;
  readonly load: (roots: readonly string[], report: (diagnostic: Diagnostic) => void) => Promise<Iterable<T>>;
  /** The columns of a line; all but the last are padded. */
  readonly row: (item: T) => readonly string[];
  /** With the field names of the definition, because scripts read this. */
  readonly json: (item: T) => Readonly<Record<string, unknown>>;
}

export function listCommand<T>({ kind, plural, description, load, row, json }: Listing<T>): CliCommand {
  return defineCommand({
    name: "list",
    summary: `list the ${plural}`,
    description: [
      `Lists the shipped ${plural} and those of the roots, which replace shipped ones of the same name. Exits with 1 if a definition is not valid.`,
      ...(description === undefined ? [] : [description]),
    ],
    options: rootOptions,
    examples: [`surcingle ${kind} list`, `surcingle ${kind} list --json --root ~/agents`],
    run: async (call) => {
      const { printer } = call;
      const diagnostics: Diagnostic[] = [];
      const items = [...(await load(rootsOf(call), (one) => void diagnostics.push(one)))];
      const rows = items.map((item) => row(item).map(visible));
      const widths = rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length))) ?? [];
      for (const [i, item] of items.entries()) {
        printer.emit(json(item));
        printer.say(
          rows[i]!.map((cell, column) => cell.padEnd(widths[column]!))
            .join("  ")
            .trimEnd(),
        );
      }
      printer.diagnostics(diagnostics);
      return hasErrors(diagnostics) ? 1 : 0;
    },
  });
}
