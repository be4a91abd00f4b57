/** Chooses the calls that test a gate: one that the policy forbids, and one that it allows. */

import { isAlwaysDenied } from "../harness/render/whole-tools.ts";
import type { ClientRequest, Policy, Verdict } from "../model/permission.ts";

import { decideRequest, subjectOf } from "../policy/decide-request.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import type { ClientChecks } from "./checks.ts";
import type { ToolUse } from "./scripted-model/conversation.ts";

export interface Probe {
  readonly use: ToolUse;
  /** For people: `bash touch x`. */
  readonly what: string;
  readonly verdict: Verdict;
}

export interface Probes {
  /** Undefined if the agent may do everything that can be tried. */
  readonly forbidden: Probe | undefined;
  readonly allowed: Probe | undefined;
}

/** The file in the temporary project. */
export const projectFile = "readme.txt";

/** Harmless even if a client runs them: they act on missing files inside the temporary project. */
const commands = [
  "touch surcingle-doctor.txt",
  "rm -rf surcingle-doctor",
  "git push --force surcingle-doctor",
  "git commit -m surcingle-doctor",
  "git stash drop",
  "mkdir surcingle-doctor",
  "cp surcingle-doctor.txt surcingle-doctor.bak",
  "chmod 600 surcingle-doctor.txt",
  "curl http://127.0.0.1:9/surcingle-doctor",
  "npm run surcingle-doctor",
  "make surcingle-doctor",
  "echo surcingle-doctor",
  "ls surcingle-doctor",
];

const files = [
  "surcingle-doctor.txt",
  "src/surcingle-doctor.ts",
  ".env",
  "surcingle-doctor.lock",
  "surcingle-doctor.md",
];

/** Needs approval under every policy, and no client asks about it on its own: only the gate can stop it. */
const assignment = "SURCINGLE_DOCTOR=1";

export function chooseProbes(
  policy: Policy,
  surroundings: Surroundings,
  { uses, asksByItself }: Pick<ClientChecks, "uses" | "asksByItself">,
): Probes {
  const probe = (request: ClientRequest, use: ToolUse): Probe => {
    const { tool, subject } = subjectOf(request);
    return {
      use,
      what: `${tool} ${subject.replace(`${surroundings.cwd}/`, "")}`,
      verdict: decideRequest(policy, request, surroundings).verdict,
    };
  };
  const calls = (tool: "bash" | "edit", subjects: readonly string[]): Probe[] => {
    // A tool that the client does not offer proves nothing about the gate.
    if (isAlwaysDenied(policy, tool)) return [];
    const useOf = (subject: string): ToolUse =>
      uses[tool](tool === "edit" ? `${surroundings.cwd}/${subject}` : subject);
    return subjects.map((subject) => probe({ kind: "calls", calls: [{ tool, subject }] }, useOf(subject)));
  };
  const reads = (path: string): Probe[] => {
    return uses.read === undefined || isAlwaysDenied(policy, "read")
      ? []
      : [probe({ kind: "reads", paths: [path], reading: "file" }, uses.read(path))];
  };
  const tried = [...calls("bash", commands), ...calls("edit", files), ...reads(`${surroundings.home}/outside.txt`)];
  const asked = [...calls("bash", [assignment]), ...(asksByItself ? [] : tried)];
  const verdictIs = (wanted: Verdict) => (each: Probe) => each.verdict === wanted;
  return {
    forbidden: tried.find(verdictIs("deny")) ?? asked.find(verdictIs("ask")),
    allowed: [...reads(`${surroundings.cwd}/${projectFile}`), ...tried].find(verdictIs("allow")),
  };
}
