/** Shows the progress of long work in one line that is overwritten, on a terminal only. */
import { visible } from "../base/text.ts";
import type { CommandContext } from "./command.ts";
import type { Printer } from "./print.ts";

/** Shorter work shows no line. */
const patience = 500;

/** An empty text removes the line. `clock` counts milliseconds. */
export function makeProgress(
  context: Pick<CommandContext, "isTerminal" | "err">,
  { isQuiet }: Pick<Printer, "isQuiet">,
  // `performance` would load another module.
  clock = (): number => process.uptime() * 1_000,
): (text: string) => void {
  const start = clock();
  let isShown = false;
  return (text) => {
    if (!context.isTerminal || isQuiet || (!isShown && (text === "" || clock() - start < patience))) return;
    context.err(`\r\u001b[K${visible(text)}`);
    isShown = text !== "";
  };
}
