/** What is found in a command line, and the state of the walk that finds it. */
import type { SyntaxNode } from "unbash";
import type { ProgramReading } from "../programs/read.ts";
import type { Effect, PathEffect } from "../programs/targets.ts";
import type { LoopWords, ShellWord } from "./words.ts";

/** Names of variables. `external`: filled from outside, as by `read`. `arithmetic`: evaluated as arithmetic. */
export interface Names {
  readonly external: Set<string>;
  readonly arithmetic: Set<string>;
}

export const longestLine = 65_536;
export const deepestNesting = 256;
/** Every wrapper repeats what it runs, so a long chain of them would have quadratic cost. */
export const mostText = 4 * longestLine;
/** Each file is looked up on the disk. */
export const mostFiles = 2_000;

export interface FoundCommand {
  readonly kind: "command";
  readonly assignments: readonly ShellWord[];
  readonly words: readonly ShellWord[];
  readonly caution: string | undefined;
  /** Where it runs. */
  readonly directories: Directories;
  /** The table's entry for the program; undefined if it has none. */
  readonly reading: ProgramReading | undefined;
  readonly effects: readonly Effect[];
  /** What it reads from here-documents and here-strings, and the words of the command before a pipe. */
  readonly texts: readonly ShellWord[];
  /** It is a wrapper, or part of the shell's own language. */
  readonly isWrapper: boolean;
  /** The runner that starts it, and how many of the runner's words precede this program. */
  readonly runner?: { readonly words: readonly ShellWord[]; readonly length: number } | undefined;
}

export type LineFinding =
  | FoundCommand
  /** A path that a redirection or a program reads or writes. `by` names the program. */
  | {
      readonly kind: "path";
      readonly effect: PathEffect;
      readonly target: ShellWord;
      readonly directories: Directories;
      readonly by?: string;
    }
  | { readonly kind: "address"; readonly target: ShellWord; readonly isHost: boolean; readonly by: string }
  /** `cd` to a known directory: it needs no rule. */
  | { readonly kind: "move"; readonly target: ShellWord; readonly directories: Directories }
  /** The whole line needs approval. */
  | { readonly kind: "caution"; readonly point: string }
  /** The text could not be fully parsed. */
  | { readonly kind: "unreadable"; readonly point: string };

export interface Context {
  readonly level: number;
  readonly isInLoop: boolean;
  /** Further arguments come from elsewhere. */
  readonly hasMoreArguments: boolean;
  /** Where commands run. Shared by all commands of one shell, and changed by `cd`. */
  readonly scope: DirectoryScope;
  /** Inside double quotes or a here-document. */
  readonly isQuoted: boolean;
  readonly source: Source;
  /** The text that positions in the tree refer to. */
  readonly text: string;
  /** The shell that reads the text; undefined if unknown. */
  readonly shell: string | undefined;
  readonly loops: LoopWords;
  /** What comes through the pipe, if it is a list of paths that end in NUL. */
  readonly input?: ShellWord | undefined;
  /** The words of the command before the pipe: what `echo` and `printf` write. */
  readonly piped?: readonly ShellWord[];
  readonly runner?: FoundCommand["runner"];
  /** What a word is part of: a comparison between `[[` and `]]`, the operand of `${…}`, or anything else. */
  readonly wordIn: "test" | "expansion" | "command";
  /** The next command runs only if this one succeeds. */
  readonly isCondition?: boolean;
}

export interface DirectoryScope {
  now: Directories;
  /** Every directory so far, because a `cd` may have failed. */
  all: Directories;
}

/** A text that is parsed as a whole. */
export interface Source {
  readonly line: string;
  /** It is parsed a second time without its quoting, at most once. */
  isReadAgain: boolean;
}

export type WalkStep =
  | { readonly node: SyntaxNode; readonly context: Context }
  | { readonly line: string; readonly context: Context }
  | { readonly leaveScope: DirectoryScope; readonly context: Context }
  | {
      readonly assignments: readonly ShellWord[];
      readonly words: readonly ShellWord[];
      readonly texts?: readonly ShellWord[];
      readonly context: Context;
    };

export interface Walk {
  readonly open: WalkStep[];
  readonly found: LineFinding[];
  readonly names: Names;
  /** How much text was found so far. */
  text: number;
  /** How many files were opened so far. */
  files: number;
}

export function unreadable(walk: Walk, point: string): void {
  walk.found.push({ kind: "unreadable", point });
}

/** Steps from the directory of the call, as written; undefined is an unknown directory. */
export type Directories = readonly ({ readonly steps: readonly ShellWord[] } | undefined)[];

const mostDirectories = 16;

export function enterDirectory(from: Directories, target: ShellWord, isInLoop: boolean): Directories {
  const isAnchored = target.value?.startsWith("/") || target.hasHome;
  if (target.value === undefined || (isInLoop && !isAnchored)) return [undefined];
  if (isAnchored) return [{ steps: [target] }];
  return from.map((each) => each && { steps: [...each.steps, target] });
}

export function joinDirectories(one: Directories, other: Directories): Directories {
  const seen = new Map([...one, ...other].map((each) => [keyOf(each), each]));
  return seen.size > mostDirectories ? [...one.slice(0, 1), undefined] : [...seen.values()];
}

function keyOf(directory: Directories[number]): string {
  return directory ? JSON.stringify(directory.steps.map(({ text, hasHome }) => [text, hasHome])) : "";
}
