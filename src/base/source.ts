/** Text with a name, and places in it. Independent of what the text means. */

/** A piece of Markdown and its display name: `languages/nix`, `context/profile.md`. */
export interface Text {
  readonly ref: string;
  readonly text: string;
  /** The file it came from, relative to its root. */
  readonly path: string;
}

export interface SourceFile {
  /** Relative to its root, with forward slashes. Outputs contain it, so it must be the same on every machine. */
  readonly path: string;
  readonly text: string;
  /** The name shown to a person if `path` alone is not enough: with several roots, it is prefixed with the root. */
  readonly label?: string | undefined;
}

/** Offsets count UTF-16 units: `start` is included, `end` is not. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

/** The 1-based line and column of an offset. */
export function lineCol(file: SourceFile, offset: number): { line: number; col: number } {
  const starts = lineStarts(file);
  let line = 0;
  // Binary search: a file has many rules, and each of them has a place.
  for (let end = starts.length; line + 1 < end; ) {
    const middle = (line + end) >> 1;
    if (starts[middle]! <= offset) line = middle;
    else end = middle;
  }
  return { line: line + 1, col: offset - starts[line]! + 1 };
}

const knownStarts = new WeakMap<SourceFile, readonly number[]>();

function lineStarts(file: SourceFile): readonly number[] {
  const known = knownStarts.get(file);
  if (known) return known;
  const starts = [0];
  for (let at = file.text.indexOf("\n"); at >= 0; at = file.text.indexOf("\n", at + 1)) starts.push(at + 1);
  knownStarts.set(file, starts);
  return starts;
}

/** `agents/chiron/agent.toml:12:11`, for outputs: the same bytes on every machine. */
export function place(span: Span): string {
  const { line, col } = lineCol(span.file, span.start);
  // `join` instead of concatenation: the runtime would keep the parts in memory too, and every rule keeps its place.
  return [span.file.path, line, col].join(":");
}

/** The same for a person, who must be able to distinguish two roots. */
export function placeForPeople(span: Span): string {
  const { line, col } = lineCol(span.file, span.start);
  return `${span.file.label ?? span.file.path}:${line}:${col}`;
}

/** The beginning of a file, for problems with the file as a whole. */
export function fileStart(file: SourceFile): Span {
  return { file, start: 0, end: 0 };
}
