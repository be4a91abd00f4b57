/**
 * Lets the real clients record a session each, and reads it back: every call is found, with its agent, directory and what
 * the client tells about questions. `node --import tsx scripts/sessions-check.ts [CLIENT…]`
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readLogs } from "../src/cli/commands/sessions/read-logs.ts";
import type { TableStage } from "../src/doctor/conformance/client-tests.ts";
import { put } from "../src/doctor/scene.ts";
import type { ToolUse } from "../src/doctor/scripted-model/conversation.ts";
import { claudeCode } from "../src/harness/claude-code/client/run.client.ts";
import { codex } from "../src/harness/codex/client/run.client.ts";
import { copilot } from "../src/harness/copilot/client/run.client.ts";
import { startOpencode } from "../src/harness/opencode/client/run.client.ts";
import { pi } from "../src/harness/pi/client/run.client.ts";
import type { RecordedCall } from "../src/model/session.ts";
import { type Program, runProgram } from "../src/process/run.ts";
import { onStage } from "../test/clients/stage.ts";
import { clientOf, installClient } from "./clients/install.ts";

interface Recording {
  readonly client: string;
  readonly version?: string;
  readonly agentFile?: readonly [path: string, text: string];
  readonly uses: (project: string) => readonly ToolUse[];
  readonly record: (program: Program, stage: TableStage, uses: readonly ToolUse[]) => Promise<unknown>;
  /** What must be read back: the subjects of the calls in any order. */
  readonly subjects: readonly string[];
  readonly agent: string | undefined;
  readonly asked: RecordedCall["asked"];
}

const page = "---\nname: helper\ndescription: Helps\n---\nHelp.\n";
const recordings: readonly Recording[] = [
  {
    client: "claude-code",
    version: "2.1.325",
    agentFile: [".claude/agents/helper.md", page],
    uses: (project) => [
      { tool: "Bash", input: { command: "git status" } },
      { tool: "Bash", input: { command: "touch made.txt" } },
      { tool: "Read", input: { file_path: join(project, "README.md") } },
    ],
    record: (program, { scene, model }, uses) => claudeCode(program, scene, model).ask("helper", "main", uses),
    subjects: ["git status", "touch made.txt", "<project>/README.md"],
    agent: "helper",
    asked: "yes",
  },
  {
    client: "opencode",
    agentFile: [".config/opencode/agents/helper.md", "---\ndescription: Helps\nmode: primary\n---\nHelp.\n"],
    uses: () => [
      { tool: "bash", input: { command: "git status", description: "status" } },
      { tool: "bash", input: { command: "touch made.txt", description: "touch" } },
    ],
    record: async (program, { scene, model }, uses) => {
      const server = await startOpencode(program, scene, model);
      try {
        await server.decide("helper", "main", uses);
      } finally {
        await server.stop();
      }
    },
    subjects: ["git status", "touch made.txt"],
    agent: "helper",
    asked: "unknown",
  },
  {
    client: "codex",
    agentFile: [".codex/helper.config.toml", 'developer_instructions = "Help."\n'],
    uses: () => [
      { tool: "exec_command", input: { cmd: "git status" } },
      { tool: "exec_command", input: { cmd: "touch made.txt" } },
    ],
    record: (program, { scene, model }, uses) => codex(program, scene, model).ask("helper", "main", uses),
    subjects: ["git status", "touch made.txt"],
    agent: undefined,
    asked: "unknown",
  },
  {
    client: "copilot",
    agentFile: [".copilot/agents/helper.agent.md", page],
    uses: () => [
      { tool: "bash", input: { command: "git status" } },
      { tool: "bash", input: { command: "touch made.txt" } },
    ],
    record: (program, { scene, model }, uses) => copilot(program, scene, model).ask("helper", "main", uses),
    subjects: ["git status", "touch made.txt"],
    agent: "helper",
    asked: "nobody",
  },
  {
    client: "pi",
    uses: () => [
      { tool: "bash", input: { command: "git status" } },
      { tool: "bash", input: { command: "touch made.txt" } },
    ],
    // The client is asked about decisions without a session; here the session is what matters.
    record: (program, { scene, model }, uses) => {
      pi(program, scene, model);
      const environment = { ...scene.environment, PI_OFFLINE: "1", PI_TELEMETRY: "0" };
      const words = ["-p", "--model", "scripted/scripted", model.play([uses])];
      return runProgram({ program, words, directory: scene.project, environment });
    },
    subjects: ["git status", "touch made.txt"],
    agent: undefined,
    asked: "unknown",
  },
];

function subjectsOf({ request }: RecordedCall): readonly string[] {
  if (request?.kind === "calls") return request.calls.map(({ subject }) => subject);
  return request?.kind === "reads" ? request.paths : [];
}

const wanted = process.argv.slice(2);
for (const { client, version, agentFile, uses, record, subjects, agent, asked } of recordings) {
  if (wanted.length > 0 && !wanted.includes(client)) continue;
  const chosen = clientOf(client, version);
  const program = await installClient(chosen);
  await onStage({ trees: [] }, async (stage) => {
    const { home, project, environment } = stage.scene;
    if (agentFile) put(join(home, agentFile[0]), agentFile[1]);
    await record(program, stage, uses(project));
    const { calls, problems, skipped } = await readLogs([], home, environment);
    assert.deepEqual(problems, []);
    const found = calls.flatMap(subjectsOf).map((subject) => subject.replaceAll(project, "<project>"));
    for (const subject of subjects)
      assert.ok(found.includes(subject), `${client}: ${subject} not in ${found.join(", ")}`);
    for (const call of calls) {
      assert.equal(call.harness, client);
      assert.equal(call.agent, agent);
      assert.equal(call.cwd, project);
      assert.equal(call.project, project);
      assert.ok(call.time !== undefined && Math.abs(call.time - Date.now()) < 600_000, "the time of the call");
    }
    const changing = calls.find((call) => subjectsOf(call).includes("touch made.txt"));
    assert.equal(changing?.asked, asked, `${client}: asked`);
    const told = calls.map(
      (call) => `${subjectsOf(call).join(" ").replaceAll(project, "<project>")} (${call.asked}, ${call.result})`,
    );
    console.log(`ok ${chosen.title} ${chosen.version}: ${told.join("; ")}; ${skipped.length} skipped`);
  });
}
