/**
 * Normalizes the pattern of a rule: understands habits from other formats, and rejects patterns that can never match.
 */
import type { Tool, Verdict } from "../model/permission.ts";

interface PatternProblem {
  /** Completes the sentence "the rule … ". */
  readonly problem: string;
  /** The wrong part of the pattern. */
  readonly start: number;
  readonly end: number;
  readonly hint: string;
  /** A warning: the pattern is kept. */
  readonly isHarmless?: true;
}

const pathTools: readonly Tool[] = ["edit", "read", "external_directory"];

/** The pattern as stored in the policy. */
export function normalisePattern(tool: Tool, pattern: string): string {
  if (pathTools.includes(tool)) return normalisePath(pattern);
  // A tab or a non-breaking space comes from copied text.
  if (tool === "bash") return pattern.replace(/\s+/g, " ");
  // An address without a path requests `/`.
  return tool === "webfetch" && /^[^/]*:\/\/[^/?#]+$/.test(pattern) && !pattern.endsWith("**")
    ? `${pattern}/`
    : pattern;
}

/**
 * `./x` is `x`, `x/` is `x/**`, `//` is `/`. Only `./**` keeps its dot: `**` alone also matches outside the project.
 */
function normalisePath(written: string): string {
  const isAbsolute = written.startsWith("/");
  const isBelow = written.endsWith("/") || /(?:^|\/)\.$/.test(written);
  const names = written.split("/").filter((name) => name !== "" && name !== ".");
  if (isBelow) names.push("**");
  const start = isAbsolute ? "/" : /^\.(?:\/|$)/.test(written) && names[0]?.startsWith("**") ? "./" : "";
  return names.length === 0 ? written : start + names.join("/");
}

/** What is wrong with the pattern: at most one problem that makes it impossible, or any number of surprises. */
export function findPatternProblems(tool: Tool, pattern: string, verdict: Verdict): readonly PatternProblem[] {
  const impossible =
    findToolCall(tool, pattern, verdict) ??
    (tool === "bash" ? (findPrefixMark(pattern, verdict) ?? findOperator(pattern, verdict)) : undefined) ??
    (pathTools.includes(tool) ? (findForeignPath(pattern, verdict) ?? findDots(pattern, verdict)) : undefined) ??
    (tool === "webfetch" ? findNoScheme(pattern, verdict) : undefined);
  if (impossible) return [impossible];
  return tool === "bash" || pathTools.includes(tool) ? findLiterals(tool, pattern, verdict) : [];
}

const clientTools =
  /^(?:Bash|Read|Edit|Write|MultiEdit|NotebookEdit|WebFetch|WebSearch|Glob|Grep|LS|Task|Agent|Skill)\(/;

/** Names before a parenthesis that show a tool call: people do not write paths like this. */
const callers = "[A-Z]\\w*|bash|edit|read|write|webfetch|external_directory|shell|execute|fetch|url|search";
const ownCall = new RegExp(`^(?:${callers}|run_shell_command)\\((.*)\\)$`, "s");
/** For commands, any name counts: no shell command has this form. */
const anyCall = /^[A-Za-z_][\w-]*\((.+)\)$/s;

/** `Bash(npm publish*)`, `Bash(npm run:*)` and `shell(git push)`: rules of Claude Code, Copilot and others. */
function findToolCall(tool: Tool, pattern: string, verdict: Verdict): PatternProblem | undefined {
  const isText = tool === "websearch" || tool === "question";
  const form = tool === "bash" ? anyCall : ownCall;
  const call = (isText ? clientTools.test(pattern) : true) && (form.exec(pattern) ?? ownCall.exec(pattern));
  if (!call) return undefined;
  const inner = call[1]!
    .replace(/^domain:(.*)$/, "*://$1/**")
    .replace(/^(?=[^*:]+$)/, tool === "webfetch" ? "*://" : "")
    .replace(/:\*$/, " *")
    .trim();
  const hint = `the table already names the tool: write \`${inner === "" ? "**" : inner}:${verdict}\``;
  return { problem: "uses the tool-call syntax of another client", start: 0, end: pattern.length, hint };
}

const operators = new Set(["&&", "||", "|", "|&", ";", ";;", "&"]);

function findOperator(pattern: string, verdict: Verdict): PatternProblem | undefined {
  const words = [...pattern.matchAll(/[^ ]+/g)];
  // The command of `find -exec` ends with a word `;`.
  const isFind = /^(?:find|fd|\*)/.test(pattern) && / (?:-exec|-execdir|-ok|-okdir)\b/.test(pattern);
  const found = words.find(([word], i) => {
    const isOperator = operators.has(word) || (word.length > 1 && word.endsWith(";") && !word.endsWith("\\;"));
    return isOperator && !(isFind && word === ";" && i > 0);
  });
  if (!found) return undefined;
  const parts = pattern.split(/;(?: |$)| (?:&&|\|\|?|\|&|&)(?: |$)/).map((part) => part.trim());
  const part = parts.findLast((each) => each !== "" && each !== "*" && each !== "**") ?? "*";
  const [word] = found;
  const length = operators.has(word) ? word.length : 1;
  const end = found.index + word.length;
  const hint = `each command of a line is judged separately: write \`${part}:${verdict}\``;
  return { problem: `contains the operator \`${word.slice(-length)}\` in its pattern`, start: end - length, end, hint };
}

/** First words whose subcommands are not names of scripts, images or targets: `git push:*`, but `rake db:*`. */
const withSubcommands =
  /^(?:git|gh|glab|npm|cargo|go|pip3?|uv|poetry|nix|kubectl|helm|terraform|systemctl|apt|apt-get|brew) /;

/** `git push:*`, by which Claude Code means all commands with this prefix. */
function findPrefixMark(pattern: string, verdict: Verdict): PatternProblem | undefined {
  const [, head] = /^(.*[^ :]):\*$/s.exec(pattern) ?? [];
  if (head === undefined) return undefined;
  const words = head.split(" ");
  const isCommand = words.length === 1 && !/[/.]/.test(head);
  const isSubcommand = words.length === 2 && withSubcommands.test(head);
  if (!isCommand && !isSubcommand && !words.at(-1)!.startsWith("-")) return undefined;
  const hint = `to match every command that begins this way, write \`${head} *:${verdict}\``;
  return {
    problem: "ends with `:*`, the prefix syntax of another client",
    start: head.length,
    end: pattern.length,
    hint,
  };
}

/** Paths as other tools write them: `!x` of gitignore, `file://` and a drive. */
function findForeignPath(pattern: string, verdict: Verdict): PatternProblem | undefined {
  const opposite = verdict === "allow" ? "deny" : "allow";
  if (/^!(?!\()/.test(pattern)) {
    const hint = `rules cannot be negated: write \`${pattern.slice(1)}:${opposite}\` before the rule that it is an exception to`;
    return { problem: "is negated with `!`", start: 0, end: 1, hint };
  }
  const scheme = /^file:(?:\/\/(?:localhost)?)?(?=\/)/i.exec(pattern)?.[0];
  if (scheme !== undefined) {
    const hint = `write \`${pattern.slice(scheme.length)}:${verdict}\``;
    return { problem: "is an address, not a path", start: 0, end: scheme.length, hint };
  }
  const drive = /^[A-Za-z]:[\\/]/.exec(pattern)?.[0];
  if (drive === undefined) return undefined;
  const path = `/${pattern.slice(drive.length).replaceAll("\\", "/")}`;
  return { problem: "begins with a drive letter", start: 0, end: drive.length, hint: `write \`${path}:${verdict}\`` };
}

function findDots(pattern: string, verdict: Verdict): PatternProblem | undefined {
  const found = /(?:^|\/)\.\.(?=\/|$)/.exec(pattern);
  if (found) {
    const start = found.index + found[0].length - 2;
    const kept: string[] = [];
    let isOutside = false;
    for (const name of pattern.split("/")) {
      if (name === ".." && kept.length > 0 && !/^\*\*/.test(kept.at(-1)!)) kept.pop();
      else if (name === "..") isOutside = true;
      else if (name !== "." && (name !== "" || kept.length === 0)) kept.push(name);
    }
    const rest = kept.join("/");
    const hint = isOutside
      ? `paths outside the project must be absolute: write \`/…/${rest}:${verdict}\`, \`~/…/${rest}:${verdict}\` or \`**/${rest}:${verdict}\``
      : `write \`${rest}:${verdict}\``;
    return { problem: "contains `..`", start, end: start + 2, hint };
  }
  if (pattern !== "." || verdict !== "allow") return undefined;
  return {
    problem: "matches only the project root itself",
    start: 0,
    end: 1,
    hint: `to match the whole project, write \`./**:allow\``,
  };
}

function findNoScheme(pattern: string, verdict: Verdict): PatternProblem | undefined {
  const problem = { start: 0, end: /^[^/]*/.exec(pattern)?.[0].length || 1 };
  if (pattern === "<all_urls>")
    return { ...problem, problem: "is not an address", hint: `for all addresses, write \`**:${verdict}\`` };
  const schemes =
    /^\^?(?:https\?|http\[s\]|http\(s\)\??|\(?https?\|https?\)?|\{https?,https?\}|https?(?<=^\^.*)):\/\//.exec(pattern);
  if (schemes) {
    const hint = `write \`http*://${pattern.slice(schemes[0].length).replace(/\$$/, "").replaceAll("\\", "")}:${verdict}\``;
    return { ...problem, problem: "has a regular expression where a scheme is expected", hint };
  }
  if (pattern.startsWith("*")) {
    // A deny or ask of `*` covers everything below it, so everything.
    if (!/^\*[^*/]*(?:$|\/(?!\/))/.test(pattern) || (pattern === "*" && verdict !== "allow")) return undefined;
    const hint = pattern === "*" ? `write \`**:${verdict}\`` : `write \`*://${pattern}:${verdict}\``;
    return {
      ...problem,
      problem: "never matches, because `*` does not match across `//`",
      hint,
      isHarmless: true,
    };
  }
  if (/^[A-Za-z][A-Za-z0-9+.*-]*:\/\//.test(pattern)) return undefined;
  const domain = /^domain:(.+)$/.exec(pattern)?.[1];
  if (domain !== undefined)
    return { ...problem, problem: "has an address without a scheme", hint: `write \`*://${domain}/**:${verdict}\`` };
  // `mailto:x` has a scheme, `localhost:3000` and `a.org:443` have a port.
  if (/^[A-Za-z][A-Za-z0-9+*-]*:(?![\d*])/.test(pattern)) return undefined;
  const scheme = verdict === "allow" ? "https" : "*";
  const hint = `write \`${scheme}://${pattern.replace(/^\/*/, "")}:${verdict}\``;
  return { ...problem, problem: "has an address without a scheme", hint };
}

/** Usual directories at the root of a disk. Others are usually meant to be in the project, as in gitignore. */
const topDirectories: ReadonlySet<string> = new Set(
  "bin boot dev etc home lib lib64 media mnt nix opt proc root run sbin srv sys tmp usr var"
    .split(" ")
    .concat("Applications Library System Users Volumes private app code data workspace workspaces work".split(" ")),
);

/** Syntax that other formats expand is literal here. */
function findLiterals(tool: Tool, pattern: string, verdict: Verdict): readonly PatternProblem[] {
  // Covers nearly all command rules: the checks below look for other characters.
  if (tool === "bash" && /^[\w .,:@%+=/*~-]*$/.test(pattern)) return [];
  const found: PatternProblem[] = [];
  const add = (match: RegExpExecArray | null, what: string, hint: string): void => {
    if (!match) return;
    const problem = `has \`${match[0]}\` in its pattern, which is literal: ${what}`;
    found.push({ problem, start: match.index, end: match.index + match[0].length, hint, isHarmless: true });
  };
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(pattern);
  const choices = (braces?.[1] ?? "").split(",").map((choice) => pattern.replace(braces?.[0] ?? "", () => choice));
  const spelled = choices.map((choice) => `\`${choice}:${verdict}\``).join(" and ");
  add(braces, "braces are not expanded", `write one rule per alternative: ${spelled}`);
  const bracket = /\[[^\][ ]*[^\][ ]-[^\][ ]+\]/.exec(pattern);
  add(
    bracket,
    "character classes are not supported",
    `write \`${pattern.replace(bracket?.[0] ?? "", "*")}:${verdict}\``,
  );
  const negated = /\[[!^][^\][ ]+\]/.exec(pattern);
  if (!bracket)
    add(
      negated,
      "character classes are not supported",
      `write \`${pattern.replace(negated?.[0] ?? "", "*")}:${verdict}\``,
    );
  const sequence = /\{(?:\d+\.\.\d+|[A-Za-z]\.\.[A-Za-z])\}/.exec(pattern);
  add(sequence, "braces are not expanded", `write \`${pattern.replace(sequence?.[0] ?? "", "*")}:${verdict}\``);
  const choice = /(?<![\w*])[@!+?*]\([^()]*\)|(?<=[\w*])[@!+?]\([^()]*\)/.exec(pattern);
  if (tool !== "bash") add(choice, "extended globs are not supported", "write one rule per alternative");
  findExpressions(pattern, verdict, add);
  const mark = /\?(?!\()/.exec(pattern);
  add(mark, "it does not match a single character", `write \`${pattern.replaceAll("?", "*")}:${verdict}\``);
  if (tool !== "bash") {
    const variable = /^\$(?:\{\w+\}|\w+)/.exec(pattern);
    const home = /^\$(?:\{HOME\}|HOME)(?=\/|$)/;
    const spelledOut = home.test(pattern) ? pattern.replace(home, "~") : `/…${pattern.slice(variable?.[0].length)}`;
    add(variable, "variables are not expanded", `write \`${spelledOut}:${verdict}\``);
    const [, top] = /^\/([\w.-]+)(?=\/|$)/.exec(pattern) ?? [];
    if (top !== undefined && tool !== "external_directory" && !topDirectories.has(top))
      add(
        /^\//.exec(pattern),
        "the path begins at the root of the file system",
        `in the project, write \`${pattern.slice(1)}:${verdict}\``,
      );
    const slash = /\\(?=[\w*])/.exec(pattern);
    if (!/^\^|\$$|\\\.|\\[sdwbSDWB](?=[+*])/.test(pattern))
      add(slash, "directories are separated by `/`", `write \`${pattern.replaceAll("\\", "/")}:${verdict}\``);
    return found;
  }
  const quote = /(["'])[^"']*\1/.exec(pattern);
  add(
    quote,
    "quotes are removed before a command is matched",
    `write \`${pattern.replace(quote?.[0] ?? "", (text) => text.slice(1, -1))}:${verdict}\``,
  );
  const expansion = /\$\([^)]*\)|`[^`]*`|\$(?:\{\w+\}|\w+)/.exec(pattern);
  add(
    expansion,
    "variables and substitutions are not expanded",
    "a word that the shell expands never matches a literal text; a deny that may match it makes the call ask",
  );
  const joined = /(?<=[\w*])(?:&&|\|\||[|;](?= ?(?:ba|z|da|k)?sh\b| ?sudo\b| ?rm\b))/.exec(pattern);
  const second = joined ? pattern.slice(joined.index + joined[0].length).trim() : "";
  add(joined, "commands of a line are judged separately", `write \`${second === "" ? "*" : second}:${verdict}\``);
  const redirection = /(?<= )(?:\d*>>?|<|&>>?|\d*>&\d)(?= |$)/.exec(pattern);
  add(
    redirection,
    "redirections are not matched",
    "`[permissions.edit]` and `[permissions.read]` apply to the files of redirections",
  );
  return found;
}

/** Signs of a regular expression. `.*` alone is not one: `ls .*` is about names that begin with a dot. */
function findExpressions(
  pattern: string,
  verdict: Verdict,
  add: (match: RegExpExecArray | null, what: string, hint: string) => void,
): void {
  // `src\data` is a Windows path.
  const mark = /^\^|(?<=[\w*)])\$$|\\\.|\\[sdwbSDWB](?=[+*]|$|.*(?:\.\*|\\b|\$$))|\(\?[:!=]|(?<=\))[*+]$/.exec(pattern);
  if (!mark) return;
  const plain = pattern
    .replace(/^\^|\$$/g, "")
    .replace(/\\s[+*]?/g, " ")
    .replace(/\\[bB]/g, "")
    .replace(/\\[dwDW][+*]?/g, "*")
    .replace(/\.[*+]/g, "*")
    .replaceAll("\\", "");
  // `(a|b)`: one rule for each of a few alternatives.
  const [, before = "", choices = "", after = ""] =
    /^([^()]*)\((?:\?:)?([^()|]+(?:\|[^()|]+){1,3})\)([^()]*)$/.exec(plain) ?? [];
  const rules = choices === "" ? [plain] : choices.split("|").map((each) => `${before}${each}${after}`);
  const hint = rules.map((rule) => `\`${rule}:${verdict}\``).join(", ");
  add(mark, "regular expressions are not supported", `write ${hint}`);
}
