/** Says something to a client as a person would, and sees what reaches the model and what becomes of its calls. */
import type { Script } from "../../../src/doctor/scripted-model/conversation.ts";
import type { ScriptedModel } from "../../../src/doctor/scripted-model/scripted-model.ts";

export interface Told {
  /** Whether the message reached the model at all. */
  readonly hasRun: boolean;
  readonly system: string;
  readonly tools: readonly string[];
  /** All that the first request holds, as one text. */
  readonly text: string;
  /** What the model was told about each of its calls, in their order over all turns. */
  readonly results: readonly string[];
}

export async function tell(
  model: ScriptedModel,
  say: (message: string) => Promise<unknown>,
  message: string,
  script: Script = [],
): Promise<Told> {
  const prompt = model.play(script);
  await say(message === "" ? prompt : `${message} ${prompt}`);
  const requests = model.requests(prompt);
  const results = new Map(
    requests.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === "result" ? [[item.id, item.result.text] as const] : [])),
    ),
  );
  const [first] = requests;
  return {
    hasRun: first !== undefined,
    system: first?.system ?? "",
    tools: first?.tools ?? [],
    text: JSON.stringify(first?.body ?? ""),
    results: [...results].sort(([a], [b]) => turnOf(a) - turnOf(b)).map(([, text]) => text),
  };
}

/** Ids of calls end with the turn and the place in it. */
function turnOf(id: string): number {
  const [turn, place] = id.split("_").slice(-2).map(Number);
  return turn! * 1000 + place!;
}
