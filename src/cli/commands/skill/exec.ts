/** `surcingle skill exec SLUG [ARGS…]`: runs a Kode skill through an installed client, with the tools it lists. */
import { isProblem } from "../../../base/problem.ts";
import { visible } from "../../../base/text.ts";
import { execSkill, noRunner } from "../../../skill/kode/run.ts";
import { readGrants } from "../../../skill/kode/run-tools.ts";
import { defineCommand, usageError } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { argsArgument, clientOption, modelOption, readSeconds, skillArgument } from "../../options.ts";
import { chosenSkill, readable, skillOptions } from "./kode.ts";
import { clientIds, clientRunner, findSkillClient } from "./runner.ts";

export const skillExec = defineCommand({
  name: "exec",
  summary: "run a Kode skill in an installed client, with its own tools only",
  description: [
    "Fills in the arguments, starts an installed client in headless mode and prints the result. The skill gets only the tools it lists (metadata.kode.tools, else allowed-tools), enforced by the same gate as an agent's permissions. Its requirements are checked first. A skill that matches `kode.deny` in the settings does not run.",
    "Put `--` before arguments that start with a hyphen.",
  ],
  arguments: [skillArgument, argsArgument],
  options: {
    client: { ...clientOption, choices: clientIds },
    tools: {
      value: "LIST",
      read: readTools,
      text: "tools you allow, separated by commas; a skill without a list gets these (default: reading the project)",
    },
    model: modelOption,
    timeout: { value: "SECONDS", read: readSeconds, default: 600, text: "time limit" },
    ...skillOptions,
  },
  examples: [
    "surcingle skill exec commit-message",
    "surcingle skill exec review src/main.ts --tools read,shell",
    "surcingle skill exec report -- --since yesterday",
  ],
  run: async (context) => {
    const { printer, options } = context;
    const [slug = "", ...args] = context.words;
    const { client: id, timeout: seconds, tools: allowed, model } = options;
    const machine = readMachineSettings(context);
    const skill = machine && (await chosenSkill(slug, machine, printer));
    if (!skill) return 1;
    const { env, cwd } = context;
    const client = findSkillClient(id, env);
    const note = (sentence: string): void => {
      printer.emit({ event: "note", slug, message: sentence });
      if (!printer.isJson && !printer.isQuiet) context.err(`surcingle: ${visible(sentence)}\n`);
    };
    const runner = client ? clientRunner({ client, machine, cwd, env, model, allowed, seconds, note }) : noRunner;
    const result = await execSkill({ skill, args, denials: machine.denials, env, cwd, runner });
    if (isProblem(result)) {
      printer.problems([result]);
      return 1;
    }
    printer.emit({ event: "exec", slug, client: client?.harness.id ?? null, output: result.output });
    // The result is what the user asked for, so it is printed even with `--quiet`.
    if (!printer.isJson) context.out(`${readable(result.output).trimEnd()}\n`);
    return 0;
  },
});

/** An unknown name is an error: it would allow nothing, although the user expects it to. */
export function readTools(text: string, option: string): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  const [wrong] = readGrants(names).ignored;
  if (wrong) throw usageError(`\`${option}\` names \`${wrong.name}\`: ${wrong.why}`);
  return names;
}
