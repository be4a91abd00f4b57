/** Judges every form of a path, and outside the project also as an external directory. */
import type { Policy, Reading, Rule } from "../../model/permission.ts";
import { type Decision, isByList, raiseToAsk, raiseToAskByList, strictest } from "../decision.ts";
import { judgeByRules, judgeByToolLimit } from "../rules.ts";
import type { Surroundings } from "../surroundings.ts";
import { skillFolders } from "./client-files.ts";
import { followLinks, formsOf, isInside, literalForm, makeAbsolute, type PathForm, removeDots } from "./forms.ts";
import { findEntry, mayBeListed } from "./lists.ts";
import { globsOf } from "./name-filter.ts";
import { matchPath, matchPattern } from "./patterns.ts";
import { secretFiles } from "./secrets.ts";
import { type DiskMember, linksBelow, membersOf, type PathSet, type Shape, shapeOf, variantsOf } from "./sets.ts";
import { findSteering, maySteer } from "./steering.ts";

export type { Reading } from "../../model/permission.ts";
export type { PathSet } from "./sets.ts";
export type PathTool = "edit" | "read" | "external_directory";

export interface PathOptions {
  /** The directory that relative paths start at. Default: the working directory. */
  readonly from?: string;
  /** For the tool `read`. Default: `file`. */
  readonly reading?: Reading;
  /**
   * A command does it, and its words are judged too. If the policy does not name the tool, only secret files, steering
   * files, limits and being outside the project count.
   */
  readonly isEffect?: boolean;
  /** Links below the path are followed: `grep -R`. */
  readonly followsLinks?: boolean;
}

interface Judge {
  readonly policy: Policy;
  readonly tool: PathTool;
  readonly surroundings: Surroundings;
  readonly reading: Reading;
  readonly isEffect: boolean;
}

/** Allows only if every member is allowed. If a stricter rule may match a member, the set needs approval. */
export function judgePaths(
  policy: Policy,
  tool: PathTool,
  paths: PathSet,
  surroundings: Surroundings,
  { from = surroundings.cwd, reading = "file", isEffect = false, followsLinks = false }: PathOptions = {},
): Decision {
  // Reads the names in a directory, not what is below it.
  const listed: PathSet = paths.kind === "below" && reading === "list" ? { ...paths, kind: "path" } : paths;
  const judge: Judge = { policy, tool, surroundings, reading, isEffect };
  const linked = followsLinks && paths.kind === "below" ? judgeLinks(judge, paths.path, from) : [];
  const [first, ...others] = [...variantsOf(listed).map((set) => judgeSet(judge, set, from)), ...linked];
  return first ? strictest(first, ...others) : judgeUnknown(policy, tool, paths);
}

/**
 * The filters of a recursive reader. They only matter if they name secret files: everything else is judged by the
 * directory that is read.
 */
export function judgeNames(
  policy: Policy,
  filters: readonly string[],
  surroundings: Surroundings,
  options: PathOptions = {},
): readonly Decision[] {
  return filters.flatMap((filter) => {
    const globs = globsOf(filter);
    if (!globs) return judgePaths(policy, "read", { kind: "unknown" }, surroundings, options);
    return globs
      .map((glob) => judgePaths(policy, "read", { kind: "glob", glob }, surroundings, options))
      .filter(isByList);
  });
}

function judgeSet(judge: Judge, paths: PathSet, from: string): Decision {
  const { policy, tool, surroundings, reading } = judge;
  const shape = shapeOf(paths, tool === "read" && reading === "below");
  if (!shape) return judgeUnknown(policy, tool, paths);
  const { forms, caution } = formsOf(shape, from, surroundings);
  const own = forms.flatMap((form) => judgeForm(judge, shape, form));
  const found = (): readonly DiskMember[] | undefined => {
    if (paths.kind === "glob" && paths.source !== undefined)
      return copiesOf(paths.source, forms[0].path, from, surroundings);
    return membersOf(forms[0].path, shape.segments, surroundings);
  };
  const members = shape.kind === "glob" ? judgeMembers(judge, shape, found) : [];
  const all = [...own, ...members];
  // A reason from a list of special files is shown last.
  const [first, ...others] = [...all.filter((one) => !isByList(one)), ...all.filter(isByList)];
  return raiseToAsk(first ? strictest(first, ...others) : judgeUnknown(policy, tool, paths), caution);
}

function judgeForm(judge: Judge, shape: Shape, form: PathForm): readonly Decision[] {
  const { tool } = judge;
  const isOutside = form.relative === undefined;
  const asked: readonly PathTool[] = tool !== "external_directory" && isOutside ? [tool, "external_directory"] : [tool];
  return asked.map((one) => ({ ...judgeTool(judge, one, form), tool: one, subject: shape.text }));
}

function judgeTool(judge: Judge, tool: PathTool, form: PathForm): Decision {
  const { policy, surroundings } = judge;
  const limited = judgeByToolLimit(withoutReaders(judge), tool);
  if (limited) return limited;
  switch (tool) {
    case "edit": {
      const limit = judgeByPathLimits(policy, form, surroundings);
      const decision = judgeEdit(judge, form);
      return limit ? strictest(limit, decision) : decision;
    }
    case "read":
      return judgeRead(judge, form);
    case "external_directory": {
      const decision = judgeRules(judge, tool, form);
      const isDenied = decision.verdict === "deny" && decision.because.kind === "rule";
      const point = judge.tool === "read" && !isDenied ? freeToRead(policy, form, surroundings) : undefined;
      return point === undefined ? decision : { verdict: "allow", because: { kind: "granted", point } };
    }
  }
}

/** For what a command reads, all limits except those on reading: these are only for the client's read tools. */
function withoutReaders({ policy, isEffect }: Judge): Pick<Policy, "limits"> {
  return isEffect ? { limits: policy.limits.filter(({ kind }) => kind !== "no-reading") } : policy;
}

function judgeRules({ policy, isEffect, surroundings }: Judge, tool: PathTool, form: PathForm): Decision {
  const decision = judgeByRules(policy, tool, (rule) => matchPath(rule, form, surroundings));
  const isSilent = isEffect && tool !== "external_directory" && !policy.named.includes(tool);
  if (!isSilent || decision.because.kind !== "intent") return decision;
  const point = `no permissions are set for \`${tool}\`, so the rules for the command decide`;
  return { verdict: "allow", because: { kind: "granted", point } };
}

function judgeEdit(judge: Judge, form: PathForm): Decision {
  const decision = judgeRules(judge, "edit", form);
  if (decision.verdict !== "allow") return decision;
  const rule: Rule | undefined = decision.because.kind === "rule" ? decision.because.rule : undefined;
  return raiseToAskByList(decision, findSteering(form, rule, judge.surroundings));
}

/** Rules, then secret files, then the intent. */
function judgeRead(judge: Judge, form: PathForm): Decision {
  const decision = judgeRules(judge, "read", form);
  if (decision.verdict !== "allow" || decision.because.kind === "rule" || judge.reading === "list") return decision;
  const entry = findEntry(secretFiles, form, judge.surroundings);
  if (!entry) return decision;
  return raiseToAskByList(
    decision,
    `${form.kind === "glob" ? "it can match" : "it is"} a secret file (\`${entry.pattern}\`), and no \`read\` rule names it`,
  );
}

/** What a glob matches on the disk now: links may lead anywhere, and `*` may match a secret or a steering file. */
function judgeMembers(judge: Judge, shape: Shape, find: () => readonly DiskMember[] | undefined): readonly Decision[] {
  const { policy, tool, surroundings, reading, isEffect } = judge;
  if (tool === "read" && reading === "list") return [];
  const members = find();
  if (!members) {
    const point = "it matches too many names to check";
    return [{ verdict: "ask", because: { kind: "caution", point }, tool, subject: shape.text }];
  }
  const special = members.filter(({ path, isLinked }) => isLinked || maybeSpecial(judge, path));
  return special.map(({ path }) =>
    judgePaths(policy, tool, { kind: "path", path }, surroundings, { reading, isEffect }),
  );
}

/** The files that appear in a directory when what the glob finds is copied there. */
function copiesOf(
  source: string,
  directory: string,
  from: string,
  surroundings: Surroundings,
): readonly DiskMember[] | undefined {
  const shape = shapeOf({ kind: "glob", glob: source }, false);
  if (shape?.kind !== "glob") return [];
  const { path } = formsOf(shape, from, surroundings).forms[0];
  const nameOf = (found: string): string => found.slice(found.lastIndexOf("/"));
  return membersOf(path, shape.segments, surroundings)?.map((found) => ({
    path: directory + nameOf(found.path),
    isLinked: false,
  }));
}

/** Where the links below a directory lead. Linked directories are not searched, so a link out of the project asks. */
function judgeLinks(judge: Judge, path: string, from: string): readonly Decision[] {
  const { policy, tool, surroundings, isEffect } = judge;
  const { cwd, home, projectRoot } = surroundings;
  const start = followLinks(makeAbsolute(path, from, home), surroundings)?.path ?? cwd;
  const asking = (point: string): Decision => ({
    verdict: "ask",
    because: { kind: "caution", point },
    tool,
    subject: path,
  });
  const links = linksBelow(start, surroundings);
  if (!links) return [asking("it follows links, and there are too many names below to check")];
  return links.flatMap((link) => {
    const target = followLinks(link, surroundings)?.path;
    const isOutside = target === undefined || projectRoot === undefined || !isInside(projectRoot, target);
    return [
      judgePaths(policy, tool, { kind: "below", path: link }, surroundings, { reading: "below", isEffect }),
      ...(isOutside ? [asking(`it follows the link \`${link}\` out of the project`)] : []),
    ];
  });
}

function maybeSpecial({ tool, surroundings }: Judge, path: string): boolean {
  if (tool === "external_directory") return false;
  return tool === "read" ? mayBeListed(secretFiles, path) : maySteer(path, surroundings);
}

/** An unknown path: every rule may match it, and it may be any file. */
function judgeUnknown(policy: Policy, tool: PathTool, paths: PathSet): Decision {
  const decision = raiseToAsk(judgeUnknownPath(policy, tool), "the path is not known in advance");
  if (paths.kind === "unknown") return { ...decision, tool };
  return { ...decision, tool, subject: paths.kind === "glob" ? paths.glob : paths.path };
}

function judgeUnknownPath(policy: Policy, tool: PathTool): Decision {
  const match = ({ pattern }: { readonly pattern: string }) => (pattern === "**" ? "yes" : "maybe");
  const limited = tool === "edit" ? judgeUnknownByPathLimits(policy) : undefined;
  const decision = judgeByRules(policy, tool, match);
  return judgeByToolLimit(policy, tool) ?? (limited ? strictest(limited, decision) : decision);
}

/** Why the path can be read without a rule, as a clause; undefined if it cannot. */
function freeToRead(policy: Policy, form: PathForm, surroundings: Surroundings): string | undefined {
  if (isInside("/nix/store", form.path)) return "the Nix store is readable by everyone";
  const skill = policy.skills.find((name) =>
    skillFolders.some((folder) => isBelow(`${folder}/${name}`, form, surroundings)),
  );
  return skill === undefined ? undefined : `it is in the directory of the agent's skill \`${skill}\``;
}

/** The folder itself may be a link; targets of links inside it are judged as usual. */
function isBelow(folder: string, { path, isResolved }: PathForm, surroundings: Surroundings): boolean {
  const written = removeDots(makeAbsolute(folder, "/", surroundings.home));
  const real = isResolved ? (followLinks(written, surroundings)?.path ?? written) : written;
  return isInside(real, path);
}

/** Undefined if no limit objects to editing the paths in this form. */
function judgeByPathLimits(policy: Policy, form: PathForm, surroundings: Surroundings): Decision | undefined {
  let best: Decision | undefined;
  for (const limit of policy.limits) {
    if (limit.kind !== "only-paths" && limit.kind !== "no-paths") continue;
    // Capabilities list what is below explicitly. As for rules: a deny applies through any link, an allow only through
    // links in directories that the user cannot write.
    const verdict = limit.kind === "only-paths" ? "allow" : "deny";
    const seen = limit.kind === "no-paths" && limit.isTopOnly ? topOf(form) : form;
    const found = limit.patterns.map((pattern) => matchPattern(pattern, verdict, seen, surroundings));
    const isOnly = limit.kind === "only-paths";
    const [sure, unsure] = [found.indexOf("yes"), found.indexOf("maybe")];
    if (isOnly ? sure >= 0 : sure < 0 && unsure < 0) continue;
    const by = limit.patterns[sure >= 0 ? sure : unsure];
    const because = { kind: "limit", limit, ...(by !== undefined && !isOnly && { by }) } as const;
    if (isOnly ? unsure < 0 : sure >= 0) return { verdict: "deny", because };
    best ??= { verdict: "ask", because };
  }
  return best;
}

/** Only the top of a tree. The project root stays a whole tree, because what the limit forbids is known to be in it. */
function topOf(form: PathForm): PathForm {
  const isDeeper = form.kind === "below" && !form.isAround && form.inner !== "";
  return isDeeper ? literalForm(form) : form;
}

/** The same for a path that is not known yet. */
function judgeUnknownByPathLimits(policy: Policy): Decision | undefined {
  let best: Decision | undefined;
  for (const limit of policy.limits) {
    if (limit.kind !== "only-paths" && limit.kind !== "no-paths") continue;
    const because = { kind: "limit", limit } as const;
    const isEvery = limit.patterns.includes("**");
    const isNone = limit.patterns.length === 0;
    if (limit.kind === "only-paths" ? isNone : isEvery) return { verdict: "deny", because };
    if (limit.kind === "only-paths" ? !isEvery : !isNone) best ??= { verdict: "ask", because };
  }
  return best;
}
