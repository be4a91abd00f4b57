/** Judges what a command line opens: files as `edit` or `read`, addresses as `webfetch`. */
import type { Policy } from "../model/permission.ts";
import { judgeAddress } from "./address.ts";
import type { Decision } from "./decision.ts";
import { makeAbsolute } from "./path/forms.ts";
import { judgeNames, judgePaths, type PathSet, type Reading } from "./path/judge.ts";
import type { PathEffect } from "./programs/targets.ts";
import { deniesAll, judgeByToolLimit } from "./rules.ts";
import { isFree } from "./shell/command.ts";
import type { Directories, LineFinding } from "./shell/walk.ts";
import { filterOf, type ShellWord } from "./shell/words.ts";
import type { Surroundings } from "./surroundings.ts";

export const longestSubject = 1_000;

interface Judge {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
}

interface Target {
  readonly effect: PathEffect;
  readonly target: ShellWord;
  readonly directories: Directories;
  readonly by?: string;
}

/** A file that the line opens, relative to every directory it may be in at that point. */
export function judgeTarget(
  { policy, surroundings }: Judge,
  { effect, target, directories, by }: Target,
): readonly Decision[] {
  if (target.value !== undefined && isFree(effect, target.value)) return [];
  const judgeFilters = (filters: readonly string[]): readonly Decision[] =>
    judgeNames(policy, filters, surroundings, { isEffect: by !== undefined }).map((one) => ({
      ...one,
      ...(by !== undefined && { by }),
    }));
  if (effect === "names") return judgeFilters([filterOf(target) ?? ""]);
  const tool = effect.startsWith("write") ? "edit" : "read";
  const followsLinks = effect === "read-linked";
  const decisions = questionsOf(target, effect).flatMap(({ paths, reading }) => {
    const text = paths.kind === "unknown" ? "" : paths.kind === "glob" ? paths.glob : paths.path;
    const isAnchored = /^(?:\/|~\/|~$)/.test(text);
    const from = isAnchored || paths.kind === "unknown" ? directories.slice(0, 1) : directories;
    return from.map((directory): Decision => {
      const at = isAnchored ? surroundings.cwd : directory && resolve(surroundings, directory.steps);
      const asked: PathSet = at === undefined ? { kind: "unknown" } : paths;
      const options = { from: at ?? surroundings.cwd, reading, isEffect: by !== undefined, followsLinks };
      const decision = judgePaths(policy, tool, asked, surroundings, options);
      return { tool, subject: shorten(target.text), ...decision, ...(by !== undefined && { by }) };
    });
  });
  const names = target.shape?.kind === "below" && tool === "read" && effect !== "list" ? target.shape.names : [];
  const all = [...decisions, ...judgeFilters(names)];
  return [...new Map(all.map((one) => [JSON.stringify([one.tool, one.verdict, one.because]), one])).values()];
}

interface PathQuestion {
  readonly paths: PathSet;
  readonly reading: Reading;
}

/** How a path is judged. A recursive reader may be given a file, so it is judged as both. */
function questionsOf({ value, shape, hasHome }: ShellWord, effect: PathEffect): readonly PathQuestion[] {
  const plain = (path: string) => (hasHome || !path.startsWith("~") ? path : `./${path}`);
  const isBelow = effect.endsWith("-below") || effect === "read-linked";
  const reading = effect === "list" ? "list" : "file";
  if (shape?.kind === "pipe") return [];
  if (value === undefined && shape?.kind !== "glob") {
    const starts = shape?.kind === "below" && !shape.starts.includes("") ? shape.starts : undefined;
    const sets: readonly PathSet[] = starts?.map((path) => ({ kind: "below", path })) ?? [{ kind: "unknown" }];
    return sets.map((paths) => ({ paths, reading }));
  }
  const found = value === undefined && shape?.kind === "glob" ? { ...shape, glob: plain(shape.glob) } : undefined;
  const own: PathSet = found ?? { kind: "path", path: plain(value ?? "") };
  const head = found === undefined ? plain(value ?? "") : directoryOf(found.glob);
  const below: PathQuestion = {
    paths: { kind: "below", path: head },
    reading: effect.startsWith("read") ? "below" : "file",
  };
  return isBelow ? [{ paths: own, reading }, below] : [{ paths: own, reading }];
}

/** The directory in which a glob starts to match. */
function directoryOf(glob: string): string {
  const head = /^[^*?[]*/.exec(glob)?.[0] ?? "";
  return head.slice(0, head.lastIndexOf("/") + 1) || ".";
}

/** The absolute path after these steps; undefined if one of them is unknown. */
export function resolve({ cwd, home }: Surroundings, steps: readonly ShellWord[]): string | undefined {
  return steps.reduce<string | undefined>((from, { value, hasHome }) => {
    if (from === undefined || value === undefined) return undefined;
    return makeAbsolute(hasHome || !value.startsWith("~") ? value : `./${value}`, from, home);
  }, cwd);
}

/** An address that a program connects to, judged as `webfetch` if the agent configures it. */
export function judgeConnection(
  { policy }: Judge,
  { target, isHost, by }: Extract<LineFinding, { kind: "address" }>,
): readonly Decision[] {
  if (!policy.named.includes("webfetch") && judgeByToolLimit(policy, "webfetch") === undefined) return [];
  const about = { tool: "webfetch", subject: shorten(target.text), by } as const;
  const text = target.value;
  if ((isHost && !/^https?:\/\//i.test(text ?? "")) || text === undefined) {
    const verdict = deniesAll(policy, "webfetch") && !isHost ? "deny" : "ask";
    const point = isHost ? `\`${by}\` connects to another machine` : "the address is not literal";
    if (isHost && !deniesAll(policy, "webfetch")) return [];
    return [{ verdict, because: { kind: "caution", point }, ...about }];
  }
  // Without a scheme, programs use http.
  const address = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) ? text : `http://${text}`;
  return [{ ...judgeAddress(policy, address), ...about }];
}

export function shorten(text: string): string {
  return text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text;
}
