/** Tests the facts of a real disk, with repositories made by the real git. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/make-root.ts";
import { diskSurroundings, findProjectRoot } from "./surroundings.ts";

const scratch = makeScratch("surroundings");

function put(path: string, text = ""): string {
  const file = join(scratch, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function folder(path: string): string {
  const directory = join(scratch, path);
  mkdirSync(directory, { recursive: true });
  return directory;
}

function git(directory: string, ...words: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: scratch, GIT_CONFIG_NOSYSTEM: "1" };
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];
  return execFileSync("git", [...identity, "-C", directory, ...words], { env, encoding: "utf8", stdio: "pipe" }).trim();
}

function repository(path: string): string {
  const directory = folder(path);
  git(directory, "init", "-q");
  git(directory, "commit", "-q", "--allow-empty", "-m", "x");
  return directory;
}

const home = folder("home/me");
const project = repository("home/me/project");
folder("home/me/project/src/deep");
git(project, "worktree", "add", "-q", join(scratch, "home/me/tree"));
folder("home/me/tree/src");
const inner = repository("home/me/project/vendor/inner");
const bare = folder("home/me/project/vendor/bare.git");
git(bare, "init", "-q", "--bare");
put("home/me/project/fake/.git/config", "[core]\n");
put("home/me/project/half/.git/HEAD", "ref: refs/heads/main\n");
folder("home/me/project/half/.git/refs");
put("home/me/project/odd/.git/HEAD", "nonsense\n");
for (const name of ["objects", "refs"]) folder(`home/me/project/odd/.git/${name}`);
put("home/me/project/text/.git", "not a gitdir line\n");
folder("home/me/plain/sub");
symlinkSync(project, join(scratch, "home/me/link"));
symlinkSync(join(project, "src"), join(scratch, "home/me/src-link"));
symlinkSync(home, join(scratch, "home/alias"));

const rootOf = (path: string, at = home): string | undefined => findProjectRoot(join(scratch, path), at);
const inScratch = (path: string | undefined): string | undefined => path && join(scratch, path);

for (const [title, path, want] of [
  ["the top of a work tree", "home/me/project", "home/me/project"],
  ["a directory in it", "home/me/project/src/deep", "home/me/project"],
  ["a directory that does not exist", "home/me/project/src/none/x", "home/me/project"],
  ["a linked work tree, whose `.git` is a file", "home/me/tree/src", "home/me/tree"],
  ["a repository inside another", "home/me/project/vendor/inner", "home/me/project/vendor/inner"],
  ["a `.git` that is not a repository", "home/me/project/fake", "home/me/project"],
  ["a `.git` without objects", "home/me/project/half", "home/me/project"],
  ["a `.git` whose HEAD is nonsense", "home/me/project/odd", "home/me/project"],
  ["a `.git` file that does not name a repository", "home/me/project/text", "home/me/project"],
  ["no repository at all", "home/me/plain/sub", "home/me/plain/sub"],
  ["through a link, as it was written", "home/me/link/src", "home/me/link"],
  ["the home directory", "home/me", undefined],
  ["above the home directory", "home", undefined],
  ["the home directory by another name", "home/alias", undefined],
] as const) {
  test(`the project of a session that starts in ${title}`, () => assert.equal(rootOf(path), inScratch(want)));
}

test("an empty `.git` in the home directory changes nothing", () => {
  mkdirSync(join(home, ".git"));
  assert.equal(rootOf("home/me/plain/sub"), join(scratch, "home/me/plain/sub"));
  assert.equal(rootOf("home/me"), undefined);
});

test("nor does a real repository there", () => {
  rmSync(join(home, ".git"), { recursive: true });
  git(home, "init", "-q");
  assert.equal(rootOf("home/me/plain/sub"), join(scratch, "home/me/plain/sub"));
  assert.equal(rootOf("home/me"), undefined);
  assert.equal(rootOf("home/me/project/src"), project);
});

test("if the client does not report a project, a repository created inside it does not count", () => {
  const rootFrom = (path: string) => diskSurroundings(join(scratch, path), undefined, home).projectRoot;
  assert.equal(rootFrom("home/me/project/vendor/inner"), project);
  assert.equal(rootFrom("home/me/project/src"), project);
  assert.equal(rootFrom("home/me/plain/sub"), join(scratch, "home/me/plain/sub"));
  assert.equal(rootFrom("home/me"), undefined);
});

test("the root of the disk is not a project", () => assert.equal(findProjectRoot("/", home), undefined));

const at = (path: string) => diskSurroundings(join(scratch, path), join(scratch, path), home);

/** The same question to git itself. */
function askGit(directory: string): string | undefined {
  try {
    return realpathSync(git(directory, "rev-parse", "--path-format=absolute", "--git-common-dir"));
  } catch {
    return undefined;
  }
}

for (const path of [
  "home/me/project",
  "home/me/project/src/deep",
  "home/me/project/vendor/inner",
  "home/me/project/vendor/bare.git",
  "home/me/project/vendor/bare.git/refs",
  "home/me/project/.git/hooks",
  "home/me/project/fake",
  "home/me/project/half",
  "home/me/project/odd",
  "home/me/tree/src",
  "home/me/link/src",
  "home/me/src-link",
  "home/me/plain/sub",
]) {
  test(`the repository that git finds from ${path}`, () => {
    const directory = join(scratch, path);
    const found = at("home/me/project").repositoryOf(directory);
    assert.ok(askGit(directory) !== undefined, "git finds one");
    assert.equal(found, askGit(directory));
  });
}

test("a `.git` file points to its repository", () => {
  put("home/me/project/sly/.git", "gitdir: ../vendor/bare.git\n");
  assert.equal(at("home/me/project").repositoryOf(join(project, "sly")), bare);
  assert.equal(askGit(join(project, "sly")), bare);
});

test("no repository is found where there is none", () => {
  folder("elsewhere/x");
  assert.equal(at("home/me").repositoryOf(join(scratch, "elsewhere/x")), askGit(join(scratch, "elsewhere/x")));
});

test("a worktree shares the repository of its project, an embedded one does not", () => {
  const { repositoryOf } = at("home/me/project");
  assert.equal(repositoryOf(join(home, "tree")), repositoryOf(project));
  assert.notEqual(repositoryOf(inner), repositoryOf(project));
});

test("a root of definitions is recognized by its settings or by an agent", () => {
  put("roots/a/surcingle.toml");
  put("roots/b/agents/x/agent.toml");
  put("roots/c/agents/readme.md");
  const { isRoot } = at("home/me/project");
  assert.deepEqual(
    ["a", "b", "c", "none"].map((name) => isRoot(join(scratch, "roots", name))),
    [true, true, false, false],
  );
});

test("a directory listing has the type of each entry", () => {
  put("listed/file");
  folder("listed/directory");
  symlinkSync("file", join(scratch, "listed/link"));
  const entries = at("home/me/project").list(join(scratch, "listed")) ?? [];
  assert.deepEqual(
    [...entries].sort((a, b) => (a.name < b.name ? -1 : 1)),
    [
      { name: "directory", kind: "directory" },
      { name: "file", kind: "file" },
      { name: "link", kind: "link" },
    ],
  );
  assert.equal(at("home/me/project").list(join(scratch, "none")), undefined);
});

test("the disk is asked whether it ignores case", () => {
  put("Letters/x");
  const isFound = (() => {
    try {
      return realpathSync(join(scratch, "lETTERS/x")) !== undefined;
    } catch {
      return false;
    }
  })();
  assert.equal(diskSurroundings(scratch, join(scratch, "Letters"), home).ignoresCase, isFound);
});

test("the files of the active gate are known, even if the client's directory was moved", () => {
  const filesOf = (policyFile: string) => diskSurroundings(project, project, home, { policyFile }).gateFiles;
  assert.deepEqual(filesOf("/moved/surcingle/a.json"), ["/moved"]);
  assert.deepEqual(filesOf("/moved/extensions/surcingle/a/policy.json"), ["/moved/extensions/surcingle"]);
  assert.deepEqual(filesOf(join(project, ".github/surcingle/a.json")), [join(project, ".github/surcingle")]);
  assert.deepEqual(filesOf("/srv/a.json"), ["/srv/a.json"]);
});
