/** Tests of skills and commands that are the same for every client. */
import { join } from "node:path";
import type { Scope } from "../../harness/harness.ts";
import type { Command } from "../../model/command.ts";
import type { SkillInvocation } from "../../model/skill.ts";
import type { Program } from "../../process/run.ts";
import type { AgentPosition, AskAgent } from "../decision.ts";
import type { Scene } from "../scene.ts";
import type { Script, ToolUse, ToolUses } from "../scripted-model/conversation.ts";
import type { ScriptedModel } from "../scripted-model/scripted-model.ts";

export const skillAspects = ["accepted", "listed", "hidden", "arguments", "isolated", "limited", "still asks"] as const;
type SkillAspect = (typeof skillAspects)[number];

export interface SkillFinding {
  readonly aspect: SkillAspect;
  readonly check: string;
  readonly isRight: boolean;
  readonly evidence: string;
}

export function skillFinding(aspect: SkillAspect, check: string, isRight: boolean, evidence = ""): SkillFinding {
  return { aspect, check, isRight, evidence: evidence.slice(0, 600) };
}

/** Checks that each wanted name is listed, and no unwanted one. */
export function listedIn(
  where: string,
  found: readonly string[],
  wanted: readonly string[],
  unwanted: readonly string[] = [],
): SkillFinding[] {
  const evidence = found.join(" ");
  return [
    ...wanted.map((name) => skillFinding("listed", `${where} has ${name}`, found.includes(name), evidence)),
    ...unwanted.map((name) => skillFinding("hidden", `${where} has no ${name}`, !found.includes(name), evidence)),
  ];
}

/** The same for a long text in which a name is a separate word. */
export function namedIn(
  where: string,
  text: string,
  wanted: readonly string[],
  unwanted: readonly string[] = [],
): SkillFinding[] {
  const isNamed = (name: string): boolean => new RegExp(`(?<![\\w.-])${name}(?![\\w-])`).test(text);
  return [
    ...wanted.map((name) => skillFinding("listed", `${where} names ${name}`, isNamed(name), text.slice(-600))),
    ...unwanted.map((name) => skillFinding("hidden", `${where} does not name ${name}`, !isNamed(name))),
  ];
}

export interface SkillStage {
  readonly program: Program;
  readonly scene: Scene;
  readonly model: ScriptedModel;
  readonly scope: Scope;
  readonly skills: readonly (SkillInvocation & { readonly name: string; readonly isForked: boolean })[];
  /** Commands that a user starts in the session, or in a separate context. */
  readonly prompts: readonly Command[];
  /** Commands that are agents. */
  readonly agents: readonly Command[];
}

/** `client` is a running client, if the tests need one. */
export type AskSkills<Client = void> = (stage: SkillStage, client: Client) => Promise<SkillFinding[]>;

/** Names, by what a client should do with them. Commands have the name that most clients know. */
export function namesFor({ skills, prompts, agents }: SkillStage) {
  const isExplicit = ({ behavior }: Command): boolean => behavior.invocation === "explicit";
  const named = (chosen: readonly { readonly name: string }[]): string[] => chosen.map(({ name }) => name);
  const slugs = (chosen: readonly Command[]): string[] => chosen.map(({ slug }) => slug);
  return {
    skills: named(skills),
    inMenu: named(skills.filter(({ inSlashMenu }) => inSlashMenu)),
    notInMenu: named(skills.filter(({ inSlashMenu }) => !inSlashMenu)),
    inContext: named(skills.filter(({ inModelContext }) => inModelContext)),
    outOfContext: named(skills.filter(({ inModelContext }) => !inModelContext)),
    prompts: slugs(prompts),
    explicit: slugs(prompts.filter(isExplicit)),
    automatic: slugs(prompts.filter((command) => !isExplicit(command))),
    agents: slugs(agents),
  };
}

interface CommandLimit {
  readonly agent: string;
  readonly may: readonly string[];
  readonly mayNot: readonly string[];
}

/** `read` and `write` stand for a file of the project; anything else is a command. */
const readers = { may: ["read"], mayNot: ["git log -1", "write"] };
const limits: readonly CommandLimit[] = [
  { agent: "map-codebase", ...readers },
  { agent: "speckit.revenge.analyzer", ...readers },
  { agent: "trace-history", may: ["read", "git log -1"], mayNot: ["git log -1 && rm -rf x", "ls", "write"] },
];

interface LimitOptions {
  readonly positions: readonly AgentPosition[];
  /** False if commands cannot be distinguished, so none may run. */
  readonly isGated?: boolean;
  /** What the client calls a command. */
  readonly nameOf?: (name: string) => string;
}

export async function askLimits(
  { scene }: SkillStage,
  ask: AskAgent,
  { read, shell, write }: ToolUses,
  { positions, isGated = true, nameOf = (name) => name.replaceAll(".", "-") }: LimitOptions,
): Promise<SkillFinding[]> {
  const useOf = (what: string): ToolUse => {
    if (what === "read") return read(join(scene.project, "readme.txt"));
    return what === "write" ? write(join(scene.project, "made.txt")) : shell(what);
  };
  const found: SkillFinding[] = [];
  for (const { agent, mayNot, ...limit } of limits) {
    const may = limit.may.filter((what) => isGated || what === "read");
    for (const position of positions) {
      const asked = await ask(nameOf(agent), position, [...may, ...mayNot].map(useOf));
      const who = `${agent} (${position})`;
      found.push(skillFinding("accepted", `${who} runs`, asked.hasRun, asked.complaints.join("\n")));
      for (const [index, what] of [...may, ...mayNot].entries()) {
        const { verdict, message } = asked.decisions[index] ?? { verdict: "fault", message: "no answer" };
        const isMay = index < may.length;
        const isRight = isMay ? verdict === "allow" : verdict === "deny" || verdict === "hidden";
        const check = `${who} ${isMay ? "may" : "may not"} ${what}`;
        found.push(skillFinding("limited", check, isRight, `${verdict}: ${message}`));
      }
    }
  }
  return found;
}

/** What reached the model after a message, and the results of its calls. */
interface MessageOutcome {
  /** Whether the message reached the model at all. */
  readonly hasRun: boolean;
  readonly system: string;
  readonly tools: readonly string[];
  /** Everything in the first request, as one text. */
  readonly text: string;
  /** The result of each call as the model sees it, in order over all turns. */
  readonly results: readonly string[];
}

/** Sends a message as a user would. */
export async function sendMessage(
  model: ScriptedModel,
  say: (message: string) => Promise<unknown>,
  message: string,
  script: Script = [],
): Promise<MessageOutcome> {
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

/** Call ids end with the turn and the position in it. */
function turnOf(id: string): number {
  const [turn, place] = id.split("_").slice(-2).map(Number);
  return turn! * 1000 + place!;
}
