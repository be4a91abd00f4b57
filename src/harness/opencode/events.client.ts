/** Follows the events of a running OpenCode: notes what it asks, and answers so that nothing waits. */
import { at, stringAt } from "../../doctor/scripted-model/conversation.ts";

export interface Events {
  /** The ids of the calls that were asked about. */
  readonly asked: ReadonlySet<string>;
  readonly stop: () => void;
}

export async function followEvents(
  url: string,
  send: (method: string, path: string, body?: unknown) => Promise<unknown>,
): Promise<Events> {
  const asked = new Set<string>();
  const abort = new AbortController();
  const response = await fetch(url, { signal: abort.signal });
  const take = async (event: unknown): Promise<void> => {
    const properties = at(event, "properties");
    const id = stringAt(properties, "id");
    if (stringAt(event, "type") === "permission.asked") {
      if (stringAt(properties, "permission") !== "doom_loop") asked.add(stringAt(at(properties, "tool"), "callID"));
      // A rejection would reject the other calls of the turn too. What is let through meets a shell that runs nothing.
      await send("POST", `/permission/${id}/reply`, { reply: "once" });
    }
    if (stringAt(event, "type") === "question.asked") await send("POST", `/question/${id}/reject`, {});
  };
  void readEvents(response, take).catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  return { asked, stop: () => abort.abort() };
}

async function readEvents(response: Response, take: (event: unknown) => Promise<void>): Promise<void> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response.body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) {
      const text = /^data: ?(.*)$/m.exec(block)?.[1];
      if (text !== undefined) await take(JSON.parse(text));
    }
  }
}
