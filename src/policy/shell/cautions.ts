/** Finds syntax that can run or change something without being a simple command. */
import type { ArithmeticExpression, SyntaxNode, Word } from "unbash";
import type { Context, Names } from "./walk.ts";
import { isHarmlessName, readWord } from "./words.ts";

/** Beyond this, the parser drops parts of an arithmetic expression without an error. */
const deepestArithmetic = 128;
const blanks = /(?:[ \t\r]|\\\n)*/y;
const computed = "an unknown value is evaluated as arithmetic, which can run commands";

/** Why the line needs approval because of this node; undefined if it does not. Fills `names`. */
export function checkSyntax(node: SyntaxNode, names: Names, context: Context): string | undefined {
  const { level, text } = context;
  switch (node.type) {
    case "Command": {
      const items = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix];
      return checkGaps(items, text) ?? checkGlue(items);
    }
    case "Word":
      return node.parts ? undefined : checkLiteral(node.text, context);
    case "Literal":
      return checkLiteral(node.text, context);
    case "BraceExpansion":
    case "ExtendedGlob":
      return node.parts ? undefined : checkLiteral(node.text, { ...context, wordIn: "test" });
    case "Function":
      return `function \`${node.name.text}\` may redefine a command`;
    case "For":
    case "Select":
      return checkLoop(node.name.text, node.wordlist, names);
    case "Coproc":
      return node.name && !isHarmlessName(node.name.text) ? setsVariable(node.name.text) : undefined;
    case "FileDescriptorVariable":
      return isHarmlessName(node.name) ? undefined : setsVariable(node.name);
    case "ParameterExpansion":
      return checkParameter(node, names);
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return checkSubstitution(node);
    case "ArithmeticExpansion":
      return node.expression || /^\$(?:\(\(\s*\)\)|\[\s*\])$/.test(node.text)
        ? undefined
        : "arithmetic is not understood";
    case "ArithmeticCommand":
      return node.expression || node.body.trim() === "" ? undefined : "arithmetic is not understood";
    case "ArithmeticBinary":
    case "ArithmeticUnary":
    case "ArithmeticTernary":
    case "ArithmeticGroup":
    case "ArithmeticWord":
      return checkArithmetic(node, level, names);
    case "TestUnary":
      return node.operator === "-v" || node.operator === "-R" ? checkNumber(node.operand, names) : undefined;
    case "TestBinary":
      if (!/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) return undefined;
      return checkNumber(node.left, names) ?? checkNumber(node.right, names);
    default:
      return undefined;
  }
}

interface Item {
  readonly pos: number;
  readonly end: number;
  readonly text?: string;
  /** For a redirection. */
  readonly target?: { readonly text: string } | undefined;
}

/** The parser skips a parenthesis after a word without an error: `[ (#`cmd`) ]` has no command in its tree. */
function checkGaps(items: readonly Item[], text: string): string | undefined {
  const isSkipped = items.some(({ end }, i) => {
    const next = items[i + 1]?.pos;
    blanks.lastIndex = end;
    const [gap = ""] = blanks.exec(text) ?? [];
    const at = end + gap.length;
    if (next !== undefined) return at < next;
    // `<(cmd)#` is one word to a shell, but the parser sees a comment.
    return !"\n;&|)}#`".includes(text[at] ?? "") || (text[at] === "#" && gap === "");
  });
  return isSkipped ? "part of it is not understood" : undefined;
}

/** Operators that cannot be plain text, by what the word is part of. */
const operators: Readonly<Record<Context["wordIn"], RegExp>> = {
  command: /[;&|<>()\n]/,
  test: /[;&\n]|[<>]\(/,
  expansion: /[<>]\(/,
};

/**
 * The parser treats an expansion that it cannot fully read as text: `$[ #"$(cmd)]`. It also treats a substitution as
 * text if it is not at the start of a word: `[[ 1<(cmd) ]]`.
 */
function checkLiteral(text: string, { isQuoted, wordIn }: Context): string | undefined {
  const bare = text.replace(/\\\n/g, "").replace(/\\./gs, " ");
  if (/\$[[({]|`/.test(bare)) return "an expansion is not understood";
  const hasOperator = !isQuoted && operators[wordIn].test(bare);
  return hasOperator ? "an operator inside a word is not understood" : undefined;
}

/** The parser ends a word at a process substitution, but `git<(x)` is one word to the shell. */
function checkGlue(items: readonly Item[]): string | undefined {
  const isGlued = items.some((item, i) => {
    const next = items[i + 1];
    return (
      next?.pos === item.end && [item, next].some(({ text, target }) => /^[<>]\(/.test(text ?? target?.text ?? ""))
    );
  });
  return isGlued ? "a process substitution is part of a longer word" : undefined;
}

function setsVariable(name: string): string {
  return `it sets the variable \`${name}\``;
}

function checkLoop(name: string, list: readonly Word[] | undefined, names: Names): string | undefined {
  if (!isHarmlessName(name)) return setsVariable(name);
  const isPlain = list?.every((word) => /^[\w./,:@%+ -]*$/.test(readWord(word).value ?? "$"));
  if (!isPlain) names.external.add(name);
  return undefined;
}

function checkParameter(node: Extract<SyntaxNode, { type: "ParameterExpansion" }>, names: Names): string | undefined {
  const { index, operation, prefix, parameter } = node;
  if (prefix === "!" && operation?.type !== "Names" && !/^[@*]$/.test(index?.text ?? "")) {
    return `\`${node.text}\` looks up a variable by a computed name`;
  }
  if (operation?.type === "Unknown") return `\`${node.text}\` is not understood`;
  if (operation?.type === "Transform" && operation.operand.text !== "P") return checkSubscript(index, names);
  if (operation?.type === "Transform") return `\`${node.text}\` expands its own content`;
  if (operation?.type === "Default" && operation.operator.endsWith("=")) return setsVariable(parameter);
  if (operation?.type === "Slice") {
    const slice = checkNumber(operation.offset, names) ?? (operation.length && checkNumber(operation.length, names));
    if (slice !== undefined) return slice;
  }
  return checkSubscript(index, names);
}

function checkSubscript(index: Word | undefined, names: Names): string | undefined {
  return index && !/^[@*]$/.test(index.text) ? checkNumber(index, names) : undefined;
}

function checkSubstitution(node: { readonly script: unknown; readonly type: string }): string | undefined {
  if (!node.script) return "a substitution is not understood";
  return node.type === "ArithmeticCommandExpansion" ? computed : undefined;
}

/** A word that the shell evaluates as a number. */
function checkNumber(word: Word, names: Names): string | undefined {
  if (/^"?\$[?#$!]"?$/.test(word.text)) return undefined;
  // Not a glob here: `n*2` multiplies.
  const value = /^[\w\s*/%+-]*$/.test(word.text) ? word.text : readWord(word).value;
  if (value === undefined || !/^[\w\s*/%+-]*$/.test(value)) return computed;
  for (const [name] of value.matchAll(/[A-Za-z_]\w*/g)) names.arithmetic.add(name);
  return undefined;
}

function checkArithmetic(node: ArithmeticExpression, level: number, names: Names): string | undefined {
  if (level > deepestArithmetic) return "an arithmetic expression is nested too deeply";
  if (node.type === "ArithmeticWord") {
    if (/^\$[?#$!]$/.test(node.value) || /^[\w#@]*$/.test(node.value)) {
      if (/^[A-Za-z_]/.test(node.value)) names.arithmetic.add(node.value);
      return undefined;
    }
    return computed;
  }
  const target = assigned(node);
  if (target === undefined) return undefined;
  return target.type === "ArithmeticWord" && isHarmlessName(target.value) ? undefined : "arithmetic sets a variable";
}

function assigned(node: ArithmeticExpression): ArithmeticExpression | undefined {
  if (node.type === "ArithmeticUnary") return /^(?:\+\+|--)$/.test(node.operator) ? node.operand : undefined;
  if (node.type !== "ArithmeticBinary") return undefined;
  return /^(?:[-+*/%&|^]|<<|>>)?=$/.test(node.operator) ? node.left : undefined;
}

/** A name that is both filled from outside and evaluated. */
export function namesInUse({ external, arithmetic }: Names): string | undefined {
  return [...external].some((name) => arithmetic.has(name)) ? computed : undefined;
}
