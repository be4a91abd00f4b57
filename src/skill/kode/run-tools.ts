/** The tools that a skill may use while it runs, in canonical terms: from its own list and the caller's. */
import type { Tool } from "../../model/permission.ts";

/** The meaning of a tool name. Reading is always allowed inside the project, and nowhere else. */
export type ToolMeaning = Exclude<Tool, "external_directory"> | "delegation";

/** Kode's names, Claude Code's, and the canonical ones. Compared in lower case, without `_` and `-`. */
const names: Readonly<Record<ToolMeaning, readonly string[]>> = {
  bash: ["shell", "bash", "run_command", "run_shell", "exec", "execute"],
  edit: [
    "edit",
    "write",
    "multi_edit",
    "notebook_edit",
    "edit_file",
    "write_file",
    "create_file",
    "apply_patch",
    "patch",
  ],
  webfetch: ["webfetch", "fetch", "fetch_url"],
  websearch: ["websearch"],
  question: ["question", "ask_user", "ask_user_question"],
  read: [
    ...["read", "read_file", "view", "grep", "glob", "search", "find", "search_files", "find_files"],
    ...["ls", "list", "list_dir", "list_directory", "list_files", "notebook_read"],
  ],
  delegation: ["skill_exec", "agent", "task", "skill", "subagent"],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, "");

const powers: ReadonlyMap<string, ToolMeaning> = new Map(
  Object.entries(names).flatMap(([power, list]) => list.map((name) => [plain(name), power as ToolMeaning])),
);

export function meaningOf(name: string): ToolMeaning | undefined {
  return powers.get(plain(name));
}

/** `all`: every input. Otherwise only what one of the patterns matches. */
export type Grant = "all" | readonly string[];

interface Grants {
  readonly grants: ReadonlyMap<ToolMeaning, Grant>;
  /** Names that grant nothing, with the reason. */
  readonly ignored: readonly { readonly name: string; readonly why: string }[];
}

/** Parses `shell`, `Edit`, `Bash(git log*)`. An unknown name grants nothing. */
export function readGrants(list: readonly string[]): Grants {
  const grants = new Map<ToolMeaning, Grant>();
  const ignored: { name: string; why: string }[] = [];
  for (const name of list) {
    const [, word = "", pattern] = /^([^()]*)(?:\((.*)\))?$/s.exec(name) ?? [];
    const power = meaningOf(word);
    const rule = pattern === undefined ? "all" : power && rulePattern(power, pattern.trim());
    if (power === undefined) ignored.push({ name, why: "unknown tool" });
    else if (power === "delegation") ignored.push({ name, why: "a running skill cannot delegate" });
    else if (power === "question") ignored.push({ name, why: "there is no user to ask" });
    else if (rule === undefined) ignored.push({ name, why: "its pattern cannot be enforced" });
    else grants.set(power, join(grants.get(power), rule));
  }
  return { grants, ignored };
}

function join(known: Grant | undefined, added: string): Grant {
  if (known === "all" || added === "all") return "all";
  return [...(known ?? []), added];
}

/** Translates a client pattern to our syntax; the result never matches more. Undefined if that is not possible. */
function rulePattern(power: ToolMeaning, pattern: string): string | undefined {
  if (pattern === "" || /[?[\]{}\\]/.test(pattern)) return undefined;
  switch (power) {
    case "bash":
      // `git:*` is the older form of `git *`.
      return pattern.replace(/:\*$/, " *");
    case "edit":
      // Two slashes begin an absolute path; a bare name matches at any depth, so ours is anchored and matches less.
      return pattern.replace(/^\/\//, "/").replace(/^\.\//, "");
    default:
      return undefined;
  }
}

/** The intersection of both lists. A caller's list has only names, so patterns of the skill stay. */
export function limitGrants(
  own: ReadonlyMap<ToolMeaning, Grant>,
  caller: ReadonlyMap<ToolMeaning, Grant>,
): Map<ToolMeaning, Grant> {
  return new Map([...own].filter(([power]) => caller.get(power) === "all"));
}
