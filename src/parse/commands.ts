/** All commands of one root: the files in `commands/`, and what the extensions provide. */
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import type { Command } from "../model/command.ts";
import { type CommandSource, parseCommand } from "./command.ts";
import { parseExtension } from "./extension.ts";
import type { Sources } from "./parse.ts";

export async function parseCommands(sources: Sources, report: Report): Promise<Command[]> {
  const texts = new Map<string, SourceFile>();
  for (const [path, { content }] of sources.files) {
    if (/^(?:commands|extensions)\//.test(path) && "text" in content) texts.set(path, content);
  }
  const own = [...texts].flatMap(([path, file]): CommandSource[] => {
    const name = /^commands\/([^/]+)\.md$/.exec(path)?.[1];
    return name === undefined ? [] : [{ name, nameSpan: fileStart(file), file, from: [path] }];
  });
  const { provided, broken } = await parseExtensions(texts, sources, report);
  reportMisplaced(texts, { named: new Set(provided.map(({ file }) => file.path)), broken }, sources, report);
  const commands: Command[] = [];
  for (const source of [...own, ...provided]) {
    const command = await parseCommand(source, report);
    if (command) commands.push(command);
  }
  return commands;
}

interface Extensions {
  readonly provided: readonly CommandSource[];
  /** Extensions with an error in their manifest: that a file is not named there is a consequence. */
  readonly broken: ReadonlySet<string>;
}

async function parseExtensions(
  texts: ReadonlyMap<string, SourceFile>,
  { failed }: Sources,
  report: Report,
): Promise<Extensions> {
  const there = new Set([...texts.keys(), ...failed]);
  const provided: CommandSource[] = [];
  const broken = new Set<string>();
  for (const [path, file] of texts) {
    const id = /^extensions\/([^/]+)\/extension\.yml$/.exec(path)?.[1];
    if (id === undefined) continue;
    const markBroken: Report = (diagnostic) => {
      if (diagnostic.severity === "error") broken.add(id);
      report(diagnostic);
    };
    for (const { name, nameSpan, path: named } of (await parseExtension(file, there, markBroken)) ?? []) {
      const text = texts.get(named);
      if (text) provided.push({ name, nameSpan, file: text, from: [named, path] });
    }
  }
  return { provided, broken };
}

/** What looks like a command and is read as none: its author would wait for it in vain. */
function reportMisplaced(
  texts: ReadonlyMap<string, SourceFile>,
  { named, broken }: { readonly named: ReadonlySet<string>; readonly broken: ReadonlySet<string> },
  { failed }: Sources,
  report: Report,
): void {
  const hasManifest = (id: string): boolean => {
    const path = `extensions/${id}/extension.yml`;
    return texts.has(path) || failed.has(path);
  };
  const misplaced = (file: SourceFile, severity: "error" | "warning", hint: string): void => {
    const message = `\`${file.path}\` looks like a command but stands where none is read`;
    report({ code: "misplaced-file", severity, message, span: fileStart(file), hint });
  };
  const reported = new Set<string>();
  for (const [path, file] of texts) {
    const [kind, id = "", ...rest] = path.split("/");
    if (kind === "commands") {
      if (!/^commands\/[^/]+\.md$/.test(path)) misplaced(file, "error", "a command is commands/NAME.md");
    } else if (rest.length === 0 ? /\.ya?ml$/i.test(path) : !hasManifest(id)) {
      if (!reported.has(id)) misplaced(file, "error", "an extension is extensions/NAME/extension.yml with its files");
      reported.add(id);
    } else if (rest[0] === "commands" && path.endsWith(".md") && !named.has(path) && !broken.has(id)) {
      misplaced(file, "warning", `extensions/${id}/extension.yml does not name it`);
    }
  }
}
