/** Permissions that stand in a JSON value instead of an agent.toml: for questions about a policy that is no file. */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import type { Pack } from "../model/pack.ts";
import { type Rule, type Tool, tools, type Verdict } from "../model/permission.ts";
import { reportIssues } from "./issues.ts";
import { findPatternProblems, normalisePattern } from "./pattern.ts";
import { isPackReference, permissionsSchema } from "./permissions.ts";
import { parseRule } from "./rule-text.ts";

export type InlinePermissions = Partial<Record<Tool, { readonly intent: Verdict; readonly rules: readonly Rule[] }>>;

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
        if (pack?.tool !== tool) return { problem: `there is no pack \`${text}\` for \`${tool}\`` };
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
