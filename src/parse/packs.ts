/** Parses all packs of one root: the rules in `packs/NAME.toml`. */
import * as z from "zod/mini";
import type { Report } from "../base/diagnostic.ts";
import { fileStart, place, type SourceFile } from "../base/source.ts";
import { parseToml } from "../formats/toml.ts";
import { type Pack, tools } from "../model/permission.ts";
import { oneLine } from "./agent.ts";
import { type RootSources, reportIssues, type Vocabulary } from "./issues.ts";
import { isPackReference, parseRuleText } from "./permissions.ts";

export const packSchema = z.strictObject({
  tool: z.enum(tools),
  description: oneLine("describe what the rules are for"),
  rules: z.array(z.string()),
});

export interface PackDocuments {
  readonly packs: readonly Pack[];
  /** Names whose file is wrong: that they are missing is a consequence, not a second cause. */
  readonly broken: ReadonlySet<string>;
}

const vocabulary: Vocabulary = {
  subject: "the pack",
  knownKeys: () => Object.keys(packSchema.shape),
  codeOf: (path, kind) => (kind === "value" && path[0] === "rules" && path.length === 2 ? "bad-rule" : undefined),
};

export function parsePacks({ files, failed }: Pick<RootSources, "files" | "failed">, report: Report): PackDocuments {
  const packs: Pack[] = [];
  const broken = new Set<string>();
  for (const path of failed.keys()) broken.add(nameOf(path) ?? "");
  for (const [path, { content }] of files) {
    if (!path.startsWith("packs/") || !path.endsWith(".toml") || !("text" in content)) continue;
    const name = nameOf(path);
    if (name === undefined) {
      reportMisplaced(content, report);
      continue;
    }
    const pack = parsePack(name, content, report);
    if (pack) packs.push(pack);
    else broken.add(name);
  }
  return { packs, broken };
}

function nameOf(path: string): string | undefined {
  return /^packs\/([a-z0-9-]+)\.toml$/.exec(path)?.[1];
}

function parsePack(name: string, file: SourceFile, report: Report): Pack | undefined {
  const toml = parseToml(file, report);
  if (!toml) return undefined;
  const result = packSchema.safeParse(toml.value);
  if (!result.success) {
    reportIssues(result.error.issues, toml, vocabulary, report);
    return undefined;
  }
  const { tool, description, rules: texts } = result.data;
  const rules = texts.flatMap((text, index) => {
    const path = ["rules", index];
    if (isPackReference(text)) {
      const message = `the pack \`${name}\` names the pack \`${text.slice(1)}\``;
      const hint = "a pack contains only rules: name both packs in the agent";
      report({ code: "bad-rule", severity: "error", message, span: toml.at(path), label: "not a rule", hint });
      return [];
    }
    const rule = parseRuleText(toml, path, tool, text, report);
    return rule
      ? [{ tool, pattern: rule.pattern, verdict: rule.verdict, from: place(toml.at(path)), isPacked: true as const }]
      : [];
  });
  const spanOf: Pack["spanOf"] = (...path) => toml.at(path, "key");
  return { name, tool, description, rules, span: toml.at(["tool"]), spanOf, path: file.path };
}

/** Files that look like packs but are not read, which their author would not notice. */
function reportMisplaced(file: SourceFile, report: Report): void {
  const message = `\`${file.path}\` looks like a definition but is not where definitions are read`;
  const hint = "a pack is packs/NAME.toml; NAME has lowercase letters, digits and hyphens";
  report({ code: "misplaced-file", severity: "error", message, span: fileStart(file), hint });
}
