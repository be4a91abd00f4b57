/** Parses the options of a wrapper, up to the command it runs. */
import type { ShellWord } from "./words.ts";
import type { Wrapper } from "./wrappers.ts";

export interface Options {
  /** The command the wrapper runs; empty if there is none. */
  readonly rest: readonly ShellWord[];
  readonly assignments: readonly ShellWord[];
  /** The value of each option that had one, by its name with hyphens. */
  readonly values: ReadonlyMap<string, string>;
  readonly flags: ReadonlySet<string>;
  /** Why the start of the command is uncertain. */
  readonly problem: string | undefined;
}

interface Reading {
  at: number;
  problem: string | undefined;
  readonly words: readonly ShellWord[];
  readonly values: Map<string, string>;
  readonly flags: Set<string>;
}

export function readOptions(words: readonly ShellWord[], wrapper: Wrapper): Options {
  const reading: Reading = { at: 1, problem: undefined, words, values: new Map(), flags: new Set() };
  const assignments: ShellWord[] = [];
  let before = wrapper.before ?? 0;
  for (let areOptionsOver = false; reading.at < words.length; ) {
    const word = words[reading.at]!;
    const { value } = word;
    const isOption = !areOptionsOver && value !== undefined && value.startsWith("-");
    if (isOption && wrapper.quiet?.includes(value)) return { ...reading, rest: [], assignments };
    if (isOption && value === "--") areOptionsOver = true;
    else if (isOption) {
      readOption(reading, wrapper, value);
      if (reading.problem !== undefined) return { ...reading, rest: [], assignments };
      if (wrapper.last?.some((name) => reading.values.has(name))) {
        return { ...reading, rest: words.slice(reading.at + 1), assignments };
      }
    } else if (wrapper.hasAssignments && (value ?? word.text).includes("=")) {
      // `env` treats any word with an equals sign as an assignment, whatever precedes the sign.
      const isPlain = /^[A-Za-z_]\w*=/.test(value ?? word.text) && (value !== undefined || word.isSingle);
      assignments.push(word);
      if (!isPlain) reading.problem ??= `\`${word.text}\` is not a plain assignment`;
    } else if (before > 0) {
      before--;
      if (value === undefined) reading.problem ??= `\`${word.text}\` is not literal`;
    } else break;
    reading.at++;
  }
  return { ...reading, rest: words.slice(reading.at), assignments };
}

/** Leaves `at` on the last word of the option. */
function readOption(reading: Reading, wrapper: Wrapper, option: string): void {
  if (option === "-" ? wrapper.hasDash : wrapper.hasNumbers && /^--?\d+$/.test(option)) reading.flags.add(option);
  else if (option.startsWith("--")) readLong(reading, wrapper, option);
  else if (option === "-") notUnderstood(reading, option);
  else readShort(reading, wrapper, option);
}

function readLong(reading: Reading, wrapper: Wrapper, option: string): void {
  const equals = option.indexOf("=");
  const name = equals < 0 ? option : option.slice(0, equals);
  if (wrapper.longFlags?.includes(name)) reading.flags.add(name);
  else if (!wrapper.longValued?.includes(name)) notUnderstood(reading, option);
  else if (equals >= 0) reading.values.set(name, option.slice(equals + 1));
  else readValue(reading, name);
}

function readShort(reading: Reading, wrapper: Wrapper, option: string): void {
  let i = 1;
  for (; i < option.length && wrapper.flags?.includes(option[i]!); i++) reading.flags.add(`-${option[i]}`);
  const name = `-${option[i]}`;
  if (i === option.length) return;
  if (!wrapper.valued?.includes(option[i]!)) notUnderstood(reading, option);
  else if (i + 1 < option.length) reading.values.set(name, option.slice(i + 1));
  else readValue(reading, name);
}

function readValue(reading: Reading, name: string): void {
  const word = reading.words[++reading.at];
  if (word?.value === undefined) reading.problem ??= `the value of \`${name}\` is not literal`;
  else reading.values.set(name, word.value);
}

function notUnderstood(reading: Reading, option: string): void {
  reading.problem ??= `option \`${option}\` is not understood`;
}
