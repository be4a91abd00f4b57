/** `surcingle diff`: shows what a change to the definitions newly allows, and what it no longer allows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Diff, diffSides, type SideAgent } from "../../../report/diff/compare-sides.ts";
import { diffMarkdown, diffSarif, diffText, summary } from "../../../report/diff/print.ts";
import { type CliCall, defineCommand, usageError } from "../../command.ts";
import { rootsOf } from "../../options.ts";
import { renderOptions } from "../../outputs.ts";
import type { CommandContext, Printer } from "../../print.ts";
import { version } from "../../version.ts";
import { checkOut, readRoots, readSide } from "./read-side.ts";

const formats = ["text", "json", "markdown", "sarif"] as const;
type Format = (typeof formats)[number];

const diffOptions = {
  git: { value: "REV", text: "compare the roots at this commit with the roots as they are now" },
  format: {
    value: "FORMAT",
    choices: formats,
    text: "form of the output; markdown is meant for a pull request (default: text)",
  },
  ...renderOptions,
} as const;

type DiffCall = CliCall<typeof diffOptions>;

export const diff = defineCommand({
  name: "diff",
  summary: "list what a change to the definitions newly allows",
  usage: ["diff OLD NEW [OPTIONS]", "diff --git REV [OPTIONS]"],
  description: [
    "Compares the permissions of two roots or two builds. Lists what each agent may do now and could not do before (looser), and the other way round (stricter), with a call that shows each difference. A new agent is compared with an agent that has no rules. Rules that are written differently and mean the same are not reported.",
    "Exits with 0 if nothing became looser, with 1 if something did or a definition is not valid.",
  ],
  arguments: [
    { name: "OLD", text: "a root, or the output of `build`", isOptional: true },
    { name: "NEW", text: "what to compare it with", isOptional: true },
  ],
  options: diffOptions,
  examples: [
    "surcingle diff --git main",
    "surcingle diff ../old-agents . --format markdown",
    "surcingle diff out/before out/after --json",
  ],
  run: async (context) => {
    const { printer, options } = context;
    const sides = await readSides(context);
    if (!sides) return 1;
    const result = diffSides(...sides);
    print(result, options.format ?? (printer.isJson ? "json" : "text"), context, printer);
    return result.isLooser ? 1 : 0;
  },
});

type Sides = readonly [readonly SideAgent[], readonly SideAgent[]];

async function readSides(context: DiffCall): Promise<Sides | undefined> {
  const { cwd, words, options, printer } = context;
  const { git: revision } = options;
  const [old, now] = words;
  if (revision !== undefined) {
    if (old !== undefined) throw usageError("with `--git`, pass the roots with `--root`");
    return readCommit(rootsOf(context), revision, context);
  }
  if (old === undefined || now === undefined) throw usageError("pass OLD and NEW, or `--git REV`");
  const first = await readSide(resolve(cwd, old), options, printer);
  const second = first && (await readSide(resolve(cwd, now), options, printer));
  return first && second && [first, second];
}

async function readCommit(
  roots: readonly string[],
  revision: string,
  { options, printer }: DiffCall,
): Promise<Sides | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), "surcingle-diff-"));
  try {
    const old = roots.map((_, i) => join(scratch, String(i)));
    for (const [i, root] of roots.entries()) await checkOut(root, revision, old[i]!);
    const before = await readRoots(old, options, printer);
    const after = before && (await readRoots(roots, options, printer));
    return before && after && [before, after];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function print(result: Diff, format: Format, { out }: CommandContext, { isQuiet, paint }: Printer): void {
  switch (format) {
    case "text":
      if (isQuiet) return;
      return out(
        `${diffText(result, (direction, text) => paint(direction === "looser" ? "error" : "faint", text)).join("\n")}\n`,
      );
    case "markdown":
      return out(diffMarkdown(result));
    case "sarif":
      return out(diffSarif(result, version));
    case "json": {
      for (const { agent, status, entries } of result.agents) {
        for (const entry of entries) out(`${JSON.stringify({ event: "change", agent, status, ...entry })}\n`);
        if (entries.length === 0) out(`${JSON.stringify({ event: "agent", agent, status })}\n`);
      }
      const { isLooser, agents } = result;
      out(`${JSON.stringify({ event: "diff", looser: isLooser, agents: agents.length, summary: summary(agents) })}\n`);
    }
  }
}
