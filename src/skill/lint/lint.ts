/** The quality checklist: warnings about a valid skill, never a reason to reject it. */
import type { Code } from "../../base/codes/all.ts";
import type { Report } from "../../base/diagnostic.ts";
import { fileStart, type Span } from "../../base/source.ts";
import { findCommands } from "../../formats/skill-body.ts";
import {
  isSemver,
  longestBody,
  metadataVersion,
  type SkillProfile,
  type SkillText,
  skillField,
} from "../../model/skill.ts";
import { checkHookScripts } from "./hooks.ts";
import { checkLinks, type NameFile } from "./links.ts";
import { maskCode } from "./mask.ts";
import type { SkillFolder } from "./read-folder.ts";
import { checkScripts } from "./scripts.ts";

interface Linted {
  readonly text: SkillText;
  readonly folder: SkillFolder;
  readonly nameOf: NameFile;
}

export function lintSkill({ text, folder, nameOf }: Linted, profile: SkillProfile, report: Report): void {
  const warn: Warn = (code, message, span, more = {}) => report({ code, severity: "warning", message, span, ...more });
  const masked = maskCode(text.body);
  lintDescription(text, warn);
  lintVersion(text, profile, warn);
  lintBody(text, masked, warn);
  lintPortable(text, masked, warn);
  if (profile === "claude") lintAllowedTools(text, warn);
  checkLinks(text, masked, folder, nameOf, report);
  checkScripts(folder, nameOf, report);
  if (profile === "claude") checkHookScripts(text, folder, report);
}

type Warn = (code: Code, message: string, span: Span, more?: { label?: string; hint?: string }) => void;

function lintDescription({ fields, at }: SkillText, warn: Warn): void {
  const { description } = fields;
  if (typeof description !== "string") return;
  const lacking = [
    /\buse\s+when\b/i.test(description) ? "" : "Use when",
    /\btriggers:/i.test(description) ? "" : "Triggers:",
  ]
    .filter((each) => each !== "")
    .map((each) => `\`${each}\``)
    .join(" or ");
  if (lacking === "") return;
  const hint = "add `Use when …` with the situations and `Triggers: …` with words that people would type";
  warn("skill-description-triggers", `the description has no ${lacking}`, at(["description"]), { hint });
}

function lintVersion({ file, fields, at }: SkillText, profile: SkillProfile, warn: Warn): void {
  const isOpen = profile === "open";
  const inMetadata = metadataVersion(fields);
  // One that the open standard does not allow here is already reported.
  if (isOpen && inMetadata === undefined && fields["version"] !== undefined) return;
  const isInMetadata = isOpen || (profile === "claude" && fields["version"] === undefined);
  const version = isInMetadata ? inMetadata : fields["version"];
  if (version === undefined) {
    const hint = isOpen ? 'add `metadata:` with `version: "1.0.0"`' : 'add `version: "1.0.0"` to the front matter';
    warn("skill-no-version", "the skill has no version", fileStart(file), { hint });
  } else if (isInMetadata ? !isSemver(String(version)) : typeof version === "string" && !isSemver(version)) {
    const span = at(isInMetadata ? ["metadata", "version"] : ["version"]);
    warn("skill-no-version", "the version is not a semantic version", span, {
      hint: 'use three numbers: `"1.0.0"`',
    });
  }
}

/** The sentences of the skill template. */
const templates = [
  "Brief description of what this skill does",
  "One-line purpose statement",
  "Capability 1",
  "Never do X without confirmation",
  "Always validate Y before Z",
  "Situation requiring human review",
  "lorem ipsum",
].map((each) => each.toLowerCase());

/** Each with a text that every match contains: searching for that first is fast. */
const patterns: readonly (readonly [needs: string, pattern: RegExp])[] = [
  ["", /\b(?:TODO|FIXME|TBD|XXX)\b(?=\s*[:(\])]|\s*$)/gm],
  ["[", /\[(?:TODO|TBD|placeholder|specific scenarios?|keyword ?\d*)\](?![([])/gi],
  ["[", /\[(?:insert|your|fill|describe) [^\]\n]{1,60}\](?![([])/gi],
  ["<", /<(?:TODO|TBD|placeholder|insert [^>\n]{1,60}|fill in[^>\n]{0,60})>/gi],
  ["{{", /\{\{ ?(?:TODO|placeholder|insert [^}\n]{1,60}) ?\}\}/gi],
];

const mostShown = 10;

function findPlaceholders(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const [, pattern] of patterns.filter(([needs]) => text.includes(needs)))
    for (const match of text.matchAll(pattern)) found.push({ start: match.index, end: match.index + match[0].length });
  const lower = text.toLowerCase();
  for (const template of templates) {
    const start = lower.length === text.length ? lower.indexOf(template) : -1;
    if (start >= 0) found.push({ start, end: start + template.length });
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(({ start }, i) => i === 0 || start >= found[i - 1]!.end).slice(0, mostShown);
}

function lintBody({ file, body, bodyOffset, fields, at }: SkillText, masked: string, warn: Warn): void {
  const lines = body.trimEnd().split("\n").length;
  if (lines > longestBody) {
    const hint = "move details to `references/` and link to them";
    warn("skill-long-body", `the body has ${lines} lines; the recommended limit is ${longestBody}`, fileStart(file), {
      hint,
    });
  }
  if (!/^ {0,3}#{1,6}[ \t]+when to escalate\b/im.test(masked)) {
    const hint = "add a section `## When to Escalate`";
    warn("skill-no-escalation", "the body has no section `When to Escalate`", fileStart(file), { hint });
  }
  for (const { start, end } of findPlaceholders(masked)) {
    const span = { file, start: bodyOffset + start, end: bodyOffset + end };
    warn("skill-placeholder", "the body contains placeholder text", span, { label: "replace or remove it" });
  }
  const { description } = fields;
  if (typeof description === "string" && findPlaceholders(description).length > 0)
    warn("skill-placeholder", "the description contains placeholder text", at(["description"]));
}

/** Warns about behavior fields outside the open standard, and body features that only some clients support. */
function lintPortable({ file, fields, at, body, bodyOffset }: SkillText, masked: string, warn: Warn): void {
  if (fields["portable"] !== true) return;
  for (const key of Object.keys(fields)) {
    const field = skillField(key);
    if (!field?.isBehaviour || field.source === "open") continue;
    const hint = field.fallback && `remove it, or remove \`portable\`; elsewhere: ${field.fallback}`;
    const more = { label: "a Claude Code extension", ...(hint ? { hint } : {}) };
    warn(
      "skill-not-portable",
      `\`portable: true\`, but \`${key}\` does not work in every client`,
      at([key], "key"),
      more,
    );
  }
  const first = /\$ARGUMENTS\b|\$\{CLAUDE_[A-Z_]+\}/.exec(masked);
  const command = findCommands(body)[0];
  for (const [found, what] of [
    [first && { start: first.index, end: first.index + first[0].length }, "not every client fills in arguments"],
    [command, "not every client runs commands in the body"],
  ] as const) {
    if (!found) continue;
    const span = { file, start: bodyOffset + found.start, end: bodyOffset + found.end };
    warn("skill-not-portable", `\`portable: true\`, but ${what}`, span);
  }
}

/** Skips forked skills, which are limited to their list. */
function lintAllowedTools({ fields, at }: SkillText, warn: Warn): void {
  const tools = fields["allowed-tools"];
  if (fields["context"] === "fork") return;
  if (tools === undefined || tools === "" || (Array.isArray(tools) && tools.length === 0)) return;
  warn(
    "skill-preapproves",
    "Claude Code runs these tools without asking while the skill is used",
    at(["allowed-tools"]),
    {
      label: "pre-approved, not restricted",
      hint: "the gate of a governed agent still decides each call; agents without permissions no longer ask",
    },
  );
}
