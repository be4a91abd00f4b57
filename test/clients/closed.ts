/** Breaks one part of what a client needs, and sees that a call it would allow is refused. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claudeCode } from "../../src/doctor/clients/claude-code.ts";
import { codex } from "../../src/doctor/clients/codex.ts";
import { copilot } from "../../src/doctor/clients/copilot.ts";
import type { ClientDecision } from "../../src/doctor/clients/decision.ts";
import { startOpencode } from "../../src/doctor/clients/opencode.ts";
import { pi } from "../../src/doctor/clients/pi.ts";
import type { Program } from "../../src/doctor/clients/run-program.ts";
import type { SceneOptions } from "../../src/doctor/clients/scene.ts";
import type { Station } from "../../src/harness/shared/conformance.ts";
import { onStage, type Stage } from "./ask.ts";
import { type Finding, finding } from "./finding.ts";
import { repository } from "./trees.ts";

/** One line of the table of failures. */
export interface Failure {
  readonly what: string;
  readonly part: "gate" | "policy" | "plugin" | "extension";
  readonly change: "remove" | "truncate" | "newer" | "write";
  readonly text?: string;
  readonly mode?: string;
  /** A command; else one that the policy allows. */
  readonly call?: string;
  /** Clients of which it is known, and said, that nothing holds the call back then. */
  readonly openFor?: readonly string[];
}

export const failures: readonly Failure[] = JSON.parse(readFileSync(new URL("failures.json", import.meta.url), "utf8"));

export type OpenClient = (program: Program, stage: Stage) => Attempt;
/** One command of the agent, at one station. */
export type Attempt = (station: Station, command: string) => Promise<ClientDecision>;

export interface Breakable {
  readonly open: OpenClient;
  readonly stations: readonly Station[];
  /** Where each part lies, seen from the home. The gate lies on PATH. */
  readonly parts: Readonly<Partial<Record<Failure["part"], string>>>;
}

/** The agent of the table that is asked, and what its policy allows. */
const agent = "asks";
const allowed = "git status";

const nothing = (command: string): ClientDecision => {
  return { tool: "bash", input: { command }, verdict: "fault", message: "the client did not run the call" };
};

export const breakable: Readonly<Record<string, Breakable>> = {
  opencode: {
    stations: ["main", "subagent"],
    parts: { policy: `.config/opencode/surcingle/${agent}.json`, plugin: ".config/opencode/plugins/surcingle.js" },
    open:
      (program, { scene, model }) =>
      async (station, command) => {
        const server = await startOpencode(program, scene, model);
        try {
          const [decision] = await server.decide(agent, station, [{ tool: "bash", input: { command } }]);
          return decision ?? nothing(command);
        } finally {
          await server.stop();
        }
      },
  },
  "claude-code": {
    stations: ["main", "subagent"],
    parts: { gate: "", policy: `.claude/surcingle/${agent}.json` },
    open: (program, { scene, model }) => {
      const client = claudeCode(program, scene, model);
      return async (station, command) =>
        (await client.ask(agent, station, [{ tool: "Bash", input: { command } }])).decisions[0] ?? nothing(command);
    },
  },
  codex: {
    stations: ["main", "subagent"],
    parts: { gate: "", policy: `.codex/surcingle/${agent}.json` },
    open: (program, { scene, model }) => {
      const client = codex(program, scene, model, { starter: "starts" });
      return async (station, command) =>
        (await client.ask(agent, station, [{ tool: "exec_command", input: { cmd: command } }])).decisions[0] ??
        nothing(command);
    },
  },
  copilot: {
    stations: ["main", "subagent"],
    parts: { gate: "", policy: `.copilot/surcingle/${agent}.json` },
    open: (program, { scene, model }) => {
      const client = copilot(program, scene, model);
      return async (station, command) =>
        (await client.ask(agent, station, [{ tool: "bash", input: { command } }])).decisions[0] ?? nothing(command);
    },
  },
  pi: piParts("main"),
  "pi-subagents": piParts("subagent"),
};

function piParts(station: Station): Breakable {
  const directory = `.pi/agent/extensions/surcingle/${agent}`;
  return {
    stations: [station],
    parts: { policy: `${directory}/policy.json`, extension: `${directory}/index.ts` },
    open: (program, { scene, model }) => {
      const client = pi(program, scene, model);
      return async (at, command) =>
        (await client.ask(agent, at, [{ tool: "bash", input: { command } }])).decisions[0] ?? nothing(command);
    },
  };
}

/** The first question is asked with nothing broken: the call must be one that runs. */
export async function askBroken(
  client: string,
  program: Program,
  options: SceneOptions,
  bin: string,
): Promise<readonly Finding[]> {
  const { open, stations, parts } = breakable[client]!;
  return onStage({ ...options, placing: "copy", path: [bin] }, async (stage) => {
    const attempt = open(program, stage);
    const found: Finding[] = [];
    for (const station of stations) {
      const { verdict, message } = await attempt(station, allowed);
      found.push(finding("closed", `nothing (${station}): runs`, verdict === "allow", `${verdict}: ${message}`));
    }
    for (const failure of failures) {
      const place = parts[failure.part];
      if (place === undefined) continue;
      const file = failure.part === "gate" ? join(bin, "surcingle-gate") : join(stage.scene.home, place);
      const repair = breakFile(file, failure);
      try {
        for (const station of stations) {
          const isOpen = failure.openFor?.includes(client) === true;
          found.push(await attemptBroken(attempt, station, failure, isOpen));
        }
      } finally {
        repair();
      }
    }
    return found;
  });
}

async function attemptBroken(
  attempt: Attempt,
  station: Station,
  { what, call }: Failure,
  isOpen: boolean,
): Promise<Finding> {
  const { verdict, message } = await attempt(station, call ?? allowed);
  // A client that does not even start runs nothing.
  const isClosed = verdict !== "allow" && verdict !== "ask";
  const meant = isOpen ? "runs, nothing else sees it" : "refused";
  const isRight = isOpen ? verdict === "allow" : isClosed;
  return finding("closed", `${what} (${station}): ${meant}`, isRight, `${verdict}: ${message.slice(0, 300)}`);
}

/** Gives back how it is made whole again. */
function breakFile(file: string, { change, text = "", mode = "755" }: Failure): () => void {
  if (!existsSync(file)) throw new Error(`${file} is not there to be broken`);
  const kept = readFileSync(file, "utf8");
  rmSync(file);
  if (change !== "remove") {
    const broken = { write: text, truncate: kept.slice(0, kept.length / 2), newer: newer(kept) }[change];
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

/** Generated files name the gate by its word alone. */
export function linkGate(file: string): void {
  symlinkSync(join(repository, "dist", "surcingle-gate.cjs"), file);
}
