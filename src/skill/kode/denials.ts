/** Parses the rules in `kode.deny`, with their positions. */
import type { Report } from "../../base/diagnostic.ts";
import type { SettingsDocument } from "../../parse/settings.ts";
import { type Denial, denialForms, readDenial } from "./permission.ts";

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
