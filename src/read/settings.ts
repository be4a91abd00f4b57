/** Reads a settings file. */
import type { Report } from "../base/diagnostic.ts";
import { describeError, suggestFix } from "../base/errno.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { readNamedText } from "./read-file.ts";

/** `shown` is used in messages. Undefined if the file cannot be read, which is already reported. */
export function readSettingsFile(path: string, shown: string, report: Report): SourceFile | undefined {
  try {
    return readNamedText(path, { shown, limit: 1024 * 1024 }, report)?.file;
  } catch (error) {
    const message = `cannot read the settings \`${shown}\`: ${describeError(error)}`;
    const hint = suggestFix(error) ?? "check the path";
    report({ code: "bad-settings", severity: "error", message, span: fileStart({ path: shown, text: "" }), hint });
    return undefined;
  }
}
