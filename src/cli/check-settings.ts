/** What only the list of harnesses can tell about settings: do they name one, and do they give away what a permission governs. */
import type { Report } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import { harnesses } from "../harness/all.ts";
import type { Harness } from "../harness/harness.ts";
import type { SettingsDocument } from "../parse/settings.ts";
import { readDenials } from "./check-denials.ts";

export function checkSettings(documents: readonly SettingsDocument[], report: Report): void {
  for (const document of documents) {
    checkHarnessNames(document, report);
    checkAllowedTools(document, report);
  }
  readDenials(documents, report);
}

function checkHarnessNames({ fields, at }: SettingsDocument, report: Report): void {
  const ids = harnesses.map(({ id }) => id);
  for (const [i, id] of (fields.harnesses ?? []).entries()) {
    if (harnesses.some((each) => each.id === id || each.alias === id)) continue;
    const guess = nearest(id, ids);
    report({
      code: "bad-settings",
      severity: "error",
      message: `\`harnesses\` names unknown harness \`${id}\``,
      span: at(["harnesses", i]),
      label: "there is no such harness",
      hint: guess ? `did you mean \`${guess}\`?` : `known are ${ids.join(", ")}`,
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
        label: "there is no such harness",
        hint: guess ? `did you mean \`${guess}\`?` : `known are ${ids.join(", ")}`,
      });
    }
  }
}

/** A tool that a permission speaks about is governed by that permission alone; delegation and shells are never given away. */
function checkAllowedTools({ fields, at }: SettingsDocument, report: Report): void {
  for (const [i, name] of (fields.allow_tools ?? []).entries()) {
    const owner = harnesses.find(({ tools }) => isGoverned(tools, name));
    const isPlain = /^[A-Za-z][\w.-]*$/.test(name);
    if (!owner && isPlain) continue;
    report({
      code: "bad-settings",
      severity: "error",
      message: owner
        ? `\`allow_tools\` cannot allow \`${name}\`: permissions govern it in ${owner.title}`
        : `\`allow_tools\` names \`${name}\`, which is not the name of one tool`,
      span: at(["allow_tools", i]),
      label: owner ? "governed by permissions" : "letters, digits, `_`, `.` and `-` only",
      hint: owner && "write a rule in the agent's `[permissions]` instead",
    });
  }
}

function isGoverned({ canonical, delegation }: Harness["tools"], name: string): boolean {
  const governed = [...Object.values(canonical).flat(), ...delegation, "shell", "sh", "zsh", "powershell"];
  return governed.some((tool) => tool.toLowerCase() === name.toLowerCase());
}
