/** The progress line at the bottom of a terminal during long work. Not printed to a pipe. */
import { visible } from "../base/text.ts";
import type { CommandContext, Printer } from "./print.ts";

/** Shorter steps show no line. */
const quietStart = 500;
const tick = 200;
const eraseLine = "\r\u001b[K";

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
    if (!context.isTerminal || isQuiet || (!isShown && (text === "" || clock() - start < quietStart))) return;
    context.err(`${eraseLine}${visible(text)}`);
    isShown = text !== "";
  };
}

/** The same with a clock: for work whose steps take minutes. */
export interface LiveLine {
  readonly show: (text: string) => void;
  /** Removes the line so that something else can be printed; the next tick draws it again. */
  readonly clear: () => void;
  readonly stop: () => void;
}

interface LiveOptions {
  readonly err: (text: string) => void;
  readonly isShown: boolean;
  readonly columns: number;
}

export function liveLine({ err, isShown, columns }: LiveOptions): LiveLine {
  if (!isShown) return { show: () => undefined, clear: () => undefined, stop: () => undefined };
  const began = Date.now();
  let [text, isDrawn] = ["", false];
  const clear = (): void => {
    if (isDrawn) err(eraseLine);
    isDrawn = false;
  };
  const draw = (): void => {
    const waited = Date.now() - began;
    if (waited < quietStart) return;
    const line = `${clockText(waited)}  ${visible(text)}`;
    err(`${eraseLine}${line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`}`);
    isDrawn = true;
  };
  const clock = setInterval(draw, tick);
  return {
    show: (next) => {
      text = next;
    },
    clear,
    stop: () => {
      clearInterval(clock);
      clear();
    },
  };
}

function clockText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
