/**
 * Tests `quality::cargo-check-green` and `quality::tests-green` on tiny projects, with the real tools, in the sandbox.
 * Works offline.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { isProblem } from "../src/base/problem.ts";
import { codeNamed } from "../src/capability/all.ts";
import type { CheckOutcome } from "../src/capability/contract.ts";
import { defaultSandbox } from "../src/model/sandbox.ts";
import type { Task } from "../src/model/task.ts";
import { openRepository } from "../src/task/git/git.ts";
import { checkContext } from "../src/task/verify/check-context.ts";
import { shipped, taskOf } from "../test/support/capability.ts";
import { writeFiles } from "../test/support/make-root.ts";

interface Project {
  readonly title: string;
  readonly tool: string;
  readonly files: Readonly<Record<string, string>>;
  readonly verification: Partial<Task["verification"]>;
  /** Makes a passing project fail: new content for one file. */
  readonly broken: Readonly<Record<string, string>>;
  /** Makes the check fail too, not only the tests. */
  readonly unsound?: Readonly<Record<string, string>>;
  readonly counts: RegExp;
}

const cargoToml = '[package]\nname = "tiny"\nversion = "0.1.0"\nedition = "2021"\n';
const rust = (value: number) =>
  `/// \`\`\`\n/// assert_eq!(tiny::two(), 2);\n/// \`\`\`\npub fn two() -> i32 { ${value} }\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(super::two(), 2); }\n    #[test]\n    #[ignore]\n    fn b() {}\n}\n`;
const script = (value: number) =>
  `import test from "node:test";\nimport assert from "node:assert/strict";\ntest("a", () => assert.equal(${value}, 2));\ntest("b", () => {});\ntest.skip("c", () => {});\n`;
const goTest = (value: number) =>
  `package tiny\n\nimport "testing"\n\nfunc TestA(t *testing.T) {\n\tif Two() != ${value} {\n\t\tt.Error("no")\n\t}\n}\n\nfunc TestB(t *testing.T) {}\n`;
const python = (value: number) => `def test_a():\n    assert 1 + 1 == ${value}\n\n\ndef test_b():\n    pass\n`;
const unit = (value: number) =>
  `import unittest\n\n\nclass Tiny(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(2, ${value})\n\n    def test_b(self):\n        pass\n`;

/** A Python of another installation may be first on PATH and lack pytest. */
const pytest = ["python3 -m pytest", "/usr/bin/python3 -m pytest", "pytest-3"].find((command) =>
  runs(`${command} --version`),
);

const goFiles = { "go.mod": "module tiny\n\ngo 1.18\n", "tiny.go": "package tiny\n\nfunc Two() int { return 2 }\n" };

const projects: readonly Project[] = [
  {
    title: "cargo, found by itself",
    tool: "cargo",
    files: { "Cargo.toml": cargoToml, "src/lib.rs": rust(2) },
    verification: {},
    broken: { "src/lib.rs": rust(3) },
    unsound: { "src/lib.rs": 'pub fn two() -> i32 { "2" }\n' },
    counts: /2 passed, 0 failed, 1 skipped \(cargo test\)/,
  },
  {
    title: "cargo, a named crate of a workspace that is not at the root",
    tool: "cargo",
    files: {
      "rust/Cargo.toml": '[workspace]\nmembers = ["tiny"]\n',
      "rust/tiny/Cargo.toml": cargoToml,
      "rust/tiny/src/lib.rs": rust(2),
    },
    verification: { cargoCheckCrates: ["tiny"], cargoTestCrates: ["tiny"] },
    broken: { "rust/tiny/src/lib.rs": rust(3) },
    unsound: { "rust/tiny/src/lib.rs": "fn\n" },
    counts: /2 passed, 0 failed, 1 skipped \(cargo test\)/,
  },
  {
    title: "npm test with node --test",
    tool: "npm",
    files: {
      "package.json": '{ "name": "tiny", "scripts": { "test": "node --test a.test.mjs" } }\n',
      "a.test.mjs": script(2),
    },
    verification: { testCommand: "npm test", checkCommand: "node --check a.test.mjs" },
    broken: { "a.test.mjs": script(3) },
    unsound: { "a.test.mjs": "let let let\n" },
    counts: /2 passed, 0 failed, 1 skipped \(node --test\)/,
  },
  {
    title: "go test -v",
    tool: "go",
    files: { ...goFiles, "tiny_test.go": goTest(2) },
    verification: { testCommand: "go test -v ./...", checkCommand: "go vet ./..." },
    broken: { "tiny_test.go": goTest(3) },
    unsound: { "tiny.go": "package tiny\n\nfunc Two() int { return }\n" },
    counts: /2 passed, 0 failed, 0 skipped \(go test -v\)/,
  },
  {
    title: "go test -json",
    tool: "go",
    files: { ...goFiles, "tiny_test.go": goTest(2) },
    verification: { testCommand: "go test -json ./...", checkCommand: "go build ./..." },
    broken: { "tiny_test.go": goTest(3) },
    counts: /2 passed, 0 failed, 0 skipped \(go test -json\)/,
  },
  {
    title: "pytest",
    tool: pytest === undefined ? "pytest" : "python3",
    files: { "test_tiny.py": python(2) },
    verification: {
      testCommand: `${pytest} -p no:cacheprovider`,
      checkCommand: "python3 -m py_compile test_tiny.py",
    },
    broken: { "test_tiny.py": python(3) },
    unsound: { "test_tiny.py": "def\n" },
    counts: /2 passed, 0 failed, 0 skipped \(pytest\)/,
  },
  {
    title: "make, with unittest",
    tool: "make",
    files: { Makefile: "test:\n\tpython3 -m unittest\n", "test_tiny.py": unit(2) },
    verification: { testCommand: "make test", checkCommand: "make -n test" },
    broken: { "test_tiny.py": unit(3) },
    unsound: { Makefile: "test\n" },
    counts: /2 passed, 0 failed, 0 skipped \(unittest\)/,
  },
];

const scratch = mkdtempSync(join(tmpdir(), "surcingle-ecosystems-"));
const env = {
  ...process.env,
  ...{ CARGO_NET_OFFLINE: "true", CARGO_TARGET_DIR: join(scratch, "target"), CARGO_TERM_COLOR: "never" },
  ...{ GOCACHE: join(scratch, "go"), GOFLAGS: "-mod=mod", GOPROXY: "off", GOTOOLCHAIN: "local", CGO_ENABLED: "0" },
  ...{ PYTHONDONTWRITEBYTECODE: "1", NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined },
};

type Check = "quality::cargo-check-green" | "quality::tests-green";

async function verify(
  project: Project,
  check: Check,
  changed: Readonly<Record<string, string>>,
  testCountMin?: number,
) {
  const root = mkdtempSync(join(scratch, "project-"));
  writeFiles(root, { ...project.files, ...changed });
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: root, stdio: "pipe" });
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "start");
  const repository = await openRepository(root);
  if (isProblem(repository)) throw new Error(repository.message);
  const state = { head: "", refs: {}, stash: "", config: "" };
  const context = checkContext({
    mode: "worktree",
    task: taskOf({ verification: { ...project.verification, testCountMin } }),
    role: undefined,
    tree: repository,
    before: "HEAD",
    changes: Object.keys(project.files).map((path) => ({ kind: "added", path })),
    report: undefined,
    ledger: undefined,
    git: { before: state, after: state },
    env,
    seconds: 300,
    sandbox: { settings: { ...defaultSandbox, use: "on" }, home: homedir() },
  });
  return codeNamed(check)!.verify!(shipped(check), context);
}

let failures = 0;

async function expect(
  project: Project,
  title: string,
  found: CheckOutcome,
  outcome: CheckOutcome["outcome"],
  message: RegExp,
) {
  const text = [found.reason, ...found.evidence].join("\n");
  const isGood = found.outcome === outcome && message.test(text);
  if (!isGood) failures++;
  process.stdout.write(
    `${isGood ? "ok" : "NOT OK"} ${project.title}: ${title}\n${isGood ? "" : `${found.outcome}: ${text}\n`}`,
  );
}

function isInstalled(tool: string): boolean {
  return runs(`command -v ${tool}`);
}

function runs(line: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", line], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

try {
  for (const project of projects) {
    if (!isInstalled(project.tool)) {
      failures++;
      process.stdout.write(`NOT OK ${project.title}: \`${project.tool}\` is not installed\n`);
      continue;
    }
    const tests = "quality::tests-green";
    await expect(project, "green", await verify(project, tests, {}), "passed", project.counts);
    await expect(project, "enough tests", await verify(project, tests, {}, 2), "passed", project.counts);
    await expect(project, "too few tests", await verify(project, tests, {}, 3), "failed", /2 tests .* at least 3/);
    await expect(
      project,
      "red",
      await verify(project, tests, project.broken),
      "failed",
      /exited with code [\s\S]*failed/,
    );
    const check = "quality::cargo-check-green";
    await expect(project, "the check is green", await verify(project, check, {}), "passed", /passed/);
    if (!project.unsound) continue;
    await expect(
      project,
      "the check is red",
      await verify(project, check, project.unsound),
      "failed",
      /exited with code/,
    );
  }
} finally {
  // The caches of Go are read-only.
  execFileSync("chmod", ["-R", "u+w", scratch]);
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
