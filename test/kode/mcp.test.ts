/** Tests `surcingle mcp` as a program: lines in, lines out, and nothing else on standard output. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gate } from "../../src/harness/claude-code/gate.ts";
import { kodePage } from "../support/kode-skill.ts";
import { makeScratch } from "../support/make-root.ts";

const home = makeScratch("mcp");
for (const slug of ["demo", "dangerous-one"]) {
  mkdirSync(join(home, ".kode/skills", slug), { recursive: true });
  writeFileSync(join(home, ".kode/skills", slug, "SKILL.md"), kodePage(slug));
}
writeFileSync(join(home, "surcingle.toml"), '[kode]\ndeny = ["skill:dangerous-*"]\n');
const program = join(import.meta.dirname, "../../dist/surcingle.cjs");

function serve(lines: readonly string[]): { stdout: string; status: number | null; stderr: string } {
  const env = { PATH: "/nowhere", HOME: home };
  const input = `${lines.join("\n")}\n`;
  return spawnSync(process.execPath, [program, "mcp"], { cwd: home, env, input, encoding: "utf8" });
}

const call = (id: number, slug: string): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "skill_exec", arguments: { slug } } });

test("denied skills are not offered and not run, and a missing client is reported", () => {
  const { stdout, status, stderr } = serve([
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    call(3, "dangerous-one"),
    call(4, "nowhere"),
    call(5, "demo"),
  ]);
  assert.equal(status, 0, stderr);
  const answers = stdout.trim().split("\n");
  assert.deepEqual(
    answers.map((line) => JSON.parse(line).id),
    [1, 2, 3, 4, 5],
  );
  assert.match(answers[1]!, /- demo: /);
  assert.doesNotMatch(answers[1]!, /dangerous-one/);
  assert.match(answers[2]!, /deny the skill `dangerous-one` by `skill:dangerous-\*`/);
  assert.match(answers[3]!, /no skill `nowhere`/);
  assert.match(answers[4]!, /"isError":true/);
});

test("the gate judges `skill_exec` as the skill that it runs", () => {
  const payload = { cwd: "/", tool_name: "mcp__surcingle__skill_exec", tool_input: { slug: "demo" } };
  assert.deepEqual(gate.decodeCall(payload, {}).request, { kind: "skill", skill: "demo", isRunApart: true });
  const other = { cwd: "/", tool_name: "mcp__surcingle__other", tool_input: { slug: "demo" } };
  assert.equal(gate.decodeCall(other, {}).request.kind, "unknown");
});
