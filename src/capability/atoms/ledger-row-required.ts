/** output::ledger-row-required: the ledger has a row for this agent and this task. */
import { failed, passed, unchecked } from "../checks/result.ts";
import type { CapabilityCode } from "../contract.ts";

export const ledgerRowRequired: CapabilityCode = {
  name: "output::ledger-row-required",
  code: "LR",
  verify: async (_capability, { agentId, ledgerRow, taskHash }) => {
    if (!ledgerRow) return unchecked("the ledger cannot be read here");
    const row = ledgerRow(agentId);
    if (!row) return failed(`the ledger has no row for \`${agentId}\``);
    if (row.specSha !== undefined && row.specSha !== taskHash)
      return failed(`the row of \`${agentId}\` is for another task.toml`, [
        `recorded ${row.specSha}`,
        `is ${taskHash}`,
      ]);
    if (row.specSha === undefined) return failed(`the row of \`${agentId}\` has no task`);
    return passed(`the ledger has run ${row.run} of \`${agentId}\` for this task`);
  },
};
