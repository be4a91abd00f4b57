/** Parses capability.toml and its text into a Capability. Whether its code exists is checked later. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { valueAt } from "../base/unchecked.ts";
import { parseToml, type TomlDocument } from "../formats/toml.ts";
import {
  type Capability,
  type CapabilityAlias,
  type CapabilityGate,
  categories,
  gateEvents,
  severities,
  verifyModes,
  verifyTimes,
} from "../model/capability.ts";
import { oneLine } from "./agent.ts";
import { checkExpressions, reportIssues, type Vocabulary, withoutUnknownTables } from "./issues.ts";
import { findPatternProblems, normalisePattern } from "./pattern.ts";

/** Both halves of a name, and the directories of a capability. */
export const slugPattern = /^[a-z][a-z0-9-]{0,63}$/;
const mostWords = 200;

const text = z.string();
const texts = z._default(z.array(text.check(z.minLength(1, "a non-empty string"))), []);
const event = text.check(
  z.regex(/^$|^PreToolUse:[A-Za-z]+(?:\|[A-Za-z]+)*$/, "`PreToolUse:` and tools, as in `PreToolUse:Edit|Write`"),
);
const variable = text.check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$|^$/, "the name of an environment variable"));

const name = text.check(
  z.regex(
    /^[a-z][a-z0-9-]{0,63}::[a-z][a-z0-9-]{0,63}$/,
    "`category::slug`, each made of lowercase letters, digits and hyphens",
  ),
);

/** An alias: an old name of another capability, and nothing else. */
const aliasSchema = z.strictObject({
  capability: z.strictObject({ name, alias: name, deprecated: z.optional(z.union([text, z.boolean()])) }),
});

export const capabilitySchema = z.strictObject({
  capability: z.strictObject({
    name,
    category: z.enum(categories),
    version: text.check(z.minLength(1, "a non-empty string")),
    description: oneLine("describe what the capability restricts"),
    rationale: z.optional(text),
  }),
  restricts: z.optional(z.strictObject({ "tool-patterns": texts, "tools-denied": texts, "path-patterns": texts })),
  parameterized: z.optional(z.strictObject({ accepts: texts })),
  text: z.optional(z.strictObject({ path: z._default(text.check(z.minLength(1, "the name of a file")), "text.md") })),
  gate: z.optional(
    z.strictObject({
      "rust-module": z._default(text, ""),
      event: z.optional(event),
      severity: z._default(z.enum(severities), "block"),
      "bypass-env": z.optional(variable),
    }),
  ),
  verify: z.optional(
    z.strictObject({
      "rust-module": z._default(text, ""),
      command: z.optional(z.array(text).check(z.minLength(1, "the words of a command"))),
      "run-mode": z.optional(z.enum(verifyModes)),
      when: z._default(z.enum(verifyTimes), "on-return"),
    }),
  ),
  lineage: z.optional(
    z.strictObject({
      fork_from: z.optional(text),
      parents: z.optional(z.array(text)),
      creator: z.optional(text),
      created: z.optional(text),
    }),
  ),
});

type Fields = z.infer<typeof capabilitySchema>;

const nested: Readonly<Record<string, readonly string[]>> = {
  capability: ["name", "category", "version", "description", "rationale", "alias", "deprecated"],
  restricts: ["tool-patterns", "tools-denied", "path-patterns"],
  parameterized: ["accepts"],
  text: ["path"],
  gate: ["rust-module", "event", "severity", "bypass-env"],
  verify: ["rust-module", "command", "run-mode", "when"],
  lineage: ["fork_from", "parents", "creator", "created"],
};

const vocabulary: Vocabulary = {
  subject: "capability.toml",
  knownKeys: (path) => (path.length === 0 ? Object.keys(nested) : (nested[String(path[0])] ?? [])),
  codeOf: (path, kind) => (kind === "value" && path[0] === "capability" && path[1] === "name" ? "bad-name" : undefined),
};

/** `find` returns a text next to the file; undefined if there is none. */
export function parseCapability(
  file: SourceFile,
  find: (path: string) => SourceFile | undefined,
  report: Report,
): Capability | CapabilityAlias | undefined {
  const toml = parseToml(file, report);
  if (!toml) return undefined;
  const value = withoutUnknownTables(toml, vocabulary, report);
  if (valueAt(value, "capability", "alias") !== undefined) return parseAlias(toml, value, report);
  const result = capabilitySchema.safeParse(value);
  if (!result.success) {
    reportIssues(result.error.issues, toml, vocabulary, report);
    return undefined;
  }
  const fields = result.data;
  const isNamed = checkName(toml, fields, report);
  const isMatched = checkExpressions(
    toml,
    ["restricts", "tool-patterns"],
    fields.restricts?.["tool-patterns"] ?? [],
    report,
  );
  const found = findText(toml, fields, find, report);
  const gate = gateOf(toml, fields, report);
  const isPathed = checkPaths(toml, fields.restricts?.["path-patterns"] ?? [], report);
  const isOne = checkVerify(toml, fields, report);
  if (!isNamed || !isMatched || !isPathed || !isOne || !found || gate === "wrong") return undefined;
  return capabilityOf(toml, fields, found, gate);
}

function parseAlias(toml: TomlDocument, value: unknown, report: Report): CapabilityAlias | undefined {
  const result = aliasSchema.safeParse(value);
  if (!result.success) {
    reportIssues(result.error.issues, toml, vocabulary, report);
    return undefined;
  }
  const { name, alias, deprecated } = result.data.capability;
  const advice = deprecated === true ? `use \`${alias}\`` : deprecated || undefined;
  return { name, target: alias, deprecated: advice, span: toml.at(["capability", "alias"]) };
}

function capabilityOf(
  toml: TomlDocument,
  { capability, restricts, parameterized, verify }: Fields,
  found: SourceFile,
  gate: CapabilityGate | undefined,
): Capability {
  const { name, category, version, description, rationale } = capability;
  const runMode = verify?.["run-mode"] ?? (category === "quality" ? "both" : "worktree");
  const hasPaths = (restricts?.["path-patterns"] ?? []).length > 0;
  const hasVerify = hasPaths || verify?.command !== undefined || Boolean(verify?.["rust-module"]);
  return {
    name,
    category,
    slug: name.slice(name.indexOf("::") + 2),
    version,
    description,
    rationale,
    restricts: {
      toolPatterns: restricts?.["tool-patterns"] ?? [],
      toolsDenied: restricts?.["tools-denied"] ?? [],
      pathPatterns: (restricts?.["path-patterns"] ?? []).map((pattern) => normalisePattern("edit", pattern)),
    },
    accepts: parameterized?.accepts ?? [],
    text: { ref: name, text: found.text, path: found.path },
    gate,
    verify: hasVerify
      ? {
          module: verify?.["rust-module"] || undefined,
          command: verify?.command,
          runMode,
          when: verify?.when ?? "on-return",
        }
      : undefined,
    span: toml.at(["capability", "name"]),
    spanOf: (...path) => toml.at(path, "key"),
    path: toml.file.path,
  };
}

function checkName(toml: TomlDocument, { capability: { name, category } }: Fields, report: Report): boolean {
  const [own = "", slug = ""] = name.split("::");
  const [, ...directories] = toml.file.path.split("/").slice(0, -1);
  if (own !== category) {
    report({
      code: "bad-field",
      severity: "error",
      message: `\`capability.category\` must be \`${own}\`, to match the name \`${name}\``,
      span: toml.at(["capability", "category"]),
      label: "conflicting values",
    });
    return false;
  }
  if (directories.join("/") !== `${own}/${slug}`)
    report({
      code: "name-mismatch",
      severity: "warning",
      message: `capability \`${name}\` is in the directory \`${directories.join("/")}\``,
      span: toml.at(["capability", "name"]),
      label: "the field is used, not the directory",
    });
  return true;
}

/** Without a module, `restricts` is the gate; without that there is none. */
function gateOf(toml: TomlDocument, { gate, restricts }: Fields, report: Report): CapabilityGate | "wrong" | undefined {
  const module = gate?.["rust-module"] || undefined;
  const isRestricted = Object.values(restricts ?? {}).some((list) => list.length > 0);
  if (module === undefined && !isRestricted) return undefined;
  const { event, severity = "block" } = gate ?? {};
  const bypassEnv = gate?.["bypass-env"] || undefined;
  if (event || module === undefined) return { module, event: event || undefined, severity, bypassEnv };
  report({
    code: "missing-field",
    severity: "error",
    message: "required field `gate.event` is missing in capability.toml",
    span: toml.at(["gate"], "key"),
    label: "add `event` here",
    hint: `expected one of ${gateEvents.map((each) => `\`${each}\``).join(", ")}`,
  });
  return "wrong";
}

/** The same patterns as in `[permissions.edit]`. */
function checkPaths(toml: TomlDocument, patterns: readonly string[], report: Report): boolean {
  const wrong = patterns.flatMap((pattern, i) => {
    const [found] = findPatternProblems("edit", pattern, "deny").filter(({ isHarmless }) => !isHarmless);
    return found ? [{ pattern, i, found }] : [];
  });
  for (const { pattern, i, found } of wrong)
    report({
      code: "impossible-pattern",
      severity: "error",
      message: `the path pattern \`${pattern}\` ${found.problem}`,
      span: toml.at(["restricts", "path-patterns", i]),
      label: "never matches a file",
      hint: found.hint.replaceAll(":deny`", "`"),
    });
  return wrong.length === 0;
}

/** Rejects a `[verify]` with both a module and a command, because readers would overlook one of them. */
function checkVerify(toml: TomlDocument, { verify }: Fields, report: Report): boolean {
  if (!verify?.command || !verify["rust-module"]) return true;
  report({
    code: "bad-field",
    severity: "error",
    message: "`[verify]` has both a `rust-module` and a `command`",
    span: toml.at(["verify", "command"]),
    label: "use one of them",
    hint: "remove one of them, or move the command to another capability",
  });
  return false;
}

const whatToWrite = "say what the agent must not do and why";

function findText(
  toml: TomlDocument,
  fields: Fields,
  find: (path: string) => SourceFile | undefined,
  report: Report,
): SourceFile | undefined {
  const written = fields.text?.path ?? "text.md";
  const span = fields.text ? toml.at(["text", "path"]) : toml.at(["capability", "name"]);
  const problem = (message: string, where = span, hint?: string): undefined => {
    report({ code: "capability-text", severity: "error", message, span: where, hint });
  };
  const name = fields.capability.name;
  if (/^[/~]|\\/.test(written) || written.split("/").includes(".."))
    return problem(
      `the text \`${written}\` of capability \`${name}\` is not in its directory`,
      span,
      "move the file next to capability.toml, and write its path from there",
    );
  const file = find(written.replace(/^(?:\.\/)+/, ""));
  if (!file) return problem(`capability \`${name}\` has no \`${written}\``, span, `create it: ${whatToWrite}`);
  const words = file.text.split(/\s+/).filter((word) => word !== "").length;
  if (words === 0) return problem(`the text of capability \`${name}\` is empty`, fileStart(file), whatToWrite);
  if (words > mostWords)
    return problem(
      `the text of capability \`${name}\` has ${words} words; the limit is ${mostWords}`,
      fileStart(file),
      "state the rule, then the reason, and nothing else",
    );
  return file;
}
