/** Tests the text around a command, and how it is judged when typed by hand. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { emptyDisk } from "../policy/compare/examples.ts";
import { compilePolicy } from "../policy/compile.ts";
import { decide } from "../policy/decide.ts";
import { deadCode, shellQuote, splitMove, unwrapCommand, wrapCommand } from "./wrap-command.ts";

const program = "/home/u/.local/state/surcingle/sandbox/surcingle-sandbox";
const file = "/home/u/.local/state/surcingle/sandbox/0a";

const commands = [
  "ls",
  "it's",
  "a\nb",
  "'",
  "''\\'",
  'echo "$x" `y` # \'',
  "x".repeat(90_000),
  "'".repeat(31_000),
  "ä 漢 🎉",
];

test("a wrapped command can be unwrapped, and a shell reads it back", () => {
  for (const command of commands) {
    assert.equal(unwrapCommand(program, wrapCommand(program, file, command)), command);
    assert.equal(spawnSync("sh", ["-c", `printf %s ${shellQuote(command)}`], { encoding: "utf8" }).stdout, command);
  }
});

test("a text that only starts like a wrapped one is not changed", () => {
  for (const tail of ["; rm x", " && y", " 'b'", "\nz"])
    assert.equal(unwrapCommand(program, `${program} ${file} -- 'a'${tail}`), `${program} ${file} -- 'a'${tail}`);
});

test("dead code never runs, whatever the command is", () => {
  const hostile = [
    "echo a\nfi\necho RAN",
    "fi; echo RAN; if true; then :",
    "$(echo RAN)",
    "echo `echo RAN >&2`",
    "cat <<X\nfi\necho RAN\nX",
    "echo 'x\nfi\necho RAN'",
  ];
  for (const command of hostile) {
    const { stdout, stderr } = spawnSync("bash", ["-c", `${deadCode(command)}:`], { encoding: "utf8" });
    assert.doesNotMatch(stdout + stderr, /RAN/, command);
  }
});

test("dead code names every simple command", () => {
  const text = deadCode("a && (b | c $x); d > e; $(f)") ?? "";
  for (const line of ["a", "b", "c '$x'", "d", "f"]) assert.ok(text.split("\n").includes(line), text);
});

test("only a plain `cd` is moved out of the sandbox", () => {
  assert.deepEqual(splitMove("cd src"), { move: "cd src", rest: undefined });
  assert.deepEqual(splitMove("cd src && a || b"), { move: "cd src", rest: "a || b" });
  for (const command of [
    "cd $x && a",
    "cd src; a",
    "cd src || a",
    "cd - && a",
    "cd -P x && a",
    "cd a b && c",
    "cd `x` && y",
  ])
    assert.equal(splitMove(command), undefined, command);
});

test("the wrapper, called by hand, is judged by what it runs", () => {
  const rule = { pattern: "surcingle-sandbox *", verdict: "allow", from: "x" } as const;
  const deny = { pattern: "rm *", verdict: "deny", from: "x" } as const;
  const policy = compilePolicy({ agent: "a", permissions: { bash: { intent: "ask", rules: [deny, rule] } } });
  const judge = (subject: string): string => decide(policy, { tool: "bash", subject }, emptyDisk()).verdict;
  assert.equal(judge("surcingle-sandbox f -- 'rm x'"), "deny");
  assert.equal(judge("/x/surcingle-sandbox f -- 'rm x'"), "deny");
  assert.equal(judge("surcingle-sandbox f --base64 cm0geA=="), "ask");
  assert.equal(judge('surcingle-sandbox f -- "$x"'), "ask");
});
