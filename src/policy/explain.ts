/** Turns decisions and effects into sentences that agents and people can act on. */
import { visible } from "../base/text.ts";
import type { Limit, Policy, ToolCall } from "../model/permission.ts";
import type { Decision } from "./decision.ts";
import { wholeProject } from "./rules.ts";
import { readShell } from "./shell/parse.ts";

const longestSubject = 200;

export function explainDecision(policy: Policy, call: ToolCall, decision: Decision): string {
  return explainSubject(policy.agent, call, decision);
}

/** The same for requests that are not canonical calls: reading, delegation, other client tools. */
export function explainSubject(
  agent: string,
  asked: { readonly tool: string; readonly subject: string },
  decision: Decision,
): string {
  const tool = decision.tool ?? asked.tool;
  const subject = quote(decision.subject ?? asked.subject);
  const warnings = notesOf(decision, "warn").map((note) => `; warning: ${note}`);
  const reason = explainReason(tool, decision);
  return `surcingle: ${agent}: ${decision.verdict} ${tool} ${subject}, ${reason}${warnings.join("")}`;
}

/** The messages of one severity of limits about a call that they do not deny. */
export function notesOf({ notes = [] }: Decision, severity: Limit["severity"]): string[] {
  return notes
    .filter(({ limit }) => limit.severity === severity)
    .map(({ limit, subject }) => {
      const about = subject === undefined ? "" : `${quote(subject)} violates `;
      return `${about}the role's limit that ${explainLimit(limit)} at ${limit.from}`;
    });
}

/** Warnings and advice for the decision log. */
export function loggedNotes(decision: Decision): { readonly warnings?: string[]; readonly advice?: string[] } {
  const [warnings, advice] = [notesOf(decision, "warn"), notesOf(decision, "advisory")];
  return { ...(warnings.length > 0 && { warnings }), ...(advice.length > 0 && { advice }) };
}

function explainReason(tool: string, { because, verdict }: Decision): string {
  switch (because.kind) {
    case "rule":
      return `by rule ${quote(because.rule.pattern)} at ${because.rule.from}`;
    case "limit":
      return `by the role's limit that ${explainLimit(because.limit, because.by)} at ${because.limit.from}`;
    case "intent":
      return `because no rule matches and the intent of \`${tool}\` is \`${verdict}\``;
    case "granted":
    case "grant":
    case "effect":
    case "caution":
      return `because ${visible(because.point)}`;
    case "fault":
      return `because the call could not be judged: ${visible(because.message)}`;
  }
}

/** A clause: "only `^cargo` may run". */
export function explainLimit(limit: Limit, by?: string): string {
  switch (limit.kind) {
    case "no-tool":
      return `\`${limit.tool}\` is not allowed${by === undefined ? "" : `, and ${visible(by)} makes changes`}`;
    case "no-reading":
      return "reading is not allowed";
    case "no-delegation":
      return "delegation is not allowed";
    case "only-commands":
      return limit.expressions.length === 0 ? "no command may run" : `only ${quoteAll(limit.expressions)} may run`;
    case "no-commands":
      return `${quoteAll(by === undefined ? limit.expressions : [by])} may not run`;
    case "only-paths":
      if (limit.patterns.length === 0) return "no file may be edited";
      if (isProject(limit.patterns)) return "only files of the project may be edited";
      return `only ${quoteAll(limit.patterns)} may be edited`;
    case "no-paths":
      return `${quoteAll(by === undefined ? limit.patterns : [by])} may not be edited`;
  }
}

function isProject(patterns: readonly string[]): boolean {
  return patterns.length === 1 && patterns[0] === wholeProject;
}

const mostShown = 8;

function quoteAll(texts: readonly string[]): string {
  const more = texts.length > mostShown ? ` and ${texts.length - mostShown} more` : "";
  return texts.slice(0, mostShown).map(quote).join(", ") + more;
}

function quote(text: string): string {
  const short = text.length > longestSubject ? `${text.slice(0, longestSubject)}…` : text;
  return `\`${visible(short)}\``;
}

const verbs = {
  read: "reads",
  list: "lists",
  "read-below": "reads files below",
  "read-linked": "reads files and follows links below",
  names: "selects files by name with",
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
          if (effect.kind === "changes") return [`${effect.by} makes changes`];
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
