/** Asks the real clients, and writes down what they said. `npm run conformance [-- CLIENT…]`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkGate } from "../test/clients/closed.ts";
import { finding } from "../test/clients/finding.ts";
import { type Answered, conformancePage, isRight, summary } from "../test/clients/page.ts";
import { type Round, rounds } from "../test/clients/rounds.ts";
import { skillsSection } from "../test/clients/skills/section.ts";
import { repository } from "../test/clients/trees.ts";
import { type Client, type ClientId, clientOf, clients, installClient } from "./clients.ts";

function programsIn(directory: string): string {
  mkdirSync(directory);
  linkGate(join(directory, "surcingle-gate"));
  return directory;
}

function clientIn(round: Round): Client {
  const id = clients.find((client): client is Client & { id: ClientId } => client.id === round.client)?.id;
  if (id === undefined) throw new Error(`there is no client \`${round.client}\``);
  return clientOf(id, round.version);
}

async function answer(round: Round, into: string, path: readonly string[], attempt = 1): Promise<Answered> {
  const { title, version } = clientIn(round);
  const head = { title, version, agents: round.agents, scene: round.scene };
  try {
    const program = await installClient(clientIn(round));
    return {
      ...head,
      findings: await round.ask({ program, into, path, runtime: await installClient(clientOf("node")) }),
    };
  } catch (error) {
    const evidence = error instanceof Error ? `${error.stack}` : String(error);
    // A client that could not be asked has decided nothing: that is not an answer, so it is asked once more.
    if (attempt === 1) {
      console.log(`${title} ${version} could not be asked and is tried once more\n    ${evidence}`);
      return answer(round, into, path, 2);
    }
    return { ...head, findings: [finding("accepted", "the client can be asked", false, evidence)] };
  }
}

/** Clients wait for much: three at a time are done sooner, more would run into their own time limits. */
async function answerAll(wanted: readonly Round[], into: string): Promise<readonly Answered[]> {
  const path = [programsIn(join(into, "bin"))];
  const answers: Answered[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < wanted.length; at = next++) {
      const start = Date.now();
      const answered = await answer(wanted[at]!, into, path);
      answers[at] = answered;
      console.log(`${summary(answered)} (${Math.round((Date.now() - start) / 1000)} s)`);
      for (const { check, evidence, outcome } of answered.findings)
        if (outcome === "failed") console.log(`  failed: ${check}\n    ${evidence}`);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return answers;
}

/** What another program writes about skills and commands stays. */
function writePage(page: string): void {
  const section = skillsSection();
  writeFileSync(join(repository, "docs/conformance.md"), page + section);
}

const asked = process.argv.slice(2);
const wanted = rounds.filter(
  ({ client, agents }) => asked.length === 0 || asked.includes(client) || asked.includes(`${client}:${agents}`),
);
const out = mkdtempSync(join(tmpdir(), "surcingle-conformance-"));
try {
  const answers = await answerAll(wanted, out);
  // A run about some clients only says nothing about the others.
  if (asked.length === 0) writePage(conformancePage(answers));
  if (answers.length === 0 || !answers.every(isRight)) process.exitCode = 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
