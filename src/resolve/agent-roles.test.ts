/** Tests an agent with a role: the same limits in its policy, the same texts in its prompt, on every harness. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { agentFiles, type Files, makeRoots } from "../../test/support/make-root.ts";
import { renderRoots } from "../../test/support/render-case.ts";
import { limitsOf } from "../capability/limits.ts";
import type { Agent } from "../model/agent.ts";
import { roleText } from "../model/role.ts";
import { loadRoleSet } from "../task/load.ts";

const makeRoot = makeRoots("agent-roles");

async function agentsOf(...roots: readonly Files[]): Promise<ReadonlyMap<string, Agent>> {
  const { result, diagnostics } = await renderRoots(roots.map(makeRoot));
  assert.ok(result, JSON.stringify(diagnostics.map(({ message }) => message)));
  return new Map(result.model.agents.map((agent) => [agent.name, agent]));
}

test("the limits of the role are those of a task without parameters, in either spelling of the field", async () => {
  const agents = await agentsOf({
    ...agentFiles("a", undefined, 'role = "edit-local"\n'),
    ...agentFiles("b", "", 'substrate_role = "read-only"\n'),
  });
  const { roles } = await loadRoleSet([], () => assert.fail());
  for (const [agent, role] of [
    ["a", "edit-local"],
    ["b", "read-only"],
  ] as const) {
    const policy = agents.get(agent)!.policy!;
    assert.deepEqual(policy.limits, limitsOf(roles.get(role)!, undefined));
    assert.ok(policy.limits.length > 0 && policy.limits.every(({ kind }) => kind !== "only-paths"));
  }
  assert.equal(
    agents.get("b")!.policy!.otherwise.bash,
    "ask",
    "an agent with a role is governed, and unlisted tools ask",
  );
});

test("an agent without a role has no limits, and its body is its prompt", async () => {
  const agent = (await agentsOf(agentFiles("a"))).get("a")!;
  assert.deepEqual([agent.policy?.limits, agent.role], [[], undefined]);
});

test("every harness with agents adds the role's texts after the prompt and before the rules", async () => {
  const root = makeRoot({
    ...agentFiles("a", undefined, 'mode = "primary"\nrole = "edit-local"\nrules = ["x"]\n'),
    "rules/x.md": "Be kind.\n",
  });
  const { result } = await renderRoots([root]);
  const text = roleText((await loadRoleSet([], () => assert.fail())).roles.get("edit-local")!);
  assert.match(text, /^# AGENT SUBSTRATE — role edit-local\n\n[\s\S]+\n\n---\n\n/);
  const body = `Do a.\n\n${text}\n\n# Rules\n\n## x\n\nBe kind.\n`;
  for (const { harness, files } of result!.rendered) {
    const isThere = files.some((file) => {
      const content = file.kind === "whole" ? String(file.content) : "";
      return (
        content.includes(body) || content.includes(JSON.stringify(body).slice(1, -1)) || content.includes(body.trim())
      );
    });
    assert.equal(isThere, harness.id !== "kode", harness.id);
  }
});

test("no agent delegates to one whose role is not spawnable", async () => {
  const agents = await agentsOf({
    ...agentFiles("boss", undefined, 'role = "git-ops"\n'),
    ...agentFiles("kid", undefined, 'role = "edit-local"\n'),
    ...agentFiles("plain"),
  });
  assert.deepEqual(agents.get("plain")!.policy!.delegates, ["kid"]);
  assert.deepEqual(agents.get("boss")!.policy!.delegates, ["kid", "plain"]);
});

test("tools that the settings allow are allowed to a role only if it lists them", async () => {
  const tools = '[tools]\nallowed = ["Read", "TodoWrite"]\n';
  const agents = await agentsOf({
    ...agentFiles("a", undefined, 'role = "mine"\n'),
    ...agentFiles("b"),
    "roles/mine.toml": `[role]\nname = "mine"\ndescription = "Mine"\n${tools}`,
    "surcingle.toml": 'allow_tools = ["TodoWrite", "LSP"]\n',
  });
  assert.deepEqual(agents.get("a")!.policy!.allowTools, ["TodoWrite"]);
  assert.deepEqual(agents.get("b")!.policy!.allowTools, ["TodoWrite", "LSP"]);
});

test("replacements by a later root are listed, replacements of shipped definitions are not", async () => {
  const role = (name: string): Files => ({ [`roles/${name}.toml`]: `[role]\nname = "${name}"\ndescription = "x"\n` });
  const roots = [{ ...agentFiles("a", "", 'role = "mine"\n'), ...role("mine"), ...role("read-only") }, role("mine")];
  const { result, diagnostics } = await renderRoots(roots.map(makeRoot));
  assert.deepEqual(result?.model.replaced, [{ kind: "role", name: "mine", root: 0, by: 1 }]);
  assert.deepEqual(
    diagnostics.filter(({ loss }) => !loss),
    [],
  );
});
