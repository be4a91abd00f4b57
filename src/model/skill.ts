/** A skill: a folder with SKILL.md and the files it refers to. */
import type { SourceFile, Span } from "../base/source.ts";
import type { Policy } from "./permission.ts";

export interface SkillFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly content: string | Uint8Array;
  readonly executable: boolean;
}

/** The front matter and the body. */
export interface SkillText {
  readonly file: SourceFile;
  /** As written, in written order. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: (path: readonly (string | number)[], part?: "key" | "value") => Span;
  readonly body: string;
  /** Where the body begins in the file. */
  readonly bodyOffset: number;
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  /** SKILL.md first, then the rest by code unit. */
  readonly files: readonly SkillFile[];
  /** It runs as a separate agent (`context: fork`) instead of being read. */
  readonly isForked: boolean;
  readonly span: Span;
  /** The SKILL.md, relative to its root. */
  readonly path: string;
  readonly text: SkillText;
  readonly hooks: readonly SkillHook[];
}

export const skillProfiles = ["open", "claude", "kode"] as const;

/** Where a skill sets its permission mode. */
export const permissionModePath = ["metadata", "kode", "permission_mode"] as const;
export type SkillProfile = (typeof skillProfiles)[number];

/** `texts`: a list of strings. `words`: a list of strings, or one text. */
export type SkillFieldType = "text" | "words" | "texts" | "boolean" | "table" | "fork" | "hooks" | "any";

export interface SkillField {
  /**
   * `open`: the open standard. `claude`: an extension in the format's source. `client`: one that only the client
   * documents.
   */
  readonly source: "open" | "claude" | "client";
  readonly type: SkillFieldType;
  readonly purpose: string;
  /** It changes what a client does; the others are for people and tools, and a copied file keeps them. */
  readonly isBehaviour: boolean;
  /** Real skills have other values here too: outside the open standard they produce a warning and are kept. */
  readonly isLoose?: true;
  /** What an author can do if a client does not support the field. */
  readonly fallback?: string;
}

export const skillFields = {
  name: { source: "open", type: "text", purpose: "unique name, the same as the directory", isBehaviour: false },
  description: { source: "open", type: "text", purpose: "when an agent should load the skill", isBehaviour: false },
  license: {
    source: "open",
    type: "text",
    isLoose: true,
    purpose: "SPDX identifier of the licence",
    isBehaviour: false,
  },
  compatibility: {
    source: "open",
    type: "words",
    isLoose: true,
    purpose: "clients the skill is made for",
    isBehaviour: false,
  },
  metadata: {
    source: "open",
    type: "table",
    isLoose: true,
    purpose: "data of other tools",
    isBehaviour: false,
  },
  "allowed-tools": {
    source: "open",
    type: "words",
    purpose: "tools the skill uses: a limit if it runs as its own agent, pre-approved in Claude Code otherwise",
    isBehaviour: true,
    fallback: "describe in the body which actions to avoid",
  },
  version: { source: "claude", type: "text", isLoose: true, purpose: "semantic version", isBehaviour: false },
  triggers: {
    source: "claude",
    type: "texts",
    isLoose: true,
    purpose: "words that trigger the skill, besides the description",
    isBehaviour: true,
    fallback: "put the words into the description",
  },
  portable: {
    source: "claude",
    type: "boolean",
    isLoose: true,
    purpose: "the skill works unchanged in every client",
    isBehaviour: false,
  },
  context: {
    source: "claude",
    type: "fork",
    purpose: "`fork` runs the skill as a separate agent",
    isBehaviour: true,
    fallback: "run it in a fresh session and summarize the results",
  },
  "user-invocable": {
    source: "claude",
    type: "boolean",
    purpose: "whether the slash menu shows it (default true)",
    isBehaviour: true,
    fallback: "the model loads it by its description; people can call it too",
  },
  "disable-model-invocation": {
    source: "claude",
    type: "boolean",
    purpose: "the model cannot load it on its own (default false)",
    isBehaviour: true,
    fallback: "keep the skill out of the agent's list and call it by hand",
  },
  agent: {
    source: "claude",
    type: "text",
    purpose: "the agent that runs it",
    isBehaviour: true,
    fallback: "the session's agent runs it",
  },
  model: {
    source: "claude",
    type: "text",
    purpose: "the model that runs it",
    isBehaviour: true,
    fallback: "the session's model runs it",
  },
  "argument-hint": {
    source: "claude",
    type: "text",
    isLoose: true,
    purpose: "hint shown for the slash command",
    isBehaviour: true,
    fallback: "no hint is shown; describe the arguments in the body",
  },
  hooks: {
    source: "claude",
    type: "hooks",
    purpose: "scripts that run on tool events",
    isBehaviour: true,
    fallback: "run the checks by hand or from a script",
  },
  effort: {
    source: "client",
    type: "any",
    purpose: "reasoning effort of the model",
    isBehaviour: true,
    fallback: "the session's effort is used",
  },
  paths: {
    source: "client",
    type: "words",
    isLoose: true,
    purpose: "list the skill only after such a file was used",
    isBehaviour: true,
    fallback: "the skill is always listed",
  },
  arguments: {
    source: "client",
    type: "words",
    isLoose: true,
    purpose: "names of the arguments",
    isBehaviour: true,
    fallback: "refer to arguments by number",
  },
} as const satisfies Readonly<Record<string, SkillField>>;

type SkillFieldName = keyof typeof skillFields;

export const skillFieldNames = Object.keys(skillFields) as readonly SkillFieldName[];

export function skillField(name: string): SkillField | undefined {
  return Object.hasOwn(skillFields, name) ? skillFields[name as SkillFieldName] : undefined;
}

/** What a profile requires, where the profiles differ. */
interface ProfileRules {
  readonly required: readonly SkillFieldName[];
  readonly isNameAllowed: (name: string) => boolean;
  readonly nameRule: string;
  /** Fields of other sources and unknown ones are errors. */
  readonly isStrict: boolean;
  /** Only `$ARGUMENTS` is substituted, joined by single spaces; commands in the body are text. */
  readonly isPlainTemplate: boolean;
  /** `metadata.kode` has a meaning, and skills are also found in the home directory. */
  readonly hasOwnMetadata: boolean;
}

const kebabName = (name: string): boolean => name.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
const kebabRule = "1 to 64 characters: `a-z`, `0-9` and single hyphens between them";

const standard = {
  required: ["name", "description"],
  isNameAllowed: kebabName,
  nameRule: kebabRule,
  isPlainTemplate: false,
  hasOwnMetadata: false,
} as const;

export const profileRules: Readonly<Record<SkillProfile, ProfileRules>> = {
  open: { ...standard, isStrict: true },
  claude: {
    ...standard,
    isStrict: false,
    // Claude Code uses the directory as the name; others get only skills with names of the open standard.
    isNameAllowed: (name) => /^[\p{L}\p{N}_@.+-][\p{L}\p{M}\p{N} _@.+-]*$/u.test(name),
    nameRule: "letters, digits, spaces and `_`, `@`, `.`, `+`, `-`",
  },
  kode: {
    required: ["name", "description", "version"],
    isNameAllowed: (name) => /^[a-z0-9][a-z0-9-]*$/.test(name),
    nameRule: "`a-z`, `0-9` and hyphens, starting with a letter or digit",
    isStrict: false,
    isPlainTemplate: true,
    hasOwnMetadata: true,
  },
};

/** In characters, as a person counts them. */
export const longestDescription = 1024;
export const longestBody = 300;
export const longestCompatibility = 500;

const part = "[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*";
const number = "(?:0|[1-9]\\d*)";
const semver = new RegExp(`^${number}\\.${number}\\.${number}(?:-${part})?(?:\\+${part})?$`);

export function isSemver(version: string): boolean {
  return semver.test(version);
}

/** The open standard has no version field; there it is part of the metadata. */
export function metadataVersion({ metadata }: Readonly<Record<string, unknown>>): unknown {
  if (typeof metadata !== "object" || metadata === null || !Object.hasOwn(metadata, "version")) return undefined;
  return (metadata as Readonly<Record<string, unknown>>)["version"];
}

/** The seventeen events of the skill format, by category. */
export const hookEvents = {
  tool: ["PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest"],
  notification: ["Notification", "Stop", "SubagentStart", "SubagentStop", "TeammateIdle", "TaskCompleted"],
  session: [
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreCompact",
    "PostCompact",
    "WorktreeCreate",
    "WorktreeRemove",
  ],
} as const;

/** Additional events of Claude Code 2.1. */
const clientHookEvents = [
  "ConfigChange",
  "CwdChanged",
  "DirectoryAdded",
  "Elicitation",
  "ElicitationResult",
  "FileChanged",
  "InstructionsLoaded",
  "MessageDisplay",
  "PermissionDenied",
  "PostModelSwitch",
  "PostToolBatch",
  "PreModelSwitch",
  "Setup",
  "StopFailure",
  "TaskCreated",
  "UserPromptExpansion",
] as const;

export const allHookEvents: readonly string[] = [...Object.values(hookEvents).flat(), ...clientHookEvents];

export interface SkillHook {
  readonly event: string;
  readonly matcher: string | undefined;
  /** Undefined for a hook that is not a command: a prompt, a request. */
  readonly command: string | undefined;
  /** In seconds. */
  readonly timeout: number | undefined;
  readonly path: readonly (string | number)[];
}

/** A hook that our gate runs for a client that has no hooks. */
export interface SkillGuard {
  readonly event: string;
  readonly matcher?: string;
  readonly command: string;
  /** In seconds. */
  readonly timeout?: number;
}

/** Limits and hooks while a skill, or a command of that name, is used. Plain JSON, written to a client's directory. */
export interface SkillLimits {
  readonly name: string;
  /** `file:line:col` of its list of tools. */
  readonly place: string;
  /** Its list of tools if it runs in its own context. */
  readonly apart?: Policy;
  /** Its list of tools if it runs in the session, until the next prompt. */
  readonly inline?: Policy;
  readonly hooks: readonly SkillGuard[];
}

export interface SkillInvocation {
  readonly inSlashMenu: boolean;
  readonly modelInvokes: boolean;
  readonly inModelContext: boolean;
}

const invocationMatrix = [
  { userInvocable: true, modelInvocable: true, inSlashMenu: true, modelInvokes: true, inModelContext: true },
  { userInvocable: false, modelInvocable: true, inSlashMenu: false, modelInvokes: true, inModelContext: true },
  { userInvocable: true, modelInvocable: false, inSlashMenu: true, modelInvokes: false, inModelContext: false },
  { userInvocable: false, modelInvocable: false, inSlashMenu: false, modelInvokes: false, inModelContext: false },
] as const satisfies readonly (SkillInvocation & {
  readonly userInvocable: boolean;
  readonly modelInvocable: boolean;
})[];

export function invocationOf(fields: Readonly<Record<string, unknown>>): SkillInvocation {
  const userInvocable = fields["user-invocable"] !== false;
  const modelInvocable = fields["disable-model-invocation"] !== true;
  const row = invocationMatrix.find(
    (each) => each.userInvocable === userInvocable && each.modelInvocable === modelInvocable,
  )!;
  const { inSlashMenu, modelInvokes, inModelContext } = row;
  return { inSlashMenu, modelInvokes, inModelContext };
}
