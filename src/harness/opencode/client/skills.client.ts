/** How OpenCode loads skills and commands. */
import { join } from "node:path";
import {
  type AskSkills,
  askLimits,
  listedIn,
  namesFor,
  sendMessage,
  skillFinding,
} from "../../../doctor/conformance/skill-conformance.ts";
import type { AskAgent } from "../../../doctor/decision.ts";
import type { ToolUses } from "../../../doctor/scripted-model/conversation.ts";
import { at, stringAt } from "../../../doctor/scripted-model/conversation.ts";
import { type OpencodeServer, opencodeConfig, opencodeDebug, startOpencode } from "./run.client.ts";

export const uses: ToolUses = {
  read: (path) => ({ tool: "read", input: { filePath: path } }),
  shell: (command) => ({ tool: "bash", input: { command, description: command } }),
  write: (path, text = "x") => ({ tool: "write", input: { filePath: path, content: text } }),
};

export const askOpencodeSkills: AskSkills = async (stage) => {
  const { program, scene, model } = stage;
  const names = namesFor(stage);
  // Skills that only users start are commands there.
  const byPeople = names.outOfContext.filter((name) => names.inMenu.includes(name));
  const config = await opencodeConfig(program, scene);
  const debug = await opencodeDebug(program, scene, ["skill"]);
  const skills: unknown = debug.exitCode === 0 ? JSON.parse(debug.stdout) : [];
  const server = await startOpencode(program, scene, model);
  try {
    const all = await server.send("GET", "/command");
    const commands = Array.isArray(all) ? all : [];
    const agents = await server.agents();
    const review = commands.find((each) => stringAt(each, "name") === "review-changes");
    return [
      skillFinding("accepted", "`debug config` exits with 0", config.exitCode === 0, config.stderr),
      ...listedIn(
        "`debug skill`",
        (Array.isArray(skills) ? skills : []).map(nameOf),
        names.inContext,
        names.outOfContext,
      ),
      ...listedIn("the list of commands", commands.map(nameOf), [...names.prompts, ...byPeople]),
      skillFinding("isolated", "review-changes is a subtask", at(review, "subtask") === true, JSON.stringify(review)),
      skillFinding(
        "isolated",
        "review-changes is for reviewer",
        stringAt(review, "agent") === "reviewer",
        JSON.stringify(review),
      ),
      ...listedIn("the list of agents", [...agents.keys()], names.agents),
      ...(await askStarted(stage, server)),
      ...(await askLimits(stage, asAgent(server), uses, { positions: ["subagent"] })),
    ];
  } finally {
    await server.stop();
  }
};

const nameOf = (value: unknown): string => stringAt(value, "name");

const askStarted: AskSkills<OpencodeServer> = async ({ scene, model }, { send }) => {
  const run = (agent: string) => async (message: string) => {
    const [command, ...words] = message.split(" ");
    const id = stringAt(await send("POST", "/session", { title: "ask" }), "id");
    const body = { agent, command: command!.slice(1), arguments: words.join(" "), model: "scripted/scripted" };
    await send("POST", `/session/${id}/command`, body);
  };
  const calls = [uses.shell("git log -1"), uses.shell("rm -rf x"), uses.write(join(scene.project, "a.txt"))];
  const review = await sendMessage(model, run("build"), "/review-changes HEAD~1", [calls]);
  const [log = "", remove = "", write = ""] = review.results;
  const commit = await sendMessage(model, run("build"), "/commit-staged the reason");
  const extract = await sendMessage(model, run("build"), "/speckit-revenge-extract src");
  const people = await sendMessage(model, run("build"), "/for-people now");
  const audit = await sendMessage(model, run("build"), "/dependency-audit src", [calls]);
  const project = (name: string): string => join(scene.project, name);
  const guarded = await sendMessage(model, run("build"), "/guarded", [
    ["protected.txt", "free.txt"].map((name) => uses.write(project(name))),
  ]);
  const own = [uses.shell("git log -1"), uses.shell("ls"), uses.write(project("a.txt"))];
  const listed = await sendMessage(model, run("build"), "/listed", [own]);
  const loaded = await sendMessage(model, run("build"), "/for-people", [
    [{ tool: "skill", input: { name: "listed" } }],
    own,
  ]);
  const apart = await sendMessage(model, run("build"), "/apart-writer", [own]);
  const isLimited = (skill: string, text = ""): boolean => text.includes(`the skill \`${skill}\` is limited`);
  return [
    skillFinding(
      "limited",
      "/guarded may not write protected.txt",
      /GUARDED/.test(guarded.results[0] ?? ""),
      guarded.results[0],
    ),
    skillFinding(
      "limited",
      "/guarded may write free.txt",
      !/surcingle/.test(guarded.results[1] ?? "surcingle"),
      guarded.results[1],
    ),
    skillFinding(
      "limited",
      "/listed may git log -1",
      !/surcingle/.test(listed.results[0] ?? "surcingle"),
      listed.results[0],
    ),
    skillFinding("limited", "/listed may not ls", isLimited("listed", listed.results[1]), listed.results[1]),
    skillFinding("limited", "/listed may not write", isLimited("listed", listed.results[2]), listed.results[2]),
    skillFinding(
      "limited",
      "listed, loaded by the model, may not ls",
      isLimited("listed", loaded.results[2]),
      loaded.results.join("\n"),
    ),
    skillFinding(
      "limited",
      "/apart-writer may not ls",
      isLimited("apart-writer", apart.results[1]),
      apart.results.join("\n"),
    ),
    skillFinding(
      "limited",
      "/apart-writer may write",
      !/surcingle/.test(apart.results[2] ?? "surcingle"),
      apart.results[2],
    ),
    skillFinding("arguments", "/for-people", people.text.includes("TEXT OF for-people for now"), people.text),
    skillFinding(
      "isolated",
      "/dependency-audit runs in security-auditor",
      audit.system.includes("# Security Auditor"),
      audit.system,
    ),
    skillFinding("arguments", "/dependency-audit", audit.text.includes("Audit: src"), audit.text),
    skillFinding("limited", "/dependency-audit may not rm -rf x", isRefused(audit.results[1] ?? ""), audit.results[1]),
    skillFinding("isolated", "/review-changes runs in reviewer", review.system.includes("# Reviewer"), review.system),
    skillFinding("arguments", "/review-changes", review.text.includes("changes since HEAD~1"), review.text),
    skillFinding("limited", "/review-changes may git log -1", /not run/.test(log), log),
    skillFinding("limited", "/review-changes may not rm -rf x", isRefused(remove), remove),
    skillFinding("limited", "/review-changes may not write", isRefused(write), write),
    skillFinding("arguments", "/commit-staged", commit.text.includes("Mention: the reason"), commit.text),
    skillFinding("arguments", "/speckit-revenge-extract", extract.text.includes("extraction for src"), extract.text),
  ];
};

function isRefused(text: string): boolean {
  return /surcingle:|specified a rule which prevents|unavailable tool/.test(text);
}

function asAgent(server: OpencodeServer): AskAgent {
  return async (agent, position, calls) => {
    const decisions = await server.decide(agent, position, calls);
    return { hasRun: true, text: "", tools: [], complaints: [], decisions };
  };
}
