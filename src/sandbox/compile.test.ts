/** Tests sandboxes compiled on a small disk in memory: mounts, reports, and the macOS profile as golden text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { property, propertyRuns, type Random } from "../../test/support/random.ts";
import type { Policy, Tool, Verdict } from "../model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../model/sandbox.ts";
import { compilePolicy } from "../policy/compile.ts";
import { maySteer } from "../policy/path/steering.ts";
import { type DiskEntry, emptySurroundings, rememberLinks, type Surroundings } from "../policy/surroundings.ts";
import { compileSandbox, type Sandbox, sandboxSettings } from "./compile.ts";
import { changesGit, describeSandbox } from "./describe.ts";
import { type MountPlan, nearest } from "./mounts.ts";
import { mayUse } from "./reach.ts";
import { seatbeltProfile } from "./seatbelt.ts";
import { seccompFilter } from "./seccomp.ts";
import { walk } from "./walk.ts";

function diskOf(paths: readonly string[], links: Readonly<Record<string, string>> = {}): Surroundings {
  const entries = new Map<string, Map<string, DiskEntry>>();
  const add = (path: string, kind: DiskEntry["kind"]): void => {
    if (path === "") return;
    const cut = path.lastIndexOf("/");
    add(path.slice(0, cut), "directory");
    const inside = entries.get(path.slice(0, cut) || "/") ?? new Map<string, DiskEntry>();
    entries.set(path.slice(0, cut) || "/", inside);
    const name = path.slice(cut + 1);
    if (!inside.has(name)) inside.set(name, { name, kind });
  };
  for (const path of paths) add(path.replace(/\/$/, ""), path.endsWith("/") ? "directory" : "file");
  for (const path of Object.keys(links)) add(path, "link");
  return {
    ...emptySurroundings("/home/u/p", "/home/u"),
    readLink: (path) => links[path],
    list: (path) => [...(entries.get(path)?.values() ?? [])],
  };
}

const disk = diskOf([
  "/usr/",
  "/etc/",
  "/tmp/",
  "/home/u/.ssh/id",
  "/home/u/notes/a",
  "/home/u/p/.git/config",
  "/home/u/p/.env",
  "/home/u/p/a.lock",
  "/home/u/p/src/x.ts",
  "/home/u/p/src/deep/b.lock",
  "/home/u/p/docs/CLAUDE.md",
]);

function readRule(rule: string): { pattern: string; verdict: Verdict; from: string } {
  const colon = rule.lastIndexOf(":");
  return { pattern: rule.slice(0, colon), verdict: rule.slice(colon + 1) as Verdict, from: "x" };
}

type Permissions = Partial<Record<Tool, readonly [intent: Verdict, ...rules: string[]]>>;

function policyOf(permissions: Permissions): Policy {
  const entries = Object.entries(permissions).map(([tool, [intent, ...rules]]) => [
    tool,
    { intent, rules: rules.map(readRule) },
  ]);
  return compilePolicy({ agent: "a", permissions: Object.fromEntries(entries) });
}

interface Options {
  readonly settings?: Partial<SandboxSettings>;
  readonly isApproved?: boolean;
  readonly surroundings?: Surroundings;
  readonly changesGit?: boolean;
  readonly isCommitted?: (path: string) => boolean;
}

function sandboxOf(
  permissions: Permissions,
  { settings = {}, isApproved = false, surroundings = disk, ...others }: Options = {},
): Sandbox {
  const sandbox = compileSandbox({
    policy: policyOf(permissions),
    surroundings,
    settings: { ...defaultSandbox, ...settings },
    isApproved,
    searchPath: "/usr/bin",
    gitDirectories: [],
    ...others,
  });
  assert.ok("plan" in sandbox, "problem" in sandbox ? sandbox.problem : "");
  return sandbox;
}

const modes = (sandbox: Sandbox, below = "/home/u"): Record<string, string> =>
  Object.fromEntries(
    [...sandbox.plan].filter(([path]) => path.startsWith(below)).map(([path, { mode }]) => [path, mode]),
  );

test("an agent that only reads sees the project read-only, without its secrets", () => {
  const sandbox = sandboxOf({ edit: ["deny"], external_directory: ["deny"] });
  assert.deepEqual(modes(sandbox), { "/home/u": "private", "/home/u/p": "read", "/home/u/p/.env": "hide" });
  assert.ok(!sandbox.hasNetwork);
});

test("exceptions inside a writable directory are mounts, and so is every directory in between", () => {
  const sandbox = sandboxOf({ edit: ["allow", "**/*.lock:deny"], external_directory: ["deny"] });
  assert.deepEqual(modes(sandbox, "/home/u/p/"), {
    "/home/u/p/.env": "hide",
    "/home/u/p/.git": "read",
    "/home/u/p/a.lock": "read",
    "/home/u/p/docs": "write",
    "/home/u/p/docs/CLAUDE.md": "read",
    "/home/u/p/src": "write",
    "/home/u/p/src/deep": "write",
    "/home/u/p/src/deep/b.lock": "read",
  });
});

test("in the sandbox of an approved call ask counts as allow, and deny stays deny", () => {
  const sandbox = sandboxOf(
    { edit: ["ask", "**/*.lock:deny"], webfetch: ["ask"], external_directory: ["deny"] },
    { isApproved: true },
  );
  assert.ok(sandbox.hasNetwork);
  assert.equal(sandbox.plan.get("/home/u/p")?.mode, "write");
  assert.equal(sandbox.plan.get("/home/u/p/.git"), undefined);
  assert.equal(sandbox.plan.get("/home/u/p/a.lock")?.mode, "read");
});

test("outside the project: what external_directory allows, with secrets hidden", () => {
  const some = sandboxOf({ edit: ["deny"], external_directory: ["deny", "~/notes/**:allow"] });
  assert.equal(some.plan.get("/home/u/notes")?.mode, "read");
  const all = sandboxOf({ edit: ["deny"], external_directory: ["allow"] });
  assert.equal(all.plan.get("/")?.mode, "read");
  assert.equal(all.plan.get("/home/u/.ssh")?.mode, "hide");
});

test("a session in the home has no project, so the sandbox is refused", () => {
  const surroundings = { ...disk, cwd: "/home/u", projectRoot: undefined };
  const input = { settings: defaultSandbox, isApproved: false, searchPath: "", gitDirectories: [] };
  const sandbox = compileSandbox({
    ...input,
    policy: policyOf({ edit: ["deny"], external_directory: ["deny"] }),
    surroundings,
  });
  assert.ok("problem" in sandbox && /is hidden/.test(sandbox.problem));
});

test("settings: read, write, hide, protect, git", () => {
  const settings = { read: ["~/notes"], hide: ["/home/u/p/docs"], protect: ["src/x.ts", "new"], git: "write" as const };
  const sandbox = sandboxOf({ edit: ["allow"], external_directory: ["deny"] }, { settings });
  assert.equal(sandbox.plan.get("/home/u/notes")?.mode, "read");
  assert.equal(sandbox.plan.get("/home/u/p/docs")?.mode, "hide");
  assert.equal(sandbox.plan.get("/home/u/p/src/x.ts")?.mode, "read");
  assert.equal(sandbox.plan.get("/home/u/p/.git/config")?.mode, "read");
  assert.ok(sandbox.absent.includes("/home/u/p/new") && sandbox.absent.includes("/home/u/p/.git/hooks"));
});

function lockedProject(locks: readonly string[], others: readonly string[], maxMounts: number): Sandbox {
  const surroundings = diskOf(["/usr/", ...[...locks, ...others].map((path) => `/home/u/p/${path}`)]);
  return sandboxOf(
    { edit: ["allow", "**/*.lock:deny"], external_directory: ["deny"] },
    { settings: { maxMounts }, surroundings },
  );
}

const numbered = (count: number, path: (i: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, i) => path(i));

test("more exceptions than max_mounts make the fullest directory read-only", () => {
  const locks = numbered(60, (i) => `locks/${i}.lock`);
  const sandbox = lockedProject(locks, ["src/x.ts"], 40);
  assert.equal(sandbox.plan.get("/home/u/p/locks")?.mode, "read");
  assert.equal(sandbox.plan.get("/home/u/p")?.mode, "write");
  assert.match(sandbox.notes.join(), /are read-only \(`max_mounts`\): `locks`$/);
});

test("directories with few other files become read-only before directories with many", () => {
  const locks = [
    ...["a.lock", "b.lock", "test/c.lock"],
    ...numbered(60, (i) => `test/cases/${i}/a.lock`),
    ...numbered(10, (i) => `packages/${i}/a.lock`),
  ];
  const others = [
    ...numbered(200, (i) => `packages/${i % 10}/src/${i}.ts`),
    ...numbered(300, (i) => `test/${i}.ts`),
    ...numbered(60, (i) => `test/cases/${i}/expected.txt`),
  ];
  const sandbox = lockedProject(locks, others, 60);
  for (const path of ["", "/test", "/packages", "/packages/3"])
    assert.equal(sandbox.plan.get(`/home/u/p${path}`)?.mode, "write", path);
  assert.equal(sandbox.plan.get("/home/u/p/test/cases")?.mode, "read");
  assert.equal(sandbox.notes.length, 1);
  // Above the limit files are lost, but no lock becomes writable.
  const small = lockedProject(locks, others, 20);
  assert.ok(small.plan.size <= 20, String(small.plan.size));
  for (const path of locks) assert.equal(nearest(small.plan, `/home/u/p/${path}`).mount.mode, "read", path);
});

test("below the limit only directories that mostly consist of exceptions become read-only", () => {
  const locks = [...numbered(30, (i) => `cases/${i}/a.lock`), ...numbered(30, (i) => `packages/${i}/a.lock`)];
  const others = [...numbered(300, (i) => `packages/${i % 30}/${i}.ts`), ...numbered(30, (i) => `cases/${i}/in.txt`)];
  const sandbox = lockedProject(locks, others, 300);
  assert.equal(sandbox.plan.get("/home/u/p/cases")?.mode, "read");
  for (const path of locks.slice(30)) assert.equal(sandbox.plan.get(`/home/u/p/${path}`)?.mode, "read", path);
  assert.equal(sandbox.plan.get("/home/u/p/packages/3")?.mode, "write");
  const exact = lockedProject(locks, others, 1000);
  assert.equal(exact.plan.get("/home/u/p/cases/3")?.mode, "write");
  assert.deepEqual(exact.notes, []);
});

test("an approved git command has a writable .git, where a rule denies edits too; hooks and configuration stay", () => {
  const permissions: Permissions = { edit: ["allow", "**/.git/**:deny"], external_directory: ["ask"] };
  const git = "/home/u/p/.git";
  const modesOf = (isApproved: boolean, changesGit: boolean): readonly unknown[] => {
    const sandbox = sandboxOf(permissions, { isApproved, changesGit });
    return [git, `${git}/config`].map((path) => nearest(sandbox.plan, path).mount.mode);
  };
  assert.deepEqual(modesOf(true, true), ["write", "read"]);
  assert.deepEqual(modesOf(true, false), ["read", "read"]);
  assert.deepEqual(modesOf(false, true), ["read", "read"]);
  assert.ok(changesGit("cd src && git commit -qm x") && !changesGit("git status && npm test"));
});

test("an approved git command does not write what a rule denies by name in .git", () => {
  const git = "/home/u/p/.git";
  const modesOf = (rule: string): readonly unknown[] => {
    const permissions: Permissions = { edit: ["allow", rule], external_directory: ["ask"] };
    const surroundings = diskOf(["/usr/", `${git}/HEAD`, `${git}/refs/heads/main`, `${git}/refs/tags/v1`]);
    const sandbox = sandboxOf(permissions, { isApproved: true, changesGit: true, surroundings });
    return ["HEAD", "refs/heads/main", "refs/tags/v1"].map(
      (name) => nearest(sandbox.plan, `${git}/${name}`).mount.mode,
    );
  };
  assert.deepEqual(modesOf("**/.git/**:deny"), ["write", "write", "write"]);
  assert.deepEqual(modesOf(".git/**:deny"), ["read", "read", "read"]);
  assert.deepEqual(modesOf(".git/refs/tags/**:deny"), ["write", "write", "read"]);
  assert.deepEqual(modesOf(".git/refs/heads/main:deny"), ["write", "read", "write"]);
});

test("the Nix store is readable and not searched", () => {
  const surroundings = diskOf(["/usr/", "/nix/store/a/.npmrc", "/nix/store/a/key.pem", "/home/u/p/src/x.ts"]);
  const sandbox = sandboxOf(
    {
      edit: ["allow", "/nix/store/**:deny"],
      external_directory: ["ask", "/nix/store/**:allow"],
    },
    { surroundings },
  );
  assert.deepEqual(modes(sandbox, "/nix"), { "/nix/store": "read" });
});

test("a secret file with the content that git keeps is not hidden, unless a rule denies it", () => {
  const isCommitted = (path: string): boolean => path === "/home/u/p/.env";
  const modeOf = (permissions: Permissions, options: Options = {}): unknown =>
    nearest(sandboxOf(permissions, options).plan, "/home/u/p/.env").mount.mode;
  const reader: Permissions = { edit: ["deny"], external_directory: ["deny"] };
  assert.equal(modeOf(reader), "hide");
  assert.equal(modeOf(reader, { isCommitted }), "read");
  assert.equal(modeOf({ ...reader, read: ["allow", ".env:deny"] }, { isCommitted }), "hide");
  assert.equal(modeOf({ ...reader, read: ["allow", ".git/**:deny"] }, { isCommitted }), "hide");
});

const directories = ["a", "b", ".claude", "agents", "certs", "B"];
const names = ["x.md", "y.lock", "z", ".env", "CLAUDE.md", "k.pem"];

function randomPattern({ pick, int }: Random): string {
  const segment = (): string =>
    pick([
      pick(directories),
      pick(names),
      "*",
      "*",
      "**",
      pick(["*.md", "x*", "link", "l.md"]),
      pick(["a**", "a**d", "src"]),
    ]);
  const middle = Array.from({ length: 1 + int(3) }, segment).join("/");
  return `${pick(["", "", "**/", "./", "/home/u/p/", "~/p/", "~/"])}${middle}${pick(["", "/**", "/*", "/"])}`;
}

property(
  "every file of a tree has the mode that follows from its verdicts",
  (random) => {
    const { pick, list, oneIn, int } = random;
    const rules = (most: number): string[] =>
      list(most, () => `${randomPattern(random)}:${pick(["allow", "deny", "ask"])}`);
    const files: string[] = [];
    const grow = (directory: string, depth: number): void => {
      for (const name of names) if (oneIn(2)) files.push(`${directory}/${name}`);
      if (depth < 3) for (const name of directories) if (oneIn(3)) grow(`${directory}/${name}`, depth + 1);
    };
    grow("/home/u/p", 0);
    const policy = policyOf({
      edit: [pick(["allow", "deny", "ask"]), ...rules(4)],
      ...(oneIn(2) && { read: [pick(["allow", "allow", "deny"]), ...rules(3)] }),
      external_directory: ["deny"],
    });
    const surroundings: Surroundings = {
      ...diskOf(files, { "/home/u/p/link": "/home/u/p/a/b", "/home/u/p/l.md": "/home/u/p/b/x.md" }),
      isRoot: (path) => path === "/home/u/p/b",
      ignoresCase: oneIn(5),
    };
    const question = { policy, surroundings: rememberLinks(surroundings), isApproved: int(4) === 0 };
    const plan: MountPlan = new Map();
    walk(question, "/home/u/p", plan);
    for (const path of files) {
      const [mayRead, mayEdit] = [mayUse(question, "read", path), mayUse(question, "edit", path)];
      const expected = !mayRead ? "hide" : mayEdit ? "write" : "read";
      const { mode } = nearest(plan, path).mount;
      // A steering directory is read-only as a whole, also where a rule names files in it.
      const isStricter = mode === "read" && expected === "write" && maySteer(path, surroundings);
      if (mode !== expected && !isStricter)
        assert.fail(`${path} is not \`${expected}\`: ${JSON.stringify({ ...question, surroundings: undefined })}`);
    }
  },
  Math.ceil(propertyRuns / 5),
);

test("each rule is reported as exact, stricter, or for existing files only", () => {
  const sandbox = sandboxOf({
    edit: ["deny", "src/**:allow", "README.md:allow", "docs/*.md:allow", "**/*.lock:deny"],
    webfetch: ["deny", "https://example.org/**:allow"],
    external_directory: ["deny", "~/notes/**:allow"],
  });
  assert.deepEqual(
    sandbox.fits.map(({ rule, kind }) => `${rule.tool} ${rule.pattern} ${kind}`),
    [
      "edit src/** exact",
      "edit README.md stricter",
      "edit docs/*.md stricter",
      "edit **/*.lock existing",
      "webfetch https://example.org/** stricter",
      "external_directory ~/notes/** exact",
    ],
  );
});

test("the short description of a sandbox", () => {
  const sandbox = sandboxOf({ edit: ["deny", "src/**:allow"], external_directory: ["deny"] });
  assert.deepEqual(describeSandbox(sandbox, "/home/u/p", "/home/u"), [
    "writes src",
    "reads the project",
    "no network",
    "`.git` read-only",
  ]);
});

test("which agents have a sandbox", () => {
  assert.equal(sandboxSettings(policyOf({ edit: ["deny"] }))?.use, "on");
  assert.equal(sandboxSettings(policyOf({ edit: ["allow"] })), undefined);
  assert.equal(
    sandboxSettings({ ...policyOf({ edit: ["deny"] }), sandbox: { ...defaultSandbox, use: "off" } }),
    undefined,
  );
  assert.equal(
    sandboxSettings({ ...policyOf({ edit: ["allow"] }), sandbox: { ...defaultSandbox, use: "required" } })?.use,
    "required",
  );
});

test("each known architecture has a filter of complete instructions", () => {
  for (const machine of ["x64", "arm64"]) {
    const bytes = seccompFilter(machine, false);
    assert.ok(bytes && bytes.length % 8 === 0 && bytes.length > seccompFilter(machine, true)!.length);
  }
  assert.equal(seccompFilter("ia32", false), undefined);
});

test("the macOS profile", () => {
  const sandbox = sandboxOf({ edit: ["deny", "src/vendor/**:deny", "src/**:allow"], external_directory: ["deny"] });
  assert.equal(
    seatbeltProfile(sandbox).split("\n").slice(6).join("\n"),
    `(allow file-read* (subpath "/etc"))
(deny file-write* (subpath "/etc"))
(deny file-read* file-write* (subpath "/home/u"))
(allow file-read* (subpath "/home/u/p"))
(deny file-write* (subpath "/home/u/p"))
(deny file-read* file-write* (literal "/home/u/p/.env"))
(allow file-read* file-write* (subpath "/home/u/p/src"))
(deny file-read* file-write* (subpath "/run"))
(deny file-read* file-write* (subpath "/tmp"))
(allow file-read* (subpath "/usr"))
(deny file-write* (subpath "/usr"))
(deny file-read* file-write* (subpath "/var/tmp"))
(deny file-write-unlink (literal "/home"))
(deny file-write-unlink (literal "/home/u"))
(deny file-write-unlink (literal "/home/u/p"))
(deny file-write-unlink (literal "/var"))
(allow file-read* file-write* (subpath (param "TMP")))
(deny network*)
`,
  );
});
