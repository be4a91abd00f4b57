/** How a harness is tested on its real client: which versions are installed, which rounds are run, and how. */
import type { Model } from "../../model/model.ts";
import type { RecordedCall } from "../../model/session.ts";
import type { Program } from "../../process/run.ts";
import type { AgentPosition, Attempt } from "../decision.ts";
import type { Scene, Tree } from "../scene.ts";
import type { ToolUse, ToolUses } from "../scripted-model/conversation.ts";
import type { ScriptedModel } from "../scripted-model/scripted-model.ts";
import type { ConformanceFinding } from "./conformance-findings.ts";
import type { MakeQuestions, Questions } from "./conformance-questions.ts";
import type { ManagedTries } from "./managed-tries.ts";
import type { SandboxClient } from "./sandbox-tests.ts";
import type { AskSkills } from "./skill-conformance.ts";

/** One version of a client, installed from npm outside the project's own dependencies. */
export interface ClientPackage {
  /** The harness id, or another id if the client is installed with additional packages. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  /** Exact versions: a client that changes under us would change the answers. */
  readonly packages: readonly string[];
  /** Packages whose install script must run. No other script does. */
  readonly scripts: readonly string[];
  /** The command that starts it, as paths inside the installation. */
  readonly program: readonly string[];
}

/** A scene with the disk of the table of cases. */
export interface TableStage {
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly reset: () => void;
}

/** One client in one scene, with the definitions of its agents. */
export interface AskedClient extends TableStage {
  readonly program: Program;
  readonly definitions: Model;
  readonly questions: (make: MakeQuestions) => Questions;
}

export type AskClient = (client: AskedClient) => Promise<readonly ConformanceFinding[]>;

/** One round is one version of a client in one kind of home. */
export interface Round {
  /** The id of its package; and the version, unless there is only one. */
  readonly client: string;
  readonly version?: string;
  /**
   * `table`: every line of the table of cases, for its agent. `own`: a few lines, for the agents of this repository.
   * `broken`: each part is broken in turn. `hostile`: the project has settings that would answer for the gate.
   */
  readonly agents: "table" | "own" | "broken" | "hostile";
  /** The tree is one that `build` writes to be read or merged, if that differs from an applied one. */
  readonly isRaw?: true;
  /** The files of all harnesses are in one home. */
  readonly isTogether?: true;
  /** Tests only one in this many lines of the table. */
  readonly of?: number;
  /** Changes how a tree is laid out. */
  readonly change?: (tree: Tree) => Tree;
  /** The main agent, if the client has one; `each`: every agent of the table in turn; `none`: there is none. */
  readonly primary?: string;
  /** For `broken`: how it differs from another round, and the parts to break, if not all. */
  readonly by?: string;
  readonly only?: readonly BrokenPart[];
}

export type BrokenPart = "gate" | "policy" | "plugin" | "extension" | "program" | "page" | "record";

export interface Breakable {
  readonly open: (program: Program, stage: TableStage, agent: string) => Attempt;
  readonly positions: readonly AgentPosition[];
  /** The session that starts a subagent has the same gate, so a broken one never starts it. */
  readonly isGuarded?: true;
  /** Where each part of an agent is, relative to the home. The gate is on PATH. */
  readonly parts: (agent: string) => Readonly<Partial<Record<BrokenPart, string>>>;
}

/** The client's own tools, for headless tests. */
export interface HeadlessClient {
  readonly read: ToolUses["read"] | undefined;
  readonly shell: ToolUses["shell"];
  readonly write: ToolUses["write"];
  /** Files of the home that point it at the scripted model. */
  readonly homeFiles?: (url: string, project: string) => Readonly<Record<string, string>>;
  /** Variables that point it at the scripted model and disable everything else. */
  readonly environment?: (url: string) => Readonly<Record<string, string>>;
  /** Files of a project that would allow more, if the client obeyed them. */
  readonly hostileFiles: Readonly<Record<string, string>>;
  /** The command line option for the scripted model. */
  readonly model?: string;
  /** The client has its own sandbox for commands, whatever ours is set to. */
  readonly confinesItself?: true;
}

/** One home, and what `surcingle doctor` must report about it. */
export interface DoctorCase {
  readonly name: string;
  /** The `apply` options it is created with. */
  readonly settings?: object;
  /** What is wrong with it. */
  readonly damage?: (home: string) => void;
  readonly environment?: Readonly<Record<string, string>>;
  /** The version that the client reports. */
  readonly version?: string;
  /** At least one failed finding must match each of these. Empty if everything must pass. */
  readonly messages?: readonly RegExp[];
}

export interface SkillRound {
  readonly client: string;
  readonly version?: string;
  readonly scope: "user" | "project";
  /** Paths in the tree that are left out. */
  readonly without?: readonly string[];
  readonly ask: AskSkills;
}

/** A session that the client itself records, and what must be read back from it. */
interface Recording {
  /** Files of the home: the agent `helper`, if the client has such files. */
  readonly homeFiles?: Readonly<Record<string, string>>;
  /** Two shell commands, `git status` and `touch made.txt`, and whatever else the client records in its own format. */
  readonly uses: (project: string) => readonly ToolUse[];
  readonly record: (program: Program, stage: TableStage, uses: readonly ToolUse[]) => Promise<unknown>;
  /** The subjects of the calls, in any order; the project is `<project>`. */
  readonly subjects: readonly string[];
  readonly agent: string | undefined;
  /** Whether the user was asked about the `touch`, as far as the client records that. */
  readonly asked: RecordedCall["asked"];
}

export interface Conformance {
  readonly harness: string;
  readonly clients: readonly ClientPackage[];
  readonly rounds: readonly Round[];
  /** By the id of the package. */
  readonly ask: Readonly<Record<string, AskClient>>;
  readonly breakable: Readonly<Record<string, Breakable>>;
  readonly skillRounds: readonly SkillRound[];
  /** Only if the harness has a launcher. */
  readonly headless?: HeadlessClient;
  readonly doctorCases: readonly DoctorCase[];
  /** Only if `surcingle capability hooks` prints hooks for it. */
  readonly hookScenes?: Readonly<Record<string, (program: Program) => Promise<void>>>;
  /** Only if the harness can read sessions. */
  readonly recording?: Recording;
  /** Only if commands of the client can run in the sandbox. */
  readonly sandbox?: SandboxClient;
  /** Only if a managed machine has files for it. */
  readonly managed?: ManagedTries;
}

export const both: readonly AgentPosition[] = ["main", "subagent"];
