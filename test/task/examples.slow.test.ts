/**
 * Tests the examples in templates/tasks: each is prepared, and those that edit are run in a project of their language.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { put } from "../../src/doctor/scene.ts";
import { harnesses } from "../../src/harness/all.ts";
import { loadRoleSet, readTask } from "../../src/task/load.ts";
import { prepare } from "../../src/task/prepare.ts";
import { commit, type Files } from "./repository.ts";
import { makeStage, runTask } from "./stub-client.ts";

const root = join(import.meta.dirname, "../..");
const directory = join(root, "templates/tasks");
const names = readdirSync(directory).map((file) => file.replace(/\.toml$/, ""));
const { roles } = await loadRoleSet([], ({ message }) => assert.fail(message));
const agents = readdirSync(join(root, "agents"));
/** `Explore` is an agent of Claude Code; `architect` is one that its author defines. */
const otherAgents = ["Explore", "architect"];

test("every example loads, and the agent that `prepare` names exists", () => {
  assert.ok(names.length >= 7 && harnesses.length > 0);
  for (const name of names) {
    const document = readTask(join(directory, `${name}.toml`), ({ message }) => assert.fail(`${name}: ${message}`));
    const role = roles.get(document!.task.role);
    assert.ok(role?.spawnable, name);
    const { subagentType } = prepare(document!.task, role, "0badcafe");
    assert.ok([...agents, ...otherAgents].includes(subagentType), `${name}: ${subagentType}`);
  }
});

test("every shipped role that can be spawned names an agent that exists", () => {
  for (const role of roles.values())
    if (role.spawnable) assert.ok([...agents, ...otherAgents].includes(role.claudeSubagentType), role.name);
});

interface Project {
  readonly example: string;
  readonly program: string;
  readonly files: Files;
  /** What the agent writes, by file. */
  readonly good: Files;
  /** Changes of a file in `good` that make the tests fail. */
  readonly bad: readonly [from: string, to: string];
}

const projects: readonly Project[] = [
  {
    example: "edit-local",
    program: "cargo",
    files: {
      "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
      "Cargo.lock": 'version = 3\n\n[[package]]\nname = "demo"\nversion = "0.1.0"\n',
      ".gitignore": "target/\n",
      "src/lib.rs": "pub fn double(n: i64) -> i64 {\n    n\n}\n",
    },
    good: {
      "src/lib.rs":
        "pub fn double(n: i64) -> i64 {\n    n * 2\n}\n\n#[test]\nfn doubles() {\n    assert_eq!((double(0), double(-2)), (0, -4));\n}\n",
    },
    bad: ["n * 2", "n * 3"],
  },
  {
    example: "edit-npm",
    program: "npm",
    files: {
      "package.json":
        '{"name": "demo", "type": "module", "scripts": {"check": "node --check src/double.mjs", "test": "node --test src/"}}\n',
      "src/double.mjs": "export const double = (n) => n;\n",
    },
    good: {
      "src/double.mjs": "export const double = (n) => n * 2;\n",
      "src/double.test.mjs":
        'import assert from "node:assert";\nimport { test } from "node:test";\nimport { double } from "./double.mjs";\n\ntest("doubles", () => assert.deepEqual([double(0) + 0, double(-2)], [0, -4]));\n',
    },
    bad: ["n * 2", "n * 3"],
  },
  {
    example: "edit-python",
    program: "python3",
    files: {
      "demo/__init__.py": "",
      "demo/double.py": "def double(n):\n    return n\n",
      ".gitignore": "__pycache__/\n",
    },
    good: {
      "demo/double.py": "def double(n):\n    return n * 2\n",
      "tests/__init__.py": "",
      "tests/test_double.py":
        "import unittest\n\nfrom demo.double import double\n\n\nclass Doubles(unittest.TestCase):\n    def test_doubles(self):\n        self.assertEqual((double(0), double(-2)), (0, -4))\n",
    },
    bad: ["n * 2", "n * 3"],
  },
  {
    example: "edit-go",
    program: "go",
    files: {
      "go.mod": "module example.org/demo\n\ngo 1.19\n",
      "double.go": "package demo\n\nfunc Double(n int) int { return n }\n",
    },
    good: {
      "double.go": "package demo\n\nfunc Double(n int) int { return n * 2 }\n",
      "double_test.go":
        'package demo\n\nimport "testing"\n\nfunc TestDouble(t *testing.T) {\n\tif Double(0) != 0 || Double(-2) != -4 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
    },
    bad: ["n * 2", "n * 3"],
  },
];

/** The agent: it copies files from a directory next to the repository. */
function runExample({ example, files, good }: Project, change: (text: string) => string) {
  const stage = makeStage("", { "README.md": "# demo\n" });
  const work = join(stage.root, "work");
  for (const [path, text] of Object.entries(good)) put(join(work, path), change(String(text)));
  const report = Object.keys(good).join(", ");
  const client = join(stage.root, "bin/claude");
  put(
    client,
    `#!/bin/sh\ncat > /dev/null\ncp -R ${work}/. .\necho "files-touched: ${report}"\necho "tests: all"\necho "cargo-test: all"\n`,
  );
  commit(stage.repository, files, "project");
  const task = join(stage.repository, "tasks/example/task.toml");
  put(task, readFileSync(join(directory, `${example}.toml`), "utf8"));
  // The toolchains keep their caches in the home of the user who runs the tests.
  const own = ["HOME", "CARGO_HOME", "RUSTUP_HOME", "GOCACHE", "GOPATH"].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const environment = {
    ...stage.environment,
    ...Object.fromEntries(own),
    PATH: `${join(stage.root, "bin")}:${process.env["PATH"]}`,
    GOFLAGS: "-mod=mod",
  };
  return runTask({ ...stage, environment: { ...environment, XDG_STATE_HOME: join(stage.root, "state") } }, "run", task);
}

for (const project of projects) {
  const isThere = spawnSync(project.program, ["--version"]).error === undefined;
  test(`the example ${project.example} passes with good work and is rejected with bad work`, {
    skip: !isThere,
  }, async () => {
    const good = await runExample(project, (text) => text);
    assert.equal(good.code, 0, good.out + good.err);
    assert.match(good.out, /passed +quality::tests-green, simulated merge: .* 1 passed, 0 failed/);
    const bad = await runExample(project, (text) => text.replace(...project.bad));
    assert.equal(bad.code, 1, bad.out);
    assert.match(bad.out, /FAILED +quality::tests-green, worktree/);
  });
}
