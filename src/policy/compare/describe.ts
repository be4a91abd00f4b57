/** What a comparison has found, in words. */
import type { ToolCall } from "../../model/permission.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Comparison, Difference } from "./compare.ts";

/** A clause: edit `docs/x` is denied for `chiron` and allowed for `writer`. */
export function describeComparison({ difference, why }: Comparison, first: string, second: string): string {
  return difference
    ? describeDifference(difference, first, second)
    : (why ?? "its rules are not known to be as strict");
}

const words = { allow: "allowed", ask: "asked about", deny: "denied" } as const;

function describeDifference({ call, surroundings, was, is }: Difference, first: string, second: string): string {
  const reading = call.reading === "below" ? " and all below it" : "";
  const subject = subjectOf(call, surroundings);
  return `${call.tool} \`${subject}\`${reading} is ${words[was.verdict]} for \`${first}\` and ${words[is.verdict]} for \`${second}\``;
}

/** Paths inside the project as people write them. */
export function subjectOf({ tool, subject }: ToolCall, { projectRoot }: Surroundings): string {
  const isPath = tool === "edit" || tool === "read" || tool === "external_directory";
  const root = projectRoot === undefined ? undefined : `${projectRoot}/`;
  return isPath && root !== undefined && subject.startsWith(root) ? subject.slice(root.length) : subject;
}
