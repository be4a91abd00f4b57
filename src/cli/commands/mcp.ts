/** `surcingle mcp`: offers `skill_exec` to an agent as an MCP tool over standard input and output. */
import { createInterface } from "node:readline";
import { isProblem } from "../../base/problem.ts";
import { deniedBy } from "../../skill/kode/deny-rules.ts";
import { discoverSkills, findSkill } from "../../skill/kode/discover.ts";
import { isBroken } from "../../skill/kode/load.ts";
import { answerLine, type McpOptions } from "../../skill/kode/mcp.ts";
import { execSkill, noRunner } from "../../skill/kode/run.ts";
import { defineCommand } from "../command.ts";
import { type MachineSettings, readMachineSettings } from "../machine-settings.ts";
import { modelOption, readSeconds } from "../options.ts";
import { version } from "../version.ts";
import { readTools } from "./skill/exec.ts";
import { skillOptions } from "./skill/kode.ts";
import { firstError } from "./skill/list.ts";
import { clientIds, clientRunner, findSkillClient } from "./skill/runner.ts";

export const mcp = defineCommand({
  name: "mcp",
  summary: "offer Kode skills to an agent as an MCP tool",
  description: [
    "Serves the tool `skill_exec` over standard input and output until the client closes it. It runs a skill as `surcingle skill exec` does: `kode.deny` applies, requirements are checked first, and the skill gets only the tools that it lists and that --tools allows.",
    "Without --tools a skill may read the project and nothing else, whichever agent calls it. The gate of a governed agent allows the call for the skills that the agent lists.",
  ],
  options: {
    client: { value: "ID", choices: clientIds, text: "client that runs the skill (default: the first on PATH)" },
    tools: { value: "LIST", read: readTools, text: "tools a skill may use, separated by commas (default: read)" },
    model: modelOption,
    timeout: { value: "SECONDS", read: readSeconds, default: 600, text: "time limit of one run" },
    ...skillOptions,
  },
  examples: [
    "surcingle mcp",
    ["claude mcp add surcingle -- surcingle mcp --tools read,shell", "for Claude Code; skills may use the shell"],
  ],
  run: async (context) => {
    const machine = readMachineSettings(context);
    if (!machine) return 1;
    const { client: id, tools, model, timeout: seconds } = context.options;
    const { env, cwd } = context;
    const exec: McpOptions["exec"] = async (slug, args) => {
      const skill = await findSkill(slug, machine.skillDirectories);
      if (isProblem(skill)) return skill;
      if (isBroken(skill)) {
        const { code, message } = skill.errors[0];
        return { code, severity: "error", subject: slug, message, hint: firstError(skill) };
      }
      const client = findSkillClient(id, env);
      const allowed = tools ?? ["read_file"];
      const note = (sentence: string): void => context.err(`surcingle: ${sentence}\n`);
      const runner = client ? clientRunner({ client, machine, cwd, env, model, allowed, seconds, note }) : noRunner;
      return await execSkill({ skill, args, denials: machine.denials, env, cwd, runner });
    };
    const options: McpOptions = { version, list: () => offered(machine), exec };
    // One call at a time: each starts a client of its own.
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() === "") continue;
      const answer = await answerLine(line, options);
      if (answer !== undefined) context.out(`${answer}\n`);
    }
    return 0;
  },
});

async function offered({ skillDirectories, denials }: MachineSettings) {
  const { skills } = await discoverSkills(skillDirectories);
  return skills.flatMap((skill) => (isBroken(skill) || deniedBy(skill.slug, denials) !== undefined ? [] : [skill]));
}
