/**
 * Tests the wrapper around the gate in real shells: with a broken gate, and in an environment that a project controls.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noSettings } from "../../../test/support/agent.ts";
import { makeScratch } from "../../../test/support/make-root.ts";
import { type GateCall, gateWords } from "./gate-command.ts";

const scratch = makeScratch("wrapper");

const plain: GateCall = { harness: "claude-code", policy: "$HOME/p.json", answerBegins: '{"answer":' };
const silent: GateCall = { ...plain, answerBegins: '{"deny":', consent: "{}" };
const explaining: GateCall = { ...plain, refusal: (reason) => JSON.stringify({ answer: "deny", reason }) };
const assets = { pi: "", opencode: "" };

/** Bash is `sh` on many systems, and reads more of its environment than others; ash is busybox. */
const shells: Readonly<Record<string, readonly string[]>> = {
  dash: ["/bin/dash"],
  "bash as sh": [join(scratch, "sh")],
  busybox: ["/bin/busybox", "sh"],
};
symlinkSync("/bin/bash", join(scratch, "sh"));

let count = 0;

function gateOf(text: string): string {
  const file = join(scratch, `gate${count++}`);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

interface Asking {
  readonly shell?: readonly string[];
  readonly call?: GateCall;
  readonly environment?: Readonly<Record<string, string>>;
  readonly edit?: (script: string) => string;
}

/** The default of five seconds would make this a slow test. */
function impatient(script: string): string {
  const edited = script.replace("/sleep 5;", "/sleep 1;").replace("ulimit -t 5;", "ulimit -t 1;");
  assert.notEqual(edited, script);
  return edited;
}

/** `gate` is a program, or the text of one. */
function ask(gate: string, { shell, call = plain, environment = {}, edit = impatient }: Asking = {}) {
  const program = /^\/\S+$/.test(gate) ? gate : gateOf(gate);
  const [first, ...words] = gateWords(call, noSettings, { scope: "user", gate: [program], assets });
  const script = edit(words.at(-1)!);
  const at = words.indexOf("/bin/sh");
  const started = [...words.slice(0, at), ...(shell ?? ["/bin/sh"]), "-c", script];
  const run = spawnSync(first, started, {
    input: '{"call":1}',
    env: { HOME: "/home/me", PATH: "/nowhere", ...environment },
    encoding: "utf8",
    // Less than a hanging gate takes: the wrapper must not wait for its end.
    timeout: 25_000,
  });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

const good = 'printf \'{"answer":"%s"}\' "$(/bin/cat | /usr/bin/wc -c | /usr/bin/tr -d " ")"';
const whatToDo = /^surcingle: denied, because the gate .*; install Surcingle, or run surcingle doctor\n$/;

for (const [name, shell] of Object.entries(shells)) {
  test(`${name}: a good answer is passed on, and the gate reads the call`, { skip: !existsSync(shell[0]!) }, () => {
    const { status, stdout, stderr } = ask(good, { shell });
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '{"answer":"10"}', stderr: "" });
  });

  const broken: Readonly<Record<string, readonly [gate: string, why: string]>> = {
    "is missing": ["/nowhere/gate", "cannot be started"],
    "is not executable": [join(import.meta.dirname, "gate-command.ts"), "cannot be started"],
    crashes: ["kill -SEGV $$", "gave no answer"],
    "fails with an answer": [`printf '{"answer":1}'; exit 1`, "gave no answer"],
    "prints nothing": ["exit 0", "gave no answer"],
    "prints something else": ["echo all is well", "gave no answer"],
    "prints something else before its answer": [`echo; printf '{"answer":1}'`, "gave no answer"],
    hangs: ["exec /bin/sleep 60", "took too long"],
    "hangs and has a child that keeps the output open": ["/bin/sleep 60 & wait", "took too long"],
  };
  for (const [what, [gate, why]] of Object.entries(broken))
    test(`${name}: a gate that ${what} denies`, { skip: !existsSync(shell[0]!) }, () => {
      const { status, stdout, stderr } = ask(gate, { shell });
      assert.deepEqual({ status, stdout }, { status: 2, stdout: "" });
      assert.match(stderr, whatToDo);
      assert.ok(stderr.includes(why), stderr);
    });

  test(`${name}: without \`sleep\` a hanging gate still denies`, { skip: !existsSync(shell[0]!) }, () => {
    const directories = "in /bin /usr/bin /run/current-system/sw/bin;";
    const edit = (script: string): string => impatient(script).replace(directories, "in /none;");
    const { status, stderr } = ask("exec /bin/sleep 60", { shell, edit });
    assert.equal(status, 2);
    assert.match(stderr, /took too long/);
    assert.equal(ask(good, { shell, edit }).status, 0);
  });

  test(`${name}: variables that change the gate or its runtime are removed`, {
    skip: !existsSync(shell[0]!),
  }, () => {
    const file = join(scratch, `environment${count++}`);
    const hostile = {
      NODE_OPTIONS: "--require=./x.cjs --no-warnings",
      NODE_PATH: "/evil",
      NODE_COMPILE_CACHE: "/evil",
      NODE_ANYTHING_ELSE: "a\nexport NODE_x-y='1'",
      HARMLESS: "/*/*/*/* NODE_a-b=c $(exit 1)",
      BASH_ENV: "/evil",
      ENV: "/evil",
      OPENSSL_CONF: "/evil",
      CLAUDE_PROJECT_DIR: "/project",
    };
    const { status } = ask(`/usr/bin/env > ${file}; ${good}`, { shell, environment: hostile });
    assert.equal(status, 0);
    const names = readFileSync(file, "utf8")
      .split("\n")
      .map((line) => line.split("=")[0]!);
    const left = names.filter((each) => each in hostile).sort();
    assert.deepEqual(left, ["CLAUDE_PROJECT_DIR", "HARMLESS"]);
  });

  const takeovers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "options of the shell": { SHELLOPTS: "noexec" },
    "a trace that runs commands": { SHELLOPTS: "xtrace", PS4: "$(exit 0)" },
    functions: Object.fromEntries(
      ["unset", "set", "exec", "exit", "printf", "read", "kill", "wait", "command", "export", "trap", "ulimit"].map(
        (each) => [`BASH_FUNC_${each}%%`, `() { builtin printf '{"answer":"allow"}'; builtin exit 0; }`],
      ),
    ),
    PATH: { PATH: scratch },
  };
  for (const [what, environment] of Object.entries(takeovers))
    test(`${name}: ${what} in the environment do not answer for the gate`, { skip: !existsSync(shell[0]!) }, () => {
      assert.equal(ask("exit 1", { shell, environment }).status, 2);
      assert.equal(ask(good, { shell, environment }).stdout, '{"answer":"10"}');
    });
}

test("where silence means allow, only an allow becomes silence", () => {
  assert.deepEqual(pick(ask("printf '{}'", { call: silent })), [0, ""]);
  assert.deepEqual(pick(ask(`printf '{"deny":1}'`, { call: silent })), [0, '{"deny":1}']);
  assert.deepEqual(pick(ask("printf '{}'; exit 1", { call: silent })), [2, ""]);
  assert.deepEqual(pick(ask("printf '{} '", { call: silent })), [2, ""]);
});

test("where the reason is read from standard output, it is printed there", () => {
  const { status, stdout } = ask("exit 1", { call: explaining });
  assert.equal(status, 2);
  assert.match(JSON.parse(stdout).reason, /^surcingle: denied, .*surcingle doctor$/);
});

function pick({ status, stdout }: ReturnType<typeof ask>): readonly [number | null, string] {
  return [status, stdout];
}
