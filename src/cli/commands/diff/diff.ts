/** `surcingle diff`: what a change of the definitions newly allows, and what it no longer allows. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Diff, diffSides, type SideAgent } from "../../../report/diff/compare-sides.ts";
import { diffMarkdown, diffSarif, diffText, summary } from "../../../report/diff/print.ts";
import {
  type Command,
  type CommandContext,
  commonHelp,
  commonOptions,
  type Given,
  readOptions,
  textOption,
  usageError,
} from "../../options.ts";
import { makePrinter, type Printer } from "../../print.ts";
import { rootsOf } from "../../root-options.ts";
import { version } from "../../version.ts";
import { checkOut, readRoots, readSide } from "./read-side.ts";

const formats = ["text", "json", "markdown", "sarif"] as const;
type Format = (typeof formats)[number];

export const diff: Command = {
  help: `Usage: surcingle diff OLD NEW [OPTIONS]
       surcingle diff --git REV [OPTIONS]

Compares the permissions of two roots or two builds. Lists what each agent may
do now and could not do before (looser), and the other way round (stricter),
with a call that shows each difference. A new agent is compared with an agent
that has no rules. Rules that are written differently and mean the same are no
difference.

Exit code 0 if nothing became looser, 1 if something did or a definition is
wrong.

Options:
  --git REV        compare the roots as they were at REV with the roots as they
                   are now
  --format FORMAT  text (default), json, markdown (for a pull request) or sarif

${commonHelp}
Examples:
  surcingle diff --git main
  surcingle diff ../old-agents . --format markdown
  surcingle diff out/before out/after --json
`,
  run: async (context) => {
    const table = { ...commonOptions, git: { type: "string" }, format: { type: "string" } } as const;
    const given = readOptions(context.argv, table, { min: 0, max: 2 });
    const printer = makePrinter(context, given);
    const format = knownFormat(given);
    const sides = await readSides(context, given, printer);
    if (!sides) return 1;
    const result = diffSides(...sides);
    print(result, format, context, printer);
    return result.isLooser ? 1 : 0;
  },
};

function knownFormat(given: Given): Format {
  const name = textOption(given, "format") ?? (given.values["json"] === true ? "json" : "text");
  const format = formats.find((each) => each === name);
  if (format) return format;
  throw usageError(`\`--format\` is ${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}, not \`${name}\``);
}

type Sides = readonly [readonly SideAgent[], readonly SideAgent[]];

async function readSides(context: CommandContext, given: Given, printer: Printer): Promise<Sides | undefined> {
  const revision = textOption(given, "git");
  const [old, now] = given.positionals;
  if (revision !== undefined) {
    if (old !== undefined) throw usageError("with `--git` the roots are named by `--root`");
    return readCommit(rootsOf(given, context), revision, given, printer);
  }
  if (old === undefined || now === undefined) throw usageError("OLD and NEW are needed, or `--git REV`");
  const first = await readSide(resolve(context.cwd, old), given, printer);
  const second = first && (await readSide(resolve(context.cwd, now), given, printer));
  return first && second && [first, second];
}

async function readCommit(
  roots: readonly string[],
  revision: string,
  given: Given,
  printer: Printer,
): Promise<Sides | undefined> {
  const scratch = mkdtempSync(join(tmpdir(), "surcingle-diff-"));
  try {
    const old = roots.map((_, i) => join(scratch, String(i)));
    for (const [i, root] of roots.entries()) await checkOut(root, revision, old[i]!);
    const before = await readRoots(old, given, printer);
    const after = before && (await readRoots(roots, given, printer));
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
