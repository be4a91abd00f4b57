import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { kodeSkillOf } from "../../../test/support/kode-skill.ts";
import { makeRoots } from "../../../test/support/make-root.ts";
import { isProblem } from "../../base/problem.ts";
import { type Denial, readDenial } from "./deny-rules.ts";
import { execSkill, noRunner, type SkillRunner } from "./run.ts";

const makeRoot = makeRoots("run");
const cwd = "/nowhere";
const denialsOf = (...texts: string[]): Denial[] => texts.map((text) => readDenial(text)!);

test("T8 without a runner a run ends in skill-runtime-missing", async () => {
  const result = await noRunner(kodeSkillOf({ slug: "demo" }), []);
  assert.ok(isProblem(result), "it was accepted");
  assert.equal(result.code, "skill-runtime-missing");
  const executed = await execSkill({ skill: kodeSkillOf({}), args: [], denials: [], env: {}, cwd });
  assert.ok(isProblem(executed) && executed.code === "skill-runtime-missing", "and so by default");
});

test("T9 a registered runner gets the request, and its answer is returned", async () => {
  const seen: unknown[] = [];
  const runner: SkillRunner = async (skill, args) => {
    seen.push([skill.slug, args]);
    return { output: `ran ${skill.slug}` };
  };
  const request = { skill: kodeSkillOf({ slug: "demo" }), args: ["a", "b c"], denials: [], env: {}, cwd, runner };
  assert.deepEqual(await execSkill(request), { output: "ran demo" });
  assert.deepEqual(seen, [["demo", ["a", "b c"]]]);
});

const neverRuns: SkillRunner = () => assert.fail("nothing may be started");

test("a program or a variable that a skill requires and that is missing is refused before anything starts", async () => {
  const bin = makeRoot({ jq: "#!/bin/sh\n", git: "" });
  chmodSync(join(bin, "jq"), 0o755);
  const skill = kodeSkillOf({
    slug: "demo",
    requires: { bins: ["jq", "git", "nope"], env: ["SET", "EMPTY", "UNSET"] },
  });
  const env = { PATH: `:relative:${bin}`, SET: "1", EMPTY: "" };
  const result = await execSkill({ skill, args: [], denials: [], env, cwd, runner: neverRuns });
  assert.ok(isProblem(result), "it was accepted");
  assert.equal(result.code, "skill-requires");
  assert.equal(
    result.message,
    "the skill `demo` needs `git`, `nope` on PATH and `EMPTY`, `UNSET` in the environment",
    "a file that is not executable is not a program, and an empty variable counts as not set",
  );
  const enough = kodeSkillOf({ requires: { bins: ["jq"], env: ["SET"] } });
  const runner: SkillRunner = async () => ({ output: "ran" });
  assert.deepEqual(await execSkill({ skill: enough, args: [], denials: [], env, cwd, runner }), { output: "ran" });
});

test("a program that is required by a relative path is looked up where the client is started", async () => {
  const project = makeRoot({ "scripts/tool": "#!/bin/sh\n" });
  chmodSync(join(project, "scripts/tool"), 0o755);
  const skill = kodeSkillOf({ requires: { bins: ["scripts/tool"], env: [] } });
  const request = { skill, args: [], denials: [], env: {} };
  const runner: SkillRunner = async () => ({ output: "ran" });
  assert.deepEqual(await execSkill({ ...request, cwd: project, runner }), { output: "ran" });
  const result = await execSkill({ ...request, cwd: join(project, "scripts"), runner: neverRuns });
  assert.ok(isProblem(result) && result.code === "skill-requires");
});

for (const { deny, slug, isDenied } of [
  { deny: ["skill:dangerous-*"], slug: "dangerous-rm", isDenied: true },
  { deny: ["skill:dangerous-*"], slug: "dangerous", isDenied: false },
  { deny: ["skill:dangerous-*"], slug: "not-dangerous-rm", isDenied: false },
  { deny: ["skill:exact"], slug: "exact", isDenied: true },
  { deny: ["skill:exact"], slug: "exactly", isDenied: false },
  { deny: ["skill:*-prod"], slug: "deploy-prod", isDenied: true },
  { deny: ["skill:*"], slug: "anything", isDenied: true },
  { deny: ["tool:skill_exec"], slug: "anything", isDenied: true },
  { deny: ["skill:a", "skill:b"], slug: "b", isDenied: true },
  { deny: ["tool:shell", "bash:rm *", "fs:write"], slug: "anything", isDenied: false },
  { deny: [], slug: "anything", isDenied: false },
]) {
  test(`with ${JSON.stringify(deny)} the skill ${slug} is ${isDenied ? "denied" : "run"}`, async () => {
    const runner: SkillRunner = async () => (isDenied ? assert.fail("it was started") : { output: "ran" });
    const skill = kodeSkillOf({ slug, requires: { bins: [], env: [] } });
    const result = await execSkill({ skill, args: [], denials: denialsOf(...deny), env: {}, cwd, runner });
    assert.equal(isProblem(result) ? result.code : "ran", isDenied ? "skill-denied" : "ran");
  });
}
