/** The rules in `kode.deny`, read where they can be pointed at. */
import type { Report } from "../../base/diagnostic.ts";
import type { SettingsDocument } from "../../parse/settings.ts";
import { type Denial, denialForms, readDenial } from "./permission.ts";

/** A rule that is not understood is an error: it would deny nothing without a word. */
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
