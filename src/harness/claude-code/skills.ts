/**
 * Converts skills for Claude Code: its hook format, no `---` inside the front matter, its variable for the directory.
 */
import type { Report } from "../../base/diagnostic.ts";
import { rewriteFields, splitFrontMatter, yamlFlow } from "../../formats/markdown.ts";
import type { Skill, SkillFile, SkillHook } from "../../model/skill.ts";
import { withOwnFiles } from "../render/skill-limits.ts";
import { hasAnchors } from "../render/skills.ts";

/** Hooks in the client's own format, by event. */
export type HookTable = Readonly<Record<string, readonly unknown[]>>;

export interface SkillAdditions {
  /** The agent that runs a forked skill, by skill name. */
  readonly forks: ReadonlyMap<string, string>;
  /** Hooks that restrict a skill to its tools, by skill name. */
  readonly limits: ReadonlyMap<string, HookTable>;
}

export function claudeSkills(skills: readonly Skill[], added: SkillAdditions, report: Report): Skill[] {
  return skills.map((skill) => {
    const content = translate(skill, added.forks.get(skill.name), added.limits.get(skill.name), report);
    const files = skill.files.map((file): SkillFile => (file.path === "SKILL.md" ? { ...file, content } : file));
    return content === skill.text.file.text ? skill : { ...skill, files };
  });
}

function translate(skill: Skill, agent: string | undefined, limit: HookTable | undefined, report: Report): string {
  const { file, fields, body, bodyOffset } = skill.text;
  const parts = splitFrontMatter(file.text);
  if (typeof parts !== "object") return file.text;
  const rewritten = new Map<string, unknown>();
  const own = hooksOf(skill);
  const hooks = limit ? joinHooks(own ?? fields["hooks"], limit) : own;
  if (hooks !== undefined && fields["hooks"] !== undefined) rewritten.set("hooks", hooks);
  if (agent !== undefined && fields["agent"] !== undefined) rewritten.set("agent", agent);
  // Claude Code 2.1 ends the front matter at any `---`, and loses what follows, including restrictions.
  if (parts.yaml.includes("---"))
    for (const [key, value] of Object.entries(fields))
      if (sourceOf(skill, key).includes("---") && !rewritten.has(key)) rewritten.set(key, value);
  // Comments only matter because the client searches them for `---`.
  const written = rewriteFields(skill.text, parts, rewritten).replace(/^[ \t]*#.*---.*\n/gm, "");
  const more = [
    ...(agent === undefined || rewritten.has("agent") ? [] : [`agent: ${agent}\n`]),
    ...(limit && !rewritten.has("hooks") ? [`hooks: ${yamlFlow(hooks)}\n`] : []),
  ];
  const yaml = more.length === 0 ? written : written.replace(/\n?$/, "\n") + more.join("");
  if (yaml.includes("---") || (rewritten.size > 0 && hasAnchors(parts.yaml))) {
    const message = `Claude Code cannot read the front matter of \`${skill.name}\`: write it without anchors and \`---\``;
    report({ code: "not-expressible", severity: "error", message, span: skill.span });
  }
  const head = `${file.text.slice(0, parts.offset)}${yaml}${file.text.slice(parts.offset + parts.yaml.length, bodyOffset)}`;
  // The standard's variable for the directory; the client knows only its own.
  return head + body.replace(/(?<!\\)\$\{SKILL_DIR\}/g, () => "${CLAUDE_SKILL_DIR}");
}

function sourceOf({ text }: Skill, key: string): string {
  const { start, end } = text.at([key]);
  return text.file.text.slice(start, end);
}

/** In the client's format, with the skill's own files by absolute path. Undefined if they can stay as they are. */
function hooksOf({ text, hooks, files }: Skill): unknown {
  const paths = files.map(({ path }) => path).filter((path) => path !== "SKILL.md");
  const written = text.fields["hooks"];
  if (Array.isArray(written)) {
    const found = hooks.map((hook) => ({ ...hook, command: hook.command && withOwnFiles(hook.command, paths) }));
    return nestedForm(found);
  }
  if (written === undefined || !hooks.some(({ command }) => command && withOwnFiles(command, paths) !== command))
    return undefined;
  return JSON.parse(JSON.stringify(written), (key, value) =>
    key === "command" && typeof value === "string" ? withOwnFiles(value, paths) : value,
  );
}

function joinHooks(own: unknown, added: HookTable): HookTable {
  const table = (own ?? {}) as HookTable;
  const more = Object.entries(added).map(([event, entries]) => [event, [...(table[event] ?? []), ...entries]]);
  return { ...table, ...Object.fromEntries(more) };
}

function nestedForm(hooks: readonly SkillHook[]): Readonly<Record<string, unknown>> {
  const events: Record<string, unknown[]> = {};
  for (const { event, matcher, command, timeout } of hooks) {
    const inner = {
      type: "command",
      command: wrapHookCommand(event, command ?? ""),
      ...(timeout === undefined ? {} : { timeout }),
    };
    const entry = { ...(matcher === undefined ? {} : { matcher }), hooks: [inner] };
    events[event] = [...(events[event] ?? []), entry];
  }
  return events;
}

/**
 * In the standard, any failure denies, and the stricter of exit code and JSON wins. Claude Code 2.1 blocks only on exit
 * code 2 and does not know `{"decision":"deny"}`. An `allow` is withheld: it would skip the client's own question.
 */
export function wrapHookCommand(event: string, command: string): string {
  const own = command.replace(/(?<!\\)\$\{(?:CLAUDE_)?SKILL_DIR\}/g, () => "${CLAUDE_PLUGIN_ROOT}");
  const deny = `{ printf '%s\\n' "$o" >&2; exit 2; }`;
  const ask = JSON.stringify({ hookSpecificOutput: { hookEventName: event, permissionDecision: "ask" } });
  const branches = [
    `*'"deny"'*|*'"block"'*) ${deny};;`,
    `*'"hookSpecificOutput"'*) printf '%s' "$o";;`,
    // Events at which the client cannot ask; `ask` becomes deny.
    `*'"ask"'*) ${event === "PreToolUse" ? `printf '%s' '${ask}'` : deny};;`,
  ];
  return `o=$(${own}\n) || ${deny}; case "$o" in ${branches.join(" ")} esac`;
}
