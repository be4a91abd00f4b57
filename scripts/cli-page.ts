/** Generates docs/cli.md, the reference of the command line, from the command data. */
import { type CliCommand, type CliFamily, type CliOptions, globalOptions, isFamily } from "../src/cli/command.ts";
import { commandGroups } from "../src/cli/commands/all.ts";
import { argumentRows, optionRow, sentence, usageLines } from "../src/cli/help.ts";

export async function cliPage(): Promise<string> {
  const sections: string[] = [];
  const contents: string[] = [];
  for (const { title, members } of commandGroups) {
    const names: string[] = [];
    for (const [name, load] of Object.entries(members)) {
      const page = await load();
      names.push(`[${name}](#${name})`);
      sections.push(...(await pageSections(name, page, 2)));
    }
    contents.push(`- ${title}: ${names.join(", ")}`);
  }
  const rows = Object.entries(globalOptions as CliOptions).map(optionRow);
  return [
    "# Command line",
    "",
    "Every command and its options, made from the program itself. `surcingle COMMAND --help` prints the same.",
    "",
    ...contents,
    "",
    "Every command has these options:",
    "",
    ...table("Option", rows),
    "Exit codes: 0 success, 1 the definitions or the policy are not valid, 2 the command line is not valid, 3 a bug in surcingle.",
    "",
    ...sections,
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

async function pageSections(name: string, page: CliCommand | CliFamily, level: number): Promise<string[]> {
  const head = [`${"#".repeat(level)} ${name}`, "", sentence(page.summary), ""];
  const text = (page.description ?? []).flatMap((paragraph) => [escaped(paragraph), ""]);
  if (isFamily(page)) {
    const members = await Promise.all(
      Object.entries(page.members).map(async ([key, load]) => pageSections(`${name} ${key}`, await load(), level + 1)),
    );
    return [...head, ...text, ...members.flat()];
  }
  const usage = usageLines(name, page).map((line) => line.replace(/^(?:Usage:)? +/, ""));
  return [
    ...head,
    ...["```text", ...usage, "```", ""],
    ...text,
    ...table("Argument", argumentRows(page)),
    ...table("Option", Object.entries(page.options).map(optionRow)),
    ...(page.tables ?? []).flatMap(({ title, rows }) => table(title, rows)),
    ...["```sh", ...page.examples.flatMap(exampleOf), "```", ""],
  ];
}

function exampleOf(example: string | readonly [string, string]): string[] {
  return typeof example === "string" ? [example] : [`# ${example[1]}`, example[0]];
}

function table(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(([name, text]) => `| ${name === "" ? "" : `\`${name}\``} | ${escaped(text)} |`);
  return [`| ${title} | |`, "|---|---|", ...lines, ""];
}

/** Outside of code, `|`, `<` and `*` have a meaning in Markdown. */
function escaped(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
