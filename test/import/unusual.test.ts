/** Tests unusual but valid agent files: the imported policy is never looser than the source client. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { harnesses } from "../../src/harness/all.ts";
import type { Agent } from "../../src/model/agent.ts";
import { type Tool, type Verdict, verdicts } from "../../src/model/permission.ts";
import { decide } from "../../src/policy/decide.ts";
import { assets } from "../support/golden.ts";
import { importCase } from "../support/import-case.ts";
import { makeScratch } from "../support/make-root.ts";
import { surroundingsOf } from "../support/policy.ts";
import { renderRoots } from "../support/render-case.ts";

const scratch = makeScratch("unusual");

/** A tool that the client does not offer is denied there. */
const table: Readonly<Record<string, readonly (readonly [agent: string, Tool, input: string, client: Verdict])[]>> = {
  "claude-unusual": [
    ["c01-wild-tools", "bash", "git log -1", "ask"],
    ["c01-wild-tools", "bash", "rm x", "deny"],
    ["c01-wild-tools", "edit", "a.ts", "deny"],
    ["c02-crlf", "edit", "a.ts", "deny"],
    ["c02-crlf", "bash", "git push origin", "ask"],
    ["c03-nodesc", "bash", "ls", "deny"],
    ["c03-nodesc", "edit", "secrets/key", "deny"],
    ["c04-folded", "bash", "rm x", "deny"],
    ["c04-folded", "webfetch", "https://example.com/", "deny"],
    ["c05-plan", "edit", "a.ts", "deny"],
    ["c06-dontask", "bash", "make", "deny"],
    ["c06-dontask", "edit", "a.ts", "deny"],
    ["c08-anchors", "read", "a.ts", "deny"],
    ["c09-agent-tool", "edit", "a.ts", "deny"],
    ["c10-glob", "read", "a.ts", "deny"],
    ["c11-noread", "read", "a.ts", "deny"],
    ["c12-grep", "edit", "a.ts", "deny"],
    ["c12-grep", "read", "secrets/key", "deny"],
    ["weird-name-42", "read", "a.ts", "deny"],
  ],
  "opencode-unusual": [
    ["o01-json", "bash", "npm publish", "deny"],
    ["o01-json", "bash", "git status", "deny"],
    ["o01-json", "edit", "a.ts", "deny"],
    ["o03-nested", "bash", "rm x", "ask"],
    ["o03-nested", "bash", "rm -rf x", "deny"],
    ["o03-nested", "bash", "git commit -m x", "ask"],
    ["o03-nested", "edit", "src/secret.ts", "deny"],
    ["o03-nested", "edit", "README.md", "ask"],
    ["o04-legacy", "edit", "a.ts", "deny"],
    ["o06-crlf", "bash", "git status", "deny"],
    ["o07-order", "bash", "ls", "deny"],
    ["o07-order", "read", "a.ts", "deny"],
    ["o08-wildkey", "bash", "git push --force", "deny"],
    ["o08-wildkey", "bash", "sudo ls", "ask"],
    ["o08-wildkey", "edit", "a.ts", "deny"],
    ["o08-wildkey", "webfetch", "https://example.com/", "deny"],
    ["o08-wildkey", "read", "sub/x.env", "deny"],
    // Not verdicts: the client does not start with such a file.
    ["o09-bool", "edit", "a.ts", "deny"],
    ["o09-bool", "bash", "ls", "deny"],
    ["team-o05-deep", "read", "a.ts", "ask"],
  ],
  "copilot-unusual": [
    ["p01-tools", "bash", "git status", "deny"],
    ["p01-tools", "edit", "a.ts", "ask"],
    ["p01-tools", "webfetch", "https://example.com/", "deny"],
    ["p02-string", "edit", "a.ts", "deny"],
    ["p02-string", "bash", "make", "ask"],
    ["p03-empty", "read", "a.ts", "deny"],
  ],
  "codex-unusual": [
    ["x01", "edit", "a.ts", "deny"],
    ["x01", "bash", "rm x", "deny"],
    ["x01", "bash", "git push origin", "deny"],
    ["x02", "bash", "ls", "deny"],
    ["x03", "bash", "rm x", "deny"],
    ["deep", "read", "~/.ssh/id_ed25519", "deny"],
    ["deep", "websearch", "weather", "deny"],
  ],
};

async function importedAgents(name: string): Promise<ReadonlyMap<string, Agent>> {
  const root = join(scratch, name);
  for (const { path, content } of importCase(join(import.meta.dirname, "cases", name)).files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const { result } = await renderRoots([root], harnesses.slice(0, 1), assets);
  return new Map(result?.model.agents.map((agent) => [agent.name, agent]));
}

for (const [name, rows] of Object.entries(table))
  test(`${name}: no decision is looser than the client's`, async () => {
    const agents = await importedAgents(name);
    for (const [agent, tool, subject, client] of rows) {
      const policy = agents.get(agent)?.policy;
      assert.ok(policy, agent);
      const { verdict } = decide(policy, { tool, subject }, surroundingsOf());
      const isNoLooser = verdicts.indexOf(verdict) >= verdicts.indexOf(client);
      assert.ok(isNoLooser, `${agent}: ${tool} \`${subject}\` is ${verdict}, in the client ${client}`);
    }
  });
