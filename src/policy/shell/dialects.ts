/** Syntax that zsh, dash or busybox read differently from bash: needs approval unless the shell is known to be bash. */
import type { Redirection, SyntaxNode, TestExpression, Word, WordPart } from "unbash";
import { operandsOf } from "./quoting.ts";
import type { Context } from "./walk.ts";
import { readWord, type ShellWord } from "./words.ts";

type Family = "bash" | "zsh" | "dash" | "any";

/**
 * Busybox and other small shells behave like dash as far as this file is concerned; ksh has features of all of them.
 */
const families: Readonly<Record<string, Family>> = {
  bash: "bash",
  rbash: "bash",
  zsh: "zsh",
  dash: "dash",
  ash: "dash",
  busybox: "dash",
  sh: "dash",
  ksh: "any",
  mksh: "any",
};

/** The shells whose syntax is known here. */
export const shellNames: readonly string[] = Object.keys(families);

/** Undefined means unknown: it may be any of them. */
interface ShellDialect {
  readonly shell: string | undefined;
  readonly isZsh: boolean;
  readonly isDash: boolean;
}

export function dialectOf(shell: string | undefined): ShellDialect {
  const name = shell?.split("/").at(-1);
  const family = (name !== undefined && Object.hasOwn(families, name) ? families[name] : undefined) ?? "any";
  return {
    shell: name,
    isZsh: family === "any" || family === "zsh",
    isDash: family === "any" || family === "dash",
  };
}

/** A shell with an entirely different language. */
export function findStrangeShell({ shell }: ShellDialect): string | undefined {
  if (shell === undefined || Object.hasOwn(families, shell)) return undefined;
  return `the shell is \`${shell}\`, which has its own syntax`;
}

/** The shell that reads text passed to this command: `eval` is the current one, `sh -c` is another. */
export function shellOfText(name: string | undefined, shell: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (name === "eval" || name === "trap") return shell;
  if (name === "nix-shell") return "bash";
  return /sh$/.test(name) ? name : undefined;
}

/** Why the line needs approval because of this node in a shell that may not be bash. */
export function checkDialect(node: SyntaxNode, context: Context): string | undefined {
  const { isZsh, isDash } = dialectOf(context.shell);
  const zsh = isZsh ? checkForZsh(node, context) : undefined;
  return zsh ?? (isDash ? checkForDash(node, context.text) : undefined);
}

// zsh

const subscript = /\$[=~^+#]*(?:[\p{L}\p{N}_]+|[@*#?$!-])\[/u;
const flag = /\$[#+]*(?:[=~^]|\+[\p{L}\p{N}_])/u;
/** `$x:F:expression:h` repeats a modifier, and the expression is evaluated. Other modifiers may precede it. */
const modifier = /\$[=~^+#]*(?:[\p{L}\p{N}_]+|[@*#?$!-]):["']*[A-Za-z&].*/su;

function checkForZsh(node: SyntaxNode, { isQuoted, wordIn }: Context): string | undefined {
  switch (node.type) {
    case "Word":
      return (
        checkExpansions(node.parts ?? [{ type: "Literal", text: node.text }]) ??
        (isQuoted ? undefined : checkBare(node, wordIn === "test"))
      );
    case "DoubleQuoted":
    case "LocaleString":
    case "HereDocBody":
    case "ArithmeticWord":
      return checkExpansions(node.parts ?? []);
    case "Glob":
    case "BraceExpansion":
      return checkExpansions(node.parts ?? []);
    case "ParameterExpansion":
      if (node.parameter === "") return `zsh reads \`${shorten(node.text)}\` as an expansion with flags`;
      return isQuoted ? undefined : checkAdjacent(node);
    case "ExtendedGlob":
      return `zsh reads \`${shorten(node.text)}\` as a glob qualifier, which can run commands`;
    case "Redirect":
      return checkZshRedirect(node);
    case "Coproc":
      return node.name ? `zsh reads \`coproc ${node.name.text}\` as a command` : undefined;
    case "For":
    case "Select":
      return checkZshName(node.name.text);
    case "FileDescriptorVariable":
      return checkZshName(node.name);
    case "ArithmeticBinary":
      return node.operator.endsWith("=") && node.left.type === "ArithmeticWord"
        ? checkZshName(node.left.value)
        : undefined;
    default:
      return undefined;
  }
}

/** A pattern in `[[ … ]]` matches no files, unless it says so with `(#q…)`. */
function checkBare({ text, parts }: Word, isPattern: boolean): string | undefined {
  const bare = parts ? parts.map(bareText).join("") : bareLiteral(text);
  if ((isPattern ? /[=<>]\(|\(#/ : /\(/).test(bare))
    return `zsh reads the parentheses of \`${shorten(text)}\` as a glob or a substitution`;
  return /^=[^=~*?)]/.test(bare) ? `zsh reads \`${shorten(text)}\` as the path of a program` : undefined;
}

type BarePart = Pick<WordPart, "type" | "text"> & { readonly parts?: readonly WordPart[] | undefined };

/** In zsh, a subscript after a name belongs to it: `$path[1]`, also inside double quotes. */
function checkExpansions(parts: readonly BarePart[]): string | undefined {
  if (!parts.some(({ text }) => text.includes("$"))) return undefined;
  const computed = checkModifier(parts);
  if (computed !== undefined) return computed;
  const bare = parts.map(bareText).join("");
  if (!bare.includes("$")) return undefined;
  const [found] = subscript.exec(bare) ?? [];
  if (found !== undefined) return `zsh reads \`${shorten(found)}…]\` as a subscript`;
  const [flagged] = flag.exec(bare) ?? [];
  if (flagged !== undefined) return `zsh reads \`${shorten(flagged)}\` as an expansion with flags`;
  return undefined;
}

const quotedDollar = "\u0001";
const computedText = new RegExp(`F.*[[$\`${quotedDollar}]`, "s");

/** The expression of a modifier may begin inside double quotes and end after them: `"$x:F:"'$(cmd)'":h"`. */
function checkModifier(parts: readonly BarePart[]): string | undefined {
  const isText = (type: string) => type === "SingleQuoted" || type === "AnsiCQuoted";
  const raw = parts.map(({ type, text }) => (isText(type) ? text.replaceAll("$", quotedDollar) : text)).join("");
  const [rest = ""] = modifier.exec(raw.replace(/\\\n/g, "")) ?? [];
  return computedText.test(rest) ? "zsh reads `:F:…:` after a variable as arithmetic" : undefined;
}

function bareLiteral(text: string): string {
  return text.replace(/\\\n/g, "").replace(/\\./gs, " ");
}

function bareText(part: BarePart): string {
  switch (part.type) {
    case "Literal":
      return bareLiteral(part.text);
    case "SimpleExpansion":
      return part.text.replace(/\\\n/g, "");
    case "Glob":
      return part.text;
    // One part to the parser, although each alternative may be a glob: `{a,*(e:cmd:)}`.
    case "BraceExpansion":
      return part.parts ? part.parts.map(bareText).join("") : bareLiteral(part.text);
    default:
      return " ";
  }
}

/** With the option RC_QUOTES, zsh 5.9 runs the middle of `${x%'a''$(cmd)''b'}`. */
function checkAdjacent(node: Extract<SyntaxNode, { type: "ParameterExpansion" }>): string | undefined {
  const isAdjacent = operandsOf(node).some(({ parts = [] }) =>
    parts.some(({ text }, i) => /[^\\]'$/.test(text) && parts[i + 1]?.text.startsWith("'")),
  );
  return isAdjacent ? `zsh may read \`''\` in \`${shorten(node.text)}\` as one quote` : undefined;
}

/** bash moves a descriptor this way. */
const movesDescriptor = /^[<>]&\d+-$/;

function checkZshRedirect({ operator, target }: Extract<Redirection, { type: "Redirect" }>): string | undefined {
  const text = target?.text ?? "";
  const value = target ? readWord(target).value : undefined;
  if (/^(?:\\\n)*!/.test(text) && operator.includes(">")) return `zsh reads \`${operator}!\` as an operator`;
  if (movesDescriptor.test(operator + (value ?? text))) return `zsh reads \`${operator}${text}\` as a file`;
  const isRange = operator === "<" && /^\d*-\d*$/.test(text);
  return isRange ? `zsh reads \`<${text}>\` as a glob` : undefined;
}

/** The program that zsh runs for redirections without a command: `> f` is `cat > f`, and `< f` is `more < f`. */
export function findNullCommand(node: SyntaxNode, { isZsh }: ShellDialect): string | undefined {
  if (!isZsh || node.type !== "Command" || node.name || node.redirects.length === 0) return undefined;
  if (node.prefix.some(({ type }) => type === "Assignment")) return undefined;
  const [first, ...others] = node.redirects;
  return others.length === 0 && first?.type === "Redirect" && first.operator === "<" ? "more" : "cat";
}

/** Variables of zsh that are tied to others, such as `path` to `PATH`. */
const zshNames = new Set(
  [
    ..."aliases argv builtins cdpath commands dirstack fignore fpath funcfiletrace funcsourcetrace funcstack".split(
      " ",
    ),
    ..."functions functrace galiases histchars history historywords jobdirs jobstates jobtexts mailpath manpath".split(
      " ",
    ),
    ..."mapfile module_path modules nameddirs options parameters patchars path pipestatus prompt psvar reswords".split(
      " ",
    ),
    ..."saliases signals status sysparams termcap terminfo userdirs usergroups watch zsh_eval_context".split(" "),
  ].values(),
);

function checkZshName(name: string): string | undefined {
  return zshNames.has(name) ? `zsh has its own variable \`${name}\`` : undefined;
}

/** Reserved words that are command names in some positions, for example after `| time`. */
const reservedWords = new Set(
  "! { } [[ case coproc do done elif else end esac fi for foreach function if select then until while".split(" "),
);

/** zsh builtins that run, set or change something; bash does not have them. */
const zshCommands = new Set(
  [
    ..."- autoload bindkey bye chdir compctl disable emulate float functions getln integer limit".split(" "),
    ..."nocorrect noglob private pushln r rehash repeat sched setopt ttyctl unfunction unhash unlimit".split(" "),
    ..."unsetopt vared zcompile zformat zle zmodload zparseopts zregexparse zstyle".split(" "),
  ].values(),
);
/** zsh evaluates their argument as arithmetic, and a subscript in it can run commands. */
const zshNumbers = new Set(["break", "continue", "exit", "logout", "return", "shift"]);

/** Why a simple command needs approval in a shell that may not be bash. */
export function checkForeignCommand(words: readonly ShellWord[], { isZsh, isDash }: ShellDialect): string | undefined {
  const [name = "", ...others] = words.map(({ value }) => value);
  if (name === "chdir" && isDash) return "dash reads `chdir` as `cd`";
  if (!isZsh) return undefined;
  const written = words[0]?.text ?? "";
  if (/^[^'"`$(]*=/.test(written)) return `zsh reads \`${shorten(written)}\` as an assignment`;
  if (/^[{}!]./s.test(written)) return `zsh reads \`${shorten(written)}\` as an operator and a command`;
  if (reservedWords.has(name)) return `zsh reads \`${name}\` as a reserved word`;
  if (zshCommands.has(name)) return `\`${name}\` is a zsh command`;
  if (zshNumbers.has(name)) return words.slice(1).every(isNumber) ? undefined : computes(name);
  switch (name) {
    case "cd":
      return others.some((word) => word !== undefined && /^[-+]\d/.test(word))
        ? "zsh has a directory stack"
        : undefined;
    case "print":
    case "printf":
      return checkPrint(name, words.slice(1));
    case "read":
      return checkZshRead(others);
    case "[":
    case "test": {
      const at = others.indexOf("-t");
      return at >= 0 && !isNumber(words[at + 2]) && words[at + 2]?.value !== "]" ? computes(`${name} -t`) : undefined;
    }
    default:
      return undefined;
  }
}

function computes(name: string): string {
  return `zsh evaluates the argument of \`${name}\` as arithmetic, which can run commands`;
}

function isNumber(word: ShellWord | undefined): boolean {
  return word === undefined || /^[-+]?[\d.]+$/.test(word.value ?? "") || /^"?\$[?#$!]"?$/.test(word.text);
}

/** Every argument of a numeric conversion is evaluated. */
function checkPrint(name: string, words: readonly ShellWord[]): string | undefined {
  const at = name === "printf" ? words.findIndex(({ value }) => value !== "--") : 0;
  const [format] = words.slice(Math.max(at, 0));
  const isPlain = name === "printf" && /^(?:[^%]|%%|%[-+ #0]*\d*(?:\.\d*)?[sbq])*$/.test(format?.value ?? "%");
  const hasOpenArgument = words.slice(Math.max(at, 0) + (name === "printf" ? 1 : 0)).some((word) => {
    const isHarmless = word.value !== undefined && !/[[$`(]/.test(word.value);
    return !isHarmless && !isNumber(word);
  });
  return !isPlain && hasOpenArgument ? computes(name) : undefined;
}

/** `read 'path?prompt'` sets `path`. */
function checkZshRead(words: readonly (string | undefined)[]): string | undefined {
  const odd = words.find((word) => word?.includes("?"));
  if (odd !== undefined) return `zsh reads \`${shorten(odd)}\` as a name and a prompt`;
  return words.map((word) => checkZshName(word ?? "")).find((point) => point !== undefined);
}

// dash and busybox

function checkForDash(node: SyntaxNode, text: string): string | undefined {
  switch (node.type) {
    case "ArithmeticCommand":
      return "dash reads `((…))` as a command in two subshells";
    case "ArithmeticExpansion":
      return node.text.startsWith("$[") ? "dash reads `$[…]` as plain text" : undefined;
    case "AnsiCQuoted":
      return /\\'/.test(node.text.replaceAll("\\\\", "")) ? "dash ends `$'…\\'` at the escaped quote" : undefined;
    case "Redirect": {
      const text = `${node.operator}${(node.target && readWord(node.target).value) ?? node.target?.text ?? ""}`;
      const isName = movesDescriptor.test(text) || /^<&(?!(?:\d+|-)$)/.test(text);
      return isName ? `busybox reads \`${shorten(text)}\` as a redirection to a file` : undefined;
    }
    case "Command":
      return checkBackground([...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]);
    case "TestCommand":
      return checkDashTest(node.expression, text.slice(node.pos, node.end));
    case "Pipeline": {
      const isNegated = node.prefixes.some(({ type }) => type === "Negation");
      const hasTest = node.commands.some((command) => command.type === "TestCommand" && hasLogic(command.expression));
      return isNegated && hasTest ? "dash reads `&&` between `[[` and `]]` as the end of a command" : undefined;
    }
    default:
      return undefined;
  }
}

type CommandItem = Extract<SyntaxNode, { type: "Command" }>["suffix"][number];

/** `a &> f b`: dash starts `a` in the background, and then `> f b`. */
function checkBackground(items: readonly CommandItem[]): string | undefined {
  const at = items.findIndex((item) => item.type === "Redirect" && /^&>/.test(item.operator));
  const isFollowed = at >= 0 && items.slice(at).some(({ type }) => type === "Word" || type === "Assignment");
  return isFollowed ? "dash reads `&>` as the end of a command, and what follows as another" : undefined;
}

/** To dash, `[[` is the name of a program, and the line continues as usual. The program does not exist, so it fails. */
function checkDashTest(expression: TestExpression, text: string): string | undefined {
  if (!text.startsWith("[[") || text.includes("\n")) return "dash reads a new line between `[[` and `]]` as a command";
  const open = [expression];
  for (let one = open.pop(); one; one = open.pop()) {
    switch (one.type) {
      case "TestBinary":
        if (/^[<>]$/.test(one.operator) || [one.left, one.right].some(hasOperator)) return testOperator;
        break;
      case "TestUnary":
        if (hasOperator(one.operand)) return testOperator;
        break;
      case "TestLogical":
        if (one.operator === "||" && !one.operands.slice(1).every(isNoCommand)) {
          return "dash reads `||` between `[[` and `]]` as the end of a command";
        }
        open.push(...one.operands);
        break;
      case "TestGroup":
        open.push(one.expression);
        break;
      case "TestNot":
        open.push(one.operand);
        break;
    }
  }
  return undefined;
}

const testOperator = "dash reads an operator between `[[` and `]]` as a redirection or as the end of a command";

/** Whether dash sees an operator in the word. A parenthesis first does not count: it is a syntax error there. */
function hasOperator({ text }: Word): boolean {
  const [operator] = /[|&;<>(]/.exec(text.replace(/\\.|'[^']*'|"[^"]*"/gs, "")) ?? [];
  return operator !== undefined && operator !== "(";
}

/** A test such as `-f x`: as a command, its name would be `-f`, which starts nothing. */
function isNoCommand(expression: TestExpression): boolean {
  return (
    expression.type === "TestUnary" && /^-\w$/.test(expression.operator) && expression.pos < expression.operand.pos
  );
}

function hasLogic(expression: TestExpression): boolean {
  if (expression.type === "TestGroup") return hasLogic(expression.expression);
  return expression.type === "TestLogical" || (expression.type === "TestNot" && hasLogic(expression.operand));
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
