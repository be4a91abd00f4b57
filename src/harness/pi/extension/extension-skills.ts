/**
 * Tracks which skills a Pi session uses, and what they deny. Pi has no skill hooks and does not report the end of a
 * skill.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { valueAt } from "../../../base/unchecked.ts";
import { hookMessagesAfter, type SkillCall, type SkillInUse, whySkillRefuses } from "../../../gate/skills-in-use.ts";
import { diskSurroundings } from "../../../gate/surroundings.ts";
import type { SkillLimits } from "../../../model/skill.ts";
import { decodeRequest } from "../client-call.ts";

/** Claude Code's names, which authors of hooks know. */
const hookNames: Readonly<Record<string, readonly string[]>> = {
  bash: ["Bash"],
  edit: ["Edit"],
  write: ["Write"],
  read: ["Read"],
  grep: ["Grep"],
  find: ["Glob"],
  ls: ["LS"],
  subagent: ["Task", "Agent"],
};

export interface SkillWatch {
  /** What the user typed: a skill is started as `/skill:NAME`, a prompt as `/NAME`. */
  readonly onInput: (text: string) => void;
  /** The sentence that denies the call. */
  readonly before: (tool: string, input: unknown, cwd: string) => Promise<string | undefined>;
  /** What to append to the result of a finished call. */
  readonly after: (tool: string, input: unknown, cwd: string, result: unknown) => Promise<readonly string[]>;
}

/** Undefined if no skill restricts anything. Throws if the file exists but cannot be read. */
export function watchSkills(file: string): SkillWatch | undefined {
  const limits = readLimits(file);
  if (limits.length === 0) return undefined;
  const known = new Map(limits.map((each) => [each.name, each]));
  let inUse: readonly string[] = [];
  const directory = join(dirname(file), "../../skills");
  const used = (): SkillInUse[] =>
    inUse.map((name) => ({ limits: known.get(name)!, isApart: false, directory: join(directory, name) }));
  return {
    onInput: (text) => {
      const name = /^\/(?:skill:)?([a-z0-9-]+)(?:\s|$)/.exec(text.trim())?.[1];
      inUse = name !== undefined && known.has(name) ? [name] : [];
    },
    before: async (tool, input, cwd) => {
      const why = inUse.length === 0 ? undefined : await refusal(used(), tool, input, cwd);
      // The model loads a skill by reading its file.
      const path = tool === "read" ? valueAt(input, "path") : undefined;
      const name = typeof path === "string" ? /([^/\\]+)[/\\]SKILL\.md$/i.exec(path)?.[1] : undefined;
      if (name !== undefined && known.has(name) && !inUse.includes(name)) inUse = [...inUse, name];
      return why;
    },
    after: async (tool, input, cwd, result) =>
      inUse.length === 0 ? [] : hookMessagesAfter(used(), skillCall(tool, input, cwd), result),
  };
}

function readLimits(file: string): readonly SkillLimits[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return JSON.parse(text) as SkillLimits[];
}

async function refusal(
  used: readonly SkillInUse[],
  tool: string,
  input: unknown,
  cwd: string,
): Promise<string | undefined> {
  try {
    return await whySkillRefuses(used, skillCall(tool, input, cwd));
  } catch (error) {
    return `surcingle: deny ${tool}, because ${error instanceof Error ? error.message : String(error)}`;
  }
}

function skillCall(tool: string, input: unknown, cwd: string): SkillCall {
  const home = process.env["HOME"] ?? homedir();
  return {
    names: [...(hookNames[tool] ?? []), tool],
    input,
    request: decodeRequest(tool, input),
    cwd,
    surroundings: diskSurroundings(cwd, cwd, home),
    session: `${process.pid}`,
  };
}
