/**
 * Tests build tools in the sandbox of an agent that edits the project: they work offline from a filled cache, which
 * does not change.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { makeScene, policyOf, runBare, runSandboxed, type Scene, whyNoSandbox } from "./scene.ts";

const policy = policyOf({
  bash: { intent: "allow" },
  edit: { intent: "allow" },
  external_directory: { intent: "deny" },
  webfetch: { intent: "deny" },
});

interface Tool {
  readonly program: string;
  readonly files: Readonly<Record<string, string>>;
  /** Fills the cache, outside the sandbox. */
  readonly fill?: string;
  readonly works: readonly string[];
  /** Relative to the home: must be the same afterwards. */
  readonly caches: readonly string[];
}

const tools: readonly Tool[] = [
  {
    program: "npm",
    files: {
      "n/package.json":
        '{ "name": "n", "version": "1.0.0", "dependencies": { "left": "file:../left-1.0.0.tgz" }, "scripts": { "test": "node -e \\"require(\'left\')\\"" } }\n',
      "left/package.json": '{ "name": "left", "version": "1.0.0", "main": "i.js" }\n',
      "left/i.js": "module.exports = 1;\n",
    },
    fill: "(cd left && npm pack --silent --pack-destination ..) && cd n && npm install --silent --offline --no-audit --no-fund && rm -rf node_modules",
    works: [
      "cd n && npm ci --silent --offline --no-audit --no-fund && npm test --silent",
      "cd n && npm run",
      "npm --version",
    ],
    caches: [".npm/_cacache"],
  },
  {
    program: "cargo",
    files: {
      "c/Cargo.toml": '[package]\nname = "c"\nversion = "0.1.0"\nedition = "2021"\n',
      "c/src/lib.rs": "pub fn two() -> i32 { 2 }\n#[test]\nfn a() { assert_eq!(two(), 2) }\n",
    },
    works: ["cd c && cargo build --offline -q", "cd c && cargo test --offline -q"],
    caches: [".cargo/registry"],
  },
  {
    program: "go",
    files: {
      "g/go.mod": "module g\n\ngo 1.18\n",
      "g/g.go": "package g\n\nfunc Two() int { return 2 }\n",
      "g/g_test.go":
        'package g\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tif Two() != 2 {\n\t\tt.Fail()\n\t}\n}\n',
    },
    fill: "cd g && CGO_ENABLED=0 go build ./...",
    works: [
      "cd g && CGO_ENABLED=0 go build ./...",
      "cd g && CGO_ENABLED=0 go vet ./... && CGO_ENABLED=0 go test ./...",
    ],
    caches: [".cache/go-build"],
  },
  {
    program: "python3",
    files: {
      "p/test_a.py": "import unittest\nclass A(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n",
    },
    works: [
      "cd p && /usr/bin/python3 -m unittest -q",
      "cd p && /usr/bin/python3 -m venv --without-pip v && v/bin/python -c 'print(1)'",
    ],
    caches: [],
  },
  {
    program: "nix-instantiate",
    files: { "x.nix": "{ a = 1 + 1; }\n" },
    works: ["nix-instantiate --eval --strict x.nix", "nix-instantiate --parse x.nix"],
    caches: [],
  },
  {
    program: "git",
    files: { "README.md": "one\n" },
    fill: "git init -q . && git add README.md && git -c user.name=a -c user.email=a@b commit -qm one && echo two >> README.md",
    works: [
      "git status --short && git diff --stat && git log --oneline && git show --stat HEAD && git blame README.md",
    ],
    caches: [],
  },
];

let scene: Scene;
const why = whyNoSandbox();
const skip = why !== undefined && process.env["CI"] === undefined ? why : false;

before(() => {
  scene = makeScene();
});
after(() => {
  execFileSync("chmod", ["-R", "u+w", scene.base]);
  scene.remove();
});

function namesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => `${name} ${statSync(join(directory, name)).mtimeMs}`)
    .sort();
}

for (const tool of tools) {
  const isMissing =
    spawnSync("sh", ["-c", `PATH=/usr/local/bin:/usr/bin:/bin; command -v ${tool.program}`]).status !== 0;
  test(`${tool.program} works in a sandbox and leaves its cache alone`, {
    skip: skip || (isMissing && "not installed"),
  }, () => {
    for (const [path, text] of Object.entries(tool.files)) scene.write(path, text);
    for (const cache of tool.caches) mkdirSync(join(scene.home, cache), { recursive: true });
    scene.own();
    if (tool.fill) {
      const filled = runBare(scene, tool.fill);
      assert.equal(filled.status, 0, filled.stderr);
    }
    const before = tool.caches.map((cache) => namesIn(join(scene.home, cache)));
    for (const command of tool.works) {
      const { status, stdout, stderr } = runSandboxed(scene, policy, command);
      assert.equal(status, 0, `${command}\n${stdout}${stderr}`);
    }
    assert.deepEqual(
      tool.caches.map((cache) => namesIn(join(scene.home, cache))),
      before,
      "the cache has changed",
    );
  });
}

test("a cache listed in `write` is writable", { skip }, () => {
  const cache = join(scene.home, ".cache/go-build");
  mkdirSync(cache, { recursive: true });
  scene.own();
  const write = "touch ~/.cache/go-build/made";
  assert.notEqual(runSandboxed(scene, policy, write).status, 0);
  const opened = runSandboxed(scene, policy, write, { settings: { write: ["~/.cache/go-build"] } });
  assert.equal(opened.status, 0, opened.stderr);
  assert.ok(existsSync(join(cache, "made")));
});

const mixed = policyOf({
  bash: { intent: "allow" },
  edit: { intent: "allow", rules: ["**/agent.toml:ask", "**/.git/**:deny"] },
  external_directory: { intent: "deny" },
  webfetch: { intent: "deny" },
});

test("build output listed in `write` can be replaced, whatever its file names", { skip }, () => {
  for (const path of ["dist/a/agent.toml", "lib/agent.toml", "dist/x.js"]) scene.write(path);
  scene.own();
  const closed = runSandboxed(scene, mixed, "rm -rf dist");
  assert.notEqual(closed.status, 0);
  assert.match(closed.stderr, /`dist\/a\/agent\.toml` cannot be changed.*add it to `write` in \[sandbox\]/);
  const build = "rm -rf dist/* && mkdir dist/b && echo x > dist/b/agent.toml";
  const opened = runSandboxed(scene, mixed, build, { settings: { write: ["dist"] } });
  assert.equal(opened.status, 0, opened.stderr);
  assert.equal(opened.stderr, "");
  assert.notEqual(runSandboxed(scene, mixed, "rm lib/agent.toml", { settings: { write: ["dist"] } }).status, 0);
  const reader = policyOf({
    bash: { intent: "allow" },
    edit: { intent: "deny" },
    external_directory: { intent: "deny" },
  });
  assert.notEqual(runSandboxed(scene, reader, "touch dist/new", { settings: { write: ["dist"] } }).status, 0);
});

test("a committed file with a secret name is visible; a changed one is not", { skip }, () => {
  const git = "git -c user.name=a -c user.email=a@b";
  scene.write(".npmrc", "fund=false\n");
  scene.write(".env", "KEY=1\n");
  scene.own();
  assert.equal(runBare(scene, `git init -q . && git add -f .npmrc && ${git} commit -qm npmrc`).status, 0);
  const same = runSandboxed(scene, mixed, "cat .npmrc && git diff --exit-code -- .npmrc && ! grep KEY .env");
  assert.equal(same.status, 0, same.stderr);
  assert.equal(same.stdout, "fund=false\n");
  scene.write(".npmrc", "//r/:_authToken=1\n");
  const changed = runSandboxed(scene, mixed, "cat .npmrc");
  assert.equal(changed.stdout, "");
  const failing = runSandboxed(scene, mixed, "git diff");
  assert.match(failing.stderr, /the sandbox hides .*`\.npmrc`/);
});

test("an approved commit works where a rule denies edits of .git; hooks stay protected", { skip }, () => {
  scene.write("c.txt");
  scene.own();
  assert.equal(runBare(scene, "git init -q . && git add c.txt").status, 0);
  const commit = "git -c user.name=a -c user.email=a@b commit -qm c && echo evil > .git/hooks/post-commit";
  const approved = runSandboxed(scene, mixed, commit, { isApproved: true });
  assert.match(approved.stderr, /hooks\/post-commit: Read-only file system/);
  assert.match(runBare(scene, "git log -1 --format=%s").stdout, /^c$/m);
});

test("what a rule denies by name in .git stays denied in an approved command", { skip }, () => {
  const git = "git -c user.name=a -c user.email=a@b";
  const denying = (rule: string) =>
    policyOf({
      bash: { intent: "allow" },
      edit: { intent: "allow", rules: [rule] },
      external_directory: { intent: "deny" },
    });
  assert.equal(runBare(scene, "git init -q .").status, 0);
  const closed = runSandboxed(scene, denying(".git/**:deny"), `${git} commit -q --allow-empty -m d`, {
    isApproved: true,
  });
  assert.notEqual(closed.status, 0);
  assert.match(closed.stderr, /`\.git` is read-only, because a rule denies it by name/);
  const tags = denying(".git/refs/tags/**:deny");
  const commit = runSandboxed(scene, tags, `${git} commit -q --allow-empty -m d`, { isApproved: true });
  assert.equal(commit.status, 0, commit.stderr);
  const tag = runSandboxed(scene, tags, "git tag v1", { isApproved: true });
  assert.match(tag.stderr, /Read-only file system/);
});

test("a failing tool names what it needed and the setting that permits it", { skip }, () => {
  for (const [command, says] of [
    ["curl -sS --max-time 2 http://127.0.0.1:9/", /the sandbox has no network/],
    ["npm install --no-audit --no-fund left-pad@1.3.0", /the sandbox has no network/],
    ["pip install left", /the sandbox has no network/],
    ["cargo fetch --manifest-path c/Cargo.toml && false", /the sandbox has no network/],
    ["go mod download example.org/x@v1.0.0", /the sandbox has no network/],
    ["git fetch origin", /the sandbox has no network|keeps `\.git` read-only/],
    ["git commit -qm x --allow-empty", /`git = "write"` in \[sandbox\]/],
  ] as const) {
    const { status, stderr } = runSandboxed(scene, policy, command);
    assert.notEqual(status, 0, command);
    assert.match(stderr, says, `${command}\n${stderr}`);
  }
});
