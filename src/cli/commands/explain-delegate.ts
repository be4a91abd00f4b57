/** `surcingle explain AGENT delegate NAME`: whether one agent may delegate to another, and why. */

import { visible } from "../../base/text.ts";
import type { Agent } from "../../model/agent.ts";
import type { Model } from "../../model/model.ts";
import { type Comparison, describeComparison, subjectOf } from "../../policy/compare/compare.ts";
import { type DelegationStatus, mostPolicies, planDelegation } from "../../policy/compare/delegation.ts";
import { delegationParties } from "../../resolve/delegates.ts";
import { nearestHint } from "../command.ts";
import type { Printer } from "../print.ts";

interface Answer {
  readonly verdict: "allow" | "deny";
  readonly reason: string;
  readonly comparison?: Comparison | undefined;
}

/** `agent` is governed. */
export function explainDelegate(model: Model, agent: Agent, name: string, printer: Printer): void {
  const { verdict, reason, comparison } = answer(model, agent, name);
  const sentence = `${agent.name}: ${verdict} delegate \`${name}\`: ${reason}`;
  const { difference } = comparison ?? {};
  printer.emit({
    agent: agent.name,
    tool: "delegate",
    input: name,
    verdict,
    reason: sentence,
    ...(difference && {
      example: {
        tool: difference.call.tool,
        input: subjectOf(difference.call, difference.surroundings),
        caller: difference.was.verdict,
        delegate: difference.is.verdict,
      },
    }),
  });
  printer.say(visible(sentence));
}

function answer(model: Model, { name: caller, policy }: Agent, name: string): Answer {
  const limit = policy?.limits.find(({ kind, severity }) => kind === "no-delegation" && severity === undefined);
  if (limit) return deny(`the limit at ${limit.from} allows no delegation`);
  const parties = delegationParties(model.agents, model.commands);
  const party = parties.find((each) => each.name === name);
  if (!party) {
    if (model.agents.some((each) => each.name === name))
      return deny(`\`${name}\` cannot be delegated to: it has no permissions`);
    const hint = nearestHint(
      name,
      parties.map((each) => each.name),
    );
    return deny(`\`${name}\` is not a governed agent${hint}`);
  }
  if (!parties.some((each) => each.name === caller)) return deny(`\`${caller}\` is a command without delegates`);
  return answerFor(planDelegation(parties).statusOf(caller, name), caller, name);
}

function answerFor(status: DelegationStatus, caller: string, name: string): Answer {
  switch (status.kind) {
    case "itself":
      return deny("an agent cannot delegate to itself");
    case "unavailable":
      return deny(`\`${name}\` cannot be delegated to: ${status.why}`);
    case "not-named":
      return deny(`its \`delegates\` does not name \`${name}\``);
    case "not-compared":
      return deny(
        `there are more than ${mostPolicies} different policies, so only an agent with an identical policy can be used without being named in \`delegates\``,
      );
    case "named": {
      const comparison = status.compare();
      const more = comparison.isLooser
        ? `, although it may do more: ${describeComparison(comparison, caller, name)}`
        : "";
      return { verdict: "allow", reason: `its \`delegates\` names \`${name}\`${more}`, comparison };
    }
    case "no-looser":
      return { verdict: "allow", reason: `the policy of \`${name}\` is no looser` };
    case "looser": {
      const { comparison, through } = status;
      const how =
        through === undefined
          ? `\`${name}\` may do more`
          : `\`${name}\` delegates to \`${through}\`, which may do more`;
      const what = describeComparison(comparison, caller, through ?? name);
      return { verdict: "deny", reason: `${how}: ${what}`, comparison };
    }
  }
}

function deny(reason: string): Answer {
  return { verdict: "deny", reason };
}
