/** What a command line does besides running, as short clauses for people: `sort` writes `out.txt`. */
import { readShell } from "./shell/parse.ts";

const verbs = {
  read: "reads",
  list: "lists",
  "read-below": "reads files below",
  "read-linked": "reads files below, and where links lead from,",
  write: "writes",
  "write-below": "writes below",
} as const;

export function describeEffects(line: string, shell?: string): readonly string[] {
  const clauses = readShell(line, shell).found.flatMap((found): readonly string[] => {
    switch (found.kind) {
      case "path":
        return [
          `${found.by === undefined ? "a redirection" : `\`${found.by}\``} ${verbs[found.effect]} \`${found.target.text}\``,
        ];
      case "move":
        return [`\`cd\` enters \`${found.target.text}\``];
      case "address":
        return [`\`${found.by}\` connects to \`${found.target.text}\``];
      case "command":
        return found.effects.flatMap((effect) => {
          if (effect.kind === "changes") return [`${effect.by} changes things`];
          if (effect.kind === "runs") return [`${effect.by} runs code`];
          if (effect.kind === "connects") return [`${effect.by} connects to other machines`];
          return effect.kind === "unknown" ? [`${effect.by} is not in the program table`] : [];
        });
      default:
        return [];
    }
  });
  return [...new Set(clauses)];
}
