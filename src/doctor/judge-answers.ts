/** Judges a client's gate by its answers to a forbidden and an allowed call. */

import type { NoAnswer } from "./checks.ts";
import type { AskedAgent, ClientDecision } from "./decision.ts";
import { type Finding, failed, note, ok } from "./findings.ts";
import type { Probe, Probes } from "./probe-calls.ts";

export function judgeAnswers(
  silent: NoAnswer,
  agent: string,
  { forbidden, allowed }: Probes,
  asked: AskedAgent,
): Finding[] {
  if (!asked.hasRun) {
    const why = shortOf(asked.complaints.join(" ")) || "it printed nothing";
    return [failed("agents", `${agent} is not loaded: ${why}`, "run `surcingle apply` again", agent)];
  }
  const [refused, passed] = forbidden === undefined ? [undefined, asked.decisions[0]] : asked.decisions;
  const found: Finding[] = [ok("agents", `${agent} is loaded`)];
  if (forbidden === undefined) found.push(note("refused", `the policy of ${agent} denies none of the test calls`));
  else found.push(judgeForbidden(silent, agent, forbidden, refused));
  // A broken or silent gate is reported once; it would deny or pass the other call too.
  if (allowed !== undefined && found.every(({ outcome }) => outcome !== "failed"))
    found.push(judgeAllowed(agent, allowed, passed));
  return found;
}

function judgeForbidden(silent: NoAnswer, agent: string, probe: Probe, decision: ClientDecision | undefined): Finding {
  const { verdict, message } = decision ?? { verdict: "fault", message: "there was no answer" };
  if (message.includes("surcingle:") && verdict !== "allow") {
    return faultOf(agent, message) ?? ok("refused", `the gate is active: it denied \`${probe.what}\` for ${agent}`);
  }
  if (verdict === "fault") {
    const fix = "check that the client works on its own";
    return failed("client", `${agent} could not be tested: ${shortOf(message)}`, fix, agent);
  }
  const what = {
    allow: `\`${probe.what}\` from ${agent} was NOT denied`,
    ask: `\`${probe.what}\` from ${agent} was not denied by the gate`,
    deny: `\`${probe.what}\` from ${agent} was denied, but not by the gate`,
    hidden: `\`${probe.what}\` from ${agent} was denied, but not by the gate`,
  }[verdict];
  return failed("refused", `the gate is not active: ${what}; ${silent.message}`, silent.fix, agent);
}

function judgeAllowed(agent: string, probe: Probe, decision: ClientDecision | undefined): Finding {
  const { verdict, message } = decision ?? { verdict: "fault", message: "there was no answer" };
  if (verdict === "allow") return ok("allowed", `${agent} was allowed \`${probe.what}\``);
  const fault = faultOf(agent, message);
  if (fault !== undefined) return fault;
  const fix = "`surcingle explain` shows what the policy decides; check the client's own settings for other rules";
  return failed("allowed", `${agent} may do \`${probe.what}\`, but it was denied: ${shortOf(message)}`, fix, agent);
}

/** A gate that denies because it is broken. */
function faultOf(agent: string, message: string): Finding | undefined {
  if (/the gate did not answer|the gate gave no answer/.test(message)) return gateMissing(agent);
  // The calls can always be judged if the gate and its policy are intact.
  const why = /(?:could not be judged: |surcingle: deny, because )(.*)/s.exec(message)?.[1];
  if (why === undefined) return undefined;
  const fix = "run `surcingle apply` again, with the same version of surcingle as the gate";
  return failed("policy", `the gate of ${agent} denies every call: ${shortOf(why)}`, fix, agent);
}

function gateMissing(agent: string): Finding {
  const message = `the gate of ${agent} does not answer, so every call is denied`;
  const fix = "put `surcingle-gate` on the client's PATH, or set `gate_command` in the settings and apply again";
  return failed("gate-program", message, fix, agent);
}

function shortOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
