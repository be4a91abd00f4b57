/** Asks the real clients about a third of the table, or about all of it. `npm run conformance [-- --all | --seed N] [CLIENT…]`. */
import { randomInt } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { linkGate } from "../test/clients/closed.ts";
import { finding } from "../test/clients/finding.ts";
import { type Answered, conformancePage, isRight, summary } from "../test/clients/page.ts";
import { type Round, type Work as RoundWork, rounds } from "../test/clients/rounds.ts";
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

type Work = Omit<RoundWork, "program" | "runtime">;

async function answer(round: Round, work: Work, attempt = 1): Promise<Answered> {
  const { title, version } = clientIn(round);
  const head = { title, version, agents: round.agents, scene: round.scene };
  try {
    const program = await installClient(clientIn(round));
    const runtime = await installClient(clientOf("node"));
    return { ...head, findings: await round.ask({ ...work, program, runtime }) };
  } catch (error) {
    const evidence = error instanceof Error ? `${error.stack}` : String(error);
    // A client that could not be asked has decided nothing: that is not an answer, so it is asked once more.
    if (attempt === 1) {
      console.log(`${title} ${version} could not be asked and is tried once more\n    ${evidence}`);
      return answer(round, work, 2);
    }
    return { ...head, findings: [finding("accepted", "the client can be asked", false, evidence)] };
  }
}

/** Two at a time: with more of them the clients run into their own time limits on a small machine. */
async function answerAll(wanted: readonly Round[], work: Work): Promise<readonly Answered[]> {
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

/** What another program writes about skills and commands stays. */
function writePage(page: string): void {
  const section = skillsSection();
  writeFileSync(join(repository, "docs/conformance.md"), page + section);
}

const { values, positionals: asked } = parseArgs({
  options: { all: { type: "boolean" }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? randomInt(1_000_000));
if (!Number.isInteger(seed)) throw new Error("--seed takes a number");
const sample = values.all ? undefined : { seed, of: 3 };
console.log(sample ? `a third of the table: --seed ${seed}` : "all of the table");
const wanted = rounds.filter(
  ({ client, agents }) => asked.length === 0 || asked.includes(client) || asked.includes(`${client}:${agents}`),
);
const out = mkdtempSync(join(tmpdir(), "surcingle-conformance-"));
try {
  const answers = await answerAll(wanted, { into: out, path: [programsIn(join(out, "bin"))], sample });
  // The page has the numbers of the whole table on all clients.
  if (asked.length === 0 && !sample) writePage(conformancePage(answers));
  if (answers.length === 0 || !answers.every(isRight)) process.exitCode = 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
