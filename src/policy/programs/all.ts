/** Every program that the table knows, by name. An entry is read when it is asked for. */

import { archives } from "./archives.ts";
import { builds } from "./builds.ts";
import { clouds } from "./clouds.ts";
import { compilers } from "./compilers.ts";
import { containers } from "./containers.ts";
import { devices } from "./devices.ts";
import { editors } from "./editors.ts";
import { type Entry, type Programs, parseEntry } from "./entry.ts";
import { files } from "./files.ts";
import { forges } from "./forges.ts";
import { git } from "./git.ts";
import { languages } from "./languages.ts";
import { linters } from "./linters.ts";
import { listing } from "./listing.ts";
import { network } from "./network.ts";
import { nix } from "./nix.ts";
import { node } from "./node.ts";
import { nodeTools } from "./node-tools.ts";
import { packages } from "./packages.ts";
import { python } from "./python.ts";
import { pythonTools } from "./python-tools.ts";
import { runners } from "./runners.ts";
import { scripting } from "./scripting.ts";
import { search } from "./search.ts";
import { system } from "./system.ts";
import { text } from "./text.ts";
import { transfer } from "./transfer.ts";
import { viewing } from "./viewing.ts";

export type { Entry } from "./entry.ts";

const families: readonly Programs[] = [
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
];

const texts = new Map<string, string>();
for (const family of families) {
  for (const [names, entry] of Object.entries(family)) for (const name of names.split(" ")) texts.set(name, entry);
}
const parsed = new Map<string, Entry>();

export const programNames: Iterable<string> = texts.keys();

/** Undefined for a program that the table does not have. */
export function findEntry(name: string): Entry | undefined {
  const known = parsed.get(name);
  if (known) return known;
  const text = texts.get(name) ?? texts.get(withoutVersion(name));
  if (text === undefined) return undefined;
  const same = /^same (\S+)$/.exec(text.trim())?.[1];
  const entry = same === undefined ? parseEntry(text) : findEntry(same);
  if (entry) parsed.set(name, entry);
  return entry;
}

/** `python3.11` and `gcc-12` are the program without its number. */
function withoutVersion(name: string): string {
  return name.replace(/-?\d+(?:\.\d+)*$/, "");
}
