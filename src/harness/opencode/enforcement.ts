/** How OpenCode holds to a verdict: by its own map, by the plugin, or more strictly. */
import type { Policy, ToolCall, Verdict } from "../../model/permission.ts";
import { isStricter } from "../../policy/decision.ts";
import type { Enforcement } from "../harness.ts";
import { bashTexts } from "./bash-texts.ts";
import { type ClientQuestion, directoryText, parentOf } from "./client-call.ts";
import { type NativeModel, nativeModel } from "./native-model.ts";
import { permissionEntries } from "./permissions.ts";

/** Will the client ask a person about this call, or deny it, whatever its texts are in the end? */
export function isSurelyStopped(model: NativeModel, questions: readonly ClientQuestion[]): boolean {
  return questions.some(({ permission, texts }) => texts.every((text) => model({ permission, text }) !== "allow"));
}

export function enforcementOf(policy: Policy, call: ToolCall, verdict: Verdict): Enforcement {
  const own = ownVerdict(policy, call);
  if (own === undefined) {
    if (verdict !== "ask")
      return { support: "gate", how: "the plugin judges it; the client's own map may be stricter" };
    return { support: "narrowed", how: "the plugin denies it, as the client cannot be made to ask" };
  }
  if (own === verdict) return { support: "native", how: "the client's own permissions say the same" };
  if (isStricter(own, verdict)) return { support: "narrowed", how: `the client's own permissions say ${own}` };
  if (verdict === "deny") return { support: "gate", how: "the plugin denies it" };
  return { support: "narrowed", how: "the plugin denies it, as the client does not ask" };
}

function ownVerdict(policy: Policy, call: ToolCall): Verdict | undefined {
  const model = nativeModel(permissionEntries(policy), "~");
  const questions = questionsOf(call);
  if (questions === undefined) return undefined;
  const answers = questions.flatMap(({ permission, texts }) => texts.map((text) => model({ permission, text })));
  return answers.reduce<Verdict>((best, next) => (isStricter(next, best) ? next : best), "allow");
}

/** As in a git work tree: a path that is not absolute is inside it. */
function questionsOf({ tool, subject }: ToolCall): readonly ClientQuestion[] | undefined {
  const path = subject.replace(/^\.\//, "").replace(/\/+$/, "");
  const isOutside = /^(?:\/|~\/|\.\.\/)/.test(path);
  const directory = { permission: "external_directory", texts: [directoryText(parentOf(path))] };
  switch (tool) {
    case "bash":
      return bashTexts(subject)?.map((texts) => ({ permission: "bash", texts: texts.slice(0, 1) }));
    case "edit":
      return isOutside
        ? [directory, { permission: "edit", texts: [`../${path.replace(/^(?:~?\/)/, "")}`] }]
        : [{ permission: "edit", texts: [path] }];
    case "external_directory":
      return isOutside ? [directory] : undefined;
    case "webfetch":
    case "websearch":
    case "question":
      return [{ permission: tool, texts: [subject] }];
  }
}
