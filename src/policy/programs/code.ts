/** Effects of scripts passed as arguments to `sed`, `awk`, `jq` and `yq`. */
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
    // Seen with yq 4.44: `load`, `load_str` and similar functions read the file they name; `system` starts a program.
    if (/\b(?:load(?:_\w+)?|system)\s*\(/.test(word.value ?? ""))
      effects.push({ kind: "caution", point: "a filter of `yq` that loads reads any file" });
    return effects;
  }
  const language = role.slice("code:".length);
  if (word.value === undefined) return [{ kind: "caution", point: `the script for \`${language}\` is not literal` }];
  if (role === "code:awk") {
    if (isReadingAwk(word.value)) return [];
    // Files that the script names are judged by name; it may do more.
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
 * A `jq` filter reads its input and its environment. `import` and `include` at its start also read modules and data:
 * with jq 1.7, a filter that imports `/x` as `$d` prints /x.json.
 */
function isImporting({ value, prefix }: ShellWord): boolean {
  const text = (value ?? prefix).replace(/^(?:\s+|#[^\n]*(?:\n|$))+/, "");
  return /^(?:module|import|include)\b/.test(text) || (value === undefined && text === "");
}
