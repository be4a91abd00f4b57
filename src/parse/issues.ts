/** Turns schema issues into diagnostics: the smallest wrong place, in the author's words. */
import type * as z from "zod/mini";
import type { Code } from "../base/codes/all.ts";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { didYouMean, nearest, validName } from "../base/did-you-mean.ts";
import { compileExpression } from "../base/expression.ts";
import type { SourceFile, Span } from "../base/source.ts";
import type { TomlDocument } from "../formats/toml.ts";

/** The input of this module, restated so that it does not depend on the disk. */
export interface RootSources {
  readonly index: number;
  readonly files: ReadonlyMap<string, { readonly content: SourceFile | Uint8Array; readonly executable: boolean }>;
  /** Paths that could not be read. Only the errors of roles and capabilities are not yet reported. */
  readonly failed: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly self: SourceFile;
  readonly readText: (path: string, report: Report) => SourceFile | undefined;
}

type Issue = z.core.$ZodIssue;
type Path = readonly (string | number)[];

export interface Checked {
  readonly value: unknown;
  readonly at: (path: Path, part?: "key" | "value") => Span;
}

export interface Vocabulary {
  /** The definition's name in messages: `agent.toml`. */
  readonly subject: string;
  /** The keys known at a path, for suggestions. */
  readonly knownKeys: (path: Path) => readonly string[];
  /** Keys that are ignored on purpose, with the reason. */
  readonly excluded?: Readonly<Record<string, string>>;
  /** Codes for keys or values that have their own. */
  readonly codeOf?: (path: Path, kind: "key" | "value") => Code | undefined;
  /** The text between a key and its value. Default: ` =`. */
  readonly assignment?: ":";
}

export function reportIssues(issues: readonly Issue[], checked: Checked, words: Vocabulary, report: Report): void {
  for (const issue of issues) {
    const path = issue.path as Path;
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) reportKey(path, key, checked, words, report);
    else if (isMissing(checked.value, path)) reportMissing(path, checked, words, report);
    else reportValue(issue, path, checked, words, report);
  }
}

/**
 * Tables of other tools are ignored with a warning. One that resembles a known name is an error: a restriction must not
 * disappear because of a typo.
 */
export function withoutUnknownTables(checked: Checked, words: Vocabulary, report: Report): unknown {
  const { value } = checked;
  if (typeof value !== "object" || value === null) return value;
  const known = words.knownKeys([]);
  const isForeign = ([key, inner]: readonly [string, unknown]): boolean =>
    typeof inner === "object" &&
    inner !== null &&
    !Array.isArray(inner) &&
    !known.includes(key) &&
    !nearest(key, known);
  const [first, ...others] = Object.entries(value)
    .filter(isForeign)
    .map(([key]) => key);
  if (first === undefined) return value;
  report({
    code: "unknown-field",
    severity: "warning",
    message: `${[first, ...others].map((key) => `\`[${key}]\``).join(", ")} in ${words.subject} ${others.length > 0 ? "are" : "is"} ignored`,
    span: checked.at([first], "key"),
    label: "unknown table",
  });
  return Object.fromEntries(Object.entries(value).filter((entry) => !isForeign(entry)));
}

function reportKey(path: Path, key: string, checked: Checked, words: Vocabulary, report: Report): void {
  const full = [...path, key];
  const span = checked.at(full, "key");
  const reason =
    path.length === 0 && words.excluded && Object.hasOwn(words.excluded, key) ? words.excluded[key] : undefined;
  if (reason) {
    const message = `\`${key}\` is not supported in ${words.subject}`;
    report({
      code: "excluded-field",
      severity: "error",
      message,
      span,
      label: "not a field of agent.toml",
      hint: reason,
    });
    return;
  }
  const known = words.knownKeys(path);
  const guess = nearest(key, known);
  const code = words.codeOf?.(full, "key") ?? "unknown-field";
  // Other tools have a list for each verdict.
  const isVerdictList = path.length === 2 && path[0] === "permissions" && verdictWords.includes(String(key));
  const what = code === "unknown-tool" ? "tool" : "field";
  const meant = code === "unknown-tool" ? toolNames[key.toLowerCase()] : undefined;
  const isLoose = path.length === 0 && key === "intent" && known.includes("permissions");
  report({
    code,
    severity: "error",
    message: `unknown ${what} \`${full.join(".")}\` in ${words.subject}`,
    span,
    label: `unknown ${what}`,
    hint: isVerdictList
      ? `rules are one list, and the first match decides: \`rules = ["PATTERN:${key}"]\``
      : isLoose
        ? "put it below the table of a tool, such as `[permissions.bash]`"
        : (didYouMean(meant ?? guess) ?? `expected one of ${known.map((each) => `\`${each}\``).join(", ")}`),
  });
}

/** Our tools, by their names in other formats. */
const toolNames: Readonly<Record<string, string>> = {
  command: "bash",
  execute: "bash",
  fetch: "webfetch",
  multiedit: "edit",
  patch: "edit",
  search: "websearch",
  shell: "bash",
  terminal: "bash",
  web: "webfetch",
  write: "edit",
};

function isMissing(value: unknown, path: Path): boolean {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, key)) return true;
    inner = (inner as Record<string | number, unknown>)[key];
  }
  return false;
}

function reportMissing(path: Path, checked: Checked, words: Vocabulary, report: Report): void {
  const around = path.slice(0, -1);
  report({
    code: "missing-field",
    severity: "error",
    message: `required field \`${path.join(".")}\` is missing in ${words.subject}`,
    span: checked.at(around, "key"),
    label: around.length > 0 ? `\`${path.at(-1)}\` is required here` : undefined,
    hint: `add \`${path.at(-1)}${words.assignment ?? " ="} …\``,
  });
}

/** `skills[0]`, `permissions.bash.intent` */
function fieldName(path: Path): string {
  return path.map((step, i) => (typeof step === "number" ? `[${step}]` : `${i > 0 ? "." : ""}${step}`)).join("");
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a string",
  array: "a list",
  object: "a table",
  record: "a table",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

function reportValue(issue: Issue, path: Path, checked: Checked, words: Vocabulary, report: Report): void {
  const given = path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], checked.value);
  const wanted = wantedBy(issue);
  const guess = guessFor(issue, given);
  report({
    code: words.codeOf?.(path, "value") ?? "bad-field",
    severity: "error",
    message: `${path.length > 0 ? `\`${fieldName(path)}\`` : words.subject} must be ${wanted}`,
    span: checked.at(path),
    label: `not ${wanted.split(";")[0]}`,
    hint: guess === undefined ? typeHint(issue, path, given, words) : didYouMean(guess),
  });
}

function wantedBy(issue: Issue): string {
  if (issue.code === "invalid_type") return typeNames[issue.expected] ?? issue.expected;
  return issue.code === "invalid_value"
    ? `one of ${issue.values.map((each) => `\`${String(each)}\``).join(", ")}`
    : issue.message;
}

/** What the author probably meant. */
function guessFor(issue: Issue, given: unknown): string | undefined {
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    if (typeof given === "boolean") return values.find((each) => each === (given ? "on" : "off"));
    return typeof given === "string" ? nearest(given, values) : undefined;
  }
  if (typeof given !== "string" || !issue.message.startsWith(nameCharacters)) return undefined;
  return validName(given);
}

/** How to write a value that has the wrong type. */
function typeHint(issue: Issue, path: Path, given: unknown, words: Vocabulary): string | undefined {
  if (issue.code !== "invalid_type") return undefined;
  const key = String(path.at(-1) ?? "");
  const write = (value: unknown): string =>
    `write \`${key}${words.assignment ?? " ="} ${JSON.stringify(value).replaceAll('","', '", "')}\``;
  if (issue.expected === "array" && typeof given === "string") return write(given.split(/,\s*/));
  if (issue.expected === "array" && typeof given === "object") return write(["…"]);
  if (issue.expected === "boolean" && /^(?:true|false)$/.test(String(given))) return write(given === "true");
  if (/^(?:int|number)$/.test(issue.expected) && /^\d{1,9}$/.test(String(given))) return write(Number(given));
  if (path[0] === "permissions" && path.length === 2 && verdictWords.includes(String(given)))
    return `write \`[permissions.${key}]\`, and below it \`intent = "${given}"\``;
  if (path[0] === "permissions" && path.at(-2) === "rules") return 'write each rule as text: `"PATTERN:ACTION"`';
  if (path[0] === "models" && path.length === 2) return `write \`${key} = …\` below \`[models.CLIENT]\``;
  return undefined;
}

/** How the message about a name begins. */
const nameCharacters = "made of lowercase letters";

const verdictWords = ["allow", "ask", "deny"];

interface KnownKeys {
  readonly at: Path;
  /** Not a table: the schema reports that. */
  readonly value: unknown;
  readonly known: readonly string[];
  readonly subject: string;
  /** Fields of other tools, with the reason why they are ignored. */
  readonly reasons?: Readonly<Record<string, string>>;
  /** Known restricting keys: a misspelled one is an error, because ignoring it would widen permissions. */
  readonly limiting?: readonly string[];
}

/** Files written for other tools have fields of their own: each is reported, and none stops the build. */
export function warnUnknownKeys({ at: spanAt }: Checked, keys: KnownKeys, report: Report): void {
  const { at, value, known, subject, reasons = {}, limiting = [] } = keys;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const key of Object.keys(value).filter((each) => !known.includes(each))) {
    const reason = at.length === 0 && Object.hasOwn(reasons, key) ? reasons[key] : undefined;
    const guess = nearest(key, known);
    const isLimit = reason === undefined && guess !== undefined && limiting.includes(guess);
    report({
      code: "unknown-field",
      severity: isLimit ? "error" : "warning",
      message: `unknown field \`${fieldName([...at, key])}\` in ${subject}`,
      span: spanAt([...at, key], "key"),
      label: isLimit ? "unknown field" : "ignored",
      hint: reason ?? didYouMean(guess) ?? `expected one of ${known.map((each) => `\`${each}\``).join(", ")}`,
    });
  }
}

/** False if one of them is wrong; the problem is already reported. */
export function checkExpressions(
  toml: TomlDocument,
  path: readonly (string | number)[],
  sources: readonly string[],
  report: Report,
): boolean {
  let isFine = true;
  for (const [i, source] of sources.entries()) {
    const found = compileExpression(source);
    if (!("problem" in found)) continue;
    isFine = false;
    report({
      code: "bad-expression",
      severity: "error",
      message: `the expression \`${source}\` ${found.problem}`,
      span: toml.inside([...path, i], found.start, Math.max(found.end, found.start + 1)),
      label: "here",
      hint: "look-around, back-references and nested repetition are not supported",
    });
  }
  return isFine;
}
