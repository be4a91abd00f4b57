/** How Pi loads skills and commands. */
import { join } from "node:path";
import {
  type AskSkills,
  askLimits,
  listedIn,
  namedIn,
  namesFor,
  sendMessage,
  skillFinding,
} from "../../../doctor/conformance/skill-conformance.ts";
import type { ToolUses } from "../../../doctor/scripted-model/conversation.ts";
import { type Pi, pi } from "./run.client.ts";

export const uses: ToolUses = {
  read: (path) => ({ tool: "read", input: { path } }),
  shell: (command) => ({ tool: "bash", input: { command } }),
  write: (path, text = "x") => ({ tool: "write", input: { path, content: text } }),
};

export const askPiSkills: AskSkills = async (stage) => {
  const { program, scene, model } = stage;
  const names = namesFor(stage);
  const client = pi(program, scene, model);
  const commands = await client.commands();
  const plain = await sendMessage(model, client.say, "hello");
  const found = [
    ...listedIn("the slash menu", commands, [...names.prompts, ...names.skills.map((name) => `skill:${name}`)]),
    ...namedIn("what the model reads", plain.text, names.inContext, [...names.outOfContext, ...names.prompts]),
  ];
  for (const [message, wanted] of [
    ["/review-changes HEAD~1", "changes since HEAD~1"],
    ["/commit-staged the reason", "Mention: the reason"],
    ["/speckit-revenge-extract src", "extraction for src"],
    ["/skill:for-people now", "TEXT OF for-people"],
    ["/for-people now", "TEXT OF for-people for now"],
  ] as const) {
    const { text } = await sendMessage(model, client.say, message);
    found.push(skillFinding("arguments", message.split(" ")[0]!, text.includes(wanted), text));
  }
  return [...found, ...(await askLimited(stage, client))];
};

/** How our extension restricts a skill in the main session. */
const askLimited: AskSkills<Pi> = async ({ scene, model }, { say }) => {
  const project = (name: string): string => join(scene.project, name);
  const guarded = await sendMessage(model, say, "/guarded", [
    ["protected.txt", "free.txt"].map((name) => uses.write(project(name))),
  ]);
  const calls = [uses.read(project("readme.txt")), uses.shell("ls"), uses.write(project("a.txt"))];
  const listed = await sendMessage(model, say, "/skill:listed", [calls]);
  const isLimited = (text = ""): boolean => text.includes("the skill `listed` is limited");
  return [
    skillFinding(
      "limited",
      "/guarded may not write protected.txt",
      /GUARDED/.test(guarded.results[0] ?? ""),
      guarded.results[0],
    ),
    skillFinding("limited", "/listed may read", /READ ME/.test(listed.results[0] ?? ""), listed.results[0]),
    skillFinding("limited", "/listed may not ls", isLimited(listed.results[1]), listed.results[1]),
    skillFinding("limited", "/listed may not write", isLimited(listed.results[2]), listed.results[2]),
  ];
};

/** With pi-subagents, commands can be agents. */
export const askPiSubagentSkills: AskSkills = async (stage) => {
  const { program, scene, model } = stage;
  const client = pi(program, scene, model);
  const list = await client.list();
  return [
    skillFinding("accepted", "the list names no invalid agent", !/invalid agent/i.test(list), list),
    ...namedIn("the list of agents", list, namesFor(stage).agents),
    ...(await askLimits(stage, client.ask, uses, { positions: ["subagent"] })),
  ];
};
