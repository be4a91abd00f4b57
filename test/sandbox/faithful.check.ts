/** Tests that a sandboxed command prints the same in the same order as without a sandbox, and ends the same way. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { wrapCommand } from "../../src/sandbox/wrap-command.ts";
import { asUser, makeScene, policyOf, prepare, runBare, runSandboxed, type Scene, whyNoSandbox } from "./scene.ts";

const policy = policyOf({
  bash: { intent: "allow" },
  edit: { intent: "deny", rules: ["src/**:allow"] },
  external_directory: { intent: "deny" },
  webfetch: { intent: "deny" },
});

const quotes = (count: number): string => `echo ${"\\'".repeat(count)} | wc -c`;

/** Both streams go to one pipe, so that their order counts. */
const lines: readonly string[] = [
  ...["true", "false", "exit 7", "exit 255", "kill -9 $$", "kill -TERM $$", "kill -SEGV $$", "kill -INT $$"],
  ...["no-such-program-x", "./src/not-executable", "cat missing", "(exit 3)", "! true", "test -e nothing"],
  "echo \"it's\" 'a\"b' $((1+2)) `echo x` $'\\t' \\\\ !",
  "cat <<'EOF'\nit's $X \"q\"\nEOF\ncat <<A | tr a-z A-Z\nhello $((2*3))\nA",
  "echo a\n\n\necho b\n",
  "echo a # it's a comment",
  'echo "äöü 漢字 🎉"',
  "printf 'a\\0b' | od -c",
  "printf '%s|' '' ' ' \"a  b\" '*'",
  "for i in 1 2 3 4 5; do echo o$i; echo e$i >&2; done",
  "echo o; echo e >&2; (echo o2; echo e2 >&2); { echo o3; } 2>&1",
  "false | true; echo ${PIPESTATUS[@]}",
  "set -o pipefail; false | true; echo $?",
  "set -e; false; echo unreached",
  "set -u; echo $undefined_variable",
  "trap 'echo bye' EXIT; echo hi",
  "trap 'echo term' TERM; kill -TERM $$; echo after",
  "f() { echo $#; return 4; }; f a b",
  "x=(1 2 3); echo ${#x[@]} ${x[1]}",
  "declare -A m=([a]=1); echo ${m[a]}",
  "echo ${HOME} ${USER} $0 $# ${PATH} ${LANG}",
  "umask; pwd; cd src && pwd",
  "ulimit -n; ulimit -c",
  "id -u; id -g",
  "hostname; uname -sm; date +%Z",
  "cat | wc -c",
  'read x; echo "$? $x"',
  "tty; test -t 0; echo $?",
  "ls; ls -a src; ls missing",
  "stat -c '%a %s' src/a.txt README.md; find . -name '*.txt' | sort",
  "wc -l README.md; sort README.md; grep -c good README.md; head -c 3 README.md",
  "git status --short; git log --oneline | wc -l; git diff --stat; git show --stat HEAD | tail -1",
  "git rev-parse --show-toplevel; git ls-files; git branch",
  "echo new > src/made; cat src/made; rm src/made; test -e src/made; echo $?",
  "echo one > src/t; echo two >> src/t; mv src/t src/u; cp src/u src/v; cat src/v; rm src/u src/v",
  "mkdir -p src/d/e; rmdir src/d/e src/d; ls src",
  "sed -i s/good/better/ src/a.txt; cat src/a.txt; sed -i s/better/good/ src/a.txt",
  "mktemp -d | sed 's/[^/]*$//'",
  "echo x > /tmp/surcingle-faithful && cat /tmp/surcingle-faithful && rm /tmp/surcingle-faithful",
  "cat <(echo a) <(echo b); diff <(echo a) <(echo b)",
  "echo a | tee src/tee | cat; rm src/tee",
  "seq 1 1000 | md5sum; seq 1 20000 | tail -1",
  "yes | head -2",
  "perl -e 'print 1+1, \"\\n\"; exit 5'",
  "sh -c 'echo $0'; bash --version | head -1; env bash -c 'echo nested'",
  "sleep 0.05; echo slept",
  "sleep 30 & echo started; kill %1; wait; echo done",
  "(sleep 0.05; echo late) & wait; echo end",
  "exec 5>src/five; echo x >&5; exec 5>&-; cat src/five; rm src/five",
  "exec echo replaced",
  "eval 'echo \"$((6*7))\"'",
  "printf -v v '%05d' 42; echo $v",
  "shopt -s nullglob; echo src/*.none; echo src/*.txt",
  "echo {a,b}{1,2} ~ | wc -w",
  "a=b c=d env | grep -E '^(a|c)=' | sort",
  "timeout 0.1 sleep 5; echo $?",
  "awk 'BEGIN { print ENVIRON[\"LANG\"] }'",
  "xargs -n1 echo <<< 'a b c'",
  "echo -n no-newline",
  "printf %s '\\\\n' \"$(printf 'a\\n\\n')\"",
  `echo ${"0".repeat(65_000)} | wc -c`,
  quotes(10_000),
  quotes(20_000),
];

let scene: Scene;
before(() => {
  scene = makeScene({
    "README.md": "good\nline\n",
    "src/a.txt": "good\n",
    "src/not-executable": "x",
    "~/.gitconfig": "[user]\nname=a\nemail=a@b\n",
  });
  for (const words of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "one"],
  ])
    asUser(scene, ["git", ...words]);
});
after(() => scene.remove());

const why = whyNoSandbox();
const skip = why !== undefined && process.env["CI"] === undefined ? why : false;

test("at least 60 lines are compared", () => assert.ok(lines.length >= 60, `${lines.length}`));

for (const line of lines) {
  test(`same: ${line.slice(0, 60).replaceAll("\n", "\\n")}`, { skip }, () => {
    const both = (text: string): string => `exec 2>&1\n${text}`;
    const bare = runBare(scene, both(line));
    const sandboxed = runSandboxed(scene, policy, both(line));
    // A shell killed by a signal exits with 128 plus its number, as its caller sees it.
    const code = ({ status, signal }: typeof bare): unknown =>
      signal ? { SIGKILL: 137, SIGTERM: 143, SIGSEGV: 139, SIGINT: 130 }[signal as "SIGINT"] : status;
    assert.deepEqual([sandboxed.stdout, code(sandboxed)], [bare.stdout, code(bare)], sandboxed.stderr);
  });
}

test("input reaches the command", { skip }, () => {
  const ran = runSandboxed(scene, policy, "tr a-z A-Z", { input: "hello" });
  assert.equal(ran.stdout, "HELLO");
});

/** Processes on the machine that sleep for exactly this time. */
function sleepersFor(seconds: string): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, "utf8") === `sleep\0${seconds}\0`;
    } catch {
      return false;
    }
  }).length;
}

for (const signal of ["SIGTERM", "SIGKILL", "SIGHUP", "SIGINT"] as const) {
  for (const isGroup of [false, true]) {
    test(`${signal} to ${isGroup ? "the group" : "the wrapper"} leaves no process`, { skip }, async () => {
      const started = join(scene.project, "src", `started-${signal}-${isGroup}`);
      const seconds = `${1000 + signal.length}.${isGroup ? 1 : 2}${process.pid}`;
      const command = `touch ${started}; setsid sleep ${seconds} & sleep ${seconds}; echo x`;
      const prepared = prepare(scene, policy, command);
      assert.ok("file" in prepared);
      const child = spawn(scene.program, [prepared.file, "--", command], {
        cwd: scene.project,
        env: scene.env,
        detached: true,
        stdio: "ignore",
        ...(process.getuid?.() === 0 && { uid: 61_234, gid: 61_234 }),
      });
      const ended = new Promise((done) => child.once("exit", done));
      const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
      for (let i = 0; i < 300 && !existsSync(started); i++) await wait(50);
      assert.ok(existsSync(started), "the command did not start");
      for (let i = 0; i < 100 && sleepersFor(seconds) < 2; i++) await wait(50);
      assert.equal(sleepersFor(seconds), 2);
      process.kill(isGroup ? -child.pid! : child.pid!, signal);
      if (signal === "SIGINT" && !isGroup) process.kill(child.pid!, "SIGTERM");
      await ended;
      for (let i = 0; i < 100 && sleepersFor(seconds) > 0; i++) await wait(50);
      assert.equal(sleepersFor(seconds), 0);
    });
  }
}

test("wrapper, description or bubblewrap missing: nothing runs, and the message says what to do", { skip }, () => {
  const command = "touch src/ran";
  const prepared = prepare(scene, policy, command);
  assert.ok("file" in prepared);
  const cases: readonly (readonly [words: readonly string[], says: RegExp])[] = [
    [[scene.program, `${prepared.file}0`, "--", command], /is missing; run the command again/],
    [[scene.program, "/etc/hostname", "--", command], /belongs to another user/],
    [[scene.program, prepared.file, command], /wrong arguments/],
    [[scene.program, prepared.file, "--base64", "@"], /not valid base64/],
    [
      ["env", `PATH=${scene.base}`, "/bin/sh", scene.program, prepared.file, "--", command],
      /bubblewrap is not installed/,
    ],
    [
      [
        "unshare",
        "-Ur",
        "sh",
        "-c",
        'echo 0 > /proc/sys/user/max_user_namespaces; exec "$@"',
        "sh",
        scene.program,
        prepared.file,
        "--",
        command,
      ],
      /user\.max_user_namespaces/,
    ],
    [
      [
        "bwrap",
        "--bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "--unshare-user",
        "--disable-userns",
        scene.program,
        prepared.file,
        "--",
        command,
      ],
      /could not start it/,
    ],
  ];
  for (const [words, says] of cases) {
    const ran = asUser(scene, words);
    assert.equal(ran.status, 126, `${words.join(" ")}: ${ran.stderr}`);
    assert.match(ran.stderr, says);
    assert.ok(!existsSync(join(scene.project, "src/ran")), "it ran");
  }
  const inside = runSandboxed(scene, policy, `${wrapCommand(scene.program, prepared.file, command)}; echo $?`, {
    settings: { read: [scene.base] },
  });
  assert.match(inside.stdout, /126/);
});

test("a changed description is rewritten by the gate", () => {
  const first = prepare(scene, policy, "true");
  assert.ok("file" in first);
  const text = readFileSync(first.file);
  writeFileSync(first.file, "surcingle-sandbox 2\n\n--bind\0/\0/\0");
  const second = prepare(scene, policy, "true");
  assert.ok("file" in second && second.file === first.file);
  assert.deepEqual(readFileSync(second.file), text);
});

test("new files that edit denies are named after the run", { skip }, () => {
  const open = policyOf({
    bash: { intent: "allow" },
    edit: { intent: "allow", rules: ["keep/*.lock:allow", "**/*.lock:deny", "secret/**:deny"] },
  });
  const ran = runSandboxed(
    scene,
    open,
    "mkdir -p keep secret deep; touch a.lock deep/b.lock keep/c.lock fine.txt secret/x .envrc; rm -f fine.txt",
  );
  assert.match(ran.stderr, /created files that the policy does not allow/);
  for (const name of ["a.lock", "deep/b.lock", "secret", ".envrc"])
    assert.ok(ran.stderr.includes(` ${name}`), ran.stderr);
  for (const name of ["keep/c.lock", "fine.txt"]) assert.ok(!ran.stderr.includes(name), ran.stderr);
  asUser(scene, ["rm", "-rf", "a.lock", "deep", "keep", "secret", ".envrc"]);
});

for (const shell of [["dash"], ["bash", "--posix"], ["busybox", "sh"]]) {
  const isMissing = spawnSync(shell[0]!, ["-c", ":"]).error !== undefined;
  test(`the wrapper works in \`${shell.join(" ")}\``, { skip: skip || isMissing }, () => {
    const open = policyOf({ bash: { intent: "allow" }, edit: { intent: "allow", rules: ["**/*.lock:deny"] } });
    asUser(scene, ["touch", "old.lock"]);
    const command = "touch 'new one.lock'; printenv GH_TOKEN; exit 3";
    const prepared = prepare(scene, open, command);
    assert.ok("file" in prepared);
    const ran = asUser(scene, [...shell, scene.program, prepared.file, "--", command], { env: { GH_TOKEN: "x" } });
    asUser(scene, ["rm", "-f", "old.lock", "new one.lock"]);
    assert.deepEqual([ran.status, ran.stdout], [3, ""], ran.stderr);
    assert.match(ran.stderr, /created files that the policy does not allow editing: new one\.lock$/m);
  });
}

test("a failing command names the setting or rule that would permit it", { skip }, () => {
  const network = runSandboxed(scene, policy, "curl -s --max-time 2 http://127.0.0.1:9/");
  assert.match(network.stderr, /the sandbox has no network/);
  const git = runSandboxed(scene, policy, "git commit -q --allow-empty -m x");
  assert.match(git.stderr, /`git = "write"` in \[sandbox\]/);
  assert.doesNotMatch(runSandboxed(scene, policy, "grep nothing README.md").stderr, /surcingle/);
});
