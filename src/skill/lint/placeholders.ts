/** Placeholder text: what a template leaves behind, and nobody filled in. */

/** The sentences of the skill template. */
const templates = [
  "Brief description of what this skill does",
  "One-line purpose statement",
  "Capability 1",
  "Never do X without confirmation",
  "Always validate Y before Z",
  "Situation requiring human review",
  "lorem ipsum",
].map((each) => each.toLowerCase());

/** Each with what must be there for it to match: looking for that is quick. */
const patterns: readonly (readonly [needs: string, pattern: RegExp])[] = [
  ["", /\b(?:TODO|FIXME|TBD|XXX)\b(?=\s*[:(\])]|\s*$)/gm],
  ["[", /\[(?:TODO|TBD|placeholder|specific scenarios?|keyword ?\d*)\](?![([])/gi],
  ["[", /\[(?:insert|your|fill|describe) [^\]\n]{1,60}\](?![([])/gi],
  ["<", /<(?:TODO|TBD|placeholder|insert [^>\n]{1,60}|fill in[^>\n]{0,60})>/gi],
  ["{{", /\{\{ ?(?:TODO|placeholder|insert [^}\n]{1,60}) ?\}\}/gi],
];

const mostShown = 10;

export function findPlaceholders(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const [, pattern] of patterns.filter(([needs]) => text.includes(needs)))
    for (const match of text.matchAll(pattern)) found.push({ start: match.index, end: match.index + match[0].length });
  const lower = text.toLowerCase();
  for (const template of templates) {
    const start = lower.length === text.length ? lower.indexOf(template) : -1;
    if (start >= 0) found.push({ start, end: start + template.length });
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(({ start }, i) => i === 0 || start >= found[i - 1]!.end).slice(0, mostShown);
}
