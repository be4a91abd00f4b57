/** Program text in the words of a command: what a script for `sed`, `awk`, `jq` or `yq` does. */
import { literalWord, type ShellWord } from "../shell/words.ts";
import type { WordRole } from "./entry.ts";
import { isReadingAwk } from "./files/awk-script.ts";
import { readSedScript } from "./files/sed-script.ts";
import type { Effect } from "./targets.ts";

export type CodeRole = Extract<WordRole, `code:${string}`>;

export function codeEffects(role: CodeRole, word: ShellWord): readonly Effect[] {
  if (role === "code:jq")
    return isImporting(word) ? [{ kind: "caution", point: "a filter of `jq` that imports reads any file" }] : [];
  if (role === "code:yq") {
    const effects: Effect[] = [{ kind: "read", target: word }];
    // Run with yq 4.44: `load`, `load_str` and the like read the file that they name; `system` starts a program.
    if (/\b(?:load(?:_\w+)?|system)\s*\(/.test(word.value ?? ""))
      effects.push({ kind: "caution", point: "a filter of `yq` that loads reads any file" });
    return effects;
  }
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

/**
 * A filter of `jq` reads its input and its environment. `import` and `include`, which come first, also read modules and
 * data: run with jq 1.7, a filter that imports `/x` as `$d` prints /x.json.
 */
function isImporting({ value, prefix }: ShellWord): boolean {
  const text = (value ?? prefix).replace(/^(?:\s+|#[^\n]*(?:\n|$))+/, "");
  return /^(?:module|import|include)\b/.test(text) || (value === undefined && text === "");
}
