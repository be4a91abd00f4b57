/** The policy of a running skill: only its tools, and outside the project only its own directory. */
import { type Policy, type Rule, type Tool, tools } from "../../model/permission.ts";
import { compilePolicy } from "../../policy/compile.ts";
import type { Denial } from "./deny-rules.ts";
import type { PermissionMode } from "./fields.ts";
import type { KodeSkill } from "./load.ts";
import { type Grant, limitGrants, readGrants, type ToolMeaning } from "./run-tools.ts";

interface RunPolicy {
  readonly policy: Policy;
  /** False: not even the files of the project are read. */
  readonly mayRead: boolean;
  /** Requested tools that the skill does not get, as sentences. */
  readonly notes: readonly string[];
}

interface PolicyRequest {
  readonly agent: string;
  readonly skill: KodeSkill;
  /** The skill's own folder, with links resolved. */
  readonly directory: string;
  /** The caller's tools, for a skill without a list. Undefined: the caller sets none, so the skill can only read. */
  readonly allowed: readonly string[] | undefined;
  readonly denials: readonly Denial[];
  /** Patterns of commands that only read: they run where every other command would be asked about. */
  readonly harmless?: readonly string[];
}

type Written = Pick<Rule, "pattern" | "verdict" | "from">;

export function runPolicy({ agent, skill, directory, allowed, denials, harmless = [] }: PolicyRequest): RunPolicy {
  const own = readGrants(skill.tools ?? allowed ?? ["read_file"]);
  const caller = allowed === undefined ? undefined : readGrants(allowed);
  const grants = caller && skill.tools ? limitGrants(own.grants, caller.grants) : new Map(own.grants);
  const notes = own.ignored.map(({ name, why }) => `\`${name}\` is not available: ${why}`);
  if (skill.tools === undefined && allowed === undefined)
    notes.push("the skill lists no tools and `--tools` is not set, so it can only read the project");
  for (const denial of denials) if (denial.kind === "tool") grants.delete(denial.power);
  notes.push(...applyMode(skill.permissionMode, grants, harmless));

  // A pattern cannot quote a star, and one that matches more than the folder must not be written.
  const folder = /[*\n]/.test(directory) ? undefined : `${directory}/**`;
  const rule = (pattern: string, verdict: Written["verdict"]): Written => ({ pattern, verdict, from: skill.path });
  const rulesOf = (tool: Tool): Written[] => [
    ...denials.flatMap((denial) =>
      denial.kind === "rule" && denial.tool === tool ? [rule(denial.pattern, "deny")] : [],
    ),
    ...patterns(grants.get(tool as ToolMeaning)).map((pattern) => rule(pattern, "allow")),
  ];
  const table = (tool: "bash" | "edit" | "webfetch" | "websearch", first: readonly Written[] = []) => ({
    intent: grants.get(tool) === "all" ? ("allow" as const) : ("deny" as const),
    rules: [...first, ...rulesOf(tool)],
  });
  const policy = compilePolicy({
    agent,
    // A list without a read tool denies the client's read tools, not `cat`.
    named: tools.filter((tool) => tool !== "read" || grants.has("read")),
    permissions: {
      bash: table("bash"),
      // A skill must not change itself.
      edit: table("edit", folder && grants.has("edit") ? [rule(folder, "deny")] : []),
      read: { intent: grants.has("read") ? "allow" : "deny", rules: [] },
      webfetch: table("webfetch"),
      websearch: table("websearch"),
      question: { intent: "deny", rules: [] },
      external_directory: { intent: "deny", rules: folder ? [rule(folder, "allow")] : [] },
    },
  });
  return { policy, mayRead: grants.has("read"), notes };
}

/** What each mode asks a user about. A run has no user, so that is denied, except for commands that only read. */
const askedIn: Readonly<Record<PermissionMode, readonly ToolMeaning[]>> = {
  default: ["bash", "edit", "webfetch", "websearch"],
  acceptEdits: ["bash", "webfetch", "websearch"],
  plan: [],
  auto: [],
};

/** `plan` changes nothing. What a list names, such as `Bash(git log *)`, was approved by its author. */
function applyMode(
  mode: PermissionMode | undefined,
  grants: Map<ToolMeaning, Grant>,
  harmless: readonly string[],
): readonly string[] {
  if (mode === undefined) return [];
  if (mode === "plan") for (const power of ["bash", "edit"] as const) grants.delete(power);
  const asked = askedIn[mode].filter((power) => grants.get(power) === "all");
  for (const power of asked) grants.set(power, power === "bash" ? harmless : []);
  if (asked.length === 0) return [];
  const rest = asked.includes("bash") ? "; shell commands that only read still run" : "";
  const names = asked.join(", ");
  return [`\`permission_mode: ${mode}\` asks before ${names}, and a headless run cannot ask: they are denied${rest}`];
}

function patterns(grant: Grant | undefined): readonly string[] {
  return grant === undefined || grant === "all" ? [] : grant;
}
