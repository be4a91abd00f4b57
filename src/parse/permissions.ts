/** The `[permissions]` of one agent: rule texts to rules, each with its place. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import { place } from "../base/source.ts";
import type { TomlDocument } from "../formats/toml.ts";
import { type Rule, type Tool, tools, type Verdict, verdicts } from "../model/permission.ts";
import { findPatternProblems, normalisePattern } from "./pattern.ts";
import { parseRule, type RuleText } from "./rule-text.ts";

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
  /** Its place in the list of its tool. */
  readonly index: number;
}

/** `@name` in a list of rules: the rules of a pack belong there. */
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
      // Not spread: the runtime keeps a shape of its own for every object that is made so.
      return rule ? [{ pattern: rule.pattern, verdict: rule.verdict, tool, index, from: place(toml.at(path)) }] : [];
    }),
  );
}

/** One rule of a list; undefined when it was reported. */
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
    hint: guess ? `did you mean \`${guess}\`?` : 'a rule is `pattern:action`, for example "git status*:allow"',
  });
  return undefined;
}
