/** Checks settings against the harnesses: their names, and tools that permissions govern. */

import { skillAdvice } from "../base/codes/skills.ts";
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import type { Tool } from "../model/permission.ts";
import type { SettingsDocument } from "../parse/settings.ts";

/** What the checks need to know about a harness. */
export interface HarnessFacts {
  readonly id: string;
  readonly alias?: string;
  readonly title: string;
  /** The client's own agents that a skill may name. */
  readonly builtInAgents?: readonly string[];
  readonly tools: {
    readonly canonical: Readonly<Record<Tool, readonly string[]>>;
    readonly delegation: readonly string[];
  };
}

export function checkSettings(
  documents: readonly SettingsDocument[],
  harnesses: readonly HarnessFacts[],
  report: Report,
): void {
  for (const document of documents) {
    checkHarnessNames(document, harnesses, report);
    checkAllowedTools(document, harnesses, report);
    checkIgnored(document, report);
  }
}

function checkHarnessNames({ fields, at }: SettingsDocument, harnesses: readonly HarnessFacts[], report: Report): void {
  const ids = harnesses.map(({ id }) => id);
  for (const [i, id] of (fields.harnesses ?? []).entries()) {
    if (harnesses.some((each) => each.id === id || each.alias === id)) continue;
    const guess = nearest(id, ids);
    report({
      code: "bad-settings",
      severity: "error",
      message: `\`harnesses\` names unknown harness \`${id}\``,
      span: at(["harnesses", i]),
      label: "unknown harness",
      hint: didYouMean(guess) ?? `expected one of ${ids.join(", ")}`,
    });
  }
  for (const table of ["models", "tiers"] as const) {
    for (const id of Object.keys(fields[table] ?? {})) {
      if (ids.includes(id)) continue;
      const guess = nearest(id, ids);
      report({
        code: "bad-settings",
        severity: "error",
        message: `\`${table}\` names unknown harness \`${id}\``,
        span: at([table, id], "key"),
        label: "unknown harness",
        hint: didYouMean(guess) ?? `choose from ${ids.join(", ")}`,
      });
    }
  }
}

/** Advice can be disabled, an error cannot. */
function checkIgnored({ fields, at }: SettingsDocument, report: Report): void {
  for (const [i, code] of (fields.skills?.ignore ?? []).entries()) {
    if (skillAdvice.includes(code)) continue;
    const guess = nearest(code, skillAdvice);
    report({
      code: "bad-settings",
      severity: "error",
      message: `\`skills.ignore\` contains \`${code}\`, which is not the code of a check that can be disabled`,
      span: at(["skills", "ignore", i]),
      label: "cannot be disabled",
      hint: didYouMean(guess) ?? "docs/skills.md lists the codes of the checklist",
    });
  }
}

/** A tool that permissions govern cannot be allowed here, nor can delegation or a shell. */
function checkAllowedTools({ fields, at }: SettingsDocument, harnesses: readonly HarnessFacts[], report: Report): void {
  for (const [i, name] of (fields.allow_tools ?? []).entries()) {
    const owner = harnesses.find(({ tools }) => isGoverned(tools, name));
    const isPlain = /^[A-Za-z][\w.-]*$/.test(name);
    if (!owner && isPlain) continue;
    report({
      code: "bad-settings",
      severity: "error",
      message: owner
        ? `\`allow_tools\` cannot allow \`${name}\`: in ${owner.title} it is governed by permissions`
        : `\`allow_tools\` contains \`${name}\`, which is not a tool name`,
      span: at(["allow_tools", i]),
      label: owner ? "governed by permissions" : "use letters, digits, `_`, `.` and `-`",
      hint: owner && "add a rule to the agent's `[permissions]` instead",
    });
  }
}

function isGoverned({ canonical, delegation }: HarnessFacts["tools"], name: string): boolean {
  const governed = [...Object.values(canonical).flat(), ...delegation, "shell", "sh", "zsh", "powershell"];
  return governed.some((tool) => tool.toLowerCase() === name.toLowerCase());
}
