/** One role file to one RoleDocument. Names in it are still only names. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import { parseToml, type TomlDocument } from "../formats/toml.ts";
import { escalations } from "../model/role.ts";
import { oneLine } from "./agent.ts";
import { checkExpressions } from "./expressions.ts";
import { reportIssues, type Vocabulary } from "./issues.ts";

const text = z.string().check(z.minLength(1, "a text that is not empty"));
const names = z._default(z.array(text), []);

export const roleSchema = z.strictObject({
  role: z.strictObject({
    name: text.check(z.regex(/^[a-z][a-z0-9-]{0,63}$/, "made of lower-case letters, digits and hyphens")),
    "display-name": z.optional(oneLine("write a label, or leave the field out")),
    description: oneLine("say what the role is for"),
    spawnable: z.optional(z.boolean()),
    "claude-subagent-type": z.optional(
      text.check(z.regex(/^[A-Za-z0-9][\w:.-]{0,127}$/, "the name of an agent, without spaces")),
    ),
    isolation: z.optional(z.enum(["worktree", "none"])),
  }),
  capabilities: z.optional(z.strictObject({ extends: z.optional(text), required: names, relaxes: names })),
  tools: z.optional(
    z.strictObject({ allowed: z.optional(z.array(text)), "bash-patterns-allowed": z.optional(z.array(text)) }),
  ),
  escalation: z.optional(z.strictObject({ policy: z.enum(escalations) })),
});

export interface RoleDocument {
  readonly toml: TomlDocument;
  readonly fields: z.infer<typeof roleSchema>;
}

const nested: Readonly<Record<string, readonly string[]>> = {
  role: ["name", "display-name", "description", "spawnable", "claude-subagent-type", "isolation"],
  capabilities: ["extends", "required", "relaxes"],
  tools: ["allowed", "bash-patterns-allowed"],
  escalation: ["policy"],
};

const vocabulary: Vocabulary = {
  subject: "the role",
  knownKeys: (path) => (path.length === 0 ? Object.keys(nested) : (nested[String(path[0])] ?? [])),
  codeOf: (path, kind) => (kind === "value" && path[0] === "role" && path[1] === "name" ? "bad-name" : undefined),
};

export function parseRole(file: SourceFile, report: Report): RoleDocument | undefined {
  const toml = parseToml(file, report);
  if (!toml) return undefined;
  const result = roleSchema.safeParse(toml.value);
  if (!result.success) {
    reportIssues(result.error.issues, toml, vocabulary, report);
    return undefined;
  }
  const fields = result.data;
  const patterns = fields.tools?.["bash-patterns-allowed"] ?? [];
  if (!checkExpressions(toml, ["tools", "bash-patterns-allowed"], patterns, report)) return undefined;
  const directory = /([^/]+)\.toml$/.exec(file.path)?.[1];
  if (fields.role.name !== directory)
    report({
      code: "name-mismatch",
      severity: "warning",
      message: `role \`${fields.role.name}\` stands in the file \`${file.path}\``,
      span: toml.at(["role", "name"]),
      label: "the field counts, not the file",
    });
  return { toml, fields };
}
