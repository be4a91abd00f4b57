/**
 * Lets each real client record a session, and reads it back: every call must be found, with its agent, directory and
 * the client's record of questions. `node --import tsx scripts/sessions-check.ts [CLIENT…]`
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { readLogs } from "../src/cli/commands/sessions/read-logs.ts";
import { put } from "../src/doctor/scene.ts";
import { conformances } from "../src/harness/conformances.ts";
import type { RecordedCall } from "../src/model/session.ts";
import { onStage } from "../test/clients/stage.ts";
import { clients, installClient } from "./clients/install.ts";

function subjectsOf({ request }: RecordedCall): readonly string[] {
  if (request?.kind === "calls") return request.calls.map(({ subject }) => subject);
  return request?.kind === "reads" ? request.paths : [];
}

const wanted = process.argv.slice(2);
for (const { harness: client, recording } of conformances) {
  if (recording === undefined || (wanted.length > 0 && !wanted.includes(client))) continue;
  const { homeFiles = {}, uses, record, subjects, agent, asked } = recording;
  const chosen = clients.findLast(({ id }) => id === client)!;
  const program = await installClient(chosen);
  await onStage({ trees: [] }, async (stage) => {
    const { home, project, environment } = stage.scene;
    for (const [path, text] of Object.entries(homeFiles)) put(join(home, path), text);
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
    const summary = calls.map(
      (call) => `${subjectsOf(call).join(" ").replaceAll(project, "<project>")} (${call.asked}, ${call.result})`,
    );
    console.log(`ok ${chosen.title} ${chosen.version}: ${summary.join("; ")}; ${skipped.length} skipped`);
  });
}
