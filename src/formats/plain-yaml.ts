/**
 * The YAML that most front matter is made of: lines `key: value` with a text, `true` or `false` on one line each, and
 * maps and lists of such lines. Read without the library, which takes longer to load and to run than all the rest. What
 * is not plainly this is left to yaml.ts.
 */
import type { SourceFile, Span } from "../base/source.ts";
import { limits } from "./limits.ts";
import type { YamlDocument } from "./yaml.ts";

/** A text that no reader of YAML takes for anything else: quoted without escapes, or plain and begun by a letter. */
const text =
  /"[ !#-[\]-~\u00a1-\u2027\u202a-\ud7ff]*"|'[ -&(-~\u00a1-\u2027\u202a-\ud7ff]*'|[A-Za-z](?:[ -"$-9;-~\u00a1-\u2027\u202a-\ud7ff]|:(?! |$))*(?<! )/
    .source;
const pair = new RegExp(`^([A-Za-z][A-Za-z0-9_-]{0,63}): (${text}|>-)$`);
const item = new RegExp(`^- (${text})$`);
/** A key whose value is the map or the list on the lines below it. */
const opening = /^([A-Za-z][A-Za-z0-9_-]{0,63}):$/;
/** A line of a text that begins with `>-`: the lines are joined by spaces. */
const folded =
  /^ {2}[!-~\u00a1-\u2027\u202a-\ud7ff](?:[ -~\u00a1-\u2027\u202a-\ud7ff]*[!-~\u00a1-\u2027\u202a-\ud7ff])?$/;
const keyword = /^(?:true|false|null)$/i;
const deepest = 8;

interface Place {
  /** An item of a list has none. */
  readonly key: Span | undefined;
  readonly value: Span;
  readonly inner: Places | undefined;
}
type Places = Map<string | number, Place>;

interface Reading {
  readonly file: SourceFile;
  readonly lines: readonly string[];
  /** The next line, and where it begins in the file. */
  line: number;
  start: number;
}

interface PlainMap {
  readonly value: Record<string, unknown>;
  readonly places: Places;
}

/** Undefined: not of this kind, or not valid. The result is the library's own. */
export function readPlainYaml(file: SourceFile, text: string, offset: number): YamlDocument | undefined {
  const lines = text.split("\n");
  // What stands behind the last line break is the closing fence.
  if (text.length > limits.frontmatterBytes || lines.pop() !== "") return undefined;
  const reading: Reading = { file, lines, line: 0, start: offset };
  const map = readMap(reading, 0);
  if (!map || reading.line < lines.length) return undefined;
  const nowhere: Span = { file, start: offset, end: offset };
  const at: YamlDocument["at"] = (path, part = "value") => {
    if (path.length === 0 && part === "value") return { file, start: offset, end: reading.start };
    let inner: Places | undefined = map.places;
    let around = nowhere;
    for (const [i, step] of path.entries()) {
      const place: Place | undefined = inner?.get(step);
      if (!place) return around;
      if (i === path.length - 1) return place[part] ?? around;
      around = place.value;
      inner = place.inner;
    }
    return around;
  };
  return { file, value: map.value, at };
}

/** The lines from here on that are indented as far as this; at least one. */
function readMap(reading: Reading, indent: number): PlainMap | undefined {
  const { file, lines } = reading;
  const map: PlainMap = { value: {}, places: new Map() };
  for (; reading.line < lines.length; ) {
    const line = lines[reading.line]!;
    if (indent > 0 && indentOf(line) < indent) break;
    const content = indentOf(line) === indent ? line.slice(indent) : "";
    const [, key, written] = opening.exec(content) ?? pair.exec(content) ?? [];
    if (key === undefined || keyword.test(key) || map.places.has(key)) return undefined;
    const start = reading.start + indent;
    const keyPlace = { file, start, end: start + key.length };
    reading.line++;
    reading.start += line.length + 1;
    const found = written === undefined ? readInner(reading, indent + 2) : readText(reading, indent, written);
    if (!found) return undefined;
    map.value[key] = found.value;
    map.places.set(key, { key: keyPlace, value: { file, start: found.start, end: found.end }, inner: found.inner });
  }
  return map.places.size > 0 ? map : undefined;
}

function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === " ") indent++;
  return indent;
}

interface Found {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  readonly inner: Places | undefined;
}

function readInner(reading: Reading, indent: number): Found | undefined {
  const start = reading.start + indent;
  const isList = reading.lines[reading.line]?.startsWith("- ", indent) === true;
  const inner = indent > 2 * deepest ? undefined : isList ? readList(reading, indent) : readMap(reading, indent);
  return inner && { value: inner.value, start, end: reading.start, inner: inner.places };
}

function readList(reading: Reading, indent: number) {
  const { file, lines } = reading;
  const value: unknown[] = [];
  const places: Places = new Map();
  for (; reading.line < lines.length; ) {
    const line = lines[reading.line]!;
    if (indentOf(line) < indent) break;
    const written = indentOf(line) === indent ? item.exec(line.slice(indent))?.[1] : undefined;
    reading.line++;
    reading.start += line.length + 1;
    const found = written === undefined ? undefined : readText(reading, indent, written);
    if (!found) return undefined;
    places.set(value.length, { key: undefined, value: { file, start: found.start, end: found.end }, inner: undefined });
    value.push(found.value);
  }
  return { value, places };
}

/** `written` ends the line before the next one. */
function readText(reading: Reading, indent: number, written: string): Found | undefined {
  const { lines } = reading;
  const end = reading.start - 1;
  const start = end - written.length;
  if (written === "true" || written === "false") return { value: written === "true", start, end, inner: undefined };
  if (written !== ">-") {
    const value = written[0] === '"' || written[0] === "'" ? written.slice(1, -1) : written;
    return keyword.test(written) ? undefined : { value, start, end, inner: undefined };
  }
  const inner: string[] = [];
  for (; indent === 0 && reading.line < lines.length && folded.test(lines[reading.line]!); reading.line++) {
    inner.push(lines[reading.line]!.slice(2));
    reading.start += lines[reading.line]!.length + 1;
  }
  return inner.length > 0 ? { value: inner.join(" "), start, end: reading.start, inner: undefined } : undefined;
}
