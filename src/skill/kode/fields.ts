/** Parses Kode's additions to the front matter: a version, and the table `metadata.kode`. All other keys are kept. */
import type { Report } from "../../base/diagnostic.ts";
import { isSemver, type SkillText } from "../../model/skill.ts";

export const kodeSlug = /^[a-z0-9][a-z0-9-]*$/;

const environments = ["bash", "python", "node", "kd", "none"] as const;
const modes = ["default", "acceptEdits", "plan", "auto"] as const;
export type PermissionMode = (typeof modes)[number];

export interface KodeFields {
  readonly primaryEnv: (typeof environments)[number] | undefined;
  readonly requires: { readonly bins: readonly string[]; readonly env: readonly string[] };
  readonly permissionMode: PermissionMode | undefined;
  /** Undefined: the skill has no list and gets what its caller allows. */
  readonly tools: readonly string[] | undefined;
  /** All other keys, unchanged. */
  readonly extra: Readonly<Record<string, unknown>>;
}

type Table = Readonly<Record<string, unknown>>;
type Path = readonly [string, ...string[]];

/** Reports problems and continues; the caller counts the errors. Types of the common fields are checked elsewhere. */
export function readKodeFields({ fields, at }: SkillText, report: Report): KodeFields {
  const wrong = (path: Path, message: string, hint?: string): void =>
    report({ code: "bad-field", severity: "error", message, span: at(path), hint });
  const version = fields["version"];
  if (typeof version === "string" && version.trim() !== "" && !isSemver(version)) {
    const message = `\`version\` should be a semantic version, not \`${version}\``;
    report({ code: "bad-field", severity: "warning", message, span: at(["version"]), hint: "write it as `0.1.0`" });
  }

  const inKode = (...path: string[]): Path => ["metadata", "kode", ...path];
  const metadata = isTable(fields["metadata"]) ? fields["metadata"] : {};
  const tableAt = (table: Table, key: string, path: Path): Table => {
    const value = written(table, key);
    if (value === undefined || isTable(value)) return value ?? {};
    wrong(path, `\`${key}\` must be a table of keys and values`);
    return {};
  };
  const kode = tableAt(metadata, "kode", inKode());
  const requires = tableAt(kode, "requires", inKode("requires"));
  const oneOf = <T extends string>(key: string, words: readonly T[]): T | undefined => {
    const value = written(kode, key);
    const found = words.find((word) => word === value);
    if (value !== undefined && !found) wrong(inKode(key), `\`${key}\` must be one of ${words.join(", ")}`);
    return found;
  };
  const list = (table: Table, path: Path, read: ListReader): readonly string[] | undefined => {
    const key = path.at(-1)!;
    const found = read(written(table, key));
    if (found !== "wrong") return found;
    wrong(path, `\`${key}\` must be a list of names`);
    return [];
  };
  return {
    primaryEnv: oneOf("primary_env", environments),
    requires: {
      bins: list(requires, inKode("requires", "bins"), textList) ?? [],
      env: list(requires, inKode("requires", "env"), textList) ?? [],
    },
    permissionMode: oneOf("permission_mode", modes),
    tools: list(kode, inKode("tools"), textList) ?? otherTools(fields["allowed-tools"]),
    extra: extraOf(fields, metadata, kode),
  };
}

/** Not a field of Kode, so it never rejects a skill. A list that cannot be parsed grants nothing. */
function otherTools(value: unknown): readonly string[] | undefined {
  const found = toolList(value ?? undefined);
  return found === "wrong" ? [] : found;
}

/** An empty value counts as missing. */
function written(table: Table, key: string): unknown {
  return Object.hasOwn(table, key) && table[key] !== null ? table[key] : undefined;
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const placed = ["name", "description", "version", "metadata"];
const placedInKode = ["primary_env", "requires", "permission_mode", "tools"];

function extraOf(fields: Table, metadata: Table, kode: Table): Table {
  const without = (table: Table, keys: readonly string[]): Table =>
    Object.fromEntries(Object.entries(table).filter(([key]) => !keys.includes(key)));
  const unknown = without(kode, placedInKode);
  const kept = {
    ...without(metadata, ["kode"]),
    ...(Object.keys(unknown).length > 0 ? { kode: unknown } : {}),
  };
  return { ...without(fields, placed), ...(Object.keys(kept).length > 0 ? { metadata: kept } : {}) };
}

/** Undefined: not written. "wrong": written, but not a list of names. */
type ListReader = (value: unknown) => readonly string[] | undefined | "wrong";

const textList: ListReader = (value) => {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string" && each.trim() !== "")) return "wrong";
  return value.map((each: string) => each.trim());
};

/** `Read, Bash(git *) Edit`: separated by commas or spaces, but not inside brackets. */
const toolList: ListReader = (value) => {
  if (typeof value !== "string") return textList(value);
  const names = value.match(/(?:[^\s,()]+(?:\([^()]*\))?)/g) ?? [];
  // Text that the pattern does not match, such as a lone bracket, is not a tool name.
  return names.join("").length === value.replace(/[\s,](?![^()]*\))/g, "").length ? names : "wrong";
};
