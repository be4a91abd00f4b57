/**
 * The pattern language: `*` is any run inside a segment, `**` any run, everything else is literal. A pattern becomes a
 * chain of steps that is run over the text once, so matching takes linear time.
 */

/** The gap between two words of a command. It occurs in no text, so a space inside a word is not a gap. */
export const gap = -1;
/** Unknown text inside one segment. */
export const someText = -2;
/** Any number of unknown words, each after its own gap. */
export const someWords = -3;
/** Unknown text across segments. */
export const someRun = -4;
/** Unknown text without a slash that does not begin with a dot: what a leading star of a shell glob matches. */
export const someName = -5;
/** Unknown text without a slash. */
export const someTail = -6;

/** One unknown character inside a segment. */
export const someUnit = -7;
/** Unknown, non-empty text inside one segment that does not begin with a dot: what a shell's `*` matches. */
export const someVisible = -8;

/** One word or more, each after its own gap and made of these pieces. */
export interface SomeNames {
  readonly names: readonly Exclude<Piece, SomeNames>[];
}

/** What a pattern is matched against: known text, gaps, and unknown parts. */
export type Piece = string | typeof gap | Unknown | SomeNames;
type Unknown =
  | typeof someText
  | typeof someWords
  | typeof someRun
  | typeof someName
  | typeof someTail
  | typeof someUnit
  | typeof someVisible;

export type GlobStyle = "words" | "path" | "address" | "text";

type Step =
  | { readonly kind: "unit"; readonly unit: number }
  | { readonly kind: "star" }
  | { readonly kind: "any" }
  /** The steps up to `to` may be skipped. */
  | { readonly kind: "maybe"; readonly to: number };

export interface Glob {
  readonly steps: readonly Step[];
  /** The unit that ends a segment; none for plain text. */
  readonly separator: number | undefined;
}

const any: Step = { kind: "any" };
const slash = 47;
const dot = 46;
const space = 32;

const compiled = new Map<string, Glob>();

/** `head` is literal text before the pattern: a directory whose name may contain a star. */
export function compileGlob(written: string, style: GlobStyle, head = ""): Glob {
  if (head !== "") return makeGlob(written, style, head);
  const key = `${style} ${written}`;
  const known = compiled.get(key);
  if (known) return known;
  // Rules are few and used often, so they are cached; texts of a long session must not accumulate.
  if (compiled.size >= 10_000) compiled.clear();
  const glob = makeGlob(written, style, head);
  compiled.set(key, glob);
  return glob;
}

function makeGlob(written: string, style: GlobStyle, head: string): Glob {
  const pattern = written.replace(/\*{3,}/g, "**");
  const separator = style === "text" ? undefined : style === "words" ? gap : slash;
  const steps: Step[] = Array.from({ length: head.length }, (_, i) => unitStep(head.charCodeAt(i)));
  for (let i = 0; i < pattern.length; ) {
    const stars = starsAt(pattern, i);
    const isLast = i + stars === pattern.length;
    if (stars === 0) {
      const unit = pattern.charCodeAt(i++);
      // A final ` *` also matches no argument, a final `/**` the directory itself.
      const tail = style === "words" ? " *" : style === "path" ? "/**" : undefined;
      if (tail !== undefined && pattern.length - i === tail.length - 1 && pattern.endsWith(tail)) {
        steps.push({ kind: "maybe", to: steps.length + 3 });
      }
      steps.push(unitStep(style === "words" && unit === space ? gap : unit));
    } else if (style === "path" && stars > 1 && pattern[i + stars] === "/" && (i === 0 || pattern[i - 1] === "/")) {
      if (!endsInDirectories(steps)) steps.push({ kind: "maybe", to: steps.length + 3 }, any, unitStep(slash));
      i += stars + 1;
    } else {
      const crosses = stars > 1 || separator === undefined || (style === "words" && isLast);
      steps.push(crosses ? any : { kind: "star" });
      i += stars;
    }
  }
  return { steps, separator };
}

function unitStep(unit: number): Step {
  return { kind: "unit", unit };
}

/** Two `**` directories in a row equal one. */
function endsInDirectories(steps: readonly Step[]): boolean {
  const first = steps.at(-3);
  return first?.kind === "maybe" && first.to === steps.length && steps.at(-2) === any;
}

function starsAt(pattern: string, from: number): number {
  let end = from;
  while (pattern[end] === "*") end++;
  return end - from;
}

/**
 * Whether the pattern matches for any content of the unknown parts. Never true wrongly; in rare cases false
 * unnecessarily.
 */
export function mustMatch(glob: Glob, pieces: readonly Piece[]): boolean {
  if (!pieces.some((piece) => typeof piece === "object")) return run(glob, pieces as readonly Simple[], keepCertain);
  // A match for any words is also a match for certain names.
  return run(
    glob,
    pieces.map((piece) => (typeof piece === "object" ? someWords : piece)),
    keepCertain,
  );
}

/**
 * Whether the pattern matches the text for some content of its unknown parts. Exact, except for names that exclude each
 * other.
 */
export function mayMatch(glob: Glob, pieces: readonly Piece[]): boolean {
  if (!pieces.some((piece) => typeof piece === "object")) return run(glob, pieces as readonly Simple[], keepReachable);
  let front = makeFront(glob.steps.length + 1);
  enter(glob, 0, front);
  for (const piece of pieces) front = typeof piece === "object" ? repeat(glob, front, piece) : step(glob, front, piece);
  return front.has[glob.steps.length] === front.turn;
}

type Simple = Exclude<Piece, SomeNames>;

/** The states after one word, after two, and so on until no new one is reached. */
function repeat(glob: Glob, from: Front, { names }: SomeNames): Front {
  const all = makeFront(glob.steps.length + 1);
  let open = from;
  for (let before = -1; all.count > before; ) {
    before = all.count;
    open = [gap, ...names].reduce<Front>((front, piece) => step(glob, front, piece as Simple), open);
    for (const at of open.at.subarray(0, open.count)) enter(glob, at, all);
  }
  return all;
}

function step(glob: Glob, from: Front, piece: Simple): Front {
  let front = from;
  const units = typeof piece === "string" ? [...Array(piece.length).keys()] : [0];
  for (const i of units) {
    const next = makeFront(glob.steps.length + 1);
    if (typeof piece === "string") advance(glob, front, piece.charCodeAt(i), next);
    else if (piece === gap) advance(glob, front, gap, next);
    else keepReachable(glob, front, piece, next);
    front = next;
  }
  return front;
}

/** Every match of the pattern, as a few texts with unknown parts; undefined if there are too many. */
export function spellOut({ steps }: Glob): readonly (readonly Piece[])[] {
  const done: Piece[][] = [];
  const open: { readonly at: number; readonly pieces: readonly Piece[] }[] = [{ at: 0, pieces: [] }];
  for (let branch = open.pop(); branch; branch = open.pop()) {
    const pieces = [...branch.pieces];
    for (let at = branch.at; at < steps.length; at++) {
      const step = steps[at]!;
      if (step.kind === "maybe") open.push({ at: step.to, pieces: [...pieces] });
      else pieces.push(pieceOf(step));
    }
    if (done.push(pieces) > 32) return [];
  }
  return done;
}

function pieceOf(step: Exclude<Step, { kind: "maybe" }>): Piece {
  if (step.kind === "unit") return step.unit === gap ? gap : String.fromCharCode(step.unit);
  return step.kind === "star" ? someText : someRun;
}

/** The pattern on a text without unknown parts. */
export function matches(glob: Glob, text: string): boolean {
  return run(glob, [text], keepCertain);
}

/** The possible states of a match in the chain, each once. A state equal to the length of the chain is the end. */
interface Front {
  at: Int32Array;
  count: number;
  /** The turn in which a state was last added. */
  has: Float64Array;
  turn: number;
}

type Keep = (glob: Glob, from: Front, unknown: Unknown, into: Front) => void;

function makeFront(size: number): Front {
  return { at: new Int32Array(size), count: 0, has: new Float64Array(size), turn: 1 };
}

/** Reused between calls: a line may contain thousands of commands. INVARIANT: `run` never runs inside itself. */
const fronts: readonly [Front, Front] = [makeFront(64), makeFront(64)];

function clear(front: Front, size: number): void {
  if (front.at.length < size) Object.assign(front, makeFront(size));
  front.count = 0;
  front.turn++;
}

function run(glob: Glob, pieces: readonly Simple[], keep: Keep): boolean {
  const { steps } = glob;
  const end = steps.length;
  const open = steps[end - 1] === any ? end - 1 : -1;
  if (differsAtOnce(steps[0], pieces[0]) || differsAtEnd(steps, pieces.at(-1))) return false;
  let [front, next] = fronts;
  clear(front, end + 1);
  enter(glob, 0, front);
  // By index here and below: an iterator allocates an object at every step until the code is optimised.
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    const length = typeof piece === "string" ? piece.length : 1;
    for (let i = 0; i < length; i++) {
      clear(next, end + 1);
      if (typeof piece === "string") advance(glob, front, piece.charCodeAt(i), next);
      else if (piece === gap) advance(glob, front, gap, next);
      else keep(glob, front, piece, next);
      const spent = front;
      front = next;
      next = spent;
      if (front.count === 0) return false;
      // The last step matches whatever follows.
      if (open >= 0 && front.has[open] === front.turn) return true;
    }
  }
  return front.has[end] === front.turn;
}

function differsAtOnce(step: Step | undefined, piece: Simple | undefined): boolean {
  return step?.kind === "unit" && typeof piece === "string" && piece !== "" && step.unit !== piece.charCodeAt(0);
}

/** A final unit cannot match another one, unless a `maybe` skips it. */
function differsAtEnd(steps: readonly Step[], piece: Simple | undefined): boolean {
  const last = steps.at(-1);
  if (last?.kind !== "unit" || typeof piece !== "string" || piece === "") return false;
  return last.unit !== piece.charCodeAt(piece.length - 1) && steps.at(-3)?.kind !== "maybe";
}

/** Adds a state and all that follow it without reading. */
function enter(glob: Glob, state: number, into: Front): void {
  let at = state;
  while (into.has[at] !== into.turn) {
    into.has[at] = into.turn;
    into.at[into.count++] = at;
    const step = glob.steps[at];
    if (!step || step.kind === "unit") return;
    if (step.kind === "maybe") enter(glob, step.to, into);
    at++;
  }
}

function advance(glob: Glob, from: Front, unit: number, into: Front): void {
  for (let i = 0; i < from.count; i++) {
    const at = from.at[i]!;
    const step = glob.steps[at];
    if (step?.kind === "unit") {
      if (step.unit === unit) enter(glob, at + 1, into);
    } else if (step?.kind === "any" || (step?.kind === "star" && unit !== glob.separator)) {
      enter(glob, at, into);
    }
  }
}

/** Keeps the states that remain after the unknown part, whatever it was. */
function keepCertain(glob: Glob, from: Front, unknown: Unknown, into: Front): void {
  for (let i = 0; i < from.count; i++) {
    const at = from.at[i]!;
    const step = glob.steps[at];
    const stays =
      step?.kind === "any" ||
      (step?.kind === "star" && isInSegment(unknown)) ||
      // At a final ` *`, no further word and any further word both match.
      (step?.kind === "maybe" && unknown === someWords && isOpenTail(glob, at));
    if (stays) enter(glob, at, into);
  }
}

function isInSegment(unknown: Unknown): boolean {
  return unknown !== someWords && unknown !== someRun;
}

/** Names that the shell matches never contain a slash, even if a slash does not end a segment. */
function isBarred(unknown: Unknown, unit: number): boolean {
  return unknown !== someText && unit === slash;
}

function isOpenTail({ steps, separator }: Glob, at: number): boolean {
  const border = steps[at + 1];
  return at + 3 === steps.length && border?.kind === "unit" && border.unit === separator && steps[at + 2] === any;
}

/** Keeps every state that some content of the unknown part leads to. */
function keepReachable(glob: Glob, from: Front, unknown: Unknown, into: Front): void {
  let start = from;
  if (unknown === someUnit) return takeOne(glob, from, -1, into);
  if (unknown === someVisible) {
    start = makeFront(glob.steps.length + 1);
    takeOne(glob, from, dot, start);
  } else if (unknown === someWords || unknown === someName) {
    // No word or no character; then the first gap, or a first character that may not be a dot.
    for (const at of from.at.subarray(0, from.count)) enter(glob, at, into);
    start = makeFront(glob.steps.length + 1);
    if (unknown === someWords) advance(glob, from, gap, start);
    else takeOne(glob, from, dot, start);
  }
  const stops = (unit: number): boolean => isInSegment(unknown) && (unit === glob.separator || isBarred(unknown, unit));
  const open = [...start.at.subarray(0, start.count)];
  const seen = new Set(open);
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    enter(glob, at, into);
    const step = glob.steps[at];
    const isBlocked = !step || (step.kind === "unit" && stops(step.unit));
    const follow = isBlocked ? [] : step.kind === "maybe" ? [at + 1, step.to] : [at + 1];
    for (const state of follow) if (!seen.has(state)) open.push(state);
    for (const state of follow) seen.add(state);
  }
}

/** Every state that one unknown character leads to: any except the end of a segment and `barred`. */
function takeOne(glob: Glob, from: Front, barred: number, into: Front): void {
  for (let i = 0; i < from.count; i++) {
    const at = from.at[i]!;
    const step = glob.steps[at];
    if (step?.kind === "any" || step?.kind === "star") enter(glob, at, into);
    else if (step?.kind === "unit" && step.unit !== glob.separator && step.unit !== slash && step.unit !== barred)
      enter(glob, at + 1, into);
  }
}
