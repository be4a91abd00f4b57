/** Parses commands: Markdown with front matter, from `commands/` and from extensions. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest, validName } from "../base/did-you-mean.ts";
import { fileStart, type SourceFile, type Span } from "../base/source.ts";
import { toValue } from "../formats/json.ts";
import { limits } from "../formats/limits.ts";
import { splitFrontMatter } from "../formats/markdown.ts";
import type { YamlDocument } from "../formats/yaml.ts";
import {
  type Command,
  type CommandTools,
  colors,
  efforts,
  executions,
  invocations,
  presets,
  slugOf,
  tiers,
  visibilities,
} from "../model/command.ts";
import type { Entries } from "../model/output.ts";
import { oneLine } from "./agent.ts";
import { parseExtension } from "./extension.ts";
import { type RootSources, reportIssues, type Vocabulary, warnUnknownKeys } from "./issues.ts";

const behaviorSchema = z.object({
  execution: z.optional(z.enum(executions)),
  capability: z.optional(z.enum(tiers)),
  effort: z.optional(z.enum(efforts)),
  tools: z.optional(z.union([z.string(), z.array(z.string())], "a preset, a string or a list of strings")),
  invocation: z.optional(z.enum(invocations)),
  visibility: z.optional(z.enum(visibilities)),
  color: z.optional(z.enum(colors)),
});

export const commandSchema = z.object({
  description: oneLine("describe what the command does").check(
    z.maxLength(limits.descriptionLength, `at most ${limits.descriptionLength} characters`),
  ),
  behavior: z.optional(behaviorSchema),
  agents: z.optional(z.record(z.string(), z.record(z.string(), z.unknown()))),
});

const vocabulary: Vocabulary = {
  subject: "the command",
  knownKeys: (path) => Object.keys(path.length === 0 ? commandSchema.shape : behaviorSchema.shape),
  assignment: ":",
};

/** Why a field of other tools is ignored. spec-kit's own templates have the first three. */
const ignoredFields: Readonly<Record<string, string>> = {
  handoffs: "clients do not support follow-up prompts; mention the next command in the body",
  scripts: "`{SCRIPT}` is not replaced in the body; write the command line there",
  agent_scripts: "`{AGENT_SCRIPT}` is not replaced in the body; write the command line there",
  tools: "move it to `behavior`",
  model: "models are set per machine: use `behavior.capability`, and `[tiers.HARNESS]` in the settings",
};

/** False if a restricting field is misspelled. */
function checkKeys(yaml: YamlDocument, reportAny: Report): boolean {
  let isFine = true;
  const report: Report = (diagnostic) => {
    isFine &&= diagnostic.severity !== "error";
    reportAny(diagnostic);
  };
  const { value } = yaml;
  const subject = "the command";
  const outer = { at: [], value, known: Object.keys(commandSchema.shape), limiting: ["behavior"] };
  warnUnknownKeys(yaml, { ...outer, subject, reasons: ignoredFields }, report);
  const inner = { value: value["behavior"], known: Object.keys(behaviorSchema.shape) };
  warnUnknownKeys(yaml, { ...inner, subject, at: ["behavior"], limiting: ["tools", "invocation"] }, report);
  return isFine;
}

/** Where a command is defined, and its name. */
interface CommandSource {
  readonly name: string;
  /** Where the name was written: the file itself, or a line of an extension.yml. */
  readonly nameSpan: Span;
  readonly file: SourceFile;
  readonly from: readonly string[];
}

export async function parseCommand(source: CommandSource, report: Report): Promise<Command | undefined> {
  const { name, nameSpan, file, from } = source;
  const isNamed = checkName(name, nameSpan, report);
  const parts = splitFrontMatter(file.text);
  if (parts === undefined || parts === "open") {
    reportNoFrontMatter(file, parts === "open", report);
    return undefined;
  }
  // The YAML library is slow to load, so it is loaded only if there is front matter.
  const { parseYamlMap } = await import("../formats/yaml.ts");
  const yaml = parseYamlMap(file, parts.yaml, parts.offset, report);
  if (!yaml) return undefined;
  const isSpelled = checkKeys(yaml, report);
  const result = commandSchema.safeParse(withoutLineEnd(yaml.value));
  if (!result.success) {
    reportIssues(result.error.issues, yaml, vocabulary, report);
    return undefined;
  }
  const overrides = parseOverrides(yaml, report);
  const hasBody = checkBody(parts.body, file, parts.bodyOffset, name, report);
  if (!isNamed || !isSpelled || !overrides || !hasBody) return undefined;
  const { description, behavior = {} } = result.data;
  return {
    name,
    slug: slugOf(name),
    description,
    behavior: {
      execution: behavior.execution ?? "command",
      capability: behavior.capability,
      effort: behavior.effort,
      tools: parseTools(behavior.tools, yaml, report),
      invocation: behavior.invocation,
      visibility: behavior.visibility,
      color: behavior.color,
    },
    overrides,
    body: parts.body,
    span: nameSpan,
    spanOf: (...path) => {
      if (path[0] === "name") return nameSpan;
      return path[0] === "body" ? { file, start: parts.bodyOffset, end: parts.bodyOffset } : yaml.at(path, "key");
    },
    path: file.path,
    from,
  };
}

/** A folded block ends with a line break that its author did not intend. */
function withoutLineEnd(value: YamlDocument["value"]): unknown {
  const { description } = value;
  return typeof description === "string" ? { ...value, description: description.replace(/\n+$/, "") } : value;
}

function checkName(name: string, span: Span, report: Report): boolean {
  const problem = (message: string, hint?: string): false => {
    report({ code: "bad-name", severity: "error", message, span, hint });
    return false;
  };
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(name)) {
    const guess = name
      .split(".")
      .flatMap((part) => validName(part) ?? [])
      .join(".");
    return problem(
      `the command name \`${name}\` must consist of lowercase letters, digits and hyphens, with dots between parts`,
      guess === "" ? "write it like `review` or `team.review`" : didYouMean(guess),
    );
  }
  if (name.length > limits.commandNameLength)
    return problem(
      `the command name \`${name}\` has ${name.length} characters; the limit is ${limits.commandNameLength}`,
      "shorten it",
    );
  if (/^-|-$|--/.test(slugOf(name))) {
    const message = `the name \`${name}\` has a hyphen in a position that some clients reject`;
    report({ code: "odd-name", severity: "warning", message, span, label: "use single hyphens between words" });
  }
  return true;
}

function reportNoFrontMatter(file: SourceFile, isOpen: boolean, report: Report): void {
  const end = file.text.indexOf("\n");
  report({
    code: "bad-frontmatter",
    severity: "error",
    message: isOpen ? "the front matter is not closed" : "the command has no front matter",
    span: { file, start: 0, end: end < 0 ? file.text.length : end },
    label: isOpen ? "opened here" : "expected a line `---`",
    hint: "start with `---`, then `description:`, then `---`, then the instructions",
  });
}

function checkBody(body: string, file: SourceFile, offset: number, name: string, report: Report): boolean {
  if (body.trim() !== "") return true;
  report({
    code: "empty-command",
    severity: "error",
    message: `the command \`${name}\` has no instructions`,
    span: offset < file.text.length ? { file, start: offset, end: offset } : fileStart(file),
    hint: "write the instructions below the front matter",
  });
  return false;
}

/** An empty list means `none`. */
function parseTools(
  written: string | readonly string[] | undefined,
  yaml: YamlDocument,
  report: Report,
): CommandTools | undefined {
  if (written === undefined) return undefined;
  const custom = typeof written === "string" ? written : written.join(" ");
  const preset = typeof written === "string" ? presets.find((each) => each === written) : undefined;
  if (preset) return preset;
  if (custom.trim() === "") return "none";
  const guess = nearest(custom.trim().toLowerCase().replaceAll("_", "-"), presets);
  if (guess && /^\s*[A-Za-z_-]+\s*$/.test(custom)) {
    report({
      code: "near-preset",
      severity: "warning",
      message: `\`${custom.trim()}\` is not a preset, so it is read as a tool name`,
      span: yaml.at(["behavior", "tools"]),
      label: "read as a list of tools",
      hint: `did you mean the preset \`${guess}\`?`,
    });
  }
  return { custom };
}

/** Fields that may not be overridden: they would rename the output, or write our own vocabulary into it. */
const reserved = ["name", "behavior", "agents"];

/** Undefined if one of them cannot be written. */
function parseOverrides(yaml: YamlDocument, report: Report): ReadonlyMap<string, Entries> | undefined {
  // From the raw text, because the schema library ignores some keys.
  const written = Object.entries((yaml.value["agents"] ?? {}) as Record<string, Record<string, unknown>>);
  let isFine = true;
  const problem = (path: readonly string[], message: string, label: string): void => {
    isFine = false;
    report({ code: "bad-field", severity: "error", message, span: yaml.at(path, "key"), label });
  };
  const overrides = written.map(([harness, fields]) => {
    for (const [key, value] of Object.entries(fields)) {
      const path = ["agents", harness, key];
      if (reserved.includes(key)) problem(path, `\`${path.join(".")}\` cannot be overridden`, "not allowed here");
      else if (!isPrintable(value)) problem(path, `\`${path.join(".")}\` is not a finite number`, "not supported");
    }
    return [harness, (toValue(fields) as { readonly fields: Entries }).fields] as const;
  });
  return isFine ? new Map(overrides) : undefined;
}

function isPrintable(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isPrintable);
}

export async function parseCommands(sources: RootSources, report: Report): Promise<Command[]> {
  const texts = new Map<string, SourceFile>();
  for (const [path, { content }] of sources.files) {
    if (/^(?:commands|extensions)\//.test(path) && "text" in content) texts.set(path, content);
  }
  const own = [...texts].flatMap(([path, file]): CommandSource[] => {
    const name = /^commands\/([^/]+)\.md$/.exec(path)?.[1];
    return name === undefined ? [] : [{ name, nameSpan: fileStart(file), file, from: [path] }];
  });
  const { provided, broken } = await parseExtensions(texts, sources, report);
  reportMisplaced(texts, { named: new Set(provided.map(({ file }) => file.path)), broken }, sources, report);
  const commands: Command[] = [];
  for (const source of [...own, ...provided]) {
    const command = await parseCommand(source, report);
    if (command) commands.push(command);
  }
  return commands;
}

interface Extensions {
  readonly provided: readonly CommandSource[];
  /** Extensions with an error in their manifest: a file missing there is a consequence. */
  readonly broken: ReadonlySet<string>;
}

async function parseExtensions(
  texts: ReadonlyMap<string, SourceFile>,
  { failed }: RootSources,
  report: Report,
): Promise<Extensions> {
  const there = new Set([...texts.keys(), ...failed.keys()]);
  const provided: CommandSource[] = [];
  const broken = new Set<string>();
  for (const [path, file] of texts) {
    const id = /^extensions\/([^/]+)\/extension\.yml$/.exec(path)?.[1];
    if (id === undefined) continue;
    const markBroken: Report = (diagnostic) => {
      if (diagnostic.severity === "error") broken.add(id);
      report(diagnostic);
    };
    for (const { name, nameSpan, path: named } of (await parseExtension(file, there, markBroken)) ?? []) {
      const text = texts.get(named);
      if (text) provided.push({ name, nameSpan, file: text, from: [named, path] });
    }
  }
  return { provided, broken };
}

/** Reports files that look like commands but are never read. */
function reportMisplaced(
  texts: ReadonlyMap<string, SourceFile>,
  { named, broken }: { readonly named: ReadonlySet<string>; readonly broken: ReadonlySet<string> },
  { failed }: RootSources,
  report: Report,
): void {
  const hasManifest = (id: string): boolean => {
    const path = `extensions/${id}/extension.yml`;
    return texts.has(path) || failed.has(path);
  };
  const misplaced = (file: SourceFile, severity: "error" | "warning", hint: string): void => {
    const message = `\`${file.path}\` looks like a command but is not where commands are read`;
    report({ code: "misplaced-file", severity, message, span: fileStart(file), hint });
  };
  const reported = new Set<string>();
  for (const [path, file] of texts) {
    const [kind, id = "", ...rest] = path.split("/");
    if (kind === "commands") {
      if (!/^commands\/[^/]+\.md$/.test(path)) misplaced(file, "error", "a command is commands/NAME.md");
    } else if (rest.length === 0 ? /\.ya?ml$/i.test(path) : !hasManifest(id)) {
      if (!reported.has(id)) misplaced(file, "error", "an extension is extensions/NAME/extension.yml with its files");
      reported.add(id);
    } else if (rest[0] === "commands" && path.endsWith(".md") && !named.has(path) && !broken.has(id)) {
      misplaced(file, "warning", `add it to \`provides.commands\` in extensions/${id}/extension.yml, or delete it`);
    }
  }
}
