/** What the answers of a client to a forbidden and an allowed call say about its gate. */

import type { Silence } from "./checks.ts";
import type { AskedAgent, ClientDecision } from "./decision.ts";
import { type Finding, failed, note, ok } from "./findings.ts";
import type { Probe, Probes } from "./probes.ts";

export function judgeAnswers(
  silent: Silence,
  agent: string,
  { forbidden, allowed }: Probes,
  asked: AskedAgent,
): Finding[] {
  if (!asked.hasRun) {
    const why = shortOf(asked.complaints.join(" ")) || "it said nothing";
    return [failed("agents", `${agent} is not loaded: ${why}`, "run `surcingle apply` again", agent)];
  }
  const [refused, passed] = forbidden === undefined ? [undefined, asked.decisions[0]] : asked.decisions;
  const found: Finding[] = [ok("agents", `${agent} is loaded`)];
  if (forbidden === undefined) found.push(note("refused", `nothing could be tried that ${agent} may not do`));
  else found.push(judgeForbidden(silent, agent, forbidden, refused));
  // A gate that is broken or silent has been reported once; it would refuse or pass the other call too.
  if (allowed !== undefined && found.every(({ outcome }) => outcome !== "failed"))
    found.push(judgeAllowed(agent, allowed, passed));
  return found;
}

function judgeForbidden(silent: Silence, agent: string, probe: Probe, decision: ClientDecision | undefined): Finding {
  const { verdict, message } = decision ?? { verdict: "fault", message: "there was no answer" };
  if (message.includes("surcingle:") && verdict !== "allow") {
    return faultOf(agent, message) ?? ok("refused", `the gate is active: it stopped \`${probe.what}\` of ${agent}`);
  }
  if (verdict === "fault") {
    const cure = "run the client by itself and see whether it works";
    return failed("client", `${agent} could not be asked: ${shortOf(message)}`, cure, agent);
  }
  const what = {
    allow: `\`${probe.what}\` of ${agent} was NOT refused`,
    ask: `\`${probe.what}\` of ${agent} was not refused by the gate`,
    deny: `\`${probe.what}\` of ${agent} was refused, but not by the gate`,
    hidden: `\`${probe.what}\` of ${agent} was refused, but not by the gate`,
  }[verdict];
  return failed("refused", `the gate is not active: ${what}; ${silent.message}`, silent.cure, agent);
}

function judgeAllowed(agent: string, probe: Probe, decision: ClientDecision | undefined): Finding {
  const { verdict, message } = decision ?? { verdict: "fault", message: "there was no answer" };
  if (verdict === "allow") return ok("allowed", `${agent} was allowed \`${probe.what}\``);
  const fault = faultOf(agent, message);
  if (fault !== undefined) return fault;
  const cure = "`surcingle explain` says what the policy decides; look for other rules in the client's own settings";
  return failed("allowed", `${agent} may do \`${probe.what}\`, but it was refused: ${shortOf(message)}`, cure, agent);
}

/** A gate that refuses because it is broken. */
function faultOf(agent: string, message: string): Finding | undefined {
  if (/the gate did not answer|the gate gave no answer/.test(message)) return gateMissing(agent);
  // What is tried can always be judged, if the gate and its policy are whole.
  const why = /(?:could not be judged: |surcingle: deny, because )(.*)/s.exec(message)?.[1];
  if (why === undefined) return undefined;
  const cure = "run `surcingle apply` again, with the same version of surcingle as the gate";
  return failed("policy", `the gate of ${agent} refuses every call: ${shortOf(why)}`, cure, agent);
}

function gateMissing(agent: string): Finding {
  const message = `the gate of ${agent} does not answer, so every call is refused`;
  const cure = "put `surcingle-gate` on the PATH of the client, or set `gate_command` in the settings and apply again";
  return failed("gate-program", message, cure, agent);
}

function shortOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
