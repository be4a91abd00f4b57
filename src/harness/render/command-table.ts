/** How a harness handles each value of the command vocabulary, as a table, and the docs page from it. */
import type { Loss, Report } from "../../base/diagnostic.ts";
import type { Behavior, BehaviorField, Command, Preset, Tier } from "../../model/command.ts";
import type { Entries, Value } from "../../model/output.ts";
import type { Settings } from "../../model/settings.ts";
import { losses } from "./losses.ts";

/** One entry of the table. Empty if nothing is written, because it is the client's default. */
export interface VocabularyEntry {
  /** The key that is written, and its value; without one, the word itself. */
  readonly key?: string;
  readonly value?: Value;
  /** What the client does not do: the rest of a sentence that starts with its title. */
  readonly loss?: readonly [support: Loss["support"], why: string];
}

type Column<Word extends string> = Readonly<Record<Word, VocabularyEntry>> | { readonly any: VocabularyEntry };
type Words<Field extends BehaviorField> = Exclude<Behavior[Field], undefined | object> & string;

/** Every value has an entry; a missing one does not compile. */
export type VocabularyTable = {
  readonly [Field in Exclude<BehaviorField, "tools">]: Column<Words<Field>>;
} & { readonly tools: Column<Preset | "custom"> };

export const lost = (why: string): VocabularyEntry => ({ loss: ["lost", why] });

/** The part of a harness that commands need. */
export interface Target {
  readonly id: string;
  readonly title: string;
  /** Another name for the client in command definitions. */
  readonly alias?: string;
}

export interface Translation {
  readonly target: Target;
  readonly settings: Settings;
  readonly report: Report;
}

const fields: readonly BehaviorField[] = [
  ...(["execution", "capability", "effort", "tools", "invocation", "visibility", "color"] as const),
];

/** The client's keys for the given behavior. Losses are reported at the value they belong to. */
export function translate(
  command: Command,
  table: VocabularyTable,
  { target, settings, report }: Translation,
): Entries {
  const lose = losses(target, report);
  const own = settings.tiers[target.id];
  return fields.flatMap((field): Entries => {
    const word = wordOf(command, field);
    if (word === undefined) return [];
    const { key, value, loss } = entryOf(table, field, word.name);
    const model = field === "capability" && key !== undefined ? own?.[word.name] : undefined;
    if (loss && model === undefined) lose(command, `behavior.${field}`, loss[0], loss[1]);
    if (key === undefined) return [];
    const written = model ?? value ?? (field === "capability" ? undefined : word.text);
    return written === undefined ? [] : [[key, written]];
  });
}

function wordOf({ behavior }: Command, field: BehaviorField): { name: string; text: string } | undefined {
  const word = behavior[field];
  if (word === undefined) return undefined;
  return typeof word === "string" ? { name: word, text: word } : { name: "custom", text: word.custom };
}

function entryOf(table: VocabularyTable, field: BehaviorField, word: string): VocabularyEntry {
  const column = table[field] as Readonly<Record<string, VocabularyEntry>>;
  const entry = column["any"] ?? column[word];
  if (!entry) throw new Error(`the table has no entry for \`${field}: ${word}\``);
  return entry;
}

/** Fields that the author wrote for this harness only. */
export function overridesFor({ overrides }: Command, { id, alias }: Target): Entries {
  return overrides.get(id) ?? (alias === undefined ? undefined : overrides.get(alias)) ?? [];
}

/** The field as the author wrote it, for diagnostics. */
export function overrideField({ overrides }: Command, { id, alias }: Target, key: string): string {
  return `agents.${overrides.has(id) || alias === undefined ? id : alias}.${key}`;
}

/** The pairs in the order of `keys`; the author's own replace ours, and other fields follow. */
export function orderFields(ours: Entries, overrides: Entries, keys: readonly string[]): Entries {
  const merged = new Map([...ours, ...overrides]);
  const known = keys.flatMap((key): Entries => (merged.has(key) ? [[key, merged.get(key)!]] : []));
  return [...known, ...[...merged].filter(([key]) => !keys.includes(key))];
}

/** A tier whose model only the settings can name. */
export function tierColumn(key: string | undefined, why: string): Readonly<Record<Tier, VocabularyEntry>> {
  const entry: VocabularyEntry = key === undefined ? lost(why) : { key, ...lost(why) };
  return { fast: entry, balanced: entry, strong: entry };
}

/** The columns of a prompt that only users start and that runs with the permissions of its session. */
export function startedByUsers(
  noun: "command" | "prompt",
  session: string,
): Pick<VocabularyTable, "effort" | "tools" | "invocation" | "visibility" | "color"> {
  const tools = lost(`runs a ${noun} with the tools of ${session}`);
  const shown = lost(`shows ${noun}s only to the user`);
  return {
    effort: { any: lost(`cannot set the effort of a ${noun}`) },
    tools: { none: tools, "read-only": tools, write: tools, full: {}, custom: tools },
    invocation: { explicit: {}, automatic: lost(`does not let the model start a ${noun}`) },
    visibility: { user: {}, model: shown, both: shown },
    color: { any: lost(`has no colors for ${noun}s`) },
  };
}

/** If the client does not substitute, the model sees `$ARGUMENTS` literally. */
export function reportArguments(command: Command, { target, report }: Translation): void {
  if (!/\$(?:ARGUMENTS|[0-9])/.test(command.body)) return;
  losses(target, report)(
    command,
    "body",
    "lost",
    "does not fill in `$ARGUMENTS` there: the prompt keeps the placeholder",
  );
}
