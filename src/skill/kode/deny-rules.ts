/** Reads the rules in the settings that deny skills and their tools. There are no allow rules. */

import type { Report } from "../../base/diagnostic.ts";
import { compileGlob, matches } from "../../base/glob.ts";
import type { Tool } from "../../model/permission.ts";
import type { SettingsDocument } from "../../parse/settings.ts";
import { meaningOf, type ToolMeaning } from "./run-tools.ts";

export type Denial = { readonly text: string } & (
  | { readonly kind: "skill"; readonly pattern: string }
  /** Denies every skill. */
  | { readonly kind: "exec" }
  | { readonly kind: "tool"; readonly power: ToolMeaning }
  | { readonly kind: "rule"; readonly tool: Tool; readonly pattern: string }
);

/** Undefined if it is not one of the verbs. */
export function readDenial(text: string): Denial | undefined {
  const colon = text.indexOf(":");
  const verb = colon < 0 ? text : text.slice(0, colon);
  const target = colon < 0 ? undefined : text.slice(colon + 1);
  if (target?.trim() !== target) return undefined;
  switch (verb) {
    case "skill":
      return target && /^[a-z0-9*-]+$/.test(target) ? { text, kind: "skill", pattern: target } : undefined;
    case "tool": {
      if (target === "skill_exec") return { text, kind: "exec" };
      const power = target === undefined ? undefined : meaningOf(target);
      return power && { text, kind: "tool", power };
    }
    case "bash":
      return target === undefined || target === "*"
        ? { text, kind: "tool", power: "bash" }
        : ruleOf(text, "bash", target);
    case "fs": {
      const [what, ...pattern] = target?.split(":") ?? [];
      const power = what === "write" ? "edit" : what === "read" ? "read" : undefined;
      if (power === undefined) return undefined;
      if (pattern.length === 0) return { text, kind: "tool", power };
      return power === "edit" ? ruleOf(text, "edit", pattern.join(":")) : undefined;
    }
    default:
      return undefined;
  }
}

function ruleOf(text: string, tool: Tool, pattern: string): Denial | undefined {
  return pattern === "" || pattern.trim() !== pattern ? undefined : { text, kind: "rule", tool, pattern };
}

const denialForms =
  "`skill:GLOB`, `tool:skill_exec`, `tool:NAME`, `bash`, `bash:PATTERN`, `fs:write`, `fs:write:PATTERN`";

/** The first rule that denies this skill, as written. */
export function deniedBy(slug: string, denials: readonly Denial[]): string | undefined {
  return denials.find((denial) => {
    if (denial.kind === "exec") return true;
    return denial.kind === "skill" && matches(compileGlob(denial.pattern, "text"), slug);
  })?.text;
}

/** An invalid rule is an error, because it would silently deny nothing. */
export function readDenials(documents: readonly SettingsDocument[], report: Report): Denial[] {
  return documents.flatMap(({ fields, at }) =>
    (fields.kode?.deny ?? []).flatMap((text, i): Denial[] => {
      const denial = readDenial(text);
      if (denial) return [denial];
      report({
        code: "bad-settings",
        severity: "error",
        message: `\`kode.deny\` contains \`${text}\`, which is not a valid rule`,
        span: at(["kode", "deny", i]),
        label: "not a valid rule",
        hint: `use one of ${denialForms}`,
      });
      return [];
    }),
  );
}
