/**
 * Tests `skill exec` on each installed real client; others are skipped by name. `npm run clients exec` installs them.
 */
import { test } from "node:test";
import { installed } from "../../scripts/clients/install.ts";
import { headlessClients } from "../support/headless-clients.ts";
import { onStage, questions } from "./real-client.ts";

for (const client of headlessClients.filter(({ headless }) => headless.read !== undefined)) {
  const { title, version } = client.package;
  const program = installed(client.package);
  const skip = program === undefined && `${title} ${version} is not installed; \`npm run clients exec\` installs it`;
  for (const [what, ask] of Object.entries(questions)) {
    test(`${title} ${version}: ${what}`, { skip }, () => onStage(client, program!, ask));
  }
}
