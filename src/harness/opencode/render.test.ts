import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { agentOf, hasLimit, isOnlyDenied, modelOf, skillOf, somePolicy } from "../../../test/support/agent.ts";
import { policyOf } from "../../../test/support/policy.ts";
import { property } from "../../../test/support/random.ts";
import { printJson } from "../../formats/json.ts";
import { splitFrontMatter } from "../../formats/markdown.ts";
import type { Agent } from "../../model/agent.ts";
import { tools, type Verdict } from "../../model/permission.ts";
import { closedEntries } from "./locked-permissions.ts";
import { renderer } from "./render.ts";

type Permissions = Readonly<Record<string, Verdict | Readonly<Record<string, Verdict>>>>;

/** The client's own rule: keys and patterns in written order, `*` is any run, the last match wins, no match asks. */
function oracle(permissions: Permissions, tool: string, subject: string): Verdict {
  const matches = (pattern: string, text: string): boolean => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, "\\$&");
    return new RegExp(`^${escaped.replaceAll("*", ".*").replaceAll("?", ".")}$`, "s").test(text);
  };
  // The client's defaults precede ours and allow everything.
  const defaults = { key: "*", pattern: "*", verdict: "allow" } as const;
  const ours = Object.entries(permissions).flatMap(([key, value]) =>
    Object.entries(typeof value === "string" ? { "*": value } : value).map(([pattern, verdict]) => ({
      key,
      pattern,
      verdict,
    })),
  );
  return [defaults, ...ours].findLast(({ key, pattern }) => matches(key, tool) && matches(pattern, subject))!.verdict;
}

/** What the client reads from the agent's page and from the config: both must agree. */
function rendered(agent: Agent): Permissions | undefined {
  const context = { scope: "user", assets: { pi: "", opencode: "" } } as const;
  const files = renderer.render(modelOf([agent]), context, () => undefined);
  const page = files.find(({ path }) => path === `agents/${agent.name}.md`);
  const config = files.find(({ path }) => path === "opencode.json");
  assert.ok(page?.kind === "whole" && config?.kind === "shared");
  const split = splitFrontMatter(String(page.content));
  assert.ok(split && split !== "open");
  const { permission } = parse(split.yaml) as { permission?: Permissions };
  const inConfig = JSON.parse(printJson(config.keys)).agent[agent.name].permission;
  assert.equal(JSON.stringify(permission), JSON.stringify(inConfig), "the page and the config agree, order and all");
  return permission;
}

const subjects = ["ls", "git push", "rm -rf /", "src/x.ts", "/etc/passwd", "~/x", "https://example.com/", "", "a b\nc"];
const names = ["helper", "reviewer", "1", "42", "general", "x-1"];

property(
  "the rendered file never allows what the policy always denies, unknown tools, or other agents' agents and skills",
  (random) => {
    const someNames = (): string[] => [...new Set(random.list(3, () => random.pick(names)))];
    const [delegates, skills] = [someNames(), someNames()];
    const policy = { ...somePolicy(random, { delegates }), skills };
    const permissions = rendered(agentOf({ policy, skills: skills.map(skillOf) }));
    assert.ok(permissions);
    const subject = random.pick(subjects);
    for (const tool of tools) {
      if (isOnlyDenied(policy, tool))
        assert.equal(oracle(permissions, tool, subject), "deny", JSON.stringify(permissions));
    }
    for (const tool of ["lsp", "codesearch", "plan_exit", "mcp_shell", "bash2", "webfetch_all", "1"])
      assert.equal(oracle(permissions, tool, subject), "deny", tool);
    assert.equal(oracle(permissions, "todowrite", subject), policy.allowTools.length > 0 ? "allow" : "deny");
    for (const tool of ["read", "glob", "grep", "list"])
      if (hasLimit(policy, "no-reading")) assert.equal(oracle(permissions, tool, subject), "deny", tool);
    for (const name of hasLimit(policy, "no-delegation") ? names : [])
      assert.equal(oracle(permissions, "task", name), "deny", name);
    for (const name of [...names, "build", "explore", "", "*", "helper2"]) {
      if (!delegates.includes(name)) assert.equal(oracle(permissions, "task", name), "deny", name);
      if (!skills.includes(name)) assert.equal(oracle(permissions, "skill", name), "deny", name);
    }
  },
);

test("an ungoverned agent has no generated permissions", () => assert.equal(rendered(agentOf()), undefined));

test("a label is written as a harmless comment", () => {
  for (const displayName of ["Chiron (Assistant)", "a --- b", "x\ufffey", "tools: [bash]", "'"]) {
    const files = renderer.render(
      modelOf([agentOf({ displayName })]),
      { scope: "user", assets: { pi: "", opencode: "" } } as const,
      () => undefined,
    );
    const page = files.find(({ path }) => path === "agents/a.md");
    const split = splitFrontMatter(String(page?.kind === "whole" && page.content));
    assert.ok(split && split !== "open");
    assert.deepEqual(parse(split.yaml), { description: "Does a", mode: "all" });
    assert.doesNotMatch(split.yaml, /---|\ufffe/);
  }
});

test("if the plugin is required, the files deny everything and the plugin sets the permissions they would have had", () => {
  const policy = policyOf({ bash: ["ask", "git *:allow"], edit: ["deny"] });
  const context = { scope: "user", assets: { pi: "", opencode: "" } } as const;
  const agents = [agentOf({ name: "kept", policy }), agentOf({ name: "free", policy: undefined })];
  const textsOf = (isRequired: boolean): Map<string, string> => {
    const model = modelOf(agents, { opencodeRequiresPlugin: isRequired });
    const files = renderer.render(model, context, () => undefined);
    return new Map(
      files.map((file) => [file.path, file.kind === "whole" ? String(file.content) : printJson(file.keys)]),
    );
  };
  const [open, closed] = [textsOf(false), textsOf(true)];
  const mapsIn = (texts: Map<string, string>) =>
    JSON.parse(/^const surcingleMaps = (.*?);$/ms.exec(texts.get("plugins/surcingle.js")!)?.[1] ?? "{}");
  const permissionIn = (texts: Map<string, string>, name: string) =>
    JSON.parse(texts.get("opencode.json")!).agent[name].permission;
  const { mark, permission } = mapsIn(closed)["kept"];
  assert.match(mark, /^surcingle-[0-9a-f]{16}$/);
  assert.deepEqual(Object.entries(permissionIn(closed, "kept")), closedEntries(mark));
  assert.match(
    closed.get("agents/kept.md")!,
    new RegExp(`^permission:\n {2}"\\*": deny\n.*${mark}.*: deny\n {2}"\\*{3}": deny\n---$`, "m"),
  );
  assert.equal(closed.get("agents/free.md"), open.get("agents/free.md"));
  assert.deepEqual(Object.keys(mapsIn(closed)), ["kept"]);
  assert.equal(JSON.stringify(permission), JSON.stringify(permissionIn(open, "kept")), "order and all");
  assert.doesNotMatch(open.get("plugins/surcingle.js")!, /surcingleMaps/);
});

test("agents with the same name and different permissions have different marks", () => {
  const rules = [["ask"], ["ask", "git *:allow"], ["ask", "git  *:deny", "git *:allow"], ["deny"]] as const;
  const marks = rules.map(([intent, ...rest]) => {
    const model = modelOf([agentOf({ policy: policyOf({ bash: [intent, ...rest] }) })], {
      opencodeRequiresPlugin: true,
    });
    const files = renderer.render(model, { scope: "user", assets: { pi: "", opencode: "" } }, () => {});
    const page = files.find(({ path }) => path === "agents/a.md");
    return /surcingle-[0-9a-f]{16}/.exec(String(page?.kind === "whole" && page.content))?.[0];
  });
  assert.equal(new Set(marks).size, rules.length);
});
