/** `surcingle skill exec SLUG [ARGS…]`: runs a Kode skill through an installed client, with the tools it lists. */
import { isProblem } from "../../../base/problem.ts";
import { visible } from "../../../base/visible.ts";
import { execSkill, noRunner } from "../../../skill/kode/run.ts";
import { readGrants } from "../../../skill/kode/run-tools.ts";
import { readMachine } from "../../machine-settings.ts";
import { type Command, type Given, readOptions, textOption, usageError } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { chosenSkill, readable, skillHelp, skillOptions } from "./options.ts";
import { clientIds, clientRunner, findSkillClient } from "./runner.ts";

const options = {
  ...skillOptions,
  client: { type: "string" },
  model: { type: "string" },
  tools: { type: "string" },
  timeout: { type: "string" },
} as const;

const defaultSeconds = 600;

export const skillExec: Command = {
  help: `Usage: surcingle skill exec SLUG [ARGS…] [OPTIONS]

Runs a Kode skill: fills in its arguments, starts an installed client without a screen and prints what comes of it.
The skill gets the tools it lists (metadata.kode.tools, else allowed-tools) and no others, enforced by the same gate
as an agent's permissions. What it requires is looked for first; what \`kode.deny\` in the settings denies is not run.

  --client ID      ${clientIds.join(", ")} (default: the first of them on PATH)
  --tools LIST     the tools you allow, with commas; a skill without a list gets these (default: reading the project)
  --model NAME     handed to the client as it is
  --timeout SEC    stop it after this time (default: ${defaultSeconds})

${skillHelp}
Arguments that begin with a hyphen stand behind \`--\`.

Examples:
  surcingle skill exec commit-message
  surcingle skill exec review src/main.ts --client claude-code --tools read,shell
  surcingle skill exec report -- --since yesterday
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 1, max: 1_000 });
    const printer = makePrinter(context, given);
    const [slug = "", ...args] = given.positionals;
    const [id, seconds, allowed] = [clientOption(given), secondsOption(given, defaultSeconds), toolsOption(given)];
    const machine = readMachine(context, given, printer);
    const skill = machine && (await chosenSkill(slug, machine, printer));
    if (!skill) return 1;
    const { env, cwd } = context;
    const client = findSkillClient(id, env);
    const note = (sentence: string): void => {
      printer.emit({ event: "note", slug, message: sentence });
      if (!printer.isJson && !printer.isQuiet) context.err(`surcingle: ${visible(sentence)}\n`);
    };
    const model = textOption(given, "model");
    const runner = client ? clientRunner({ client, machine, cwd, env, model, allowed, seconds, note }) : noRunner;
    const result = await execSkill({ skill, args, denials: machine.denials, env, cwd, runner });
    if (isProblem(result)) {
      printer.problems([result]);
      return 1;
    }
    printer.emit({ event: "exec", slug, client: client?.harness.id ?? null, output: result.output });
    // The result is what was asked for, so `--quiet` does not take it away.
    if (!printer.isJson) context.out(`${readable(result.output).trimEnd()}\n`);
    return 0;
  },
};

function clientOption(given: Given): string | undefined {
  const id = textOption(given, "client");
  if (id !== undefined && !clientIds.includes(id))
    throw usageError(`\`--client\` is one of ${clientIds.join(", ")}, not \`${id}\``);
  return id;
}

export function secondsOption(given: Given, otherwise: number): number {
  const text = textOption(given, "timeout");
  if (text === undefined) return otherwise;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw usageError(`\`--timeout\` is a number of seconds, not \`${text}\``);
  return seconds;
}

/** A name that gives nothing is a mistake here: the person expects something of it. */
function toolsOption(given: Given): readonly string[] | undefined {
  const text = textOption(given, "tools");
  if (text === undefined) return undefined;
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  const [wrong] = readGrants(names).ignored;
  if (wrong) throw usageError(`\`--tools\` names \`${wrong.name}\`: ${wrong.why}`);
  return names;
}
