/** `surcingle explain-code CODE`: what a diagnostic means and what to do. */
import { type CodeMeaning, codes } from "../../base/codes/all.ts";
import { wrap } from "../../base/text.ts";
import { defineCommand, nearestHint, usageError } from "../command.ts";

const meanings = new Map<string, CodeMeaning>(Object.entries(codes));

export const explainCode = defineCommand({
  name: "explain-code",
  summary: "explain the code of a diagnostic and what to do",
  description: ["Without CODE, lists every code."],
  arguments: [{ name: "CODE", text: "a code such as `unknown-skill`", isOptional: true }],
  options: {},
  examples: ["surcingle explain-code unknown-skill", "surcingle explain-code"],
  run: async ({ words: [code], out, printer }) => {
    if (code === undefined) {
      const width = Math.max(...[...meanings.keys()].map((each) => each.length));
      for (const [each, { title }] of meanings) {
        printer.emit({ code: each, title });
        if (!printer.isJson) out(`${each.padEnd(width)}  ${title}\n`);
      }
      return 0;
    }
    // People paste the whole first line of a diagnostic.
    const name = code.replace(/^(?:error|warning|note)\[(.*)\]:?$/, "$1");
    const meaning = meanings.get(name);
    if (!meaning) {
      const hint = nearestHint(name, meanings.keys()) || "; `surcingle explain-code` lists them";
      throw usageError(`unknown code \`${name}\`${hint}`);
    }
    printer.emit({ code: name, ...meaning });
    if (!printer.isJson) out(`${name}: ${meaning.title}\n\n${wrap(meaning.text, 80)}\n`);
    return 0;
  },
});
