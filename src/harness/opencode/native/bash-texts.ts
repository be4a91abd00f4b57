/** The texts of a plain command line that OpenCode looks up in its map, if they are certain without its parser. */

/** Commands that the client does not look up. */
const moves = new Set(["cd", "chdir", "popd", "pushd", "push-location", "set-location"]);
/** Words after which the rest is not a command. */
const grammar = new Set(
  "if then else elif fi for while until do done case esac in function select time coproc"
    .concat(" declare typeset export readonly local unset unsetenv let")
    .split(" "),
);
const mostRedirections = 8;
const space = /[ \t]+/y;
const border = /&&|\|\||[|;\n]/y;
const variable = String.raw`\$\w+|\$\{\w+\}`;
const plain = String.raw`(?:[\w./:@%+,=^~*-]|'[^']*'|"(?:[^"$\x60\\]|\\["\\]|${variable})*"|${variable})+`;
const word = new RegExp(plain, "y");
/** With an empty value or a variable in it, the client's parser may see no command after it. */
const assignment = /[A-Za-z_]\w*=(?:[\w./:@%+,^~-]|'[^']*'|"[^"$`\\]*")+(?=[ \t])/y;
const redirection = new RegExp(String.raw`(?:[012]?>&[12]|[012&]?>>?[ ]?${plain}|<[ ]?${plain})(?=[ \t\n;|&]|$)`, "y");

/**
 * One entry per command, with every text the client may look up for it. The line consists of plain words, quotes and
 * variables, joined by `&&`, `||`, `;`, `|` and line breaks; undefined for every other line. Whether the text includes
 * assignments before a command and redirections after it depends on the context, so both forms are returned.
 */
export function bashTexts(line: string): readonly (readonly string[])[] | undefined {
  const commands: string[][] = [];
  let at = 0;
  let open = noCommand;
  const take = (expression: RegExp): boolean => {
    expression.lastIndex = at;
    const length = expression.exec(line)?.[0].length ?? 0;
    at += length;
    return length > 0;
  };
  const finish = (): void => {
    const { outer, inner, ends, name } = open;
    const starts = outer === inner ? [inner] : [outer, inner];
    if (ends.length > 0 && !moves.has(name))
      commands.push(ends.flatMap((end) => starts.map((start) => line.slice(start, end))));
    open = noCommand;
  };
  while (at < line.length) {
    if (open.ends.length > mostRedirections) return undefined;
    const begin = at;
    if (take(space)) continue;
    if (take(border)) finish();
    else if (open.ends.length > 0 && isApart(line, begin) && take(redirection))
      open = { ...open, ends: [...open.ends, at] };
    else if (open.ends.length === 0 && take(assignment)) open = { ...open, outer: open.outer < 0 ? begin : open.outer };
    else {
      if (!take(word) || open.ends.length > 1) return undefined;
      const isFirst = open.ends.length === 0;
      if (isFirst && isGrammar(line.slice(begin, at))) return undefined;
      const inner = isFirst ? begin : open.inner;
      const outer = open.outer < 0 ? inner : open.outer;
      open = { outer, inner, ends: [at], name: isFirst ? line.slice(begin, at) : open.name };
    }
  }
  // Only assignments: the client sees no command there.
  if (open.outer >= 0 && open.ends.length === 0) return undefined;
  finish();
  return commands;
}

/** Where a command begins, with and without its assignments, and where it ends, without and with each redirection. */
interface OpenCommand {
  readonly outer: number;
  readonly inner: number;
  readonly ends: readonly number[];
  /** Its first word. */
  readonly name: string;
}

const noCommand: OpenCommand = { outer: -1, inner: -1, ends: [], name: "" };

/** `12>f` is a redirection, not a word before one. */
function isApart(line: string, at: number): boolean {
  return line[at - 1] === " " || line[at - 1] === "\t";
}

/** A first word that may not be a command, or that confuses the client's parser: `a:b` after an assignment. */
function isGrammar(found: string): boolean {
  return grammar.has(found) || !/^(?!-)(?:[\w./~${}-]|'[^']*'|"[^"]*")+$/.test(found);
}
