/** The rules in `kode.deny`, read where they can be pointed at. */
import type { Report } from "../base/diagnostic.ts";
import type { SettingsDocument } from "../parse/settings.ts";
import { type Denial, denialForms, readDenial } from "../skill/kode/permission.ts";

/** A rule that is not understood would deny nothing in silence, so it is an error. */
export function readDenials(documents: readonly SettingsDocument[], report: Report): Denial[] {
  return documents.flatMap(({ fields, at }) =>
    (fields.kode?.deny ?? []).flatMap((text, i): Denial[] => {
      const denial = readDenial(text);
      if (denial) return [denial];
      report({
        code: "bad-settings",
        severity: "error",
        message: `\`kode.deny\` holds \`${text}\`, which is no rule`,
        span: at(["kode", "deny", i]),
        label: "not understood",
        hint: `the forms are ${denialForms}`,
      });
      return [];
    }),
  );
}
