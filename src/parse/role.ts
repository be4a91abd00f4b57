/** Parses a role file into a RoleDocument. Names in it are not resolved yet. */
import * as z from "zod/mini";
import { type Diagnostic, type Report, withHeldErrors } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { parseToml, type TomlDocument } from "../formats/toml.ts";
import type { Capability, CapabilityAlias } from "../model/capability.ts";
import { escalations } from "../model/role.ts";
import { oneLine } from "./agent.ts";
import { parseCapability } from "./capability.ts";
import { checkExpressions, type RootSources, reportIssues, type Vocabulary, withoutUnknownTables } from "./issues.ts";

const text = z.string().check(z.minLength(1, "a non-empty string"));
const names = z._default(z.array(text), []);

export const roleSchema = z.strictObject({
  role: z.strictObject({
    name: text.check(z.regex(/^[a-z][a-z0-9-]{0,63}$/, "made of lowercase letters, digits and hyphens")),
    "display-name": z.optional(oneLine("write a label, or remove the field")),
    description: oneLine("describe what the role is for"),
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

function parseRole(file: SourceFile, report: Report): RoleDocument | undefined {
  const toml = parseToml(file, report);
  if (!toml) return undefined;
  const result = roleSchema.safeParse(withoutUnknownTables(toml, vocabulary, report));
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
      message: `role \`${fields.role.name}\` is in the file \`${file.path}\``,
      span: toml.at(["role", "name"]),
      label: "the field is used, not the file name",
    });
  return { toml, fields };
}

export interface RoleDocuments {
  readonly roles: readonly RoleDocument[];
  readonly capabilities: readonly Capability[];
  readonly aliases: readonly CapabilityAlias[];
  /** Names whose definition is invalid, with the errors. They are reported once it is known who uses the definition. */
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
}

const rolePath = /^_?roles\/([^/]+)\.toml$/;
const capabilityPath = /^_?capabilities\/([^/]+)\/([^/]+)\/capability\.toml$/;

export function parseRoles({ files, failed }: Pick<RootSources, "files" | "failed">, report: Report): RoleDocuments {
  const texts = new Map<string, SourceFile>();
  for (const [path, { content }] of files)
    if (/^_?(?:roles|capabilities)\//.test(path) && "text" in content) texts.set(path, content);
  const roles: RoleDocument[] = [];
  const capabilities: Capability[] = [];
  const aliases: CapabilityAlias[] = [];
  const broken = new Map<string, readonly Diagnostic[]>();
  const unreadable = new Map([...failed].filter(([path]) => /^_?(?:roles|capabilities)\//.test(path)));
  for (const [path, file] of texts) {
    const [, category, slug] = capabilityPath.exec(path) ?? [];
    if (category !== undefined && slug !== undefined) {
      const directory = path.slice(0, path.lastIndexOf("/"));
      let cause: readonly Diagnostic[] | undefined;
      const find = (name: string): SourceFile | undefined => {
        cause = unreadable.get(`${directory}/${name}`);
        unreadable.delete(`${directory}/${name}`);
        return texts.get(`${directory}/${name}`);
      };
      const [found, errors] = withHeldErrors(report, (held) => parseCapability(file, find, held));
      if (!found) broken.set(`${category}::${slug}`, cause ?? errors);
      else if ("target" in found) aliases.push(found);
      else capabilities.push(found);
      continue;
    }
    const name = rolePath.exec(path)?.[1];
    if (name === undefined) {
      reportMisplaced(file, (path) => texts.has(path) || failed.has(path), report);
      continue;
    }
    const [role, errors] = withHeldErrors(report, (held) => parseRole(file, held));
    if (role) roles.push(role);
    else broken.set(name, errors);
  }
  for (const [path, errors] of unreadable) {
    const name = rolePath.exec(path)?.[1] ?? capabilityAt(path);
    if (name === undefined) errors.forEach(report);
    else broken.set(name, errors);
  }
  return { roles, capabilities, aliases, broken };
}

/** The capability that this file or directory belongs to. */
function capabilityAt(path: string): string | undefined {
  const [, category, slug] = /^_?capabilities\/([^/]+)\/([^/]+)(?:\/capability\.toml)?$/.exec(path) ?? [];
  return category === undefined ? undefined : `${category}::${slug}`;
}

/** Files that look like definitions but are not read, which their author would not notice. */
function reportMisplaced(file: SourceFile, isThere: (path: string) => boolean, report: Report): void {
  const { path } = file;
  const hint = fixFor(path, isThere);
  if (hint === undefined) return;
  const message = `\`${path}\` looks like a definition but is not where definitions are read`;
  report({ code: "misplaced-file", severity: "error", message, span: fileStart(file), hint });
}

function fixFor(path: string, isThere: (path: string) => boolean): string | undefined {
  if (path.endsWith(".toml"))
    return /^_?roles\//.test(path)
      ? "a role is roles/NAME.toml"
      : "a capability is capabilities/CATEGORY/SLUG/capability.toml";
  const directory = /^(_?capabilities\/.+)\/text\.md$/.exec(path)?.[1];
  const isAlone = directory !== undefined && !isThere(`${directory}/capability.toml`);
  return isAlone ? `add ${directory}/capability.toml` : undefined;
}
