/** Parses the `[permissions]` of one agent into rules, each with its place. */
import * as z from "zod/mini";
import type { Diagnostic, Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { place, type SourceFile } from "../base/source.ts";
import type { TomlDocument } from "../formats/toml.ts";
import { type Pack, type Rule, type Tool, tools, type Verdict, verdicts } from "../model/permission.ts";
import { reportIssues } from "./issues.ts";
import { findPatternProblems, normalisePattern } from "./pattern.ts";

const permission = z.strictObject({
  intent: z.enum(verdicts),
  rules: z._default(z.array(z.string()), []),
});

export const permissionsSchema = z.strictObject({
  bash: z.optional(permission),
  edit: z.optional(permission),
  read: z.optional(permission),
  webfetch: z.optional(permission),
  websearch: z.optional(permission),
  question: z.optional(permission),
  external_directory: z.optional(permission),
});

export interface RuleDocument extends Rule {
  /** Its position in the list of its tool. */
  readonly index: number;
}

/** `@name` in a list of rules: stands for the rules of a pack. */
export interface PackReference {
  readonly tool: Tool;
  readonly pack: string;
  readonly index: number;
}

/** A rule always has a colon. */
export function isPackReference(text: string): boolean {
  return text.startsWith("@") && !text.includes(":");
}

type Authored = Partial<Record<Tool, { readonly intent: Verdict; readonly rules: readonly string[] } | undefined>>;

export function parsePermissions(
  toml: TomlDocument,
  authored: Authored | undefined,
  report: Report,
): (RuleDocument | PackReference)[] | undefined {
  if (!authored) return undefined;
  return tools.flatMap((tool) =>
    (authored[tool]?.rules ?? []).flatMap((text, index): (RuleDocument | PackReference)[] => {
      if (isPackReference(text)) return [{ tool, pack: text.slice(1), index }];
      const path = ["permissions", tool, "rules", index];
      const rule = parseRuleText(toml, path, tool, text, report);
      // Not spread, because V8 creates a separate hidden class for every object created that way.
      return rule ? [{ pattern: rule.pattern, verdict: rule.verdict, tool, index, from: place(toml.at(path)) }] : [];
    }),
  );
}

/** One rule of a list; undefined if a problem was reported. */
export function parseRuleText(
  toml: TomlDocument,
  path: readonly (string | number)[],
  tool: Tool,
  text: string,
  report: Report,
): RuleText | undefined {
  const rule = parseRule(text);
  if (!("problem" in rule)) {
    const problems = findPatternProblems(tool, rule.pattern, rule.verdict);
    for (const { problem, start, end, hint, isHarmless } of problems)
      report({
        code: isHarmless ? "literal-pattern" : "impossible-pattern",
        severity: isHarmless ? "warning" : "error",
        message: `the rule \`${text}\` of \`${tool}\` ${problem}`,
        span: toml.inside(path, start, end),
        label: isHarmless ? undefined : "can never match",
        hint,
      });
    if (problems.some(({ isHarmless }) => !isHarmless)) return undefined;
    return { pattern: normalisePattern(tool, rule.pattern), verdict: rule.verdict };
  }
  const word = text.slice(rule.start, rule.end);
  const guess = rule.part === "action" ? nearest(word, verdicts) : undefined;
  report({
    code: "bad-rule",
    severity: "error",
    message: `the rule \`${text}\` of \`${tool}\` ${rule.problem}`,
    span: toml.inside(path, rule.start, rule.end),
    label: rule.label,
    hint: didYouMean(guess) ?? 'write `pattern:action`, such as "git status*:allow"',
  });
  return undefined;
}

interface RuleText {
  readonly pattern: string;
  readonly verdict: Verdict;
}

interface RuleProblem {
  /** Completes the sentence "the rule … ". */
  readonly problem: string;
  readonly label: string;
  readonly part: "action" | "pattern" | "whole";
  /** Which part of the text is wrong. */
  readonly start: number;
  readonly end: number;
}

export function parseRule(text: string): RuleText | RuleProblem {
  // Patterns may contain colons; actions never do.
  const colon = text.lastIndexOf(":");
  if (colon < 0) return { problem: "has no colon", label: "missing action", part: "whole", start: 0, end: text.length };
  const pattern = text.slice(0, colon);
  const action = text.slice(colon + 1);
  const verdict = verdicts.find((each) => each === action);
  if (!verdict) {
    const problem = `has the action \`${action}\`, which is not one of \`allow\`, \`ask\`, \`deny\``;
    return { problem, label: "unknown action", part: "action", start: colon + 1, end: text.length };
  }
  if (pattern === "")
    return { problem: "has an empty pattern", label: "missing pattern", part: "pattern", start: 0, end: colon + 1 };
  const edge = /^\s+/.exec(pattern) ?? /\s+$/.exec(pattern);
  if (edge) {
    const problem = "has a space at the start or end of its pattern";
    return { problem, label: "space", part: "pattern", start: edge.index, end: edge.index + edge[0].length };
  }
  return { pattern, verdict };
}

type InlinePermissions = Partial<Record<Tool, { readonly intent: Verdict; readonly rules: readonly Rule[] }>>;

/** A tool that is absent or null is not named. The problem is one sentence. */
export function parseInlinePermissions(
  value: unknown,
  packs: () => ReadonlyMap<string, Pack> = () => new Map(),
): { readonly permissions: InlinePermissions } | { readonly problem: string } {
  const given = typeof value === "object" && value !== null ? dropNull(value) : value;
  const result = permissionsSchema.safeParse(given);
  if (!result.success) {
    const problems: Diagnostic[] = [];
    const file: SourceFile = { path: "permissions", text: "" };
    const checked = { value: given, at: () => ({ file, start: 0, end: 0 }) };
    const knownKeys = (path: readonly unknown[]) => (path.length === 0 ? tools : ["intent", "rules"]);
    reportIssues(
      result.error.issues,
      checked,
      { subject: "permissions", knownKeys },
      (problem) => void problems.push(problem),
    );
    return { problem: problems.map(({ message, hint }) => (hint ? `${message} (${hint})` : message)).join("; ") };
  }
  const permissions: InlinePermissions = {};
  for (const tool of tools) {
    const authored = result.data[tool];
    if (!authored) continue;
    const rules: Rule[] = [];
    for (const [i, text] of authored.rules.entries()) {
      if (isPackReference(text)) {
        const pack = packs().get(text.slice(1));
        if (pack?.tool !== tool) return { problem: `no pack \`${text}\` for \`${tool}\`` };
        rules.push(...pack.rules);
        continue;
      }
      const rule = parseRule(text);
      if ("problem" in rule) return { problem: `the rule \`${text}\` of \`${tool}\` ${rule.problem}` };
      const wrong = findPatternProblems(tool, rule.pattern, rule.verdict).find(({ isHarmless }) => !isHarmless);
      if (wrong) return { problem: `the rule \`${text}\` of \`${tool}\` ${wrong.problem} (${wrong.hint})` };
      const pattern = normalisePattern(tool, rule.pattern);
      rules.push({ pattern, verdict: rule.verdict, tool, from: `${tool}[${i}]` });
    }
    permissions[tool] = { intent: authored.intent, rules };
  }
  return { permissions };
}

function dropNull(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null));
}
