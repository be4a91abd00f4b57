/** Judges effects that are not visible on the command line, for read-only agents and for rules of packs. */
import type { Policy, Rule } from "../model/permission.ts";
import { type Decision, raiseToAsk } from "./decision.ts";
import { isListed, isOptionListed } from "./limits.ts";
import type { Effect, WrittenOption } from "./programs/targets.ts";
import { isReadOnly, judgeByToolLimit } from "./rules.ts";
import type { FoundCommand } from "./shell/walk.ts";
import type { ShellWord } from "./shell/words.ts";

/** Judges effects without a named target: by a limit on editing, by a pack rule, and for a read-only agent. */
export function judgeMarks(policy: Policy, found: FoundCommand, best: Decision): Decision {
  const { effects, reading, words } = found;
  const limited = judgeByToolLimit(policy, "edit");
  if (best.verdict === "deny") return best;
  const head = reading?.head ?? words.slice(0, 1).map(({ value }) => value);
  if (limited?.because.kind === "limit") {
    const isSpelled = (option: WrittenOption | undefined): boolean =>
      option ? isOptionListed(policy, head, option.name, knownText(words)) : isListed(policy, head);
    const change = effects.find((each) => each.kind === "changes" && !isSpelled(optionOf(each)));
    if (change && "by" in change) return { ...limited, because: { ...limited.because, by: change.by } };
  }
  const { because } = best;
  const isPacked = best.verdict === "allow" && because.kind === "rule" && because.rule.isPacked === true;
  if (!isKnownReadOnly(policy)) return isPacked ? judgePacked(best, because.rule, found) : best;
  const rule = best.verdict === "allow" && because.kind === "rule" ? because.rule : undefined;
  const isNamed = rule !== undefined && mayName(rule) && isSpelledOut(rule, head);
  let decision = isPacked ? judgeUnnamed(best, because.rule, found) : best;
  for (const effect of effects) {
    const isSpelled = isNamed && spellsOption(rule, effect);
    if (effect.kind === "changes" && !(isSpelled && policy.isToolList)) {
      return {
        verdict: "deny",
        because: { kind: "effect", point: `${effect.by} makes changes, and \`edit\` is denied for every input` },
      };
    }
    if (effect.kind === "runs" && !isSpelled) {
      decision = raiseToAsk(decision, `${effect.by} runs code, and \`edit\` is denied for every input`);
    }
    if (effect.kind === "connects" && effect.option && !isSpelled) {
      decision = raiseToAsk(decision, `${effect.by} connects to other machines, and no rule allows that explicitly`);
    }
    if (effect.kind === "unknown" && (effect.of !== "subcommand" || !isNamed)) {
      const isWritten = because.kind === "rule" && holdsOption(because.rule, effect);
      if (!isWritten)
        decision = raiseToAsk(decision, `${effect.by} is unknown, and \`edit\` is denied for every input`);
    }
  }
  return decision;
}

/** A line may contain thousands of commands. */
const readOnly = new WeakMap<Policy, boolean>();

function isKnownReadOnly(policy: Policy): boolean {
  const known = readOnly.get(policy) ?? isReadOnly(policy);
  readOnly.set(policy, known);
  return known;
}

/** A pack rule does not allow a program to run code, unless it is a complete command such as `python --version`. */
export function mayName({ pattern, isPacked }: Rule): boolean {
  return !isPacked || /^[^*]* -[^* ]+$/.test(pattern);
}

/** Whether a word of the rule begins with the option. Letters without a dash are options of one program. */
function holdsOption({ pattern }: Rule, unknown: Extract<Effect, { kind: "unknown" }>): boolean {
  if (unknown.of !== "option") return false;
  const { option } = unknown;
  if (!option.startsWith("-") && /^[^ ]*\*/.test(pattern)) return false;
  return pattern.split(" ").some((word) => word.startsWith(option));
}

/** The option that causes the effect, if the program does not have it anyway. */
function optionOf(effect: Effect): WrittenOption | undefined {
  return effect.kind === "changes" || effect.kind === "runs" || effect.kind === "connects" ? effect.option : undefined;
}

/**
 * An effect that an option adds is allowed only by a rule that contains the option: `git log *` covers what `git log`
 * does by itself, but not the program that `--ext-diff` starts. The rule contains the option by name or as written in
 * the command (`-dr`, `--ext`).
 */
function spellsOption({ pattern }: Rule, effect: Effect): boolean {
  const option = optionOf(effect);
  if (!option) return true;
  return pattern.split(" ").some((word) => {
    const isNamed = word.startsWith(option.name) && /^(?:$|[=*])/.test(word.slice(option.name.length));
    return isNamed || (word === option.written && !word.includes("*"));
  });
}

/**
 * A pack is used by agents that its author does not know. So its rule allows what the program always does (`pytest`),
 * but nothing that an option or an operand adds unless the rule names it: `awk -f F`, `git branch -D X`, `hostname X`.
 */
function judgePacked(best: Decision, rule: Rule, found: FoundCommand): Decision {
  const { effects, reading, words } = found;
  const head = reading?.head ?? words.slice(0, 1).map(({ value }) => value);
  const isWhole = isSpelledOut(
    rule,
    words.slice(0, head.length + 1).map(({ value }) => value),
  );
  const isNamed = isSpelledOut(rule, head);
  const added = effects.find((effect) => {
    if (effect.kind === "unknown") return !holdsOption(rule, effect);
    if (effect.kind !== "changes" && effect.kind !== "runs") return false;
    return !isNamed || !(isWhole || effect.by === `\`${head.join(" ")}\``);
  });
  if (!added || !("by" in added)) return judgeUnnamed(best, rule, found);
  const what = added.kind === "unknown" ? "is unknown" : added.kind === "runs" ? "runs code" : "makes changes";
  return raiseToAsk(best, `${added.by} ${what}, and the pack rule \`${rule.pattern}\` does not allow that explicitly`);
}

/** `* --version` in a pack names no program, so it allows only programs that the table knows to print and exit. */
export function namesNoProgram({ tool, pattern, verdict, isPacked }: Rule): boolean {
  return tool === "bash" && verdict === "allow" && isPacked === true && pattern.startsWith("*");
}

function judgeUnnamed(best: Decision, rule: Rule, { effects, reading, words }: FoundCommand): Decision {
  const isQuiet = reading !== undefined && effects.every(({ kind }) => kind === "list");
  if (isQuiet || !namesNoProgram(rule)) return best;
  return raiseToAsk(best, `\`${words[0]?.value}\` may have other effects`);
}

/** Whether the words of the rule before its first star start with exactly these. */
export function isSpelledOut({ pattern }: Rule, words: readonly (string | undefined)[]): boolean {
  const star = pattern.indexOf("*");
  const head = (star < 0 ? pattern : pattern.slice(0, star)).trimEnd().split(" ");
  return words.length > 0 && words.every((word, i) => word !== undefined && head[i] === word);
}

export function knownText(words: readonly ShellWord[]): { readonly text: string; readonly isWhole: boolean } {
  const unknown = words.findIndex(({ value }) => value === undefined);
  const known = unknown < 0 ? words : words.slice(0, unknown);
  return { text: known.map(({ value }) => value).join(" "), isWhole: unknown < 0 };
}
