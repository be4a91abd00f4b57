/**
 * Whether an awk script only reads its input and prints. Conservative: a script that some awk could read differently
 * counts as not reading. Seen with gawk 5.2, mawk 1.3.4, original-awk 2012 and busybox 1.35.
 */

/**
 * Words that start a program, or open or name a file: ARGV and ARGC select the input files, SYMTAB reaches both, and
 * the gettext functions load a catalogue from a directory.
 */
const forbidden = new Set([
  ...["system", "getline", "close", "fflush", "ARGV", "ARGC", "SYMTAB", "FUNCTAB", "extension"],
  ...["bindtextdomain", "dcgettext", "dcngettext"],
]);

/** Words after which a slash begins a regular expression in every awk. */
const openers = new Set(["print", "printf", "return", "exit", "else", "do", "in", "next", "delete"]);

/** Words after which the awks differ: `length / 2` divides, and a keyword of one is a variable in another. */
const doubtful = new Set([
  ...["length", "case", "default", "switch", "nextfile", "func", "function", "break", "continue"],
  ...["BEGIN", "END", "BEGINFILE", "ENDFILE"],
]);

/** Each slash after `)`, `++` and the like doubles the number of interpretations to try. */
const mostReadings = 256;

export function isReadOnlyAwk(script: string): boolean {
  const readings = { left: mostReadings };
  return isReadingFrom({ script, at: 0, before: "start", braces: 0, parentheses: 0, hasPrint: false }, readings);
}

/** How a slash after the last token is read. */
type Before = "start" | "operand" | "either";

interface State {
  readonly script: string;
  at: number;
  before: Before;
  braces: number;
  parentheses: number;
  /** The current statement contains `print` or `printf`, so `>` writes. */
  hasPrint: boolean;
}

function isReadingFrom(state: State, readings: { left: number }): boolean {
  if (readings.left-- <= 0) return false;
  const { script } = state;
  while (state.at < script.length) {
    const char = script.charAt(state.at);
    if (char === "/" && state.before === "either") {
      const isExpression = endOfExpression(script, state.at) > state.at;
      if (isExpression && !isReadingFrom({ ...state, before: "start" }, readings)) return false;
      state.before = "operand";
    }
    if (!readToken(state, char)) return false;
  }
  return true;
}

/** Reads one token; false if it does more than read, or is not understood. */
function readToken(state: State, char: string): boolean {
  const { script, at } = state;
  if (char === " " || char === "\t") return move(state, at + 1, state.before);
  if (char === "\n") return move(state, at + 1, "start");
  // A backslash joins two lines; anywhere else it is an error.
  if (char === "\\") return script[at + 1] === "\n" && move(state, at + 2, state.before);
  if (char === "#") return readComment(state);
  if (char === '"') return readString(state);
  if (char === "/" && state.before === "start") return readExpression(state);
  if (/[A-Za-z_]/.test(char)) return readWord(state);
  if (/[0-9]/.test(char)) return readNumber(state);
  if (char === "|") return script[at + 1] === "|" && move(state, at + 2, "start");
  if (char === ">") return readGreater(state);
  if ((char === "+" || char === "-") && script[at + 1] === char) return move(state, at + 2, "either");
  return readPunctuation(state, char);
}

function readPunctuation(state: State, char: string): boolean {
  switch (char) {
    case "(":
      state.parentheses++;
      break;
    case ")":
      state.parentheses--;
      return state.parentheses >= 0 && move(state, state.at + 1, "either");
    case "{":
    case "}":
      // Parentheses never contain a brace, so a `>` inside them is always a comparison.
      if (state.parentheses !== 0) return false;
      state.braces += char === "{" ? 1 : -1;
      state.hasPrint = false;
      return state.braces >= 0 && move(state, state.at + 1, "start");
    case ";":
      if (state.parentheses === 0) state.hasPrint = false;
      break;
    case "]":
      return move(state, state.at + 1, "operand");
    default:
      if (!"!$%&*+,-./:<=?[^~".includes(char)) return false;
  }
  return move(state, state.at + 1, "start");
}

/** `>` compares inside parentheses and in a statement without `print`. */
function readGreater(state: State): boolean {
  const { script, at } = state;
  if (script[at + 1] === ">") return false;
  if (state.parentheses > 0 || !state.hasPrint) return move(state, script[at + 1] === "=" ? at + 2 : at + 1, "start");
  const end = endOf(script, at, />[ \t]*"\/dev\/std(?:err|out)"[ \t]*(?=[;}\n]|$)/y);
  return end > at && move(state, end, "operand");
}

/** A number ends where a word may begin: `1system("ls")` is a call in every awk, `0x1system("ls")` in some. */
function readNumber(state: State): boolean {
  const end = endOf(state.script, state.at, /\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/y);
  return !/[A-Za-z_]/.test(state.script.charAt(end)) && move(state, end, "operand");
}

function readWord(state: State): boolean {
  const end = endOf(state.script, state.at, /[A-Za-z_0-9]+/y);
  const word = state.script.slice(state.at, end);
  if (forbidden.has(word)) return false;
  if (word === "print" || word === "printf") state.hasPrint = true;
  return move(state, end, openers.has(word) ? "start" : doubtful.has(word) ? "either" : "operand");
}

function readComment(state: State): boolean {
  const end = endOf(state.script, state.at, /#[^\n]*/y);
  // Some awks join a comment that ends in a backslash with the next line.
  return state.script[end - 1] !== "\\" && move(state, end, state.before);
}

function readString(state: State): boolean {
  const end = endOf(state.script, state.at, /"(?:[^"\\\n]|\\[^\n])*"/y);
  return end > state.at && move(state, end, "operand");
}

/** Some awks end a regular expression at a slash in brackets, so only brackets without a slash are accepted. */
function readExpression(state: State): boolean {
  const end = endOfExpression(state.script, state.at);
  if (end === state.at) return false;
  const body = state.script.slice(state.at + 1, end - 1);
  return bracketReadings.every((reading) => areBracketsClosed(body, reading)) && move(state, end, "operand");
}

function endOfExpression(script: string, at: number): number {
  return endOf(script, at, /\/(?:[^/\\\n]|\\[^\n])*\//y);
}

interface BracketReading {
  /** In brackets, a backslash escapes the next character. */
  readonly hasEscapes: boolean;
  /** `]` right after the opening bracket is a member. */
  readonly hasFirst: boolean;
  /** In brackets, `[:` ends at `:]`, is only counted, or means nothing, depending on the awk. */
  readonly classes: "named" | "counted" | "none";
}

const bracketReadings: readonly BracketReading[] = [true, false].flatMap((hasEscapes) =>
  [true, false].flatMap((hasFirst) =>
    (["named", "counted", "none"] as const).map((classes) => ({ hasEscapes, hasFirst, classes })),
  ),
);

function areBracketsClosed(body: string, { hasEscapes, hasFirst, classes }: BracketReading): boolean {
  let depth = 0;
  for (let at = 0; at < body.length; at++) {
    const char = body[at];
    if (char === "\\") {
      if (depth === 0 || hasEscapes) at++;
    } else if (char === "[" && depth === 0) {
      depth = 1;
      if (body[at + 1] === "^") at++;
      if (hasFirst && body[at + 1] === "]") at++;
    } else if (char === "[" && body[at + 1] === ":" && classes !== "none") {
      const end = body.indexOf(":]", at + 2);
      if (classes === "counted") depth++;
      else if (end < 0) return false;
      else at = end + 1;
    } else if (char === "]" && depth > 0) depth--;
  }
  return depth === 0;
}

function move(state: State, at: number, before: Before): true {
  state.at = at;
  state.before = before;
  return true;
}

function endOf(text: string, at: number, token: RegExp): number {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : at;
}
