/** `skill exec` on each real client that is installed; the others are skipped by name. `npm run skill-exec` installs them. */
import { test } from "node:test";
import { execClients, installed, onStage, questions } from "./real-client.ts";

for (const client of execClients) {
  const { id, title, version } = client;
  const program = installed(client);
  const skip = program === undefined && `${title} ${version} is not installed; \`npm run skill-exec\` installs it`;
  for (const [what, ask] of Object.entries(questions)) {
    test(`${title} ${version}: ${what}`, { skip }, () => onStage(id, program!, ask));
  }
}
