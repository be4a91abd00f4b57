/** Parses settings files: surcingle.toml of each root, then the file given on the command line; later keys win. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile, Span } from "../base/source.ts";
import { parseJsonc } from "../formats/jsonc.ts";
import { parseToml } from "../formats/toml.ts";
import { defaultSandbox, type SandboxSettings, sandboxUses } from "../model/sandbox.ts";
import type { Settings } from "../model/settings.ts";
import { type Checked, reportIssues, type Vocabulary } from "./issues.ts";

const text = z.string().check(z.minLength(1, "a non-empty string"));
// One word: a line break would add lines to the front matter of an agent.
const model = z.string().check(z.regex(/^[A-Za-z0-9@][!#-&(-~]*$/, "a model name without spaces or quotes"));
const modelTable = z.record(z.string(), model);

const place = text.check(z.regex(/^(?:\/|~\/)/, "an absolute path, or one that starts with `~/`"));
const writable = text.check(
  z.regex(
    /^(?:\/|~\/|(?![~.]*(?:\/|$)|\.git(?:\/|$))(?!.*(?:\*|\.\.))[^/])/,
    "an absolute path, one that starts with `~/`, or a directory of the project without wildcards",
  ),
);
const sandboxSchema = z.strictObject({
  use: z.optional(z.enum(sandboxUses)),
  read: z.optional(z.array(place)),
  write: z.optional(z.array(writable)),
  git: z.optional(z.enum(["read", "write"])),
  hide: z.optional(z.array(place)),
  protect: z.optional(z.array(text.check(z.regex(/^(?![~/])(?!.*[*])/, "a path in the project, without wildcards")))),
  env: z.optional(z.array(text.check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable")))),
  max_mounts: z.optional(
    z.number().check(z.int("a whole number"), z.minimum(20, "at least 20"), z.maximum(2000, "at most 2000")),
  ),
});

export const settingsSchema = z.strictObject({
  harnesses: z.optional(z.array(text)),
  models: z.optional(z.record(z.string(), modelTable)),
  tiers: z.optional(
    z.record(
      z.string(),
      z.strictObject({ fast: z.optional(model), balanced: z.optional(model), strong: z.optional(model) }),
    ),
  ),
  pi: z.optional(z.strictObject({ primary: z.optional(text) })),
  opencode: z.optional(z.strictObject({ require_plugin: z.optional(z.boolean()) })),
  allow_tools: z.optional(z.array(text)),
  gate_command: z.optional(text),
  home: z.optional(text.check(z.regex(/^\//, "an absolute path"))),
  log: z.optional(text.check(z.regex(/^(?:\/|~\/)/, "an absolute path, or one that starts with `~/`"))),
  hub_url: z.optional(text),
  kode: z.optional(z.strictObject({ native_skills_dir: z.optional(text), deny: z.optional(z.array(text)) })),
  skills: z.optional(
    z.strictObject({ enforce_allowed_tools: z.optional(z.boolean()), ignore: z.optional(z.array(text)) }),
  ),
  sandbox: z.optional(sandboxSchema),
});

type Fields = z.infer<typeof settingsSchema>;

export interface SettingsDocument {
  readonly fields: Fields;
  readonly at: (path: readonly (string | number)[], part?: "key" | "value") => Span;
}

const nested: Readonly<Record<string, readonly string[]>> = {
  pi: ["primary"],
  opencode: ["require_plugin"],
  skills: ["enforce_allowed_tools", "ignore"],
  kode: ["native_skills_dir", "deny"],
  sandbox: Object.keys(sandboxSchema.shape),
};

const vocabulary: Vocabulary = {
  subject: "the settings",
  knownKeys: (path) => {
    if (path.length === 0) return Object.keys(settingsSchema.shape);
    return path[0] === "tiers" ? ["fast", "balanced", "strong"] : (nested[String(path[0])] ?? []);
  },
  codeOf: (_, kind) => (kind === "value" ? "bad-settings" : undefined),
};

export function parseSettings(file: SourceFile, report: Report): SettingsDocument | undefined {
  const checked = file.path.endsWith(".json") ? parseJsonSettings(file, report) : parseToml(file, report);
  if (!checked) return undefined;
  const result = settingsSchema.safeParse(checked.value);
  if (result.success) return { fields: result.data, at: checked.at };
  reportIssues(result.error.issues, checked, vocabulary, report);
  return undefined;
}

/** home-manager writes JSON, so a wrong value is reported at the start of the file. A syntax error has its position. */
function parseJsonSettings(file: SourceFile, report: Report): Checked | undefined {
  const at = (): Span => ({ file, start: 0, end: 0 });
  try {
    return { value: JSON.parse(file.text), at };
  } catch {
    const found = parseJsonc(file.text);
    const { problem, offset } =
      "problem" in found ? found : { problem: "comments and trailing commas are not allowed", offset: 0 };
    report({
      code: "bad-settings",
      severity: "error",
      message: `the settings are not valid JSON: ${problem}`,
      span: { file, start: Math.min(offset, file.text.length), end: Math.min(offset + 1, file.text.length) },
      hint: "fix the file, or write the settings as TOML",
    });
    return undefined;
  }
}

/**
 * `isForUse`: a client will read the files where they are installed. Then the default is to lock them without the
 * plugin.
 */
export function mergeSettings(documents: readonly SettingsDocument[], isForUse: boolean): Settings {
  const all = documents.map(({ fields }) => fields);
  const last = <T>(pick: (fields: Fields) => T | undefined): T | undefined =>
    all.map(pick).findLast((value) => value !== undefined);
  return {
    models: mergeTables(all.map(({ models }) => models ?? {})),
    tiers: mergeTables(all.map(({ tiers }) => (tiers ?? {}) as Record<string, Record<string, string>>)),
    harnesses: last(({ harnesses }) => harnesses),
    piPrimary: last(({ pi }) => pi?.primary),
    opencodeRequiresPlugin: last(({ opencode }) => opencode?.require_plugin) ?? isForUse,
    allowTools: last(({ allow_tools }) => allow_tools) ?? [],
    gateCommand: last(({ gate_command }) => gate_command),
    home: last(({ home }) => home),
    log: last(({ log }) => log),
    hubUrl: last(({ hub_url }) => hub_url),
    sandbox: mergeSandbox(all),
    skills: {
      // A later file cannot remove a limit.
      enforceAllowedTools: all.some(({ skills }) => skills?.enforce_allowed_tools === true),
      ignore: last(({ skills }) => skills?.ignore) ?? [],
    },
    kode: {
      nativeSkillsDir: last(({ kode }) => kode?.native_skills_dir),
      deny: all.flatMap(({ kode }) => kode?.deny ?? []),
    },
  };
}

/** Key by key: a later document replaces a list instead of extending it. */
function mergeSandbox(all: readonly Fields[]): SandboxSettings {
  const last = <K extends keyof NonNullable<Fields["sandbox"]>>(
    key: K,
  ): NonNullable<Fields["sandbox"]>[K] | undefined =>
    all.map(({ sandbox }) => sandbox?.[key]).findLast((value) => value !== undefined);
  return {
    use: last("use"),
    read: last("read"),
    write: last("write") ?? defaultSandbox.write,
    git: last("git") ?? defaultSandbox.git,
    hide: last("hide") ?? defaultSandbox.hide,
    protect: last("protect") ?? defaultSandbox.protect,
    env: last("env") ?? defaultSandbox.env,
    maxMounts: last("max_mounts") ?? defaultSandbox.maxMounts,
  };
}

type Tables = Readonly<Record<string, Readonly<Record<string, string>>>>;

function mergeTables(tables: readonly Tables[]): Tables {
  // Without a prototype: an agent may be named `constructor`.
  const bare = <T>(): Record<string, T> => Object.create(null);
  const merged = bare<Record<string, string>>();
  for (const table of tables)
    for (const [key, inner] of Object.entries(table)) merged[key] = Object.assign(merged[key] ?? bare(), inner);
  return merged;
}
