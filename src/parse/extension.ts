/** Parses extension.yml: the commands a bundle provides, and their files. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import type { SourceFile, Span } from "../base/source.ts";
import type { YamlDocument } from "../formats/yaml.ts";
import { reportIssues, type Vocabulary, warnUnknownKeys } from "./issues.ts";

const text = z.string().check(z.minLength(1, "a non-empty string"));
const anything = z.optional(z.unknown());

const provided = z.object({
  name: text,
  file: text,
  description: anything,
  aliases: anything,
});
const providesSchema = z.object({
  commands: z.optional(z.array(provided)),
  ...{ templates: anything, scripts: anything, config: anything, hooks: anything, events: anything },
});
/** The first three describe the bundle. The others are not rendered, which is reported. */
export const extensionSchema = z.object({
  schema_version: anything,
  extension: anything,
  tags: anything,
  provides: z.optional(providesSchema),
  ...{ requires: anything, hooks: anything, config: anything, defaults: anything, events: anything },
});
const unread = {
  extension: ["requires", "hooks", "config", "defaults", "events"],
  provides: ["templates", "scripts", "config", "hooks", "events"],
};

const vocabulary: Vocabulary = {
  subject: "extension.yml",
  knownKeys: (path) => {
    if (path.length === 0) return Object.keys(extensionSchema.shape);
    return Object.keys(path.length === 1 ? providesSchema.shape : provided.shape);
  },
  assignment: ":",
};

/** A command that an extension names, and its existing file. */
interface Provided {
  readonly name: string;
  readonly nameSpan: Span;
  /** Relative to the root. */
  readonly path: string;
}

/** `files`: the files of the root, to detect missing ones. */
export async function parseExtension(
  file: SourceFile,
  files: ReadonlySet<string>,
  report: Report,
): Promise<Provided[] | undefined> {
  const yaml = (await import("../formats/yaml.ts")).parseYamlMap(file, file.text, 0, report, "the file");
  if (!yaml) return undefined;
  warnUnknown(yaml, report);
  const result = extensionSchema.safeParse(yaml.value);
  if (!result.success) {
    reportIssues(result.error.issues, yaml, vocabulary, report);
    return undefined;
  }
  warnOfUnread(yaml, report);
  const directory = file.path.slice(0, file.path.lastIndexOf("/"));
  return (result.data.provides?.commands ?? []).flatMap(({ name, file: written }, i) => {
    const path = findFile(written, directory, files, yaml.at(["provides", "commands", i, "file"]), report);
    return path === undefined ? [] : [{ name, nameSpan: yaml.at(["provides", "commands", i, "name"]), path }];
  });
}

type Fields = Readonly<Record<string, unknown>>;

function warnUnknown(yaml: YamlDocument, report: Report): void {
  const provides = yaml.value["provides"];
  const commands = typeof provides === "object" && provides !== null ? (provides as Fields)["commands"] : undefined;
  const warn = (at: readonly (string | number)[], value: unknown, shape: object): void =>
    warnUnknownKeys(yaml, { at, value, known: Object.keys(shape), subject: "extension.yml" }, report);
  warn([], yaml.value, extensionSchema.shape);
  warn(["provides"], provides, providesSchema.shape);
  for (const [i, command] of (Array.isArray(commands) ? commands : []).entries())
    warn(["provides", "commands", i], command, provided.shape);
}

/** Reports fields that are known but not rendered. */
function warnOfUnread({ value, at }: YamlDocument, report: Report): void {
  const provides = (value["provides"] ?? {}) as Readonly<Record<string, unknown>>;
  const commands = (provides["commands"] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const paths: (string | number)[][] = [
    ...unread.extension.filter((key) => key in value).map((key) => [key]),
    ...unread.provides.filter((key) => key in provides).map((key) => ["provides", key]),
    ...commands.flatMap((command, i) => ("aliases" in command ? [["provides", "commands", i, "aliases"]] : [])),
  ];
  for (const path of paths) {
    const message = `\`${path.at(-1)}\` in extension.yml is not supported`;
    const span = at(path, "key");
    report({ code: "not-supported", severity: "warning", message, span, hint: "only commands are rendered" });
  }
}

/** The path relative to the root, or undefined if a problem was reported. */
function findFile(
  written: string,
  directory: string,
  files: ReadonlySet<string>,
  span: Span,
  report: Report,
): string | undefined {
  const steps: string[] = [];
  const isOutside =
    /^[/~]|\\/.test(written) ||
    written.split("/").some((step) => {
      if (step === "..") return steps.pop() === undefined;
      if (step !== "" && step !== ".") steps.push(step);
      return false;
    });
  if (isOutside) {
    report({
      code: "outside-root",
      severity: "error",
      message: `the file \`${written}\` is outside its extension`,
      span,
      label: "outside the directory of extension.yml",
      hint: "move the file into the directory of extension.yml",
    });
    return undefined;
  }
  const path = [directory, ...steps].join("/");
  if (files.has(path)) return path;
  const inside = [...files].filter((each) => each.startsWith(`${directory}/`) && each.endsWith(".md"));
  const guess = nearest(
    steps.join("/"),
    inside.map((each) => each.slice(directory.length + 1)),
  );
  report({
    code: "unknown-file",
    severity: "error",
    message: `the extension names \`${written}\`, which does not exist`,
    span,
    label: `no ${path}`,
    hint: didYouMean(guess),
  });
  return undefined;
}
