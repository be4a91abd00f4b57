/** The data for the page's script: the packed policies, and the fields of the explorer. */
import { type Policy, type Rule, tools } from "../../model/permission.ts";
import type { ReportHarness, RootReport } from "../report.ts";
import { html, type Markup } from "./markup.ts";

/** Pack rules occur in many policies, so each rule is written once and referred to by number. */
interface ExplorerInput {
  readonly harnesses: readonly ReportHarness[];
  readonly rules: readonly Rule[];
  readonly agents: readonly {
    readonly name: string;
    readonly policy: Omit<Policy, "rules">;
    readonly rules: readonly number[];
  }[];
}

/** JSON that cannot close its script element. */
export function printExplorerInput({ harnesses, agents }: RootReport): string {
  const numbers = new Map<string, number>();
  const rules: Rule[] = [];
  const numberOf = (rule: Rule): number => {
    const key = JSON.stringify(rule);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, rules.length);
    return rules.push(rule) - 1;
  };
  const data: ExplorerInput = {
    harnesses,
    agents: agents.flatMap(({ name, policy }) => {
      if (!policy) return [];
      const { rules: own, ...rest } = policy;
      return [{ name, policy: rest, rules: own.map(numberOf) }];
    }),
    rules,
  };
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function readExplorerInput(text: string): {
  readonly harnesses: readonly ReportHarness[];
  readonly policies: ReadonlyMap<string, Policy>;
} {
  const { harnesses, rules, agents } = JSON.parse(text) as ExplorerInput;
  const policies = agents.map(
    ({ name, policy, rules: own }) => [name, { ...policy, rules: own.map((i) => rules[i]!) }] as const,
  );
  return { harnesses, policies: new Map(policies) };
}

const toolLabels: Readonly<Record<string, string>> = {
  bash: "command",
  edit: "edit",
  read: "read",
  webfetch: "fetch",
  websearch: "search",
  question: "question",
  external_directory: "directory",
};

/** Undefined if no agent is governed. */
export function explorerForm({ agents }: RootReport): Markup | undefined {
  const governed = agents.filter(({ policy }) => policy);
  if (governed.length === 0) return undefined;
  return html`<p class="lead">Ask what an agent may do. This page runs the same engine as the gate.</p>
<noscript><p class="notice">The explorer needs JavaScript. <code>surcingle explain</code> gives the same answers.</p></noscript>
<form id="ask" class="card ask" autocomplete="off">
<div class="field"><label for="ask-agent">Agent</label><select id="ask-agent" name="agent">${governed.map(({ name }) => html`<option>${name}</option>`)}</select></div>
<fieldset class="field tools"><legend>Tool</legend><div>${tools.map(
    (tool, i) =>
      html`<label><input type="radio" name="tool" value="${tool}"${i === 0 && { markup: " checked" }}><span title="${tool}">${toolLabels[tool] ?? tool}</span></label>`,
  )}</div></fieldset>
<div class="field wide"><label for="ask-input" id="ask-label">Command</label><textarea id="ask-input" name="input" rows="2" spellcheck="false" autocapitalize="off" autocorrect="off"></textarea></div>
<div class="field wide"><span class="label" id="ask-examples-label">Examples</span><ul id="ask-examples" class="examples" aria-labelledby="ask-examples-label"></ul></div>
<details class="wide"><summary>Where it runs</summary><div class="grid">
<div class="field"><label for="ask-cwd">Project</label><input id="ask-cwd" name="cwd" value="/home/me/project" spellcheck="false"></div>
<div class="field"><label for="ask-home">Home</label><input id="ask-home" name="home" value="/home/me" spellcheck="false"></div>
<div class="field"><label for="ask-shell">Shell</label><select id="ask-shell" name="shell"><option value="">not known</option><option>bash</option><option>zsh</option><option>dash</option></select></div>
</div></details>
</form>
<p id="said" class="hidden-text" role="status" aria-live="polite"></p><div id="answer" class="card answer" role="region" aria-label="Answer"></div>`;
}
