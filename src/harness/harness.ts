/** The contract of a harness: the identity of a client as data, and the interfaces of its other parts. */
import type { Report } from "../base/diagnostic.ts";
import type { Agent } from "../model/agent.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../model/output.ts";
import type { ClientRequest, Policy, Tool, ToolCall, Verdict } from "../model/permission.ts";

/** The fields of an agent, and `commands`. */
export const fields = [
  "name",
  "description",
  "display_name",
  "mode",
  "tags",
  "max_turns",
  "skills",
  "rules",
  "context",
  "role",
  "delegates",
  "permissions",
  "commands",
] as const;
export type Field = (typeof fields)[number];

/**
 * `native`: the client supports it. `gate`: we enforce it. `narrowed`: stricter. `lost`: not available, and reported.
 */
export type Support = "native" | "gate" | "narrowed" | "lost";

/** How a harness handles a field. `reportLosses` uses nothing else. */
export type FieldAnswer =
  | { readonly kind: "native" }
  | { readonly kind: "gate" | "narrowed" | "lost"; readonly why: string }
  | { readonly kind: "per-agent"; readonly usually: Support };

export const native: FieldAnswer = { kind: "native" };

/** `why` completes a sentence that begins with the client's name: "has no tags". */
export const lost = (why: string): FieldAnswer => ({ kind: "lost", why });
export const narrowed = (why: string): FieldAnswer => ({ kind: "narrowed", why });

/** The renderer has a function for this field in `losses`; `usually` is shown in tables. */
export const perAgent = (usually: Support): FieldAnswer => ({ kind: "per-agent", usually });

export type Scope = "user" | "project";

/**
 * The client's own tools by what they can do. A tool in none of the lists is unknown, and denied to a governed agent.
 */
interface ClientTools {
  readonly canonical: Readonly<Record<Tool, readonly string[]>>;
  /** Tools that delegate to another agent. */
  readonly delegation: readonly string[];
}

/** Programs that are shipped inside the output, as text, by harness id. */
export type Assets = Readonly<Record<string, string>>;

export interface RenderContext {
  readonly scope: Scope;
  /** The absolute home directory that the files are for, if known; otherwise the settings may name it. */
  readonly home?: string;
  /** Absolute paths of the runtime and the gate if the files are for this machine only; otherwise its bare name. */
  readonly gate?: readonly string[];
  readonly assets: Assets;
  /** For a managed machine: its one gate judges every agent, and hooks in agent files are disabled. */
  readonly isManaged?: true;
  /** False if the harness was not named: then problems of this harness alone are notes, and the file is left out. */
  readonly isChosen?: boolean;
}

/** A call that the client asks about. Relative paths start at `cwd`. */
export interface GateRequest {
  readonly request: ClientRequest;
  readonly cwd: string;
  /** Where the session was started, according to the client; the project is the work tree around it. */
  readonly project: string | undefined;
  /** The subagent that makes the call, if the client reports it. */
  readonly agent?: string | undefined;
  /** The agent of the session, if the client reports it: a managed gate chooses a policy by it. */
  readonly sessionAgent?: string | undefined;
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface Enforcement {
  readonly support: Exclude<Support, "lost">;
  /** The enforcement in a few words. */
  readonly how: string;
}

/** How this client asks about a tool call, and the answer it expects. */
export interface GateCodec {
  /** Throws on a payload that the client is not known to send: a fault, and therefore a deny. */
  readonly decodeCall: (payload: unknown, env: Readonly<Record<string, string | undefined>>) => GateRequest;
  readonly encodeVerdict: (verdict: Verdict, sentence: string) => Answer;
  /**
   * The answer that leaves the call to the client's own rules: a floor can deny but not allow. Default: an allow.
   */
  readonly noOpinion?: string;
  /**
   * For clients where hooks of a skill stay for the whole session: the session as part of a file name, and the user's
   * text if the call is a prompt.
   */
  readonly skillSession?: (payload: unknown) => { readonly key: string; readonly prompt?: string };
  /** Why the client cannot ask the user, so that an `ask` is a deny. Undefined if it can. */
  readonly whyNobodyIsAsked?: string;
  /** How to run a command in the sandbox. Absent if calls of this client cannot be changed. */
  readonly rewrite?: Rewrite;
  /** Rendered agents have their sandbox in the client's own settings. */
  readonly confines?: true;
}

/** An allowed or asked call with a replaced command. */
export interface Rewrite {
  /**
   * The text that the client runs instead: `wrap(command)`, plus what its own rules and working directory need. The
   * command itself if nothing is confined; undefined if it cannot be done.
   */
  readonly textFor: (command: string, wrap: (command: string) => string) => string | undefined;
  /** All other fields of the call are kept. */
  readonly encode: (verdict: "allow" | "ask", sentence: string, payload: unknown, command: string) => Answer;
}

/** The client's files on a managed machine, placed where only an administrator can write. */
export interface ManagedRenderer {
  /** Whether a repository can disable the gate: `held` if not, as tested on the client. */
  readonly tier: "held" | "best effort";
  /** Where the files go on each system, absolute. */
  readonly directories: { readonly linux: string; readonly darwin: string };
  /**
   * What is linked there, file or directory. Empty for the whole directory, because the client ignores a linked file.
   */
  readonly links: readonly string[];
  /**
   * The program that users start, if files alone do not keep the gate in place. The rendered `start` replaces it: a
   * POSIX shell script whose first word is the client itself.
   */
  readonly program?: string;
  /** Paths below the directory and their text. */
  readonly render: (managed: ManagedInput) => readonly { readonly path: string; readonly text: string }[];
}

interface ManagedInput {
  readonly model: Model;
  readonly context: RenderContext;
  /** The directory of the policies, absolute. */
  readonly policies: string;
  /** Whether sessions without a known agent have their own policy. */
  readonly hasDefault: boolean;
  /** Where this harness's files will be, absolute. */
  readonly at: string;
}

/** One prompt for one governed agent, without an interactive user. */
export interface LaunchRequest {
  /** The client's directory for this run: contains only what was rendered for this harness. */
  readonly directory: string;
  /** The user's home directory, which contains what the client needs to sign in. */
  readonly home: string;
  readonly agent: string;
  readonly prompt: string;
  /** Where the client is started. */
  readonly cwd: string;
  readonly model: string | undefined;
  /** False: the client's read tools are removed too. */
  readonly mayRead: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How to start the client. The caller starts it. */
interface Launch {
  /** The arguments of the program. */
  readonly words: readonly string[];
  /** Merged into the caller's environment; undefined removes a variable. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard input: a prompt may be too long for an argument. */
  readonly input: string;
  /** Files of the user that the client finds in `directory` by these names, if they exist. */
  readonly links: readonly { readonly from: string; readonly to: string }[];
  /** More files for `directory`, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Launcher {
  /** The name of the client's program. */
  readonly program: string;
  /** It opens files that a message names after an `@`, without asking a gate. */
  readonly opensMentions?: true;
  /** It has no read tools: without a shell it sees nothing. */
  readonly readsByShell?: true;
  /** Or why it is not started: a sentence without a full stop. */
  readonly launch: (request: LaunchRequest, policy: Policy) => Launch | { readonly problem: string };
}

export interface Harness {
  readonly id: string;
  readonly title: string;
  /** Suggested by `init` if no client is found. */
  readonly isCommon?: true;
  /** What a user types or says to use an agent, with `{name}` for its name. Absent if the client has no agents. */
  readonly start?: { readonly primary: string; readonly subagent: string; readonly hasOneMainAgent?: true };
  /** Another name for the client in command definitions. */
  readonly alias?: string;
  /** The client's own agents, which a skill may name. */
  readonly builtInAgents?: readonly string[];
  /**
   * Where its files are, relative to the home directory and to a repository; and its skills, if not in `skills/` there.
   */
  readonly roots: { readonly user: string; readonly project: string; readonly skills?: string };
  /** The client's home-manager module, `programs.<name>`: our links follow its `enable` and `configDir`. */
  readonly homeManagerModule?: string;
  /** The oldest and newest version tested against the policy. Absent if the client is not tested. */
  readonly versions?: { readonly oldest: string; readonly tested: string };
  /**
   * Files that control this client, in a project and in a home, as patterns of `edit`: instructions, configuration,
   * hooks, skills. Editing one needs approval.
   */
  readonly steeringFiles: readonly string[];
  /** Files with this client's own credentials, as patterns of `read`. */
  readonly secretFiles: readonly string[];
  /** Adding a field is a compile error until every harness has an answer. */
  readonly fields: Readonly<Record<Field, FieldAnswer>>;
  /**
   * Which parts of a skill this client honours: front matter fields, and whether it substitutes text. `asCommands`: the
   * fields that make a skill a command there; one with arguments always becomes one.
   */
  readonly skillSupport: {
    readonly fields: readonly string[];
    readonly fillsInText: boolean;
    readonly asCommands?: readonly ("disable-model-invocation" | "context")[];
    /** It loads a skill with a name or a description outside the open standard; the others do not get such a skill. */
    readonly isLoose?: true;
    /** It reads `metadata.kode.permission_mode`. */
    readonly permissionMode?: true;
    /** Our gate runs skill hooks and enforces `allowed-tools`; `apart`: also in forked runs. */
    readonly gate?: "session" | "apart";
  };
  readonly tools: ClientTools;
  /** The program that runs inside the client as its gate: its source in this folder, and its bundle in `dist/`. */
  readonly program?: { readonly entry: string; readonly bundle: string };
  /** Directories that exist in the output even if empty: a link to a missing one dangles silently. */
  readonly directories: readonly string[];
  /**
   * Directories that are linked as one, because the client accepts no links to files in them, and the link's location.
   */
  readonly folders?: Readonly<Record<string, string>>;
}

/** How one field of an agent differs in the client from what is written. */
export interface FieldLoss {
  /** A part of the field, such as a tool of `permissions`. */
  readonly part?: string;
  readonly support: Exclude<Support, "native">;
  /** Completes a sentence that begins with the client's name. */
  readonly why: string;
}

/** Called once per model; the returned function is called once per agent. */
type FindLosses = (model: Model, context: RenderContext) => (agent: Agent) => readonly FieldLoss[];

export type LossFinders = Readonly<Partial<Record<Field, FindLosses>>>;

/** Turns the model into files for one client. */
export interface Renderer {
  /** One function for each field that is answered `perAgent`. */
  readonly losses: LossFinders;
  /** How this client enforces a verdict: by its own means, by our gate, or more strictly. */
  readonly enforcement: (policy: Policy, call: ToolCall, verdict: Verdict) => Enforcement;
  readonly render: (model: Model, context: RenderContext, report: Report) => readonly OutputFile[];
}

export function testedVersions({ id, versions }: Harness): NonNullable<Harness["versions"]> {
  if (!versions) throw new Error(`no version of \`${id}\` is tested`);
  return versions;
}
