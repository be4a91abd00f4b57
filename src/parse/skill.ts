/** Parses SKILL.md: front matter, fields by profile, and the whole folder as a Skill. Advice is in src/skill/lint. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { nearest } from "../base/text.ts";
import { splitFrontMatter } from "../formats/markdown.ts";
import {
  longestCompatibility,
  longestDescription,
  metadataVersion,
  profileRules,
  type Skill,
  type SkillFieldType,
  type SkillFile,
  type SkillProfile,
  type SkillText,
  skillField,
  skillFieldNames,
} from "../model/skill.ts";
import { readHooks } from "./skill-hooks.ts";

export async function parseSkill(
  directory: string,
  file: SourceFile,
  files: readonly SkillFile[],
  reportAny: Report,
): Promise<Skill | undefined> {
  let hasFailed = false;
  const report: Report = (diagnostic) => {
    hasFailed ||= diagnostic.severity === "error";
    reportAny(diagnostic);
  };
  const text = await readSkillText(file, report);
  const head = text && checkSkillFields(text, directory, "claude", report);
  const hooks = text ? readHooks(text, report) : [];
  if (!text || !head || hasFailed) return undefined;
  const isForked = text.fields["context"] !== undefined;
  return { ...head, files, isForked, span: text.at(["name"]), path: file.path, text, hooks };
}

export async function readSkillText(file: SourceFile, report: Report): Promise<SkillText | undefined> {
  const parts = splitFrontMatter(file.text);
  if (parts === undefined || parts === "open") {
    const firstLine = file.text.indexOf("\n");
    report({
      code: "bad-frontmatter",
      severity: "error",
      message:
        file.text.trim() === ""
          ? "the file is empty"
          : parts === "open"
            ? "the front matter is not closed"
            : "the file has no front matter",
      span: { file, start: 0, end: firstLine < 0 ? file.text.length : firstLine },
      label: parts === "open" ? "opened here" : "expected a line `---`",
      hint: "start with `---`, then `name:` and `description:`, then `---`",
    });
    return undefined;
  }
  // The YAML library is slow to load, so it is loaded only if there is front matter.
  const { parseYamlMap } = await import("../formats/yaml.ts");
  const yaml = parseYamlMap(file, parts.yaml, parts.offset, report);
  if (!yaml) return undefined;
  const { body, bodyOffset } = parts;
  return { file, fields: yaml.value, at: yaml.at, body, bodyOffset };
}

/** The required fields, after checking. */
export interface SkillHead {
  readonly name: string;
  readonly description: string;
}

/** Undefined if something required is wrong. Other errors are reported; the caller counts them. */
export function checkSkillFields(
  text: SkillText,
  directory: string,
  profile: SkillProfile,
  report: Report,
): SkillHead | undefined {
  const missing = profileRules[profile].required.filter((key) => reportMissing(text, key, report));
  checkTypes(text, profile, report);
  checkUnknown(text, profile, report);
  const { name, description } = text.fields;
  const isNamed = isText(name) && checkName(text, name, directory, profile, report);
  const isDescribed = isText(description) && checkDescription(text, description, report);
  return isNamed && isDescribed && missing.length === 0 ? { name, description } : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

function reportMissing({ file, fields }: SkillText, key: string, report: Report): boolean {
  if (Object.hasOwn(fields, key)) return false;
  report({
    code: "missing-field",
    severity: "error",
    message: `required field \`${key}\` is missing in SKILL.md`,
    span: fileStart(file),
    hint:
      key === "version" && metadataVersion(fields) !== undefined
        ? "Kode does not read it under `metadata`; `surcingle build` writes it for Kode"
        : `add \`${key}: …\` between the \`---\` lines`,
  });
  return true;
}

const anyText = z.string();
const texts = z.array(anyText);
const table = z.record(anyText, z.unknown());

/** `wanted` completes the sentence "`field` must be …". */
export const fieldTypes: Readonly<
  Record<SkillFieldType, { readonly wanted: string; readonly schema: z.core.$ZodType }>
> = {
  text: { wanted: "a non-empty string", schema: anyText.check(z.regex(/\S/)) },
  words: { wanted: "a string or a list of strings", schema: z.union([anyText, texts]) },
  texts: { wanted: "a list of strings", schema: texts },
  boolean: { wanted: "true or false", schema: z.boolean() },
  table: { wanted: "a table of keys and values", schema: table },
  fork: { wanted: "`fork`", schema: z.literal("fork") },
  hooks: { wanted: "a list of hooks, or a table by event", schema: z.union([z.array(z.unknown()), table]) },
  any: { wanted: "a value", schema: z.unknown() },
};

/** Kode reads four fields; everything else in the front matter is kept and never rejected. */
function severityOf(key: string, value: unknown, profile: SkillProfile): "error" | "warning" {
  if (profile === "open") return "error";
  if (profile === "claude") return skillField(key)?.isLoose ? "warning" : "error";
  const isEmpty = value === null || (typeof value === "string" && value.trim() === "") || typeof value === "object";
  return key === "name" || key === "description" || (key === "version" && isEmpty) ? "error" : "warning";
}

function checkTypes(text: SkillText, profile: SkillProfile, report: Report): void {
  for (const [key, value] of Object.entries(text.fields)) {
    const field = skillField(key);
    if (!field || (profileRules[profile].isStrict && field.source !== "open")) continue;
    const { wanted, schema } = fieldTypes[field.type];
    if (!z.safeParse(schema, value).success) {
      const severity = severityOf(key, value, profile);
      const isEmpty = typeof value === "string" && value.trim() === "";
      const label = value === null ? "no value" : isEmpty ? "empty" : `not ${wanted.replace("non-empty ", "")}`;
      report({
        code: "bad-field",
        severity,
        message: `\`${key}\` ${severity === "error" ? "must" : "should"} be ${wanted}`,
        span: text.at([key]),
        label: severity === "error" ? label : `${label}; kept as written`,
        hint: fixFor(field.type, value),
      });
    } else if (field.type === "text" && isAmbiguous(text, key)) {
      report({
        code: "skill-odd-value",
        severity: "warning",
        message: `\`${key}\` is a string in some clients and another type in others`,
        span: text.at([key]),
        label: "not quoted",
        hint: `write \`${key}: "${value}"\``,
      });
    }
  }
  if (profile === "open") checkCompatibility(text, report);
}

/** The open standard limits the length of one text; a list is written as one. */
function checkCompatibility({ fields, at }: SkillText, report: Report): void {
  const value = fields["compatibility"];
  const parsed = z.safeParse(fieldTypes.words.schema, value);
  if (value === undefined || !parsed.success) return;
  const length = [...(Array.isArray(value) ? value.join(", ") : String(value))].length;
  if (length >= 1 && length <= longestCompatibility) return;
  const message = `\`compatibility\` must have 1 to ${longestCompatibility} characters`;
  const hint =
    length === 0 ? "list the clients that the skill supports, or remove the line" : "move the details to the body";
  report({ code: "bad-field", severity: "error", message, span: at(["compatibility"]), label: `${length}`, hint });
}

function fixFor(type: SkillFieldType, value: unknown): string | undefined {
  if (value === null) return "write a value, or remove the line";
  if (type === "text" && (typeof value === "number" || typeof value === "boolean")) return "quote the value";
  if (type === "text" && Array.isArray(value)) return "square brackets make a list: quote the whole value";
  if (type === "boolean" && typeof value === "string" && /^(?:yes|on|y)$/i.test(value)) return "write `true`";
  if (type === "boolean" && typeof value === "string" && /^(?:no|off|n)$/i.test(value)) return "write `false`";
  if (type === "texts" && typeof value === "string") return "write it as a list: `[one, two]`";
  return undefined;
}

/** What YAML 1.1 parsers read as a date, a time or a boolean without quotes. */
const ambiguous = /^(?:\d{4}-\d\d?-\d\d?(?:[Tt ].*)?|\d+(?::[0-5]?\d)+|yes|no|on|off|y|n)$/i;

function isAmbiguous({ file, fields, at }: SkillText, key: string): boolean {
  const value = fields[key];
  if (typeof value !== "string" || !ambiguous.test(value)) return false;
  const { start } = at([key]);
  return file.text[start] !== '"' && file.text[start] !== "'";
}

/** More than this are not typos, and each search for a similar name takes time. */
const mostUnknown = 20;

function checkUnknown(text: SkillText, profile: SkillProfile, report: Report): void {
  const { isStrict } = profileRules[profile];
  const severity = isStrict ? "error" : "warning";
  const unknown = Object.keys(text.fields).filter((key) => {
    const field = skillField(key);
    return !field || (isStrict && field.source !== "open");
  });
  for (const key of unknown.slice(0, mostUnknown)) {
    const isExtension = skillField(key) !== undefined;
    const known = isStrict ? skillFieldNames.filter((name) => skillField(name)?.source === "open") : skillFieldNames;
    const guess = nearest(key, known);
    report({
      code: "unknown-field",
      severity,
      message: isExtension
        ? `\`${key}\` is a Claude Code extension, not part of the open standard`
        : `unknown field \`${key}\` in SKILL.md`,
      span: text.at([key], "key"),
      label: isExtension ? "not portable" : isStrict ? "unknown field" : "kept, but no known client reads it",
      hint: isExtension
        ? "move it to `metadata`, or check with `--profile claude`"
        : guess && `did you mean \`${guess}\`?`,
    });
  }
  if (unknown.length > mostUnknown) {
    const message = `${unknown.length - mostUnknown} more unknown fields in SKILL.md`;
    report({ code: "unknown-field", severity, message, span: text.at([unknown[mostUnknown]!], "key") });
  }
}

function checkName(text: SkillText, name: string, directory: string, profile: SkillProfile, report: Report): boolean {
  const { isNameAllowed, nameRule } = profileRules[profile];
  const span = text.at(["name"]);
  const isAllowed = isNameAllowed(name);
  if (!isAllowed) {
    const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
    const message = `the skill name \`${shown}\` must be ${nameRule}`;
    const label = [...name].length > 64 ? `${[...name].length} characters` : undefined;
    report({ code: "bad-name", severity: "error", message, span, label });
  } else if (!profileRules.open.isNameAllowed(name)) {
    const message = `the skill name \`${name}\` is rejected by other clients`;
    report({ code: "odd-name", severity: "warning", message, span, hint: `use ${profileRules.open.nameRule}` });
  }
  if (name === directory) return isAllowed;
  report({
    code: "name-mismatch",
    severity: "error",
    message: `skill \`${name}\` is in the directory \`${directory}\``,
    span,
    label: "some clients use the directory",
    hint: `write \`name: ${directory}\`, or rename the directory`,
  });
  return false;
}

/** Characters as a person counts them: an emoji is one. */
function checkDescription(text: SkillText, description: string, report: Report): boolean {
  // No text has more characters than units.
  const length = description.length < longestDescription ? description.length : [...description].length;
  if (length < longestDescription) return true;
  const isTooLong = length > longestDescription;
  report({
    code: "skill-description-length",
    severity: isTooLong ? "error" : "warning",
    message: isTooLong
      ? `the description has ${length} characters; the limit is ${longestDescription}`
      : `the description has ${length} characters; use fewer than ${longestDescription}`,
    span: text.at(["description"]),
    label: `${length} characters`,
    hint: "move the details to the body",
  });
  return !isTooLong;
}
