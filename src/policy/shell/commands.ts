/** Simple commands that change the shell itself: what they do to the rest of the line. */
import type { Names } from "./cautions.ts";
import { isWrapper } from "./unwrap.ts";
import { isHarmlessName, type ShellWord } from "./words.ts";
import { changers } from "./wrappers.ts";

/** Commands that this file or the grammar of the shell treats in a way of its own. */
const peculiar = new Set(
  ". [ [[ ! { printf wait read test cd pushd popd if then else elif fi for while until do done case esac select in function time coproc".split(
    " ",
  ),
);

/** A program like any other: its name says nothing about the shell or about another command. */
export function isOrdinary(name: string): boolean {
  return !peculiar.has(name) && !changers.has(name) && !isWrapper(name);
}

/** Why a simple command is at best ask whatever the rules say, if it is. */
export function findCommandCaution(words: readonly ShellWord[], names: Names): string | undefined {
  const [first, ...others] = words;
  const name = first?.value?.split("/").at(-1);
  if (name === undefined) return undefined;
  if (changers.has(name)) return `\`${name}\` changes what later words mean`;
  switch (name) {
    case "printf":
      return takes(others, "-v") ? "`printf -v` sets a variable" : undefined;
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

/** What is read may hold anything, so a name that is read must not be computed with. */
function checkRead(words: readonly ShellWord[], names: Names): string | undefined {
  for (const { value } of words) {
    if (value === undefined || value.includes("[")) return "`read` sets a variable that is not known";
    if (!/^[A-Za-z_]\w*$/.test(value)) continue;
    if (!isHarmlessName(value)) return `\`read\` sets \`${value}\``;
    names.bound.add(value);
  }
  names.bound.add("REPLY");
  return undefined;
}

/** `-v` looks up a variable, and a subscript in its name is computed: `test -v 'a[$(cmd)]'` runs `cmd`. */
function checkTest(words: readonly ShellWord[]): string | undefined {
  const isOpen = words.some(({ text, value, isSingle }) =>
    value === undefined ? !isSingle && !/^\$[?#$!]$/.test(text) : value === "-v" || value === "-R",
  );
  return isOpen ? "a test may look up a variable by a computed name" : undefined;
}

/** Where a command moves the shell to; `to` is undefined when nobody knows. */
export function findDirectory(
  words: readonly ShellWord[],
  isInLoop: boolean,
): { readonly to: string | undefined } | undefined {
  const name = words[0]?.value;
  if (name === "pushd" || name === "popd") return { to: undefined };
  if (name !== "cd") return undefined;
  const operands = words.slice(1).filter(({ value }) => value === undefined || !/^-[LPe@]+$|^--$/.test(value));
  const [target, ...others] = operands;
  if (!target) return { to: "~" };
  const isKnown = others.length === 0 && target.value !== undefined && target.value !== "-";
  if (!isKnown || (isInLoop && !target.value?.startsWith("/"))) return { to: undefined };
  return { to: target.hasHome || !target.value?.startsWith("~") ? target.value : `./${target.value}` };
}
