/** Tests sandboxes compiled on a small disk in memory: mounts, reports, and the macOS profile as golden text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Policy, Tool, Verdict } from "../model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../model/sandbox.ts";
import { compilePolicy } from "../policy/compile.ts";
import { type DiskEntry, emptySurroundings, type Surroundings } from "../policy/surroundings.ts";
import { type Box, boxSettings, compileBox } from "./compile.ts";
import { describeBox } from "./describe.ts";
import { seatbeltProfile } from "./seatbelt.ts";
import { seccompFilter } from "./seccomp.ts";

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
}

function boxOf(
  permissions: Permissions,
  { settings = {}, isApproved = false, surroundings = disk }: Options = {},
): Box {
  const box = compileBox({
    policy: policyOf(permissions),
    surroundings,
    settings: { ...defaultSandbox, ...settings },
    isApproved,
    searchPath: "/usr/bin",
    gitDirectories: [],
  });
  assert.ok("plan" in box, "problem" in box ? box.problem : "");
  return box;
}

const modes = (box: Box, below = "/home/u"): Record<string, string> =>
  Object.fromEntries([...box.plan].filter(([path]) => path.startsWith(below)).map(([path, { mode }]) => [path, mode]));

test("an agent that only reads sees the project read-only, without its secrets", () => {
  const box = boxOf({ edit: ["deny"], external_directory: ["deny"] });
  assert.deepEqual(modes(box), { "/home/u": "private", "/home/u/p": "read", "/home/u/p/.env": "hide" });
  assert.ok(!box.hasNetwork);
});

test("exceptions inside a writable directory are mounts, and so is every directory between", () => {
  const box = boxOf({ edit: ["allow", "**/*.lock:deny"], external_directory: ["deny"] });
  assert.deepEqual(modes(box, "/home/u/p/"), {
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

test("in the box of an approved call ask counts as allow, and deny stays deny", () => {
  const box = boxOf(
    { edit: ["ask", "**/*.lock:deny"], webfetch: ["ask"], external_directory: ["deny"] },
    { isApproved: true },
  );
  assert.ok(box.hasNetwork);
  assert.equal(box.plan.get("/home/u/p")?.mode, "write");
  assert.equal(box.plan.get("/home/u/p/.git"), undefined);
  assert.equal(box.plan.get("/home/u/p/a.lock")?.mode, "read");
});

test("outside: what external_directory allows, and secrets hidden", () => {
  const some = boxOf({ edit: ["deny"], external_directory: ["deny", "~/notes/**:allow"] });
  assert.equal(some.plan.get("/home/u/notes")?.mode, "read");
  const all = boxOf({ edit: ["deny"], external_directory: ["allow"] });
  assert.equal(all.plan.get("/")?.mode, "read");
  assert.equal(all.plan.get("/home/u/.ssh")?.mode, "hide");
});

test("a session in the home has no project: the box is refused", () => {
  const surroundings = { ...disk, cwd: "/home/u", projectRoot: undefined };
  const input = { settings: defaultSandbox, isApproved: false, searchPath: "", gitDirectories: [] };
  const box = compileBox({
    ...input,
    policy: policyOf({ edit: ["deny"], external_directory: ["deny"] }),
    surroundings,
  });
  assert.ok("problem" in box && /is hidden/.test(box.problem));
});

test("settings: read, write, hide, protect, git", () => {
  const settings = { read: ["~/notes"], hide: ["/home/u/p/docs"], protect: ["src/x.ts", "new"], git: "write" as const };
  const box = boxOf({ edit: ["allow"], external_directory: ["deny"] }, { settings });
  assert.equal(box.plan.get("/home/u/notes")?.mode, "read");
  assert.equal(box.plan.get("/home/u/p/docs")?.mode, "hide");
  assert.equal(box.plan.get("/home/u/p/src/x.ts")?.mode, "read");
  assert.equal(box.plan.get("/home/u/p/.git/config")?.mode, "read");
  assert.ok(box.absent.includes("/home/u/p/new") && box.absent.includes("/home/u/p/.git/hooks"));
});

test("more exceptions than max_mounts make the fullest directory read-only", () => {
  const many = Array.from({ length: 60 }, (_, i) => `/home/u/p/locks/${i}.lock`);
  const surroundings = diskOf(["/usr/", "/home/u/p/src/x.ts", ...many]);
  const box = boxOf(
    { edit: ["allow", "**/*.lock:deny"], external_directory: ["deny"] },
    { settings: { maxMounts: 40 }, surroundings },
  );
  assert.equal(box.plan.get("/home/u/p/locks")?.mode, "read");
  assert.match(box.notes.join(), /`\/home\/u\/p\/locks` has more exceptions/);
});

test("each rule is reported as exact, stricter, or for existing files only", () => {
  const box = boxOf({
    edit: ["deny", "src/**:allow", "README.md:allow", "docs/*.md:allow", "**/*.lock:deny"],
    webfetch: ["deny", "https://example.org/**:allow"],
    external_directory: ["deny", "~/notes/**:allow"],
  });
  assert.deepEqual(
    box.fits.map(({ rule, kind }) => `${rule.tool} ${rule.pattern} ${kind}`),
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

test("a box in a few words", () => {
  const box = boxOf({ edit: ["deny", "src/**:allow"], external_directory: ["deny"] });
  assert.deepEqual(describeBox(box, "/home/u/p", "/home/u"), [
    "writes src",
    "reads the project",
    "no network",
    "`.git` read-only",
  ]);
});

test("who has a box", () => {
  assert.equal(boxSettings(policyOf({ edit: ["deny"] }))?.use, "on");
  assert.equal(boxSettings(policyOf({ edit: ["allow"] })), undefined);
  assert.equal(boxSettings({ ...policyOf({ edit: ["deny"] }), sandbox: { ...defaultSandbox, use: "off" } }), undefined);
  assert.equal(
    boxSettings({ ...policyOf({ edit: ["allow"] }), sandbox: { ...defaultSandbox, use: "required" } })?.use,
    "required",
  );
});

test("a filter for each machine that is known, of whole instructions", () => {
  for (const machine of ["x64", "arm64"]) {
    const bytes = seccompFilter(machine, false);
    assert.ok(bytes && bytes.length % 8 === 0 && bytes.length > seccompFilter(machine, true)!.length);
  }
  assert.equal(seccompFilter("ia32", false), undefined);
});

test("the profile for macOS", () => {
  const box = boxOf({ edit: ["deny", "src/vendor/**:deny", "src/**:allow"], external_directory: ["deny"] });
  assert.equal(
    seatbeltProfile(box).split("\n").slice(6).join("\n"),
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
