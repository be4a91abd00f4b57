// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
/** Random command lines with nested quoting, and canaries at every depth. */
import type { Random } from "./random.ts";

/** A program that no line may run. It exists only as a stub. */
export const canary = "canary";

/** `v` is set in the environment of a run, `x` is not. */
export const setVariable = "v";

const operators = [
  ...[":-", "-", ":+", "+", ":?", "?", ":=", "=", "#", "##", "%", "%%"],
  ...["/", "//", "/#", "/%", "^", "^^", ",", ",,", "@", ":"],
];
/** Operators whose operand is only expanded when the variable is set. */
const needsValue = /^(?::?\+|[#%/^,@:][#%/^,]?)$/;

export interface QuotingGrammar {
  /** Built from nested constructs, sometimes damaged. */
  readonly structured: () => string;
  /** Short runs of tokens that open, close or escape something. */
  readonly soup: () => string;
}

export function makeQuotingGrammar(random: Random): QuotingGrammar {
  const { int, pick, oneIn } = random;
  let budget = 0;
  const isSpent = (): boolean => --budget <= 0;
  const some = (most: number, make: () => string): string => Array.from({ length: 1 + int(most) }, make).join("");

  const plain = (): string =>
    oneIn(8)
      ? pick(["*", "?", "#", "~", "=", "!", "{", "}", "[a]", "\u00e9", "{}", "("])
      : pick(["a", "b", " ", "-n", "a b", "1", ".", "/", ":", ",", "%s", "a.b"]);

  /** Text that runs the canary or writes a file if some shell reads it as commands. */
  const danger = (): string =>
    pick([
      `$(${canary})`,
      `$(${canary})`,
      `$(${canary} a)`,
      `\`${canary}\``,
      `; ${canary} ;`,
      `;${canary};`,
      `\n${canary}\n`,
      `\n${canary} #`,
      `| ${canary} |`,
      `|${canary} #`,
      `& ${canary} &`,
      `&& ${canary} &&`,
      `|| ${canary} ||`,
      `(${canary})`,
      `<(${canary})`,
      `1<(${canary})`,
      `a>(${canary})`,
      `=(${canary})`,
      `> written `,
      `>written`,
      `\${x:-$(${canary})}`,
      `\${x:-\`${canary}\`}`,
      `$((path[$(${canary})]))`,
      `path[$(${canary})]`,
      `e:${canary}:`,
      `{ ${canary}; }`,
      `) ${canary} (`,
      `)); ${canary} ((`,
      `]]; ${canary} [[`,
      `} ${canary} {`,
      `};${canary};{`,
      `esac; ${canary}`,
      `fi; ${canary}`,
      `done; ${canary}`,
      `;; *) ${canary} ;;`,
    ]);

  const singleQuoted = (): string =>
    `'${some(3, () => pick([plain, plain, danger, () => '"', () => "\\", () => "}", () => "`", () => "$", () => ")"])()).replaceAll("'", "")}'`;

  const ansiQuoted = (): string =>
    `$'${some(3, () => pick([plain, plain, danger, () => "\\'", () => "\\\\", () => '"', () => "\\n", () => "}", () => "\\q"])()).replace(/(?<!\\)'/g, "")}'`;

  const doubleQuoted = (): string => `${oneIn(8) ? "$" : ""}"${quotedPieces()}"`;

  const escaped = (): string =>
    `\\${pick(["'", '"', "$", "`", "\\", "}", "{", "\n", "(", ")", ";", " ", "a", "#", "<", ">"])}`;

  /** Text inside double quotes or a here-document. */
  const quotedPieces = (): string =>
    some(3, () => {
      if (isSpent()) return plain();
      return pick([
        plain,
        plain,
        () => "'",
        () => `'${danger()}'`,
        () => `\\${danger()}`,
        escaped,
        () => parameter(true),
        () => parameter(true),
        () => parameter(true),
        () => substitution(),
        () => arithmetic(),
        () => subscripted(),
      ])();
    });

  const subscripted = (): string =>
    `$${pick(["x", "v", "path", "1", "@", "#", "?", "+path", "=v", "~v", "^v", "#path"])}${pick([
      () => `[${hidden()}]`,
      () => `[1]`,
      () => `:h`,
      () => `:F:${hidden()}:h`,
      () => `:s/a/b/:F${hidden()}`,
      () => ``,
    ])()}`;

  /** A danger that at least one interpretation hides. */
  const hidden = (): string =>
    pick([
      () => `'${danger().replaceAll("'", "")}'`,
      () => `$'${danger().replaceAll("'", "")}'`,
      () => `\\${danger()}`,
      () => `"\\${danger()}"`,
      () => `\\\\${danger()}`,
      () => `"'${danger()}'"`,
      () => `'"${danger()}"'`,
      () => `'}${danger()}'`,
      () => `"}${danger()}"`,
      () => `'"'${danger()}'"'`,
      () => `\\'${danger()}\\'`,
      () => `\\"${danger()}\\"`,
      () => `$\\'${danger()}'`,
      () => `$"'"'${danger()}'`,
      () => `#${danger()}`,
      () => ` #${danger()}\n`,
    ])();

  const operand = (isQuoted: boolean): string =>
    some(3, () => {
      if (isSpent()) return plain();
      return pick([
        plain,
        plain,
        hidden,
        hidden,
        singleQuoted,
        ansiQuoted,
        doubleQuoted,
        escaped,
        () => pick(["'", '"', "}", "{", "\\}", "'}'", '"}"', "\\", "$'", '$"', "`"]),
        () => parameter(isQuoted),
        () => substitution(),
        () => arithmetic(),
      ])();
    });

  const parameter = (isQuoted: boolean): string => {
    const operator = pick(operators);
    const isSet = needsValue.test(operator);
    const name = pick([
      isSet ? setVariable : "x",
      isSet ? "PATH" : "x",
      "1",
      "@",
      "x[0]",
      "x[@]",
      "!x",
      "#x",
      "(e)x",
      "+x",
      "^x",
    ]);
    const usual = oneIn(4) ? name : isSet ? setVariable : "x";
    const rest = /^\/[/#%]?$/.test(operator) && !oneIn(4) ? `/${operand(isQuoted)}` : "";
    if (oneIn(12)) return `\${${usual}[${hidden()}]}`;
    return `\${${usual}${operator}${operand(isQuoted)}${rest}}`;
  };

  /** Commands inside a substitution, where quoting starts again. */
  const script = (): string =>
    pick([
      () => command(),
      () => command(),
      () => `${command()}; ${command()}`,
      () => `echo a # ${pick(["'", '"', ")", "`", "$("])} ${oneIn(2) ? danger() : ""}\n`,
      () => `case a in a) ${command()} ;; esac`,
      () => `case a in (a) ${command()} ;; esac`,
      () =>
        `case ${word()} in ${word()}) ${command()} ;; ${pick(["a", "'a)'", '"esac"', "esac"])}) ${command()};; esac`,
      () => hereDocument(),
      () => `(${command()})`,
    ])();

  const substitution = (): string => {
    if (isSpent()) return "$(true)";
    return pick([
      () => `$(${script()})`,
      () => `$(${script()}\n)`,
      () => `$( ${script()} )`,
      () => `\`${backtickSafe(script())}\``,
      () => `\`${script().replaceAll("`", "")}\``,
      () => `\`${script().replace(/[`"]/g, (unit) => `\\${unit}`)}\``,
      () => `$(<f)`,
    ])();
  };

  const arithmetic = (): string => {
    const inside = pick([
      () => "1 + 1",
      () => "x",
      () => `1 + ${pick(["'1'", '"1"', "\\1", "x[1]", "#v", "1 < 2", "1 > 2", "(1)", "1 ? 2 : 3"])}`,
      () => hidden(),
      () => `\${x:-${pick(["1", "'1'", '"1"', hidden()])}}`,
      () => `$(${script()})`,
      () => `${canary}`,
    ])();
    return pick([`$((${inside}))`, `$(( ${inside} ))`, `$[${inside}]`, `$[ ${inside} ]`]);
  };

  const part = (): string => {
    if (isSpent()) return plain();
    return pick([
      plain,
      plain,
      singleQuoted,
      singleQuoted,
      doubleQuoted,
      doubleQuoted,
      doubleQuoted,
      ansiQuoted,
      escaped,
      () => parameter(false),
      () => parameter(false),
      substitution,
      arithmetic,
      subscripted,
      hidden,
      () => `<(${script()})${pick(["", "", "#", "a"])}`,
      () => `>(${script()})`,
      () =>
        `${pick(["*", "a", "?", "@", "+", "!", "=", ""])}(${pick([hidden(), `e:${hidden()}:`, `e:${canary}:`, `+${canary}`])})`,
      () => `{${pick(["a", "", part()])},${part()}}`,
      () => `[${pick(["a", "!", hidden()])}]${pick(["", "*"])}`,
    ])();
  };

  const word = (): string => some(2, part);

  const delimiter = (): readonly [written: string, end: string] =>
    pick([
      ["X", "X"],
      ["X", "X"],
      ["X", "X"],
      ["'X'", "X"],
      ['"X"', "X"],
      ["\\X", "X"],
      ["X\\Y", "XY"],
      ["$'X'", pick(["X", "$X", "$'X'"])],
      ['$"X"', pick(["X", "$X"])],
      ['"a b"', "a b"],
      ["X'Y'", "XY"],
      ["$X", "$X"],
      ["${X}", "${X}"],
      ["$(X)", "$(X)"],
      ["`X`", "`X`"],
      ['X"', 'X"'],
      ["X\\\nY", "XY"],
      ["''", ""],
      ["X}", "X}"],
      ["*", "*"],
      ["'X\\Y'", "X\\Y"],
      ['"X\\"Y"', 'X"Y'],
      ['"$X"', "$X"],
      ["!X", "!X"],
    ]);

  const hereDocument = (): string => {
    const [written, end] = delimiter();
    const isTabbed = oneIn(4);
    const body = some(3, () =>
      pick([
        () => `${quotedPieces()}\n`,
        () => `${quotedPieces()}\n`,
        () => `${danger()}\n`,
        () => `${parameter(true)}\n`,
        () => `a \\\n`,
        () => `\t${pick([end, "X"])}\n`,
        () => `${pick(["X ", " X", "X\\", "\\X", "XY", "'X'"])}\n`,
        () => `"${danger()}"\n`,
        () => `${"\\".repeat(int(4))}${danger()}\n`,
      ])(),
    );
    const rest = oneIn(4) ? pick([" | cat", "; echo a", " && echo b", ` ${word()}`, " <<Y"]) : "";
    return `${pick(["cat", ":", "true", "cat 0"])} <<${isTabbed ? "-" : ""}${oneIn(4) ? " " : ""}${written}${rest}\n${body}${
      isTabbed ? "\t" : ""
    }${end}\n${rest === " <<Y" ? "a\nY\n" : ""}${oneIn(3) ? `${danger()}\n` : ""}`;
  };

  const condition = (): string =>
    pick([
      () => `-n ${word()}`,
      () => `${word()} == ${word()}`,
      () => `${word()} =~ ${word()}`,
      () => `${word()} ${pick(["<", ">", "-eq", "-nt", "=", "!="])} ${word()}`,
      () => `a ${pick(["||", "&&", "|"])} ${pick([canary, `-n ${word()}`, word()])}`,
      () => `( ${word()} )`,
      () => `! ${word()}`,
      () => word(),
    ])();

  const command = (): string => {
    if (isSpent()) return "echo a";
    const words = (): string => Array.from({ length: int(3) }, () => ` ${word()}`).join("");
    return pick([
      () => `echo${words()} ${word()}`,
      () => `echo${words()} ${word()}`,
      () => `: ${word()}${words()}`,
      () => `printf ${pick(["%s", "%d", "'%s\\n'", "%*d"])} ${word()}`,
      () => `test -n ${word()}`,
      () => `[ ${condition()} ]`,
      () => `cat <<< ${word()}`,
      () => `echo a # ${pick(["'", '"', "`", "$(", "\\", "<<X"])}${danger().replaceAll("\n", " ")}`,
      () => `echo ${word()} \\\n ${word()}`,
      () => `${oneIn(2) ? "e\\\ncho" : "ec''ho"} ${word()}`,
      () =>
        `echo a ${pick([">", ">>", "2>", "&>", ">&", ">|", ">!", ">>!", "&>>", "<", "&>|", ">&!"])} /dev/null${words()}`,
      () => `echo a ${pick(["&>", ">&", "&>>"])} /dev/null ${pick([canary, word()])}`,
      () => `${pick(["time", "command", "eval", "exec", "!", "coproc", "builtin"])} ${command()}`,
      () => `${pick(["noglob", "-", "nocorrect", "repeat 1", "exit", "shift", "=echo"])} ${pick([canary, hidden()])}`,
    ])();
  };

  const compound = (): string =>
    pick([
      () => `[[ ${condition()} ]]`,
      () => `[[ ${condition()} ]] && ${command()}`,
      () => `case ${word()} in ${word()}) ${command()} ;; *) ${command()} ;; esac`,
      () => `case a in (${word()}|a) ${command()} ;; esac`,
      () => `case a in ${pick(["esac", "'a'", "a)", "(a", "a|b"])}) ${command()} ;; esac`,
      () => `((${pick([canary, "1 + 1", hidden(), "v", "1 > 2"])}))`,
      () => `for y in ${word()} ${word()}; do echo "$y"; done`,
      () => `if [[ ${condition()} ]]; then ${command()}; fi`,
      () => `while [[ ${condition()} ]]; do ${command()}; break; done`,
      () => `until ${command()}; do break; done`,
      () => `case a in a) ${command()} ${pick([";&", ";;&", ";;", ";|"])} ${word()}) ${command()} ;; esac`,
      () => `if ${command()}; then ${command()}; else ${command()}; fi`,
      () => `{ ${command()}; } ${pick([">", "2>", "<"])} /dev/null${oneIn(2) ? word() : ""}`,
      () => `{ ${command()}; }`,
      () => `( ${command()} )`,
      () => `! ${command()}`,
      () => `for ((i=0; i<1; i++)); do ${command()}; done`,
      hereDocument,
      hereDocument,
      hereDocument,
    ])();

  /** Closes what is open in one interpretation, runs the canary, and opens it again. */
  const breakout = (): string => {
    const [closing, opening] = pick([
      ['}"', '"'],
      ['"', '"'],
      ["'", "'"],
      ["}", ""],
      ["'}\"", "\"'"],
      ['"}"', '""'],
      ['}"', '"${x:-'],
      [')"', '"$('],
      ["}\nX\n", ""],
      ["\nX\n", "cat <<X\n"],
      ["`", "`"],
      ['`"', '"`'],
      ["))", "(("],
      ["]", "["],
    ]);
    return `${closing}${pick([";", "\n", " | ", " & "])} ${canary} ; echo ${opening}`;
  };

  /** One danger, and quoting around it that shells and parsers may read differently. */
  const focused = (): string => {
    let text = pick([
      () => `$(${canary})`,
      () => `\`${canary}\``,
      () => `\\$(${canary})`,
      () => `\\\`${canary}\\\``,
      breakout,
      breakout,
      danger,
    ])();
    for (let depth = 1 + int(4); depth > 0; depth--) {
      const [before, after] = pick([
        ["'", "'"],
        ["'", "'"],
        ["$'", "'"],
        ['"', '"'],
        ['$"', '"'],
        ["\\'", "\\'"],
        ['\\"', '\\"'],
        ["\\", ""],
        ["'", ""],
        ["a", "b"],
        ["'}", "'"],
        ["{", "}"],
        ["$(echo ", ")"],
        ["`echo ", "`"],
        ["$(echo a # ", "\n)"],
        ["[", "]"],
        ["$((", "))"],
        ["$[", "]"],
        ["(", ")"],
      ]);
      text = before + text + after;
      if (!oneIn(3)) text = oneIn(8) ? `\${x[${text}]}` : around(text);
      if (oneIn(4)) text = pick([`"${text}"`, `'${text}'`, `$'${text}'`, `"'${text}'"`]);
    }
    const line = pick([
      () => `echo "${text}"`,
      () => `echo "${text}"`,
      () => `echo ${text}`,
      () => `echo $"${text}"`,
      () => `cat <<< "${text}"`,
      () => `cat <<< ${text}`,
      () => `cat <<X\n${text}\nX\n`,
      () => `cat <<X\n${text}\nX\n`,
      () => `cat <<-X\n\t${text}\n\tX\n`,
      () => `cat <<X\n"${text}"\nX\n`,
      () => `[[ "${text}" ]]`,
      () => `[[ ${text} == "${text}" ]]`,
      () => `[[ a =~ ${text} ]]`,
      () => `case "${text}" in "${text}") ;; esac`,
      () => `case a in ${text}) ;; esac`,
      () => `for y in "${text}"; do :; done`,
      () => `echo "$(echo "${text}")"`,
      () => `echo "\`echo ${text}\`"`,
      () => `echo "\`echo \\"${text}\\"\`"`,
      () => `echo $(( ${text} ))`,
      () => `(( ${text} ))`,
      () => `echo "$(( ${text} ))"`,
      () => `echo "$v[${text}]"`,
      () => `test -n "${text}"`,
      () => `echo a > /dev/null"${text}"`,
      () => `a="${text}" echo b`,
      () => `cat <<X <<Y\n${text}\nX\n${text}\nY\n`,
      () => `echo $(cat <<X\n${text}\nX\n)`,
      () => `echo "$(cat <<X\n${text}\nX\n)"`,
      () => `cat <(echo "${text}")`,
    ])();
    return oneIn(3)
      ? `${line}${line.endsWith("\n") ? "" : pick([" ; ", "\n"])}${pick(["echo a", "echo '", 'echo "', "echo `", 'echo "\'}"', "echo '}\"'"])}`
      : line;
  };

  const around = (text: string): string => {
    const operator = pick(operators);
    const name = needsValue.test(operator) ? setVariable : "x";
    const rest = /^\/[/#%]?$/.test(operator) && oneIn(2) ? pick(["/", "/b", "/'", '/"']) : "";
    return rest !== "" && oneIn(2) ? `\${${name}${operator}a/${text}}` : `\${${name}${operator}${text}${rest}}`;
  };

  const structured = (): string => {
    if (oneIn(2)) return oneIn(6) ? disturb(focused(), random) : focused();
    budget = 2 + int(12);
    let line = oneIn(3) ? compound() : command();
    if (oneIn(2))
      line += `${line.endsWith("\n") ? "" : pick([" ; ", "\n", " && ", " || ", " | ", " & "])}${oneIn(3) ? compound() : command()}`;
    return oneIn(4) ? disturb(line, random) : line;
  };

  const soup = (): string => `${pick(["echo ", ": ", "cat ", 'echo "', "echo a\n"])}${some(12, () => pick(tokens))}`;

  return { structured, soup };
}

const tokens = [
  ...["'", '"', "'", '"', "\\", "$'", '$"', "`", "\\`", "\\'", '\\"', "\\$", "\\\\", "\\}"],
  ...[
    "${x:-",
    "${x-",
    "${v:+",
    "${v#",
    "${v%",
    "${v/a/",
    "${v//",
    "${v^",
    "${x:=",
    "${v:",
    "${x[",
    "${!",
    "}",
    "}",
    "}",
    "{",
    "]",
    "[",
  ],
  ...["$(", ")", "$((", "))", "((", "(", "$[", "[[ ", " ]]", "<(", "*(", "$x[", "$v"],
  ...[
    ` ${canary} `,
    `$(${canary})`,
    `\`${canary}\``,
    `; ${canary} ;`,
    `\n${canary}\n`,
    ` | ${canary} | `,
    canary,
    "> written ",
  ],
  ...[" ", " ", "\n", ";", "|", "&", "#", " #", "a", "b", "=", "!", "~", "*", "?", "-"],
  ...[
    "<<X\n",
    "<<-X\n",
    "<<'X'\n",
    '<<"X"\n',
    "<<\\X\n",
    "\nX\n",
    "\n\tX\n",
    "<<<",
    "case a in ",
    "a) ",
    ";; ",
    " esac ",
    "\\\n",
  ],
];

/** The line with a few quoting characters removed, doubled or added. */
function disturb(line: string, { int, pick }: Random): string {
  const units = [...line];
  for (let edits = 1 + int(2); edits > 0; edits--) {
    const at = int(units.length + 1);
    units.splice(at, int(2), ...pick([[], [pick([..."'\"\\`$}{()\n #;"])], [pick(tokens)]]));
  }
  return units.join("");
}

function backtickSafe(text: string): string {
  return text.replace(/[\\`]/g, (unit) => `\\${unit}`);
}
