import assert from "node:assert/strict";
import { test } from "node:test";
import { type TestContext, verifyWith } from "../../test/support/capability.ts";
import type { CheckOutcome } from "./contract.ts";

type Want = readonly [outcome: CheckOutcome["outcome"], says: RegExp];
type Case = readonly [title: string, context: TestContext, ...want: Want];

function table(name: string, cases: readonly Case[]): void {
  for (const [title, context, outcome, says] of cases) {
    test(`${name}: ${title}`, async () => {
      const verified = await verifyWith(name, context);
      assert.equal(verified.outcome, outcome, JSON.stringify(verified));
      assert.match([verified.reason, ...verified.evidence].join("\n"), says);
    });
  }
}

const state = {
  head: "refs/heads/task 1",
  refs: { "refs/heads/task": "1", "refs/heads/main": "1" },
  stash: "",
  config: "c",
};
const git = (after: Partial<typeof state>): TestContext => ({ git: { before: state, after: { ...state, ...after } } });

table("policy::no-git-ops", [
  ["nothing changed", git({}), "passed", /have not changed/],
  ["a commit moves HEAD", git({ head: "refs/heads/task 2" }), "failed", /HEAD was refs\/heads\/task 1 and is .* 2/],
  ["another branch is checked out", git({ head: "refs/heads/main 1" }), "failed", /HEAD/],
  [
    "a branch is new",
    git({ refs: { ...state.refs, "refs/heads/x": "1" } as never }),
    "failed",
    /refs\/heads\/x was absent/,
  ],
  [
    "a branch was removed",
    git({ refs: { "refs/heads/task": "1" } as never }),
    "failed",
    /refs\/heads\/main .* is gone/,
  ],
  ["something was stashed", git({ stash: "9" }), "failed", /stash/],
  ["the configuration changed", git({ config: "d" }), "failed", /configuration/],
  ["the start was not recorded", { git: { before: undefined, after: state } }, "unchecked", /when the agent started/],
]);

const scope = { filesWhitelist: ["src/**"], filesDenylist: ["src/gen/**", "src/lib.rs", "scripts"] };

table("scope::files-whitelist", [
  ["nothing changed", { scope }, "passed", /every changed file/],
  [
    "files inside",
    { scope, files: { "src/a.rs": ["1", "2"], "src/b/c.rs": [undefined, "1"] } },
    "passed",
    /every changed file is in/,
  ],
  ["an untracked file outside", { scope, files: { "b.rs": [undefined, "1"] } }, "failed", /one file[\s\S]*b\.rs/],
  ["a deleted file outside", { scope, files: { "b.rs": ["1", undefined] } }, "failed", /b\.rs/],
  [
    "a file that was moved into the scope left a place outside of it",
    { scope, changes: [{ kind: "renamed", path: "src/b.rs", from: "old/b.rs" }] },
    "failed",
    /old\/b\.rs/,
  ],
  [
    "a file that was moved out of the scope",
    { scope, changes: [{ kind: "renamed", path: "b.rs", from: "src/b.rs" }] },
    "failed",
    /\nb\.rs/,
  ],
  ["an empty list allows nothing", { files: { "src/a.rs": ["1", "2"] } }, "failed", /empty `files-whitelist`/],
]);

table("scope::files-denylist", [
  ["files outside of it", { scope, files: { "src/a.rs": ["1", "2"] } }, "passed", /no file/],
  ["a file of it", { scope, files: { "src/lib.rs": ["1", "2"] } }, "failed", /src\/lib\.rs/],
  ["a file below it", { scope, files: { "scripts/a.sh": [undefined, "1"] } }, "failed", /scripts\/a\.sh/],
  [
    "it was moved away",
    { scope, changes: [{ kind: "renamed", path: "x.rs", from: "src/lib.rs" }] },
    "failed",
    /lib\.rs/,
  ],
  ["an empty list forbids nothing", { files: { "src/lib.rs": ["1", "2"] } }, "passed", /no file/],
]);

const long = (count: number, line = "let x;"): string => `${line}\n`.repeat(count);
const body = (count: number): string => `function f() {\n${"  a();\n".repeat(count - 2)}}\n`;

table("quality::constructor-pattern", [
  ["nothing changed", {}, "passed", /no source file/],
  ["200 lines are allowed", { files: { "a.ts": [undefined, long(200)] } }, "passed", /short enough/],
  ["201 lines are not", { files: { "a.ts": [undefined, long(201)] } }, "failed", /a\.ts has 201 lines$/],
  ["it was too long before", { files: { "a.rs": [long(300), long(290)] } }, "failed", /290 lines, and had 300 before/],
  ["it is short enough now", { files: { "a.rs": [long(300), long(100)] } }, "passed", /short enough/],
  ["it was removed", { files: { "a.rs": [long(300), undefined] } }, "passed", /no source file/],
  ["a function of 30 lines", { files: { "a.ts": [undefined, body(30)] } }, "passed", /short enough/],
  [
    "a function of 31 lines",
    { files: { "a.ts": [undefined, body(31)] } },
    "failed",
    /a\.ts:1 function `f` has 31 lines/,
  ],
  ["the same in Rust", { files: { "a.rs": [undefined, body(31).replace("function", "fn")] } }, "failed", /`f` has 31/],
  [
    "data may be long",
    { files: { "a.json": [undefined, long(900)], "b.md": [undefined, long(900)] } },
    "passed",
    /no source/,
  ],
  ["shell is measured as a file", { files: { "a.sh": [undefined, long(201)] } }, "failed", /a\.sh has 201/],
  [
    "what cannot be parsed",
    { files: { "a.ts": [undefined, "let (((;\n"] } },
    "unchecked",
    /a\.ts: it cannot be parsed/,
  ],
  ["a file that is not text", { changes: [{ kind: "added", path: "a.ts" }] }, "unchecked", /missing or not text/],
]);

const lib = { "Cargo.toml": ["[package]", "[package]"], "src/lib.rs": ["1", "2"] } as const;

table("quality::cargo-check-green", [
  ["no check command is known", { files: { "a.py": ["1", "2"] } }, "unchecked", /no Cargo\.toml.*check-command/],
  ["cargo is green", { files: lib }, "passed", /`cargo check --workspace` passed/],
  [
    "cargo is red",
    { files: lib, ran: { exitCode: 101, stderr: "error[E0308]\n" } },
    "failed",
    /exited with code 101[\s\S]*E0308/,
  ],
  [
    "cargo is missing",
    { files: lib, ran: { exitCode: undefined, isMissing: true } },
    "unchecked",
    /program is missing/,
  ],
  ["cargo hangs", { files: lib, ran: { exitCode: undefined, isTimeout: true } }, "failed", /did not finish in time/],
  ["it was stopped", { files: lib, ran: { exitCode: undefined } }, "failed", /was stopped/],
  [
    "crates are named, where the agent worked",
    { files: lib, verification: { cargoCheckCrates: ["a", "b"] } },
    "passed",
    /`cargo check -p a -p b` passed/,
  ],
  [
    "on main everything is checked",
    { files: lib, mode: "simulated-merge", verification: { cargoCheckCrates: ["a"] } },
    "passed",
    /`cargo check --workspace`/,
  ],
  [
    "the workspace stands deeper, above its members",
    { files: { "x/Cargo.toml": ["w", "w"], "x/y/Cargo.toml": ["m", "m"], "x/y/src/lib.rs": ["1", "2"] } },
    "passed",
    /`cargo check --manifest-path x\/Cargo\.toml --workspace`/,
  ],
  [
    "another command",
    { files: lib, verification: { checkCommand: "npm run types" } },
    "passed",
    /`npm run types` passed/,
  ],
  [
    "another command and crates: both",
    { files: lib, verification: { checkCommand: "make lint", cargoCheckCrates: ["a"] } },
    "passed",
    /`make lint` passed, `cargo check -p a` passed/,
  ],
  [
    "another command is red",
    { verification: { checkCommand: "go vet ./..." }, ran: { exitCode: 1, stdout: "vet: no\n" } },
    "failed",
    /`go vet \.\/\.\.\.` exited with code 1\nvet: no/,
  ],
]);

const green = "test result: ok. 44 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n";

table("quality::tests-green", [
  ["no test command is known", {}, "unchecked", /no Cargo\.toml.*test-command/],
  ["cargo", { files: lib, ran: { stdout: green } }, "passed", /`cargo test --workspace` passed: 44 passed/],
  ["crates", { files: lib, verification: { cargoTestCrates: ["a"] }, ran: { stdout: green } }, "passed", /test -p a`/],
  ["enough", { files: lib, verification: { testCountMin: 44 }, ran: { stdout: green } }, "passed", /44 passed/],
  [
    "too few",
    { files: lib, verification: { testCountMin: 45 }, ran: { stdout: green } },
    "failed",
    /44 .* at least 45/,
  ],
  [
    "none at all",
    { files: lib, verification: { testCountMin: 1 }, ran: { stdout: "test result: ok. 0 passed; 0 failed;\n" } },
    "failed",
    /0 tests/,
  ],
  [
    "red",
    { files: lib, ran: { exitCode: 101, stdout: green.replace("0 failed", "2 failed") } },
    "failed",
    /101: 44 passed, 2 failed/,
  ],
  [
    "the command hides its exit code",
    { verification: { testCommand: "npm test || true" }, ran: { stdout: "# pass 3\n# fail 1\n" } },
    "failed",
    /3 passed, 1 failed/,
  ],
  [
    "no counts, none asked for",
    { verification: { testCommand: "go test ./..." }, ran: { stdout: "ok  \ta\t0.1s\n" } },
    "passed",
    /does not print how many/,
  ],
  [
    "no counts, but asked for",
    { verification: { testCommand: "go test ./...", testCountMin: 1 }, ran: { stdout: "ok  \ta\t0.1s\n" } },
    "unchecked",
    /does not print how many.*requires 1/,
  ],
  [
    "counts on standard error",
    {
      verification: { testCommand: "python3 -m unittest", testCountMin: 2 },
      ran: { stderr: "Ran 2 tests in 0.1s\n\nOK\n" },
    },
    "passed",
    /2 passed/,
  ],
  [
    "the program is missing",
    { verification: { testCommand: "nope" }, ran: { exitCode: 127, isMissing: true } },
    "unchecked",
    /missing/,
  ],
  [
    "it hangs",
    { verification: { testCommand: "x" }, ran: { exitCode: undefined, isTimeout: true } },
    "failed",
    /in time/,
  ],
]);

const cargo = (version: string, more = ""): string =>
  `[package]\nname = "a"\nversion = "0.1.0" # ours\n${more}\n[dependencies]\nserde = { version = "${version}", features = ["derive"] }\n`;
const npm = (fields: object): string => JSON.stringify({ name: "a", version: "1.0.0", ...fields });

table("safety::no-dep-bump", [
  ["no manifest or lock file changed", { files: { "src/a.rs": ["1", "2"] } }, "passed", /no lock file/],
  ["a lock file changed", { files: { "Cargo.lock": ["1", "2"] } }, "failed", /Cargo\.lock changed/],
  ["a lock file is new", { files: { "web/yarn.lock": [undefined, "2"] } }, "failed", /web\/yarn\.lock is new/],
  ["a lock file was removed", { files: { "uv.lock": ["1", undefined] } }, "failed", /uv\.lock was removed/],
  ["a binary lock file", { changes: [{ kind: "modified", path: "bun.lockb" }] }, "failed", /bun\.lockb/],
  ["the task opts in", { scope: { allowDepBump: true }, files: { "Cargo.lock": ["1", "2"] } }, "passed", /may change/],
  [
    "a version is raised",
    { files: { "Cargo.toml": [cargo("1.0"), cargo("1.1")] } },
    "failed",
    /dependencies\.serde was .*1\.0.* and is .*1\.1/,
  ],
  [
    "a description is added",
    { files: { "Cargo.toml": [cargo("1.0"), cargo("1.0", 'description = "x"\n')] } },
    "passed",
    /no lock file or dependency changed/,
  ],
  [
    "a comment and the order",
    { files: { "Cargo.toml": [cargo("1.0"), `# new\n${cargo("1.0").replace("{ version", "{  version")}`] } },
    "passed",
    /no lock file or dependency changed/,
  ],
  [
    "a table of its own",
    { files: { "Cargo.toml": [cargo("1.0"), `${cargo("1.0")}[dependencies.tokio]\nversion = "1"\n`] } },
    "failed",
    /tokio/,
  ],
  [
    "for one platform",
    { files: { "Cargo.toml": [cargo("1.0"), `${cargo("1.0")}[target.'cfg(unix)'.dependencies]\nnix = "1"\n`] } },
    "failed",
    /nix/,
  ],
  [
    "a patch",
    { files: { "Cargo.toml": [cargo("1.0"), `${cargo("1.0")}[patch.crates-io]\nserde = { path = "x" }\n`] } },
    "failed",
    /patch/,
  ],
  [
    "of the workspace",
    { files: { "Cargo.toml": ["", "[workspace.dependencies]\na = '1'\n"] } },
    "failed",
    /workspace\.dependencies\.a/,
  ],
  [
    "dotted keys",
    { files: { "Cargo.toml": ["", "dependencies.a.version = '1'\n"] } },
    "failed",
    /dependencies\.a\.version/,
  ],
  ["a whole manifest is new", { files: { "b/Cargo.toml": [undefined, cargo("1.0")] } }, "failed", /serde/],
  [
    "a script of npm",
    { files: { "package.json": [npm({}), npm({ scripts: { test: "x" } })] } },
    "passed",
    /no lock file or dependency changed/,
  ],
  [
    "a dependency of npm",
    { files: { "package.json": [npm({ dependencies: { a: "1" } }), npm({ dependencies: { a: "2" } })] } },
    "failed",
    /dependencies\.a was "1" and is "2"/,
  ],
  [
    "one more for development",
    { files: { "package.json": [npm({}), npm({ devDependencies: { b: "1" } })] } },
    "failed",
    /devDependencies\.b was absent/,
  ],
  ["an override", { files: { "package.json": [npm({}), npm({ overrides: { b: "1" } })] } }, "failed", /overrides\.b/],
  ["two that cannot be parsed", { files: { "package.json": ["{ a", "{ b"] } }, "failed", /package\.json/],
  ["a package.json that cannot be parsed", { files: { "package.json": [npm({}), "{"] } }, "failed", /unreadable/],
  [
    "go.mod",
    { files: { "go.mod": ["module a\n\nrequire b v1.0.0\n", "module a\n\nrequire b v1.1.0\n"] } },
    "failed",
    /v1\.1\.0/,
  ],
  [
    "a line that moves to another block",
    { files: { "go.mod": ["require (\n\ta v1\n)\nexclude (\n)\n", "require (\n)\nexclude (\n\ta v1\n)\n"] } },
    "failed",
    /`a v1` in `exclude \(` was absent/,
  ],
  [
    "a source of crates",
    { files: { ".cargo/config.toml": [undefined, '[source.crates-io]\nreplace-with = "x"\n'] } },
    "failed",
    /replace-with/,
  ],
  [
    "a comment in go.mod",
    { files: { "go.mod": ["module a\n", "// x\nmodule a\n"] } },
    "passed",
    /no lock file or dependency changed/,
  ],
  ["requirements", { files: { "requirements-dev.txt": ["a==1\n", "a==2\n"] } }, "failed", /a==2/],
  [
    "a project of Python",
    {
      files: {
        "pyproject.toml": ['[project]\ndependencies = [\n  "a>=1", # x\n]\n', '[project]\ndependencies = ["a>=2"]\n'],
      },
    },
    "failed",
    /project\.dependencies/,
  ],
  [
    "the same list on one line",
    {
      files: {
        "pyproject.toml": [
          '[project]\ndependencies = [\n  "a>=1",\n  "b",\n]\n',
          '[project]\ndependencies = ["a>=1", "b"]\n',
        ],
      },
    },
    "passed",
    /no lock file or dependency changed/,
  ],
  [
    "groups of Python",
    { files: { "pyproject.toml": ["", '[dependency-groups]\ndev = ["x"]\n'] } },
    "failed",
    /dependency-groups\.dev/,
  ],
  [
    "poetry",
    { files: { "pyproject.toml": ["", '[tool.poetry.group.dev.dependencies]\nx = "^1"\n'] } },
    "failed",
    /poetry/,
  ],
  [
    "a setting of a tool of Python",
    { files: { "pyproject.toml": ["", "[tool.ruff]\nline-length = 100\n"] } },
    "passed",
    /no lock file or dependency changed/,
  ],
  ["a manifest was moved", { changes: [{ kind: "renamed", path: "b/go.sum", from: "go.sum" }] }, "failed", /go\.sum/],
]);

const output = { reportFieldsRequired: ["files-touched", "cargo-test"] };

table("output::report-format", [
  ["no field is required", {}, "passed", /no field/],
  ["no report", { output }, "unchecked", /not captured/],
  [
    "all are there",
    { output, report: "Done.\n\nfiles-touched: a.rs\ncargo-test: 44 passed\n" },
    "passed",
    /the report has/,
  ],
  ["one is missing", { output, report: "files-touched: a.rs\n" }, "failed", /has no `cargo-test`[\s\S]*missing/],
  [
    "one is empty",
    { output, report: "files-touched:\ncargo-test: ok\n" },
    "failed",
    /files-touched: present, but empty/,
  ],
  ["an empty report", { output, report: "" }, "failed", /has no `files-touched`, `cargo-test`/],
  [
    "a list below the name",
    { output, report: "files-touched:\n  - a.rs\n  - b.rs\ncargo-test: ok\n" },
    "passed",
    /the report has/,
  ],
  [
    "marks of Markdown",
    { output, report: "- **files-touched**: a.rs\n* `cargo-test`: ok\n" },
    "passed",
    /the report has/,
  ],
  [
    "colons inside the marks",
    { output, report: "**files-touched:** a.rs\n**Cargo test:** ok\n" },
    "passed",
    /the report has/,
  ],
  ["headings", { output, report: "## Files touched\n\na.rs\n\n### cargo_test\nok\n" }, "passed", /the report has/],
  [
    "a heading without anything",
    { output, report: "## Files touched\n\n## cargo-test\nok\n" },
    "failed",
    /files-touched: present, but empty/,
  ],
  [
    "what follows later is another thing",
    { output, report: "files-touched: a\ncargo-test:\n\nThat is all.\n" },
    "failed",
    /has no `cargo-test`/,
  ],
  [
    "a list after an empty line",
    { output, report: "files-touched: a\n**cargo-test:**\n\n- 44 passed\n" },
    "passed",
    /the report has/,
  ],
  [
    "rows of a table",
    { output, report: "| field | value |\n|---|---|\n| files-touched | a.rs |\n| cargo-test | ok |\n" },
    "passed",
    /the report has/,
  ],
  ["JSON", { output, report: '{"files-touched": ["a.rs"], "cargo_test": {"passed": 1}}' }, "passed", /the report has/],
  [
    "JSON between fences",
    { output, report: 'Done.\n```json\n{"files-touched": ["a"], "cargo-test": 1}\n```\n' },
    "passed",
    /the report has/,
  ],
  [
    "an empty text in JSON",
    { output, report: '{"files-touched": "", "cargo-test": null}' },
    "failed",
    /the report has no/,
  ],
  ["TOML", { output, report: 'files-touched = ["a.rs"]\ncargo-test = "ok"\n' }, "passed", /the report has/],
  [
    "the name inside a sentence is no field",
    { output, report: "I did not run cargo-test.\nfiles-touched: a\n" },
    "failed",
    /has no `cargo-test`/,
  ],
  [
    "the lines of another system",
    { output, report: "files-touched: a\r\ncargo-test: ok\r\n" },
    "passed",
    /the report has/,
  ],
]);

table("output::severity-grade", [
  ["no report", {}, "unchecked", /not captured/],
  ["graded findings", { report: "[HIGH] src/a.rs:8 a lock is kept\n[LOW] b.rs:1 a typo\n" }, "passed", /2 findings/],
  ["nothing found", { report: "I looked at everything.\n\nNo findings.\n" }, "passed", /there are no findings/],
  ["neither", { report: "It looks good to me.\n" }, "failed", /neither a graded finding nor/],
  ["one without a grade", { report: "[HIGH] src/a.rs:8 x\n- src/b.rs:9 y\n" }, "failed", /line 2: - src\/b\.rs:9/],
  ["two grades on one", { report: "- [HIGH] [LOW] src/b.rs:9 y\n" }, "failed", /more than one/],
  ["an unknown grade", { report: "- [URGENT] src/b.rs:9 y\n" }, "failed", /URGENT/],
  ["bold", { report: "1. **Critical**: a.ts:3 x\n2. **[MEDIUM]** b.ts:4 y\n" }, "passed", /2 findings/],
  ["a word and a colon", { report: "- HIGH: a.ts:3 x\n- INFO - b.ts:1\n" }, "passed", /2 findings/],
  ["a grade at the end", { report: "- a.ts:3 x (severity: high)\n" }, "passed", /one finding/],
  [
    "headings grade what stands below",
    { report: "## High\n- a.ts:3 x\n- b.ts:4 y\n\n## Low\n- c.ts:5 z\n" },
    "passed",
    /3 findings/,
  ],
  [
    "a heading that is no grade ends it",
    { report: "## High\n- a.ts:3 x\n\n## Notes\n- b.ts:4 y\n" },
    "failed",
    /line 5/,
  ],
  [
    "places in prose and code are no findings",
    { report: "[LOW] a.ts:1 x\nI read src/a.ts:3 too.\n```\n- b.ts:4 y\n```\n" },
    "passed",
    /one finding/,
  ],
]);

const deleted = (count: number): NonNullable<TestContext["files"]> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`src/f${i}.ts`, ["x", undefined] as const]));

table("safety::no-mass-delete", [
  ["nothing was deleted", {}, "passed", /0 of at most 20/],
  ["as many as allowed", { files: deleted(20) }, "passed", /20 of at most 20/],
  ["one too many", { files: deleted(21) }, "failed", /21 files were deleted[\s\S]*src\/f0\.ts/],
  ["the task allows more", { files: deleted(21), scope: { maxDeletions: 30 } }, "passed", /21 of at most 30/],
  ["the task allows none", { files: deleted(1), scope: { maxDeletions: 0 } }, "failed", /allows 0/],
  ["changed files do not count", { files: { "a.ts": ["1", "2"] }, scope: { maxDeletions: 0 } }, "passed", /0 of/],
]);

const row = (specSha: string | undefined): TestContext => ({ ledgerRow: () => ({ run: 7, specSha }) });

table("output::ledger-row-required", [
  ["the row of this task", row("the hash"), "passed", /run 7 of `agent-1`/],
  ["a row of another task", row("another hash"), "failed", /another task\.toml[\s\S]*another hash/],
  ["a row that only reserves the id", row(undefined), "failed", /has no task/],
  ["no row", { ledgerRow: () => undefined }, "failed", /no row for `agent-1`/],
  ["no ledger", {}, "unchecked", /cannot be read/],
]);

const manifest = { "Cargo.toml": ["[package]", "[package]"], "src/a.rs": ["1", "2"] } as const;
const checkCommand = "npm run lint";
const printed = (stdout: string): TestContext => ({ verification: { checkCommand }, ran: { stdout } });

table("quality::no-warnings", [
  ["nothing to build", {}, "unchecked", /no Cargo\.toml/],
  [
    "cargo is told to deny warnings",
    { files: manifest },
    "passed",
    /env RUSTFLAGS=-D warnings cargo build --workspace/,
  ],
  [
    "cargo fails",
    { files: manifest, ran: { exitCode: 101, stderr: "error: unused" } },
    "failed",
    /exited with code 101/,
  ],
  ["a quiet command", printed("checked 12 files\n0 warnings\n"), "passed", /printed no warning/],
  ["a word in a sentence", printed("the warning system works\nno warnings found\n"), "passed", /no warning/],
  ["a compiler", printed("src/a.c:3:1: warning: unused variable\n"), "failed", /unused variable/],
  ["a linter with a count", printed("  3:1  warning  Unexpected x\n1 warning\n"), "failed", /1 warning/],
  ["a log line", printed("WARN deprecated package\n"), "failed", /deprecated/],
  ["a command that fails", { verification: { checkCommand }, ran: { exitCode: 1 } }, "failed", /exited with code 1/],
]);

table("scope::no-rule-edits", [
  ["source files", { files: { "src/a.ts": ["1", "2"] } }, "passed", /no file in `path-patterns`/],
  ["a rule", { files: { "rules/languages/nix.md": ["1", "2"] } }, "failed", /rules\/languages\/nix\.md/],
  ["instructions deep in the project", { files: { "packages/a/AGENTS.md": [undefined, "1"] } }, "failed", /AGENTS/],
  ["a rule that was removed", { files: { ".claude/rules/a.md": ["1", undefined] } }, "failed", /\.claude/],
]);
