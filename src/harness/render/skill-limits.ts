/** Limits of skills and isolated commands that our gate enforces, and reports of what a client does not support. */

import type { Report } from "../../base/diagnostic.ts";
import { place, type Span } from "../../base/source.ts";
import { valueAt } from "../../base/unchecked.ts";
import { findCommands, placeholdersIn } from "../../formats/skill-body.ts";
import type { Model } from "../../model/model.ts";
import type { Policy } from "../../model/permission.ts";
import {
  invocationOf,
  permissionModePath,
  type Skill,
  type SkillGuard,
  type SkillLimits,
  skillField,
} from "../../model/skill.ts";
import { compileToolList, readingTools, splitTools } from "../../policy/tool-list.ts";
import type { Harness } from "../harness.ts";
import { toolListOf } from "./command-agent.ts";
import { commandReasons, takesArguments } from "./skill-commands.ts";

/** The events that a gate sees. */
const gatedEvents: readonly string[] = ["PreToolUse", "PostToolUse"];

interface LimitedRuns {
  /** The client runs forked skills and isolated commands in separate sessions, which the gate can distinguish. */
  readonly hasApart: boolean;
}

/** The limits of skills and isolated commands that restrict something. */
export function skillLimits({ skills, commands, settings }: Model, { hasApart }: LimitedRuns): SkillLimits[] {
  const ofSkills = skills.map((skill): SkillLimits => {
    const list = listOf(skill);
    return {
      name: skill.name,
      place: place(skill.text.at(["allowed-tools"])),
      ...(list && hasApart && skill.isForked ? { apart: list } : {}),
      ...(list && settings.skills.enforceAllowedTools ? { inline: list } : {}),
      hooks: guardsOf(skill),
    };
  });
  const ofCommands = commands.flatMap((command): SkillLimits[] => {
    const list = command.behavior.execution === "isolated" && hasApart ? toolListOf(command) : undefined;
    const where = place(command.spanOf("behavior", "tools"));
    return list ? [{ name: command.slug, place: where, apart: list.policy, hooks: [] }] : [];
  });
  return [...ofSkills, ...ofCommands].filter(({ apart, inline, hooks }) => apart || inline || hooks.length > 0);
}

/** A list of tools never denies reading. Undefined if there is no list, or it denies nothing. */
export function listOf({ name, text }: Skill): Policy | undefined {
  const tools = text.fields["allowed-tools"];
  if (tools === undefined || tools === null) return undefined;
  const items = splitTools(Array.isArray(tools) ? tools.join(" ") : String(tools));
  const custom = [...items, ...readingTools].join(" ");
  return compileToolList(name, { custom }, place(text.at(["allowed-tools"])))?.policy;
}

function guardsOf({ hooks, files }: Skill): SkillGuard[] {
  const paths = files.map(({ path }) => path).filter((path) => path !== "SKILL.md");
  return hooks.flatMap(({ event, matcher, command, timeout }) => {
    if (command === undefined || !gatedEvents.includes(event)) return [];
    const own = withOwnFiles(command, paths);
    return [{ event, command: own, ...(matcher === undefined ? {} : { matcher }), ...(timeout && { timeout }) }];
  });
}

/**
 * `hooks/guard.sh` becomes `"${CLAUDE_PLUGIN_ROOT}/hooks/guard.sh"`: a hook starts in the project, where the skill's
 * file does not exist, so every call would be denied.
 */
export function withOwnFiles(command: string, paths: readonly string[]): string {
  const known = new Set(paths);
  return command.replace(
    /(^|[\s;|&(=])(["']?)(?:\.\/)?([\w.@+-]+(?:\/[\w.@+-]+)*)\2(?=$|[\s;|&)])/g,
    (word, before, quote, path) =>
      known.has(path) && (path.includes("/") || /^\.\//.test(word.slice(before.length + quote.length)))
        ? `${before}"\${CLAUDE_PLUGIN_ROOT}/${path}"`
        : word,
  );
}

/** Reports each unsupported field once, with what applies instead. */
export function reportSkillLosses(
  harness: Harness,
  { skills, settings }: Pick<Model, "skills" | "settings">,
  report: Report,
): void {
  const { id, title, skillSupport } = harness;
  for (const skill of skills) {
    const { name, text } = skill;
    const reasons = commandReasons(skill, harness);
    // A command that runs in its own context also has the agent.
    const carried = reasons.includes("context") ? [...reasons, "agent"] : reasons;
    const lose = (field: string, span: Span, why: string): void => {
      const message = `${title} ${why}`;
      const loss = { harness: id, definition: name, field, support: "lost", why: message } as const;
      report({ code: "not-expressible", severity: "note", message, span, label: "not available there", loss });
    };
    for (const [key, value] of Object.entries(text.fields)) {
      const field = skillField(key);
      // A default value is not a loss.
      if (!field?.isBehaviour || isDefault(key, value) || skillSupport.fields.includes(key) || carried.includes(key))
        continue;
      const why = skillSupport.gate && gatedLoss(key, skill, harness, settings.skills.enforceAllowedTools);
      if (why === "none") continue;
      if (why !== undefined) {
        lose(key, text.at([key], "key"), why);
        continue;
      }
      lose(
        key,
        text.at([key], "key"),
        `does not support \`${key}\` of a skill: ${field.fallback ?? "it has no effect"}`,
      );
    }
    if (valueAt(text.fields, ...permissionModePath) !== undefined && !skillSupport.permissionMode)
      lose(
        permissionModePath.join("."),
        text.at(permissionModePath, "key"),
        "has no permission mode for a skill; the agent's own permissions decide",
      );
    if (skillSupport.fillsInText) continue;
    const body = { file: text.file, start: text.bodyOffset, end: text.bodyOffset };
    const isCommand = reasons.length > 0;
    const names = placeholdersIn(text.body).filter((each) => !isCommand || each === "CLAUDE_SESSION_ID");
    if (isCommand && takesArguments(text.body) && invocationOf(text.fields).modelInvokes)
      lose(
        "body.placeholders",
        body,
        "fills in arguments when the user starts the skill as a command, not when the model does",
      );
    if (names.length > 0)
      lose("body.placeholders", body, `does not fill in placeholders; the text keeps ${names.map(written).join(", ")}`);
    if (findCommands(text.body).length > 0) lose("body.commands", body, "does not run commands in the text of a skill");
  }
}

/** What remains lost of a field that our gate enforces. Undefined if the gate does not support the field. */
function gatedLoss(key: string, skill: Skill, { skillSupport }: Harness, isEnforced: boolean): string | undefined {
  if (key === "hooks") {
    const others = skill.hooks.filter(({ event, command }) => !gatedEvents.includes(event) || command === undefined);
    const events = [...new Set(others.map(({ event }) => event))].join(", ");
    return others.length > 0 ? `runs skill hooks only before and after a tool call; left out: ${events}` : "none";
  }
  if (key !== "allowed-tools") return undefined;
  if (isEnforced) return "none";
  if (!skill.isForked || skillSupport.gate !== "apart")
    return "does not restrict the tools of a skill that runs in the session, unless `skills.enforce_allowed_tools` is set";
  return invocationOf(skill.text.fields).modelInvokes
    ? "restricts the tools when the user starts the skill, not when the model loads it into the session"
    : "none";
}

function isDefault(key: string, value: unknown): boolean {
  return (key === "user-invocable" && value === true) || (key === "disable-model-invocation" && value === false);
}

const written = (name: string | number): string =>
  `\`${typeof name === "number" || name === "ARGUMENTS" ? `$${name}` : `\${${name}}`}\``;
