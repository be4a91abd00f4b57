/**
 * Translates a client's rules into rules that are not looser: an allow may only shrink, a deny or ask may only grow.
 */
import { type Policy, type Tool, tools, type Verdict } from "../model/permission.ts";
import type { PackDraft, PermissionsDraft, RuleDraft, ToolDraft } from "./importer.ts";

/** Text that a shell does not read literally, or that forms more than one command. */
const special = /["'\\$`|&;<>(){}[\]?!#\n\t]/;

/**
 * Translates a command pattern in which `*` is any run of characters. `isTailOptional`: a final ` *` also matches no
 * argument after other wildcards. Undefined for an allow that cannot be expressed exactly.
 */
export function commandPattern(text: string, verdict: Verdict, isTailOptional: boolean): string | undefined {
  const plain = text.trim().replace(/[ \t]+/g, " ");
  if (/^\**$/.test(plain)) return plain === "" ? undefined : "*";
  if (verdict !== "allow") return widen(plain);
  if (special.test(plain) || plain.startsWith("~")) return undefined;
  const written = stars(plain);
  // The client's pattern requires an argument at its end; our final ` *` does not.
  return !isTailOptional && / \*$/.test(written) && /\*/.test(written.slice(0, -2)) ? `${written}*` : written;
}

/** Whether the translation of a deny or ask pattern matches no more than the original. */
export function isExactCommand(text: string): boolean {
  return !special.test(text);
}

/** `*` crosses words in every client; ours only at the end. */
function stars(pattern: string): string {
  return pattern.replace(/\*+(?!\*|$)/g, "**").replace(/\*+$/, "*");
}

/** A superset of what the pattern matches, in words. */
function widen(plain: string): string {
  const parts = plain.split(/\s*(?:&&|\|\||\|&|;|\||(?<![<>])&(?!>))\s*/);
  const isWild = (part: string): boolean => /^[*\s]*$/.test(part);
  const last = parts.at(-1)!;
  const chosen = parts.length === 1 ? plain : isWild(last) ? (parts.find((part) => !isWild(part)) ?? "*") : last;
  const words: string[] = [];
  for (const word of quotedWords(chosen)) {
    // Expansions and redirections are not plain words for us: everything that begins like this counts.
    if (word === undefined) return words.length === 0 ? "*" : `${stars([...words, "*"].join(" "))}`;
    words.push(word);
  }
  return words.length === 0 ? "*" : stars(words.join(" "));
}

/** The words without quotes, with `*` for a blank inside one; undefined for a word that a shell expands. */
function quotedWords(text: string): (string | undefined)[] {
  const words: (string | undefined)[] = [];
  for (const [raw] of text.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\]|["'\\])+/gs)) {
    if (/[$`<>(){}[\]?\n]/.test(raw.replace(/'[^']*'/g, ""))) words.push(undefined);
    else
      words.push(
        raw
          .replace(/\\./gs, "*")
          .replace(/["'\\]/g, "")
          .replace(/\s+/g, "*"),
      );
  }
  return words;
}

/**
 * Removes rules without effect: duplicates, those after one that matches everything, and trailing rules equal to the
 * intent.
 */
function tidyTool({ intent, rules }: ToolDraft): ToolDraft {
  const kept: (RuleDraft | PackDraft)[] = [];
  for (const rule of rules) {
    if ("pack" in rule) {
      kept.push(rule);
      continue;
    }
    if (kept.some((each) => !("pack" in each) && each.pattern === rule.pattern)) continue;
    if (/^\*+$/.test(rule.pattern)) return tidyTool({ intent: rule.verdict, rules: kept });
    kept.push(rule);
  }
  for (;;) {
    const last = kept.at(-1);
    if (!last || "pack" in last || last.verdict !== intent) break;
    kept.pop();
  }
  return { intent, rules: kept };
}

export function tidyPermissions(permissions: PermissionsDraft): PermissionsDraft {
  return Object.fromEntries(
    tools.flatMap((tool) => {
      const draft = permissions[tool];
      return draft ? [[tool, tidyTool(draft)] as const] : [];
    }),
  );
}

/** Turns allow into ask and drops allow rules, for a tool that something outside these rules also restricts. */
export function raiseDraftToAsk({ intent, rules }: ToolDraft): ToolDraft {
  const stricter = rules.flatMap((rule) => ("pack" in rule || rule.verdict === "allow" ? [] : [rule]));
  return { intent: intent === "allow" ? "ask" : intent, rules: stricter };
}

export const denied: ToolDraft = { intent: "deny", rules: [] };

/** What an import takes from a policy file that we rendered. */
interface OwnPolicy {
  readonly permissions: PermissionsDraft;
  readonly delegates: readonly string[];
  readonly skills: readonly string[];
  readonly hasLimits: boolean;
}

/** A rendered policy as the permissions an author would write. */
export function readOwnPolicy(text: string | undefined): OwnPolicy | undefined {
  let policy: Policy;
  try {
    policy = JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
  if (typeof policy !== "object" || policy === null || !Array.isArray(policy.rules) || !policy.otherwise)
    return undefined;
  const permissions = Object.fromEntries(
    policy.named.map((tool: Tool) => {
      const rules: (RuleDraft | PackDraft)[] = [];
      for (const rule of policy.rules.filter((each) => each.tool === tool)) {
        const pack = rule.isPacked ? /([^/]+)\.toml:\d+:\d+$/.exec(rule.from)?.[1] : undefined;
        const plain = { pattern: rule.pattern, verdict: rule.verdict };
        const last = rules.at(-1);
        if (pack === undefined) rules.push(plain);
        else if (last && "pack" in last && last.pack === pack)
          rules[rules.length - 1] = { pack, rules: [...last.rules, plain] };
        else rules.push({ pack, rules: [plain] });
      }
      return [tool, { intent: policy.otherwise[tool], rules }];
    }),
  );
  const { delegates = [], skills = [] } = policy;
  return { permissions, delegates, skills, hasLimits: (policy.limits ?? []).length > 0 };
}

const substrate = /\n*# AGENT SUBSTRATE — role ([a-z0-9-]+)\n/;

/** The role whose texts were rendered into a body, and the body without them. */
export function splitRole(body: string): { readonly role: string | undefined; readonly body: string } {
  const found = substrate.exec(body);
  if (!found) return { role: undefined, body };
  const before = body.slice(0, found.index);
  const rest = body.slice(found.index + found[0].length);
  const next = /\n# (?:Rules|Context)\n\n## /.exec(rest);
  return { role: found[1], body: next ? `${before}\n${rest.slice(next.index)}` : `${before}\n` };
}

/** The note on tools of MCP servers that an agent could use before. */
export function deniedServerTools(names: readonly string[]): string {
  const list = names.map((name) => `\`${name}\``).join(", ");
  return `${list}: tools of MCP servers are denied; list individual ones in \`allow_tools\` of the settings`;
}
