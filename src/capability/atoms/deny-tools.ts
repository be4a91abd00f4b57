/** tools::deny-tools: the tools in `restricts.tools-denied` are not available. */
import type { CapabilityCode } from "../contract.ts";
import { limitsOfRestricts } from "../restricts.ts";

export const denyTools: CapabilityCode = {
  name: "tools::deny-tools",
  code: "DT",
  limits: limitsOfRestricts,
};
