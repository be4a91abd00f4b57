/** What the commands about tasks have in common: from the command line to a task and its role. */
import { resolve } from "node:path";
import { type Diagnostic, hasErrors, type Report } from "../../../base/diagnostic.ts";
import type { Role } from "../../../model/role.ts";
import type { Task } from "../../../model/task.ts";
import { adviseOnTask, isSpawnable, loadRoles, readTask, roleOfTask } from "../../../task/load.ts";
import type { CommandContext, Given } from "../../options.ts";
import type { Printer } from "../../print.ts";
import { rootsOf } from "../../root-options.ts";

export interface Loaded {
  readonly task: Task;
  readonly role: Role;
}

/** The task.toml at `path` with its role, which agents may be started with. Undefined when something is wrong; that has been printed then. */
export async function loadTask(
  path: string,
  { cwd }: CommandContext,
  given: Given,
  printer: Printer,
): Promise<Loaded | undefined> {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const loaded = await load(resolve(cwd, path), path, rootsOf(given, { cwd }), report);
  printer.diagnostics(diagnostics);
  return hasErrors(diagnostics) ? undefined : loaded;
}

async function load(
  path: string,
  shown: string,
  roots: readonly string[],
  report: Report,
): Promise<Loaded | undefined> {
  const document = readTask(path, report, shown);
  if (!document) return undefined;
  let isBroken = false;
  const roles = await loadRoles(roots, (diagnostic) => {
    isBroken ||= diagnostic.severity === "error";
    report(diagnostic);
  });
  // A role that is missing because its file is broken was reported there.
  const role = isBroken ? undefined : roleOfTask(document, roles, report);
  if (!role || !isSpawnable(document, role, report)) return undefined;
  adviseOnTask(document, role, report);
  return { task: document.task, role };
}
