/** The contract between the model and one client: its identity, as data, and its other parts. */
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

/** What a harness makes of a field. `reportLosses` acts on it: there is no other way to answer for a field. */
export type FieldAnswer =
  | { readonly kind: "native" }
  | { readonly kind: "gate" | "narrowed" | "lost"; readonly why: string }
  | { readonly kind: "per-agent"; readonly usually: Support };

export const native: FieldAnswer = { kind: "native" };

/** `why` completes a sentence that begins with the client's name: "has no tags". */
export const lost = (why: string): FieldAnswer => ({ kind: "lost", why });
export const narrowed = (why: string): FieldAnswer => ({ kind: "narrowed", why });

/** The renderer has a function for this field in `losses`; `usually` is what tables say. */
export const perAgent = (usually: Support): FieldAnswer => ({ kind: "per-agent", usually });

export type Scope = "user" | "project";

/** The client's own tools, by what they can do. What is in none of the lists is unknown, and denied to a governed agent. */
export interface ClientTools {
  readonly canonical: Readonly<Record<Tool, readonly string[]>>;
  /** They hand work to another agent. */
  readonly delegation: readonly string[];
}

/** Programs that are shipped inside the output, as text, by the id of their harness. */
export type Assets = Readonly<Record<string, string>>;

export interface RenderContext {
  readonly scope: Scope;
  /** The home directory the files are for, absolute, where it is known; else the settings may tell. */
  readonly home?: string;
  /** The runtime and the gate by absolute paths, where the files are for this machine alone; else its bare name. */
  readonly gate?: readonly string[];
  readonly assets: Assets;
  /** For a managed machine: its one gate judges every agent, and hooks of an agent's own file are switched off. */
  readonly isManaged?: true;
  /** False: nobody named the harness. What is wrong for it alone is a note, and that file is left out. */
  readonly isChosen?: boolean;
}

/** What was asked, and where: relative paths start at `cwd`. */
export interface GateRequest {
  readonly request: ClientRequest;
  readonly cwd: string;
  /** Where the session was started, as the client tells it; the project is the work tree around it. */
  readonly project: string | undefined;
  /** The subagent that asks, where the client says so. */
  readonly agent?: string | undefined;
  /** The agent of the session, where the client says so: a managed gate chooses a policy by it. */
  readonly sessionAgent?: string | undefined;
}

export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface Enforcement {
  readonly support: Exclude<Support, "lost">;
  /** What happens there, in a few words. */
  readonly how: string;
}

/** How this client asks about a tool call, and how it wants to be answered. */
export interface GateCodec {
  /** Throws when the payload is not what the client is known to send: a fault, and so a deny. */
  readonly decodeCall: (payload: unknown, env: Readonly<Record<string, string | undefined>>) => GateRequest;
  readonly encodeVerdict: (verdict: Verdict, sentence: string) => Answer;
  /** What leaves the call to the client's own rules: a floor forbids and does not allow. Absent: an allow does that. */
  readonly noOpinion?: string;
  /**
   * Where hooks of a skill stay for the whole session: whose call it is, as part of a file's name, and what the person
   * typed if it is a prompt and not a call.
   */
  readonly skillSession?: (payload: unknown) => { readonly key: string; readonly prompt?: string };
  /** Undefined: the client puts an `ask` to a person. Otherwise the reason why nobody can be asked, and it is a deny. */
  readonly whyNobodyIsAsked?: string;
  /** How a command is made to run in a box. Absent: a call of this client cannot be changed. */
  readonly rewrite?: Rewrite;
  /** Agents that we render carry their box in the client's own settings. */
  readonly confines?: true;
}

/** A call that is allowed, or asked about, with another command in it. */
export interface Rewrite {
  /**
   * What the client is told to run: around `wrap(command)`, what keeps its own rules and its working directory as they
   * are. The command itself where nothing has to be confined; undefined where it cannot be done.
   */
  readonly textFor: (command: string, wrap: (command: string) => string) => string | undefined;
  /** Every other field of the call stays. */
  readonly encode: (verdict: "allow" | "ask", sentence: string, payload: unknown, command: string) => Answer;
}

/** What a managed machine has for this client, placed where only an administrator writes. */
export interface ManagedRenderer {
  /** Whether a repository can switch the gate off: `held` if not, as tried on the client. */
  readonly tier: "held" | "best effort";
  /** Where the files go on each system, absolute. */
  readonly directories: { readonly linux: string; readonly darwin: string };
  /** What is linked there, file or directory. Empty: the whole directory, because the client ignores a linked file. */
  readonly links: readonly string[];
  /**
   * The program that users type, where files alone do not keep the gate in place. The rendered `start` stands in for it: a
   * POSIX shell script whose first word is the client itself.
   */
  readonly program?: string;
  /** Paths below the directory and their text. */
  readonly render: (managed: ManagedInput) => readonly { readonly path: string; readonly text: string }[];
}

export interface ManagedInput {
  readonly model: Model;
  readonly context: RenderContext;
  /** The directory of the policies, absolute. */
  readonly policies: string;
  /** Whether sessions without a known agent have a policy of their own. */
  readonly hasDefault: boolean;
  /** Where this harness's files will be, absolute. */
  readonly at: string;
}

/** One prompt for one governed agent, without an interactive user. */
export interface LaunchRequest {
  /** Holds what was rendered for this harness and nothing else: the client's own directory for this one run. */
  readonly directory: string;
  /** The person's home directory: what the client needs to sign in is there. */
  readonly home: string;
  readonly agent: string;
  readonly prompt: string;
  /** Where the client is started. */
  readonly cwd: string;
  readonly model: string | undefined;
  /** False: the client's reading tools are removed, too. */
  readonly mayRead: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What to start, not the starting. */
export interface Launch {
  /** The words behind the program's name. */
  readonly words: readonly string[];
  /** Laid over the environment of the caller; undefined takes a variable away. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard input: a prompt can be longer than a word of a command line may be. */
  readonly input: string;
  /** Files of the person's that the client finds in `directory` by these names, where they exist. */
  readonly links: readonly { readonly from: string; readonly to: string }[];
  /** More files for `directory`, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Launcher {
  /** The name of the client's program. */
  readonly program: string;
  /** It opens the files that a message names behind an `@`, and asks no gate. */
  readonly opensMentions?: true;
  /** It has no tools for reading: without a shell it sees nothing. */
  readonly readsByShell?: true;
  /** Or why it is not started: a sentence without a full stop. */
  readonly launch: (request: LaunchRequest, policy: Policy) => Launch | { readonly problem: string };
}

export interface Harness {
  readonly id: string;
  readonly title: string;
  /** Rendered for when nothing says which clients there are. */
  readonly isCommon?: true;
  /** What a person types or says to use an agent, with `{name}` for its name. Absent: it has no agents. */
  readonly start?: { readonly primary: string; readonly subagent: string; readonly hasOneMainAgent?: true };
  /** What the authors of commands call it besides its id. */
  readonly alias?: string;
  /** Agents of the client's own that a skill may name. */
  readonly builtInAgents?: readonly string[];
  /** Where its files live, seen from the home directory and from a repository; and its skills, if not in `skills/` there. */
  readonly roots: { readonly user: string; readonly project: string; readonly skills?: string };
  /** The client's own module in home-manager, `programs.<name>`: our links follow its `enable` and `configDir`. */
  readonly homeManagerModule?: string;
  /** The oldest version that was asked and did as the policy says, and the newest. None: it is not asked. */
  readonly versions?: { readonly oldest: string; readonly tested: string };
  /**
   * Files that make this client do things, in a project and in a home, as patterns of `edit`: instructions,
   * configuration, hooks, skills. Editing one is at best ask.
   */
  readonly steeringFiles: readonly string[];
  /** Files that hold this client's own credentials, as patterns of `read`. */
  readonly secretFiles: readonly string[];
  /** A new field does not compile until every harness has an answer. */
  readonly fields: Readonly<Record<Field, FieldAnswer>>;
  /**
   * What of a skill changes this client's behaviour: fields of the front matter, and whether it fills in the text.
   * `asCommands`: the fields for which a skill becomes a command there; one that takes arguments always does.
   */
  readonly skillSupport: {
    readonly fields: readonly string[];
    readonly fillsInText: boolean;
    readonly asCommands?: readonly ("disable-model-invocation" | "context")[];
    /** It loads a skill with a name or a description outside the open standard; the others do not get such a skill. */
    readonly isLoose?: true;
    /** It reads `metadata.kode.permission_mode`. */
    readonly permissionMode?: true;
    /** Our gate runs hooks of skills and keeps to `allowed-tools` there; `apart`: also in runs of their own. */
    readonly gate?: "session" | "apart";
  };
  readonly tools: ClientTools;
  /** The program that runs inside the client as its gate: its source in this folder, and its bundle in `dist/`. */
  readonly program?: { readonly entry: string; readonly bundle: string };
  /** They exist in the output even when nothing is in them: a link to a missing one dangles in silence. */
  readonly directories: readonly string[];
  /** Directories that are linked as one, where the client takes no link to a file in them; and where each is linked. */
  readonly folders?: Readonly<Record<string, string>>;
}

/** What one agent loses in one field, or has there otherwise than it is written. */
export interface FieldLoss {
  /** A part of the field, such as a tool of `permissions`. */
  readonly part?: string;
  readonly support: Exclude<Support, "native">;
  /** Completes a sentence that begins with the client's name. */
  readonly why: string;
}

/** Called once for a model, and what it returns once for each agent. */
export type FindLosses = (model: Model, context: RenderContext) => (agent: Agent) => readonly FieldLoss[];

export type LossFinders = Readonly<Partial<Record<Field, FindLosses>>>;

/** What turns the model into files for one client. */
export interface Renderer {
  /** One function for each field that is answered `perAgent`. */
  readonly losses: LossFinders;
  /** How this client holds to a verdict of the policy: by its own means, by our gate, or more strictly. */
  readonly enforcement: (policy: Policy, call: ToolCall, verdict: Verdict) => Enforcement;
  readonly render: (model: Model, context: RenderContext, report: Report) => readonly OutputFile[];
}

export function testedVersions({ id, versions }: Harness): NonNullable<Harness["versions"]> {
  if (!versions) throw new Error(`no version of \`${id}\` is tested`);
  return versions;
}
