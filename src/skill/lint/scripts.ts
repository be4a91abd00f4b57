/** Checks scripts of a skill: a model reads what they print, and their error messages are all it has to go on. */
import type { Report } from "../../base/diagnostic.ts";
import type { NameFile } from "./links.ts";
import type { SkillFolder } from "./read-folder.ts";

/** Undefined if it is not a script that we can check. */
export function scriptLanguage(path: string, text: string): "shell" | "python" | "javascript" | "other" | undefined {
  const ending = /\.([a-z]+)$/.exec(path)?.[1] ?? "";
  const program =
    /^#!.*?\b(bash|sh|dash|zsh|ksh|python\d*|node|deno|bun|ruby|perl)\b/.exec(text.slice(0, 200))?.[1] ?? "";
  if (/^(?:sh|bash|zsh)$/.test(ending) || /^(?:bash|sh|dash|zsh|ksh)$/.test(program)) return "shell";
  if (ending === "py" || program.startsWith("python")) return "python";
  if (/^(?:js|mjs|cjs|ts|mts)$/.test(ending) || /^(?:node|deno|bun)$/.test(program)) return "javascript";
  return /^(?:rb|pl)$/.test(ending) || program !== "" ? "other" : undefined;
}

export function checkScripts(folder: SkillFolder, nameOf: NameFile, report: Report): void {
  for (const [path, file] of folder) {
    if (!/^(?:scripts|hooks)\//.test(path) && !file.executable && !/\.(?:sh|bash|py)$/.test(path)) continue;
    const text = path === "SKILL.md" ? undefined : file.text();
    if (text === undefined || scriptLanguage(path, text) === undefined) continue;
    const lines = codeLines(text);
    const problem = findTerminalOutput(lines);
    if (problem) {
      const { start, end, what } = problem;
      report({
        code: "skill-script-output",
        severity: "warning",
        message: `\`${path}\` prints ${what}`,
        span: { file: nameOf(path, text), start, end },
        label: "the model reads this as plain text",
        hint: "print plain Markdown or JSON",
      });
    }
    const silence = path.startsWith("hooks/") ? undefined : findSilentFailure(lines);
    if (!silence) continue;
    report({
      code: "skill-script-hints",
      severity: "warning",
      message: `\`${path}\` ${silence.what}`,
      span: { file: nameOf(path, text), start: silence.start, end: silence.end },
      hint: "print to standard error what went wrong and what to try: `Try: …`",
    });
  }
}

interface Line {
  readonly text: string;
  readonly start: number;
}

interface Finding {
  readonly start: number;
  readonly end: number;
  readonly what: string;
}

/** Without comments; a line of a megabyte was not written by hand. */
function codeLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    if (!/^\s*(?:#|\/\/)/.test(line) && line.length <= 2000) lines.push({ text: line, start });
    start += line.length + 1;
  }
  return lines;
}

const terminal: readonly (readonly [what: string, pattern: RegExp])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finds terminal escapes
  ["terminal escape codes", /\u001b|\\(?:033|x1b|e|u001b|u\{1b\})\[/i],
  ["colours", /\btput\s+(?:setaf|setab|bold|smul|rev|cup|civis)\b|--colou?r[= ]always\b/],
  [
    "colours",
    /\b(?:from|import)\s+(?:colorama|termcolor|rich)\b|(?:from|require\()\s*["'](?:chalk|kleur|picocolors|ansi-colors|colors)["']/,
  ],
  [
    "a spinner",
    /[\u2801-\u28ff]{2,}|["'][|/\\-]{4,8}["']|\b(?:from|import)\s+(?:yaspin|halo)\b|(?:from|require\()\s*["'](?:ora|nanospinner|cli-spinners)["']/u,
  ],
  [
    "a progress bar",
    /\b(?:from|import)\s+(?:tqdm|alive_progress|progressbar)\b|(?:from|require\()\s*["'](?:cli-progress|progress)["']/,
  ],
];

/** A line that removes escape codes from a text contains them too. */
const isCleaning = /\bsed\b|\.sub\(|\.replace(?:All)?\(|\btr\s+-d|\bgrep\b|stripAnsi|strip_ansi/;

function findTerminalOutput(lines: readonly Line[]): Finding | undefined {
  for (const { text, start } of lines) {
    if (isCleaning.test(text)) continue;
    for (const [what, pattern] of terminal) {
      const found = pattern.exec(text);
      if (found) return { what, start: start + found.index, end: start + found.index + found[0].length };
    }
  }
  return undefined;
}

const failing = new RegExp(
  [
    String.raw`\bexit\s+[1-9]\d*\b`,
    String.raw`\b(?:sys\.)?exit\(\s*[1-9]\d*\s*\)`,
    String.raw`\bprocess\.exit\(\s*[1-9]\d*\s*\)`,
    String.raw`\bexitCode\s*=\s*[1-9]`,
    String.raw`raise SystemExit\(\s*[1-9]`,
  ].join("|"),
);
const speaking = new RegExp(
  [
    String.raw`>\s*&2|\/dev\/stderr|sys\.stderr|console\.(?:error|warn)|process\.stderr`,
    String.raw`\bSTDERR\b|\bdie\b|\bwarn\b|\blogging\.|sys\.exit\(\s*f?["']|argparse`,
    "\\$\\{\\w+:\\?",
  ].join("|"),
);

/** Words that tell a reader what to do next. */
const advice = new RegExp(
  [
    String.raw`\b(?:tr(?:y|ies)|run|check|use|usage|see|install|set|create|add|make sure|ensure|pass|provide|give`,
    "write|start|rename|remove|choose|instead|expected|must|needs?|should|please|help|want(?:s|ed)?|hint)\\b",
  ].join("|"),
  "i",
);

/** Only if it can be decided: an error exit without a message on standard error, or with one that gives no advice. */
function findSilentFailure(lines: readonly Line[]): Finding | undefined {
  const exit = lines.find(({ text }) => failing.test(text));
  const spoken = lines.flatMap(({ text }, i) => (speaking.test(text) ? [i] : []));
  if (spoken.length === 0) {
    if (!exit) return undefined;
    const found = failing.exec(exit.text)!;
    const start = exit.start + found.index;
    return { start, end: start + found[0].length, what: "fails without a message on standard error" };
  }
  // A here-document follows the line that names standard error.
  const near = spoken.map((i) => lines.slice(i, /<<|\($|\{$/.test(lines[i]!.text.trim()) ? i + 10 : i + 1));
  const words = near.flat().map(({ text }) => literals(text));
  if (words.every((each) => each === "") || words.some((each) => advice.test(each))) return undefined;
  // The value of a variable is not known here.
  if (near.flat().some(({ text }) => /\$\{?\w|\{\w+|\+\s*\w|%\s*\w/.test(text))) return undefined;
  const { text, start } = lines[spoken[0]!]!;
  const indent = text.length - text.trimStart().length;
  return {
    start: start + indent,
    end: start + text.trimEnd().length,
    what: "reports the failure, but not what to try",
  };
}

function literals(line: string): string {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|`([^`]*)`/g)]
    .map((found) => found[1] ?? found[2] ?? found[3])
    .join(" ");
}
