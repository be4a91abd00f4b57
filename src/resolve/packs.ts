/** Merges the packs of several roots, and expands the packs in the rules of an agent. */
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import { sortBy } from "../base/order.ts";
import type { Replaced } from "../model/model.ts";
import type { Pack } from "../model/permission.ts";
import type { AgentDocument } from "../parse/agent.ts";
import type { PackDocuments } from "../parse/packs.ts";
import type { RuleDocument } from "../parse/permissions.ts";
import { findUnreachable } from "../policy/rule-checks.ts";

export interface PackSet {
  /** Sorted by name. */
  readonly packs: ReadonlyMap<string, Pack>;
  readonly broken: ReadonlySet<string>;
  readonly replaced: readonly Replaced[];
}

export const noPacks: PackDocuments = { packs: [], broken: new Set() };

/** The index of the shipped packs among the roots, below all of them. */
const shippedRoot = -1;

export function layerPacks(shipped: PackDocuments, roots: readonly PackDocuments[], report: Report): PackSet {
  const found = new Map<string, { readonly pack: Pack; readonly root: number }>();
  const replaced: Replaced[] = [];
  for (const [at, { packs }] of [shipped, ...roots].entries()) {
    const root = at + shippedRoot;
    for (const pack of packs) {
      const earlier = found.get(pack.name);
      // In this repository, the packs of the root are the shipped ones.
      if (earlier?.pack.span.file.text === pack.span.file.text) continue;
      if (root !== shippedRoot) reportUnreachable(pack, report);
      if (earlier) replaced.push({ kind: "pack", name: pack.name, root: earlier.root, by: root });
      found.set(pack.name, { pack, root });
    }
  }
  const broken = new Set([shipped, ...roots].flatMap((root) => [...root.broken]));
  return { packs: new Map(sortBy(found, ([name]) => name).map(([name, { pack }]) => [name, pack])), broken, replaced };
}

function reportUnreachable({ tool, rules, spanOf }: Pack, report: Report): void {
  for (const { index, coveredBy } of findUnreachable(rules, tool)) {
    const [rule, earlier] = [rules[index]!, rules[coveredBy]!];
    report({
      code: "unreachable-rule",
      severity: "warning",
      message: `the rule \`${rule.pattern}:${rule.verdict}\` of \`${tool}\` can never match`,
      span: spanOf("rules", index),
      label: `\`${earlier.pattern}\` at ${earlier.from} covers it`,
      hint: "remove it, or move it before the more general rule",
    });
  }
}

/** Each `@name` is replaced by the rules of that pack, which keep their own places. */
export function expandPacks(agent: AgentDocument, { packs, broken }: PackSet, report: Report): readonly RuleDocument[] {
  return (agent.rules ?? []).flatMap((each): readonly RuleDocument[] => {
    if (!("pack" in each)) return [each];
    const { pack: name, tool, index } = each;
    const pack = packs.get(name);
    const span = agent.toml.at(["permissions", tool, "rules", index]);
    if (!pack) {
      if (broken.has(name)) return [];
      const guess = nearest(name, packs.keys());
      report({
        code: "unknown-pack",
        severity: "error",
        message: `agent \`${agent.fields.name}\` uses unknown pack \`${name}\``,
        span,
        label: `no packs/${name}.toml`,
        hint: didYouMean(guess && `@${guess}`) ?? "`surcingle pack list` lists the packs",
      });
      return [];
    }
    if (pack.tool !== tool) {
      report({
        code: "pack-of-other-tool",
        severity: "error",
        message: `the pack \`${name}\` has rules for \`${pack.tool}\`, not for \`${tool}\``,
        span,
        label: `a pack for \`${pack.tool}\``,
        hint: `name it in \`[permissions.${pack.tool}]\``,
      });
      return [];
    }
    return pack.rules.map((rule) => ({ ...rule, index }));
  });
}
