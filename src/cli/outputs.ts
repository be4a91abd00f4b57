/** What `build` and `apply` have in common: from the command line to rendered files. */

import { lossesOf } from "../base/diagnostic.ts";
import type { Harness, Scope } from "../harness/harness.ts";
import type { Model } from "../model/model.ts";
import type { HarnessOutput } from "../write/harness-output.ts";
import { ownGate, readAssets } from "./assets.ts";
import { type GenerateOptions, generate, type Rendered } from "./generate.ts";
import { chosenHarnesses, chosenScope, type Given, listOption, textOption } from "./options.ts";
import { lossLines, type Printer } from "./print.ts";
import { version } from "./version.ts";

export interface Outputs {
  readonly scope: Scope;
  readonly outputs: readonly HarnessOutput[];
  /** A few lines about what the harnesses cannot express. */
  readonly losses: readonly string[];
}

/** What the command line says about the definitions. */
export function generateOptions(given: Given, harnesses: readonly Harness[] = chosenHarnesses(given)): GenerateOptions {
  const roots = listOption(given, "root");
  return {
    roots: roots.length > 0 ? roots : ["."],
    settings: textOption(given, "settings"),
    harnesses,
    isChosen: listOption(given, "harness").length > 0,
    context: { scope: chosenScope(given), assets: readAssets() },
    version,
    withNotes: given.values["notes"] === true || given.values["json"] === true,
  };
}

/** The definitions alone, for commands that render nothing. Undefined when they are wrong; that has been printed then. */
export async function loadModel(given: Given, printer: Printer): Promise<Model | undefined> {
  const { result, diagnostics } = await generate(generateOptions(given, []));
  if (!result) printer.diagnostics(diagnostics);
  return result?.model;
}

/** Undefined when the definitions are wrong; that has been printed then. `target` is where the files will be used from. */
export async function makeOutputs(
  given: Given,
  printer: Printer,
  target: string,
  progress: (text: string) => void,
): Promise<Outputs | undefined> {
  const scope = chosenScope(given);
  const options = generateOptions(given);
  // It counts more than what the settings say: trust in a hook of Codex that names another path is void.
  // The files of a repository are shared, so they name the gate by its word alone.
  const context = scope === "user" ? { ...options.context, home: target, gate: ownGate() } : options.context;
  const { result, diagnostics } = await generate({ ...options, context, isForUse: true }, progress);
  printer.diagnostics(diagnostics);
  if (!result) return undefined;
  const outputs = result.rendered.map((rendered) => outputOf(rendered, scope));
  return { scope, outputs, losses: lossLines(lossesOf(diagnostics), result.model.agents.length) };
}

export function outputOf({ harness: { id, roots, directories }, files }: Rendered, scope: Scope): HarnessOutput {
  return { id, root: roots[scope], skills: roots.skills, directories, files };
}

/** The options that name the definitions, to be repeated in a command that we suggest. */
export function repeatOptions(given: Given): string {
  const values = ["root", "harness"].flatMap((name) => listOption(given, name).map((value) => [name, value]));
  for (const name of ["settings", "scope"]) {
    const value = textOption(given, name);
    if (value !== undefined) values.push([name, value]);
  }
  return values.map(([name, value = ""]) => ` --${name} ${shellWord(value)}`).join("");
}

export function shellWord(text: string): string {
  return /^[\w./~:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
