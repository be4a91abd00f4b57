/** Parses SKILL.md: front matter, fields by profile, and the whole folder as a Skill. Advice is in src/skill/lint. */
import * as z from "zod/mini";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { didYouMean, nearest, validName } from "../base/did-you-mean.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { type FrontMatter, lengthBeforeFence, rewriteFields, splitFrontMatter, yamlFlow } from "../formats/markdown.ts";
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
import { type FieldRepair, readHooks, repairHooks } from "./skill-hooks.ts";

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
  const text = await readSkillText(file, report, directory);
  const head = text && checkSkillFields(text, directory, "claude", report);
  const hooks = text ? readHooks(text, report) : [];
  if (!text || !head || hasFailed) return undefined;
  const isForked = text.fields["context"] === "fork";
  const isRepaired = text.file !== file;
  const written = files.map((each) =>
    isRepaired && each.path === "SKILL.md" ? { ...each, content: text.file.text } : each,
  );
  return { ...head, files: written, isForked, span: text.at(["name"]), path: file.path, text, hooks };
}

/**
 * With a directory, reads the file as Claude Code does: what that client loads although the format rejects it is
 * repaired with a warning, and the result has the repaired text. The value of a field that restricts is never guessed.
 */
export async function readSkillText(
  file: SourceFile,
  report: Report,
  directory?: string,
): Promise<SkillText | undefined> {
  const closed = directory === undefined ? file : withFences(file, report);
  const text = await readFrontMatter(closed, report, directory !== undefined);
  return text && directory !== undefined ? withRepairedFields(text, directory, report) : text;
}

/** Drops text before the front matter and unindents its closing `---`: Claude Code accepts both. */
function withFences(file: SourceFile, report: Report): SourceFile {
  const start = lengthBeforeFence(file.text);
  const text = file.text.slice(start);
  const found = splitFrontMatter(text) === "open" ? /^[ \t]+---[ \t]*$/m.exec(text) : null;
  const warn = (message: string, from: number, to: number, hint: string): void =>
    report({ code: "bad-frontmatter", severity: "warning", message, span: { file, start: from, end: to }, hint });
  if (start > 0) warn("text before the front matter is dropped", 0, start, "start the file with `---`");
  if (!found) return start > 0 ? { ...file, text } : file;
  const [from, to] = [found.index, found.index + found[0].length];
  warn("the line `---` that closes the front matter is indented", start + from, start + to, "unindent it");
  return { ...file, text: `${text.slice(0, from)}---${text.slice(to)}` };
}

async function readFrontMatter(file: SourceFile, report: Report, mayRepair: boolean): Promise<SkillText | undefined> {
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
  const { parseYamlMap, repairYaml } = await import("../formats/yaml.ts");
  const mistakes: Diagnostic[] = [];
  const yaml = parseYamlMap(file, parts.yaml, parts.offset, (each) => mistakes.push(each));
  if (yaml) {
    const { body, bodyOffset } = parts;
    return { file, fields: yaml.value, at: yaml.at, body, bodyOffset };
  }
  const repaired =
    mayRepair && mistakes.every(({ code }) => code === "bad-yaml") ? repairYaml(parts.yaml, restricts) : undefined;
  const text = repaired && (await readFrontMatter(replaceFrontMatter(file, parts, repaired.text), () => {}, false));
  if (!repaired || !text) for (const each of mistakes) report(each);
  else
    for (const { start, end, what, hint } of repaired.repairs) {
      const span = { file, start: parts.offset + start, end: parts.offset + end };
      report({ code: "bad-yaml", severity: "warning", message: `not valid YAML: ${what}`, span, hint });
    }
  return text;
}

const restricting = ["allowed-tools", "hooks", "context", "agent", "user-invocable", "disable-model-invocation"];
const restricts = (key: string): boolean => restricting.includes(key);

function replaceFrontMatter(file: SourceFile, { yaml, offset }: FrontMatter, by: string): SourceFile {
  return { ...file, text: file.text.slice(0, offset) + by + file.text.slice(offset + yaml.length) };
}

async function withRepairedFields(text: SkillText, directory: string, report: Report): Promise<SkillText> {
  const repairs = [...nameRepairs(text, directory), ...valueRepairs(text), ...repairHooks(text.fields["hooks"])];
  const parts = splitFrontMatter(text.file.text);
  if (repairs.length === 0 || typeof parts !== "object") return text;
  const isWritten = ({ key }: FieldRepair): boolean => Object.hasOwn(text.fields, key);
  const written = new Map(repairs.filter(isWritten).map(({ key, value }) => [key, value]));
  const added = repairs
    .filter((each) => !isWritten(each))
    .map(({ key, value }) => `${key}: ${JSON.stringify(value)}\n`);
  const yaml = added.join("") + rewriteFields(text, parts, written);
  const repaired = await readFrontMatter(replaceFrontMatter(text.file, parts, yaml), () => {}, false);
  for (const { key, code, message, hint } of repairs) {
    const span = written.has(key) ? text.at([key]) : fileStart(text.file);
    report({ code, severity: repaired ? "warning" : "error", message, span, hint });
  }
  return repaired ?? text;
}

/** Claude Code 2.1.325 uses the name of the directory, whatever `name` says. */
function nameRepairs({ fields }: SkillText, directory: string): FieldRepair[] {
  const { name } = fields;
  if (name === directory) return [];
  const base = { key: "name", value: directory } as const;
  if (!Object.hasOwn(fields, "name")) {
    const message = `\`name\` is missing; the directory is used: \`${directory}\``;
    return [{ ...base, code: "missing-field", message, hint: `add \`name: ${directory}\`` }];
  }
  const shown = isText(name) ? (name.length > 80 ? `${name.slice(0, 80)}…` : name) : undefined;
  const message =
    shown === undefined
      ? `\`name\` is not a string; the directory is used: \`${directory}\``
      : `skill \`${shown}\` is in the directory \`${directory}\`, which is used as its name`;
  const hint = `write \`name: ${directory}\`, or rename the directory`;
  return [{ ...base, code: shown === undefined ? "bad-field" : "name-mismatch", message, hint }];
}

/** Repairs values of the wrong type. The new value is never looser than what the client makes of the old one. */
function valueRepairs({ fields }: SkillText): FieldRepair[] {
  const repairs: FieldRepair[] = [];
  const repair = (key: string, value: unknown, message: string): void => {
    const hint = typeof value === "boolean" ? fixFor("boolean", fields[key]) : `write \`${key}: ${yamlFlow(value)}\``;
    repairs.push({ key, value, code: "bad-field", message, ...(hint === undefined ? {} : { hint }) });
  };
  const { description } = fields;
  if (typeof description === "number" || typeof description === "boolean")
    repair("description", String(description), "`description` should be a string");
  const tools = fields["allowed-tools"];
  if (tools !== undefined && !z.safeParse(fieldTypes.words.schema, tools).success) {
    const listed = Array.isArray(tools) ? tools.filter((tool) => typeof tool === "string") : [];
    const message = "`allowed-tools` should be a string or a list of strings; anything else allows no tool";
    repair("allowed-tools", listed, message);
  }
  // In Claude Code 2.1.325, only `true` in `user-invocable` shows a skill in the menu, and `yes` in
  // `disable-model-invocation` also hides it from the model.
  const hidden = fields["user-invocable"];
  if (hidden !== undefined && typeof hidden !== "boolean")
    repair("user-invocable", false, "`user-invocable` should be true or false; anything else counts as false");
  const manual = fields["disable-model-invocation"];
  if (manual !== undefined && typeof manual !== "boolean") {
    const isOff = manual === null || /^(?:no|off|n|false|0|)$/i.test(String(manual));
    const message = `\`disable-model-invocation\` should be true or false; this counts as ${!isOff}`;
    repair("disable-model-invocation", !isOff, message);
  }
  return repairs;
}

/** The required fields, after checking. */
interface SkillHead {
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
  const isDescribed = isText(description) && checkDescription(text, description, profile, report);
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

/** The severity of a value of the wrong type. In the profile `kode`, only fields that Kode reads reject a skill. */
function severityOf(key: string, value: unknown, profile: SkillProfile): "error" | "warning" {
  if (profile === "open") return "error";
  if (profile === "claude") return skillField(key)?.isLoose || isIgnored(key, value) ? "warning" : "error";
  const isEmpty = value === null || (typeof value === "string" && value.trim() === "") || typeof value === "object";
  return key === "name" || key === "description" || (key === "version" && isEmpty) ? "error" : "warning";
}

/** Values that Claude Code ignores, as if the line were missing. A misspelled `fork` is not one of them. */
function isIgnored(key: string, value: unknown): boolean {
  if (key === "model") return true;
  if (key === "context") return typeof value !== "string" || nearest(value, ["fork"]) === undefined;
  return value === null && (key === "agent" || key === "hooks");
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

/** The open standard limits the length of the text; a list is joined into one. */
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

/** More unknown fields than this are not typos, and each search for a similar name takes time. */
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
      hint: isExtension ? "move it to `metadata`, or check with `--profile claude`" : didYouMean(guess),
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
    const message = `the skill name \`${shown}\` must consist of ${nameRule}`;
    const label = [...name].length > 64 ? `${[...name].length} characters` : undefined;
    report({ code: "bad-name", severity: "error", message, span, label, hint: didYouMean(validName(name)) });
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
function checkDescription(text: SkillText, description: string, profile: SkillProfile, report: Report): boolean {
  // A string has at most as many characters as UTF-16 units.
  const length = description.length < longestDescription ? description.length : [...description].length;
  if (length < longestDescription) return true;
  const isOver = length > longestDescription;
  // Claude Code has no limit; other clients do not get the skill.
  const isTooLong = isOver && profile !== "claude";
  report({
    code: "skill-description-length",
    severity: isTooLong ? "error" : "warning",
    message: isOver
      ? `the description has ${length} characters; the limit is ${longestDescription}`
      : `the description has ${length} characters; use fewer than ${longestDescription}`,
    span: text.at(["description"]),
    label: `${length} characters`,
    hint: "move the details to the body",
  });
  return !isTooLong;
}
