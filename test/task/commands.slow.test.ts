import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { assertNothingLeft, commit, git } from "./repository.ts";
import { goodWork, makeStage, runTask, type Stage, stubTask } from "./stub-client.ts";

const nothingLeft = ({ repository, home, temporary }: Stage) => assertNothingLeft(repository, home, temporary);
const taskFile = ({ repository }: Stage, name: string, id = "a1") =>
  readFileSync(join(repository, "tasks", id, name), "utf8");

test("a task that passes leaves a patch that can be merged, and nothing else", async () => {
  const stage = makeStage(`${goodWork}; echo said >&2`);
  const { code, out } = await runTask(stage, "run", stubTask(stage));
  assert.equal(code, 0, out);
  assert.match(out, /^a1 passed: \d+ passed, 0 failed, 0 unchecked; 1 file changed$/m);
  nothingLeft(stage);
  assert.equal(taskFile(stage, "report.md"), "files-touched: src/b.txt\n");
  assert.equal(taskFile(stage, "client.log"), "said\n");
  assert.equal(JSON.parse(taskFile(stage, "findings.json")).verdict, "passed");
  const [apply = "", merge = ""] = out.split("to merge them:\n")[1]!.split("\n");
  assert.match(apply, /^ {2}git -C \S+ apply --3way --index \S+changes\.patch$/);
  git(stage.repository, ...apply.trim().split(" ").slice(3));
  assert.match(merge, /commit -m 'task a1'$/);
  assert.equal(readFileSync(join(stage.repository, "src/b.txt"), "utf8"), "two\n");
});

test("the client gets the prompt, a gate for this task, a log and the task's variables", async () => {
  const look = 'echo "$prompt" > src/prompt; cp -R "$CLAUDE_CONFIG_DIR" src/seen; env > src/env; echo "$@" > src/words';
  const stage = makeStage(look);
  const path = stubTask(stage, { body: "Mind the gap" });
  const { environment } = stage;
  const { code } = await runTask({ ...stage, environment: { ...environment, ORCHESTRATOR_META: "1" } }, "spawn", path);
  assert.equal(code, 0);
  const { worktree } = JSON.parse(taskFile(stage, "spawn.json"));
  const at = (name: string): string => readFileSync(join(worktree, "src", name), "utf8");
  assert.match(at("prompt"), /AGENT SUBSTRATE — role edit-local[\s\S]*Mind the gap/);
  assert.equal(at("prompt"), taskFile(stage, "prompt.md"));
  const [policy = ""] = readdirSync(join(worktree, "src/seen/surcingle"));
  const { limits, otherwise } = JSON.parse(at(`seen/surcingle/${policy}`));
  assert.deepEqual(
    limits
      .filter(({ kind }: { kind: string }) => kind === "only-paths")
      .map(({ patterns }: { patterns: string[] }) => patterns),
    // `*/**` appears twice: both file lists of the task also restrict edits to the worktree.
    [["src/**"], ["*/**"], ["*/**"]],
  );
  assert.deepEqual([otherwise.bash, otherwise.external_directory, otherwise.question], ["allow", "deny", "deny"]);
  assert.match(at("env"), /^SURCINGLE_LOG=.*\/tasks\/a1\/decisions\.jsonl$/m);
  assert.match(at("env"), /^TASK_TOML=.*\/tasks\/a1\/task\.toml$/m);
  assert.match(at("env"), new RegExp(`^WORKTREE_PATH=${worktree}$`, "m"));
  assert.doesNotMatch(at("env"), /ORCHESTRATOR_META/, "what switches a gate off is not handed on");
  assert.match(at("words"), /^-p --agent task-[0-9a-f]{12} /);
});

test("a bypass variable disables its gate with a note, and the check still runs", async () => {
  const stage = makeStage(`cp -R "$CLAUDE_CONFIG_DIR" src/seen; git branch mine; ${goodWork}`);
  const environment = { ...stage.environment, ORCHESTRATOR_META: "1" };
  const { code, out, err } = await runTask({ ...stage, environment }, "run", stubTask(stage));
  assert.equal(code, 1);
  assert.match(out + err, /ORCHESTRATOR_META=1 disables the gate of `policy::no-git-ops` for this task/);
  assert.match(out, /FAILED +policy::no-git-ops/);
  const patch = taskFile(stage, "changes.patch");
  assert.match(patch, /files-whitelist/, "the limits of other capabilities are there");
  assert.doesNotMatch(patch, /ORCHESTRATOR_META/, "the limit is not in the policy of this task");
});

test("a root's own check is a command: it runs in the worktree and on the simulated merge", async () => {
  const stage = makeStage(goodWork);
  const directory = "capabilities/quality/no-late";
  const role =
    '[role]\nname = "mine"\ndescription = "Mine"\n[capabilities]\nextends = "edit-local"\nrequired = ["quality::no-late"]\n';
  const toml =
    '[capability]\nname = "quality::no-late"\ncategory = "quality"\nversion = "1.0"\ndescription = "No late file"\n[verify]\ncommand = ["test", "!", "-f", "src/late.txt"]\n';
  const files = {
    "roles/mine.toml": role,
    [`${directory}/capability.toml`]: toml,
    [`${directory}/text.md`]: "You MUST NOT.\n",
  };
  commit(stage.repository, files, "role");
  const path = stubTask(stage, { role: "mine" });
  const first = await runTask(stage, "run", path);
  assert.equal(first.code, 0, first.out);
  assert.match(first.out, /passed +quality::no-late, worktree: `test ! -f src\/late\.txt` passed/);
  assert.match(first.out, /passed +quality::no-late, simulated merge/);
  commit(stage.repository, { "src/late.txt": "x\n" }, "moves");
  const { code, out } = await runTask(stage, "verify", path);
  assert.equal(code, 1);
  assert.match(out, /passed +quality::no-late, worktree/);
  assert.match(out, /FAILED +quality::no-late, simulated merge: `test ! -f src\/late\.txt` exited with code 1/);
});

test("spawn keeps its worktree until verify, which removes it", async () => {
  const stage = makeStage(goodWork);
  const path = stubTask(stage);
  const spawned = await runTask(stage, "spawn", path, "--json");
  assert.equal(spawned.code, 0, spawned.err);
  const { worktree } = spawned.events.find(({ event }) => event === "spawned") ?? {};
  assert.ok(existsSync(join(String(worktree), "src/b.txt")));
  assert.equal(git(stage.repository, "worktree", "list").trim().split("\n").length, 2);
  const again = await runTask(stage, "spawn", path);
  assert.equal(again.code, 1);
  assert.match(again.err, /error\[task-exists\]: a worktree already exists/);
  assert.ok(existsSync(join(String(worktree), "src/b.txt")), "the first one is untouched");
  assert.equal((await runTask(stage, "verify", path, "--keep")).code, 0);
  assert.ok(existsSync(String(worktree)));
  assert.equal((await runTask(stage, "verify", path, String(worktree))).code, 0);
  nothingLeft(stage);
});

test("a saved patch can be verified again after main has moved", async () => {
  const stage = makeStage(goodWork);
  const path = stubTask(stage, { check: "test ! -f src/late.txt" });
  assert.equal((await runTask(stage, "run", path)).code, 0);
  commit(stage.repository, { "src/late.txt": "x\n" }, "moves");
  const { code, out } = await runTask(stage, "verify", path);
  assert.equal(code, 1);
  assert.match(out, /passed +quality::cargo-check-green, worktree/);
  assert.match(out, /FAILED +quality::cargo-check-green, simulated merge/);
  nothingLeft(stage);
});

test("changes that do not apply to main are rejected with git's message", async () => {
  const stage = makeStage('echo mine > src/a.txt; echo "files-touched: src/a.txt"');
  const path = stubTask(stage);
  assert.equal((await runTask(stage, "spawn", path)).code, 0);
  commit(stage.repository, { "src/a.txt": "theirs\n" }, "moves");
  const { code, out } = await runTask(stage, "verify", path);
  assert.equal(code, 1);
  assert.match(
    out,
    /FAILED +merge, simulated merge: the changes do not apply to main at [0-9a-f]{10}\n +\| .*src\/a\.txt/,
  );
  nothingLeft(stage);
});

for (const [what, work, check] of [
  ["a file outside the scope, left by a program", "echo x > README.md", "scope::files-whitelist"],
  ["a new file outside the scope", "echo x > new.txt", "scope::files-whitelist"],
  ["a file moved out of the scope", "mv src/a.txt a.txt", "scope::files-whitelist"],
  ["a commit", "git -c user.name=x -c user.email=x commit -q --allow-empty -m x", "policy::no-git-ops"],
  ["a branch", "git branch mine", "policy::no-git-ops"],
  [
    "main moved from the worktree",
    "git update-ref refs/heads/main $(git commit-tree -p HEAD -m x HEAD^{tree})",
    "policy::no-git-ops",
  ],
  ["a setting of git", "git config alias.x y", "policy::no-git-ops"],
  ["a stash", "echo x > src/a.txt; git -c user.name=x -c user.email=x stash -q", "policy::no-git-ops"],
  ["a lock file", "echo x > Cargo.lock", "safety::no-dep-bump"],
  ["a repository inside", "git init -q src/x; echo y > src/x/y", "changes"],
  ["another .git", "rm .git; echo 'gitdir: /nowhere' > .git", "changes"],
  ["a pipe in the place of .git", "rm .git; mkfifo .git", "changes"],
  ["a worktree that was removed", 'rm -rf "$PWD"', "changes"],
  ["a link in the place of the worktree", 'w=$PWD; cd ..; rm -rf "$w"; ln -s "$MAIN_REPO" "$w"', "changes"],
  ["a file that git is told to ignore", 'echo x.txt >> "$MAIN_REPO/.git/info/exclude"', "policy::no-git-ops"],
] as const) {
  test(`${what} is found`, async () => {
    const stage = makeStage(
      `export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x\n${work}; echo "files-touched: x"`,
    );
    const { code, events, err } = await runTask(stage, "run", stubTask(stage), "--json");
    assert.equal(code, 1, err);
    const failed = events.filter(({ event, outcome }) => event === "finding" && outcome === "failed");
    assert.ok(
      failed.some((finding) => finding["check"] === check),
      JSON.stringify(failed),
    );
    assert.ok(
      failed.every(({ mode }) => mode === "worktree"),
      "nothing is tried on main then",
    );
    assert.equal(events.at(-1)!["verdict"], "rejected");
    assert.equal(git(stage.repository, "worktree", "list").trim().split("\n").length, 1);
  });
}

test("files in tasks/ are not part of an agent's work", async () => {
  const stage = makeStage(`mkdir tasks; echo x > tasks/notes; ${goodWork}`);
  const { code, out } = await runTask(stage, "run", stubTask(stage));
  assert.equal(code, 0, out);
  assert.match(out, /; 1 file changed$/m);
  nothingLeft(stage);
});

test("a report without a required field is rejected, and the ledger records it", async () => {
  const stage = makeStage("echo two > src/b.txt; echo done");
  const { code, out } = await runTask(stage, "run", stubTask(stage));
  assert.equal(code, 1);
  assert.match(out, /FAILED +output::report-format[\s\S]*^a1 rejected: /m);
  nothingLeft(stage);
  assert.match(taskFile(stage, "changes.patch"), /src\/b\.txt/, "the evidence is kept");
});

test("a client that fails or hangs leaves its changes as a patch and nothing else", async () => {
  const failing = makeStage("echo half > src/b.txt; printf 'not logged in\\nat all\\n' >&2; exit 7");
  const first = await runTask(failing, "run", stubTask(failing));
  assert.equal(first.code, 1);
  assert.match(first.err, /error\[task-client-failed\]: Claude Code exited with 7[\s\S]*: not logged in\n +at all$/m);
  assert.match(taskFile(failing, "changes.patch"), /\+half/);
  nothingLeft(failing);
  const hanging = makeStage("echo half > src/b.txt; sleep 600 & setsid sleep 600 & wait");
  const second = await runTask(hanging, "run", stubTask(hanging), "--timeout", "1");
  assert.equal(second.code, 1);
  assert.match(second.err, /error\[task-timeout\]/);
  nothingLeft(hanging);
});

test("a pipe in place of the log does not block", { timeout: 600_000 }, async () => {
  const stage = makeStage(`rm -f "$SURCINGLE_LOG"; mkfifo "$SURCINGLE_LOG"; sleep 0.5; ${goodWork}`);
  assert.equal((await runTask(stage, "run", stubTask(stage))).code, 0);
  nothingLeft(stage);
});

test("an id that is free again can run again", async () => {
  const stage = makeStage(goodWork);
  const path = stubTask(stage);
  assert.equal((await runTask(stage, "run", path)).code, 0);
  assert.equal((await runTask(stage, "run", path)).code, 0);
  nothingLeft(stage);
});

for (const verdict of ["deny", "ask"])
  test(`a fail-fast role is stopped at the first denial: ${verdict}`, async () => {
    const role = `[role]\nname = "strict"\ndescription = "x"\n[capabilities]\nextends = "edit-local"\n[escalation]\npolicy = "fail-fast"\n`;
    const log = `{"tool":"bash","subject":"git push","verdict":"${verdict}","reason":"surcingle: no push"}`;
    const files = { "src/a.txt": "one\n", "roles/strict.toml": role };
    const stage = makeStage(`echo '${log}' >> "$SURCINGLE_LOG"; sleep 600`, files);
    const { code, err } = await runTask(stage, "run", stubTask(stage, { role: "strict" }));
    assert.equal(code, 1);
    assert.match(err, /error\[task-refused-call\]: .*surcingle: no push/);
    nothingLeft(stage);
  });

/** The shipped whitelist, with one word changed, in its own project. */
function withWhitelist(from: string, to: string): Record<string, string> {
  const at = "capabilities/scope/files-whitelist";
  const read = (name: string): string => readFileSync(join(import.meta.dirname, "../..", at, name), "utf8");
  assert.ok(read("capability.toml").includes(from));
  return {
    "src/a.txt": "one\n",
    [`${at}/capability.toml`]: read("capability.toml").replace(from, to),
    [`${at}/text.md`]: read("text.md"),
  };
}

test("a capability that only warns does not reject the work", async () => {
  const stage = makeStage('echo x > out.txt; echo "files-touched: out.txt"', withWhitelist('"block"', '"warn"'));
  const { code, out } = await runTask(stage, "run", stubTask(stage));
  assert.equal(code, 0, out);
  assert.match(out, /FAILED +scope::files-whitelist, worktree \(warn only\)/);
  nothingLeft(stage);
});

test("a client that cannot enforce the role is not started", async () => {
  const stage = makeStage("touch started");
  symlinkSync("claude", join(stage.root, "bin/codex"));
  const { code, err } = await runTask(stage, "run", stubTask(stage, { role: "read-only" }), "--harness", "codex");
  assert.equal(code, 1);
  assert.match(err, /error\[task-not-held\]: Codex cannot enforce the limits of the role `read-only`: it reads files/);
  nothingLeft(stage);
});

test("a per-call check stops the agent when it fails", async () => {
  const files = withWhitelist('"on-return"', '"per-tool-call"');
  const log = '{"tool":"bash","subject":"cargo build","verdict":"allow","reason":"x"}';
  const work = `echo '${log}' >> "$SURCINGLE_LOG"; sleep 2; echo x > out.txt; echo '${log}' >> "$SURCINGLE_LOG"; sleep 600`;
  const stage = makeStage(work, files);
  const { code, err } = await runTask(stage, "run", stubTask(stage));
  assert.equal(code, 1);
  assert.match(err, /error\[task-check-failed\]: `scope::files-whitelist` failed after a call[\s\S]*out\.txt/);
  nothingLeft(stage);
});

test("a user's own worktree is verified and stays", async () => {
  const stage = makeStage("");
  const own = join(stage.root, "theirs");
  git(stage.repository, "worktree", "add", "--quiet", "-b", "theirs", own);
  mkdirSync(join(own, "src/deep"));
  writeFileSync(join(own, "src/deep/c.txt"), "c\n");
  const report = join(stage.root, "report.md");
  writeFileSync(report, "files-touched: src/deep/c.txt\n");
  const path = stubTask(stage);
  const { code, out, err } = await runTask(stage, "verify", path, "--worktree", own, "--report", report);
  assert.equal(code, 1, out);
  assert.match(out, /UNCHECKED +policy::no-git-ops, worktree: the reflogs show no new commit, branch or stash/);
  assert.match(err, /before the agent started is read from the reflogs/);
  const allowed = await runTask(stage, "verify", path, "--worktree", own, "--report", report, "--allow-unchecked");
  assert.equal(allowed.code, 0, allowed.out);
  assert.ok(existsSync(join(own, "src/deep/c.txt")));
  assert.match(taskFile(stage, "changes.patch"), /src\/deep\/c\.txt/);
  commit(own, {}, "mine");
  const second = await runTask(stage, "verify", path, own, "--report", report);
  assert.equal(second.code, 1);
  assert.match(second.out, /FAILED +policy::no-git-ops/);
  assert.ok(existsSync(own));
});

test("unchecked work does not pass, unless the user accepts it", async () => {
  const stage = makeStage("");
  const own = join(stage.root, "theirs");
  git(stage.repository, "worktree", "add", "--quiet", "--detach", own);
  rmSync(join(stage.repository, ".git/worktrees/theirs/logs"), { recursive: true });
  const report = join(stage.root, "report.md");
  writeFileSync(report, "files-touched: none\n");
  const path = stubTask(stage);
  const strict = await runTask(stage, "verify", path, own, "--report", report);
  assert.equal(strict.code, 1);
  assert.match(strict.out, /UNCHECKED +policy::no-git-ops[\s\S]*--allow-unchecked/);
  assert.equal((await runTask(stage, "verify", path, own, "--report", report, "--allow-unchecked")).code, 0);
});

test("problems before an agent starts are reported, and nothing is created", async () => {
  const dirty = makeStage("touch started");
  writeFileSync(join(dirty.repository, "src/a.txt"), "changed\n");
  writeFileSync(join(dirty.repository, "new.txt"), "new\n");
  const path = stubTask(dirty);
  const refused = await runTask(dirty, "run", path);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /error\[task-dirty\]: .*`src\/a\.txt`, `new\.txt`\n.*--allow-dirty/);
  assert.deepEqual(readdirSync(join(dirty.repository, "tasks/a1")), ["task.toml"]);
  assert.equal(git(dirty.repository, "worktree", "list").trim().split("\n").length, 1);
  assert.equal((await runTask(dirty, "spawn", path, "--allow-dirty")).code, 0);

  const stage = makeStage("touch started");
  const cases: [argv: string[], expected: RegExp, fields: object][] = [
    [["run"], /error\[role-not-spawnable\]: RULE 0\.13/, { role: "git-ops" }],
    [["run"], /error\[unknown-role\].*\n[\s\S]*did you mean `edit-local`/, { role: "edit-locl" }],
    [["spawn"], /error\[bad-agent-id\]/, { id: "a1", agentId: ".." }],
    [["run", "--harness", "pi"], /error\[task-client-missing\]: `pi` is not on PATH/, {}],
    [["run", "--main", "nowhere"], /error\[task-worktree\]: `nowhere` does not exist/, {}],
    [["verify"], /error\[task-worktree\]: `a1` has neither a worktree nor a patch/, {}],
    [["verify", "--worktree", "/tmp"], /error\[task-worktree\]: `\/tmp` is not a worktree of the repository/, {}],
    [["verify", "--report", "nowhere"], /error\[task-unreadable\]: cannot read the report `nowhere`/, {}],
  ];
  for (const [[word = "", ...rest], expected, fields] of cases) {
    const file = stubTask(stage, fields);
    if ("agentId" in fields) {
      const text = readFileSync(join(stage.repository, file), "utf8").replace('"a1"', '".."');
      writeFileSync(join(stage.repository, file), text);
    }
    const { code, err } = await runTask(stage, word, file, ...rest);
    assert.equal(code, 1);
    assert.match(err, expected);
    assert.equal(git(stage.repository, "worktree", "list").trim().split("\n").length, 1);
  }
  await assert.rejects(runTask(stage, "run", "x", "--harness", "copilot"), /`--harness` cannot be `copilot`/);
  await assert.rejects(runTask(stage, "run", "x", "--timeout", "soon"), /`--timeout` must be a number of seconds/);
});

test("outside a repository, and in one without a commit, nothing is started", async () => {
  const stage = makeStage("touch started");
  const path = join(stage.repository, stubTask(stage));
  for (const [name, message] of [
    ["plain", /error\[task-no-repository\]: .* is not inside the work tree/],
    ["empty", /error\[task-no-repository\]: the repository has no commit/],
  ] as const) {
    const repository = join(stage.root, name);
    mkdirSync(repository);
    if (name === "empty") git(repository, "init", "--quiet");
    const { code, err } = await runTask({ ...stage, repository }, "run", path);
    assert.equal(code, 1);
    assert.match(err, message);
    assert.deepEqual(readdirSync(repository), name === "empty" ? [".git"] : []);
  }
});
