/** Classes of commands, derived from the program table, that the comparison of policies needs. */
import type { Policy } from "../../model/permission.ts";
import { connectingRoles, markRoles, startingRoles, type WordRole, writingRoles } from "../programs/entry.ts";
import { deniesAll, judgeByToolLimit } from "../rules.ts";
import { type CommandClass, isOption } from "./nfa/program-options.ts";
import { literalWords } from "./sides.ts";

const readingRoles: ReadonlySet<WordRole> = new Set<WordRole>([
  "none",
  "read",
  "list",
  "read-below",
  "rev",
  "at",
  "code:jq",
  "cwd",
]);
const silentRoles: ReadonlySet<WordRole> = new Set<WordRole>(["none", "code:jq"]);

/** Roles that start something or are an effect without a target. */
function isActive(role: WordRole): boolean {
  return startingRoles.has(role) || markRoles.has(role);
}

/** Programs and subcommands that allow rules name, and patterns that contain options. */
function writtenIn({ rules }: Policy): Pick<CommandClass, "options" | "subs"> {
  const allowed = rules.filter(({ tool, verdict }) => tool === "bash" && verdict === "allow");
  return {
    options: [...new Set(allowed.map(({ pattern }) => pattern))].filter((pattern) => pattern.split(" ").some(isOption)),
    subs: [...new Set(allowed.map((rule) => literalWords(rule).slice(0, 2).join(" ")))],
  };
}

function keyOf(name: string, ...parts: readonly unknown[]): string {
  return JSON.stringify([name, ...parts]);
}

/** Whether connections of programs are judged at all. */
export function judgesConnections(policy: Policy): boolean {
  return policy.named.includes("webfetch") || judgeByToolLimit(policy, "webfetch") !== undefined;
}

/**
 * Commands that the policy asks about, or that only read. Commands that write are denied if `edit` is; in a read-only
 * agent, commands that make changes or are unknown to the table are denied or asked about.
 */
export function readingOf(policy: Policy, isReadOnly: boolean): CommandClass {
  const isClosed = judgesConnections(policy) && deniesAll(policy, "webfetch");
  const { options, subs } = isReadOnly ? writtenIn(policy) : { options: [], subs: [] };
  const deniesChanges = isReadOnly && policy.isToolList !== true;
  return {
    key: keyOf("reading", isReadOnly, isClosed, deniesChanges, options, subs),
    includesRole: (role) =>
      readingRoles.has(role) || (isReadOnly && writingRoles.has(role)) || (isClosed && connectingRoles.has(role)),
    includesMark: (mark) => mark === "quiet" || mark === "caution" || (mark === "changes" && deniesChanges),
    takesUnknown: isReadOnly,
    takesOptions: isReadOnly,
    options,
    subs,
    takesOthers: false,
    unknownWords: "asked",
  };
}

/** Commands that the policy denies, or that read nothing and only print. */
export function deniedOrPrintOnly(policy: Policy, isReadOnly: boolean): CommandClass {
  const deniesChanges = isReadOnly && policy.isToolList !== true;
  return {
    key: keyOf("deniedOrPrintOnly", isReadOnly, deniesChanges),
    includesRole: (role) => silentRoles.has(role) || (isReadOnly && writingRoles.has(role)),
    includesMark: (mark) => mark === "quiet" || (mark === "changes" && deniesChanges),
    takesUnknown: false,
    takesOptions: false,
    options: [],
    subs: [],
    takesOthers: false,
    unknownWords: "harmless",
  };
}

/** Commands without an effect that rules with these patterns allow in a read-only agent. */
export function withoutEffect(policy: Policy, patterns: readonly string[]): CommandClass {
  const options = patterns.filter((pattern) => pattern.split(" ").some(isOption));
  const { subs } = writtenIn(policy);
  return {
    key: keyOf("withoutEffect", options, subs),
    includesRole: (role) => !isActive(role),
    includesMark: (mark) => mark !== "changes" && mark !== "runs",
    takesUnknown: true,
    takesOptions: true,
    options,
    subs,
    takesOthers: true,
    unknownWords: "asked",
  };
}

/** Commands that do not connect by themselves. */
export const withoutOwnConnection: CommandClass = {
  key: "withoutOwnConnection",
  includesRole: (role) => !startingRoles.has(role),
  includesMark: (mark) => mark !== "connects",
  takesUnknown: true,
  takesOptions: false,
  options: [],
  subs: [],
  takesOthers: true,
  unknownWords: "all",
};

const open = { takesUnknown: true, takesOptions: false, options: [], subs: [], unknownWords: "all" } as const;

/** Commands to which a pack rule applies as written. */
export const asWrittenInPack: CommandClass = {
  key: "asWrittenInPack",
  includesRole: (role) => !isActive(role),
  includesMark: (mark) => mark !== "changes" && mark !== "runs" && mark !== "connects",
  takesUnknown: false,
  takesOptions: false,
  options: [],
  subs: [],
  takesOthers: true,
  unknownWords: "asked",
};

/** Commands that make no changes and that rules with these patterns allow in a tool list. */
export function withoutChange(patterns: readonly string[]): CommandClass {
  const options = patterns.filter((pattern) => pattern.split(" ").some(isOption));
  return {
    ...open,
    key: keyOf("withoutChange", options),
    includesRole: () => true,
    includesMark: (mark) => mark !== "changes",
    takesOptions: true,
    options,
    takesOthers: true,
  };
}

/** Known programs that neither run code nor start another program. */
export const startsNothing: CommandClass = {
  ...open,
  key: "startsNothing",
  includesRole: (role) => !isActive(role),
  includesMark: (mark) => mark !== "runs",
  takesOthers: false,
};

/** Commands that write to no file named in their words. */
export const withoutNamedWrite: CommandClass = {
  ...open,
  key: "withoutNamedWrite",
  includesRole: (role) => !writingRoles.has(role) && !startingRoles.has(role),
  includesMark: () => true,
  takesOthers: true,
};

/** Commands that connect to no address named in their words. */
export const withoutNamedAddress: CommandClass = {
  ...open,
  key: "withoutNamedAddress",
  includesRole: (role) => !connectingRoles.has(role) && !startingRoles.has(role),
  includesMark: () => true,
  takesOthers: true,
};
