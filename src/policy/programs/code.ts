/** Program text in the words of a command: what a script for `sed`, `awk` or `jq` does. */
import { literalWord, type ShellWord } from "../shell/words.ts";
import { isReadingAwk } from "./files/awk-script.ts";
import { readSedScript } from "./files/sed-script.ts";
import type { Effect } from "./targets.ts";

export function codeEffects(role: "code:sed" | "code:awk" | "code:jq", word: ShellWord): readonly Effect[] {
  // A filter of `jq` reads its input and its environment, and can do nothing else.
  if (role === "code:jq") return [];
  const language = role.slice("code:".length);
  if (word.value === undefined) return [{ kind: "caution", point: `the script for \`${language}\` is not literal` }];
  if (role === "code:awk") {
    if (isReadingAwk(word.value)) return [];
    // What the script writes by name is judged by name; it may do more.
    const written = [...word.value.matchAll(/>>?\s*"([^"\\]+)"/g)].map(([, path = ""]) => literalWord(path));
    return [
      { kind: "runs", by: "the script for `awk`", code: word },
      ...written.map((target): Effect => ({ kind: "write", target })),
    ];
  }
  const found = readSedScript(word.value);
  if (!found) return [{ kind: "caution", point: "the script for `sed` is not understood" }];
  return found.map((one): Effect => {
    if (one.kind === "run") {
      return one.command === undefined
        ? { kind: "caution", point: "the script for `sed` runs its own text as a command" }
        : { kind: "line", line: literalWord(one.command) };
    }
    return { kind: one.kind, target: literalWord(one.path ?? "") };
  });
}
