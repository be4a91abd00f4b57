/** A scene with the disk of the table and a scripted model, for one round of questions. */
import type { AskedClient, TableStage } from "../../src/doctor/conformance/client-tests.ts";
import type { MakeQuestions } from "../../src/doctor/conformance/conformance-questions.ts";
import { makeScene, type SceneOptions } from "../../src/doctor/scene.ts";
import { startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import type { Model } from "../../src/model/model.ts";
import type { Program } from "../../src/process/run.ts";
import { choiceIn, createTableDisk, placeIn, projectFiles, type Share } from "./table.ts";

/** Removed afterwards whatever happens. */
export async function onStage<T>(options: SceneOptions, ask: (stage: TableStage) => Promise<T>): Promise<T> {
  const scene = makeScene({ files: projectFiles, ...options });
  const model = await startScriptedModel();
  const reset = (): void => {
    scene.reset();
    createTableDisk(scene);
  };
  reset();
  try {
    return await ask({ scene, model, reset });
  } finally {
    model.close();
    scene.dispose();
  }
}

/** Runs the client in this scene on its share of the table. */
export function askedClient(stage: TableStage, program: Program, definitions: Model, share: Share): AskedClient {
  const choose = choiceIn(stage.scene, share, definitions);
  const questions = (make: MakeQuestions) => make(definitions, placeIn(stage.scene), choose);
  return { ...stage, program, definitions, questions };
}
