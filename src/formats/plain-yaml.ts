/**
 * The YAML that most front matter is made of: lines `key: value` with a text on one line each. Read without the library,
 * which takes longer to load and to run than all the rest. What is not plainly this is left to yaml.ts.
 */
import type { SourceFile, Span } from "../base/source.ts";
import { limits } from "./limits.ts";
import type { YamlDocument } from "./yaml.ts";

/** A text that no reader of YAML takes for anything else: quoted without escapes, or plain and begun by a letter. */
const pair =
  /^([A-Za-z][A-Za-z0-9_-]{0,63}): ("[ !#-[\]-~\u00a1-\u2027\u202a-\ud7ff]*"|'[ -&(-~\u00a1-\u2027\u202a-\ud7ff]*'|[A-Za-z](?:[ -"$-9;-~\u00a1-\u2027\u202a-\ud7ff]|:(?! |$))*(?<! )|>-)$/;
/** A line of a text that begins with `>-`: the lines are joined by spaces. */
const folded =
  /^ {2}[!-~\u00a1-\u2027\u202a-\ud7ff](?:[ -~\u00a1-\u2027\u202a-\ud7ff]*[!-~\u00a1-\u2027\u202a-\ud7ff])?$/;
const keyword = /^(?:true|false|null)$/i;

/** Undefined: not of this kind, or not valid. The result is the library's own. */
export function readPlainYaml(file: SourceFile, text: string, offset: number): YamlDocument | undefined {
  const value: Record<string, string> = {};
  const places = new Map<string, { readonly key: Span; readonly value: Span }>();
  const lines = text.split("\n");
  // What stands behind the last line break is the closing fence.
  if (text.length > limits.frontmatterBytes || lines.pop() !== "" || lines.length === 0) return undefined;
  let start = offset;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const [, key, written] = pair.exec(line) ?? [];
    if (key === undefined || written === undefined || keyword.test(key) || keyword.test(written) || places.has(key))
      return undefined;
    const from = start + line.length - written.length;
    const keyPlace = { file, start, end: start + key.length };
    start += line.length + 1;
    if (written === ">-") {
      const inner: string[] = [];
      for (; i + 1 < lines.length && folded.test(lines[i + 1]!); i++) {
        inner.push(lines[i + 1]!.slice(2));
        start += lines[i + 1]!.length + 1;
      }
      if (inner.length === 0) return undefined;
      value[key] = inner.join(" ");
      places.set(key, { key: keyPlace, value: { file, start: from, end: start } });
    } else {
      value[key] = written[0] === '"' || written[0] === "'" ? written.slice(1, -1) : written;
      places.set(key, { key: keyPlace, value: { file, start: from, end: start - 1 } });
    }
  }
  const at: YamlDocument["at"] = ([key], part = "value") =>
    places.get(String(key))?.[part] ?? { file, start: offset, end: offset };
  return { file, value, at };
}
