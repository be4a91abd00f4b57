/** `surcingle build`: writes one directory per harness, and a manifest. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { hasErrors, type Loss, lossesOf } from "../../base/diagnostic.ts";
import { plural } from "../../base/text.ts";
import { readSources, renderHarnesses, resolveSources, type Sources } from "../../build/generate.ts";
import { type BuildRequest, buildTree, builtFrom } from "../../build/write/build-tree.ts";
import type { HarnessOutput } from "../../build/write/harness-output.ts";
import type { Manifest } from "../../build/write/manifest.ts";
import type { Model } from "../../model/model.ts";
import { defineCommand } from "../command.ts";
import { generateOptions, outputOf, type RenderValues, renderOptions, repeatOptions } from "../outputs.ts";
import { lossSummary, type Printer } from "../print.ts";
import { makeProgress } from "../progress.ts";

export const build = defineCommand({
  name: "build",
  summary: "write one directory per client, and a manifest",
  description: [
    "The manifest.json lists every file and what each client cannot express. Replaces DIR as a whole. Refuses if DIR contains files that surcingle did not write or that were edited. Does nothing if the output is up to date.",
  ],
  options: {
    out: { value: "DIR", isRequired: true, text: "directory to write" },
    "for-use": {
      text: "write the files as `apply` does, for linking into a home: without our plugin, a governed agent in OpenCode can do nothing, unless the settings say `opencode.require_plugin = false`",
    },
    ...renderOptions,
  },
  examples: [
    "surcingle build --out out/agents",
    "surcingle build --root company --root team --out out/agents",
    "surcingle build --out out/agents --scope project --json",
  ],
  run: async (call) => {
    const { options, printer } = call;
    const { out } = options;
    const place = { out, cwd: call.cwd, since: programTime() };
    const progress = makeProgress(call, printer);
    const sources = readSources({
      ...generateOptions(options),
      isForUse: options["for-use"],
      withNotes: printer.isJson,
    });
    const { diagnostics } = sources;
    const isSilent = diagnostics.length === 0 && !printer.isJson;
    const standing = isSilent ? builtFrom(resolve(call.cwd, out), sources.inputs, place.since) : undefined;
    // Every run shows the warnings; to show them, the definitions must be understood.
    if (standing?.warnings === 0) return sayDone(printer, options, out, "unchanged", summaryOf(standing));

    progress("reading definitions");
    const { model, inputs } = await resolveSources(sources);
    const { counts, ...work } = makeWork(sources, model, inputs, progress);
    const result = model ? await buildTree({ ...place, ...work }) : ({ kind: "wrong" } as const);
    progress("");
    // Programs are told each loss with its place, also when nothing had to be rendered.
    if (result.kind === "unchanged" && printer.isJson) for (const _ of work.outputs);
    printer.diagnostics(diagnostics);
    if (result.kind === "refused") printer.problems(result.problems);
    if (!model || result.kind === "refused" || result.kind === "wrong") return 1;
    for (const path of result.kind === "written" ? result.kept : []) {
      printer.emit({ event: "kept", path });
      printer.say(`kept \`${path}\`, which surcingle did not write`);
    }
    const { scope, agents } = work.facts;
    const summary =
      result.kind === "unchanged" ? summaryOf(result.manifest) : { scope, agents, counts, losses: work.facts.losses };
    return sayDone(printer, options, out, result.kind, summary);
  },
});

/** What a build has to write, made while it is written. `counts` grows with it. */
function makeWork(
  sources: Sources,
  model: Model | undefined,
  inputs: string,
  progress: ReturnType<typeof makeProgress>,
) {
  const { options, diagnostics } = sources;
  const { scope } = options.context;
  const counts: Count[] = [];
  function* makeOutputs(): Generator<HarnessOutput> {
    if (!model) return;
    for (const rendered of renderHarnesses(sources, model)) {
      const output = outputOf(rendered, scope);
      counts.push({ id: output.id, root: output.root, files: output.files.length });
      progress(`writing ${rendered.harness.title} (${counts.length} of ${options.harnesses.length})`);
      yield output;
    }
  }
  const facts = {
    version: options.version,
    scope,
    inputs,
    agents: model?.agents.length ?? 0,
    replaced: model?.replaced ?? [],
    allowTools: model?.settings.allowTools ?? [],
    get warnings() {
      return diagnostics.filter(({ loss, advice }) => !loss && !advice).length;
    },
    get losses() {
      return lossesOf(diagnostics);
    },
  };
  return {
    outputs: makeOutputs(),
    facts,
    isWrong: () => hasErrors(diagnostics),
    counts,
  } satisfies Partial<BuildRequest> & {
    counts: readonly Count[];
  };
}

/** With the same inputs, another edition of this program may write something else. */
function programTime(): number {
  return statSync(import.meta.filename).mtimeMs;
}

interface Count {
  readonly id: string;
  readonly root: string;
  readonly files: number;
}

interface Summary {
  readonly scope: string;
  readonly agents: number;
  readonly counts: readonly Count[];
  readonly losses: readonly Loss[];
}

function summaryOf({ scope, agents, harnesses, files, losses }: Manifest): Summary {
  const counts = harnesses.map(({ id, root }) => {
    return { id, root, files: files.filter(({ path }) => path.startsWith(`${id}/`)).length };
  });
  return { scope, agents, counts, losses };
}

function sayDone(
  printer: Printer,
  options: RenderValues,
  out: string,
  status: "written" | "unchanged",
  { scope, counts, losses }: Summary,
): 0 {
  const total = counts.reduce((sum, { files }) => sum + files, 0);
  printer.emit({ event: "build", status, out, scope, files: total, harnesses: counts });
  if (printer.isJson || printer.isQuiet) return 0;
  printer.say(status === "written" ? `wrote ${plural(total, "file")} to ${out}` : `${out} is up to date`);
  const width = Math.max(0, ...counts.map(({ id }) => id.length));
  for (const { id, root, files } of counts) {
    printer.say(`  ${id.padEnd(width)}  ${plural(files, "file")} for ${scope === "user" ? "~/" : ""}${root}`);
  }
  for (const line of lossSummary(losses)) printer.say(line);
  const goal = scope === "user" ? "--to ~" : "--to .";
  printer.say(`next: \`surcingle apply${repeatOptions(options)} ${goal} --dry-run\` shows what would change`);
  return 0;
}
