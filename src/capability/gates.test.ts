import assert from "node:assert/strict";
import { test } from "node:test";
import { shipped, taskOf } from "../../test/support/capability.ts";
import { surroundingsOf } from "../../test/support/policy.ts";
import { gate as claudeCode } from "../harness/claude-code/gate.ts";
import { gate as codex } from "../harness/codex/gate.ts";
import type { Capability } from "../model/capability.ts";
import type { ClientRequest } from "../model/permission.ts";
import type { Task } from "../model/task.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { judgeGate } from "./judge-gate.ts";

type Case = readonly [request: ClientRequest, want: "allow" | "deny"];

const cwd = "/home/me/project";

function claude(tool_name: string, tool_input: object): ClientRequest {
  return claudeCode.decodeCall({ cwd, tool_name, tool_input }, {}).request;
}

const bash = (command: string) => claude("Bash", { command });
const edit = (file_path: string) => claude("Edit", { file_path });
const write = (file_path: string) => claude("Write", { file_path });
const patch = (...lines: readonly string[]) => {
  const command = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  return codex.decodeCall({ cwd, tool_name: "apply_patch", tool_input: { command } }, { PWD: cwd }).request;
};

interface Table {
  readonly capability: Capability;
  readonly task?: Task;
  readonly surroundings?: Surroundings;
  readonly env?: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

function table(title: string, { capability, task, surroundings = surroundingsOf(), env = {}, cases }: Table): void {
  for (const [request, want] of cases) {
    test(`${title}: ${want} ${JSON.stringify(request).slice(0, 110)}`, () => {
      const decision = judgeGate(capability, request, { role: undefined, parameters: task, surroundings, env });
      assert.equal(decision.verdict, want, JSON.stringify(decision));
    });
  }
}

const gitCalls = [
  "git",
  "git status",
  "git commit -m x",
  "/usr/bin/git log",
  "./git log",
  '"git" push',
  "'git' push",
  "g\\it push",
  'g""it push',
  "$'git' push",
  "cd sub && git add .",
  "true; git add .",
  "true | git apply",
  "true & git gc",
  "(git log)",
  "{ git log; }",
  "if true; then git log; fi",
  "for i in 1 2; do git log; done",
  "f() { git log; }; f",
  "echo $(git rev-parse HEAD)",
  "echo `git rev-parse HEAD`",
  "cat <(git log)",
  'echo "${X:-$(git log)}"',
  "cat <<E\n$(git log)\nE",
  "bash -c 'git push'",
  'sh -c "git push"',
  "bash -lc 'true && git push'",
  "eval 'git push'",
  "eval git push",
  "env git push",
  "env -i A=1 git push",
  "A=1 git push",
  "GIT_DIR=x git push",
  "sudo git push",
  "sudo -u me git push",
  "nohup git push",
  "timeout 5 git push",
  "nice -n 5 git push",
  "xargs git add",
  "echo x | xargs -n1 git add",
  "find . -name x -exec git add {} ;",
  "find . -exec /usr/bin/git add {} +",
  "command git push",
  "exec git push",
  "time git push",
  "! git push",
  "git-receive-pack .",
  "/usr/lib/git-core/git-commit",
  "git\tpush",
  "git\\\n push",
  "gh repo delete x",
  "gh api repos/a/b",
  "gh api /repos/a/b",
  "gh api -X DELETE /repos/a/b",
  "gh api https://api.github.com/repos/a/b",
  "/usr/bin/gh repo view",
  "gh pr checkout 1",
  "gh pr -R a/b merge 1",
  "gh api graphql -f query=x",
  "hub push",
  "lazygit",
  "flock x git push",
  "flock x /usr/bin/git push",
  "script -qc 'git push' /dev/null",
  "/usr/bin/strace -f git push",
  "ssh host git push",
  "GIT push",
  "/usr/bin/Git push",
  "git.exe push",
  "fish -c 'git push'",
  "npx git push",
  "npm exec -- git push",
  "npm exec -c 'git push'",
  "systemd-run --user git push",
  "ls | entr git push",
  "fd -x git add",
  "/lib64/ld-linux-x86-64.so.2 /usr/bin/git push",
];

/** Cases that cannot be determined, when there is no user to ask. */
const doubtful = [
  "$G push",
  "$(echo git) push",
  "g?t push",
  "{git,push}",
  'bash -c "$X"',
  "A=1 cargo test",
  'eval "$X"',
  "alias g=git; g push",
  "git() { :; }; git push",
  "echo 'unclosed",
];

const noGit = [
  "echo git",
  "echo 'git push'",
  'printf "%s" "git commit"',
  "grep git README.md",
  "cat .gitignore",
  "ls .git",
  "cargo test",
  "digit --x",
  "legit push",
  "gitk",
  "echo gh repo delete",
  "gh pr list",
  "gh pr view 1",
  "gh api user",
  "flock x make",
  "ssh host ls",
  "strace ls digit",
  "npm install simple-git",
  "npm run git-hooks",
  "# git push",
  "echo x > notes.txt",
  "",
];

table("no-git-ops", {
  capability: shipped("policy::no-git-ops"),
  cases: [
    ...[...gitCalls, ...doubtful].map((line): Case => [bash(line), "deny"]),
    ...noGit.map((line): Case => [bash(line), "allow"]),
    [edit(".git/config"), "deny"],
    [edit("/home/me/project/.git/hooks/pre-commit"), "deny"],
    [edit("src/../.git/HEAD"), "deny"],
    [write("vendor/x/.git/config"), "deny"],
    [bash("echo x > .git/HEAD"), "deny"],
    [bash("cd .git && echo x >> config"), "deny"],
    [patch("*** Update File: .git/config", "@@", "-a", "+b"), "deny"],
    [edit(".gitignore"), "allow"],
    [edit(".github/workflows/x.yml"), "allow"],
    [claude("Read", { file_path: "/etc/passwd" }), "allow"],
    [claude("Agent", { subagent_type: "x" }), "allow"],
    [claude("Skill", { skill: "x" }), "allow"],
    [claude("mcp__x__y", {}), "allow"],
  ],
});

test("only the value 1 of the variable in its capability.toml bypasses no-git-ops", () => {
  const capability = shipped("policy::no-git-ops");
  const judge = (env: Readonly<Record<string, string>>) =>
    judgeGate(capability, bash("git push"), {
      role: undefined,
      parameters: undefined,
      surroundings: surroundingsOf(),
      env,
    }).verdict;
  assert.equal(judge({ ORCHESTRATOR_META: "1" }), "allow");
  assert.equal(judge({ ORCHESTRATOR_META: "0" }), "deny");
  assert.equal(judge({ ORCHESTRATOR_META: "" }), "deny");
  assert.equal(judge({ OTHER: "1" }), "deny");
});

const scoped = taskOf({
  scope: { filesWhitelist: ["src/**", "docs/*.md"], filesDenylist: ["src/gen/**", "src/lib.rs"] },
});

table("files-whitelist", {
  capability: shipped("scope::files-whitelist"),
  task: scoped,
  surroundings: surroundingsOf({ "/home/me/project/src/out": "/home/me/project/other", "/home/me/project/in": "src" }),
  cases: [
    [edit("src/a.rs"), "allow"],
    [edit("./src/./a.rs"), "allow"],
    [edit("/home/me/project/src/a.rs"), "allow"],
    [edit("other/../src/a.rs"), "allow"],
    [write("docs/a.md"), "allow"],
    [edit("docs/deep/a.md"), "deny"],
    [edit("src/../other/a.rs"), "deny"],
    [edit("other/a.rs"), "deny"],
    [edit("/home/me/other/src/a.rs"), "deny"],
    [edit("/etc/passwd"), "deny"],
    [edit("~/x"), "deny"],
    [edit("SRC/a.rs"), "deny"],
    [edit("src/out/a.rs"), "deny"],
    // A link inside the project that anybody could have created allows nothing.
    [edit("other/a.rs"), "deny"],
    [claude("MultiEdit", { file_path: "other/a.rs" }), "deny"],
    [claude("MultiEdit", { file_path: "src/a.rs" }), "allow"],
    [claude("NotebookEdit", { notebook_path: "other/a.ipynb" }), "deny"],
    [claude("NotebookEdit", { notebook_path: "src/a.ipynb" }), "allow"],
    [patch("*** Update File: src/a.rs", "@@", "-a", "+b"), "allow"],
    [patch("*** Update File: src/a.rs", "@@", "-a", "+b", "*** Add File: other/b.rs", "+x"), "deny"],
    [patch("*** Update File: src/a.rs", "*** Move to: other/a.rs", "@@", "-a", "+b"), "deny"],
    [patch("*** Delete File: other/a.rs"), "deny"],
    [bash("echo x > src/a.rs"), "allow"],
    [bash("echo x > other/a.rs"), "deny"],
    [bash("echo x >> other/a.rs"), "deny"],
    [bash("cd other && echo x > a.rs"), "deny"],
    [bash("bash -c 'echo x > other/a.rs'"), "deny"],
    [bash('echo x > "$F"'), "deny"],
    [bash("echo $(echo x > other/a)"), "deny"],
    [bash("cargo test 2> /dev/null"), "allow"],
    [bash("cargo test"), "allow"],
    [claude("Read", { file_path: "other/a.rs" }), "allow"],
  ],
});

table("files-whitelist without a file", {
  capability: shipped("scope::files-whitelist"),
  task: taskOf(),
  cases: [
    [edit("src/a.rs"), "deny"],
    [bash("echo x > a"), "deny"],
    [bash("cargo test"), "allow"],
  ],
});

table("files-whitelist without a task", {
  capability: shipped("scope::files-whitelist"),
  cases: [
    [edit("src/a.rs"), "allow"],
    [edit("/etc/passwd"), "allow"],
    [bash("echo x > a"), "allow"],
  ],
});

table("files-denylist", {
  capability: shipped("scope::files-denylist"),
  task: taskOf({
    scope: { filesWhitelist: ["**"], filesDenylist: ["src/gen/**", "src/lib.rs", "scripts", "**/*.pem"] },
  }),
  surroundings: surroundingsOf({ "/home/me/project/link": "src/gen", "/home/me/project/one.rs": "src/lib.rs" }),
  cases: [
    [edit("src/a.rs"), "allow"],
    [edit("src/lib.rs"), "deny"],
    [edit("./src//lib.rs"), "deny"],
    [edit("src/x/../lib.rs"), "deny"],
    [edit("/home/me/project/src/lib.rs"), "deny"],
    [edit("../project/src/lib.rs"), "deny"],
    [edit("src/gen/deep/x.rs"), "deny"],
    [edit("link/x.rs"), "deny"],
    [edit("one.rs"), "deny"],
    [edit("scripts"), "deny"],
    [edit("scripts/run.sh"), "deny"],
    [edit("keys/a.pem"), "deny"],
    [edit("/elsewhere/a.pem"), "deny"],
    [edit("src/lib.rs.bak"), "allow"],
    [claude("NotebookEdit", { notebook_path: "src/gen/a.ipynb" }), "deny"],
    [claude("MultiEdit", { file_path: "scripts/a" }), "deny"],
    [patch("*** Add File: ok.rs", "+x", "*** Update File: src/lib.rs", "@@", "-a", "+b"), "deny"],
    [bash("echo x > src/lib.rs"), "deny"],
    [bash("cd src && echo x > lib.rs"), "deny"],
    [bash("env bash -c 'cat y > scripts/a'"), "deny"],
    [bash("cat src/lib.rs"), "allow"],
  ],
});

const dependencyFiles = [
  ...["Cargo.toml", "crates/a/Cargo.toml", "Cargo.lock", "package.json", "web/package.json", "package-lock.json"],
  ...["npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb", "go.mod", "go.sum"],
  ...["pyproject.toml", "poetry.lock", "uv.lock", "requirements.txt", "requirements-dev.txt", "Pipfile"],
  ...["setup.py", "pom.xml", "app/build.gradle.kts", "Package.swift", "deno.json", ".cargo/config.toml", ".npmrc"],
  ...["Pipfile.lock", "flake.lock", "Gemfile", "Gemfile.lock", "./src/../Cargo.toml", "/home/me/project/Cargo.lock"],
];

table("no-dep-bump", {
  capability: shipped("safety::no-dep-bump"),
  task: scoped,
  surroundings: surroundingsOf({ "/home/me/project/m.toml": "Cargo.toml" }),
  cases: [
    ...dependencyFiles.map((path): Case => [edit(path), "deny"]),
    [write("Cargo.lock"), "deny"],
    [edit("m.toml"), "deny"],
    [patch("*** Update File: Cargo.toml", "@@", "-a", "+b"), "deny"],
    [bash("echo x >> Cargo.toml"), "deny"],
    [bash("cd crates/a && cat x > Cargo.toml"), "deny"],
    [bash("bash -c 'echo x >> go.mod'"), "deny"],
    [bash("cat Cargo.toml"), "allow"],
    [edit("src/Cargo.rs"), "allow"],
    [edit("my-package.json"), "allow"],
    [edit("config.toml"), "allow"],
    [edit("docs/requirements.md"), "allow"],
  ],
});

table("no-dep-bump, when the task opts in", {
  capability: shipped("safety::no-dep-bump"),
  task: taskOf({ scope: { allowDepBump: true } }),
  cases: [
    [edit("Cargo.toml"), "allow"],
    [bash("echo x >> go.mod"), "allow"],
  ],
});

table("no-dep-bump without a task", {
  capability: shipped("safety::no-dep-bump"),
  cases: [[edit("Cargo.toml"), "deny"]],
});

table("deny-tools", {
  capability: shipped("tools::deny-tools"),
  cases: [
    [edit("a"), "deny"],
    [write("a"), "deny"],
    [claude("MultiEdit", { file_path: "a" }), "deny"],
    [claude("NotebookEdit", { notebook_path: "a.ipynb" }), "deny"],
    [patch("*** Add File: a", "+x"), "deny"],
    [bash("echo x > a"), "deny"],
    [bash("bash -c 'echo x > a'"), "deny"],
    [bash("cargo check 2>&1"), "allow"],
    [bash("cargo check > /dev/null"), "allow"],
    [claude("Read", { file_path: "a" }), "allow"],
    [claude("Grep", { pattern: "a" }), "allow"],
    [claude("WebFetch", { url: "https://a.example/" }), "allow"],
  ],
});

const denying = (...tools: readonly string[]) =>
  shipped("tools::deny-tools", (toml) => toml.replace(/tools-denied = .*/, `tools-denied = ${JSON.stringify(tools)}`));

table("deny-tools, other tools", {
  capability: denying("Bash", "WebFetch", "WebSearch", "Agent", "Read", "AskUserQuestion"),
  cases: [
    [bash("ls"), "deny"],
    [bash(""), "deny"],
    [claude("WebFetch", { url: "https://a.example/" }), "deny"],
    [claude("WebSearch", { query: "a" }), "deny"],
    [claude("Agent", { subagent_type: "x" }), "deny"],
    [claude("Task", { subagent_type: "x" }), "deny"],
    [claude("Read", { file_path: "a" }), "deny"],
    [claude("Glob", { pattern: "*" }), "deny"],
    [claude("AskUserQuestion", { questions: [{ question: "?" }] }), "deny"],
    [edit("a"), "allow"],
  ],
});

table("bash-allowlist", {
  capability: shipped("tools::bash-allowlist"),
  cases: [
    [bash("cargo"), "allow"],
    [bash("cargo check"), "allow"],
    [bash("cargo test -p a && ls -la"), "allow"],
    [bash("mkdir -p a/b"), "allow"],
    [bash("pwd"), "allow"],
    [bash("cargo test 2>&1"), "allow"],
    [bash("cargo test | ls"), "allow"],
    [bash("timeout 5 cargo test"), "deny"],
    [bash("rm -rf /"), "deny"],
    [bash("cargo test; rm x"), "deny"],
    [bash("cargo test && curl x"), "deny"],
    [bash("cargo test | sh"), "deny"],
    [bash("cargo test & rm x"), "deny"],
    [bash("cargo test\nrm x"), "deny"],
    [bash("cargo $(rm x)"), "deny"],
    [bash("cargo `rm x`"), "deny"],
    [bash("ls <(rm x)"), "deny"],
    [bash("/tmp/evil/cargo check"), "deny"],
    [bash("./cargo check"), "deny"],
    [bash("cargoo check"), "deny"],
    [bash("bash -c 'cargo check'"), "deny"],
    [bash("env cargo check"), "deny"],
    [bash("sudo cargo check"), "deny"],
    [bash("$CARGO check"), "deny"],
    [bash("pwd -P"), "deny"],
    [edit("a"), "allow"],
    [claude("Read", { file_path: "a" }), "allow"],
  ],
});

table("bash-allowlist without a pattern", {
  capability: shipped("tools::bash-allowlist", (toml) =>
    toml.replace(/tool-patterns = \[[^\]]*\]/, "tool-patterns = []"),
  ),
  cases: [
    [bash("ls"), "deny"],
    [edit("a"), "allow"],
  ],
});
