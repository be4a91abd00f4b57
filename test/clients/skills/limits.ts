/** What the commands that are agents may do and may not: the same table for every client. */
import { join } from "node:path";
import type { Station } from "../../../src/doctor/conformance.ts";
import type { AskAgent } from "../../../src/doctor/decision.ts";
import type { ToolUse } from "../../../src/doctor/scripted-model/conversation.ts";
import { type Seen, seen } from "./seen.ts";
import type { SkillStage } from "./stage.ts";

export interface ClientUses {
  readonly read: (path: string) => ToolUse;
  readonly shell: (command: string) => ToolUse;
  readonly write: (path: string) => ToolUse;
}

interface Limit {
  readonly agent: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}

/** `read` and `write` stand for a file of the project; anything else is a command. */
const readers = { may: ["read"], mayNot: ["git log -1", "write"] };
const limits: readonly Limit[] = [
  { agent: "map-codebase", ...readers },
  { agent: "speckit.revenge.analyzer", ...readers },
  { agent: "trace-history", may: ["read", "git log -1"], mayNot: ["git log -1 && rm -rf x", "ls", "write"] },
];

export interface LimitOptions {
  readonly stations: readonly Station[];
  /** False: nothing can tell one command from another, so no command may run. */
  readonly isGated?: boolean;
  /** What the client calls a command. */
  readonly nameOf?: (name: string) => string;
}

export async function askLimits(
  { scene }: SkillStage,
  ask: AskAgent,
  { read, shell, write }: ClientUses,
  { stations, isGated = true, nameOf = (name) => name.replaceAll(".", "-") }: LimitOptions,
): Promise<Seen[]> {
  const useOf = (what: string): ToolUse => {
    if (what === "read") return read(join(scene.project, "readme.txt"));
    return what === "write" ? write(join(scene.project, "made.txt")) : shell(what);
  };
  const found: Seen[] = [];
  for (const { agent, mayNot, ...limit } of limits) {
    const may = limit.may.filter((what) => isGated || what === "read");
    for (const station of stations) {
      const asked = await ask(nameOf(agent), station, [...may, ...mayNot].map(useOf));
      const who = `${agent} (${station})`;
      found.push(seen("accepted", `${who} runs`, asked.hasRun, asked.complaints.join("\n")));
      for (const [index, what] of [...may, ...mayNot].entries()) {
        const { verdict, message } = asked.decisions[index] ?? { verdict: "fault", message: "no answer" };
        const isMay = index < may.length;
        const isRight = isMay ? verdict === "allow" : verdict === "deny" || verdict === "hidden";
        const check = `${who} ${isMay ? "may" : "may not"} ${what}`;
        found.push(seen("limited", check, isRight, `${verdict}: ${message}`));
      }
    }
  }
  return found;
}
