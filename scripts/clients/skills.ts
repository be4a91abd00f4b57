/** Tests how the real clients load skills and commands. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SkillRound } from "../../src/doctor/conformance/client-tests.ts";
import { type SkillFinding, skillFinding } from "../../src/doctor/conformance/skill-conformance.ts";
import { conformances } from "../../src/harness/conformances.ts";
import { linkGate } from "../../test/clients/closed.ts";
import { type Answers, writeSkillsSection } from "../../test/clients/skills/section.ts";
import { onSkillStage } from "../../test/clients/skills/stage.ts";
import { clientOf, installClient } from "./install.ts";
import { isWanted, type Suite } from "./options.ts";

async function answer(
  { client, version, scope, without, ask }: SkillRound,
  harness: string,
  into: string,
): Promise<Answers> {
  const chosen = clientOf(client, version);
  const program = await installClient(chosen);
  const options = { program, harness, scope, without, into, path: [join(into, "bin")] };
  // A failed run is not a decision, so it is repeated once.
  const attempt = (): Promise<readonly SkillFinding[]> => onSkillStage(options, ask);
  const found = await attempt()
    .catch(attempt)
    .catch((error: Error) => [skillFinding("accepted", "the client can be asked", false, `${error.stack}`)]);
  return { title: chosen.title, version: chosen.version, scope, found };
}

function summary({ title, version, scope, found }: Answers): string {
  const wrong = found.filter(({ isRight }) => !isRight);
  const details = wrong.map(({ aspect, check, evidence }) => `\n  ${aspect}: ${check}\n    ${evidence}`);
  return `${title} ${version}, ${scope}: ${found.length} asked, ${wrong.length} wrong${details.join("")}`;
}

export const skills: Suite = async (options) => {
  const into = mkdtempSync(join(tmpdir(), "surcingle-skills-"));
  try {
    mkdirSync(join(into, "bin"));
    linkGate(join(into, "bin", "surcingle-gate"));
    const answers: Answers[] = [];
    for (const { harness, skillRounds } of conformances) {
      for (const round of skillRounds.filter(({ client, scope }) => isWanted(options, { id: client }, scope))) {
        const start = Date.now();
        const answered = await answer(round, harness, into);
        answers.push(answered);
        console.log(`${summary(answered)} (${Math.round((Date.now() - start) / 1000)} s)`);
      }
    }
    if (options.wanted.length === 0) writeSkillsSection(answers);
    return answers.length > 0 && answers.every(({ found }) => found.every(({ isRight }) => isRight));
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
};
