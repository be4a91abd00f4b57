/** Parses agent.toml into an AgentDocument. Names in it are not resolved yet. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import { limits } from "../formats/limits.ts";
import { parseToml, type TomlDocument } from "../formats/toml.ts";
import { modes } from "../model/agent.ts";
import { tools } from "../model/permission.ts";
import { reportIssues, type Vocabulary } from "./issues.ts";
import { type PackReference, parsePermissions, permissionsSchema, type RuleDocument } from "./permissions.ts";

// The messages complete the sentence "`field` must be …".
const name = z
  .string()
  .check(z.regex(/^[a-z0-9-]+$/, "made of lowercase letters, digits and hyphens"))
  .check(z.maxLength(limits.nameLength, `at most ${limits.nameLength} characters`));
export const oneLine = (what: string) =>
  z
    .string()
    .check(z.regex(/\S/, `a non-empty string; ${what}`))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matched in order to reject them
    .check(z.regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "one line without control characters"));
const names = z._default(z.array(z.string().check(z.minLength(1, "a non-empty string"))), []);

export const agentSchema = z.strictObject({
  name,
  description: oneLine("describe what the agent is for"),
  display_name: z.optional(oneLine("write a label, or remove the field")),
  mode: z._default(z.enum(modes), "all"),
  tags: names,
  max_turns: z.optional(z.int().check(z.gte(1, "a whole number of at least 1"))),
  skills: names,
  context: names,
  rules: names,
  role: z.optional(z.string().check(z.minLength(1, "the name of a role"))),
  delegates: z.optional(z.array(z.string().check(z.minLength(1, "the name of an agent")))),
  substrate_role: z.optional(z.string().check(z.minLength(1, "the name of a role"))),
  permissions: z.optional(permissionsSchema),
});

export interface AgentDocument {
  readonly toml: TomlDocument;
  readonly fields: z.infer<typeof agentSchema>;
  /** The directory below `agents/`. */
  readonly directory: string;
  readonly prompt: SourceFile | undefined;
  /** The name of a role, and the field that contains it: there are two. */
  readonly role: { readonly name: string; readonly field: "role" | "substrate_role" } | undefined;
  /** In written order; undefined if there is no `[permissions]` table. */
  readonly rules: readonly (RuleDocument | PackReference)[] | undefined;
}

const vocabulary: Vocabulary = {
  subject: "agent.toml",
  knownKeys: (path) => {
    // The older name of `role` is accepted, but not suggested.
    if (path.length === 0) return Object.keys(agentSchema.shape).filter((key) => key !== "substrate_role");
    return path.length === 1 ? tools : ["intent", "rules"];
  },
  excluded: {
    model: 'models are set per machine, in the settings: `[models.opencode]` with `chiron = "…"` in surcingle.toml',
    prompt: "write the prompt to system-prompt.md, next to agent.toml",
    mcp: "configure MCP servers in each client",
    hooks: "only one client has such hooks; use permissions, which work on every client",
  },
  codeOf: (path, kind) => {
    if (kind === "value" && path.length === 1 && path[0] === "name") return "bad-name";
    if (path[0] !== "permissions") return undefined;
    if (kind === "key") return path.length === 2 ? "unknown-tool" : undefined;
    if (path.length === 3 && path[2] === "intent") return "bad-intent";
    return path[2] === "rules" && path.length === 4 ? "bad-rule" : undefined;
  },
};

export function parseAgent(
  file: SourceFile,
  prompt: SourceFile | undefined,
  report: Report,
): AgentDocument | undefined {
  const toml = parseToml(file, report);
  if (!toml) return undefined;
  const result = agentSchema.safeParse(toml.value);
  if (!result.success) {
    reportIssues(result.error.issues, toml, vocabulary, report);
    return undefined;
  }
  const directory = file.path.split("/")[1] ?? "";
  const fields = result.data;
  const document: AgentDocument = {
    toml,
    fields,
    directory,
    prompt,
    role: roleOf(fields),
    rules: parsePermissions(toml, fields.permissions, report),
  };
  adviseOnFields(document, report);
  return hasOneRole(document, report) ? document : undefined;
}

function roleOf({ role, substrate_role }: AgentDocument["fields"]): AgentDocument["role"] {
  if (role !== undefined) return { name: role, field: "role" };
  return substrate_role === undefined ? undefined : { name: substrate_role, field: "substrate_role" };
}

function hasOneRole({ toml, fields }: AgentDocument, report: Report): boolean {
  const { role, substrate_role: other = role } = fields;
  if (role === undefined || role === other) return true;
  report({
    code: "bad-field",
    severity: "error",
    message: `\`role\` is \`${role}\` and \`substrate_role\` is \`${other}\`: an agent has a single role`,
    span: toml.at(["substrate_role"]),
    label: "conflicting values",
    hint: "remove `substrate_role`, the old name of `role`",
  });
  return false;
}

/** Warnings about valid but surprising values. */
function adviseOnFields({ toml, fields, directory }: AgentDocument, report: Report): void {
  const { name, description } = fields;
  const warn = (
    code: "odd-name" | "name-mismatch" | "trailing-period",
    field: string,
    message: string,
    label: string,
  ) => report({ code, severity: "warning", message, span: toml.at([field]), label });
  if (name !== directory) {
    warn(
      "name-mismatch",
      "name",
      `agent \`${name}\` is in the directory \`${directory}\``,
      "the field is used, not the directory",
    );
  }
  if (/^-|-$|--/.test(name))
    warn(
      "odd-name",
      "name",
      `the name \`${name}\` has a hyphen in a position that some clients reject`,
      "use single hyphens between words",
    );
  if (/\.\s*$/.test(description))
    warn("trailing-period", "description", "the description ends with a full stop", "clients show it in lists");
}
