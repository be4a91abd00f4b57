/** Settings files to Settings: surcingle.toml of each root, then the file given on the command line; later keys win. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile, Span } from "../base/source.ts";
import { parseToml } from "../formats/toml.ts";
import type { Settings } from "../model/settings.ts";
import { type Checked, reportIssues, type Vocabulary } from "./issues.ts";

const text = z.string().check(z.minLength(1, "a text that is not empty"));
// One word: a line break in it would add lines of its own to the front matter of an agent.
const model = z.string().check(z.regex(/^[A-Za-z0-9@][!#-&(-~]*$/, "the name of a model, without spaces and quotes"));
const modelTable = z.record(z.string(), model);

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
  log: z.optional(text.check(z.regex(/^(?:\/|~\/)/, "an absolute path, or one that begins with `~/`"))),
  hub_url: z.optional(text),
  kode: z.optional(z.strictObject({ native_skills_dir: z.optional(text), deny: z.optional(z.array(text)) })),
});

type Fields = z.infer<typeof settingsSchema>;

export interface SettingsDocument {
  readonly fields: Fields;
  readonly at: (path: readonly (string | number)[], part?: "key" | "value") => Span;
}

const nested: Readonly<Record<string, readonly string[]>> = {
  pi: ["primary"],
  opencode: ["require_plugin"],
  kode: ["native_skills_dir", "deny"],
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

/** JSON is what home-manager writes. A machine wrote it, so the start of the file is place enough. */
function parseJsonSettings(file: SourceFile, report: Report): Checked | undefined {
  const at = (): Span => ({ file, start: 0, end: 0 });
  try {
    return { value: JSON.parse(file.text), at };
  } catch (error) {
    const message = `the settings are not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    report({ code: "bad-settings", severity: "error", message, span: at() });
    return undefined;
  }
}

/** `isForUse`: a client will read the files where they are put. What no document says is closed there when it breaks. */
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
    kode: {
      nativeSkillsDir: last(({ kode }) => kode?.native_skills_dir),
      deny: all.flatMap(({ kode }) => kode?.deny ?? []),
    },
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
