/**
 * Tests `surcingle replay` on records in each client's format; `scripts/sessions-check.ts` has the clients write them.
 */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import zlib from "node:zlib";
import { agentFiles, makeRoots } from "../../../../test/support/make-root.ts";
import { runCommandIn } from "../../../../test/support/run-command.ts";
import { redactCall } from "../../../base/redact.ts";
import { openDatabase } from "../../../task/ledger/sqlite.ts";
import { replay } from "./replay.ts";

const makeRoot = makeRoots("replay");
const root = makeRoot({
  ...agentFiles(
    "a",
    '[permissions.bash]\nintent = "ask"\nrules = ["git *:allow", "rm *:deny"]\n[permissions.edit]\nintent = "deny"\n',
  ),
  ...agentFiles("free", ""),
});

function fileOf(name: string, lines: readonly unknown[]): string {
  const path = join(makeRoot({}), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
}

interface Line {
  readonly event: string;
  readonly [key: string]: unknown;
}

async function run(...argv: string[]) {
  const { code, out, err } = await runCommandIn(root, replay, ["--root", root, ...argv, "--json"], {});
  assert.equal(code, 0, err);
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  return { calls: lines.filter(({ event }) => event === "call"), end: lines.at(-1)!, err };
}

const linesOf = (calls: readonly Line[]) =>
  calls.map(({ subject, verdict, asked, result }) => [subject, verdict, asked, result].join(" | "));

test("the decision log: questions then and now, and what cannot be judged is unknown", async () => {
  const answer = (minute: number, agent: string, subject: string, verdict: string, reason = "") => ({
    time: `2026-01-01T10:${String(minute).padStart(2, "0")}:00.000Z`,
    ...{ harness: "claude-code", agent, tool: "bash", subject, verdict, kind: "intent", reason },
  });
  const log = fileOf("gate.log", [
    answer(0, "a", "git status", "ask"),
    answer(10, "a", "make", "ask"),
    answer(20, "a", "rm x", "deny"),
    answer(30, "a", "make", "deny", "surcingle: a: ask bash `make`, by the intent; denied, because nobody is there"),
    answer(31, "gone", "ls", "allow"),
    answer(32, "free", "ls", "allow"),
    '{"time":"2026-01-01T1',
  ]);
  const { calls, end } = await run(log);
  assert.deepEqual(linesOf(calls), [
    "git status | allow | yes | unknown",
    "make | ask | yes | unknown",
    "rm x | deny | no | refused",
    "make | ask | nobody | refused",
    "ls | unknown | no | unknown",
    "ls | unknown | no | unknown",
  ]);
  assert.equal(end["skipped"], 1);
  const [client] = end["clients"] as { hours: number; askedThen: number; asksNow: number }[];
  assert.deepEqual([client!.askedThen, client!.asksNow, Math.round(client!.hours * 60)], [3, 2, 32]);
  const text = await runCommandIn(root, replay, ["--root", root, log], {});
  assert.match(text.out, /^6 calls in 1 file, 1 record skipped\n/);
  assert.match(text.out, /^a +4 +1 +2 +1 +0$/m);
  assert.match(text.out, /5\.6 questions an hour then, 3\.8 questions an hour now/);
  assert.match(text.out, /2x {2}a: bash `make`/);
  assert.match(text.out, /1x {2}there is no agent `gone`/);
});

test("Claude Code: agent, directory and answers; copies of a forked session count once", async () => {
  const use = (uuid: string, id: string, command: string) => ({
    ...{
      type: "assistant",
      uuid,
      sessionId: "s",
      cwd: "/p",
      timestamp: "2026-01-01T10:00:00.000Z",
      attributionAgent: "a",
    },
    message: { content: [{ type: "tool_use", id, name: "Bash", input: { command } }] },
  });
  const result = (id: string, more: object) => ({
    ...{ type: "user", sessionId: "s", cwd: "/p", ...more },
    message: { content: [{ type: "tool_result", tool_use_id: id, is_error: false }] },
  });
  const accept = { permissionDecision: { decision: "accept", source: "user_temporary", grantScope: "once" } };
  const lines = [
    use("u1", "t1", "make"),
    result("t1", accept),
    use("u2", "t2", "git log"),
    result("t2", { permissionDecision: { decision: "accept", source: "config", reasonType: "mode" } }),
    use("u3", "t3", "rm x"),
    result("t3", { toolDenialKind: "user-rejected" }),
    use("u1", "t1", "make"),
  ];
  const { calls, end } = await run(fileOf("projects/x/s.jsonl", lines));
  assert.deepEqual(linesOf(calls), [
    "make | ask | yes | ran",
    "git log | allow | no | ran",
    "rm x | deny | yes | refused",
  ]);
  assert.equal(end["skipped"], 1);
});

test("Codex: what ran in code mode is read from its items, and a profile's agent must be named", async () => {
  const meta = { type: "session_meta", payload: { id: "s", cwd: "/p", cli_version: "0.166.0" } };
  const call = { type: "function_call", name: "exec_command", arguments: '{"cmd":"git status"}', call_id: "c" };
  const item = {
    type: "CommandExecution",
    id: "exec-1",
    command: ["/bin/bash", "-lc", "make"],
    cwd: "file:///p",
    exit_code: 0,
  };
  const lines = [
    meta,
    { type: "response_item", timestamp: "2026-01-01T10:00:00Z", payload: call },
    { type: "response_item", payload: { type: "custom_tool_call", name: "exec", input: "await run()", call_id: "js" } },
    { type: "event_msg", payload: { type: "item_completed", item } },
  ];
  const file = fileOf("rollout.jsonl", lines);
  assert.deepEqual(
    (await run(file)).calls.map(({ verdict }) => verdict),
    ["unknown", "unknown", "unknown"],
  );
  const { calls, end } = await run(file, "--agent", "a");
  assert.deepEqual(linesOf(calls), [
    "git status | allow | unknown | unknown",
    "? | unknown | unknown | unknown",
    "make | ask | unknown | ran",
  ]);
  assert.equal((end["clients"] as { askedThen?: number }[])[0]!.askedThen, undefined);
});

/** A Zstandard frame with one uncompressed block (RFC 8878). */
function zstdFrame(text: string): Buffer {
  const content = Buffer.from(text);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size, block, content]);
}

test("Codex: old rollouts are compressed; a Node that cannot read them says what to do", async () => {
  const call = { type: "function_call", name: "exec_command", arguments: '{"cmd":"make"}', call_id: "z" };
  const lines = [
    { type: "session_meta", payload: { id: "z", cwd: "/p", agent_role: "a" } },
    { type: "response_item", timestamp: "2026-01-01T10:00:00Z", payload: call },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const directory = join(fileOf("packed/empty.jsonl", []), "..");
  for (const name of ["rollout-1.jsonl.zst", "rollout-2.jsonl.zst"])
    writeFileSync(join(directory, name), zstdFrame(text.replaceAll('"z"', JSON.stringify(name))));
  const { out, err } = await runCommandIn(root, replay, ["--root", root, directory], {});
  if ("zstdDecompressSync" in zlib) {
    assert.match(out, /^2 calls in 3 files\n/);
    assert.match(out, /a: bash `make`/);
    const damaged = zstdFrame(text);
    // An invalid block type.
    damaged[9]! |= 0b110;
    writeFileSync(join(directory, "rollout-2.jsonl.zst"), damaged);
    const broken = await runCommandIn(root, replay, ["--root", root, directory], {});
    assert.match(broken.err, /rollout-2\.jsonl\.zst` was left out: it is damaged/);
  } else assert.match(err, /2 compressed sessions were left out: this Node cannot read zstd; use Node 22\.15 or newer/);
});

test("the decision log: a relative path is judged where the call was made", async () => {
  const local = makeRoot(agentFiles("b", '[permissions.edit]\nintent = "deny"\nrules = ["docs/**:allow"]\n'));
  const line = (more: object) => ({
    ...{ time: "2026-01-01T10:00:00Z", harness: "x", agent: "b", tool: "edit", subject: "a.md" },
    ...{ verdict: "ask", reason: "" },
    ...more,
  });
  const log = fileOf("places.log", [
    line({ cwd: "/p/docs", project: "/p" }),
    line({ cwd: "/p", project: "/p" }),
    line({ cwd: "../docs" }),
    line({}),
  ]);
  const { out } = await runCommandIn(local, replay, ["--root", local, "--json", log], {});
  const verdicts = out
    .trim()
    .split("\n")
    .map((each) => (JSON.parse(each) as { verdict?: string }).verdict)
    .filter((each) => each !== undefined);
  assert.deepEqual(verdicts, ["allow", "deny", "deny", "deny"]);
});

test("OpenCode: only sessions, messages and parts are read, and a person's own command is left out", async () => {
  const path = join(makeRoot({}), "opencode.db");
  const database = await openDatabase(path);
  assert.ok(database);
  database.exec("create table session (id text, agent text, directory text)");
  database.exec("create table message (id text, data text)");
  database.exec("create table part (id text, message_id text, session_id text, data text, time_created integer)");
  database.exec("create table credential (value text)");
  const insert = (table: string, ...values: (string | number)[]) =>
    database.prepare(`insert into ${table} values (${values.map(() => "?").join(", ")})`).run(...values);
  const tool = (command: string, error?: string) =>
    JSON.stringify({
      type: "tool",
      tool: "bash",
      callID: command,
      state: { status: error ? "error" : "completed", input: { command }, error, time: { start: 1 } },
    });
  insert("session", "s", "a", "/p");
  insert("message", "m", JSON.stringify({ agent: "a", path: { cwd: "/p", root: "/p" } }));
  insert("message", "own", JSON.stringify({ agent: "a", path: { cwd: "/p", root: "/p" }, parentID: "u" }));
  insert("part", "p1", "m", "s", tool("git log"), 1);
  insert("part", "p2", "m", "s", tool("make", "The user rejected permission to use this specific tool call."), 2);
  insert("part", "p3", "own", "s", tool("ls"), 3);
  insert(
    "part",
    "p4",
    "u",
    "s",
    JSON.stringify({ type: "text", text: "The following tool was executed by the user" }),
    0,
  );
  database.close();
  const { calls, end } = await run(path);
  assert.deepEqual(linesOf(calls), ["git log | allow | unknown | ran", "make | ask | yes | refused"]);
  assert.equal(end["skipped"], 1);
});

test("Copilot and Pi", async () => {
  const copilot = fileOf("events.jsonl", [
    { type: "session.start", data: { sessionId: "s", context: { cwd: "/p", gitRoot: "/p" } } },
    { type: "subagent.selected", data: { agentName: "a" } },
    {
      type: "tool.execution_start",
      timestamp: "2026-01-01T10:00:00Z",
      data: { toolCallId: "c", toolName: "bash", arguments: { command: "make" } },
    },
    { type: "permission.requested", data: { permissionRequest: { toolCallId: "c" } } },
    {
      type: "permission.completed",
      data: { toolCallId: "c", result: { kind: "approved" }, decisionSource: "human_response" },
    },
    { type: "tool.execution_complete", data: { toolCallId: "c", success: true } },
  ]);
  assert.deepEqual(linesOf((await run(copilot)).calls), ["make | ask | yes | ran"]);
  const pi = fileOf("pi.jsonl", [
    { type: "session", version: 3, id: "s", cwd: "/p" },
    {
      type: "message",
      timestamp: "2026-01-01T10:00:00Z",
      message: {
        role: "assistant",
        content: [{ type: "toolCall", id: "c", name: "bash", arguments: { command: "git log" } }],
      },
    },
  ]);
  assert.deepEqual(linesOf((await run(pi, "--agent", "a")).calls), ["git log | allow | unknown | unknown"]);
});

test("a call is judged in its own directory, and calls can be chosen by project and date", async () => {
  const line = (cwd: string, time: string) => ({
    ...{ type: "assistant", uuid: cwd + time, sessionId: "s", cwd, timestamp: time, attributionAgent: "a" },
    message: { content: [{ type: "tool_use", id: cwd + time, name: "Read", input: { file_path: "/p/x" } }] },
  });
  const file = fileOf("s.jsonl", [line("/p", "2026-01-01T10:00:00Z"), line("/q", "2026-02-01T10:00:00Z")]);
  assert.equal((await run(file, "--project", "/p")).calls.length, 1);
  assert.equal((await run(file, "--since", "2026-01-15")).calls.length, 1);
  await assert.rejects(run(file, "--since", "soon"), /must be a date/);
  await assert.rejects(run(file, "--agent", "nobody"), /unknown agent `nobody`/);
  await assert.rejects(run("/nowhere.log"), /does not exist/);
});

test("an unknown file is named, and secrets never reach the output", async () => {
  const other = fileOf("notes.jsonl", [{ hello: 1 }]);
  assert.match((await run(other)).err, /is neither a decision log nor a session of a known client/);
  for (const [text, secret] of [
    ["TOKEN=hunter2 make", "hunter2"],
    ["MY_VALUE=abc make", "abc"],
    ["curl -H 'Authorization: Bearer abcdef' https://x", "abcdef"],
    ["curl https://x.test/?key=abcdef", "abcdef"],
    ["git clone https://me:pw12@host/x", "pw12"],
    ["deploy ghp_abcdefghijklmnop123456", "ghp_"],
    ["login 4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a", "4f9a8b"],
    ["cat <<EOF\nvery private\nEOF", "private"],
  ] as const)
    assert.ok(!redactCall(text).includes(secret), redactCall(text));
  assert.equal(
    redactCall("git log src/harness/claude-code/sessions.ts"),
    "git log src/harness/claude-code/sessions.ts",
  );
});
