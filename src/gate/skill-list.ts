/**
 * The tool list of an active skill, and how long it applies if a client keeps a skill's hooks for the whole session.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Answer } from "../harness/harness.ts";
import type { ClientRequest } from "../model/permission.ts";
import type { SkillLimits } from "../model/skill.ts";
import { decideRequest, subjectOf } from "../policy/decide-request.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { stateDirectory } from "../sandbox/prepare.ts";
import type { Gate } from "./answer.ts";
import { readPolicy } from "./read-policy.ts";
import { diskSurroundings } from "./surroundings.ts";

export interface LimitedSkill {
  readonly limits: Omit<SkillLimits, "hooks">;
  /** It runs in a separate context, which ends with it. */
  readonly isApart: boolean;
}

/** A tool list never denies reading or loading another skill. */
export function whyNotListed(
  { limits, isApart }: LimitedSkill,
  request: ClientRequest,
  surroundings: Surroundings,
): string | undefined {
  // A session opened from a restricted one is restricted too.
  const list = isApart ? (limits.apart ?? limits.inline) : limits.inline;
  const isFree = request.kind === "reads" || (request.kind === "skill" && !request.isRunApart);
  if (list === undefined || isFree) return undefined;
  const { verdict } = decideRequest(list, request, surroundings);
  const { tool, subject } = subjectOf(request);
  // For a tool that is listed without patterns, an ask is left to the agent's own policy.
  const hasPatterns = list.rules.some((rule) => rule.tool === tool);
  if (verdict === "allow" || (verdict === "ask" && !hasPatterns)) return undefined;
  const end = isApart ? "" : " until the next prompt";
  const who = `the skill \`${limits.name}\` is limited to its tools${end} (${limits.place})`;
  return `surcingle: deny ${tool} \`${subject}\`, because ${who}`;
}

/** `--skill FILE`: the file is the list. It can deny a call but never allow one. */
export function answerForSkill(gate: Gate, input: string): Answer {
  const { codec } = gate;
  try {
    const list = readPolicy(gate.policyFile);
    const payload: unknown = JSON.parse(input);
    const session = codec.skillSession?.(payload);
    if (!session) throw new Error("this client does not report its session");
    const marker = join(stateDirectory(gate.env, gate.home), "skills", `${session.key}-${list.agent}`);
    if (session.prompt !== undefined) {
      if (isStart(session.prompt, list.agent)) rmSync(marker, { force: true });
      else markEnded(marker);
      return { stdout: "", stderr: "", exitCode: 0 };
    }
    const { request, cwd, project } = codec.decodeCall(payload, gate.env);
    const silent = { stdout: codec.noOpinion ?? "", stderr: "", exitCode: 0 };
    if (request.kind === "skill" && request.skill === list.agent) {
      rmSync(marker, { force: true });
      return silent;
    }
    if (existsSync(marker)) return silent;
    const limits = { name: list.agent, place: list.rules[0]?.from ?? "`allowed-tools`", inline: list };
    const why = whyNotListed({ limits, isApart: false }, request, diskSurroundings(cwd, project, gate.home));
    return why === undefined ? silent : codec.encodeVerdict("deny", why);
  } catch (error) {
    return codec.encodeVerdict("deny", `surcingle: deny, because ${error instanceof Error ? error.message : error}`);
  }
}

function isStart(prompt: string, name: string): boolean {
  return new RegExp(`^\\s*/${name}(?:\\s|$)`).test(prompt);
}

const week = 7 * 24 * 3600 * 1000;

/** If nothing can be written, the restriction stays. */
function markEnded(marker: string): void {
  try {
    const directory = dirname(marker);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(directory)) {
      const path = join(directory, name);
      if (Date.now() - statSync(path).mtimeMs > week) rmSync(path, { force: true });
    }
    writeFileSync(marker, "");
  } catch {
    // The skill stays restricted.
  }
}
