/** Commands for tests, and what a harness makes of one. */

import type { Loss } from "../../src/base/diagnostic.ts";
import type { Harness, Scope } from "../../src/harness/harness.ts";
import { renderHarness } from "../../src/harness/render-harness.ts";
import type { Behavior, Command } from "../../src/model/command.ts";
import { slugOf } from "../../src/model/command.ts";
import type { OutputFile } from "../../src/model/output.ts";
import type { Settings } from "../../src/model/settings.ts";
import { agentOf, modelOf } from "./agent.ts";

const file = { path: "commands/x.md", text: "" };
const span = { file, start: 0, end: 0 };

const plain: Behavior = {
  execution: "command",
  capability: undefined,
  effort: undefined,
  tools: undefined,
  invocation: undefined,
  visibility: undefined,
  color: undefined,
};

export function commandOf(behavior: Partial<Behavior> = {}, fields: Partial<Command> = {}): Command {
  const name = fields.name ?? "x";
  return {
    name,
    slug: slugOf(name),
    description: "Does x",
    behavior: { ...plain, ...behavior },
    overrides: new Map(),
    body: "Do x.\n",
    span,
    spanOf: () => span,
    path: file.path,
    from: [file.path],
    ...fields,
  };
}

export interface RenderOptions {
  readonly scope?: Scope;
  readonly home?: string;
  readonly settings?: Partial<Settings>;
}

export interface Rendered {
  readonly files: ReadonlyMap<string, string>;
  /** `lost behavior.color` */
  readonly losses: readonly string[];
  readonly all: readonly Loss[];
}

/** Files that the harness writes for this command and would not write without it. */
export function renderCommand(harness: Harness, command: Command, options: RenderOptions = {}): Rendered {
  const assets = { pi: "", opencode: "" };
  const { scope = "user", home } = options;
  const context = { scope, assets, ...(home === undefined ? {} : { home }) };
  const model = modelOf([agentOf({ name: "other" })], options.settings);
  const all: Loss[] = [];
  const without = new Map(
    renderHarness(harness, model, context, () => undefined).map((each) => [each.path, textOf(each)]),
  );
  const files = renderHarness(harness, { ...model, commands: [command] }, context, ({ loss }) => {
    if (loss?.definition === command.name) all.push(loss);
  });
  const own = files.filter((each) => without.get(each.path) !== textOf(each));
  return {
    files: new Map(own.map((each) => [each.path, textOf(each)])),
    losses: all.map(({ support, field }) => `${support} ${field}`),
    all,
  };
}

function textOf(each: OutputFile): string {
  return each.kind === "whole" ? String(each.content) : JSON.stringify(each.keys);
}

/** The lines between the fences. */
export function frontMatter(page: string | undefined): string[] {
  return page?.split("---\n")[1]?.trimEnd().split("\n") ?? [];
}
