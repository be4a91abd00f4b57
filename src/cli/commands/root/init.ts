/** `surcingle init`: creates a root that passes `check --strict`. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { problem } from "../../../base/problem.ts";
import { listed, plural } from "../../../base/text.ts";
import { type NewFile, takenPaths } from "../../../build/write/add-files.ts";
import { harnesses } from "../../../harness/all.ts";
import type { Harness } from "../../../harness/harness.ts";
import { launchers } from "../../../harness/launchers.ts";
import { importers } from "../../../import/all.ts";
import { findProgram } from "../../../process/find-program.ts";
import { type CliCall, defineCommand, nearestHint, usageError } from "../../command.ts";
import { shellWord } from "../../options.ts";
import { harnessOptions } from "../../outputs.ts";
import { programName } from "../../print.ts";
import { importOptions, printImported, runImport, writeAll, writeImported } from "./import.ts";

export const init = defineCommand({
  name: "init",
  summary: "start a directory of definitions",
  description: [
    "Writes two agents, a skill, a command and `surcingle.toml` into DIR. With `--from`, imports the agents of a client instead of the two examples. Never overwrites a file.",
    "On a terminal it asks which clients you use. Otherwise it takes the clients it finds on this machine.",
  ],
  arguments: [{ name: "DIR", text: "directory to write to (default: .)", isOptional: true }],
  options: {
    from: {
      value: "CLIENT",
      many: true,
      text: "import the agents of this client",
      choices: importers.map(({ id }) => id),
    },
    ...harnessOptions,
    ...importOptions,
  },
  examples: [
    "surcingle init my-agents",
    "surcingle init my-agents --harness claude-code --harness opencode",
    "surcingle init my-agents --from claude-code",
  ],
  run: async (call) => {
    const { options, printer, cwd } = call;
    const root = resolve(cwd, call.words[0] ?? ".");
    const isFile = statSync(root, { throwIfNoEntry: false })?.isDirectory() === false;
    if (isFile) throw usageError(`\`${call.words[0]}\` is a file; pass a directory`);
    const chosen = options.harness.length > 0 ? options.harness : await chooseHarnesses(call);
    const imported = options.from.length > 0 ? await runImport(call, options.from, options) : undefined;
    if (imported && "problems" in imported) {
      printer.problems(imported.problems);
      return 1;
    }
    const shared: readonly NewFile[] = [settingsFile(chosen, imported?.models), ...(await schemaFiles())];
    const files = [...shared, ...(imported ? imported.files : templateFiles())];
    const problems = imported ? await writeImported(root, files, call) : writeStart(root, files, cwd);
    printer.problems(problems);
    if (problems.length > 0) return 1;
    if (imported) printImported(call, imported, false);
    printer.emit({ event: "init", root, files: files.map(({ path }) => path), harnesses: chosen.map(({ id }) => id) });
    const where = relative(cwd, root) === "" ? "" : ` --root ${shellWord(relative(cwd, root))}`;
    const program = programName(call.env);
    const place = relative(cwd, root) === "" ? "this directory" : relative(cwd, root);
    if (!imported) {
      printer.say(`wrote ${plural(files.length, "file")} to ${place}:\n`);
      for (const [path, text] of overview) printer.say(`  ${path.padEnd(26)} ${text}`);
    }
    printer.say(`\nfor ${listed(chosen.map(({ title }) => title))} (\`harnesses\` in surcingle.toml)`);
    printer.say(`\nNext:\n  ${program} check${where}\n  ${program} apply --to ~ --dry-run${where}`);
    return 0;
  },
});

const overview: readonly (readonly [string, string])[] = [
  ["agents/builder/", "edits and tests; asks before anything else"],
  ["agents/reviewer/", "reads, and changes nothing"],
  ["skills/commit-message/", "a skill that builder uses"],
  ["commands/review-change.md", "a command for every client"],
  ["surcingle.toml", "settings: the clients to render for"],
  [".surcingle/", "schemas, so that editors check as you type"],
];

/** Clients that run agents. */
const clients: readonly Harness[] = harnesses.filter(({ start }) => start !== undefined);

function writeStart(root: string, files: readonly NewFile[], cwd: string) {
  const taken = takenPaths(root, ["agents", "skills", "commands", ...files.map(({ path }) => path)]);
  if (taken.length > 0) {
    const shown = relative(cwd, join(root, taken[0]!));
    return [
      problem(
        "import-exists",
        shown,
        `\`${shown}\` already exists, and \`init\` never overwrites a file`,
        "choose an empty directory: `surcingle init DIR`",
      ),
    ];
  }
  return writeAll(root, files);
}

/** Asks a person at a terminal; otherwise uses what is installed, or two widespread clients. */
async function chooseHarnesses({ env, readLine }: CliCall): Promise<readonly Harness[]> {
  const found = clients.filter(({ id, roots }) => {
    const program = launchers.get(id)?.program;
    const hasFiles = env["HOME"] !== undefined && existsSync(join(env["HOME"], roots.user));
    return hasFiles || (program !== undefined && findProgram(program, env) !== undefined);
  });
  const likely = found.length > 0 ? found : clients.filter(({ isCommon }) => isCommon);
  if (!readLine) return likely;
  const list = clients.map(({ id }) => id).join(", ");
  const answer = await readLine(`Which clients do you use? (${list})\n[${likely.map(({ id }) => id).join(", ")}] `);
  const words = answer.split(/[\s,]+/).filter((word) => word !== "");
  return words.length === 0 ? likely : words.map(named);
}

function named(word: string): Harness {
  const found = clients.find(({ id, alias, title }) => [id, alias, title.toLowerCase()].includes(word.toLowerCase()));
  const ids = clients.map(({ id }) => id);
  if (!found)
    throw usageError(`unknown client \`${word}\`${nearestHint(word, ids) || `; choose from ${ids.join(", ")}`}`);
  return found;
}

function settingsFile(chosen: readonly Harness[], models?: ReadonlyMap<string, ReadonlyMap<string, string>>): NewFile {
  const lines = [
    "#:schema ./.surcingle/settings.schema.json",
    "# Settings of this root. Nothing in this file can loosen a permission.",
    "",
    "# The clients to render for.",
    `harnesses = [${chosen.map(({ id }) => `"${id}"`).join(", ")}]`,
  ];
  for (const [id, table] of models ?? [])
    lines.push("", `[models.${id}]`, ...[...table].map(([agent, model]) => `${agent} = ${JSON.stringify(model)}`));
  return { path: "surcingle.toml", content: `${lines.join("\n")}\n`, executable: false };
}

async function schemaFiles(): Promise<readonly NewFile[]> {
  const { jsonSchema } = await import("../../../parse/json-schema.ts");
  return (["agent", "settings"] as const).map((kind) => ({
    path: `.surcingle/${kind}.schema.json`,
    content: `${JSON.stringify(jsonSchema(kind), null, 2)}\n`,
    executable: false,
  }));
}

/** Next to the bundle; from the sources, in the repository. */
function templateFiles(): readonly NewFile[] {
  const places = ["../templates/start", "../../../../templates/start"].map((path) => join(import.meta.dirname, path));
  const directory = places.find((place) => existsSync(place));
  if (!directory) throw new Error("the templates are missing; run `npm run build`");
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(directory, path)).isFile())
    .sort()
    .map((path) => ({ path, content: readFileSync(join(directory, path), "utf8"), executable: false }));
}
