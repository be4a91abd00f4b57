/** One agent.toml to one AgentDocument. Names in it are still only names. */
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
  .check(z.regex(/^[a-z0-9-]+$/, "made of lower-case letters, digits and hyphens"))
  .check(z.maxLength(limits.nameLength, `at most ${limits.nameLength} characters long`));
export const oneLine = (what: string) =>
  z
    .string()
    .check(z.regex(/\S/, `a text; ${what}`))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    .check(z.regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$/, "one line without control characters"));
const names = z._default(z.array(z.string().check(z.minLength(1, "a text that is not empty"))), []);

export const agentSchema = z.strictObject({
  name,
  description: oneLine("say what the agent is for"),
  display_name: z.optional(oneLine("write a label, or leave the field out")),
  mode: z._default(z.enum(modes), "all"),
  tags: names,
  max_turns: z.optional(z.int().check(z.gte(1, "a whole number from 1 on"))),
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
  /** The name of a role, and the field it stands in: there are two for it. */
  readonly role: { readonly name: string; readonly field: "role" | "substrate_role" } | undefined;
  /** In the order they were written; undefined when there is no `[permissions]` at all. */
  readonly rules: readonly (RuleDocument | PackReference)[] | undefined;
}

const vocabulary: Vocabulary = {
  subject: "agent.toml",
  knownKeys: (path) => {
    // The older name of `role` is read, and recommended to nobody.
    if (path.length === 0) return Object.keys(agentSchema.shape).filter((key) => key !== "substrate_role");
    return path.length === 1 ? tools : ["intent", "rules"];
  },
  excluded: {
    model:
      'a model belongs to a machine: write it in the settings, `[models.opencode]` and `chiron = "…"` in surcingle.toml',
    prompt: "the prompt is the file system-prompt.md beside agent.toml",
    mcp: "MCP servers belong to the deployment: configure them in each client",
    hooks: "hooks exist in one client only; permissions say the same for every client",
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
    message: `\`role\` is \`${role}\` and \`substrate_role\` is \`${other}\`: an agent has one role`,
    span: toml.at(["substrate_role"]),
    label: "the two disagree",
    hint: "keep `role`; the other is an older name for it",
  });
  return false;
}

/** What works, but surprises. */
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
      "the field counts, not the directory",
    );
  }
  if (/^-|-$|--/.test(name))
    warn(
      "odd-name",
      "name",
      `the name \`${name}\` has a hyphen where some clients refuse it`,
      "one hyphen between words is safe",
    );
  if (/\.\s*$/.test(description))
    warn("trailing-period", "description", "the description ends with a full stop", "clients show it in lists");
}
