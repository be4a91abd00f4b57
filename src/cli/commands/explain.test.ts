/** Tests `explain` and `explain --batch` through the whole program, without a client. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { runCommandIn } from "../../../test/support/run-command.ts";
import { explain } from "./explain.ts";

const program = join(import.meta.dirname, "../../../dist/surcingle.cjs");
const root = join(import.meta.dirname, "../../../test/cases/sample-agent");

function run(words: readonly string[], input = ""): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "explain", "--root", root, ...words], {
    input,
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr };
}

/** The replies to questions, and the exit code. */
function batch(questions: readonly unknown[]): {
  status: number | null;
  replies: { verdict: string; reason: string; parts?: unknown[] }[];
} {
  const input = questions.map((each) => `${typeof each === "string" ? each : JSON.stringify(each)}\n`).join("");
  const { status, out } = run(["--batch"], input);
  return {
    status,
    replies: out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  };
}

test("explain prints verdict, subject, rule and position, then each part, then each harness", () => {
  const { status, out } = run(["chiron", "bash", "git log && rm -rf x"]);
  assert.equal(status, 0);
  const [first, ...rest] = out.trimEnd().split("\n");
  assert.equal(first, "chiron: deny edit `x`, because no rule matches and the intent of `edit` is `deny`");
  assert.match(rest[0]!, /^ {2}allow bash `git log`, by rule `git log\*` at agents\/chiron\/agent\.toml:\d+:\d+$/);
  assert.equal(rest[1], "  ask bash `rm -rf x`, because no rule matches and the intent of `bash` is `ask`");
  assert.ok(rest.includes("  effect: `rm` writes below `x`"));
  assert.ok(rest.some((line) => /^claude-code +gate: /.test(line)));
});

test("--harness limits the output to one client, and --json prints one object", () => {
  const { out } = run(["chiron", "edit", "a.ts", "--harness", "claude-code", "--json"]);
  const answer = JSON.parse(out);
  assert.equal(answer.verdict, "deny");
  assert.deepEqual(
    answer.enforced.map(({ harness, support }: Record<string, string>) => [harness, support]),
    [["claude-code", "native"]],
  );
});

test("unknown agents and tools are command line errors with the nearest name", () => {
  assert.match(run(["chron", "bash", "ls"]).err, /unknown agent `chron`; did you mean `chiron`\?/);
  assert.match(run(["chiron", "bahs", "ls"]).err, /unknown tool `bahs`; did you mean `bash`\?/);
  assert.equal(run(["chiron", "bash"]).status, 2);
});

test("a batch answers each line in order, agents and inline permissions alike", () => {
  const bash = { intent: "ask", rules: ["git status*:allow", "rm -rf *:deny"] };
  const { status, replies } = batch([
    { agent: "chiron", tool: "bash", input: "git status" },
    { agent: "chiron", tool: "edit", input: "a" },
    { permissions: { bash }, tool: "bash", input: "rm -rf /" },
    { permissions: { bash }, tool: "bash", input: "git status -- $(git status)" },
    { permissions: { bash }, tool: "edit", input: "a" },
    { permissions: { bash, edit: null }, tool: "edit", input: "a" },
    { permissions: {}, tool: "webfetch", input: "https://example.com" },
  ]);
  assert.deepEqual(
    replies.map(({ verdict }) => verdict),
    ["allow", "deny", "deny", "allow", "ask", "ask", "ask"],
  );
  assert.equal(replies[3]!.parts?.length, 2);
  assert.equal(status, 0);
});

test("cwd is also the project, and neither it nor home needs to exist", () => {
  const edit = { intent: "deny", rules: ["src/**:allow", "~/notes/**:allow"] };
  const permissions = { edit, external_directory: { intent: "allow" } };
  const at = { permissions, tool: "edit", cwd: "/nowhere/project", home: "/nowhere/me" };
  const { replies } = batch([
    { ...at, input: "src/a.ts" },
    { ...at, input: "/nowhere/project/src/a.ts" },
    { ...at, input: "../src/a.ts" },
    { ...at, input: "~/notes/a.md" },
    { ...at, input: "/nowhere/me/notes/a.md" },
  ]);
  assert.deepEqual(
    replies.map(({ verdict }) => verdict),
    ["allow", "allow", "deny", "allow", "allow"],
  );
});

test("an invalid line or policy is answered with an error, the others continue, and the exit code is 1", () => {
  const { status, replies } = batch([
    "nonsense",
    "[]",
    { agent: "nobody", tool: "bash", input: "ls" },
    { tool: "bash", input: "ls" },
    { permissions: { bahs: { intent: "ask" } }, tool: "bash", input: "ls" },
    { permissions: { bash: { intent: "alow" } }, tool: "bash", input: "ls" },
    { permissions: { bash: { intent: "ask", rules: ["ls"] } }, tool: "bash", input: "ls" },
    { permissions: { bash: { intent: "allow", rules: ["cd x && rm *:deny"] } }, tool: "bash", input: "ls" },
    { permissions: {}, tool: "shell", input: "ls" },
    { permissions: {}, tool: "bash" },
    { permissions: {}, tool: "bash", input: "ls", cwd: "relative" },
    { permissions: {}, tool: "bash", input: "ls" },
  ]);
  assert.equal(status, 1);
  assert.deepEqual(
    replies.map(({ verdict }) => verdict),
    [...Array(11).fill("error"), "ask"],
  );
  assert.match(replies[4]!.reason, /unknown field `bahs`.*did you mean `bash`/);
  assert.match(replies[6]!.reason, /the rule `ls` of `bash` has no colon/);
  assert.match(replies[7]!.reason, /contains the operator `&&` in its pattern .*write `rm \*:deny`/);
});

test("a command that is an agent can be explained by either of its names; other commands are refused with the reason", () => {
  const commands = join(import.meta.dirname, "../../../test/cases/behaviour-examples");
  for (const name of ["speckit.revenge.analyzer", "speckit-revenge-analyzer"]) {
    const { status, out } = run([name, "bash", "ls", "--root", commands]);
    assert.equal(status, 0);
    assert.match(out, /^speckit-revenge-analyzer: deny bash `ls`/);
  }
  const { status, err } = run(["speckit.revenge.extract", "bash", "ls", "--root", commands]);
  assert.equal(status, 2);
  assert.match(err, /has no permissions of its own: pass the agent that runs it/);
});

test("delegation: the verdict, the reason and a call that shows the difference", async () => {
  const here = join(import.meta.dirname, "../../..");
  const ask = async (agent: string, name: string): Promise<Record<string, unknown>> => {
    const { code, out } = await runCommandIn(here, explain, ["--json", agent, "delegate", name]);
    assert.equal(code, 0);
    return JSON.parse(out);
  };
  const shown = (answer: Record<string, unknown>) => [answer["verdict"], answer["reason"]];
  assert.deepEqual(await ask("reviewer", "researcher"), {
    agent: "reviewer",
    tool: "delegate",
    input: "researcher",
    verdict: "deny",
    reason:
      "reviewer: deny delegate `researcher`: `researcher` may do more: webfetch `https://example.org/` is denied for `reviewer` and allowed for `researcher`",
    example: { tool: "webfetch", input: "https://example.org/", caller: "deny", delegate: "allow" },
  });
  assert.deepEqual(shown(await ask("reviewer", "chiron")), [
    "deny",
    "reviewer: deny delegate `chiron`: `chiron` cannot be delegated to: it is a primary agent",
  ]);
  assert.deepEqual(shown(await ask("tester", "reviewer")), [
    "deny",
    "tester: deny delegate `reviewer`: its `delegates` does not name `reviewer`",
  ]);
  assert.deepEqual(shown(await ask("reviewer", "reviever")), [
    "deny",
    "reviewer: deny delegate `reviever`: `reviever` is not a governed agent; did you mean `reviewer`?",
  ]);
  assert.match(
    String((await ask("chiron-forge", "researcher"))["reason"]),
    /its `delegates` names `researcher`, although/,
  );
});
