import assert from "node:assert/strict";
import { test } from "node:test";
import { compilePolicy } from "../../policy/compile.ts";
import { launcher } from "./launch.ts";

const request = {
  directory: "/scratch/.codex",
  home: "/home/me",
  agent: "task-1",
  prompt: "Do it",
  cwd: '/project/a "b"',
  model: "gpt",
  mayRead: true,
  env: {},
};

test("the profile is used and project settings are ignored, even in a trusted project", () => {
  const policy = compilePolicy({ agent: "task-1", permissions: { bash: { intent: "allow", rules: [] } } });
  const launch = launcher.launch(request, policy);
  assert.ok(!("problem" in launch));
  const { words, environment, input, links } = launch;
  assert.deepEqual(words.slice(0, 3), ["exec", "-p", "task-1"]);
  assert.ok(words.includes('projects={"/project/a \\"b\\""={trust_level="untrusted"}}'));
  assert.ok(words.includes("features.hooks=true"));
  assert.deepEqual([environment, input], [{ CODEX_HOME: "/scratch/.codex" }, "Do it"]);
  assert.deepEqual(
    links.map(({ from }) => from),
    ["/home/me/.codex/auth.json", "/home/me/.codex/config.toml"],
  );
});

test("an agent without a shell could not even read, so it is not started", () => {
  const policy = compilePolicy({ agent: "task-1", permissions: { bash: { intent: "deny", rules: [] } } });
  assert.ok("problem" in launcher.launch(request, policy));
});
