/** Compares two policies for paths: editing, reading and directories outside the project. */
import type { Policy, Rule } from "../../model/permission.ts";
import { isStricter } from "../decision.ts";
import { skillFolders } from "../path/client-files.ts";
import { judgePaths, type PathTool } from "../path/judge.ts";
import { literalNames } from "../path/lists.ts";
import { secretFiles } from "../path/secrets.ts";
import { definitions, hasNames, steeringFiles } from "../path/steering.ts";
import { withoutNamedWrite } from "./command-classes.ts";
import { emptyDisk, pathExample } from "./examples.ts";
import { type VerdictList, verdictCode } from "./lists.ts";
import { allowsOnly, ask, type LooserFinding, type PolicyPair, search } from "./pair.ts";
import { pathRegion } from "./regions.ts";
import type { Question } from "./search.ts";
import { askAtLeast, ownPathLists, pathLists, pathsOf, type RuleView } from "./sides.ts";

const inside = { region: pathRegion(true, false), open: pathRegion(true, true) } as const;
const outside = { region: pathRegion(false, false), open: pathRegion(false, true) } as const;

function regionsOf(isInside: boolean): typeof inside {
  return isInside ? inside : outside;
}

/** Directories outside the project that can be read without a rule for `external_directory`. */
function freeFolders(skills: readonly string[]): readonly string[] {
  return ["/nix/store/**", ...folders(skills)];
}

function folders(skills: readonly string[]): readonly string[] {
  return skills.flatMap((name) => skillFolders.map((folder) => `${folder}/${name}/**`));
}

/** Compares the path rules themselves. */
export function checkPaths(pair: PolicyPair, tool: PathTool): LooserFinding | undefined {
  const { a, b, isDelegation } = pair;
  const shared = b.skills.filter((name) => a.skills.includes(name));
  const places = tool === "external_directory" ? [false, true] : [true, false];
  for (const isInside of places) {
    const question: Question = {
      a: pathLists(a, tool, isInside),
      b: pathLists(b, tool, isInside),
      ...regionsOf(isInside),
    };
    const free = [pathsOf(freeFolders(b.skills), isInside)];
    const extra: Partial<Question> = {
      edit: {},
      // `checkFreeReading` covers what can be read without a rule.
      read: isInside ? {} : { within: [pathsOf(["/**"], false, freeFolders(shared))] },
      external_directory: isDelegation ? { exceptIfAsked: free, exceptIfDenied: free } : {},
    }[tool];
    const found = ask(pair, tool, { ...question, ...extra }, (symbols) => pathExample(tool, symbols));
    if (found) return found;
  }
  return checkUnknownPath(pair, tool);
}

/** Compares a path that is unknown until the command runs. */
function checkUnknownPath({ a, b }: PolicyPair, tool: PathTool): LooserFinding | undefined {
  const surroundings = emptyDisk();
  const [was, is] = [a, b].map((policy) => judgePaths(policy, tool, { kind: "unknown" }, surroundings)) as [
    ReturnType<typeof judgePaths>,
    ReturnType<typeof judgePaths>,
  ];
  if (!isStricter(was.verdict, is.verdict)) return undefined;
  return { difference: { call: { tool, subject: "$path" }, surroundings, was, is } };
}

/** What a command reads or writes is not judged if the policy does not name the tool. */
export function checkEffects(pair: PolicyPair, tool: "edit" | "read"): LooserFinding | undefined {
  const { a, b } = pair;
  const listsOf = (policy: Policy, isInside: boolean) => {
    const view: RuleView = policy.named.includes(tool) ? {} : { otherwise: verdictCode.allow };
    // A limit denies the client's read tools, not what a command reads.
    const limits = tool === "read" ? policy.limits.filter(({ kind }) => kind !== "no-reading") : policy.limits;
    return ownPathLists({ ...policy, limits }, tool, isInside, view);
  };
  const isLooser = [true, false].some(
    (isInside) =>
      search(pair, { a: listsOf(a, isInside), b: listsOf(b, isInside), ...regionsOf(isInside) }) !== undefined,
  );
  if (!isLooser || (tool === "edit" && allowsOnly(pair, withoutNamedWrite))) return undefined;
  return {
    why: `\`${b.agent}\` does not configure \`${tool}\`, so its commands may ${tool} what \`${a.agent}\` may not`,
  };
}

/** A steering file is allowed only by a rule that names it. */
export function checkSteering(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  const allowed = b.rules.filter(({ tool, verdict }) => tool === "edit" && verdict === "allow");
  const names = [
    ...steeringFiles.entries.map(({ pattern }) => literalNames(pattern)),
    ...[...definitions].map((name) => [name]),
  ];
  const named = new Map(
    names
      .filter((each) => allowed.some(({ pattern }) => hasNames(pattern, each)))
      .map((each) => [each.join("/"), each] as const),
  );
  for (const each of named.values()) {
    const view = (policy: Policy): RuleView => ({
      rule: ({ pattern, verdict }) => (hasNames(pattern, each) ? verdictCode[verdict] : askAtLeast(verdict)),
      otherwise: askAtLeast(policy.otherwise.edit),
    });
    for (const isInside of [true, false]) {
      const question = {
        a: pathLists(a, "edit", isInside, view(a)),
        b: pathLists(b, "edit", isInside, view(b)),
        ...regionsOf(isInside),
      };
      const found = ask(pair, "edit", question, (symbols) => pathExample("edit", symbols));
      if (found) return found;
    }
  }
  return undefined;
}

/** Secret files are asked about unless a rule matches them. */
export function checkSecrets(pair: PolicyPair): LooserFinding | undefined {
  const { a, b } = pair;
  if (!b.rules.some(({ tool, verdict }) => tool === "read" && verdict === "allow")) return undefined;
  const view = (policy: Policy): RuleView => ({ otherwise: askAtLeast(policy.otherwise.read) });
  const groups = new Map<string, { readonly patterns: string[]; readonly except: readonly string[] }>();
  for (const { pattern, except = [] } of secretFiles.entries) {
    const group = groups.get(except.join("\n")) ?? { patterns: [], except };
    group.patterns.push(pattern);
    groups.set(except.join("\n"), group);
  }
  for (const isInside of [true, false]) {
    const [listsA, listsB] = [a, b].map((policy) => pathLists(policy, "read", isInside, view(policy))) as [
      ReturnType<typeof pathLists>,
      ReturnType<typeof pathLists>,
    ];
    for (const { patterns, except } of groups.values()) {
      const within = [pathsOf(patterns, isInside, except)];
      const question = { a: listsA, b: listsB, ...regionsOf(isInside), within };
      const found = ask(pair, "read", question, (symbols) => pathExample("read", symbols));
      if (found) return found;
    }
  }
  return undefined;
}

/** The Nix store and the agent's own skill folders can be read without a rule, unless a rule denies it. */
export function checkFreeReading(pair: PolicyPair): LooserFinding | undefined {
  const { a, b, isDelegation } = pair;
  const free: RuleView = {
    rule: ({ verdict }: Rule) => (verdict === "deny" ? verdictCode.deny : verdictCode.allow),
    otherwise: verdictCode.allow,
  };
  const shared = b.skills.filter((name) => a.skills.includes(name));
  const own = b.skills.filter((name) => !a.skills.includes(name));
  // Every agent can read its own skills, so this does not count unless the caller's rules mention the folder.
  const plain: RuleView = isDelegation ? { otherwise: verdictCode.allow } : {};
  const questions = [
    { view: free, patterns: freeFolders(shared) },
    { view: plain, patterns: folders(own) },
  ];
  for (const { view, patterns } of questions) {
    if (patterns.length === 0) continue;
    const question = {
      a: [
        ...ownPathLists(a, "read", false, {}),
        ...(view === free
          ? withoutPossibleMatches(ownPathLists(a, "external_directory", false, view))
          : ownPathLists(a, "external_directory", false, view)),
      ],
      b: [
        ...ownPathLists(b, "read", false, {}),
        ...withoutPossibleMatches(ownPathLists(b, "external_directory", false, free)),
      ],
      ...outside,
      within: [pathsOf(patterns, false)],
    };
    const found = ask(pair, "read", question, (symbols) => pathExample("read", symbols));
    if (found) return found;
  }
  return undefined;
}

/** The lists without possible matches: a path that a rule only might deny can still be read. */
function withoutPossibleMatches(lists: readonly VerdictList[]): readonly VerdictList[] {
  return lists.map((list) => (list.kind === undefined ? { ...list, kind: "certain" } : list));
}

/** If A denies `edit` for every input, B must too. */
export function checkReadOnly({ a, b, isReadOnlyA, isReadOnlyB }: PolicyPair): LooserFinding | undefined {
  if (!isReadOnlyA || isReadOnlyB) return undefined;
  return { why: `\`edit\` is denied for every input in \`${a.agent}\`, and not in \`${b.agent}\`` };
}
