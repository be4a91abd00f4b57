/** Checks hook scripts of a skill: they exist, they are executable, and they can deny. */
import { posix } from "node:path";
import type { Report } from "../../base/diagnostic.ts";
import type { SkillHook, SkillText } from "../../model/skill.ts";
import { readHooks } from "../../parse/skill-hooks.ts";
import type { SkillFolder } from "./read-folder.ts";
import { scriptLanguage } from "./scripts.ts";

/** A hook on one of these is a guard: it exists to deny. */
const guarding = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit"]);

export function checkHookScripts(text: SkillText, folder: SkillFolder, report: Report): void {
  const isListForm = Array.isArray(text.fields["hooks"]);
  for (const hook of readHooks(text, () => {})) {
    const path = hook.command === undefined ? undefined : scriptOf(hook.command);
    if (path === undefined) continue;
    const warn = (message: string, hint: string): void =>
      report({ code: "skill-hook-exit", severity: "warning", message, span: text.at([...hook.path, "command"]), hint });
    const file = folder.get(path);
    if (!file) {
      warn(`the hook runs \`${path}\`, which is not in the skill`, "add the script, or correct the path");
      continue;
    }
    if (!file.executable && isRunDirectly(hook.command!))
      warn(`the hook runs \`${path}\`, which is not executable`, `make it executable: chmod +x ${path}`);
    checkExit(hook, path, file.text(), isListForm, warn);
  }
}

function checkExit(
  { event }: SkillHook,
  path: string,
  script: string | undefined,
  isListForm: boolean,
  warn: (message: string, hint: string) => void,
): void {
  if (!guarding.has(event) || script === undefined || scriptLanguage(path, script) === undefined) return;
  const saysNo = /["'](?:deny|block)["']|\bdeny\b|\bblock\b/.test(script);
  const codes = [...script.matchAll(/\bexit(?:\(|\s+|Code\s*=\s*)\s*(\d+)/g)].map((found) => Number(found[1]));
  // `set -e`, an exception or the last command's exit code can also end it with an error.
  const mayFail =
    codes.some((code) => code !== 0) ||
    /\bset -\w*e|\braise\b|\bthrow\b|\bexec\b|exit\s+["$]|exit\(\s*[a-z]/.test(script);
  if (!saysNo && !mayFail) {
    warn(`\`${path}\` never denies: it neither fails nor prints \`deny\``, "deny with `exit 2`");
    return;
  }
  const failures = codes.filter((code) => code !== 0);
  // In the list form the rendered hook turns every failure into 2.
  if (!isListForm && !saysNo && failures.length > 0 && !failures.includes(2))
    warn(
      `\`${path}\` denies with exit code ${failures[0]}, but Claude Code blocks only on 2`,
      "use `exit 2`: with any other code the call runs",
    );
}

/** The script of the skill that a command runs; undefined for programs outside the skill. */
function scriptOf(command: string): string | undefined {
  const found = /\$\{?(?:CLAUDE_PLUGIN_ROOT|CLAUDE_SKILL_DIR|SKILL_DIR)\}?"?\/([\w@%+=:,./-]+)/.exec(command);
  const relative = /^(?:\.\/)?((?:hooks|scripts)\/[\w@%+=:,./-]+)/.exec(command.trim());
  const path = found?.[1] ?? relative?.[1];
  return path === undefined ? undefined : posix.normalize(path);
}

function isRunDirectly(command: string): boolean {
  return /^["']?(?:\$|\.\/|hooks\/|scripts\/)/.test(command.trim());
}
