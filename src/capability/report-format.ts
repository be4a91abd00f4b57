/** output::report-format: the last message of the agent holds every field the task asks for. */
import type { CapabilityCode } from "./capability-code.ts";
import { readReport } from "./report.ts";
import { failed, passed, unchecked } from "./verified.ts";

export const reportFormat: CapabilityCode = {
  name: "output::report-format",
  code: "RF",
  reads: ["report-fields-required"],
  verify: async (_capability, { task, report }) => {
    const required = task.output.reportFieldsRequired;
    if (required.length === 0) return passed("the task asks for no field");
    if (report === undefined) return unchecked("no report was captured");
    const fields = readReport(report, required);
    const missing = required.filter((name) => !fields.get(name));
    if (missing.length === 0) return passed(`the report holds ${required.map((name) => `\`${name}\``).join(", ")}`);
    const evidence = missing.map((name) => `${name}: ${fields.has(name) ? "there, but empty" : "not there"}`);
    return failed(`the report lacks ${missing.map((name) => `\`${name}\``).join(", ")}`, evidence);
  },
};
