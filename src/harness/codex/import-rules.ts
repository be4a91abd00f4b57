/** Reads Codex's `.rules` files: `prefix_rule(pattern = ["git", ["log", "show"]], decision = "allow")`. */
import type { Verdict } from "../../model/permission.ts";

export interface PrefixRule {
  readonly words: readonly string[];
  readonly verdict: Verdict;
}

const decisions: Readonly<Record<string, Verdict>> = { allow: "allow", prompt: "ask", forbidden: "deny" };

type Literal = string | readonly Literal[];

/** Undefined if part of the file is not understood, because a rule could be missed. */
export function readPrefixRules(text: string): readonly PrefixRule[] | undefined {
  const tokens = tokenise(text);
  if (!tokens) return undefined;
  const rules: PrefixRule[] = [];
  let at = 0;
  const take = (token: string): boolean => tokens[at] === token && at++ >= 0;
  const literal = (): Literal | undefined => {
    const token = tokens[at];
    if (token === "[" || token === "(") {
      at++;
      const items: Literal[] = [];
      while (tokens[at] !== "]" && tokens[at] !== ")") {
        const item = literal();
        if (item === undefined) return undefined;
        items.push(item);
        if (!take(",") && tokens[at] !== "]" && tokens[at] !== ")") return undefined;
      }
      at++;
      return items;
    }
    if (!token?.startsWith('"')) return undefined;
    at++;
    return token.slice(1);
  };
  while (at < tokens.length) {
    if (!take("prefix_rule") || !take("(")) return undefined;
    const given = new Map<string, Literal>();
    while (!take(")")) {
      const name = tokens[at++] ?? "";
      if (!take("=")) return undefined;
      const value = literal();
      if (value === undefined) return undefined;
      given.set(name, value);
      if (!take(",") && tokens[at] !== ")") return undefined;
    }
    const verdict = decisions[String(given.get("decision") ?? "allow")];
    const pattern = given.get("pattern");
    if (!verdict || !Array.isArray(pattern) || pattern.length === 0) return undefined;
    for (const words of spellOut(pattern)) rules.push({ words, verdict });
  }
  return rules;
}

function tokenise(text: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const form = /\s+|#[^\n]*|"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|([A-Za-z_]\w*)|([[\](),=])/gy;
  for (let at = 0; at < text.length; at = form.lastIndex) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (!found) return undefined;
    const quoted = found[1] ?? found[2];
    if (quoted !== undefined) tokens.push(`"${quoted.replace(/\\(.)/gs, "$1")}`);
    else if (found[3] ?? found[4]) tokens.push((found[3] ?? found[4])!);
  }
  return tokens;
}

/** Alternatives make one rule each. */
function spellOut(pattern: readonly Literal[]): readonly (readonly string[])[] {
  return pattern.reduce<string[][]>(
    (lists, item) => {
      const words = typeof item === "string" ? [item] : item.map(String);
      return lists.flatMap((list) => words.map((word) => [...list, word]));
    },
    [[]],
  );
}
