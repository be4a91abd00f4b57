/**
 * Translates a canonical pattern to OpenCode's language: patterns that match the same, and patterns that match more.
 */
import type { Tool } from "../../../model/permission.ts";
import { normaliseAddressPattern } from "../../../policy/address.ts";
import { anchorOf } from "../../../policy/path/patterns.ts";
import { hasHome } from "../native/native-pattern.ts";

/** A pattern and its excess matches (guards): its `*` crosses what ours does not. */
interface Form {
  readonly pattern: string;
  readonly guards: readonly string[];
}

interface Forms {
  /** Without their guards, they match only what the rule matches. */
  readonly exact: readonly Form[];
  /** The guards contain nothing that the rule matches. */
  readonly isUnique: boolean;
  /** With the exact ones, they match everything that the rule matches, and more: only for stricter verdicts. */
  readonly wide: readonly string[];
  /** Extra patterns for a deny: outside of git the client matches paths from `/`. */
  readonly deny: readonly string[];
}

type Style = "words" | "path" | "address" | "text";
/** Literal text without a border in it, a border, or one of the three wildcards. */
type Sign = string;
const star = "*";
const any = "**";
const directories = "**/";
/** Each doubles the number of patterns. */
const mostDirectories = 3;
const nothing: Forms = { exact: [], isUnique: false, wide: [], deny: [] };

const known = new Map<Tool, Map<string, Forms>>();

/** Cached, because agents share most of their rules, and each rule is used more than once. */
export function formsOf(written: string, tool: Tool): Forms {
  const ofTool = known.get(tool) ?? new Map<string, Forms>();
  const found = ofTool.get(written);
  if (found) return found;
  const forms = makeForms(written, tool);
  known.set(tool, ofTool.set(written, forms));
  return forms;
}

function makeForms(written: string, tool: Tool): Forms {
  const pattern = written.replace(/\*{3,}/g, "**");
  switch (tool) {
    case "bash":
      return commandForms(pattern);
    case "websearch":
    case "question":
      return plainForms(pattern, "text");
    case "webfetch":
      return addressForms(pattern);
    case "edit":
    case "read":
      return editForms(pattern);
    case "external_directory":
      return directoryForms(pattern);
  }
}

/** Nearly all rules about commands: plain words, and at most a star at their end. Both languages read them alike. */
export const plainCommand = /^[a-z][\w.,:@%+=/-]*(?: [\w.,:@%+=/-]+)*(?: ?\*)?$/;

function commandForms(pattern: string): Forms {
  if (!plainCommand.test(pattern)) return plainForms(pattern, "words");
  return { ...nothing, exact: [{ pattern, guards: [] }], isUnique: !pattern.endsWith("*") };
}

function addressForms(pattern: string): Forms {
  const spellings = new Set([pattern, normaliseAddressPattern(pattern)]);
  // The first page of a host may be requested without its slash.
  for (const each of [...spellings]) {
    const host = /^([^/]*:\/\/[^/?#]+)\/(?:\*\*)?$/.exec(each)?.[1];
    if (host !== undefined && !host.includes("**")) spellings.add(host);
  }
  const [written, ...others] = [...spellings].map((each) => plainForms(each, "address"));
  if (others.length === 0) return written!;
  const all = [written!, ...others];
  return { exact: all.flatMap(({ exact }) => exact), isUnique: false, wide: all.flatMap(({ wide }) => wide), deny: [] };
}

/** Inside the project, the client matches the path from the work tree; outside, that begins with `../`. */
function editForms(pattern: string): Forms {
  if (isEverything(pattern)) return everything;
  const anchor = anchorOf(pattern);
  if (anchor === "root") return { ...nothing, wide: ["../*"] };
  const forms = plainForms(pattern, "path");
  const bare = hasTail(pattern) ? plainForms(pattern.slice(0, -3), "path") : nothing;
  const wide = [...forms.wide, ...bare.exact.map((form) => form.pattern), ...bare.wide];
  // The `../…` form does not contain all directories of a path outside.
  if (anchor === "anywhere") return { ...forms, wide: /\/./.test(pattern.slice(3)) ? [...wide, "../*"] : wide };
  const written = hasTail(pattern) ? [pattern, pattern.slice(0, -3)] : [pattern];
  const all = written.flatMap((each) => spread(readSigns(each, "path")));
  return { ...forms, wide, deny: all.map((signs) => `*/${render(signs)}`) };
}

/** The client names only a directory, as `<directory>/*`: an allow applies to everything in it. */
function directoryForms(pattern: string): Forms {
  if (isEverything(pattern)) return everything;
  if (anchorOf(pattern) === "project") return nothing;
  const signs = readSigns(pattern, "path");
  // A path outside is absolute: there is always a directory before it, if only the root.
  const isOpen = signs[0] === directories;
  const rooted = isOpen ? [[any, "/", ...signs.slice(1)]] : [signs];
  if (isOpen && signs[1] === "/") rooted.push(signs.slice(1));
  if (hasTail(pattern)) return expressForms(rooted.flatMap(spread), "path", isSayable(pattern, "path"));
  const own = rooted.flatMap(spread).map((each) => `${render(each)}/?`);
  return { ...nothing, wide: [...own, ...rooted.flatMap(parentKeys)] };
}

/** Patterns for the directories that contain a match. In `<directory>/*` the star is literal, and `?` matches it. */
function parentKeys(signs: readonly Sign[]): string[] {
  const cut = signs.lastIndexOf("/");
  const before = signs.slice(0, Math.max(cut, 0));
  if (before.length === 1 && before[0] === any) return ["*"];
  if (cut < 0) return signs[0] === any ? ["*"] : [];
  const isDeep = signs.slice(cut).some((sign) => sign === any || sign === directories);
  return [`${render(before)}/${isDeep ? "*" : "?"}`];
}

const everything: Forms = { ...nothing, exact: [{ pattern: "*", guards: [] }] };

export function isEverything(pattern: string): boolean {
  return /^\/?(?:\*\*\/)*\*\*$/.test(pattern);
}

/** A final `/**` also matches the directory itself, unless it is a `**` directory. */
function hasTail(pattern: string): boolean {
  return pattern.endsWith("/**") && !/(?:^|\/)\*{2,}\/\*\*$/.test(pattern);
}

function plainForms(pattern: string, style: Style): Forms {
  return expressForms(spread(readSigns(pattern, style)), style, isSayable(pattern, style), isOptional(pattern, style));
}

/** A final ` *` of a command also matches no argument, in both languages. */
function isOptional(pattern: string, style: Style): boolean {
  return style === "words" && pattern.endsWith(" *");
}

/** Characters that the client reads differently, or that a shell never leaves in a word. */
function isSayable(pattern: string, style: Style): boolean {
  if (/[?\\]/.test(pattern)) return false;
  return style !== "words" || !/["'`$;&|<>()[\]#\t\n]| {2}|\{.*[,.].*\}/s.test(pattern);
}

function expressForms(
  alternatives: readonly (readonly Sign[])[],
  style: Style,
  isSayable: boolean,
  isOptional = false,
): Forms {
  const texts = alternatives.map((signs) => render(signs, isOptional));
  const lead = texts.some((text) => hasHome(text) && !(style === "path" && text.startsWith("~")));
  if (!isSayable || lead || alternatives[0]!.includes(directories)) {
    return { ...nothing, wide: texts.map((text) => (hasHome(text) ? `?${text.slice(1)}` : safeKey(text).pattern)) };
  }
  const exact = alternatives.map((signs, i) => {
    const { pattern, guards } = safeKey(texts[i]!);
    return { pattern, guards: [...guards, ...guardsOf(signs, style, isOptional)] };
  });
  const wildcards = alternatives[0]?.filter((sign) => sign === star || sign === any).length ?? 0;
  const isSimple = wildcards === 0 || (wildcards === 1 && alternatives[0]!.includes(star));
  return { exact, isUnique: exact.length === 1 && isSimple && !isOptional, wide: [], deny: [] };
}

/** JavaScript lists integer-like keys first, whatever their position, and `__proto__` is not a plain key. */
export function safeKey(text: string): Form {
  const isPlain = !/^(?:\d+|__proto__)$/.test(text);
  return isPlain ? { pattern: text, guards: [] } : { pattern: `${text}*`, guards: [`${text}?*`] };
}

/** For each single star: the texts in which it matches more than one segment. */
function guardsOf(signs: readonly Sign[], style: Style, isOptional: boolean): string[] {
  const border = style === "words" ? " " : "/";
  return signs.flatMap((sign, i) => {
    if (sign !== star) return [];
    const rest = signs.slice(i + 1);
    // The first directory of a project is not `..`.
    const outside = i === 0 && style === "path" && rest[0] === border ? ["../*"] : [];
    // What follows matches everything anyway.
    if (rest.length === 2 && rest[0] === border && rest[1] === any) return outside;
    return [...outside, render([...signs.slice(0, i), any, border, any, ...rest], isOptional)];
  });
}

function readSigns(pattern: string, style: Style): Sign[] {
  const signs: Sign[] = [];
  const parts = pattern.match(/\*+|[ /]|[^ /*]+/g) ?? [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    const isLast = i === parts.length - 1;
    if (!part.startsWith("*")) signs.push(part);
    else if (style === "path" && part.length > 1 && parts[i + 1] === "/" && (i === 0 || parts[i - 1] === "/")) {
      if (signs.at(-1) !== directories) signs.push(directories);
      i++;
    } else signs.push(part.length > 1 || style === "text" || (style === "words" && isLast) ? any : star);
  }
  return signs;
}

/** A `**` directory may match no directory: that takes two patterns, or one if a wildcard follows. */
function spread(signs: readonly Sign[]): (readonly Sign[])[] {
  const at = signs.indexOf(directories);
  if (at < 0 || signs.filter((sign) => sign === directories).length > mostDirectories) return [signs];
  const [before, next, rest] = [signs.slice(0, at), signs[at + 1], signs.slice(at + 1)];
  if (next === star || next === any) return spread([...before, any, ...rest.slice(1)]);
  return [...spread([...before, ...rest]), ...spread([...before, any, "/", ...rest])];
}

/** To the client, a final ` *` may be missing; ` **` may not. */
function render(signs: readonly Sign[], isOptional = false): string {
  const text = signs
    .map((sign) => (sign === any ? star : sign === directories ? star : sign))
    .join("")
    .replace(/\*{2,}/g, "*");
  return text.endsWith(" *") && !isOptional ? `${text}*` : text;
}
