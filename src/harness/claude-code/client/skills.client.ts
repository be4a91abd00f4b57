/** How Claude Code loads skills and commands. */
import { join } from "node:path";
import {
  type AskSkills,
  askLimits,
  listedIn,
  namedIn,
  namesFor,
  type SkillFinding,
  sendMessage,
  skillFinding,
} from "../../../doctor/conformance/skill-conformance.ts";
import { put } from "../../../doctor/scene.ts";
import type { ToolUses } from "../../../doctor/scripted-model/conversation.ts";
import { type ClaudeCode, claudeCode } from "./run.client.ts";

export const uses: ToolUses = {
  read: (path) => ({ tool: "Read", input: { file_path: path } }),
  shell: (command) => ({ tool: "Bash", input: { command } }),
  write: (path, text = "x") => ({ tool: "Write", input: { file_path: path, content: text } }),
};

export const askClaudeSkills: AskSkills = async (stage) => {
  const { program, scene, model, scope } = stage;
  // Claude Code 2.1.325 does not run hooks of an untrusted project.
  const trust = { projects: { [scene.project]: { hasTrustDialogAccepted: true } } };
  if (scope === "project") put(join(scene.home, ".claude.json"), JSON.stringify(trust));
  const client = claudeCode(program, scene, model);
  const { exitCode, complaints, skills, commands, agents } = await client.list();
  const context = JSON.stringify(model.seen.find(({ isForTitle }) => !isForTitle)?.body ?? "");
  const names = namesFor(stage);
  return [
    skillFinding(
      "accepted",
      "the debug log has no complaint",
      exitCode === 0 && complaints.length === 0,
      complaints.join("\n"),
    ),
    ...listedIn("the list of skills", skills, [...names.inMenu, ...names.prompts]),
    ...listedIn("the slash menu", commands, [...names.inMenu, ...names.prompts], names.notInMenu),
    ...listedIn("the list of agents", agents, names.agents),
    ...namedIn(
      "what the model reads",
      context,
      [...names.inContext, ...names.automatic],
      [...names.outOfContext, ...names.explicit],
    ),
    ...(await askForked(stage, client)),
    ...(await askListed(stage, client)),
    ...(await askGuarded(stage, client)),
    ...(await askLimited(stage, client)),
    ...(await askStarted(stage, client)),
    ...(await askLimits(stage, client.ask, uses, { positions: ["main", "subagent"] })),
  ];
};

/** `context: fork`: another agent gets the text, with its own prompt and permissions. */
const askForked: AskSkills<ClaudeCode> = async ({ scene, model }, { say }) => {
  const calls = [uses.shell("git log -1"), uses.shell("rm -rf x"), uses.write(join(scene.project, "a.txt"))];
  const review = await sendMessage(model, say, "/review-changes HEAD~1", [calls]);
  const [log = "", remove = "", write = ""] = review.results;
  const audit = await sendMessage(model, say, "/dependency-audit src", [calls]);
  return [
    skillFinding("isolated", "/review-changes runs in reviewer", review.system.includes("# Reviewer"), review.system),
    skillFinding(
      "isolated",
      "/review-changes is not offered Write",
      !review.tools.includes("Write"),
      review.tools.join(" "),
    ),
    skillFinding("arguments", "/review-changes", review.text.includes("changes since HEAD~1"), review.text),
    skillFinding("limited", "/review-changes may git log -1", /not run/.test(log), log),
    skillFinding("limited", "/review-changes may not rm -rf x", /surcingle: /.test(remove), remove),
    skillFinding("limited", "/review-changes may not write", /No such tool|surcingle: /.test(write), write),
    skillFinding(
      "isolated",
      "/dependency-audit runs in security-auditor",
      audit.system.includes("# Security Auditor"),
      audit.system,
    ),
    skillFinding("arguments", "/dependency-audit", audit.text.includes("Audit: src"), audit.text),
    skillFinding(
      "limited",
      "/dependency-audit may not rm -rf x",
      /surcingle: |No such tool/.test(audit.results[1] ?? ""),
      audit.results[1],
    ),
  ];
};

/** `allowed-tools` of a forked skill removes the other tools, whether a user or the model starts it. */
const askListed: AskSkills<ClaudeCode> = async ({ scene, model }, { say }) => {
  const calls = [
    uses.read(join(scene.project, "readme.txt")),
    uses.shell("git log -1"),
    uses.shell("touch made.txt"),
    { tool: "WebFetch", input: { url: "https://example.org/", prompt: "x" } },
  ];
  const { results, tools, hasRun } = await sendMessage(model, say, "/apart-writer", [calls]);
  const [read = "", log = "", touch = "", fetch = ""] = results;
  return [
    skillFinding("accepted", "/apart-writer runs", hasRun),
    skillFinding("limited", "/apart-writer may read", read.includes("READ ME"), read),
    skillFinding("limited", "/apart-writer is offered Write", tools.includes("Write"), tools.join(" ")),
    skillFinding("limited", "/apart-writer is not offered WebFetch", !tools.includes("WebFetch"), tools.join(" ")),
    skillFinding("limited", "/apart-writer may git log -1", /not run|fatal/.test(log) && !/surcingle/.test(log), log),
    skillFinding("limited", "/apart-writer may not touch a file", /surcingle: /.test(touch), touch),
    skillFinding("limited", "/apart-writer may not fetch", /No such tool/.test(fetch), fetch),
  ];
};

/** A skill hook that names its script by a relative path. */
const askGuarded: AskSkills<ClaudeCode> = async ({ scene, model }, { say }) => {
  const calls = ["protected.txt", "free.txt"].map((name) => uses.write(join(scene.project, name)));
  const { results } = await sendMessage(model, say, "/guarded", [calls]);
  const [denied = "", free = ""] = results;
  return [
    skillFinding("limited", "/guarded may not write protected.txt", /GUARDED/.test(denied), denied),
    skillFinding("limited", "/guarded may be asked about free.txt", !/not found|GUARDED/.test(free), free),
  ];
};

/** `skills.enforce_allowed_tools`: a skill in the session, started by a user and by the model. */
const askLimited: AskSkills<ClaudeCode> = async ({ scene, model }, { say, converse }) => {
  const calls = [
    uses.read(join(scene.project, "readme.txt")),
    uses.shell("git log -1"),
    uses.shell("ls"),
    uses.write(join(scene.project, "a.txt")),
  ];
  const found: SkillFinding[] = [];
  for (const [message, first] of [
    ["/listed", []],
    ["", [[{ tool: "Skill", input: { skill: "listed" } }]]],
  ] as const) {
    const allowed = ["--allowedTools", "Skill"];
    const { results } = await sendMessage(model, (text) => say(text, allowed), message, [...first, calls]);
    const [read = "", log = "", list = "", write = ""] = results.slice(first.length);
    const how = message === "" ? "listed, started by the model," : "/listed";
    found.push(
      skillFinding("limited", `${how} may read`, read.includes("READ ME"), read),
      skillFinding("limited", `${how} may git log -1`, !/surcingle/.test(log), log),
      skillFinding("limited", `${how} may not ls`, /the skill `listed` is limited/.test(list), list),
      skillFinding("limited", `${how} may not write`, /the skill `listed` is limited/.test(write), write),
    );
  }
  const again = [uses.shell("ls"), uses.write(join(scene.project, "a.txt"))];
  const prompts = [model.play([again]), model.play([again])] as const;
  await converse([`/listed ${prompts[0]}`, prompts[1]]);
  const texts = prompts.map((prompt) =>
    model
      .played(prompt)
      .map(({ result }) => result?.text ?? "none")
      .join("\n"),
  );
  found.push(
    skillFinding("limited", "/listed applies to its own prompt", /is limited/.test(texts[0] ?? ""), texts[0]),
    skillFinding("limited", "/listed ends with the next prompt", !/is limited|none/.test(texts[1] ?? "none"), texts[1]),
  );
  return found;
};

/** Skills and commands that a user or the model starts. */
const askStarted: AskSkills<ClaudeCode> = async ({ model }, { say }) => {
  const found: SkillFinding[] = [];
  for (const [message, wanted] of [
    ["/commit-staged the reason", "Mention: the reason"],
    ["/speckit-revenge-extract src", "Orchestrate extraction for src"],
    ["/version-notes v1..v2", "The range is: v1..v2"],
    ["/for-people now", "TEXT OF for-people for now"],
  ] as const) {
    const { text } = await sendMessage(model, say, message);
    found.push(skillFinding("arguments", message.split(" ")[0]!, text.includes(wanted), text));
  }
  for (const skill of ["commit-staged", "version-notes", "for-people", "for-nobody"]) {
    const { results } = await sendMessage(model, say, "", [[{ tool: "Skill", input: { skill } }]]);
    const isRefused = /disable-model-invocation/.test(results[0] ?? "");
    found.push(skillFinding("hidden", `the model cannot start ${skill}`, isRefused, results[0]));
  }
  const touch = uses.shell("touch made.txt");
  const script = [[{ tool: "Skill", input: { skill: "eager" } }], [touch]];
  const { results } = await sendMessage(model, (message) => say(message, ["--agent", "careful"]), "", script);
  found.push(
    skillFinding(
      "still asks",
      "a skill that allows the shell: careful still asks",
      results[1] === "asked",
      results.join("\n"),
    ),
  );
  return found;
};
