/** Turns the `tools` of a command into a policy that denies everything else. Names are those of Claude Code. */
import type { CommandTools, Preset } from "../model/command.ts";
import { type Policy, type Rule, type Tool, tools, type Verdict } from "../model/permission.ts";
import { compilePolicy } from "./compile.ts";

/** The tools of each preset, as in the source; `full` has none, because it denies nothing. */
export const presetTools: Readonly<Record<Exclude<Preset, "full">, readonly string[]>> = {
  none: [],
  "read-only": ["Read", "Grep", "Glob"],
  write: ["Read", "Write", "Edit", "Grep", "Glob"],
};

const canonical: ReadonlyMap<string, Tool> = new Map([
  ["Bash", "bash"],
  ["Edit", "edit"],
  ["Write", "edit"],
  ["MultiEdit", "edit"],
  ["NotebookEdit", "edit"],
  ["WebFetch", "webfetch"],
  ["WebSearch", "websearch"],
  ["AskUserQuestion", "question"],
]);

export const readingTools = ["Read", "Grep", "Glob"] as const;
export type ReadingTool = (typeof readingTools)[number];

export interface ToolList {
  readonly policy: Policy;
  /** A policy covers reading as a whole, so a harness must leave out the read tools that are not listed. */
  readonly reading: readonly ReadingTool[];
  /** Items that a policy cannot express: ungoverned tools, and patterns that only one client understands. */
  readonly unknown: readonly string[];
}

/** Undefined if nothing is denied. `from` is the position of the list, for the gate's reasons. */
export function compileToolList(agent: string, written: CommandTools | undefined, from: string): ToolList | undefined {
  const items = itemsOf(written);
  if (items === undefined) return undefined;
  const rules: Omit<Rule, "from">[] = [];
  const whole = new Set<Tool>();
  const reading = new Set<ReadingTool>();
  const unknown: string[] = [];
  for (const item of items) {
    const [, name = item, pattern] = /^([^(]*)\((.*)\)$/.exec(item) ?? [];
    const tool = canonical.get(name);
    const isReading = readingTools.find((each) => each === name);
    const patterns = pattern === undefined || tool === undefined ? [] : patternsOf(tool, pattern);
    if (isReading && pattern === undefined) {
      reading.add(isReading);
      whole.add("read");
    } else if (tool && pattern === undefined) whole.add(tool);
    else if (tool && patterns.length > 0)
      rules.push(...patterns.map((each) => ({ tool, pattern: each, verdict: "allow" as const })));
    else unknown.push(item);
  }
  const permissions = Object.fromEntries(
    tools.map((tool) => {
      const own = rules.filter((rule) => rule.tool === tool).map((rule) => ({ ...rule, from }));
      return [tool, { intent: intentOf(tool, whole, items), rules: whole.has(tool) ? [] : own }];
    }),
  );
  // A list with a shell and without a read tool denies the read tools, not `cat`.
  const named = tools.filter((tool) => tool !== "read" || reading.size > 0);
  const policy = { ...compilePolicy({ agent, permissions, named }), isToolList: true as const };
  return { policy, reading: readingTools.filter((each) => reading.has(each)), unknown };
}

/** A list does not cover directories, so paths outside the project are asked about. */
function intentOf(tool: Tool, whole: ReadonlySet<Tool>, items: readonly string[]): Verdict {
  if (tool === "external_directory") return items.length === 0 ? "deny" : "ask";
  return whole.has(tool) ? "allow" : "deny";
}

function itemsOf(written: CommandTools | undefined): readonly string[] | undefined {
  if (written === undefined || written === "full") return undefined;
  if (typeof written === "string") return presetTools[written];
  const items = splitTools(written.custom);
  return items.includes("*") ? undefined : items;
}

/** `Read, Bash(git log *)` has two items: separators inside parentheses belong to a pattern. */
export function splitTools(text: string): string[] {
  return text.match(/[^\s,(]*\([^)]*\)|[^\s,]+/g) ?? [];
}

/** Translates the client's patterns to ours, never wider: its `*` crosses words and slashes, ours does not. */
function patternsOf(tool: Tool, written: string): string[] {
  if (written !== written.trim() || written === "") return [];
  if (tool === "bash") return [written.replace(/:\*$/, " *")];
  // The meaning of a leading slash depends on the file that contains the pattern.
  if (tool === "edit") return /^\/(?!\/)|^\.\.?(?:\/|$)/.test(written) ? [] : [written.replace(/^\/\//, "/")];
  const domain = /^domain:([a-z0-9.-]+)$/i.exec(written)?.[1];
  return tool === "webfetch" && domain ? [`https://${domain}/**`, `http://${domain}/**`] : [];
}
