/** tools::deny-tools: the tools that `restricts.tools-denied` names are not there. */
import type { CapabilityCode } from "../contract.ts";
import { restricted } from "../restricts.ts";

export const denyTools: CapabilityCode = {
  name: "tools::deny-tools",
  code: "DT",
  limits: restricted,
};
