/** Asks the real clients what they make of skills and commands. `npm run skills-conformance [-- CLIENT…]`. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkGate } from "../test/clients/closed.ts";
import { type SkillRound, skillRounds } from "../test/clients/skills/rounds.ts";
import { type Answers, writeSkillsSection } from "../test/clients/skills/section.ts";
import { type Seen, seen } from "../test/clients/skills/seen.ts";
import { onSkillStage } from "../test/clients/skills/stage.ts";
import { clientOf, installClient } from "./clients.ts";

async function answer({ client, version, harness, scope, without, ask }: SkillRound, into: string): Promise<Answers> {
  const chosen = clientOf(client, version);
  const program = await installClient(chosen);
  const options = { program, harness, scope, without, into, path: [join(into, "bin")] };
  // A client that could not be asked has decided nothing, so it is asked once more.
  const attempt = (): Promise<readonly Seen[]> => onSkillStage(options, ask);
  const found = await attempt()
    .catch(attempt)
    .catch((error: Error) => [seen("accepted", "the client can be asked", false, `${error.stack}`)]);
  return { title: chosen.title, version: chosen.version, scope, found };
}

function summary({ title, version, scope, found }: Answers): string {
  const wrong = found.filter(({ isRight }) => !isRight);
  const details = wrong.map(({ sight, check, evidence }) => `\n  ${sight}: ${check}\n    ${evidence}`);
  return `${title} ${version}, ${scope}: ${found.length} asked, ${wrong.length} wrong${details.join("")}`;
}

const asked = process.argv.slice(2);
const rounds = skillRounds.filter(({ client, scope }) =>
  asked.length === 0 ? true : asked.includes(client) || asked.includes(`${client}:${scope}`),
);
const into = mkdtempSync(join(tmpdir(), "surcingle-skills-"));
try {
  mkdirSync(join(into, "bin"));
  linkGate(join(into, "bin", "surcingle-gate"));
  const answers: Answers[] = [];
  for (const round of rounds) {
    const start = Date.now();
    const answered = await answer(round, into);
    answers.push(answered);
    console.log(`${summary(answered)} (${Math.round((Date.now() - start) / 1000)} s)`);
  }
  if (asked.length === 0) writeSkillsSection(answers);
  if (answers.length === 0 || answers.some(({ found }) => found.some(({ isRight }) => !isRight))) process.exitCode = 1;
} finally {
  rmSync(into, { recursive: true, force: true });
}
