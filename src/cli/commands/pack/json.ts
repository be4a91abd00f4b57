/** One pack for programs, with the names of its file. */
import type { Pack } from "../../../model/pack.ts";

export function packJson({ name, tool, description, rules, path }: Pack): Readonly<Record<string, unknown>> {
  return { name, tool, description, rules: rules.map(({ pattern, verdict }) => `${pattern}:${verdict}`), path };
}
