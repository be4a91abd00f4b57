/** `npm run generate`: writes the files that are generated from tables in the code; `--check` only compares. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codes } from "../src/base/codes/all.ts";
import { commandLoaders } from "../src/cli/commands/all.ts";
import { helpTexts } from "../src/cli/help.ts";
import { harnesses } from "../src/harness/all.ts";
import { type FieldAnswer, fields, type Harness, type ManagedRenderer, type Support } from "../src/harness/harness.ts";
import { managedRenderers } from "../src/harness/managed.ts";
import { jsonSchema } from "../src/parse/json-schema.ts";

import type { FileList } from "../src/policy/path/lists.ts";
import { secretFiles } from "../src/policy/path/secrets.ts";
import { steeringFiles } from "../src/policy/path/steering.ts";
import { families, textsOf } from "../src/policy/programs/all.ts";
import { loadRoleSet } from "../src/task/load.ts";
import { type Attack, attacks } from "../test/sandbox/attacks.ts";
import { type Guard, guards } from "../test/sandbox/guards.ts";
import { cliPage } from "./cli-page.ts";
import { coveragePage } from "./coverage-page.ts";
import { harnessLists, programList } from "./harness-lists.ts";
import { rolesPage } from "./roles-page.ts";

const root = join(import.meta.dirname, "..");
const meanings = {
  native: "the client supports it",
  gate: "our gate enforces it",
  narrowed: "stricter than written, or not everywhere",
  lost: "not available, and reported",
};

function supportTable(): string {
  const head = `| field | ${harnesses.map(({ title }) => title).join(" | ")} |`;
  const rule = `|---|${harnesses.map(() => "---|").join("")}`;
  const rows = fields.map(
    (field) => `| ${field} | ${harnesses.map((harness) => supportIn(harness.fields[field])).join(" | ")} |`,
  );
  const words = Object.entries(meanings).map(([word, meaning]) => `\`${word}\`: ${meaning}`);
  const skills = "`skills` is the list in agent.toml; skill folders themselves are rendered for every client.";
  return [head, rule, ...rows, "", `${words.join(". ")}.`, skills, ""].join("\n");
}

/** For the README: only rows in which clients differ, and one sentence for the others. Only clients that run agents. */
function shortSupport(): string {
  const clients = harnesses.filter(({ start }) => start !== undefined);
  const answers = (field: (typeof fields)[number]): readonly Support[] =>
    clients.map((each) => supportIn(each.fields[field]));
  const isSame = (field: (typeof fields)[number], word: Support): boolean =>
    answers(field).every((each) => each === word);
  const list = (word: Support): string =>
    fields
      .filter((field) => isSame(field, word))
      .map((field) => `\`${field}\``)
      .join(", ");
  const rows = fields
    .filter((field) => !isSame(field, "native") && !isSame(field, "lost"))
    .map((field) => `| ${field} | ${answers(field).join(" | ")} |`);
  const head = `| field | ${clients.map(({ title }) => title).join(" | ")} |`;
  const words = Object.entries(meanings).map(([word, meaning]) => `\`${word}\`: ${meaning}`);
  const others = `Everywhere: ${list("native")}. Nowhere: ${list("lost")}.`;
  return [head, `|---|${clients.map(() => "---|").join("")}`, ...rows, "", others, `${words.join(". ")}.`, ""].join(
    "\n",
  );
}

const supportIn = (answer: FieldAnswer): Support => (answer.kind === "per-agent" ? answer.usually : answer.kind);

/** One line of patterns, then the exceptions. */
function fileList({ entries }: FileList): string {
  const quote = (patterns: readonly string[]): string => {
    const names = new Set(patterns.map((each) => each.replace(/^\*\*\//, "")));
    const shown = [...names].filter((each) => !each.startsWith("~/") || !names.has(each.slice(2)));
    return shown.map((each) => `\`${each}\``).join(", ");
  };
  const except = entries.flatMap((entry) => entry.except ?? []);
  const exceptions = except.length > 0 ? `\nNot: ${quote(except)}.\n` : "";
  return `\n${quote(entries.map(({ pattern }) => pattern))}.\n${exceptions}\n`;
}

/** The part between the marks of an otherwise handwritten file. */
function between(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
  const [before, rest] = text.split(open);
  const after = rest?.split(close)[1];
  if (before === undefined || after === undefined) throw new Error(`the marks of \`${name}\` are missing`);
  return `${before}${open}\n${content}${close}${after}`;
}

const shipped = await loadRoleSet([], ({ message }) => {
  throw new Error(message);
});

function managedFacts({ tier, directories, links, program }: ManagedRenderer) {
  return { tier, ...directories, links, ...(program && { program }) };
}

const cli = await cliPage();
const helpPages = await helpTexts(commandLoaders);
const summaries = await Promise.all(
  Object.entries(commandLoaders).map(async ([name, load]) => [name, (await load()).summary] as const),
);

const files: Readonly<Record<string, (old: string) => string>> = {
  ...Object.fromEntries(Object.entries(harnessLists).map(([path, text]) => [path, () => text])),
  "src/harness/programs.json": () => programList,
  "nix/harnesses.json": () => {
    const facts = harnesses.map(({ id, title, roots, folders, homeManagerModule }) => [
      id,
      {
        title,
        root: roots.user,
        projectRoot: roots.project,
        skills: roots.skills ?? `${roots.user}/skills`,
        ...(folders && { folders }),
        ...(homeManagerModule && { module: homeManagerModule }),
        ...(managedRenderers.has(id) && { managed: managedFacts(managedRenderers.get(id)!) }),
      },
    ]);
    return `${JSON.stringify(Object.fromEntries(facts), null, 2)}\n`;
  },
  "docs/sandbox.md": (old) => {
    const row = ({ name, sandbox = "src", isOpen }: Attack): string =>
      `| ${name} | ${sandbox} | ${isOpen ? "possible" : "stopped"} |`;
    const order = [...attacks.filter((attack) => attack.isOpen), ...attacks.filter((attack) => !attack.isOpen)];
    const guardRow = ({ name, sandbox, opens }: Guard): string => `| ${name} | ${sandbox} | ${opens.join("; ")} |`;
    const guardTable = `\n| Guard | Sandbox | Attempts that then succeed |\n|---|---|---|\n${guards.map(guardRow).join("\n")}\n\n`;
    const attackTable = `\n| Attempt | Sandbox | Result |\n|---|---|---|\n${order.map(row).join("\n")}\n\n`;
    return between(between(old, "guards", guardTable), "attacks", attackTable);
  },
  "src/sandbox/wrapper-text.ts": () => {
    const text = readFileSync(join(root, "src/sandbox/surcingle-sandbox.sh"), "utf8");
    const lines = text.split("\n").map((line) => `  ${JSON.stringify(line)},`);
    const head = "/** The wrapper, from `surcingle-sandbox.sh` by `npm run generate`. Do not edit. */";
    return `${head}\n\n// biome-ignore format: one line for each line of the script\nexport const wrapperText: string = [\n${lines.join("\n")}\n].join("\\n");\n`;
  },
  "nix/settings.json": () => `${JSON.stringify(jsonSchema("settings"), null, 2)}\n`,
  "src/policy/path/client-files.ts": () => {
    const distinct = (list: (harness: Harness) => readonly string[]): string => {
      const patterns = [...new Set(harnesses.flatMap(list))].sort();
      return `[\n${patterns.map((each) => `  ${JSON.stringify(each)},\n`).join("")}];`;
    };
    const head =
      "/** What the clients read, collected from `src/harness/<id>/index.ts` by `npm run generate`. Do not edit. */";
    return [
      head,
      "",
      `export const clientSteering: readonly string[] = ${distinct(({ steeringFiles }) => steeringFiles)}`,
      "",
      `export const clientSecrets: readonly string[] = ${distinct(({ secretFiles }) => secretFiles)}`,
      "",
      "/** The directories of a home with a folder for each skill. */",
      `export const skillFolders: readonly string[] = ${distinct(({ roots }) => [`~/${roots.skills ?? `${roots.user}/skills`}`])}`,
      "",
    ].join("\n");
  },
  "src/policy/programs/names.ts": () => {
    // If two families list the same program, the later one is used.
    const owner = new Map<string, string>();
    const all = Object.keys(families) as (keyof typeof families)[];
    for (const family of all) for (const name of textsOf(family).keys()) owner.set(name, family);
    const lines = all.map((family) => {
      const names = [...textsOf(family).keys()].filter((name) => owner.get(name) === family);
      return `  ${family}: ${JSON.stringify(` ${names.sort().join(" ")} `)},`;
    });
    return [
      "/** The programs of each family of the table, collected by `npm run generate`. Do not edit. */",
      "",
      "/** Each name has a space before and after it. */",
      "// biome-ignore format: one line for each family",
      "export const namesOf = {",
      ...lines,
      "} as const;",
      "",
    ].join("\n");
  },
  "docs/diagnostics.md": () => {
    const entries = Object.entries(codes).map(([code, { title, text }]) => `## ${code}\n\n*${title}*\n\n${text}\n`);
    return `# Diagnostics\n\nEvery code, what it means and what to do. \`surcingle explain-code CODE\` prints the same.\n\n${entries.join("\n")}`;
  },
  "docs/security.md": (old) =>
    between(between(old, "secrets", fileList(secretFiles)), "steering", fileList(steeringFiles)),
  "docs/coverage.md": () => coveragePage(),
  "docs/roles.md": () => rolesPage(shipped),
  "docs/cli.md": () => cli,
  "src/cli/commands/summaries.generated.json": () => `${JSON.stringify(Object.fromEntries(summaries), null, 2)}\n`,
  "src/cli/commands/help.generated.json": () => `${JSON.stringify(Object.fromEntries(helpPages), null, 2)}\n`,
  "docs/harnesses.md": (old) => between(old, "support", supportTable()),
  "README.md": (old) => between(old, "support", shortSupport()),
};

const isCheck = process.argv.includes("--check");
let stale = 0;
for (const [path, make] of Object.entries(files)) {
  let old = "";
  try {
    old = readFileSync(join(root, path), "utf8");
  } catch {
    // Missing: it is written below, or reported as stale.
  }
  const fresh = make(old);
  if (fresh === old) continue;
  stale++;
  if (isCheck) console.error(`${path} is out of date; \`npm run generate\` writes it`);
  else {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), fresh);
    console.log(`${path} written`);
  }
}
process.exitCode = isCheck && stale > 0 ? 1 : 0;
