/** `npm run task-check [-- ID…]`: installs the clients that can carry out a task, and has each of them carry out a few. */
import { onStage, scenes, taskClients } from "../test/task/real-client.ts";
import { installClient } from "./clients.ts";

const ids = process.argv.slice(2);
let failed = 0;
for (const client of taskClients) {
  const { id, title, version } = client;
  if (ids.length > 0 && !ids.includes(id)) continue;
  const program = await installClient(client);
  for (const [what, act] of Object.entries(scenes)) {
    const began = Date.now();
    const problem = await onStage(id, program, act).then(
      () => undefined,
      (error: Error) => error,
    );
    if (problem) failed++;
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`${problem ? "FAILED" : "ok    "} ${title} ${version}: ${what} (${seconds} s)`);
    if (problem) console.log(problem.message);
  }
}
console.log(failed === 0 ? "every client is held to its task" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
