/** `surcingle build`: writes one directory per harness, and a manifest. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { hasErrors, type Loss, lossesOf } from "../../base/diagnostic.ts";
import { plural, visible } from "../../base/text.ts";
import { readSources, renderHarnesses, resolveSources, type Sources } from "../../build/generate.ts";
import { type BuildRequest, buildTree, builtFrom } from "../../build/write/build-tree.ts";
import type { HarnessOutput } from "../../build/write/harness-output.ts";
import { type Manifest, manifestName, readManifest } from "../../build/write/manifest.ts";
import type { Model } from "../../model/model.ts";
import { withInterrupt } from "../../process/signals.ts";
import { changedPaths, takeSnapshot, waitForChange } from "../../read/watch.ts";
import { type CliCall, defineCommand } from "../command.ts";
import { outOption } from "../options.ts";
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
    out: outOption,
    "for-use": {
      text: "write the files as `apply` does, for linking into a home: without surcingle's plugin, a governed agent in OpenCode can do nothing, unless the settings say `opencode.require_plugin = false`",
    },
    watch: { text: "build again whenever a definition changes, until Ctrl+C" },
    ...renderOptions,
  },
  examples: [
    "surcingle build --out out/agents",
    ["surcingle build --out out/agents --watch", "while you write an agent"],
    "surcingle build --root company --root team --out out/agents",
    "surcingle build --out out/agents --scope project --json",
  ],
  run: (call) =>
    call.options.watch
      ? withInterrupt((abort) => watchAndBuild(call, abort), { isNormalEnd: true })
      : buildOnce(call, (done) => sayDone(call.printer, call.options, call.options.out, done)).then(({ code }) => code),
});

type BuildCall = Pick<CliCall, "cwd" | "err" | "isTerminal" | "printer"> & {
  readonly options: RenderValues & { readonly out: string; readonly "for-use": boolean; readonly watch: boolean };
};

interface Done {
  readonly status: "written" | "unchanged";
  readonly summary: Summary;
}

/** Builds, prints problems, and reports what was done. */
async function buildOnce(
  call: BuildCall,
  report: (done: Done) => void,
): Promise<{ readonly code: number; readonly named: readonly string[] }> {
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
  // A watch needs to know which files the agents refer to.
  const isSilent = diagnostics.length === 0 && !printer.isJson && !options.watch;
  const upToDate = isSilent ? builtFrom(resolve(call.cwd, out), sources.inputs, place.since) : undefined;
  // Every run shows the warnings, so the definitions must always be resolved.
  if (upToDate?.warnings === 0) {
    report({ status: "unchanged", summary: summaryOf(upToDate) });
    return { code: 0, named: [] };
  }

  progress("reading definitions");
  const { model, inputs, named } = await resolveSources(sources);
  const { counts, ...work } = makeWork(sources, model, inputs, progress);
  const result = model ? await buildTree({ ...place, ...work }) : ({ kind: "wrong" } as const);
  progress("");
  // With `--json`, each loss is printed with its place, even if nothing had to be rendered.
  if (result.kind === "unchanged" && printer.isJson) for (const _ of work.outputs);
  printer.diagnostics(diagnostics);
  if (result.kind === "refused") printer.problems(result.problems);
  if (!model || result.kind === "refused" || result.kind === "wrong") return { code: 1, named };
  for (const path of result.kind === "written" ? result.kept : []) {
    printer.emit({ event: "kept", path });
    printer.say(`kept \`${path}\`, which surcingle did not write`);
  }
  const { scope, agents } = work.facts;
  const summary =
    result.kind === "unchanged" ? summaryOf(result.manifest) : { scope, agents, counts, losses: work.facts.losses };
  report({ status: result.kind, summary });
  return { code: 0, named };
}

/** Invalid definitions do not end a watch: the last good output stays until the next change. */
async function watchAndBuild(call: BuildCall, abort: AbortSignal): Promise<number> {
  const { options, printer } = call;
  const { root: roots, settings, out } = options;
  const manifest = resolve(call.cwd, out, manifestName);
  let files = settings === undefined ? [] : [settings];
  let before = takeSnapshot({ roots, files, ignored: out });
  let changed: readonly string[] | undefined;
  while (!abort.aborted) {
    const old = hashesIn(manifest);
    const subject = changed && changedText(changed);
    if (changed) printer.emit({ event: "changed", paths: changed });
    const { code, named } = await buildOnce(call, (done) => {
      if (subject === undefined) return sayDone(printer, options, out, done, false);
      emitDone(printer, out, done);
      printer.say(`${subject}: ${outcomeText(old, hashesIn(manifest))}`);
    });
    if (code !== 0) printer.say(`${subject ?? "the definitions are not valid"}: ${out} was left unchanged`);
    if (!changed) printer.say(`watching ${roots.join(", ")}; press Ctrl+C to stop`);
    const known = [...new Set([...files, ...named])];
    if (known.length > files.length) {
      // The snapshot from before the build contains none of them.
      before = new Map([...takeSnapshot({ roots: [], files: known.slice(files.length), ignored: out }), ...before]);
      files = known;
    }
    const after = await waitForChange({ roots, files, ignored: out }, before, abort);
    if (!after) break;
    changed = changedPaths(before, after);
    before = after;
  }
  printer.say("stopped");
  return 0;
}

function changedText([first = "", ...others]: readonly string[]): string {
  const name = visible(first);
  return others.length === 0 ? `${name} changed` : `${name} and ${plural(others.length, "other file")} changed`;
}

/** The hash of each file of an output, by path. */
function hashesIn(manifest: string): ReadonlyMap<string, string> {
  const read = (): Manifest | undefined => readManifest(readFileSync(manifest, "utf8"));
  try {
    return new Map(read()?.files.map(({ path, sha256 }) => [path, sha256]));
  } catch {
    // No output yet.
    return new Map();
  }
}

function outcomeText(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  const count = (from: typeof before, to: typeof before, isCounted: (a: string, b: string | undefined) => boolean) =>
    [...from].filter(([path, hash]) => isCounted(hash, to.get(path))).length;
  const parts = [
    [count(after, before, (hash, old) => old !== undefined && old !== hash), "updated"],
    [count(after, before, (_, old) => old === undefined), "added"],
    [count(before, after, (_, next) => next === undefined), "removed"],
  ] as const;
  const changes = parts.filter(([number]) => number > 0).map(([number, word]) => `${plural(number, "file")} ${word}`);
  return changes.join(", ") || "the output stays the same";
}

/** What a build has to write, rendered while it is written. `counts` grows with it. */
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
      return diagnostics.filter(({ loss, isSkillCheck }) => !loss && !isSkillCheck).length;
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

/** With the same inputs, another version of this program may write something else. */
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

function emitDone(printer: Printer, out: string, { status, summary: { scope, counts } }: Done): void {
  const total = counts.reduce((sum, { files }) => sum + files, 0);
  printer.emit({ event: "build", status, out, scope, files: total, harnesses: counts });
}

function sayDone(printer: Printer, options: RenderValues, out: string, done: Done, withNext = true): void {
  emitDone(printer, out, done);
  if (printer.isJson || printer.isQuiet) return;
  const { scope, counts, losses } = done.summary;
  const total = counts.reduce((sum, { files }) => sum + files, 0);
  printer.say(done.status === "written" ? `wrote ${plural(total, "file")} to ${out}` : `${out} is up to date`);
  const width = Math.max(0, ...counts.map(({ id }) => id.length));
  for (const { id, root, files } of counts) {
    printer.say(`  ${id.padEnd(width)}  ${plural(files, "file")} for ${scope === "user" ? "~/" : ""}${root}`);
  }
  for (const line of lossSummary(losses)) printer.say(line);
  const goal = scope === "user" ? "--to ~" : "--to .";
  if (withNext)
    printer.say(`next: \`surcingle apply${repeatOptions(options)} ${goal} --dry-run\` shows what would change`);
}
