/** Paths: absolute, without dots, and as the disk resolves them. */
import type { Surroundings } from "../surroundings.ts";

const longestPath = 16_384;
const mostLinks = 40;

/** Why a path is at best ask, if it is. */
export function findPathCaution(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return "the path holds a control character";
  if (/^~[^/]/.test(path)) return "the path begins with another user's home";
  if (path.startsWith("$")) return "the path begins with a variable";
  if (path.length > longestPath) return "the path is too long";
  return undefined;
}

/** Absolute, but with its dots: what a program that follows links step by step is given. */
export function makeAbsolute(path: string, from: string, home: string): string {
  if (path === "~" || path.startsWith("~/")) return `${home}/${path.slice(1)}`;
  return path.startsWith("/") ? path : `${from}/${path}`;
}

/** `.`, `..`, `//` and a last `/` go. */
export function removeDots(path: string): string {
  const kept: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") kept.pop();
    else if (name !== "" && name !== ".") kept.push(name);
  }
  return `/${kept.join("/")}`;
}

export interface RealPath {
  readonly path: string;
  /** Every link on the way lies in a directory the user cannot write. */
  readonly isTrusted: boolean;
}

/** Follows every link that exists; the rest of the path is kept as it is. Undefined when links go in a circle. */
export function followLinks(path: string, surroundings: Surroundings): RealPath | undefined {
  const ahead = path.split("/").reverse();
  let at = "";
  let isTrusted = true;
  let links = 0;
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (name === "" || name === ".") continue;
    const here = name === ".." ? at.slice(0, Math.max(at.lastIndexOf("/"), 0)) : `${at}/${name}`;
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
  return { path: at || "/", isTrusted };
}

export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root === "/" ? "/" : `${root}/`);
}

/** One way to see a path, with the project root seen the same way. */
export interface PathForm {
  readonly path: string;
  readonly root: string;
  /** Undefined outside the project. */
  readonly relative: string | undefined;
  readonly isResolved: boolean;
}

export interface PathForms {
  /** As written first, then as resolved. */
  readonly forms: readonly [PathForm, ...PathForm[]];
  /** Links that go in a circle were left unresolved. */
  readonly isCircular: boolean;
}

export function formsOf(path: string, from: string, surroundings: Surroundings): PathForms {
  const absolute = makeAbsolute(path, from, surroundings.home);
  const plain = removeDots(absolute);
  const root = removeDots(surroundings.projectRoot);
  const realRoot = followLinks(root, surroundings);
  // Behind a link `..` is not where it seems to be: some programs drop the dots first, others follow the link first.
  const real = [plain, absolute].map((one) => followLinks(one, surroundings));
  const resolved = new Set(real.map((one) => one?.path ?? plain));
  return {
    forms: [makeForm(plain, root, false), ...[...resolved].map((one) => makeForm(one, realRoot?.path ?? root, true))],
    isCircular: !realRoot || real.includes(undefined),
  };
}

function makeForm(path: string, root: string, isResolved: boolean): PathForm {
  const relative = isInside(root, path) ? path.slice(root === "/" ? 1 : root.length + 1) : undefined;
  return { path, root, relative, isResolved };
}
