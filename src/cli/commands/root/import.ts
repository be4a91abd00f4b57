/** `surcingle import`: creates definitions from existing files of clients and other tools. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { hasErrors } from "../../../base/diagnostic.ts";
import { type Problem, problem } from "../../../base/problem.ts";
import { plural, visible, wrap } from "../../../base/text.ts";
import { generate } from "../../../build/generate.ts";
import { addFiles, type NewFile, takenPaths } from "../../../build/write/add-files.ts";
import { harnesses } from "../../../harness/all.ts";
import type { ImportNote } from "../../../harness/importer.ts";
import { importers, isClient } from "../../../import/all.ts";
import { assembleRoot, type ImportedRoot, type RootFile } from "../../../import/definitions.ts";
import { loadRoleSet } from "../../../task/load.ts";
import { readAssets } from "../../assets.ts";
import { type CliCall, type CliOptions, defineCommand } from "../../command.ts";
import { shellWord } from "../../options.ts";
import { programName } from "../../print.ts";
import { version } from "../../version.ts";
import { loadPacks } from "../pack/packs.ts";
import { readImportSources } from "./import-sources.ts";

export const importOptions = {
  prefer: {
    value: "CLIENT",
    text: "client that wins when several define the same name",
    choices: importers.map(({ id }) => id),
  },
  answers: { text: 'also import saved answers ("don\'t ask again") as allow rules' },
  models: { text: "also import models, into the settings" },
  scope: { value: "WHERE", text: "read the directories as a home or as a project", choices: ["user", "project"] },
} as const satisfies CliOptions;

export const importCommand = defineCommand({
  name: "import",
  summary: "turn the agents you already have into definitions",
  description: [
    "Reads agents, commands and skills of OpenCode, Claude Code, Pi, Codex, Copilot, rulesync, ruler and AGENT.md files. FROM is the name of one of them, a home or a project. Default: everything in your home and in this directory.",
    "Permissions become rules that allow no more than the client did. What could not be kept is listed. The source files are never changed, and no definition is overwritten.",
  ],
  arguments: [{ name: "FROM", text: "a client, a home or a project", isOptional: true, many: true }],
  options: {
    root: { value: "DIR", default: ".", text: "where to write the definitions" },
    ...importOptions,
    "dry-run": { text: "list what would be imported, write nothing" },
  },
  examples: [
    ["surcingle import claude-code --root agents", "from your home and this project"],
    ["surcingle import ~/projects/app --root agents", "from one project, all clients"],
    ["surcingle import --dry-run", "list what would be imported"],
  ],
  run: async (call) => {
    const { options, printer, cwd } = call;
    const root = resolve(cwd, options.root);
    const imported = await runImport(call, call.words, options);
    if ("problems" in imported) {
      printer.problems(imported.problems);
      return 1;
    }
    const settings = settingsOf(imported);
    const isOwn = statSync(join(root, "surcingle.toml"), { throwIfNoEntry: false }) !== undefined;
    const files = isOwn ? imported.files : [...imported.files, settings];
    const problems = options["dry-run"] ? [] : await writeImported(root, files, call);
    printer.problems(problems);
    if (problems.length > 0) return 1;
    printImported(call, imported, options["dry-run"]);
    const where = relative(cwd, root) === "" ? "" : ` --root ${shellWord(relative(cwd, root))}`;
    if (options["dry-run"]) return 0;
    const program = programName(call.env);
    printer.say(`\nNext:\n  ${program} check${where}`);
    printer.say(`  ${program} apply --to ~ --adopt --dry-run${where}`);
    return 0;
  },
});

interface ImportChoice {
  readonly prefer: string | undefined;
  readonly answers: boolean;
  readonly models: boolean;
  readonly scope: "user" | "project" | undefined;
}

/** Reads the sources and merges their definitions; returns problems if a file is in the way. */
export async function runImport(
  { cwd, env }: Pick<CliCall, "cwd" | "env">,
  from: readonly string[],
  { prefer, answers, models, scope }: ImportChoice,
): Promise<ImportedRoot | { readonly problems: readonly Problem[] }> {
  const request = { from, cwd, home: env["HOME"], scope, withAnswers: answers };
  const { sources, problems, directories } = readImportSources(request);
  if (problems.length > 0) return { problems };
  const isEmpty = sources.every(
    ({ imported }) => imported.agents.length + imported.commands.length + imported.skills.length === 0,
  );
  if (isEmpty) {
    const hint = "pass a home or project that has agents, or start with `surcingle init`";
    return {
      problems: [
        problem(
          "import-source",
          directories.join(", "),
          `nothing to import in ${directories.map((each) => `\`${each}\``).join(" and ")}`,
          hint,
        ),
      ],
    };
  }
  const packs = new Map(
    [...loadPacks([], () => undefined).packs].map(([name, { rules }]) => [
      name,
      rules.map(({ pattern, verdict }) => `${pattern}:${verdict}`),
    ]),
  );
  const roles = new Set((await loadRoleSet([], () => undefined)).roles.keys());
  const root = assembleRoot(sources, { prefer, withModels: models, roles, packs });
  const clashes = root.clashes.map(({ kind, name, sources }) => {
    const where = sources.map(({ from: path, title }) => `\`${path}\` (${title})`).join(" and ");
    const hint = `choose one with \`--prefer ${sources[0]!.id}\`, or rename one of them`;
    return problem("import-clash", name, `${kind} \`${name}\` is defined differently in ${where}`, hint);
  });
  return clashes.length > 0 ? { problems: clashes } : root;
}

/** Renders for the clients that the definitions came from. */
export function settingsOf({ definitions, models }: ImportedRoot): RootFile {
  const titles = new Set(definitions.map(({ title }) => title));
  const used = importers.filter((each) => titles.has(each.title) && isClient(each)).map(({ id }) => id);
  const lines = [
    "# Settings of this root. Nothing in this file can loosen a permission.",
    ...(used.length > 0
      ? ["", "# The clients to render for.", `harnesses = [${used.map((id) => `"${id}"`).join(", ")}]`]
      : []),
  ];
  for (const [id, table] of models)
    lines.push("", `[models.${id}]`, ...[...table].map(([agent, model]) => `${agent} = ${JSON.stringify(model)}`));
  return { path: "surcingle.toml", content: `${lines.join("\n")}\n`, executable: false };
}

/** Checks the result in a temporary directory first, so that nothing invalid is written. */
export async function writeImported(
  root: string,
  files: readonly RootFile[],
  { printer, cwd }: Pick<CliCall, "printer" | "cwd">,
): Promise<readonly Problem[]> {
  const folders = [...new Set(files.map(({ path }) => /^(?:agents|skills)\/[^/]+/.exec(path)?.[0] ?? path))];
  const taken = takenPaths(root, folders);
  if (taken.length > 0)
    return taken.map((path) => {
      const shown = relative(cwd, join(root, path));
      return problem(
        "import-exists",
        shown,
        `\`${shown}\` already exists`,
        "import into an empty directory with `--root DIR`, or move it away",
      );
    });
  const stage = mkdtempSync(join(tmpdir(), "surcingle-import-"));
  try {
    addFiles(stage, files);
    const options = {
      roots: [stage],
      settings: undefined,
      harnesses,
      context: { scope: "user", assets: readAssets() },
      version,
    } as const;
    const { diagnostics } = await generate({ ...options, isChosen: false });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    printer.diagnostics(errors);
    if (hasErrors(errors))
      return [
        problem(
          "import-source",
          ".",
          "the result would not be valid, so nothing was written",
          "fix the files above, or import other clients by name",
        ),
      ];
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  return writeAll(root, files);
}

export function writeAll(root: string, files: readonly NewFile[]): readonly Problem[] {
  const failed = addFiles(root, files);
  if (failed === undefined) return [];
  const message = `cannot write \`${failed}\`; nothing was written`;
  return [problem("output-unwritable", failed, message, "check that the directory exists and is writable")];
}

export function printImported(
  { printer }: Pick<CliCall, "printer">,
  { definitions, notes }: ImportedRoot,
  isDry: boolean,
): void {
  for (const { kind, name, from, isGoverned } of definitions)
    printer.emit({ event: "imported", kind, name, from, governed: isGoverned });
  for (const note of notes) printer.emit({ event: "note", ...note });
  const count = (kind: string): string => plural(definitions.filter((each) => each.kind === kind).length, kind);
  printer.emit({
    event: "import",
    status: isDry ? "dry-run" : "written",
    definitions: definitions.length,
    notes: notes.length,
  });
  printer.say(`${isDry ? "would import" : "imported"} ${count("agent")}, ${count("command")} and ${count("skill")}\n`);
  const width = Math.max(...definitions.map(({ name }) => name.length));
  for (const { kind, name, from } of definitions)
    printer.say(visible(`  ${kind.padEnd(7)}  ${name.padEnd(width)}  ${from}`));
  const titles = { stricter: "Stricter than before:", lost: "Not kept:", skipped: "Not imported:" } as const;
  for (const kind of ["stricter", "lost", "skipped"] as const) {
    const groups = groupNotes(notes.filter((note) => note.kind === kind));
    if (groups.length === 0) continue;
    printer.say(`\n${printer.paint("bold", titles[kind])}`);
    for (const { text, who } of groups) {
      const [first = "", ...rest] = wrap(visible(`${who}: ${text}`), 76).split("\n");
      printer.say([`  ${first}`, ...rest.map((line) => `    ${line}`)].join("\n"));
    }
  }
}

/** One line for a note that several definitions share. */
function groupNotes(notes: readonly ImportNote[]): readonly { readonly text: string; readonly who: string }[] {
  const groups = new Map<string, Set<string>>();
  for (const { text, definition } of notes) groups.set(text, (groups.get(text) ?? new Set()).add(definition));
  return [...groups].map(([text, set]) => {
    const names = [...set];
    const isMany = names.length > 3;
    const kinds = new Set(names.map((name) => name.split(" ")[0]));
    return {
      text,
      who: isMany ? plural(names.length, kinds.size === 1 ? [...kinds][0]! : "definition") : names.join(", "),
    };
  });
}
