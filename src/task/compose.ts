/** Composes the prompt of a task: the role's texts, the task's settings, and the task's own text. Pure. */
import type { Role } from "../model/role.ts";
import { roleText } from "../model/role.ts";
import type { Task } from "../model/task.ts";

export function composePrompt(role: Role, task: Task): string {
  const settings = settingsOf(role, task).map((line) => `- ${line}\n`);
  const body = task.body.replace(/^\s*\n/, "").trimEnd();
  return `${roleText(role)}\n\n# Task\n\n${settings.join("")}\n${body}\n`;
}

/** The lists and commands "of the task" that the texts of the capabilities refer to. */
function settingsOf(role: Role, { agentId, scope, verification, output }: Task): string[] {
  const isScoped = role.capabilities.some(({ accepts }) => accepts.includes("files-whitelist"));
  const lines: [what: string, value: string | undefined][] = [
    ["your id", code([agentId])],
    ["files you may change", code(scope.filesWhitelist) ?? (isScoped ? "none" : undefined)],
    ["files you must not change", code(scope.filesDenylist)],
    ["dependencies", scope.allowDepBump ? "this task may change them" : undefined],
    ["check command", code(verification.checkCommand)],
    ["crates to check", code(verification.cargoCheckCrates)],
    ["test command", code(verification.testCommand)],
    ["crates to test", code(verification.cargoTestCrates)],
    ["minimum number of passing tests", verification.testCountMin?.toString()],
    ["fields of your report", code(output.reportFieldsRequired)],
  ];
  return lines.flatMap(([what, value]) => (value === undefined ? [] : [`${what}: ${value}`]));
}

function code(words: string | readonly string[] | undefined): string | undefined {
  const list = typeof words === "string" ? [words] : (words ?? []);
  return list.length === 0 ? undefined : list.map(codeSpan).join(", ");
}

/** A Markdown fence needs more backticks than its content. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
