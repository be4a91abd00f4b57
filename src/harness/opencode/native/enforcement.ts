/** How OpenCode enforces a verdict: by its own map, by the plugin, or more strictly. */

import { isFields } from "../../../formats/json.ts";
import type { Entries } from "../../../model/output.ts";
import { type Policy, type Tool, type ToolCall, type Verdict, verdicts } from "../../../model/permission.ts";
import { isStricter } from "../../../policy/decision.ts";
import type { Enforcement } from "../../harness.ts";
import { compileRules } from "../patterns/compile-rules.ts";
import { permissionEntries } from "../permissions.ts";
import { askCommand, withAskLine, withListLines } from "./ask-command.ts";
import { bashTexts } from "./bash-texts.ts";
import { type ClientQuestion, directoryText, parentOf } from "./client-call.ts";
import { nativeMatcher } from "./native-pattern.ts";

/** Whether the client will ask the user about this call or deny it, whichever of its texts it looks up. */
export function isAlwaysStopped(model: NativeModel, questions: readonly ClientQuestion[]): boolean {
  return questions.some(({ permission, texts }) => texts.every((text) => model({ permission, text }) !== "allow"));
}

export function enforcementOf(policy: Policy, call: ToolCall, verdict: Verdict): Enforcement {
  const model = nativeModel(withAskLine(withListLines(permissionEntries(policy))), "~");
  if (verdict !== "deny" && call.tool === "webfetch" && !/^https?:\/\//.test(call.subject))
    return { support: "narrowed", how: "the client fetches only http and https addresses" };
  const questions = questionsOf(call);
  const answers = questions && answersTo(model, questions);
  switch (verdict) {
    case "deny":
      return answers?.some((each) => each.every((one) => one === "deny"))
        ? { support: "native", how: "the client's own permissions agree" }
        : { support: "gate", how: "the plugin denies it" };
    case "ask":
      if (!questions || !isAlwaysStopped(model, questions)) return asked(model, call);
      return strictness(policy, call, answers) ?? { support: "native", how: "the client's own permissions ask too" };
    case "allow":
      return strictness(policy, call, answers, verdict) ?? allowed(answers);
  }
}

/** A command can be wrapped so that the map asks about it. */
function asked(model: NativeModel, { tool, subject }: ToolCall): Enforcement {
  const { command } = askCommand(subject, "", "");
  return tool === "bash" && model({ permission: "bash", text: command }) === "ask"
    ? { support: "gate", how: "the plugin makes the client ask if its shell is bash, else it denies" }
    : { support: "narrowed", how: "the plugin denies it, because the client cannot ask" };
}

function allowed(answers: Answers | undefined): Enforcement {
  return answers
    ? { support: "native", how: "the client's own permissions agree" }
    : { support: "gate", how: "the plugin decides; the client's own permissions allow everything" };
}

/** For each lookup, every answer the map can give, because the client may use one of several texts. */
type Answers = readonly (readonly Verdict[])[];

function answersTo(model: NativeModel, questions: readonly ClientQuestion[]): Answers {
  return questions.map(({ permission, texts }) => texts.map((text) => model({ permission, text })));
}

/** Where the client's own map is, or may be, stricter than the verdict: the plugin cannot relax it. */
function strictness(
  policy: Policy,
  call: ToolCall,
  answers: Answers | undefined,
  verdict: "allow" | "ask" = "ask",
): Enforcement | undefined {
  const worst = answers?.flat().find((own) => isStricter(own, verdict));
  if (worst) return { support: "narrowed", how: `the client's own permissions say ${worst}` };
  if (!answers && !isAllAllowed(policy, call.tool))
    return {
      support: "narrowed",
      how: "the client matches it as written, so its own permissions may be stricter",
    };
  if (call.tool === "bash" && namesOutside.test(call.subject) && !isAllAllowed(policy, "external_directory"))
    return { support: "narrowed", how: "the client checks the directories that such a command names" };
  return undefined;
}

function isAllAllowed(policy: Policy, tool: Tool): boolean {
  return compileRules(policy, tool).every(([, verdict]) => verdict === "allow");
}

/** A word of one of these commands that may be outside the project. */
const namesOutside =
  /(?:^|[\s;&|(`])(?:cd|chdir|pushd|rm|cp|mv|mkdir|touch|chmod|chown|cat)[ \t][^;&|\n]*?["' \t=](?:\/|~|\.\.|\$)|(?:cd|pushd|cat|rm)[ \t](?:\/|~|\.\.|\$)/;

/** As in a git work tree: a relative path is inside it. */
function questionsOf({ tool, subject }: ToolCall): readonly ClientQuestion[] | undefined {
  const path = subject.replace(/^\.\//, "").replace(/\/+$/, "");
  const isOutside = /^(?:\/|~\/|\.\.\/)/.test(path);
  const directory = { permission: "external_directory", texts: [directoryText(parentOf(path))] };
  switch (tool) {
    case "bash":
      return bashTexts(subject)?.map((texts) => ({ permission: "bash", texts }));
    case "edit":
    case "read":
      return isOutside
        ? [directory, { permission: tool, texts: [`../${path.replace(/^(?:~?\/)/, "")}`] }]
        : [{ permission: tool, texts: [path] }];
    case "external_directory":
      return isOutside ? [directory] : undefined;
    case "webfetch":
    case "websearch":
    case "question":
      return [{ permission: tool, texts: [subject] }];
  }
}

/** One lookup of the client before a tool runs. */
interface NativeQuestion {
  readonly permission: string;
  readonly text: string;
}

export type NativeModel = (question: NativeQuestion) => Verdict;

/** The last line whose key and pattern both match wins; if none does, the client asks. */
export function nativeModel(entries: Entries, home: string): NativeModel {
  const lines = entries.flatMap(([key, value]) => {
    const inner: Entries = isFields(value) ? value.fields : [["*", value]];
    return inner.map(([pattern, verdict]) => ({
      meetsKey: nativeMatcher(key, home),
      meetsText: nativeMatcher(pattern, home),
      verdict: verdicts.find((each) => each === verdict) ?? "deny",
    }));
  });
  return ({ permission, text }) =>
    lines.findLast(({ meetsKey, meetsText }) => meetsKey(permission) && meetsText(text))?.verdict ?? "ask";
}

/** The same for any map in the client. Without a matching line, the client's defaults may allow. */
export function modelOfMap(permission: unknown, home: string): NativeModel {
  return nativeModel([["*", "allow"], ...entriesOf(permission)], home);
}

export function entriesOf(permission: unknown): Entries {
  if (typeof permission !== "object" || permission === null) return [];
  return Object.entries(permission).map(([key, value]): Entries[number] =>
    typeof value === "string" ? [key, value] : [key, { fields: entriesOf(value) }],
  );
}
