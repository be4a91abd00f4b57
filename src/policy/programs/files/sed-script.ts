/**
 * What a sed script does besides printing: the files it reads and writes and the commands it runs. Follows compile.c of
 * GNU sed 4.9. Where busybox or BSD sed could see another command, the script counts as not understood.
 */

export interface SedEffect {
  readonly kind: "write" | "read" | "run";
  /** The file of `r`, `R`, `w`, `W` and of the flag `w`. */
  readonly path?: string;
  /** The command of `e`. Without one, sed runs text from its input. */
  readonly command?: string;
}

/** Undefined if not understood. Braces need not be balanced, because a script may be one of several `-e` values. */
export function readSedScript(script: string): readonly SedEffect[] | undefined {
  // BSD sed edits without a backup as `sed -i '' SCRIPT FILE`; there the script is the next word.
  if (script.trim() === "") return undefined;
  if (/[\0\r]/.test(script)) return undefined;
  const effects: SedEffect[] = [];
  let at = 0;
  while (at >= 0 && at < script.length) {
    at = skip(script, at, /[\s;]/);
    if (at < script.length) at = readCommand(script, at, effects);
  }
  return at < 0 ? undefined : effects;
}

/** Each reader below returns the position after what it read, or this. */
const notUnderstood = -1;

const plainCommands = "=dDFgGhHnNpPzx";

function readCommand(script: string, start: number, effects: SedEffect[]): number {
  const at = readAddresses(script, start);
  if (at < 0) return notUnderstood;
  const letter = script.charAt(at);
  const behind = at + 1;
  if (letter === "#") return endOfLine(script, behind);
  if (letter === "{") return behind;
  if (letter === "}" || (letter !== "" && plainCommands.includes(letter))) return readEnd(script, behind);
  switch (letter) {
    case "q":
    case "Q":
    case "l":
    case "L":
      return readEnd(script, skip(script, skipBlanks(script, behind), /\d/));
    case ":":
    case "b":
    case "t":
    case "T":
    case "v":
      return skip(script, skipBlanks(script, behind), /[^\s;}#]/);
    case "a":
    case "i":
    case "c":
      return readText(script, behind);
    case "e":
      return readRunCommand(script, behind, effects);
    case "r":
    case "R":
      return readFileName(script, behind, "read", effects);
    case "w":
    case "W":
      return readFileName(script, behind, "write", effects);
    case "y":
      return readTransliteration(script, behind);
    case "s":
      return readSubstitution(script, behind, effects);
    default:
      return notUnderstood;
  }
}

function readAddresses(script: string, start: number): number {
  let at = readAddress(script, start);
  if (at < 0) return notUnderstood;
  if (at > start) {
    at = skipBlanks(script, at);
    if (script[at] === ",") {
      const second = skipBlanks(script, at + 1);
      at = /[+~]/.test(script.charAt(second)) ? readNumber(script, second + 1) : readAddress(script, second);
      if (at <= second) return notUnderstood;
      at = skipBlanks(script, at);
    }
  }
  return script[at] === "!" ? skipBlanks(script, at + 1) : at;
}

/** Returns `start` if there is no address. */
function readAddress(script: string, start: number): number {
  const first = script.charAt(start);
  if (first === "$") return start + 1;
  if (/\d/.test(first)) {
    const at = skip(script, start, /\d/);
    const step = skipBlanks(script, at);
    return script[step] === "~" ? readNumber(script, step + 1) : at;
  }
  if (first !== "/" && first !== "\\") return start;
  const at = readDelimited(script, first === "/" ? start : start + 1, true);
  return at < 0 ? notUnderstood : skip(script, at, /[ \tIM]/);
}

function readNumber(script: string, start: number): number {
  const at = skipBlanks(script, start);
  return /\d/.test(script.charAt(at)) ? skip(script, at, /\d/) : notUnderstood;
}

/** Reads from the delimiter at `start` past the next one that counts. */
function readDelimited(script: string, start: number, isExpression: boolean): number {
  const delimiter = script.charAt(start);
  if (!/[!-~ ]/.test(delimiter) || /[\\[\]]/.test(delimiter)) return notUnderstood;
  for (let at = start + 1; at < script.length; at++) {
    const char = script[at];
    if (char === delimiter) return at + 1;
    if (char === "\n") return notUnderstood;
    if (char === "\\") at++;
    else if (char === "[" && isExpression) {
      const end = readBrackets(script, at);
      if (end < 0) return notUnderstood;
      at = end - 1;
    }
  }
  return notUnderstood;
}

/** Only brackets that end at the same position in every sed: a delimiter inside them does not count. */
const brackets = /\[\^?(?:\]|(?!\]))(?:[^[\]\\\n]|\\\\|\\(?![\]\\\n])|\[:[a-z]+:\]|\[(?![.:=\n]))*\]/y;

function readBrackets(script: string, start: number): number {
  brackets.lastIndex = start;
  return brackets.test(script) ? brackets.lastIndex : notUnderstood;
}

function readTransliteration(script: string, start: number): number {
  const second = readDelimited(script, start, false);
  const at = second < 0 ? notUnderstood : readDelimited(script, second - 1, false);
  return at < 0 ? notUnderstood : readEnd(script, at);
}

function readSubstitution(script: string, start: number, effects: SedEffect[]): number {
  const second = readDelimited(script, start, true);
  let at = second < 0 ? notUnderstood : readDelimited(script, second - 1, false);
  if (at < 0) return notUnderstood;
  for (;;) {
    at = skip(script, at, /[ \tiImMpg0-9]/);
    const flag = script.charAt(at);
    if (flag === "w") return readFileName(script, at + 1, "write", effects);
    if (flag !== "e") return readEnd(script, at);
    effects.push({ kind: "run" });
    at++;
  }
}

function readFileName(script: string, start: number, kind: "read" | "write", effects: SedEffect[]): number {
  const from = skipBlanks(script, start);
  const to = endOfLine(script, from);
  const path = script.slice(from, to);
  // GNU sed takes the rest of the line; busybox before 1.36 ends the name at a blank or a semicolon.
  if (path === "" || /[\s;}]/.test(path)) return notUnderstood;
  effects.push({ kind, path });
  return to;
}

function readRunCommand(script: string, start: number, effects: SedEffect[]): number {
  const from = skipBlanks(script, start);
  const to = endOfText(script, from);
  if (to < 0) return notUnderstood;
  const command = script.slice(from, to);
  if (command.includes("\\")) return notUnderstood;
  effects.push(command === "" ? { kind: "run" } : { kind: "run", command });
  return to;
}

/** The text of `a`, `i` and `c`: to the end of the line, and on after a backslash at its end. */
function readText(script: string, start: number): number {
  const from = skipBlanks(script, start);
  if (script[from] !== "\\") return from < script.length ? endOfText(script, from) : notUnderstood;
  const behind = skipBlanks(script, from + 1);
  if (behind === script.length) return notUnderstood;
  if (script[behind] !== "\n") return endOfText(script, behind);
  // Before 4.9, blanks between the backslash and the newline were skipped, and the text was the next line.
  return behind === from + 1 ? endOfText(script, behind + 1) : notUnderstood;
}

function endOfText(script: string, start: number): number {
  for (let at = start; at < script.length; at++) {
    if (script[at] === "\n") return at;
    if (script[at] !== "\\") continue;
    at++;
    // The text would go on in the next `-e`.
    if (at === script.length) return notUnderstood;
  }
  // So would a text after an escaped newline.
  return script.endsWith("\n") ? notUnderstood : script.length;
}

function readEnd(script: string, start: number): number {
  const at = skipBlanks(script, start);
  return at === script.length || /[\n;}#]/.test(script.charAt(at)) ? at : notUnderstood;
}

function endOfLine(script: string, start: number): number {
  const at = script.indexOf("\n", start);
  return at < 0 ? script.length : at;
}

function skipBlanks(script: string, start: number): number {
  return skip(script, start, /[ \t]/);
}

function skip(script: string, start: number, chars: RegExp): number {
  let at = start;
  while (at < script.length && chars.test(script.charAt(at))) at++;
  return at;
}
