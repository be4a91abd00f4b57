/** Looks up programs in the table by name. An entry is parsed on first use. */

import { builds } from "./builds/builds.ts";
import { compilers } from "./builds/compilers.ts";
import { editors } from "./builds/editors.ts";
import { languages } from "./builds/languages.ts";
import { linters } from "./builds/linters.ts";
import { nix } from "./builds/nix.ts";
import { node } from "./builds/node.ts";
import { nodeTools } from "./builds/node-tools.ts";
import { python } from "./builds/python.ts";
import { pythonTools } from "./builds/python-tools.ts";
import { scripting } from "./builds/scripting.ts";
import { type Entry, type ProgramFamily, parseEntry } from "./entry.ts";
import { archives } from "./files/archives.ts";
import { files } from "./files/files.ts";
import { listing } from "./files/listing.ts";
import { search } from "./files/search.ts";
import { text } from "./files/text.ts";
import { viewing } from "./files/viewing.ts";
import { forges } from "./git/forges.ts";
import { git } from "./git/git.ts";
import { namesOf } from "./names.ts";
import { runners } from "./runners/runners.ts";
import { clouds } from "./system/clouds.ts";
import { containers } from "./system/containers.ts";
import { devices } from "./system/devices.ts";
import { macos } from "./system/macos.ts";
import { network } from "./system/network.ts";
import { packages } from "./system/packages.ts";
import { system } from "./system/system.ts";
import { transfer } from "./system/transfer.ts";

export type { Entry } from "./entry.ts";

/** If two families list the same program, the later one is used. */
export const families = {
  files,
  listing,
  text,
  search,
  archives,
  system,
  devices,
  viewing,
  packages,
  git,
  forges,
  transfer,
  clouds,
  containers,
  editors,
  network,
  macos,
  builds,
  compilers,
  languages,
  linters,
  nix,
  node,
  nodeTools,
  python,
  pythonTools,
  scripting,
  runners,
} as const satisfies Readonly<Record<string, ProgramFamily>>;

type FamilyName = keyof typeof families;

const texts = new Map<FamilyName, ReadonlyMap<string, string>>();
const parsed = new Map<string, Entry>();

/** The lines of each program of a family. */
export function textsOf(family: FamilyName): ReadonlyMap<string, string> {
  const known = texts.get(family);
  if (known) return known;
  const made = new Map<string, string>();
  for (const [names, text] of Object.entries(families[family]()))
    for (const name of names.split(" ")) made.set(name, text);
  texts.set(family, made);
  return made;
}

const familyNames = Object.keys(families) as FamilyName[];
/** Only names of the table, so it cannot grow without end. */
const found = new Map<string, string>();

/** The lines of a program. Loads only the family that contains it. */
function findText(name: string): string | undefined {
  const known = found.get(name);
  if (known !== undefined) return known;
  const family = familyNames.find((each) => namesOf[each].includes(` ${name} `));
  const text = family && textsOf(family).get(name);
  if (text !== undefined) found.set(name, text);
  return text;
}

export function programNames(): readonly string[] {
  return Object.values(namesOf).flatMap((names) => names.trim().split(" "));
}

/** Whether the entry mentions starting a command, without parsing it. May return true unnecessarily. */
export function mentionsCommand(name: string): boolean {
  return mentions(name, "command") || mentions(name, "exec") || mentions(name, "runner");
}

/** The same for options without a dash. */
export function isBundled(name: string): boolean {
  return mentions(name, "bundle");
}

const mentioned = new Map<string, boolean>();

/** Cached: the texts are long, and there can be dozens of rules about one program. */
function mentions(name: string, word: string): boolean {
  const text = textOf(name);
  if (text === "") return false;
  const key = `${name} ${word}`;
  const known = mentioned.get(key) ?? (text.includes(word) && new RegExp(`\\b${word}\\b`).test(text));
  mentioned.set(key, known);
  return known;
}

function textOf(name: string): string {
  const text = findText(name) ?? findText(withoutVersion(name)) ?? "";
  const same = /^same (\S+)$/.exec(text.trim())?.[1];
  return same === undefined ? text : textOf(same);
}

/** Undefined if the table does not know the program. */
export function findEntry(name: string): Entry | undefined {
  const known = parsed.get(name);
  if (known) return known;
  const text = findText(name) ?? findText(withoutVersion(name));
  if (text === undefined) return undefined;
  const same = /^same (\S+)$/.exec(text.trim())?.[1];
  const entry = same === undefined ? parseEntry(text) : findEntry(same);
  if (entry) parsed.set(name, entry);
  return entry;
}

/** `python3.11` and `gcc-12` are the program without its version. */
function withoutVersion(name: string): string {
  return name.replace(/-?\d+(?:\.\d+)*$/, "");
}
