/** Positions of commands and words in a line, to highlight what a decision refers to. */
import { forEachChild, parse, type SyntaxNode } from "unbash";
import { readAssignment, readWord } from "./words.ts";

/** Half-open, in code units. */
interface LinePart {
  readonly kind: "command" | "word";
  /** As in decisions: words unquoted and joined by one space, or a word as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const longestLocated = 10_000;

function locateParts(line: string): readonly LinePart[] {
  if (line.length > longestLocated) return [];
  const parts: LinePart[] = [];
  /** `offset` is undefined if positions refer to text that is not part of the line. */
  const open: { node: SyntaxNode; text: string; offset: number | undefined }[] = [];
  try {
    open.push({ node: parse(line), text: line, offset: 0 });
    for (let next = open.pop(); next; next = open.pop()) {
      const { node } = next;
      const inside = insideOf(next.node, next.text, next.offset);
      const add = (kind: LinePart["kind"], text: string): void => {
        if (inside.offset === undefined) return;
        parts.push({ kind, text, start: inside.offset + node.pos, end: inside.offset + node.end });
      };
      if (node.type === "Word") add("word", node.text);
      if (node.type === "Command") add("command", commandText(node));
      const children: SyntaxNode[] = [];
      forEachChild(node, (child) => void children.push(child));
      for (const child of children.reverse()) open.push({ node: child, ...inside });
    }
  } catch {
    // A line that cannot be parsed is shown without marks.
  }
  return parts;
}

function insideOf(node: SyntaxNode, text: string, offset: number | undefined) {
  const source = node.type === "Script" ? node.source : undefined;
  if (source === undefined || source === text) return { text, offset };
  const at = text.indexOf(source);
  return { text: source, offset: at < 0 || offset === undefined ? undefined : offset + at };
}

function commandText(node: Extract<SyntaxNode, { type: "Command" }>): string {
  const assignments = node.prefix.flatMap((part) => (part.type === "Assignment" ? [readAssignment(part)] : []));
  const words = [...(node.name ? [node.name] : []), ...node.args];
  const read = words.map((word) => (word.type === "Word" ? readWord(word) : readAssignment(word)));
  return [...assignments, ...read].map(({ text, value }) => value ?? text).join(" ");
}

/** The position of a command or word of a decision; each position is returned once. */
export function makeFinder(line: string): (tool: string, subject: string) => readonly [number, number] | undefined {
  const parts = [...locateParts(line)];
  return (tool, subject) => {
    const kind = tool === "bash" ? "command" : "word";
    const index = parts.findIndex((part) => part.kind === kind && part.text === subject);
    if (index >= 0) {
      const [{ start, end }] = parts.splice(index, 1) as [LinePart];
      return [start, end];
    }
    return findText(line, subject);
  };
}

/** Part of a word, `--output=F`, or of the text passed to a shell: not inside another name. */
function findText(line: string, text: string): readonly [number, number] | undefined {
  if (text === "") return undefined;
  const isName = (character: string | undefined): boolean => character !== undefined && /[\w.-]/.test(character);
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (!(isName(line[at - 1]) && isName(text[0])) && !(isName(line[end]) && isName(text.at(-1)))) return [at, end];
  }
  return undefined;
}
