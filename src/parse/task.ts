/** Parses task.toml into a Task. The role in it is not resolved yet. */
import * as z from "zod/mini";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import { parseToml, type TomlDocument } from "../formats/toml.ts";
import { agentIdProblem, agentIdRule, type Task } from "../model/task.ts";
import { oneLine } from "./agent.ts";
import { reportIssues, type Vocabulary } from "./issues.ts";

// The messages complete the sentence "`field` must be …".
const text = z.string().check(z.regex(/\S/, "a non-empty string"));
const line = oneLine("write a value, or remove the field");

// A crate becomes an argument: one that begins with a hyphen would be an option.
const crate = z.string().check(z.regex(/^[A-Za-z0-9_][\w.@:/+-]*$/, "the name of a crate"));
const crates = z._default(z.array(crate), []);

const tables = {
  task: z.strictObject({
    role: line,
    "agent-id": z.string(),
    "parent-agent": z.optional(z.string()),
    "claude-subagent-type": z.optional(
      z.string().check(z.regex(/^[A-Za-z0-9][\w:.-]{0,127}$/, "the name of an agent, without spaces")),
    ),
  }),
  scope: z.strictObject({
    "files-whitelist": z._default(z.array(z.string()), []),
    "files-denylist": z._default(z.array(z.string()), []),
    "allow-dep-bump": z._default(z.boolean(), false),
    "max-deletions": z.optional(z.int().check(z.gte(0, "a whole number of at least 0"), z.lte(1000, "at most 1000"))),
  }),
  verification: z.strictObject({
    "cargo-check-crates": crates,
    "cargo-test-crates": crates,
    "test-count-min": z.optional(z.int().check(z.gte(0, "a whole number of at least 0"))),
    "check-command": z.optional(line),
    "test-command": z.optional(line),
  }),
  output: z.strictObject({ "report-fields-required": z._default(z.array(line), []) }),
  body: z.strictObject({ text }),
};

export const taskSchema = z.strictObject({
  task: tables.task,
  scope: z.optional(tables.scope),
  verification: z.optional(tables.verification),
  output: z.optional(tables.output),
  body: tables.body,
});

type Fields = z.infer<typeof taskSchema>;

export interface TaskDocument {
  readonly task: Task;
  readonly toml: TomlDocument;
}

const vocabulary: Vocabulary = {
  subject: "task.toml",
  knownKeys: ([table]) => Object.keys(table === undefined ? tables : (shapes[table] ?? {})),
};
const shapes: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(tables).map(([name, { shape }]) => [name, shape]),
);

/** `written` is the text before line endings were normalized: the ledger stores the hash of the file as it is. */
export function parseTask(file: SourceFile, report: Report, written = file.text): TaskDocument | undefined {
  const toml = parseToml(file, (diagnostic) => report(withoutNull(diagnostic)));
  if (!toml) return undefined;
  const result = taskSchema.safeParse(toml.value);
  if (!result.success) {
    reportIssues(result.error.issues, toml, vocabulary, report);
    return undefined;
  }
  const fields = result.data;
  const isFine = [
    isAgentId(toml, "agent-id", fields.task["agent-id"], report),
    !fields.task["parent-agent"] || isAgentId(toml, "parent-agent", fields.task["parent-agent"], report),
    reportPatterns(toml, "files-whitelist", fields.scope?.["files-whitelist"] ?? [], report),
    reportPatterns(toml, "files-denylist", fields.scope?.["files-denylist"] ?? [], report),
  ].every(Boolean);
  return isFine ? { toml, task: taskOf(fields, written) } : undefined;
}

function taskOf({ task, scope, verification, output, body }: Fields, source: string): Task {
  return {
    role: task.role,
    agentId: task["agent-id"],
    parentAgent: task["parent-agent"] || undefined,
    claudeSubagentType: task["claude-subagent-type"],
    scope: {
      filesWhitelist: scope?.["files-whitelist"] ?? [],
      filesDenylist: scope?.["files-denylist"] ?? [],
      allowDepBump: scope?.["allow-dep-bump"] ?? false,
      maxDeletions: scope?.["max-deletions"],
    },
    verification: {
      cargoCheckCrates: verification?.["cargo-check-crates"] ?? [],
      cargoTestCrates: verification?.["cargo-test-crates"] ?? [],
      testCountMin: verification?.["test-count-min"],
      checkCommand: verification?.["check-command"],
      testCommand: verification?.["test-command"],
    },
    output: { reportFieldsRequired: output?.["report-fields-required"] ?? [] },
    body: body.text,
    source,
  };
}

function isAgentId(toml: TomlDocument, field: string, id: string, report: Report): boolean {
  const problem = agentIdProblem(id);
  if (problem === undefined) return true;
  report({
    code: "bad-agent-id",
    severity: "error",
    message: `the agent id \`${id}\` ${problem}`,
    span: toml.at(["task", field]),
    label: "not a valid id",
    hint: `an id is ${agentIdRule}`,
  });
  return false;
}

/** `null` is a common mistake, because other formats have it. */
function withoutNull(diagnostic: Diagnostic): Diagnostic {
  const { file, start } = diagnostic.span;
  const lineStart = file.text.lastIndexOf("\n", start - 1) + 1;
  const found = /^(\s*([\w-]+)\s*=\s*)(?:null|nil|none)\b/i.exec(file.text.slice(lineStart).split("\n", 1)[0]!);
  if (diagnostic.code !== "bad-toml" || !found) return diagnostic;
  const [whole, before = "", key = ""] = found;
  const span = { file, start: lineStart + before.length, end: lineStart + whole.length };
  const message = "TOML has no null";
  return { ...diagnostic, message, span, label: "no value", hint: `remove \`${key}\`` };
}

interface Problem {
  /** Completes the sentence "the pattern `x` …". */
  readonly what: string;
  readonly hint: string;
}

/** Whether every pattern of the list can be used. */
function reportPatterns(toml: TomlDocument, field: string, patterns: readonly string[], report: Report): boolean {
  const found = patterns.map((pattern) => problemOf(pattern));
  found.forEach((problem, i) => {
    if (!problem) return;
    report({
      code: "bad-scope",
      severity: "error",
      message: `the pattern \`${patterns[i]}\` in \`scope.${field}\` ${problem.what}`,
      span: toml.at(["scope", field, i]),
      label: "never matches a file of the repository",
      hint: problem.hint,
    });
  });
  return found.every((problem) => problem === undefined);
}

function problemOf(pattern: string): Problem | undefined {
  if (pattern.trim() === "") return { what: "is empty", hint: "write a path or a pattern, or remove it" };
  if (pattern !== pattern.trim())
    return { what: "has a space at the start or end", hint: `write \`${pattern.trim()}\`` };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matched in order to reject them
  if (/[\u0000-\u001f\u007f-\u009f]/.test(pattern)) return { what: "contains a control character", hint: "remove it" };
  if (/^[/~]/.test(pattern))
    return { what: "is not relative", hint: "write the path relative to the root of the repository" };
  if (pattern.includes("\\")) return { what: "has a backslash", hint: `write \`${pattern.replaceAll("\\", "/")}\`` };
  const parts = pattern.split("/");
  if (parts.includes(".."))
    return { what: "has `..` in it", hint: "write the path relative to the root of the repository" };
  if (pattern.endsWith("/"))
    return { what: "ends with a slash", hint: `write \`${tidy(parts)}/**\` for everything in it` };
  if (parts.some((part) => part === "." || part === ""))
    return { what: "has `.` or an empty part in it", hint: `write \`${tidy(parts) || "**"}\`` };
  return undefined;
}

function tidy(parts: readonly string[]): string {
  return parts.filter((part) => part !== "." && part !== "").join("/");
}
