/** Simple commands that change the shell, and their effect on the rest of the line. */
import { isWrapper } from "./unwrap.ts";
import type { Names } from "./walk.ts";
import { isHarmlessName, literalWord, type ShellWord } from "./words.ts";
import { changers } from "./wrappers.ts";

/** Commands that this file or the shell's grammar treats specially. */
const peculiar = new Set(
  ". [ [[ ! { printf wait read test cd pushd popd if then else elif fi for while until do done case esac select in function time coproc".split(
    " ",
  ),
);

/** An ordinary program: its name does not affect the shell or another command. */
export function isOrdinary(name: string): boolean {
  return !peculiar.has(name) && !changers.has(name) && !isWrapper(name);
}

/** Why a simple command needs approval, whatever the rules say; undefined if it does not. */
export function findCommandCaution(words: readonly ShellWord[], names: Names): string | undefined {
  const [first, ...others] = words;
  const name = first?.value?.split("/").at(-1);
  if (name === undefined) return undefined;
  if (changers.has(name)) return `\`${name}\` changes what later words mean`;
  switch (name) {
    case "printf":
      return checkPrintf(others);
    case "wait":
      return takes(others, "-p") ? "`wait -p` sets a variable" : undefined;
    case "read":
      return checkRead(others, names);
    case "test":
    case "[":
      return checkTest(others);
    default:
      return undefined;
  }
}

function takes(words: readonly ShellWord[], option: string): boolean {
  return words.some(({ value, isSingle }) => (value === undefined ? !isSingle : value.startsWith(option)));
}

/** The input may be anything, so a name that is read must not be evaluated. */
function checkRead(words: readonly ShellWord[], names: Names): string | undefined {
  for (const { value } of words) {
    if (value === undefined || value.includes("[")) return "`read` sets an unknown variable";
    if (!/^[A-Za-z_]\w*$/.test(value)) continue;
    if (!isHarmlessName(value)) return `\`read\` sets \`${value}\``;
    names.external.add(value);
  }
  names.external.add("REPLY");
  return undefined;
}

/** `printf -v` sets a variable, and a subscript in its name is evaluated: `printf -v 'a[$(cmd)]' x` runs `cmd`. */
function checkPrintf(words: readonly ShellWord[]): string | undefined {
  const [first] = words;
  if (!first) return undefined;
  const isOption =
    first.value === undefined ? !first.isSingle || first.prefix.startsWith("-") : first.value.startsWith("-v");
  // zsh evaluates the subscripts in arguments of `%d`: `printf %d 'path[$(cmd)]'` runs `cmd`.
  const isHidden = words.some(mayComputeSubscript);
  if (isOption) return "`printf -v` sets a variable";
  if (maySetByFormat(words)) return "`%n` of `printf` sets a variable";
  return isHidden ? "`printf` may evaluate a subscript" : undefined;
}

/** In bash and zsh `%n` sets the variable that an argument names: `printf %n PATH; ls` runs `0/ls`. */
function maySetByFormat(words: readonly ShellWord[]): boolean {
  const [format, ...others] = words[0]?.value === "--" ? words.slice(1) : words;
  if (format?.value !== undefined) return /%[^A-Za-z%]*[hlLjqtz]*n/.test(format.value.replaceAll("%%", ""));
  return others.some(({ value }) => value === undefined || /\[|^[A-Za-z_]\w*$/.test(value));
}

/** `-v` looks up a variable, and a subscript in its name is evaluated: `test -v 'a[$(cmd)]'` runs `cmd`. */
function checkTest(words: readonly ShellWord[]): string | undefined {
  const isOpen = words.some(({ text, value, isSingle, prefix }) => {
    if (value !== undefined) return value === "-v" || value === "-R";
    return (!isSingle && !/^\$[?#$!]$/.test(text)) || prefix.startsWith("-");
  });
  const isHidden = words.some(({ value }) => value === undefined) && words.some(mayComputeSubscript);
  return isOpen || isHidden ? "a test may look up a variable by a computed name" : undefined;
}

function mayComputeSubscript({ value }: ShellWord): boolean {
  return value?.includes("[") === true && /[$`]/.test(value);
}

/** Where a command changes directory to; no target if unknown. `isPlain`: it does nothing else. */
export function findMove(
  words: readonly ShellWord[],
): { readonly target: ShellWord | undefined; readonly isPlain: boolean } | undefined {
  const name = words[0]?.value;
  if (name === "pushd" || name === "popd" || name === "chdir") return { target: undefined, isPlain: false };
  if (name !== "cd") return undefined;
  const operands = words.slice(1).filter(({ value }) => value === undefined || !/^-[LPe@]+$|^--$/.test(value));
  const [target = homeWord, ...others] = operands;
  const isKnown =
    others.length === 0 && target.value !== undefined && !/^[-+]/.test(target.value) && target.value !== "";
  return isKnown ? { target, isPlain: true } : { target: undefined, isPlain: false };
}

const homeWord: ShellWord = { ...literalWord("~"), hasHome: true };
