/** `surcingle check`: everything `build` would report, without writing. */
import { hasErrors, lossesOf } from "../../base/diagnostic.ts";
import { listed, plural } from "../../base/text.ts";
import { generate } from "../../build/generate.ts";
import type { Agent } from "../../model/agent.ts";
import { sandboxSettings } from "../../sandbox/compile.ts";
import { defineCommand } from "../command.ts";
import { generateOptions, renderOptions } from "../outputs.ts";
import { lossDetails, lossSummary } from "../print.ts";
import { makeProgress } from "../progress.ts";

export const check = defineCommand({
  name: "check",
  summary: "check the definitions, write nothing",
  description: ["Reports everything that `build` would report. Exits with 1 if a definition is not valid."],
  options: {
    strict: { text: "treat warnings as errors; losses stay notes" },
    notes: { text: "also show notes, such as what each client cannot express" },
    ...renderOptions,
  },
  examples: [
    "surcingle check",
    "surcingle check --root company --root team --strict",
    "surcingle check --json --harness pi",
  ],
  run: async (call) => {
    const { options, printer } = call;
    const { result, diagnostics } = await generate(
      { ...generateOptions(options), withNotes: options.notes || printer.isJson },
      makeProgress(call, printer),
    );
    printer.diagnostics(diagnostics, options.notes);
    const isWrong =
      hasErrors(diagnostics) ||
      (options.strict && diagnostics.some(({ loss, severity }) => !loss && severity !== "note"));
    if (!result) return 1;
    const { agents, skills, commands } = result.model;
    const counted = listed([
      plural(agents.length, "agent"),
      plural(skills.length, "skill"),
      ...(commands.length > 0 ? [plural(commands.length, "command")] : []),
    ]);
    const clients = listed(result.rendered.map(({ harness }) => harness.title));
    printer.say(`${counted} checked for ${clients}`);
    const losses = lossesOf(diagnostics);
    for (const line of options.notes ? lossDetails(losses, agents.length) : lossSummary(losses)) printer.say(line);
    if (options.notes) for (const line of sandboxNotes(agents)) printer.say(line);
    printer.say(
      isWrong
        ? printer.paint("error", "warnings count as errors with --strict")
        : printer.paint("good", "the definitions are valid"),
    );
    return isWrong ? 1 : 0;
  },
});

/** Which agents run commands in the sandbox, and why the others do not. */
function sandboxNotes(agents: readonly Agent[]): readonly string[] {
  const governed = agents.flatMap(({ name, policy }) =>
    policy ? [{ name, settings: policy.sandbox, sandbox: sandboxSettings(policy) }] : [],
  );
  const [sandboxed, free] = [governed.filter(({ sandbox }) => sandbox), governed.filter(({ sandbox }) => !sandbox)];
  const names = (list: typeof governed): string => listed(list.map(({ name }) => name));
  const why = free.some(({ settings }) => settings?.use === "off")
    ? '`use = "off"` in [sandbox]'
    : 'can edit files; `use = "on"` in [sandbox] changes that';
  return [
    ...(sandboxed.length === 0 ? [] : [`sandbox: ${names(sandboxed)}`]),
    ...(free.length === 0 ? [] : [`no sandbox: ${names(free)} (${why})`]),
  ];
}
