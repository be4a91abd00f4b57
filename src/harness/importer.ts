/**
 * The contract of an importer: reads a client's files, returns drafts of definitions and a list of what was not kept.
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { validName } from "../base/did-you-mean.ts";
import { lineCol, type SourceFile } from "../base/source.ts";
import { type JsonNode, parseJsonc } from "../formats/jsonc.ts";
import { splitFrontMatter } from "../formats/markdown.ts";
import { parseYamlMap } from "../formats/yaml.ts";
import type { Mode } from "../model/agent.ts";
import type { Tool, Verdict } from "../model/permission.ts";
import type { Scope } from "./harness.ts";

export interface ImportFile {
  /** Relative to the home or project, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Undefined if not valid UTF-8. */
  readonly text: string | undefined;
  readonly executable: boolean;
}

export interface ImportSource {
  readonly files: ReadonlyMap<string, ImportFile>;
  readonly scope: Scope;
  /** Settings of the user's home, whose deny and ask rules also apply in a project. Empty for a home. */
  readonly home: ReadonlyMap<string, ImportFile>;
  /** Whether saved answers ("don't ask again") count as allow rules. */
  readonly withAnswers: boolean;
}

export interface RuleDraft {
  readonly pattern: string;
  readonly verdict: Verdict;
}
/** `pack`: the rules came from a pack of this name and are written as that pack again. */
export interface PackDraft {
  readonly pack: string;
  readonly rules: readonly RuleDraft[];
}
export interface ToolDraft {
  readonly intent: Verdict;
  readonly rules: readonly (RuleDraft | PackDraft)[];
}
export type PermissionsDraft = Readonly<Partial<Record<Tool, ToolDraft>>>;

export interface ImportedAgent {
  readonly name: string;
  readonly from: string;
  readonly description: string;
  readonly prompt: string;
  readonly displayName?: string | undefined;
  readonly mode?: Mode | undefined;
  readonly maxTurns?: number | undefined;
  readonly skills?: readonly string[] | undefined;
  readonly delegates?: readonly string[] | undefined;
  readonly role?: string | undefined;
  readonly model?: string | undefined;
  /** Undefined if the client has no permissions for it; none are invented. */
  readonly permissions: PermissionsDraft | undefined;
}

export interface ImportedCommand {
  readonly name: string;
  readonly from: string;
  readonly description: string;
  readonly body: string;
  /** Words of `behavior`. */
  readonly behavior: Readonly<Record<string, string>>;
  /** Fields that only the source client understands. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface ImportedSkill {
  readonly name: string;
  readonly from: string;
  /** By path in the skill's folder. */
  readonly files: ReadonlyMap<string, ImportFile>;
}

/** `stricter`: asks or denies more than the client did. `lost`: has no equivalent. `skipped`: not imported. */
export interface ImportNote {
  readonly from: string;
  readonly definition: string;
  readonly kind: "stricter" | "lost" | "skipped";
  /** A sentence without a full stop. */
  readonly text: string;
}

export interface Imported {
  readonly agents: readonly ImportedAgent[];
  readonly commands: readonly ImportedCommand[];
  readonly skills: readonly ImportedSkill[];
  readonly notes: readonly ImportNote[];
  /** Files that decide what an agent may do but cannot be read: nothing is imported without them. */
  readonly blocked: readonly { readonly from: string; readonly text: string }[];
}

export interface Importer {
  readonly id: string;
  readonly title: string;
  readonly alias?: string | undefined;
  /** Files and directories to read, relative to a home and to a project. */
  readonly paths: Readonly<Record<Scope, readonly string[]>>;
  readonly read: (source: ImportSource) => Imported;
}

/** Collects results while an importer reads. */
export interface ImportDraft {
  readonly agents: ImportedAgent[];
  readonly commands: ImportedCommand[];
  readonly skills: ImportedSkill[];
  readonly notes: ImportNote[];
  readonly blocked: { from: string; text: string }[];
}

export function newDraft(): ImportDraft {
  return { agents: [], commands: [], skills: [], notes: [], blocked: [] };
}

export type AddNote = (kind: ImportNote["kind"], text: string) => void;

export function noteAdder(draft: ImportDraft, from: string, definition: string): AddNote {
  return (kind, text) => {
    const isKnown = draft.notes.some((each) => each.definition === definition && each.text === text);
    if (!isKnown) draft.notes.push({ from, definition, kind, text });
  };
}

/** Names of definitions are lower-case letters, digits and hyphens. */
export function slugName(text: string): string {
  return /^[a-z0-9-]{1,64}$/.test(text) ? text : (validName(text) ?? "unnamed");
}

/** Files below a directory of the source, with paths relative to it. */
export function filesBelow(
  files: ReadonlyMap<string, ImportFile>,
  directory: string,
): readonly { readonly path: string; readonly file: ImportFile }[] {
  return [...files]
    .filter(([path]) => path.startsWith(`${directory}/`))
    .map(([path, file]) => ({ path: path.slice(directory.length + 1), file }));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

export function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) && number >= 1 ? number : undefined;
}

export interface MarkdownParts {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** The front matter of a Markdown file; "none" if it has none, a sentence if it cannot be read. */
export function splitMarkdown(file: ImportFile): MarkdownParts | "none" | { readonly problem: string } {
  if (file.text === undefined) return { problem: "is not valid UTF-8" };
  const text = file.text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const parts = splitFrontMatter(text);
  if (parts === undefined) return "none";
  if (parts === "open") return { problem: "has front matter that is never closed with `---`" };
  if (parts.yaml.trim() === "") return { fields: {}, body: parts.body };
  const source: SourceFile = { path: file.path, text };
  const found: Diagnostic[] = [];
  const yaml = parseYamlMap(source, parts.yaml, parts.offset, (each) => void found.push(each));
  if (yaml) return { fields: yaml.value, body: parts.body };
  const fields = readPlainLines(parts.yaml);
  if (fields) return { fields, body: parts.body };
  const first = found[0];
  const line = first ? ` at line ${lineCol(source, first.span.start).line}` : "";
  return { problem: `has front matter that is not valid YAML${line}` };
}

/**
 * Many hand-written files have a `: ` in an unquoted description, which YAML rejects. Reads line by line as clients do,
 * unless a value spans lines: a hook that is not understood must not be lost.
 */
function readPlainLines(yaml: string): Readonly<Record<string, unknown>> | undefined {
  const fields: Record<string, unknown> = {};
  for (const line of yaml.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const pair = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/.exec(line);
    if (!pair || Object.hasOwn(fields, pair[1]!)) return undefined;
    const value = (pair[2] ?? "").trim();
    if (/^[|>&*!{[]/.test(value) && pair[1] !== "description") return undefined;
    fields[pair[1]!] = value === "true" ? true : value === "false" ? false : value.replace(/^(["'])(.*)\1$/, "$2");
  }
  return fields;
}

/** JSON or JSONC as a plain value, with the key order that a JavaScript client sees. */
export function readJson(file: ImportFile): { readonly value: unknown } | { readonly problem: string } {
  if (file.text === undefined) return { problem: "is not valid UTF-8" };
  const node = parseJsonc(file.text);
  if ("problem" in node) {
    const { line } = lineCol({ path: file.path, text: file.text }, node.offset);
    return { problem: `is not valid JSON at line ${line}: ${node.problem}` };
  }
  return { value: plainValue(node) };
}

function plainValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plainValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]));
}

/** One line for the description; the rest belongs in the prompt. */
export function splitDescription(
  written: unknown,
  fallback: string,
): { readonly description: string; readonly rest: string } {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removes control characters
  const clean = typeof written === "string" ? written.replace(/[\0-\x08\x0b-\x1f\x7f]/g, "").trim() : "";
  const [first = "", ...rest] = clean.split("\n");
  const description = first.replace(/\s+/g, " ").trim();
  return { description: description === "" ? fallback : description, rest: rest.join("\n").trim() };
}

export function joinPrompt(rest: string, body: string): string {
  return rest === "" ? body : `${rest}\n\n${body.replace(/^\n+/, "")}`;
}

export interface ImportedPrompt extends MarkdownParts {
  readonly note: AddNote;
  readonly description: string;
}

/** A Markdown file whose text is a command, with or without front matter. Undefined: it was skipped, with a note. */
export function readPrompt(name: string, file: ImportFile, draft: ImportDraft): ImportedPrompt | undefined {
  const note = noteAdder(draft, file.path, `command ${name}`);
  const front = splitMarkdown(file);
  const skip = (text: string): undefined => void note("skipped", text);
  if (front !== "none" && "problem" in front) return skip(front.problem);
  const { fields, body }: MarkdownParts = front === "none" ? { fields: {}, body: file.text ?? "" } : front;
  if (body.trim() === "") return skip("has no text");
  const { description, rest } = splitDescription(fields.description, `Runs the command ${name}`);
  return { note, fields, description, body: joinPrompt(rest, body) };
}

/** The same for a client whose commands are text only; `noteFields` reports the fields that are lost. */
export function addPrompt(
  name: string,
  file: ImportFile,
  draft: ImportDraft,
  noteFields?: (prompt: ImportedPrompt) => void,
): void {
  const prompt = readPrompt(name, file, draft);
  if (!prompt) return;
  noteFields?.(prompt);
  const { description, body } = prompt;
  draft.commands.push({ name, from: file.path, description, body, behavior: {}, fields: {} });
}

/** Skills are folders with a SKILL.md; they are copied unchanged. */
export function readSkills(
  files: ReadonlyMap<string, ImportFile>,
  directories: readonly string[],
  draft: ImportDraft,
): void {
  for (const directory of directories) {
    for (const { path, file } of filesBelow(files, directory)) {
      const folder = /^(.*?([^/]+))\/SKILL\.md$/.exec(path);
      if (!folder) continue;
      const name = folder[2]!;
      if (draft.skills.some((each) => each.name === name)) continue;
      const front = splitMarkdown(file);
      if (front === "none" || "problem" in front || textOf(front.fields.description) === undefined) {
        const why =
          front === "none" ? "has no front matter" : "problem" in front ? front.problem : "has no description";
        draft.notes.push({ from: file.path, definition: `skill ${name}`, kind: "skipped", text: why });
        continue;
      }
      if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) {
        const text = "its directory name is not made of lowercase letters, digits and single hyphens";
        draft.notes.push({ from: file.path, definition: `skill ${name}`, kind: "skipped", text });
        continue;
      }
      const inside = new Map(
        filesBelow(files, `${directory}/${folder[1]}`).map(({ path: inner, file: each }) => [inner, each]),
      );
      draft.skills.push({ name, from: file.path, files: inside });
    }
  }
}
