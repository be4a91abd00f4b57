/** Skills as Claude Code reads them: hooks in its own form, no `---` inside the front matter, its name for the folder. */
import type { Report } from "../../base/diagnostic.ts";
import { splitFrontMatter } from "../../formats/markdown.ts";
import type { Skill, SkillFile, SkillHook } from "../../model/skill.ts";
import { hasAnchors, rewriteFields } from "../render/skill-page.ts";

export function claudeSkills(skills: readonly Skill[], report: Report): Skill[] {
  return skills.map((skill) => {
    const content = translate(skill, report);
    const files = skill.files.map((file): SkillFile => (file.path === "SKILL.md" ? { ...file, content } : file));
    return content === skill.text.file.text ? skill : { ...skill, files };
  });
}

function translate(skill: Skill, report: Report): string {
  const { file, fields, body, bodyOffset } = skill.text;
  const parts = splitFrontMatter(file.text);
  if (typeof parts !== "object") return file.text;
  const rewritten = new Map<string, unknown>();
  if (Array.isArray(fields["hooks"])) rewritten.set("hooks", nestedForm(skill.hooks));
  // Claude Code 2.1 ends the front matter at `---` wherever it stands, and what follows is lost, restrictions too.
  if (parts.yaml.includes("---"))
    for (const [key, value] of Object.entries(fields))
      if (sourceOf(skill, key).includes("---") && !rewritten.has(key)) rewritten.set(key, value);
  // Comments are read by nobody but a search for `---`.
  const yaml = rewriteFields(skill.text, parts, rewritten).replace(/^[ \t]*#.*---.*\n/gm, "");
  if (yaml.includes("---") || (rewritten.size > 0 && hasAnchors(parts.yaml))) {
    const message = `Claude Code cannot read the front matter of \`${skill.name}\`: write its values out, without anchors and without \`---\``;
    report({ code: "not-expressible", severity: "error", message, span: skill.span });
  }
  const head = `${file.text.slice(0, parts.offset)}${yaml}${file.text.slice(parts.offset + parts.yaml.length, bodyOffset)}`;
  // The format's name for the folder; the client knows its own alone.
  return head + body.replace(/(?<!\\)\$\{SKILL_DIR\}/g, () => "${CLAUDE_SKILL_DIR}");
}

function sourceOf({ text }: Skill, key: string): string {
  const { start, end } = text.at([key]);
  return text.file.text.slice(start, end);
}

function nestedForm(hooks: readonly SkillHook[]): Readonly<Record<string, unknown>> {
  const events: Record<string, unknown[]> = {};
  for (const { event, matcher, command, timeout } of hooks) {
    const inner = {
      type: "command",
      command: guarded(event, command ?? ""),
      ...(timeout === undefined ? {} : { timeout }),
    };
    const entry = { ...(matcher === undefined ? {} : { matcher }), hooks: [inner] };
    events[event] = [...(events[event] ?? []), entry];
  }
  return events;
}

/**
 * The format's rule is that any failure denies, and that the stricter of exit code and JSON counts. Claude Code 2.1 blocks
 * on exit code 2 alone and does not know `{"decision":"deny"}`. An `allow` is kept back: it would skip the client's own question.
 */
export function guarded(event: string, command: string): string {
  const own = command.replace(/(?<!\\)\$\{(?:CLAUDE_)?SKILL_DIR\}/g, () => "${CLAUDE_PLUGIN_ROOT}");
  const deny = `{ printf '%s\\n' "$o" >&2; exit 2; }`;
  const ask = JSON.stringify({ hookSpecificOutput: { hookEventName: event, permissionDecision: "ask" } });
  const branches = [
    `*'"deny"'*|*'"block"'*) ${deny};;`,
    `*'"hookSpecificOutput"'*) printf '%s' "$o";;`,
    // Where the client can ask nobody at this event, an `ask` is a no.
    `*'"ask"'*) ${event === "PreToolUse" ? `printf '%s' '${ask}'` : deny};;`,
  ];
  return `o=$(${own}\n) || ${deny}; case "$o" in ${branches.join(" ")} esac`;
}
