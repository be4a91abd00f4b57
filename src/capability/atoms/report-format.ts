/** output::report-format: the agent's last message contains every field that the task asks for. */

import { failed, passed, unchecked } from "../checks/result.ts";
import type { CapabilityCode } from "../contract.ts";

export const reportFormat: CapabilityCode = {
  name: "output::report-format",
  code: "RF",
  reads: ["report-fields-required"],
  verify: async (_capability, { task, report }) => {
    const required = task.output.reportFieldsRequired;
    if (required.length === 0) return passed("the task requires no field");
    if (report === undefined) return unchecked("the report was not captured");
    const fields = readReport(report, required);
    const missing = required.filter((name) => !fields.get(name));
    if (missing.length === 0) return passed(`the report has ${required.map((name) => `\`${name}\``).join(", ")}`);
    const evidence = missing.map((name) => `${name}: ${fields.has(name) ? "present, but empty" : "missing"}`);
    return failed(`the report has no ${missing.map((name) => `\`${name}\``).join(", ")}`, evidence);
  },
};

/** The value of each requested name that is present; an empty one has no text. */
function readReport(report: string, names: readonly string[]): ReadonlyMap<string, string> {
  const asked = new Map(names.map((name) => [plain(name), name]));
  const found = new Map<string, string>();
  const add = (name: string, value: string): void => {
    if (!found.get(name)) found.set(name, value.trim());
  };
  for (const text of jsonTexts(report)) addJson(text, asked, add);
  let open: string | undefined;
  /** After an empty line, only indented text still belongs to a field; below a heading, everything does. */
  let isLoose = false;
  let isBelowHeading = false;
  for (const line of report.split(/\r?\n/)) {
    const field = readField(line, asked);
    if (field) {
      [open, isLoose, isBelowHeading] = [field.name, false, isHeading(line)];
      add(field.name, field.value);
    } else if (isHeading(line)) open = undefined;
    else if (line.trim() === "") isLoose = !isBelowHeading;
    else if (isLoose && !/^(?:\s+|[-*+]\s|\d+[.)]\s)/.test(line)) open = undefined;
    else if (open !== undefined && /[\p{L}\p{N}]/u.test(line)) add(open, line);
  }
  return found;
}

/** `Files touched`, `files_touched` and `files-touched` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, "-");
}

const marks = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+|\|\s*)?[*_`"']*/;

function readField(line: string, asked: ReadonlyMap<string, string>): { name: string; value: string } | undefined {
  const rest = line.replace(marks, "");
  for (const border of rest.matchAll(/[:=|]|$/g)) {
    const name = asked.get(plain(rest.slice(0, border.index).replace(/[\s*_`"'#]+$/g, "")));
    // A name alone is a field only as a heading; elsewhere it is an ordinary word.
    if (name === undefined || (border[0] === "" && !isHeading(line))) continue;
    return { name, value: rest.slice(border.index + 1).replace(/^[\s*_`]+|[\s*_`|]+$/g, "") };
  }
  return undefined;
}

function isHeading(line: string): boolean {
  return /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/.test(line);
}

/** The whole report, and its fenced blocks. */
function jsonTexts(report: string): readonly string[] {
  const fenced = [...report.matchAll(/^```(?:json)?[ \t]*\n([\s\S]*?)^```/gm)].map(([, inside]) => inside!);
  return [report, ...fenced].filter((text) => text.trimStart().startsWith("{"));
}

function addJson(text: string, asked: ReadonlyMap<string, string>, add: (name: string, value: string) => void): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, field] of Object.entries(value)) {
    const name = asked.get(plain(key));
    if (name === undefined) continue;
    const isEmpty = field === null || (Array.isArray(field) && field.length === 0 ? false : field === "");
    add(name, isEmpty ? "" : JSON.stringify(field));
  }
}
