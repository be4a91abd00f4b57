/** Answers one client call: decode, decide, explain, log. Never throws; any failure is a deny. */

import { dirname, join } from "node:path";
import { describeError } from "../base/errno.ts";
import type { Answer, GateCodec, GateRequest } from "../harness/harness.ts";
import type { ClientRequest, Policy } from "../model/permission.ts";
import { decideRequest, subjectOf } from "../policy/decide-request.ts";
import { type Decision, fault, strictest } from "../policy/decision.ts";
import { explainSubject, loggedNotes, notesOf } from "../policy/explain.ts";
import { managedPolicy, readPolicy } from "./read-policy.ts";
import { type SandboxedCall, sandboxCall, withoutSandbox } from "./sandbox.ts";
import { diskSurroundings } from "./surroundings.ts";
import { type LoggedDirectories, writeLog } from "./write-decision-log.ts";

export interface Gate {
  readonly harness: string;
  readonly codec: GateCodec;
  readonly policyFile: string;
  /** The directory of a managed machine's policies; `policyFile` is its floor. */
  readonly managed?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export function answer(gate: Gate, input: string): Answer {
  let agent = "unknown agent";
  let log: string | undefined;
  let asked: GateRequest | undefined;
  let decision: Decision;
  let isFloorAlone = false;
  let payload: unknown;
  let sandboxed: SandboxedCall | undefined;
  let logged: LoggedDirectories = {};
  try {
    const own = readPolicy(gate.policyFile);
    agent = own.agent;
    log = own.log;
    payload = JSON.parse(input);
    asked = gate.codec.decodeCall(payload, gate.env);
    asked = { ...asked, request: withoutSandbox(asked.request, gate.env, gate.home) };
    const { policyFile, managed } = gate;
    const policy =
      managed === undefined
        ? policyFor(own, asked.agent, policyFile)
        : managedPolicy(managed, asked.agent ?? asked.sessionAgent);
    isFloorAlone = policy === undefined;
    agent = policy?.agent ?? own.agent;
    const surroundings = diskSurroundings(asked.cwd, asked.project, gate.home, { policyFile });
    logged = { cwd: surroundings.cwd, project: surroundings.projectRoot };
    const { request } = asked;
    // The floor of a managed machine can only restrict; it never allows on its own.
    const judges = [...(policy ? [policy] : []), ...(managed === undefined ? [] : [own])];
    const [first = fault("no policy applies to the call"), ...others] = judges.map((each) =>
      decideRequest(each, request, surroundings),
    );
    decision = strictest(first, ...others);
    const { rewrite, confines, whyNobodyIsAsked } = gate.codec;
    const verdict = decision.verdict === "ask" && whyNobodyIsAsked !== undefined ? "deny" : decision.verdict;
    // The client's own sandbox is in an agent's settings, which a managed hook does not have.
    const isConfined = confines && managed === undefined;
    sandboxed =
      policy && !isConfined
        ? sandboxCall({ policy, surroundings, verdict, request, rewrite, env: gate.env })
        : undefined;
    if (sandboxed && "problem" in sandboxed)
      decision = { verdict: "deny", because: { kind: "grant", point: sandboxed.problem } };
  } catch (error) {
    decision = fault(error instanceof SyntaxError ? "the call is not valid JSON" : describeError(error));
  }
  const answer = encode(gate, agent, log, asked?.request, decision, { payload, sandboxed, logged });
  // A floor only denies. What it does not deny is left to the client's own rules.
  const { noOpinion } = gate.codec;
  return isFloorAlone && decision.verdict === "allow" && noOpinion !== undefined
    ? { ...answer, stdout: noOpinion }
    : answer;
}

/** A call of a subagent with its own policy is judged by that policy, here as in its own gate. */
function policyFor(own: Policy, agent: string | undefined, file: string): Policy {
  if (agent === undefined || agent === own.agent || !own.delegates.includes(agent)) return own;
  return readPolicy(join(dirname(file), `${agent}.json`));
}

function encode(
  gate: Gate,
  agent: string,
  log: string | undefined,
  request: ClientRequest | undefined,
  decision: Decision,
  {
    payload,
    sandboxed,
    logged,
  }: { readonly payload: unknown; readonly sandboxed: SandboxedCall | undefined; readonly logged: LoggedDirectories },
): Answer {
  const { whyNobodyIsAsked, encodeVerdict, rewrite } = gate.codec;
  const isTurned = decision.verdict === "ask" && whyNobodyIsAsked !== undefined;
  const verdict = isTurned ? "deny" : decision.verdict;
  const sentence = explainSubject(agent, subjectOf(request), decision);
  const reason = isTurned ? `${sentence}; denied, because ${whyNobodyIsAsked}` : sentence;
  const line = {
    harness: gate.harness,
    agent,
    ...logged,
    ...subjectOf(request),
    verdict,
    kind: decision.because.kind,
    reason,
    ...loggedNotes(decision),
  };
  writeLog({ env: gate.env, home: gate.home, file: log }, line);
  const isSandboxed = sandboxed !== undefined && "command" in sandboxed && rewrite !== undefined && verdict !== "deny";
  const answer = isSandboxed
    ? rewrite.encode(verdict, reason, payload, sandboxed.command)
    : encodeVerdict(verdict, reason);
  const warnings = notesOf(decision, "warn").map((note) => `surcingle: ${agent}: warning: ${note}\n`);
  return { ...answer, stderr: answer.stderr + warnings.join("") };
}
