/** Finds quoting that shells and parsers read differently, and removes the quoting from a line. */
import type { SyntaxNode, Word, WordPart } from "unbash";

/** Whether the content of this node is text inside double quotes, whatever quotes it contains itself. */
export function isQuotedInside(node: SyntaxNode, isQuoted: boolean): boolean {
  switch (node.type) {
    case "DoubleQuoted":
    case "LocaleString":
    case "HereDocBody":
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
      return true;
    case "Script":
      return false;
    default:
      return isQuoted;
  }
}

/** A nested expansion. It is checked separately, so it is one character here. */
const hole = "\u0001";
/** A nested expansion that is only a name. */
const nameHole = "\u0002";

/** `$'…'` that is plain text in every interpretation. */
const inertAnsi = `\\$'(?:[\\w ,.:;/-]|\\\\[abefnrtv])*'`;
const inertAnsiQuotes = new RegExp(inertAnsi, "g");

/**
 * An operand inside double quotes whose quotes come in pairs around plain text. Then it does not matter whether a shell
 * treats them as quotes: nothing in it runs in only one interpretation, and it ends at the same brace.
 */
const inertOperand = new RegExp(
  `^(?:${[
    `[^'"\`$\\\\{}<>()]`,
    // Without quoting before it, a parenthesis is text.
    `\\\\[^'"\`$\\\\{}()\\n]`,
    `'[^'"\`$\\\\{}<>()${hole}]*'`,
    `"(?:[^'"\`$\\\\{}<>()]|\\\\[\\w/.-])*"`,
    inertAnsi,
  ].join("|")})*$`,
);

/** Without quotes, angle brackets and parentheses are text, but bash 5.2 runs `"${x?<(cmd)}"`. */
const unquotedOperand = /^(?:[^'"`$\\{}<>]|[<>](?!\()|\\[^'{}<>()\n])*$/;

/** Why an expansion inside double quotes, or a here-document, may be read in more than one way. */
export function checkQuoting(node: SyntaxNode, isQuoted: boolean): string | undefined {
  if (node.type === "HereDocDelimiter") return checkDelimiter(node.text);
  // `$(cat <<X` and `X)` in the next line: some shells see the end of both, others read on.
  if (node.type === "HereDoc" && node.closing === undefined)
    return "shells disagree about an unterminated here-document";
  // Not arithmetic to bash, because it does not end with `))`; dash does not look ahead.
  if (node.type === "CommandExpansion" && node.text.startsWith("$((")) return "shells disagree about `$((`";
  // How many backslashes are left depends on the shell and the surrounding quotes.
  if (node.type === "CommandExpansion" && /^`.*\\/s.test(node.text))
    return "shells disagree about a backslash in backticks";
  if (node.type !== "ParameterExpansion") return undefined;
  // bash 5.2 drops these quotes inside a substitution in double quotes: `"$(echo ${x-$'$(cmd)'})"`.
  if (node.text.replace(inertAnsiQuotes, "").includes("$'"))
    return `shells disagree about the quoting in \`${shorten(node.text)}\``;
  const operands = operandsOf(node).map(flattenWord);
  if (!isQuoted) {
    const hasBrace = operands.some((operand) => removeQuoted(operand).includes("{"));
    return hasBrace ? `shells disagree about the braces in \`${shorten(node.text)}\`` : undefined;
  }
  return operands.every(isInert) ? undefined : `shells disagree about the quoting in \`${shorten(node.text)}\``;
}

/** zsh counts the braces in an operand, other shells do not: `${x:-{}$(cmd)}`. */
function removeQuoted(operand: string): string {
  return operand.replace(/\\.|'[^']*'|"(?:[^"\\]|\\.)*"/gs, "");
}

function isInert(text: string): boolean {
  return unquotedOperand.test(text) || inertOperand.test(text);
}

/** The words after the name of an expansion. */
export function operandsOf({ index, operation }: Extract<SyntaxNode, { type: "ParameterExpansion" }>): readonly Word[] {
  const words = index ? [index] : [];
  switch (operation?.type) {
    case "Default":
    case "Remove":
    case "Transform":
      return [...words, operation.operand];
    case "CaseModification":
      return operation.operand ? [...words, operation.operand] : words;
    case "Replace":
      return [...words, operation.pattern, operation.replacement];
    case "Slice":
      return operation.length ? [...words, operation.offset, operation.length] : [...words, operation.offset];
    default:
      return words;
  }
}

function flattenWord({ text, parts }: Word): string {
  return parts ? parts.map(flattenPart).join("") : text;
}

function flattenPart(part: WordPart): string {
  switch (part.type) {
    case "SimpleExpansion":
      return nameHole;
    case "ParameterExpansion":
      return /^\$\{\w+\}$/.test(part.text) ? nameHole : hole;
    case "CommandExpansion":
      // In backticks, backslashes and quotes belong to two languages at once.
      return part.text.startsWith("`") && /['"\\]/.test(part.text) ? "`" : hole;
    case "ArithmeticExpansion":
      return /['"`\\]/.test(part.text) ? "`" : hole;
    case "DoubleQuoted":
      return `"${part.parts.map(flattenPart).join("")}"`;
    default:
      return part.text;
  }
}

/** Shells agree on plain words, and on words whose quotes contain only plain text. */
function checkDelimiter(text: string): string | undefined {
  const isPlain = /^(?:[\w.,:@%+-]|\\[\w.,:@%+-]|'[\w .,:@%+-]*'|"[\w .,:@%+-]*")+$/.test(text);
  return isPlain ? undefined : `shells disagree about the end of the here-document \`${shorten(text)}\``;
}

/**
 * A backslash at the end of a line joins it with the next before anything else is parsed. The parser does not see an
 * operator that is joined this way (`<<\` and `-`), and to bash a joined `#` does not begin a comment.
 */
export function checkContinuations(text: string): string | undefined {
  if (/[<>]\(/.test(text) && text.includes(")#")) return "shells disagree about text after a process substitution";
  const joint = /(?<!\\)(?:\\\\)*(?:\\\n)+/g;
  for (const { index, 0: run } of text.matchAll(joint)) {
    const before = run.startsWith("\\\\") ? "\\" : (text[index - 1] ?? "");
    const after = text[index + run.length] ?? "";
    if (after === "#" || joins.test(before + after)) return "an operator is split by a line continuation";
  }
  return undefined;
}

const joins = /^(?:[<>&|;(][<>&|;(!-]|\$.|\{\S|[=*?+@!~^)][()]|\[\[|\]\])$/s;

/**
 * The line with as much of it running as possible: no quote, comment or unclear end of a here-document hides anything.
 */
export function removeQuoting(line: string): string {
  return line
    .replace(/\\\n/g, "")
    .replace(/(?<!<)<<(?!<)-?(?=[ \t]*([^\s;&|<>()]*))/g, (operator, word: string) =>
      checkDelimiter(word) === undefined ? operator : "< ",
    )
    .replace(/\$(?=['"])|['"\\]|(?<=^|[\s;&|()])#/gm, "");
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
