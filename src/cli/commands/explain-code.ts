/** `surcingle explain-code CODE`: what a diagnostic means and what to do. */
import { type CodeMeaning, codes } from "../../base/codes/all.ts";
import { nearest } from "../../base/nearest.ts";
import { type Command, readOptions, usageError } from "../options.ts";

const meanings = new Map<string, CodeMeaning>(Object.entries(codes));

export const explainCode: Command = {
  help: `Usage: surcingle explain-code [CODE]

Without CODE: lists every code.

Examples:
  surcingle explain-code unknown-skill
  surcingle explain-code
`,
  run: async ({ argv, out }) => {
    const [code] = readOptions(argv, { json: { type: "boolean" } }, { min: 0, max: 1 }).positionals;
    if (code === undefined) {
      const width = Math.max(...[...meanings.keys()].map((each) => each.length));
      out([...meanings].map(([each, { title }]) => `${each.padEnd(width)}  ${title}\n`).join(""));
      return 0;
    }
    // People paste the whole head of a diagnostic.
    const name = code.replace(/^(?:error|warning)\[(.*)\]:?$/, "$1");
    const meaning = meanings.get(name);
    if (!meaning) {
      const guess = nearest(name, meanings.keys());
      throw usageError(
        `unknown code \`${name}\`${guess ? `; did you mean \`${guess}\`?` : "; without a code all are listed"}`,
      );
    }
    out(`${name}: ${meaning.title}\n\n${wrap(meaning.text, 80)}\n`);
    return 0;
  },
};

function wrap(text: string, width: number): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line !== "" && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.join("\n");
}
