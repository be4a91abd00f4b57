/** The parts of the program table that define a class of commands: blocks, options as written, unknown words. */
import {
  type Block,
  type Mark,
  markRoles,
  type OperandRoles,
  type ProgramOption,
  type WordRole,
} from "../../programs/entry.ts";
import { strengthOf } from "../../programs/options.ts";

export interface CommandClass {
  /** Classes with equal keys are equal. */
  readonly key: string;
  readonly includesRole: (role: WordRole) => boolean;
  readonly includesMark: (mark: Mark) => boolean;
  /** Unknown options and subcommands are fine, unless a pattern contains them. */
  readonly takesUnknown: boolean;
  /**
   * An option's added effect is fine, unless a pattern may contain the option: the policy asks about it or denies it.
   */
  readonly takesOptions: boolean;
  /** Patterns that contain options. */
  readonly options: readonly string[];
  /** Programs with a subcommand: `git foo`. */
  readonly subs: readonly string[];
  /** Programs unknown to the table are fine too. */
  readonly takesOthers: boolean;
  /** Which unknown words are fine: none, those that are asked about if they may do more, or all. */
  readonly unknownWords: "harmless" | "asked" | "all";
}

/** A block of the table and the words that lead to it: `git log`. */
export interface BlockUse {
  readonly block: Block;
  readonly head: string;
}

export function takesUnknown(commandClass: CommandClass, use: BlockUse, text: string): boolean {
  return use.block.hasOthers || (commandClass.takesUnknown && !isWritten(commandClass, use, text));
}

export function isWritten(commandClass: CommandClass, use: BlockUse, text: string): boolean {
  return writtenFor(commandClass, use).some((option) => option.startsWith(text));
}

/** The options in patterns that can match a command with this head. */
export function writtenFor({ options }: CommandClass, { head }: BlockUse): readonly string[] {
  return options.flatMap((pattern) => {
    const star = pattern.indexOf("*");
    const literal = star < 0 ? pattern : pattern.slice(0, star);
    return literal.startsWith(head) || head.startsWith(literal) ? pattern.split(" ").filter(isOption) : [];
  });
}

export function isOption(word: string): boolean {
  return word.startsWith("-");
}

const watched = new WeakMap<Block, Map<string, readonly string[]>>();

/** The long options to distinguish: those that are not fine, or all if an unknown one is not fine. */
export function watchedNames(commandClass: CommandClass, use: BlockUse): readonly string[] {
  const { block } = use;
  const known = watched.get(block) ?? new Map<string, readonly string[]>();
  watched.set(block, known);
  const names =
    known.get(commandClass.key) ??
    [...block.options.values()]
      .filter((option) => !(block.hasOthers || commandClass.takesUnknown) || !isOptionInClass(commandClass, option))
      .flatMap(({ name }) => spellings(block, name));
  known.set(commandClass.key, names);
  return names;
}

/** Ways to write a name, with two dashes if one is enough. */
function spellings({ style, modifiers }: Block, name: string): readonly string[] {
  if (style === "single") return [name, name.startsWith("--") ? name.slice(1) : `-${name}`];
  if (!name.startsWith("--")) return [];
  return modifiers.has("negatable") ? [name, `--no-${name.slice(2)}`] : [name];
}

/** False if the text may abbreviate an option that is not fine. */
export function isLongOptionInClass(commandClass: CommandClass, use: BlockUse, text: string): boolean {
  const { options, style, modifiers } = use.block;
  const other = text.startsWith("--") ? text.slice(1) : `-${text}`;
  const exact = options.get(text) ?? (style === "single" ? options.get(other) : undefined);
  if (exact) return isOptionInClass(commandClass, exact);
  const isShort = !modifiers.has("exact") && style !== "single";
  const meant = [...options.values()].filter(({ name, marks }) => name.startsWith(text) && !marks.includes("quiet"));
  if (isShort && meant.length > 0) {
    const running = meant.filter((option) => option.marks.includes("runs")).length;
    if (running === 0) return meant.every((option) => isOptionInClass(commandClass, option));
    // If it abbreviates one that runs code and others, the engine treats it as unknown.
    return running < meant.length && commandClass.takesUnknown && !isWritten(commandClass, use, text);
  }
  const positive = modifiers.has("negatable") ? /^--no-(.+)$/.exec(text)?.[1] : undefined;
  if (positive !== undefined && options.has(`--${positive}`)) return true;
  return takesUnknown(commandClass, use, text);
}

export function isSubcommandInClass({ takesUnknown: takes, subs }: CommandClass, name: string, sub: string): boolean {
  return takes && !subs.includes(`${name} ${sub}`);
}

/** An unknown word may be any option. The engine asks if one of them has a relevant effect. */
export function isSafeWithUnknown(commandClass: CommandClass, block: Block): boolean {
  if (commandClass.unknownWords === "all") return true;
  const strength = strengthOf(block);
  if (strength === "target") return commandClass.unknownWords === "asked";
  if (strength === "mark" && commandClass.takesOptions) return commandClass.unknownWords === "asked";
  return strength === "none" && [...block.options.values()].every((option) => isOptionInClass(commandClass, option));
}

const fine = new WeakMap<Block, Map<string, boolean>>();

export function isBlockInClass(commandClass: CommandClass, block: Block): boolean {
  const known = fine.get(block) ?? new Map<string, boolean>();
  fine.set(block, known);
  const { modifiers, style, marks, operands, fallback } = block;
  const answer =
    known.get(commandClass.key) ??
    (!modifiers.has("runner") &&
      !modifiers.has("bundle") &&
      style !== "keys" &&
      marks.every(commandClass.includesMark) &&
      areFineOperands(commandClass, operands) &&
      (fallback === undefined || commandClass.includesRole(fallback.role)));
  known.set(commandClass.key, answer);
  return answer;
}

function areFineOperands(commandClass: CommandClass, { first, middle, last, marks }: OperandRoles): boolean {
  const all = [...first, ...(middle === undefined ? [] : [middle]), ...last];
  return all.every(commandClass.includesRole) && marks.every(({ mark }) => commandClass.includesMark(mark));
}

/** Whether every command that starts with the head stays within the class. */
export function isWholeBlockInClass(commandClass: CommandClass, block: Block): boolean {
  const isOpen = block.hasOthers || (commandClass.takesUnknown && commandClass.options.length === 0);
  return (
    isOpen &&
    isBlockInClass(commandClass, block) &&
    [...block.options.values()].every((each) => isOptionInClass(commandClass, each))
  );
}

export function isOptionInClass(commandClass: CommandClass, option: ProgramOption): boolean {
  const { role, marks, operands, turns, fallback, startsCommand } = option;
  const isAsked = commandClass.takesOptions && !mayBeWritten(commandClass, option);
  // Connecting counts only for options.
  const isFineMark = (mark: Mark): boolean =>
    isAsked || (commandClass.includesMark(mark) && !(commandClass.takesOptions && mark === "connects"));
  return (
    (commandClass.includesRole(role) || (isAsked && markRoles.has(role))) &&
    marks.every(isFineMark) &&
    (operands === undefined || areFineOperands({ ...commandClass, includesMark: isFineMark }, operands)) &&
    turns.every((turn) => commandClass.includesRole(turn.role)) &&
    (fallback === undefined || commandClass.includesRole(fallback)) &&
    !startsCommand
  );
}

/** Whether a word of a pattern may contain the option: in full, abbreviated, or combined with others. */
function mayBeWritten({ options }: CommandClass, { name }: ProgramOption): boolean {
  const bare = name.replace(/^[-+]+/, "");
  return options.some((pattern) =>
    pattern.split(" ").some((word) => {
      const literal = word.replace(/[*=].*$/s, "").replace(/^[-+]+/, "");
      if (!isOption(word)) return false;
      return literal === "" || literal.startsWith(bare) || bare.startsWith(literal) || literal.includes(bare);
    }),
  );
}
