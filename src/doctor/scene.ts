/** A fresh home and a temporary project in which a real client is tested. It sees nothing of the machine's user. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

export interface Tree {
  /** A directory as a build writes it for one harness: `OUT/opencode`. */
  readonly from: string;
  /** Where it goes, relative to the home or the project: `.config/opencode`. */
  readonly to: string;
  /** Paths in it that are left out: files that belong to the client. */
  readonly without?: readonly string[];
  /** Its directories that are linked as one if links are wanted, and the location of each link. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Default: `home`. */
  readonly under?: "home" | "project";
}

export interface Scene {
  readonly root: string;
  /** Contains `outside.txt`, which is outside the project. */
  readonly home: string;
  /** A git work tree. */
  readonly project: string;
  /** The whole environment of the client. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resets the project and removes what the cases write beside it, so that the next question does not find it. */
  readonly reset: () => void;
  readonly dispose: () => void;
}

/**
 * `copy`: real files. `link`: links into a read-only tree, files one by one and skills as folders, as home-manager
 * does.
 */
type Placing = "copy" | "link";

export interface SceneOptions {
  /** Some files contain the path of the home they are for. */
  readonly trees: readonly Tree[] | ((home: string) => readonly Tree[]);
  readonly placing?: Placing;
  /** More directories at the front of PATH, such as the gate's. */
  readonly path?: readonly string[];
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export function makeScene(options: SceneOptions): Scene {
  const { placing = "copy", path = [], files = {} } = options;
  // Clients report real paths, and on some systems the temporary directory is a link.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-client-")));
  const home = join(root, "home");
  const project = join(root, "project");
  for (const directory of [home, project, join(root, "tmp")]) mkdirSync(directory);
  makeRepository(join(project, ".git"));
  for (const [name, text] of Object.entries(files)) put(join(project, name), text);
  const trees = typeof options.trees === "function" ? options.trees(home) : options.trees;
  for (const [index, tree] of trees.entries()) {
    const target = join(tree.under === "project" ? project : home, tree.to);
    if (placing === "copy") copyTree(tree, target);
    else linkTree(readOnlyCopy(tree, join(root, "store", String(index))), target, tree.folders ?? {});
  }
  const machine = [...path, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"];
  const environment = {
    HOME: home,
    PATH: machine.join(":"),
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: join(root, "tmp"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_STATE_HOME: join(home, ".local/state"),
    // A closed port: an allowed fetch fails instead of leaving the machine.
    HTTP_PROXY: "http://127.0.0.1:9",
    HTTPS_PROXY: "http://127.0.0.1:9",
    NO_PROXY: "127.0.0.1,localhost",
    ...options.environment,
  };
  put(join(home, "outside.txt"), "outside\n");
  const kept = new Set([".git", ...trees.filter(isOfProject).map(({ to }) => to.split("/")[0]!)]);
  const outside = [join(root, "sibling.txt"), join(home, "made.txt"), join(home, ".ssh")];
  const reset = (): void => {
    for (const path of outside) rmSync(path, { recursive: true, force: true });
    for (const name of readdirSync(project)) if (!kept.has(name)) rmSync(join(project, name), { recursive: true });
    for (const [name, text] of Object.entries(files)) put(join(project, name), text);
  };
  return { root, home, project, environment, reset, dispose: () => removeTree(root) };
}

/** What `git init` writes, as far as git and the clients need it, because not every test machine has git. */
function makeRepository(directory: string): void {
  for (const name of ["objects", "refs/heads"]) mkdirSync(join(directory, name), { recursive: true });
  put(join(directory, "HEAD"), "ref: refs/heads/main\n");
  put(join(directory, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
}

function isOfProject({ under }: Tree): boolean {
  return under === "project";
}

/** Writes a file of the scene, with its directories. */
export function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

function copyTree({ from, without = [] }: Tree, to: string): void {
  const filter = (path: string): boolean => !without.includes(relative(from, path));
  cpSync(from, to, { recursive: true, dereference: true, filter });
}

function readOnlyCopy(tree: Tree, to: string): string {
  copyTree(tree, to);
  changeModes(to, 0o555, 0o444);
  return to;
}

function changeModes(directory: string, directoryMode: number, fileMode: number): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) changeModes(path, directoryMode, fileMode);
    else if (entry.isFile()) chmodSync(path, fileMode);
  }
  chmodSync(directory, directoryMode);
}

function linkTree(from: string, to: string, folders: Readonly<Record<string, string>>, inside = ""): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const path = inside === "" ? entry.name : `${inside}/${entry.name}`;
    // Codex ignores a linked SKILL.md; all clients follow a linked folder.
    const isOne = path in folders || inside.split("/").at(-1) === "skills";
    const target = path in folders ? join(to, folders[path]!) : join(to, entry.name);
    if (entry.isDirectory() && !isOne) linkTree(join(from, entry.name), target, folders, path);
    else {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(join(from, entry.name), target);
    }
  }
}

function removeTree(root: string): void {
  try {
    changeModes(join(root, "store"), 0o755, 0o644);
  } catch {
    // There is no store if files were copied.
  }
  // A client that was just stopped may still be closing its files.
  rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
