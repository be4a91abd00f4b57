/** One call of a client to one answer: decode, decide, explain, record. Never throws; what goes wrong is a deny. */
import { dirname, join } from "node:path";
import type { Answer, Asked, GateCodec } from "../harness/harness.ts";
import type { ClientRequest, Policy } from "../model/permission.ts";
import { decideRequest, subjectOf } from "../policy/decide-request.ts";
import { type Decision, fault, strictest } from "../policy/decision.ts";
import { explainSubject, loggedNotes, notesOf } from "../policy/explain.ts";
import { writeLog } from "./log.ts";
import { managedPolicy, readPolicy } from "./read-policy.ts";
import { diskSurroundings } from "./surroundings.ts";

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
  let asked: Asked | undefined;
  let decision: Decision;
  let isFloorAlone = false;
  try {
    const own = readPolicy(gate.policyFile);
    agent = own.agent;
    log = own.log;
    asked = gate.codec.decodeCall(JSON.parse(input), gate.env);
    const { policyFile, managed } = gate;
    const policy =
      managed === undefined
        ? policyFor(own, asked.agent, policyFile)
        : managedPolicy(managed, asked.agent ?? asked.sessionAgent);
    agent = policy?.agent ?? own.agent;
    const surroundings = diskSurroundings(asked.cwd, asked.project, gate.home, { policyFile });
    const { request } = asked;
    isFloorAlone = managed !== undefined && policy === undefined;
    const judge = (each: Policy): Decision => decideRequest(each, request, surroundings);
    if (managed === undefined) decision = judge(policy!);
    else decision = policy ? strictest(judge(policy), judge(own)) : judge(own);
  } catch (error) {
    decision = fault(
      error instanceof SyntaxError
        ? "the call is not valid JSON"
        : error instanceof Error
          ? error.message
          : String(error),
    );
  }
  const answer = encode(gate, agent, log, asked?.request, decision);
  // A floor forbids and does not allow: what it lets pass is for the client's own rules to decide.
  const { noOpinion } = gate.codec;
  return isFloorAlone && decision.verdict === "allow" && noOpinion !== undefined
    ? { ...answer, stdout: noOpinion }
    : answer;
}

/** A call of a subagent that carries a policy of its own is judged by that policy, here as by its own gate. */
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
): Answer {
  const { whyNobodyIsAsked, encodeVerdict } = gate.codec;
  const isTurned = decision.verdict === "ask" && whyNobodyIsAsked !== undefined;
  const verdict = isTurned ? "deny" : decision.verdict;
  const sentence = explainSubject(agent, subjectOf(request), decision);
  const said = isTurned ? `${sentence}; denied, because ${whyNobodyIsAsked}` : sentence;
  const line = {
    harness: gate.harness,
    agent,
    ...subjectOf(request),
    verdict,
    kind: decision.because.kind,
    reason: said,
    ...loggedNotes(decision),
  };
  writeLog({ env: gate.env, home: gate.home, file: log }, line);
  const answer = encodeVerdict(verdict, said);
  const warnings = notesOf(decision, "warn").map((note) => `surcingle: ${agent}: warning: ${note}\n`);
  return { ...answer, stderr: answer.stderr + warnings.join("") };
}
