/** Loads a task.toml and its role. */
import { resolve } from "node:path";
import { type Diagnostic, hasErrors, type Report } from "../../../base/diagnostic.ts";
import type { Role } from "../../../model/role.ts";
import type { Task } from "../../../model/task.ts";
import { adviseOnTask, isSpawnable, loadRoleSet, readTask, roleOfTask } from "../../../task/load.ts";
import type { CliCall } from "../../command.ts";
import { type rootOptions, rootsOf } from "../../options.ts";

export interface LoadedTask {
  readonly task: Task;
  readonly role: Role;
}

/** The role can be used to start agents. Undefined on a problem, which is already printed. */
export async function loadTask(path: string, call: CliCall<typeof rootOptions>): Promise<LoadedTask | undefined> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const loaded = await load(resolve(call.cwd, path), path, rootsOf(call), report);
  call.printer.diagnostics(diagnostics);
  return hasErrors(diagnostics) ? undefined : loaded;
}

async function load(
  path: string,
  shown: string,
  roots: readonly string[],
  report: Report,
): Promise<LoadedTask | undefined> {
  const document = readTask(path, report, shown);
  if (!document) return undefined;
  const { roles, broken } = await loadRoleSet(roots, report, [document.task.role]);
  // A role that is missing because its definition is broken was reported there.
  const role = broken.has(document.task.role) ? undefined : roleOfTask(document, roles, report);
  if (!role || !isSpawnable(document, role, report)) return undefined;
  adviseOnTask(document, role, report);
  return { task: document.task, role };
}
