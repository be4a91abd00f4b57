/** Is this a limit that we can enforce? One that is not known must close the gate, not be passed over. */
import { valueAt } from "../base/peek.ts";
import { type Limit, tools } from "../model/permission.ts";

const fields: Readonly<Record<Limit["kind"], "tool" | "expressions" | "patterns" | undefined>> = {
  "no-tool": "tool",
  "no-reading": undefined,
  "no-delegation": undefined,
  "only-commands": "expressions",
  "no-commands": "expressions",
  "only-paths": "patterns",
  "no-paths": "patterns",
};

export function isLimit(value: unknown): value is Limit {
  const kind = valueAt(value, "kind");
  const [severity, bypass] = [valueAt(value, "severity"), valueAt(value, "bypass")];
  return (
    typeof kind === "string" &&
    Object.hasOwn(fields, kind) &&
    hasField(value, fields[kind as Limit["kind"]]) &&
    typeof valueAt(value, "from") === "string" &&
    [undefined, true].some((each) => each === valueAt(value, "isTopOnly")) &&
    (severity === undefined || severity === "warn" || severity === "advisory") &&
    (bypass === undefined || typeof bypass === "string")
  );
}

function hasField(value: unknown, field: "tool" | "expressions" | "patterns" | undefined): boolean {
  if (field === undefined) return true;
  const inner = valueAt(value, field);
  if (field === "tool") return tools.some((tool) => tool === inner);
  return Array.isArray(inner) && inner.every((text) => typeof text === "string");
}
