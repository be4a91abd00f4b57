/** One capability.toml and its text to one Capability. Whether its code exists is known later. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { parseToml, type TomlDocument } from "../formats/toml.ts";
import {
  type Capability,
  type CapabilityGate,
  categories,
  gateEvents,
  severities,
  verifyModes,
  verifyTimes,
} from "../model/capability.ts";
import { oneLine } from "./agent.ts";
import { checkExpressions, reportIssues, type Vocabulary } from "./issues.ts";

/** Both halves of a name, and the directories of a capability. */
export const slugPattern = /^[a-z][a-z0-9-]{0,63}$/;
const mostWords = 200;

const text = z.string();
const texts = z._default(z.array(text.check(z.minLength(1, "a text that is not empty"))), []);
const variable = text.check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$|^$/, "the name of an environment variable"));

export const capabilitySchema = z.strictObject({
  capability: z.strictObject({
    name: text.check(
      z.regex(
        /^[a-z][a-z0-9-]{0,63}::[a-z][a-z0-9-]{0,63}$/,
        "`category::slug`, each made of lower-case letters, digits and hyphens",
      ),
    ),
    category: z.enum(categories),
    version: text.check(z.minLength(1, "a text that is not empty")),
    description: oneLine("say what the capability restricts"),
    rationale: z.optional(text),
  }),
  restricts: z.optional(z.strictObject({ "tool-patterns": texts, "tools-denied": texts })),
  parameterized: z.optional(z.strictObject({ accepts: texts })),
  text: z.optional(z.strictObject({ path: z._default(text.check(z.minLength(1, "the name of a file")), "text.md") })),
  gate: z.optional(
    z.strictObject({
      "rust-module": text,
      event: z.optional(z.enum([...gateEvents, ""])),
      severity: z._default(z.enum(severities), "block"),
      "bypass-env": z.optional(variable),
    }),
  ),
  verify: z.optional(
    z.strictObject({
      "rust-module": text,
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
  capability: ["name", "category", "version", "description", "rationale"],
  restricts: ["tool-patterns", "tools-denied"],
  parameterized: ["accepts"],
  text: ["path"],
  gate: ["rust-module", "event", "severity", "bypass-env"],
  verify: ["rust-module", "run-mode", "when"],
  lineage: ["fork_from", "parents", "creator", "created"],
};

const vocabulary: Vocabulary = {
  subject: "capability.toml",
  knownKeys: (path) => (path.length === 0 ? Object.keys(nested) : (nested[String(path[0])] ?? [])),
  codeOf: (path, kind) => (kind === "value" && path[0] === "capability" && path[1] === "name" ? "bad-name" : undefined),
};

/** `find` gives a text that stands beside the file; undefined where there is none. */
export function parseCapability(
  file: SourceFile,
  find: (path: string) => SourceFile | undefined,
  report: Report,
): Capability | undefined {
  const toml = parseToml(file, report);
  if (!toml) return undefined;
  const result = capabilitySchema.safeParse(toml.value);
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
  if (!isNamed || !isMatched || !found || gate === "wrong") return undefined;
  return capabilityOf(toml, fields, found, gate);
}

function capabilityOf(
  toml: TomlDocument,
  { capability, restricts, parameterized, verify }: Fields,
  found: SourceFile,
  gate: CapabilityGate | undefined,
): Capability {
  const { name, category, version, description, rationale } = capability;
  const runMode = verify?.["run-mode"] ?? (category === "quality" ? "both" : "worktree");
  return {
    name,
    category,
    slug: name.slice(name.indexOf("::") + 2),
    version,
    description,
    rationale,
    restricts: { toolPatterns: restricts?.["tool-patterns"] ?? [], toolsDenied: restricts?.["tools-denied"] ?? [] },
    accepts: parameterized?.accepts ?? [],
    text: { ref: name, text: found.text, path: found.path },
    gate,
    verify: verify?.["rust-module"] ? { module: verify["rust-module"], runMode, when: verify.when } : undefined,
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
      message: `\`capability.category\` must be \`${own}\`, as the name is \`${name}\``,
      span: toml.at(["capability", "category"]),
      label: "the two disagree",
    });
    return false;
  }
  if (directories.join("/") !== `${own}/${slug}`)
    report({
      code: "name-mismatch",
      severity: "warning",
      message: `capability \`${name}\` is in the directory \`${directories.join("/")}\``,
      span: toml.at(["capability", "name"]),
      label: "the field counts, not the directory",
    });
  return true;
}

/** An empty module says that there is no such face. */
function gateOf(toml: TomlDocument, { gate }: Fields, report: Report): CapabilityGate | "wrong" | undefined {
  if (!gate?.["rust-module"]) return undefined;
  const { event, severity } = gate;
  if (event) return { module: gate["rust-module"], event, severity, bypassEnv: gate["bypass-env"] || undefined };
  report({
    code: "missing-field",
    severity: "error",
    message: "required field `gate.event` is missing in capability.toml",
    span: toml.at(["gate"], "key"),
    label: "`event` is missing here",
    hint: `known are ${gateEvents.map((each) => `\`${each}\``).join(", ")}`,
  });
  return "wrong";
}

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
    return problem(`the text \`${written}\` of capability \`${name}\` is not in its directory`);
  const file = find(written.replace(/^(?:\.\/)+/, ""));
  if (!file) return problem(`capability \`${name}\` has no \`${written}\``, span, "write there what the agent must do");
  const words = file.text.split(/\s+/).filter((word) => word !== "").length;
  if (words === 0) return problem(`the text of capability \`${name}\` is empty`, fileStart(file));
  if (words > mostWords)
    return problem(
      `the text of capability \`${name}\` has ${words} words; at most ${mostWords} are read`,
      fileStart(file),
      "say the rule first, then why, and nothing else",
    );
  return file;
}
