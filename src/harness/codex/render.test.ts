/** Tests that no rendered file gives a Codex agent more than its policy, whether the hook runs or not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentOf, modelOf, somePolicy } from "../../../test/support/agent.ts";
import { property } from "../../../test/support/random.ts";
import { readToml } from "../../formats/toml.ts";
import type { Agent } from "../../model/agent.ts";
import { defaultSandbox } from "../../model/sandbox.ts";
import { compilePolicy } from "../../policy/compile.ts";
import type { Scope } from "../harness.ts";
import { isAlwaysDenied, plainVerdict } from "../render/whole-tools.ts";
import { hookHash } from "./profile.ts";
import { renderer } from "./render.ts";

// biome-ignore lint/suspicious/noExplicitAny: what the client reads is looked at as plain data
type Table = Record<string, any>;

function render(agents: readonly Agent[], home: string | undefined, scope: Scope = "user"): Map<string, Table> {
  const context = { scope, assets: { pi: "", opencode: "" }, ...(home === undefined ? {} : { home }) };
  const files = renderer.render(modelOf(agents), context, () => undefined);
  return new Map(
    files.flatMap((file) =>
      file.kind === "whole" && file.path.endsWith(".toml") ? [[file.path, readToml(String(file.content))]] : [],
    ),
  );
}

const allowed = { intent: "allow", rules: [] } as const;
const free = { bash: allowed, edit: allowed, websearch: allowed, question: allowed, external_directory: allowed };

test("a profile carries its hook, and the trust in exactly that hook", () => {
  const policy = compilePolicy({ agent: "a", permissions: { edit: { intent: "deny", rules: [] } } });
  const profile = render([agentOf({ mode: "primary", policy })], "/home/me/").get("a.config.toml")!;
  const [{ matcher, hooks }] = profile["hooks"].PreToolUse;
  const { command, timeout } = hooks[0];
  const state = profile["hooks"].state["/home/me/.codex/a.config.toml:pre_tool_use:0:0"];
  assert.equal(state.trusted_hash, hookHash({ command, timeout, matcher }));
  assert.equal(profile["sandbox_mode"], undefined, "the permissions would be ignored beside it");
  assert.equal(profile["permissions"][profile["default_permissions"]].filesystem[":workspace_roots"]["."], "read");
});

test("the sandbox of a profile is a permission profile from the rules of the policy", () => {
  const rule = (text: string) => {
    const [pattern = "", verdict] = text.split(/:(?=[a-z]+$)/);
    return { pattern, verdict: verdict as "allow", from: "x" };
  };
  const profileOf = (
    edit: readonly string[],
    intent: "allow" | "deny",
    use: "on" | "off",
    webfetch: "allow" | "deny",
  ) => {
    const policy = compilePolicy({
      agent: "a",
      permissions: {
        bash: allowed,
        edit: { intent, rules: edit.map(rule) },
        read: { intent: "allow", rules: [rule("private/**:deny")] },
        webfetch: { intent: webfetch, rules: [] },
        external_directory: { intent: "deny", rules: [] },
      },
      sandbox: { ...defaultSandbox, use },
    });
    return render([agentOf({ mode: "primary", policy })], "/home/me").get("a.config.toml")!;
  };
  const some = profileOf(
    ["src/deep/kept/**:deny", "**/*.lock:deny", "src/**:allow", "a.md:allow"],
    "deny",
    "on",
    "deny",
  );
  const { filesystem, network } = some["permissions"]["surcingle"];
  const project = filesystem[":workspace_roots"];
  assert.deepEqual(
    Object.entries(project).filter(([path]) => !path.startsWith("**/")),
    // Each directory between a denied one and the writable one above it is listed: otherwise it could be renamed.
    [
      [".", "read"],
      ["a.md", "write"],
      ["private", "deny"],
      ["src", "write"],
      ["src/deep", "write"],
      ["src/deep/kept", "read"],
    ],
  );
  assert.equal(project["**/.env"], "deny");
  assert.deepEqual([filesystem[":root"], filesystem["~/.ssh"], filesystem[":slash_tmp"]], ["read", "deny", undefined]);
  assert.equal(network, undefined);
  assert.equal(some["shell_environment_policy"].set.TMPDIR, "/dev/shm");
  const all = profileOf(["docs/**:deny"], "allow", "on", "allow")["permissions"]["surcingle"];
  assert.equal(all.network.enabled, true);
  const open = all.filesystem[":workspace_roots"];
  assert.deepEqual(
    [open["."], open[".git"], open[".claude"], open["AGENTS.md"], open["docs"]],
    ["write", "read", "read", "read", "read"],
  );
  assert.equal(profileOf([], "allow", "off", "deny")["sandbox_mode"], "workspace-write");
});

test("without a home the profile has no shell, no writing and no approval", () => {
  const policy = compilePolicy({ agent: "a", permissions: free });
  const profile = render([agentOf({ mode: "primary", policy })], undefined).get("a.config.toml")!;
  assert.equal(profile["features"].shell_tool, false);
  assert.equal(profile["features"].multi_agent, false);
  assert.deepEqual([profile["sandbox_mode"], profile["approval_policy"]], ["read-only", "never"]);
  assert.equal(profile["hooks"], undefined);
});

test("an ungoverned agent has no hook and keeps the client's own settings", () => {
  const files = render([agentOf()], "/home/me");
  assert.deepEqual(Object.keys(files.get("a.config.toml")!), ["developer_instructions"]);
  assert.deepEqual(Object.keys(files.get("agents/a.toml")!), ["name", "description", "developer_instructions"]);
});

test("a role that needs the hook is known to profiles only", () => {
  const kid = agentOf({ name: "kid", mode: "subagent", policy: compilePolicy({ agent: "kid", permissions: {} }) });
  const policy = compilePolicy({ agent: "boss", permissions: free, delegates: ["kid"] });
  const boss = agentOf({ name: "boss", mode: "primary", policy });
  const files = render([boss, kid], "/home/me");
  assert.deepEqual([...files.keys()], ["boss.config.toml", "surcingle/roles/kid.toml"]);
  assert.equal(files.get("boss.config.toml")!["agents"].kid.config_file, "surcingle/roles/kid.toml");
  // The role would search as the profile does.
  assert.equal(files.get("boss.config.toml")!["web_search"], "disabled");
  assert.deepEqual([...render([boss, kid], undefined).keys()], ["boss.config.toml"]);
  assert.deepEqual([...render([boss, kid], "/home/me", "project").keys()], []);
});

property("no governed agent is a role that every session can start", (random) => {
  for (const home of [undefined, "/home/me"])
    assert.equal(render([agentOf({ policy: somePolicy(random) })], home).get("agents/a.toml"), undefined);
});

property(
  "a profile searches only where every search is allowed, and has no shell where every command is denied",
  (random) => {
    const policy = somePolicy(random);
    for (const home of [undefined, "/home/me"]) {
      const profile = render([agentOf({ mode: "primary", policy })], home).get("a.config.toml")!;
      if (profile["web_search"] !== "disabled") assert.equal(plainVerdict(policy, "websearch"), "allow");
      if (isAlwaysDenied(policy, "bash")) assert.equal(profile["features"].shell_tool, false);
      assert.notEqual(profile["sandbox_mode"], "danger-full-access");
    }
  },
);
