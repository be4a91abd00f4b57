/** `surcingle capability list`: every capability of the roots and of the program, with its faces. */
import { hasErrors } from "../../../base/diagnostic.ts";
import { visible } from "../../../base/visible.ts";
import { codeNamed } from "../../../capability/all.ts";
import type { Capability } from "../../../model/capability.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter } from "../../print.ts";
import { rootHelp, rootOptions } from "../../root-options.ts";
import { loadSet } from "./options.ts";

export const capabilityList: Command = {
  help: `Usage: surcingle capability list [OPTIONS]

Lists the capabilities that are shipped with the program and those of the roots, which replace them by name.
Each has a text for the agent; the letters say whether it also has a gate (g) and a check (v).
Exit code 0; 1 when a definition is wrong.

${rootHelp}
Examples:
  surcingle capability list
  surcingle capability list --json --root ~/agents
`,
  run: async (context) => {
    const given = readOptions(context.argv, rootOptions, { min: 0, max: 0 });
    const printer = makePrinter(context, given);
    const { capabilities, diagnostics } = await loadSet(given, context);
    const all = [...capabilities.values()];
    const width = Math.max(0, ...all.map(({ name }) => name.length));
    for (const one of all) {
      printer.emit(capabilityJson(one));
      const faces = `t${one.gate ? "g" : "-"}${one.verify ? "v" : "-"}`;
      printer.say(`${one.name.padEnd(width)}  ${faces}  ${visible(one.description)}`);
    }
    printer.diagnostics(diagnostics);
    return hasErrors(diagnostics) ? 1 : 0;
  },
};

/** With the names of the capability.toml: people write programs that read this. */
function capabilityJson(one: Capability): Readonly<Record<string, unknown>> {
  const { name, category, version, description, restricts, accepts, gate, verify, path } = one;
  return {
    name,
    category,
    version,
    description,
    code: codeNamed(name)?.code ?? "??",
    restricts: {
      "tool-patterns": restricts.toolPatterns,
      "tools-denied": restricts.toolsDenied,
      "path-patterns": restricts.pathPatterns,
    },
    accepts,
    gate: gate && {
      module: gate.module ?? null,
      event: gate.event ?? null,
      severity: gate.severity,
      "bypass-env": gate.bypassEnv ?? null,
    },
    verify: verify && {
      module: verify.module ?? null,
      command: verify.command ?? null,
      "run-mode": verify.runMode,
      when: verify.when,
    },
    path,
  };
}
