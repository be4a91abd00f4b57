/** Turns a search result into a call that people can read, and decides it with both policies. */
import type { Policy, Rule, Tool, ToolCall } from "../../model/permission.ts";
import { decide } from "../decide.ts";
import { type Decision, isStricter } from "../decision.ts";
import { hardPolicy } from "../limits.ts";
import { judgePaths, type PathSet } from "../path/judge.ts";
import { emptySurroundings, type Surroundings, withFixedDisk } from "../surroundings.ts";
import {
  atHome,
  atRoot,
  commandStart,
  gap,
  isUnknown,
  unknownGap,
  unknownText,
  unknownTextAround,
  unknownTree,
  unknownTreeAround,
  unknownWords,
} from "./nfa/glob-nfa.ts";

/** A call and its surroundings. */
export interface Example {
  readonly call: ToolCall;
  readonly surroundings: Surroundings;
  /** The subject means more than one path. */
  readonly paths?: PathSet;
}

interface Verdicts {
  readonly was: Decision;
  readonly is: Decision;
  readonly isLooser: boolean;
}

const project = "/home/me/project";

const disks = new Map<string, Surroundings>();

/** Surroundings with an empty disk. */
export function emptyDisk(root = project, home = "/home/me"): Surroundings {
  const key = `${root} ${home}`;
  const known = disks.get(key);
  if (known) return known;
  if (disks.size >= 1_000) disks.clear();
  const made = makeDisk(root, home);
  disks.set(key, made);
  return made;
}

function makeDisk(root: string, home: string): Surroundings {
  return withFixedDisk({ ...emptySurroundings(root, home), repositoryOf: () => "/repository", shell: "bash" });
}

export function askBoth(a: Policy, b: Policy, { call, surroundings, paths }: Example): Verdicts {
  const ask = (policy: Policy): Decision =>
    paths && call.tool !== "bash"
      ? judgePaths(hardPolicy(policy), call.tool as "edit", paths, surroundings)
      : decide(policy, call, surroundings);
  const [was, is] = [ask(a), ask(b)];
  return { was, is, isLooser: isStricter(was.verdict, is.verdict) };
}

export function commandExample(symbols: readonly number[]): Example {
  return { call: { tool: "bash", subject: commandLine(symbols) }, surroundings: emptyDisk() };
}

/** Quoted so that the shell reads exactly these words. */
function commandLine(symbols: readonly number[]): string {
  const words: { text: string; open: "" | "text" | "words" }[] = [{ text: "", open: "" }];
  let assignments = 0;
  for (const symbol of symbols) {
    const last = words.at(-1)!;
    if (symbol === gap || symbol === unknownGap || symbol === commandStart) words.push({ text: "", open: "" });
    else if (symbol === unknownText) last.open = "text";
    else if (symbol === unknownWords) words.push({ text: "", open: "words" });
    else last.text += String.fromCharCode(symbol);
    if (symbol === commandStart) assignments = words.length - 1;
  }
  if (symbols.length === 0) return "";
  return words.map(({ text, open }, i) => quoteWord(text, open, i < assignments, i === assignments)).join(" ");
}

function quoteWord(text: string, open: "" | "text" | "words", isAssignment: boolean, isFirst: boolean): string {
  const plain = isFirst ? /^[\w./,:@%+-]+$/ : /^[\w./,:@%+=-]+$/;
  const quote = (each: string): string => (plain.test(each) ? each : `'${each.replaceAll("'", "'\\''")}'`);
  if (open === "words") return "$x";
  const name = /^([^=]*\+?=)(.*)$/s.exec(text);
  if (name && (isAssignment || (isFirst && open === "text"))) {
    const [, head = "", value = ""] = name;
    return head + (open === "text" ? '"$x"' : value === "" ? "" : quote(value));
  }
  if (open !== "text") return quote(text);
  return `"${text.replace(/[\\"$`]/g, "\\$&")}$x"`;
}

export function textExample(tool: Tool, symbols: readonly number[]): Example {
  return { call: { tool, subject: String.fromCharCode(...symbols) }, surroundings: emptyDisk() };
}

/** The project root and the home are taken from the search result. */
export function pathExample(tool: Tool, symbols: readonly number[]): Example {
  let [text, glob] = ["", ""];
  let [root, home]: (string | undefined)[] = [undefined, undefined];
  let head: string | undefined;
  let [isAround, isTree] = [false, false];
  for (const [i, symbol] of symbols.entries()) {
    if (symbol === atRoot) root = text;
    else if (symbol === atHome) home = text;
    else if (isUnknown(symbol)) {
      head ??= symbol === unknownText || symbol === unknownTextAround ? text.slice(0, text.lastIndexOf("/")) : text;
      isAround ||= symbol === unknownTextAround || symbol === unknownTreeAround;
      const isLast = i === symbols.length - 1;
      isTree ||= isLast && (symbol === unknownTree || symbol === unknownTreeAround);
      if (!isTree) glob += symbol === unknownTree || symbol === unknownTreeAround ? "/**" : "*";
    } else {
      const unit = String.fromCharCode(symbol);
      text += unit;
      glob += /[*?[\\]/.test(unit) ? `\\${unit}` : unit;
    }
  }
  const path = text === "" ? "/" : text;
  const isFree = (each: string): boolean => !`${path}/`.startsWith(`${each}/`) && !`${each}/`.startsWith(`${path}/`);
  const away = ["/srv/project", "/opt/project", "/data/project"].find(isFree) ?? "/p/p/p";
  const place = root ?? (isAround ? `${head}/project` : away);
  const owner = home ?? ["/home/me", "/users/me", "/root"].find(isFree) ?? "/h/h/h";
  const surroundings = emptyDisk(place === "" ? "/" : place, owner === "" ? "/" : owner);
  if (head === undefined) return { call: { tool, subject: path }, surroundings };
  if (isTree && glob === text) {
    const call: ToolCall = { tool, subject: path, ...(tool === "read" && { reading: "below" }) };
    return { call, surroundings, paths: { kind: "below", path } };
  }
  return { call: { tool, subject: glob }, surroundings, paths: { kind: "glob", glob } };
}

const plainTexts: Readonly<Record<Tool, readonly string[]>> = {
  bash: ["some-program", "some-program --option"],
  edit: ["src/main.c"],
  read: ["src/main.c"],
  webfetch: ["https://example.org/"],
  websearch: ["some words"],
  question: ["Which one?"],
  external_directory: ["/some/directory"],
};

/** Calls that people would try first. */
export function plainExamples(tool: Tool): readonly Example[] {
  return plainTexts[tool].map((subject) => ({ call: { tool, subject }, surroundings: emptyDisk() }));
}

/** Replaces the example with one spelled from the deciding rule, if it shows the same difference. */
export function preferSpelledExample(
  a: Policy,
  b: Policy,
  example: Example,
  isGood: (each: Example) => boolean,
): Example {
  if (example.paths) return example;
  const { call } = example;
  const { because } = askBoth(a, b, example).is;
  const make = (subject: string): Example => ({ call: { ...call, subject }, surroundings: emptyDisk() });
  const texts = because.kind === "rule" ? spellings(because.rule.pattern, call.tool) : plainTexts[call.tool];
  const better = texts.map(make).find((each) => {
    const { is, isLooser } = askBoth(a, b, each);
    const isSame =
      is.because.kind === because.kind && (is.because.kind !== "rule" || is.because.rule === ruleOf(because));
    return isLooser && isSame && isGood(each);
  });
  return better ?? example;
}

function ruleOf(because: Decision["because"]): unknown {
  return because.kind === "rule" ? because.rule : undefined;
}

/** Texts that match a rule, as a person would write them. */
export function spelledExamples({ tool, pattern }: Pick<Rule, "tool" | "pattern">): readonly Example[] {
  const [first] = spellings(pattern, tool);
  return first === undefined ? [] : [{ call: { tool, subject: first }, surroundings: emptyDisk() }];
}

function spellings(pattern: string, tool: Tool): readonly string[] {
  const isCommand = tool === "bash";
  return ["x", "name", ""]
    .map((filler) =>
      pattern
        .replace(/^\*\*\//, "")
        .replace(isCommand ? / \*+$/ : /\/\*\*$/, isCommand ? "" : `/${filler || "x"}`)
        .replace(/\*+/g, filler),
    )
    .filter((text) => text.trim() !== "");
}
