/** Parses the hooks of a skill: a list of `{event, matcher, command}`, or Claude Code's table from event to entries. */
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import type { SkillText } from "../model/skill.ts";
import { allHookEvents, type SkillHook } from "../model/skill.ts";

type Path = readonly (string | number)[];
type Table = Readonly<Record<string, unknown>>;
type Fail = (path: Path, message: string, hint?: string) => void;

/** Reports hooks that a client would ignore, because an ignored hook guards nothing. */
export function readHooks(text: SkillText, report: Report): SkillHook[] {
  const { hooks } = text.fields;
  const fail: Fail = (path, message, hint) =>
    report({ code: "bad-hook", severity: "error", message, span: text.at(path), hint });
  if (Array.isArray(hooks)) return hooks.flatMap((hook, i) => listedHook(hook, ["hooks", i], fail));
  if (!isTable(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) => {
    checkEvent(event, ["hooks", event], fail);
    if (!Array.isArray(groups)) {
      fail(["hooks", event], `\`${event}\` must be a list of entries with \`matcher\` and \`hooks\``);
      return [];
    }
    return groups.flatMap((group, i) => nestedHooks(event, group, ["hooks", event, i], fail));
  });
}

/** A valid replacement for a value that Claude Code accepts. */
export interface FieldRepair {
  readonly key: string;
  readonly value: unknown;
  readonly code: "missing-field" | "name-mismatch" | "bad-field" | "bad-hook";
  readonly message: string;
  readonly hint?: string;
}

/**
 * Rewrites entries that have their command next to the matcher to the client's own form, and drops strings in place of
 * a list for events that cannot deny. Empty if nothing needs a repair.
 */
export function repairHooks(hooks: unknown): FieldRepair[] {
  if (!isTable(hooks)) return [];
  const messages = new Set<string>();
  const entries = Object.entries(hooks).flatMap(([event, groups]): [string, unknown][] => {
    if (typeof groups === "string" && isHarmless(event)) {
      messages.add(`\`${event}\` is a string, not a list of hooks, and is dropped`);
      return [];
    }
    if (!Array.isArray(groups)) return [[event, groups]];
    const repaired = groups.map((group: unknown) => {
      if (!isTable(group) || group["hooks"] !== undefined || typeof group["command"] !== "string") return group;
      messages.add("an entry should have `hooks`, a list of `{type: command, command: …}`");
      const { matcher, ...hook } = group;
      return { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: "command", ...hook }] };
    });
    return [[event, repaired]];
  });
  const value = Object.fromEntries(entries);
  return messages.size === 0 ? [] : [{ key: "hooks", code: "bad-hook", value, message: [...messages].join("; ") }];
}

/** Events that only notify and cannot deny. */
function isHarmless(event: string): boolean {
  return ["Notification", "SessionStart", "SessionEnd"].includes(event);
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function checkEvent(event: unknown, path: Path, fail: Fail): event is string {
  if (typeof event === "string" && allHookEvents.includes(event)) return true;
  if (typeof event !== "string") {
    fail(path, "a hook needs an `event`", "write `event: PreToolUse`");
    return false;
  }
  const guess = nearest(event, allHookEvents);
  const hint = didYouMean(guess) ?? "docs/skills.md lists the events";
  fail(path, `unknown hook event \`${event}\``, hint);
  return false;
}

function matcherOf(entry: Table, path: Path, fail: Fail): string | undefined {
  const { matcher } = entry;
  if (matcher === undefined || typeof matcher === "string") return matcher;
  fail([...path, "matcher"], "`matcher` must be a string");
  return undefined;
}

function commandOf(entry: Table, path: Path, fail: Fail): string | undefined {
  const { command } = entry;
  if (typeof command === "string" && command.trim() !== "") return command;
  fail(
    command === undefined ? path : [...path, "command"],
    "a hook needs a `command` that is a non-empty string",
    "write the command to run, such as `command: ./hooks/check.sh`",
  );
  return undefined;
}

function timeoutOf(entry: Table, path: Path, fail: Fail): number | undefined {
  const { timeout } = entry;
  if (timeout === undefined || (typeof timeout === "number" && timeout > 0)) return timeout;
  fail([...path, "timeout"], "`timeout` must be a number of seconds");
  return undefined;
}

const listedKeys = ["event", "matcher", "command", "timeout"];

function listedHook(hook: unknown, path: Path, fail: Fail): SkillHook[] {
  if (!isTable(hook)) {
    fail(path, "a hook is an entry with `event`, `matcher` and `command`");
    return [];
  }
  for (const key of Object.keys(hook)) {
    if (listedKeys.includes(key)) continue;
    const guess = nearest(key, listedKeys);
    fail([...path, key], `unknown key \`${key}\` in a hook`, didYouMean(guess));
  }
  const { event } = hook;
  const isKnown = checkEvent(event, event === undefined ? path : [...path, "event"], fail);
  const matcher = matcherOf(hook, path, fail);
  const command = commandOf(hook, path, fail);
  const timeout = timeoutOf(hook, path, fail);
  return isKnown && command !== undefined ? [{ event, matcher, command, timeout, path }] : [];
}

function nestedHooks(event: string, group: unknown, path: Path, fail: Fail): SkillHook[] {
  const hooks = isTable(group) ? group["hooks"] : undefined;
  if (!isTable(group) || !Array.isArray(hooks)) {
    fail(path, "an entry needs `hooks`, a list of `{type: command, command: …}`");
    return [];
  }
  const matcher = matcherOf(group, path, fail);
  return hooks.flatMap((hook: unknown, i): SkillHook[] => {
    const inner = [...path, "hooks", i];
    if (!isTable(hook) || typeof hook["type"] !== "string") {
      fail(inner, "a hook needs a `type`", "write `type: command`");
      return [];
    }
    // Other kinds, such as prompts and requests, are left to the client.
    const isCommand = hook["type"] === "command";
    const command = isCommand ? commandOf(hook, inner, fail) : undefined;
    const timeout = timeoutOf(hook, inner, fail);
    return isCommand && command === undefined ? [] : [{ event, matcher, command, timeout, path: inner }];
  });
}
