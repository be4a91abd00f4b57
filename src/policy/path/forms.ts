/** Forms of a path: absolute, without dots, and with links resolved. */
import type { Piece } from "../../base/glob.ts";
import type { Surroundings } from "../surroundings.ts";
import type { Segment, Shape } from "./sets.ts";

const longestPath = 16_384;
const mostLinks = 40;

/** Why a path needs approval; undefined if it does not. */
function findPathCaution(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  if (/[\u0000-\u001f\u007f]/.test(path)) return "the path contains a control character";
  if (/^~[^/]/.test(path)) return "the path starts with another user's home";
  if (path.startsWith("$")) return "the path starts with a variable";
  if (path.length > longestPath) return "the path is too long";
  return undefined;
}

/** Absolute, but with its dots, for programs that follow links step by step. */
export function makeAbsolute(path: string, from: string, home: string): string {
  if (path === "~" || path.startsWith("~/")) return `${home}/${path.slice(1)}`;
  return path.startsWith("/") ? path : `${from}/${path}`;
}

/** Removes `.`, `..`, `//` and a trailing `/`. */
export function removeDots(path: string): string {
  const kept: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") kept.pop();
    else if (name !== "" && name !== ".") kept.push(name);
  }
  return `/${kept.join("/")}`;
}

/** Directories in which a name means another file, depending on who opens it. `.vol` and the rest are macOS. */
const otherNames = /^\/(?:proc|\.vol|\.nofollow|\.resolve)(?:\/|$)/i;
/** Devices and kernel switches. `/dev/shm` contains plain files. */
const devices = /^\/(?:sys|dev(?!\/shm(?:\/|$)))(?:\/|$)/i;

interface RealPath {
  readonly path: string;
  /** Every link on the path is in a directory that the user cannot write. */
  readonly isTrusted: boolean;
  /** The path goes through `/proc`, a device or similar. */
  readonly hasOtherNames: boolean;
}

/** Follows every existing link and keeps the rest of the path. Undefined if there is a link loop. */
export function followLinks(path: string, surroundings: Surroundings): RealPath | undefined {
  const ahead = path.split("/").reverse();
  let at = "";
  let isTrusted = true;
  let hasOtherNames = false;
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === "" || name === ".") continue;
    const here = name === ".." ? at.slice(0, Math.max(at.lastIndexOf("/"), 0)) : `${at}/${name}`;
    if (otherNames.test(here)) hasOtherNames = true;
    const target = name === ".." || path.length > longestPath ? undefined : surroundings.readLink(here);
    if (target === undefined) {
      at = here;
      continue;
    }
    if (++links > mostLinks) return undefined;
    if (surroundings.isUserWritable(at || "/")) isTrusted = false;
    if (target.startsWith("/")) at = "";
    ahead.push(...target.split("/").reverse());
  }
  return { path: at || "/", isTrusted, hasOtherNames: hasOtherNames || devices.test(at) };
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? "/" : `${root}/`);
}

/** Whether an absolute path is in the project, both as written and with links resolved. */
export function isInProject(path: string, surroundings: Surroundings): boolean {
  const { projectRoot } = surroundings;
  if (projectRoot === undefined) return false;
  const [real, realRoot] = [followLinks(path, surroundings), followLinks(projectRoot, surroundings)];
  const isRealIn = real !== undefined && realRoot !== undefined && isInside(realRoot.path, real.path);
  return isRealIn && isInside(removeDots(projectRoot), removeDots(path));
}

/** One view of a set of paths, with the project root in the same view. */
export interface PathForm {
  readonly kind: Shape["kind"];
  /** The literal beginning of every member; for one path, all of it. */
  readonly path: string;
  /** Each spelling of a member, absolute. */
  readonly texts: readonly (readonly Piece[])[];
  readonly root: string | undefined;
  /** The literal beginning relative to the project root; undefined outside the project. */
  readonly inner: string | undefined;
  /** Each spelling relative to the project root; undefined outside the project. */
  readonly relative: readonly (readonly Piece[])[] | undefined;
  /** Members may be inside the project although the literal beginning is not. */
  readonly isAround: boolean;
  readonly isResolved: boolean;
  /** The segments after the literal beginning, for a glob. */
  readonly segments: readonly Segment[];
}

interface PathForms {
  /** As written first, then as resolved. */
  readonly forms: readonly [PathForm, ...PathForm[]];
  /** Why the set needs approval, if it does. */
  readonly caution: string | undefined;
}

export function formsOf(shape: Shape, from: string, surroundings: Surroundings): PathForms {
  const absolute = makeAbsolute(shape.head, from, surroundings.home);
  const plain = removeDots(absolute);
  const root = surroundings.projectRoot === undefined ? undefined : removeDots(surroundings.projectRoot);
  const realRoot = root === undefined ? undefined : followLinks(root, surroundings);
  // After a link, `..` is ambiguous: some programs drop the dots first, others follow the link first.
  const real = [plain, absolute].map((one) => followLinks(one, surroundings));
  const resolved = new Set(real.map((one) => one?.path ?? plain));
  const make = (path: string, at: string | undefined, isResolved: boolean): PathForm =>
    makeForm(shape, path, at, isResolved, surroundings.ignoresCase);
  const isCircular = real.includes(undefined) || (root !== undefined && !realRoot);
  return {
    forms: [make(plain, root, false), ...[...resolved].map((one) => make(one, realRoot?.path ?? root, true))],
    caution:
      findPathCaution(shape.text) ??
      (isCircular ? "the path contains a link loop" : undefined) ??
      (real.some((one) => one?.hasOtherNames) ? "the path refers to a device or another open file" : undefined),
  };
}

function makeForm(
  { kind, tails, segments }: Shape,
  path: string,
  root: string | undefined,
  isResolved: boolean,
  ignoresCase: boolean,
): PathForm {
  const fold = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
  const attach = (head: string): Piece[][] => tails.map((tail) => attachTail(head, tail));
  // By length, because a letter may have a different length in the other case.
  const isIn = root !== undefined && isInside(fold(root), fold(path.slice(0, root.length)) + path.slice(root.length));
  const inner = isIn ? path.slice(root === "/" ? 1 : root.length + 1) : undefined;
  const isAround = kind !== "path" && inner === undefined && root !== undefined && isInside(fold(path), fold(root));
  return {
    kind,
    path,
    texts: attach(path),
    root,
    inner,
    relative: inner === undefined ? undefined : attach(inner),
    isAround,
    isResolved,
    segments,
  };
}

/** Avoids a double slash after the root of the disk, and a slash before the first name in the project. */
function attachTail(head: string, tail: readonly Piece[]): Piece[] {
  const [first, ...rest] = tail;
  if (first !== "/" || (head !== "" && head !== "/")) return [head, ...tail];
  return head === "" ? rest : [head, ...rest];
}

/** One path and nothing below it. */
export function literalForm(form: PathForm): PathForm {
  const { path, inner } = form;
  const relative = inner === undefined ? undefined : [[inner]];
  return { ...form, kind: "path", texts: [[path]], relative, isAround: false, segments: [] };
}
