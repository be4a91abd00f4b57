/** Tests `surcingle mcp` in the real Claude Code: a governed agent runs the skills it lists, with only reading. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { makeScene, put } from "../../src/doctor/scene.ts";
import { startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import { type Program, runProgram } from "../../src/process/run.ts";
import { scriptedEnvironment } from "../support/headless-clients.ts";
import { kodePage } from "../support/kode-skill.ts";

const surcingle = join(import.meta.dirname, "../../dist/surcingle.cjs");

const agentToml = `name = "caller"
description = "Calls"
skills = ["demo"]
[permissions.bash]
intent = "deny"
[permissions.edit]
intent = "deny"
`;

async function askMcp(program: Program): Promise<void> {
  const model = await startScriptedModel();
  const files = { "readme.txt": "READ ME\n" };
  const scene = makeScene({ trees: [], files, environment: scriptedEnvironment(model.url) });
  try {
    const bin = join(scene.root, "bin");
    put(join(bin, "claude"), `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(" ")} "$@"\n`);
    chmodSync(join(bin, "claude"), 0o755);
    const environment = { ...scene.environment, PATH: `${bin}:${scene.environment["PATH"] ?? ""}` };
    const inner = model.play([
      [
        { tool: "Read", input: { file_path: join(scene.project, "readme.txt") } },
        { tool: "Bash", input: { command: "touch made.txt" } },
      ],
    ]);
    const tools = "metadata:\n  kode:\n    tools: [read_file, shell]\n";
    for (const [slug, body] of [
      ["demo", inner],
      ["other", "Do nothing"],
    ] as const)
      put(join(scene.home, `.kode/skills/${slug}/SKILL.md`), kodePage(slug, tools, `${body} $ARGUMENTS\n`));
    const root = join(scene.root, "root");
    put(join(root, "agents/caller/agent.toml"), agentToml);
    put(join(root, "agents/caller/system-prompt.md"), "You call.\n");
    put(join(root, "skills/demo/SKILL.md"), "---\nname: demo\ndescription: Demo\n---\nDo.\n");
    const apply = ["apply", "--quiet", "--root", root, "--to", scene.home, "--harness", "claude-code"];
    execFileSync(process.execPath, [surcingle, ...apply], { stdio: "ignore" });
    const server = { command: process.execPath, args: [surcingle, "mcp"], env: environment };
    put(join(scene.root, "mcp.json"), JSON.stringify({ mcpServers: { surcingle: server } }));
    const call = (slug: string) => ({ tool: "mcp__surcingle__skill_exec", input: { slug, args: ["hello"] } });
    const outer = model.play([[call("demo"), call("other")]]);
    const words = ["-p", "--agent", "caller", "--mcp-config", join(scene.root, "mcp.json"), "--no-session-persistence"];
    const run = await runProgram({
      ...{ program, environment, directory: scene.project, input: "", seconds: 240 },
      words: [...words, outer],
    });
    assert.equal(run.exitCode, 0, run.stderr);
    const [mine, others] = model.played(outer).map(({ result }) => result);
    assert.deepEqual([mine?.failed, mine?.text.trim()], [false, "done"]);
    assert.match(others?.text ?? "", /surcingle: caller: deny skill `other`/);
    const [read, shell] = model.played(inner).map(({ result }) => result);
    assert.match(read?.text ?? "", /READ ME/);
    assert.equal(shell?.failed, true, "the skill lists the shell, but the server does not allow it");
    assert.equal(existsSync(join(scene.project, "made.txt")), false);
  } finally {
    model.close();
    scene.dispose();
  }
}

/** By the id of the client. */
export const mcpScenes: Readonly<Record<string, Readonly<Record<string, (program: Program) => Promise<void>>>>> = {
  "claude-code": { "an agent runs the skills it lists through `surcingle mcp`": askMcp },
};
