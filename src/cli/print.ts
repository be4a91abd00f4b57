/** Prints diagnostics for people or as JSON lines, and decides about colours. */
import type { Diagnostic, Loss } from "../base/diagnostic.ts";
import { excerpt, inOrder, noPaint, type Paint, problemJson } from "../base/excerpt.ts";
import { compare } from "../base/order.ts";
import type { Problem } from "../base/problem.ts";
import { fit, plural, visible, wrap } from "../base/text.ts";
import { skillField } from "../model/skill.ts";

/** What a command may use of the process. */
export interface CommandContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal. */
  readonly isTerminal: boolean;
  /** All of standard input, as text. */
  readonly readInput: () => Promise<string>;
  /** Asks a person one question. Undefined if there is no user to ask. */
  readonly readLine?: (question: string) => Promise<string>;
}

export interface Printer {
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly paint: Paint;
  /** For people only: prints nothing with `--json` or `--quiet`. Long lines are wrapped on a terminal. */
  readonly say: (line: string) => void;
  /** For programs only, one object per line. */
  readonly emit: (value: Readonly<Record<string, unknown>>) => void;
  /** Notes are shown if `withNotes` is set. */
  readonly diagnostics: (list: readonly Diagnostic[], withNotes?: boolean) => void;
  /** Printed even with `--quiet`: a refusal is an error. */
  readonly problems: (list: readonly Problem[]) => void;
}

const styles = { error: "31;1", warning: "33;1", note: "36;1", good: "32;1", faint: "34", bold: "1" } as const;

const colours: Paint = (style, text) => `\u001b[${styles[style]}m${text}\u001b[0m`;

/** How the user started the program: in a checkout it is not on PATH, but `npx surcingle` works. */
export function programName(env: CommandContext["env"]): string {
  return env["npm_command"] === undefined ? "surcingle" : "npx surcingle";
}

/** Rewrites commands in a text so that they can be typed as shown. */
export function typedCommands(text: string, env: CommandContext["env"]): string {
  const name = programName(env);
  return name === "surcingle" ? text : text.replaceAll("`surcingle ", `\`${name} `);
}

interface PrinterOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly color: "auto" | "always" | "never";
}

export function makePrinter(
  context: Pick<CommandContext, "out" | "err" | "env" | "isTerminal">,
  { json: isJson, quiet: isQuiet, color }: PrinterOptions,
): Printer {
  const isColoured = color === "always" || (color === "auto" && context.isTerminal && !context.env["NO_COLOR"]);
  const columns = context.isTerminal ? 80 : undefined;
  const paint = isColoured ? colours : noPaint;
  const err = (text: string): void => context.err(typedCommands(text, context.env));
  return {
    isJson,
    isQuiet,
    paint,
    say: (line) => {
      if (isJson || isQuiet) return;
      const typed = typedCommands(line, context.env).split("\n");
      context.out(`${(columns === undefined ? typed : typed.map((each) => fit(each, columns))).join("\n")}\n`);
    },
    emit: (value) => {
      if (isJson) context.out(`${JSON.stringify(value)}\n`);
    },
    problems: (list) => {
      for (const each of list)
        if (isJson) context.out(`${problemJson(each)}\n`);
        else err(`${excerpt(each, paint, columns)}\n`);
    },
    diagnostics: (list, withNotes = false) => {
      // A loss is not the author's mistake: the summary lists losses in a few lines.
      const shown = list.filter(({ severity, loss }) => (severity === "error" || !isQuiet) && (isJson || !loss));
      if (isJson)
        return context.out(
          inOrder(shown)
            .map((each) => `${problemJson(each)}\n`)
            .join(""),
        );
      const ofSkills = shown.filter(({ isSkillCheck }) => isSkillCheck);
      const isFlood = ofSkills.length > mostOfSkills;
      const isInFull = ({ isSkillCheck, severity }: Diagnostic): boolean =>
        (withNotes || severity !== "note") && !(isFlood && isSkillCheck);
      const inFull = inOrder(shown.filter(isInFull));
      err(inFull.map((each) => `${excerpt(each, paint, columns)}\n`).join(""));
      const count = (severity: string) => inFull.filter((each) => each.severity === severity).length;
      const [errors, warnings] = [count("error"), count("warning")];
      if (errors + warnings > 0) context.err(`${plural(errors, "error")}, ${plural(warnings, "warning")}\n`);
      if (isFlood) err(skillCheckLines(ofSkills));
    },
  };
}

/** More warnings of the skill checks than this are counted instead of printed, so that they do not hide the errors. */
const mostOfSkills = 20;

function skillCheckLines(warnings: readonly Diagnostic[]): string {
  const groups = [...groupBy(warnings, ({ code }) => code)].map(([code, list]) => `  ${code}: ${list.length}\n`);
  return `${plural(warnings.length, "warning")} about skills; run \`surcingle skill check\` to list them\n${groups.join("")}`;
}

/** One line about what the clients cannot express; none if there is nothing. */
export function lossSummary(losses: readonly Loss[]): string[] {
  const notes = [...groupLosses(losses).values()].flat();
  const count = (support: Loss["support"]): number => notes.filter((each) => each.support === support).length;
  const [narrowed, lost] = [count("narrowed"), count("lost")];
  if (notes.length === 0) return [];
  const parts = [narrowed > 0 && `${narrowed} stricter`, lost > 0 && `${lost} lost`].filter((part) => part !== false);
  return [`${plural(notes.length, "note")} on clients (${parts.join(", ")}); see \`surcingle check --notes\``];
}

const supportTitles = { narrowed: "stricter", lost: "lost" } as const;

/** Client by client: what becomes stricter or is lost, for which definitions, and why. */
export function lossDetails(losses: readonly Loss[], agents: number): string[] {
  return [...groupLosses(losses)].flatMap(([harness, notes]) => {
    const lines = notes
      .toSorted((a, b) => compare(b.support, a.support))
      .flatMap(({ support, field, why, losses: list }) => {
        const text = `${field}: ${visible(why)} (${nameList(list, agents, field)})`;
        const [first = "", ...rest] = wrap(text, 80 - 12).split("\n");
        return [`  ${supportTitles[support].padEnd(8)}  ${first}`, ...rest.map((line) => `            ${line}`)];
      });
    return [`${harness}:`, ...lines];
  });
}

/** Losses of one client that can be shown as one. */
interface LossNote {
  readonly support: Exclude<Loss["support"], "gate">;
  readonly field: string;
  readonly why: string;
  readonly losses: readonly Loss[];
}

/** A reason shared by more fields than this applies to the whole agent. */
const mostFields = 4;

/** One note for each field and reason; one for all fields of an agent where the client has no agents at all. */
function groupLosses(losses: readonly Loss[]): Map<string, LossNote[]> {
  const byHarness = new Map<string, LossNote[]>();
  const shown = losses.filter(({ support }) => support !== "gate");
  for (const [harness, own] of groupBy(shown, (loss) => loss.harness)) {
    const reasons = [...groupBy(own, ({ support, why }) => `${support}\0${why}`).values()];
    const notes = reasons.flatMap((list) => {
      const fields = groupBy(list, ({ field }) => field);
      return fields.size > mostFields
        ? [noteOf("agents", list)]
        : [...fields].map(([field, each]) => noteOf(field, each));
    });
    byHarness.set(harness, notes);
  }
  return byHarness;
}

function noteOf(field: string, losses: readonly Loss[]): LossNote {
  const { support, why } = losses[0]!;
  return { support: support === "narrowed" ? support : "lost", field, why, losses };
}

function nameList(losses: readonly Loss[], agents: number, field: string): string {
  const losers = new Set(losses.map(({ definition }) => definition));
  const kind = kindOf(field);
  if (kind === "agent" && losers.size === agents && losers.size > 2) return `all ${losers.size} agents`;
  return losers.size > mostNames ? plural(losers.size, kind) : [...losers].sort(compare).join(", ");
}

/** More names than this are too many for one line. */
const mostNames = 12;

/** The kind of definition that has this field. */
function kindOf(field: string): "agent" | "command" | "skill" {
  if (/^(?:behavior\.|agents\.|body$)/.test(field)) return "command";
  return field === "version" || field.startsWith("body.") || skillField(field)?.isBehaviour ? "skill" : "agent";
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
