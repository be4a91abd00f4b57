/** How Codex loads skills and commands. */

import {
  type AskSkills,
  askLimits,
  listedIn,
  namedIn,
  namesFor,
  type SkillStage,
  skillFinding,
} from "../../../doctor/conformance/skill-conformance.ts";
import type { ToolUses } from "../../../doctor/scripted-model/conversation.ts";
import { at, listAt, stringAt } from "../../../doctor/scripted-model/conversation.ts";
import { runProgram } from "../../../process/run.ts";
import { codex } from "./run.client.ts";

/** Codex reads files with its shell. */
export const uses: ToolUses = {
  read: (path) => ({ tool: "view_image", input: { path } }),
  shell: (cmd) => ({ tool: "exec_command", input: { cmd } }),
  write: (path, text = "x") => {
    const lines = text.trimEnd().split("\n");
    const patch = ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch"];
    return { tool: "apply_patch", input: { text: patch.join("\n") }, freeform: true };
  },
};

export const askCodexSkills: AskSkills = async (stage) => {
  const { program, scene, model, scope } = stage;
  const names = namesFor(stage);
  const client = codex(program, scene, model);
  const at = { program, directory: scene.project, environment: scene.environment };
  const run = await runProgram({ ...at, words: ["debug", "prompt-input", "hello"] });
  const { skills, errors } = await listSkills(stage);
  return [
    skillFinding("accepted", "`debug prompt-input` exits with 0", run.exitCode === 0, run.stderr),
    skillFinding("accepted", "`skills/list` reports no errors", errors.length === 0, JSON.stringify(errors)),
    ...listedIn("`skills/list`", skills, [...names.skills, ...names.prompts]),
    ...namedIn(
      "`debug prompt-input`",
      run.stdout,
      [...names.inContext, ...names.automatic],
      [...names.outOfContext, ...names.explicit],
    ),
    ...(scope === "user" ? await askLimits(stage, client.ask, uses, { positions: ["main"] }) : []),
  ];
};

/** Uses the protocol for editors. */
async function listSkills({ program, scene }: SkillStage): Promise<{ skills: string[]; errors: unknown[] }> {
  const answer: { skills: string[]; errors: unknown[] } = { skills: [], errors: ["there was no answer"] };
  const messages = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "x", title: "x", version: "0" } } },
    { method: "initialized" },
    { id: 2, method: "skills/list", params: { cwds: [scene.project] } },
  ];
  await runProgram({
    program,
    words: ["app-server"],
    directory: scene.project,
    environment: scene.environment,
    seconds: 30,
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(""),
    onLine: (line, input) => {
      const message: unknown = JSON.parse(line);
      if (at(message, "id") !== 2) return;
      const data = listAt(at(message, "result"), "data");
      answer.skills = data.flatMap((each) => listAt(each, "skills").map((skill) => stringAt(skill, "name")));
      answer.errors = data.flatMap((each) => [...listAt(each, "errors")]);
      input.end();
    },
  });
  return answer;
}
