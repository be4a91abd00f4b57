/** A home, or a project, with the skills and commands that a client is tested on. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { SkillStage } from "../../../src/doctor/conformance/skill-conformance.ts";
import { makeScene } from "../../../src/doctor/scene.ts";
import { startScriptedModel } from "../../../src/doctor/scripted-model/scripted-model.ts";
import type { Scope } from "../../../src/harness/harness.ts";
import { invocationOf } from "../../../src/model/skill.ts";
import type { Program } from "../../../src/process/run.ts";
import { buildTrees, readDefinitions, repository } from "../trees.ts";

/** Those of this repository, the examples of the command vocabulary, and skills that differ in who starts them. */
const roots = [".", "test/cases/behaviour-examples", "test/clients/skill-definitions"].map((path) =>
  join(repository, path),
);

export interface StageOptions {
  readonly program: Program;
  /** The harness whose files are installed. */
  readonly harness: string;
  readonly scope: Scope;
  /** A directory for build output, and directories that come first on PATH. */
  readonly into: string;
  readonly path: readonly string[];
  /** Paths in the tree that are left out. */
  readonly without?: readonly string[] | undefined;
}

export async function onSkillStage<T>(options: StageOptions, ask: (stage: SkillStage) => Promise<T>): Promise<T> {
  const { program, harness, scope, into, path, without = [] } = options;
  const { skills, commands } = await readDefinitions(roots);
  const model = await startScriptedModel();
  const trees = (home: string) =>
    buildTrees({ root: roots, into, home })(harness).map((tree) => ({
      ...tree,
      without: [...(tree.without ?? []), ...without],
    }));
  const files = { "readme.txt": "READ ME\n" };
  const scene = makeScene({ trees: scope === "user" ? trees : [], placing: "link", path, files });
  try {
    if (scope === "project") applyTo(scene.project, harness, scene.home);
    return await ask({
      program,
      scene,
      model,
      scope,
      skills: skills.map(({ name, isForked, text }) => ({ name, isForked, ...invocationOf(text.fields) })),
      prompts: commands.filter(({ behavior }) => behavior.execution !== "agent"),
      agents: commands.filter(({ behavior }) => behavior.execution === "agent"),
    });
  } finally {
    model.close();
    scene.dispose();
  }
}

/** As a user does it in their repository. */
function applyTo(project: string, harness: string, home: string): void {
  const words = ["dist/surcingle.cjs", "apply", "--quiet", "--scope", "project", "--to", project, "--harness", harness];
  execFileSync(process.execPath, [...words, ...roots.flatMap((root) => ["--root", root])], {
    cwd: repository,
    env: { ...process.env, HOME: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
}
