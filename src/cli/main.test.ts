import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { agentFiles, makeRoots } from "../../test/support/make-root.ts";
import { runLine } from "../../test/support/run-command.ts";
import { type CliCommand, type CliFamily, type CliMembers, isFamily, readCommandLine } from "./command.ts";
import { commandLoaders } from "./commands/all.ts";
import { helpText } from "./help.ts";

const makeRoot = makeRoots("cli");
const place = makeRoot({});
const program = join(import.meta.dirname, "../../dist/surcingle.cjs");

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface Options {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

const settings = ({ cwd = place, env }: Options) => ({
  cwd,
  env: { PATH: process.env["PATH"] ?? "", HOME: place, ...env },
});

/** In this process. */
const run = (args: readonly string[], options: Options = {}): Promise<Run> => runLine(args, settings(options));

/** The shipped program in a process of its own, with pipes. */
function start(args: readonly string[], options: Options = {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...args], {
      ...settings(options),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk));
    child.on("close", (code) => resolve({ code, out, err }));
  });
}

const good = makeRoot(agentFiles("a"));
const warned = makeRoot(agentFiles("a", ""));
const wrong = makeRoot({
  ...agentFiles("a", '[permissions.bsh]\nintent = "ask"\n'),
  ...agentFiles("b", "", 'skills = ["none"]\n'),
});

test("every command and subcommand has help with examples, in 80 columns", async () => {
  const pages: [string, CliCommand | CliFamily][] = [];
  const collect = async (members: CliMembers, prefix: string): Promise<void> => {
    for (const [name, load] of Object.entries(members)) {
      const page = await load();
      assert.equal(page.name, name);
      pages.push([`${prefix}${name}`, page]);
      if (isFamily(page)) await collect(page.members, `${prefix}${name} `);
    }
  };
  await collect(commandLoaders, "");
  assert.ok(pages.length > 30);
  for (const [name, page] of pages) {
    const text = await helpText(name, page);
    assert.match(text, new RegExp(`^Usage: surcingle ${name}\\b`));
    assert.match(text, /^Examples:$/m, name);
    for (const line of text.split("\n")) assert.ok(line.length <= 80, `${name}: ${line}`);
    assert.doesNotMatch(page.summary, /\.$|^[A-Z]/, name);
    assert.ok(page.summary.length <= 66, `${name}: the summary does not fit into the overview`);
    if (isFamily(page)) continue;
    for (const example of page.examples)
      assertUnderstood(name, page, typeof example === "string" ? example : example[0]);
  }
});

/** The example is a command line that its command accepts. */
function assertUnderstood(name: string, command: CliCommand, example: string): void {
  const [, line = ""] = new RegExp(`surcingle ${name}(.*)`, "s").exec(example.replaceAll("\\\n", " ")) ?? [];
  assert.ok(example.includes(`surcingle ${name}`), example);
  const plain = line.replace(/[<>|].*$/s, "").replace(/\)"?$/, "");
  const words = [...plain.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
  assert.doesNotThrow(() => readCommandLine(command, words), example);
}

test("`help NAME`, `NAME --help` and `NAME -h` print the same to stdout", async () => {
  for (const name of ["check", "task", "task run"]) {
    const words = name.split(" ");
    const [long, short, topic] = await Promise.all(
      [
        [...words, "--help"],
        [...words, "-h"],
        ["help", ...words],
      ].map((args) => run(args)),
    );
    assert.deepEqual([long?.code, long?.err], [0, ""]);
    assert.match(long?.out ?? "", new RegExp(`^Usage: surcingle ${name}\\b`));
    assert.equal(short?.out, long?.out);
    assert.equal(topic?.out, long?.out);
  }
  const { out, code } = await run(["--help"]);
  assert.equal(code, 0);
  for (const name of Object.keys(commandLoaders)) assert.match(out, new RegExp(`^ {2}${name} `, "m"));
  for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
});

const usage: readonly (readonly [string[], RegExp])[] = [
  [[], /^$/],
  [["chek"], /unknown command `chek`; did you mean `check`\?/],
  [["frobnicate-all"], /unknown command `frobnicate-all`; see `surcingle --help`/],
  [["--json"], /unknown command `--json`/],
  [["check", "--hraness", "pi"], /unknown option `--hraness`; did you mean `--harness`\?/],
  [["check", "--harness", "pie"], /unknown harness `pie`; did you mean `pi`\?/],
  [["check", "--harness", "emacs-and-more"], /unknown harness `emacs-and-more`; choose from opencode/],
  [["check", "--scope", "world"], /`--scope` cannot be `world`; choose from user, project/],
  [["check", "--color", "sometimes"], /`--color` cannot be `sometimes`; choose from auto, always, never/],
  [["check", "--root"], /`--root` requires a value: `--root DIR`/],
  [["check", "--root", "--json"], /`--root` requires a value, but `--json` is an option/],
  [["check", "--settings", "-x"], /write `--settings=…`/],
  [["check", "--json=yes"], /`--json` does not take a value/],
  [["check", "extra"], /unexpected argument `extra`/],
  [["build"], /--out/],
  [["explain-code", "unknown-skil"], /unknown code `unknown-skil`; did you mean `unknown-skill`\?/],
  [["schema", "agnet"], /KIND cannot be `agnet`; did you mean `agent`\?/],
  [["schema"], /KIND is missing: kind of definition/],
  [["task", "rum"], /^surcingle: unknown command `task rum`; did you mean `run`\?$/m],
  [["task", "run"], /^surcingle task run: TASK is missing: a task\.toml\nSee `surcingle task run --help`\./],
];

for (const [args, message] of usage) {
  test(`\`surcingle ${args.join(" ")}\` ends with 2 and says why`, async () => {
    const { code, err } = await run(args);
    assert.equal(code, 2, err);
    assert.match(err, message);
    assert.doesNotMatch(err, /\n\s+at /, "no stack");
  });
}

test("the program prints and ends as its command line does in this process", async () => {
  for (const args of [
    ["chek"],
    ["check", "--root", wrong],
    ["check", "--json", "--root", warned],
    ["task", "--help"],
  ]) {
    const { code, out, err } = await run(args);
    assert.deepEqual(await start(args), { code, out, err }, args.join(" "));
  }
});

test("the exit code is 0 for valid definitions and 1 for invalid ones", async () => {
  const [fine, bad, loose, strict, nowhere] = await Promise.all([
    run(["check"], { cwd: good }),
    run(["check", "--root", wrong]),
    run(["check", "--root", warned]),
    run(["check", "--root", warned, "--strict"]),
    run(["check", "--root", join(place, "nowhere")]),
  ]);
  assert.deepEqual([fine.code, bad.code, loose.code, strict.code, nowhere.code], [0, 1, 0, 1, 1]);
  assert.match(fine.out, /the definitions are valid/);
  assert.match(bad.err, /error\[unknown-tool\]/);
  assert.match(bad.err, /^1 error/m);
});

test("with --json every line is an object with the same keys, and nothing else is printed", async () => {
  for (const args of [
    ["check", "--json", "--root", wrong],
    ["check", "--json", "--root", warned],
    ["check", "--json", "--root", good],
  ]) {
    const { out, err } = await run(args);
    assert.equal(err, "");
    for (const line of out.split("\n").filter((each) => each !== "")) {
      const value: Record<string, unknown> = JSON.parse(line);
      for (const key of ["file", "line", "col", "endLine", "endCol", "severity", "code", "message"])
        assert.ok(key in value, `${key}: ${line}`);
    }
  }
});

test("with --quiet only errors are printed", async () => {
  const [bad, loose] = await Promise.all([
    run(["check", "--quiet", "--root", wrong]),
    run(["check", "--quiet", "--root", warned]),
  ]);
  assert.deepEqual([loose.out, loose.err], ["", ""]);
  assert.equal(bad.out, "");
  assert.match(bad.err, /error\[unknown-tool\]/);
  assert.doesNotMatch(bad.err, /warning\[/);
});

test("output is coloured only on request", async () => {
  const colours = async (args: readonly string[], env = {}, by = run): Promise<boolean> =>
    (await by(["check", "--root", wrong, ...args], { env })).err.includes("\u001b[");
  assert.equal(await colours([]), false);
  assert.equal(await colours(["--color", "auto"], { FORCE_COLOR: "1" }, start), false, "a pipe is not a terminal");
  assert.equal(await colours(["--color", "never"]), false);
  assert.equal(await colours(["--color", "always"]), true);
  assert.equal(await colours(["--color", "always"], { NO_COLOR: "1" }), true);
  assert.ok(!(await run(["check", "--root", wrong, "--json", "--color", "always"])).out.includes("\u001b["));
});

test("a harness that is not chosen reports nothing", async () => {
  const quoted = makeRoot({
    ...agentFiles("a"),
    "agents/a/agent.toml": 'name = "a"\ndescription = "\'quoted\'"\n[permissions]\n',
  });
  const [all, one] = await Promise.all([
    run(["check", "--root", quoted]),
    run(["check", "--root", quoted, "--harness", "opencode"]),
  ]);
  assert.equal(all.code, 1);
  assert.match(all.err, /Pi cannot represent the description/);
  assert.equal(one.code, 0);
});

test("a reader that closes the pipe early does no harm", async () => {
  const child = spawn(process.execPath, [program, "schema", "agent"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual([code, err], [0, ""]);
});

test("the version is printed alone", async () => {
  const { out, code } = await start(["--version"]);
  assert.equal(code, 0);
  assert.match(out, /^\d+\.\d+\.\d+\n$/);
});

test("every code is explained, also if the whole `error[code]` is pasted", async () => {
  const { out } = await run(["explain-code"]);
  const codes = out
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0]!);
  assert.ok(codes.length > 30);
  const [one, pasted] = await Promise.all([
    run(["explain-code", codes[0]!]),
    run(["explain-code", `error[${codes[0]}]:`]),
  ]);
  assert.equal(one.code, 0);
  assert.equal(pasted.out, one.out);
});

test("the schemas are JSON that an editor can read", async () => {
  for (const kind of ["agent", "settings"]) {
    const { out, code } = await run(["schema", kind]);
    assert.equal(code, 0);
    const schema = JSON.parse(out);
    assert.equal(schema.type, "object");
    assert.equal(schema.additionalProperties, false);
  }
});
