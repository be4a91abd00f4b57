/** `npm run skill-exec [-- ID…]`: installs the clients that can run a skill, and runs one on each with a scripted model. */

import { askMcp } from "../test/kode/mcp-client.ts";
import { execClients, onStage, questions } from "../test/kode/real-client.ts";
import { installClient } from "./clients.ts";

const ids = process.argv.slice(2);
let failed = 0;
for (const client of execClients) {
  const { id, title, version } = client;
  if (ids.length > 0 && !ids.includes(id)) continue;
  const program = await installClient(client);
  const asked = Object.entries(questions).map(([what, ask]) => [what, () => onStage(id, program, ask)] as const);
  const mcp = ["an agent runs the skills it lists through `surcingle mcp`", () => askMcp(program)] as const;
  for (const [what, ask] of id === "claude-code" ? [...asked, mcp] : asked) {
    const problem = await ask().then(
      () => undefined,
      (error: Error) => error,
    );
    if (problem) failed++;
    console.log(`${problem ? "FAILED" : "ok    "} ${title} ${version}: ${what}`);
    if (problem) console.log(problem.message);
  }
}
console.log(failed === 0 ? "every client keeps to the tools of a skill" : `${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
