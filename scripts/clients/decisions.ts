/** Asks the real clients for their decisions on a third of the table, or on all of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Round } from "../../src/doctor/conformance/client-tests.ts";
import { finding } from "../../src/doctor/conformance/conformance-findings.ts";
import { linkGate } from "../../test/clients/closed.ts";
import { type Answered, conformancePage, isRight, summary } from "../../test/clients/page.ts";
import { rounds, runRound, sceneOf, type Work } from "../../test/clients/rounds.ts";
import { skillsSection } from "../../test/clients/skills/section.ts";
import { repository } from "../../test/clients/trees.ts";
import { clientOf, installClient } from "./install.ts";
import { isWanted, type Suite } from "./options.ts";

function programsIn(directory: string): string {
  mkdirSync(directory);
  linkGate(join(directory, "surcingle-gate"));
  return directory;
}

type Shared = Omit<Work, "program" | "runtime">;

async function answer(round: Round, work: Shared, attempt = 1): Promise<Answered> {
  const client = clientOf(round.client, round.version);
  const { title, version } = client;
  const head: Omit<Answered, "findings"> = {
    title,
    version,
    agents: round.isRaw && round.agents === "broken" ? "raw" : round.agents,
    scene: sceneOf(round),
  };
  try {
    const program = await installClient(client);
    const runtime = await installClient(clientOf("node"));
    return { ...head, findings: await runRound(round, { ...work, program, runtime }) };
  } catch (error) {
    const evidence = error instanceof Error ? `${error.stack}` : String(error);
    // A failed run is not a decision, so it is repeated once.
    if (attempt === 1) {
      console.log(`${title} ${version} did not answer; trying once more\n    ${evidence}`);
      return answer(round, work, 2);
    }
    return { ...head, findings: [finding("accepted", "the client can be asked", false, evidence)] };
  }
}

/** Two at a time: with more, the clients run into their own timeouts on a small machine. */
async function answerAll(wanted: readonly Round[], work: Shared): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < wanted.length; at = next++) {
      const start = Date.now();
      const answered = await answer(wanted[at]!, work);
      answers[at] = answered;
      console.log(`${summary(answered)} (${Math.round((Date.now() - start) / 1000)} s)`);
      for (const { check, evidence, outcome } of answered.findings)
        if (outcome === "failed") console.log(`  failed: ${check}\n    ${evidence}`);
    }
  };
  await Promise.all([lane(), lane()]);
  return answers;
}

/** Keeps what another program writes about skills and commands. */
function writePage(page: string): void {
  const section = skillsSection();
  writeFileSync(join(repository, "docs/conformance.md"), page + section);
}

export const decisions: Suite = async (options) => {
  const chosen = rounds.filter(({ client, agents }) => isWanted(options, { id: client }, agents));
  const out = mkdtempSync(join(tmpdir(), "surcingle-conformance-"));
  try {
    const { sample } = options;
    const answers = await answerAll(chosen, { into: out, path: [programsIn(join(out, "bin"))], sample });
    // The page has the numbers of the whole table on all clients.
    if (options.wanted.length === 0 && !sample) writePage(conformancePage(answers));
    return answers.length > 0 && answers.every(isRight);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};
