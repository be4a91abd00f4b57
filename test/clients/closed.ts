/** Breaks one part that a client needs, and checks that a call it would allow is denied. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Breakable, BrokenPart, TableStage } from "../../src/doctor/conformance/client-tests.ts";
import { type ConformanceFinding, finding } from "../../src/doctor/conformance/conformance-findings.ts";
import type { AgentPosition, Attempt, ClientDecision } from "../../src/doctor/decision.ts";
import type { SceneOptions } from "../../src/doctor/scene.ts";
import { conformances } from "../../src/harness/conformances.ts";
import type { Program } from "../../src/process/run.ts";
import { onStage } from "./stage.ts";
import { repository } from "./trees.ts";

/** One row of the table of failures. */
interface Failure {
  readonly what: string;
  readonly part: BrokenPart;
  /** `drop`: removes lines that begin with `text`. `remark`: its marks no longer match those in the agents' files. */
  readonly change: "remove" | "truncate" | "newer" | "write" | "drop" | "remark";
  readonly text?: string;
  readonly mode?: string;
  /** A command; by default one that the policy allows. */
  readonly call?: string;
  /** Clients that are known and documented to let the call through in a raw tree. */
  readonly openFor?: readonly string[];
  /** In a raw tree the call runs as it should. */
  readonly isOnlyInUse?: true;
}

const failures: readonly Failure[] = JSON.parse(readFileSync(new URL("failures.json", import.meta.url), "utf8"));

/** The agent of the table that is tested, and what its policy allows. */
export const agent = "asks";
export const allowed = "git status";

export function breakableOf(client: string): Breakable {
  const found = conformances.find(({ breakable }) => Object.hasOwn(breakable, client))?.breakable[client];
  if (found === undefined) throw new Error(`there is no way to break \`${client}\``);
  return found;
}

/** How the broken client is run. */
export interface Attack {
  readonly options: SceneOptions;
  /** The directory of programs that comes first on PATH. */
  readonly bin: string;
  /** How it differs from another round: who calls the subagent, a setting. */
  readonly by?: string | undefined;
  /** The parts to break. Default: all. */
  readonly only?: readonly BrokenPart[] | undefined;
  /** A tree that `build` writes to be read; the known gaps exist only there. */
  readonly isRaw?: boolean | undefined;
}

/** Asks first with nothing broken, to make sure that the call runs then. */
export async function askBroken(
  client: string,
  program: Program,
  { options, bin, by, only, isRaw = false }: Attack,
): Promise<readonly ConformanceFinding[]> {
  const { open, positions, parts, isGuarded } = breakableOf(client);
  const whom = (position: AgentPosition): string => (by === undefined ? position : `${position}, ${by}`);
  return onStage({ ...options, placing: "copy", path: [bin] }, async (stage) => {
    const attempt = open(program, stage, agent);
    const whole = await attempt(positions, allowed);
    const found = positions.map((position, index) =>
      finding("closed", `nothing (${whom(position)}): runs`, ...runs(whole[index])),
    );
    for (const failure of failures) {
      const place = only === undefined || only.includes(failure.part) ? parts(agent)[failure.part] : undefined;
      if (place === undefined || (isRaw && failure.isOnlyInUse)) continue;
      const file = failure.part === "gate" ? join(bin, "surcingle-gate") : join(stage.scene.home, place);
      const repair = breakFile(file, failure);
      try {
        const decisions = await attempt(positions, failure.call ?? allowed);
        const isOpen = isRaw && failure.openFor?.includes(client) === true;
        for (const [index, position] of positions.entries()) {
          const check = `${failure.what} (${whom(position)}): ${isOpen ? "runs, because nothing else checks it" : "refused"}`;
          found.push(
            finding("closed", check, ...(isOpen ? runs : isRefused)(decisions[index], failure.part, position)),
          );
        }
      } finally {
        repair();
      }
      if (isGuarded) found.push(await breakWhileItRuns(stage, attempt, file, failure));
    }
    return found;
  });
}

/** The part is intact until the subagent first calls its model. */
async function breakWhileItRuns(
  { model }: TableStage,
  attempt: Attempt,
  file: string,
  failure: Failure,
): Promise<ConformanceFinding> {
  let repair: (() => void) | undefined;
  let starter: string | undefined;
  model.watch(({ script }) => {
    starter ??= script;
    if (script !== undefined && script !== starter) repair ??= breakFile(file, failure);
  });
  try {
    const [decision] = await attempt(["subagent"], allowed);
    const check = `${failure.what} after the subagent started (subagent): refused`;
    const isRight = repair !== undefined && decision?.verdict === "deny";
    return finding("closed", check, isRight, `${decision?.verdict}: ${decision?.message.slice(0, 300)}`);
  } finally {
    model.watch(() => {});
    repair?.();
  }
}

/** Whether the result is right, and the evidence. */
type Seen = [isRight: boolean, evidence: string];

function runs(decision: ClientDecision | undefined): Seen {
  return [decision?.verdict === "allow", `${decision?.verdict}: ${decision?.message.slice(0, 300)}`];
}

function isRefused(decision: ClientDecision | undefined, part: BrokenPart, position: AgentPosition): Seen {
  const { verdict, message } = decision ?? { verdict: "fault", message: "there was no answer" };
  // With a broken extension a client may not even start; with a broken gate a session may not start a subagent.
  const isOfClient = part === "program" || (part === "extension" && position === "main");
  const isStopped = verdict === "fault" && (isOfClient || /blocked by PreToolUse hook/.test(message));
  return [verdict === "deny" || verdict === "hidden" || isStopped, `${verdict}: ${message.slice(0, 300)}`];
}

/** Returns how to repair it. */
function breakFile(file: string, { change, text = "", mode = "755" }: Failure): () => void {
  if (!existsSync(file)) throw new Error(`${file} does not exist, so it cannot be broken`);
  const kept = readFileSync(file, "utf8");
  rmSync(file);
  if (change !== "remove") {
    const half = kept.slice(0, kept.length / 2);
    const remark = kept.replaceAll(/"surcingle-[0-9a-f]{16}"/g, '"surcingle-0000000000000000"');
    const broken = { write: text, truncate: half, newer: newer(kept), drop: withoutLines(kept, text), remark }[change];
    if (broken === kept) throw new Error(`the change does not alter ${file}`);
    writeFileSync(file, broken);
    chmodSync(file, Number.parseInt(mode, 8));
  }
  return () => {
    rmSync(file, { force: true });
    if (file.endsWith("surcingle-gate")) linkGate(file);
    else writeFileSync(file, kept);
  };
}

function newer(policy: string): string {
  return policy.replace(/"version": *\d+/, '"version": 999');
}

function withoutLines(text: string, beginning: string): string {
  const lines = text.split("\n");
  return lines.filter((line) => !line.startsWith(beginning)).join("\n");
}

/** Generated files name the gate without a path. */
export function linkGate(file: string): void {
  symlinkSync(join(repository, "dist", "surcingle-gate.cjs"), file);
}
