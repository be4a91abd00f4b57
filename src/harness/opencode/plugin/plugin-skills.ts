/**
 * Tracks which skills each OpenCode session uses, and what they deny. OpenCode has no skill hooks and does not report
 * the end of a skill.
 */
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { valueAt } from "../../../base/unchecked.ts";
import { hookMessagesAfter, type SkillCall, type SkillInUse, whySkillRefuses } from "../../../gate/skills-in-use.ts";
import { diskSurroundings } from "../../../gate/surroundings.ts";
import type { SkillLimits } from "../../../model/skill.ts";
import { type ClientDirectories, readCall } from "../native/client-call.ts";
import { type Hooks, surroundingsOf } from "../plugin-hooks.ts";

/** Claude Code's names, which authors of hooks know. */
const hookNames: Readonly<Record<string, readonly string[]>> = {
  bash: ["Bash"],
  edit: ["Edit"],
  write: ["Write"],
  multiedit: ["MultiEdit", "Edit"],
  patch: ["Write", "Edit", "MultiEdit"],
  apply_patch: ["Write", "Edit", "MultiEdit"],
  read: ["Read"],
  grep: ["Grep"],
  glob: ["Glob"],
  list: ["LS"],
  webfetch: ["WebFetch"],
  websearch: ["WebSearch"],
  question: ["AskUserQuestion"],
  task: ["Task", "Agent"],
  skill: ["Skill"],
};

interface SkillWatch {
  readonly onEvent: (event: unknown) => void;
  readonly onCommand: (session: string, command: string) => void;
  /** A user's prompt, or the first one of a session that the client opened. */
  readonly onMessage: (session: string) => void;
  /** The sentence that denies the call. */
  readonly before: (use: ToolUse) => Promise<string | undefined>;
  /** What to append to the output of a finished call. */
  readonly after: (use: ToolUse, output: unknown) => Promise<readonly string[]>;
}

interface ToolUse {
  readonly session: string;
  readonly id: unknown;
  readonly tool: string;
  readonly args: unknown;
  readonly directories: ClientDirectories;
}

function watchSkills(limits: readonly SkillLimits[], moduleUrl: string): SkillWatch {
  const known = new Map(limits.map((each) => [each.name, each]));
  /** Until the next prompt. */
  const inline = new Map<string, Set<string>>();
  /** As long as the session lasts. */
  const apart = new Map<string, Set<string>>();
  /** Commands that were started and whose message has not arrived yet. */
  const started = new Map<string, string>();
  /** Running forks, by the call that opened them. */
  const running = new Map<unknown, { readonly parent: string; readonly name: string }>();
  const parents = new Map<string, string | undefined>();

  const runningIn = (parent: string | undefined): string[] =>
    [...running.values()].filter((each) => parent === undefined || each.parent === parent).map(({ name }) => name);
  const open = (session: string, parent: string | undefined, isTold: boolean): void => {
    parents.set(session, parent);
    if (isTold && parent === undefined) return;
    // An unannounced session may belong to any running fork.
    const inherited = parent === undefined ? [] : [...(apart.get(parent) ?? []), ...(inline.get(parent) ?? [])];
    const names = [...runningIn(parent), ...inherited];
    if (names.length > 0) apart.set(session, new Set(names));
  };
  const usedBy = (session: string): SkillInUse[] => {
    const own = apart.get(session) ?? new Set<string>();
    const others = [...(inline.get(session) ?? [])].filter((name) => !own.has(name));
    return [
      ...[...own].map((name) => ({ name, isApart: true })),
      ...others.map((name) => ({ name, isApart: false })),
    ].map(({ name, isApart }) => ({ limits: known.get(name)!, isApart, directory: directoryOf(name, moduleUrl) }));
  };
  return {
    onEvent: (event) => {
      if (valueAt(event, "type") !== "session.created") return;
      const [id, parent] = ["id", "parentID"].map((key) => valueAt(event, "properties", "info", key));
      if (typeof id === "string") open(id, typeof parent === "string" ? parent : undefined, true);
    },
    onCommand: (session, command) => {
      // A forked one restricts the session that is opened for it, not this one.
      if (known.has(command) && !known.get(command)?.apart) started.set(session, command);
    },
    onMessage: (session) => {
      if (!parents.has(session)) open(session, undefined, false);
      const command = started.get(session);
      started.delete(session);
      inline.delete(session);
      if (command !== undefined) inline.set(session, new Set([command]));
    },
    before: async (use) => {
      const { session, id, tool, args } = use;
      const used = usedBy(session);
      const why = used.length === 0 ? undefined : await refusal(used, use);
      const name = valueAt(args, tool === "skill" ? "name" : "command");
      if (why !== undefined || typeof name !== "string" || !known.has(name)) return why;
      if (tool === "skill") inline.set(session, new Set([...(inline.get(session) ?? []), name]));
      // The client opens a session for a command that runs as a task.
      if (tool === "task") running.set(id, { parent: session, name });
      return undefined;
    },
    after: async (use, output) => {
      running.delete(use.id);
      const used = usedBy(use.session).filter(({ limits }) => limits.hooks.length > 0);
      // Seen on 1.18.33: the end of a command that ran as a task is reported without its arguments.
      return used.length === 0 || use.args === undefined ? [] : hookMessagesAfter(used, skillCall(use), output);
    },
  };
}

async function refusal(used: readonly SkillInUse[], use: ToolUse): Promise<string | undefined> {
  try {
    return await whySkillRefuses(used, skillCall(use));
  } catch (error) {
    return `surcingle: deny ${use.tool}, because ${error instanceof Error ? error.message : String(error)}`;
  }
}

function skillCall({ session, tool, args, directories }: ToolUse): SkillCall {
  const call = readCall(tool, args, directories);
  const cwd = call?.cwd ?? directories.directory;
  return {
    names: [...(hookNames[tool] ?? []), tool],
    input: args,
    request: call?.request ?? { kind: "unknown", tool },
    cwd,
    surroundings: diskSurroundings(cwd, directories.directory, homedir()),
    session,
  };
}

/** Next to the plugin's directory, as the client sees it or at its real location. */
function directoryOf(name: string, moduleUrl: string): string {
  return join(dirname(fileURLToPath(moduleUrl)), "..", "skills", name);
}

type Hook = (input: unknown, output: unknown) => Promise<void>;
type MakeHooks = (instance: unknown) => Promise<Partial<Hooks>>;

/** The hooks of the gate, preceded by those of skills. */
export function withSkills(make: MakeHooks, limits: readonly SkillLimits[], moduleUrl: string): MakeHooks {
  if (limits.length === 0) return make;
  return async (instance) => {
    const gate = await make(instance);
    const watch = watchSkills(limits, moduleUrl);
    const useOf = (call: unknown, args: unknown): ToolUse => ({
      session: String(valueAt(call, "sessionID")),
      id: valueAt(call, "callID"),
      tool: String(valueAt(call, "tool")),
      args,
      directories: surroundingsOf(instance),
    });
    const before: Hook = async (call, output) => {
      const why = await watch.before(useOf(call, valueAt(output, "args")));
      if (why !== undefined) throw new Error(why);
      await gate["tool.execute.before"]?.(call, output);
    };
    const after: Hook = async (call, output) => {
      const remarks = await watch.after(useOf(call, valueAt(call, "args")), output);
      const text = valueAt(output, "output");
      if (remarks.length > 0 && typeof output === "object" && output !== null)
        Object.assign(output, { output: [typeof text === "string" ? text : "", ...remarks].join("\n\n") });
    };
    const message: Hook = async (call, output) => {
      watch.onMessage(String(valueAt(call, "sessionID")));
      await gate["chat.message"]?.(call, output);
    };
    return {
      ...gate,
      event: async (input: unknown) => watch.onEvent(valueAt(input, "event")),
      "command.execute.before": async (call: unknown) =>
        watch.onCommand(String(valueAt(call, "sessionID")), String(valueAt(call, "command"))),
      "chat.message": message,
      "tool.execute.before": before,
      "tool.execute.after": after,
    };
  };
}
