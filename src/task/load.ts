/** Reads a task.toml and its role, and reports problems with their position. */
import { createHash } from "node:crypto";
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { limits } from "../formats/limits.ts";
import type { Role } from "../model/role.ts";
import type { Task } from "../model/task.ts";
import { parseRoles, type RoleDocuments } from "../parse/role.ts";
import { parseTask, type TaskDocument } from "../parse/task.ts";
import { type NamedText, readNamedText, reportUnreadable } from "../read/read-file.ts";
import { readTree } from "../read/read-tree.ts";
import { roleDirectories, shippedDirectory } from "../read/shipped.ts";
import { layerRoles, type RoleSet, reportBroken } from "../resolve/role-layers.ts";

/** `path` is opened; `shown` is used in messages. Undefined if a problem was reported. */
export function readTask(path: string, report: Report, shown = path): TaskDocument | undefined {
  let found: NamedText | undefined;
  try {
    found = readNamedText(path, { shown, limit: limits.fileBytes }, report);
  } catch (error) {
    reportUnreadable({ path: shown, text: "" }, error, report);
  }
  return found && parseTask(found.file, report, found.written);
}

/** The role of a task; undefined if it does not exist, which was reported. */
export function roleOfTask(
  { task, toml }: TaskDocument,
  roles: ReadonlyMap<string, Role>,
  report: Report,
): Role | undefined {
  const role = roles.get(task.role);
  if (role) return role;
  const guess = nearest(task.role, roles.keys());
  report({
    code: "unknown-role",
    severity: "error",
    message: `the task names unknown role \`${task.role}\``,
    span: toml.at(["task", "role"]),
    label: "there is no such role",
    hint: didYouMean(guess) ?? `known roles: ${[...roles.keys()].map((name) => `\`${name}\``).join(", ")}`,
  });
  return undefined;
}

/** Reports a role that no agent may be started with. */
export function isSpawnable({ toml }: TaskDocument, role: Role, report: Report): boolean {
  if (role.spawnable) return true;
  report({
    code: "role-not-spawnable",
    severity: "error",
    message: `RULE 0.13: an agent cannot be started with the role \`${role.name}\``,
    span: toml.at(["task", "role"]),
    label: `${role.path} has \`spawnable = false\``,
    hint: "this role is for the process that starts agents; `surcingle role list` lists the others",
  });
  return false;
}

/** Warnings about valid but surprising tasks. */
export function adviseOnTask({ task, toml }: TaskDocument, role: Role, report: Report): void {
  const isScoped = role.capabilities.some(({ accepts }) => accepts.includes("files-whitelist"));
  if (!isScoped || task.scope.filesWhitelist.length > 0) return;
  report({
    code: "nothing-to-edit",
    severity: "warning",
    message: "the task allows no file changes: every edit will be denied",
    span: toml.at(["scope", "files-whitelist"], "key"),
    label: "`files-whitelist` is missing or empty",
    hint: 'list the files that the task may change: `files-whitelist = ["src/**"]`',
  });
}

/** What the ledger stores of a task: the SHA-256 of its file, as `sha256sum` prints it. */
export function specHash({ source }: Pick<Task, "source">): string {
  return createHash("sha256").update(source).digest("hex");
}

/** Invalid definitions are left out. Problems with those in `used` are errors, with others warnings. */
export async function loadRoleSet(
  roots: readonly string[],
  report: Report,
  used: readonly string[] = [],
): Promise<RoleSet> {
  const read = (directory: string, index: number, label: string | undefined): RoleDocuments =>
    parseRoles(readTree({ directory, index, label, limits, only: roleDirectories }, report), report);
  const own = roots.map((directory, index) =>
    read(directory, index, roots.length > 1 ? directory.replace(/\/$/, "") : undefined),
  );
  const set = layerRoles(read(shippedDirectory(), -1, "(shipped)"), own, report);
  reportBroken(set, used, report);
  return set;
}
