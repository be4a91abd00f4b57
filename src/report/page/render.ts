/** Renders the report as one self-contained HTML page: style, engine and data are inside. */
import type { Verdict } from "../../model/permission.ts";
import {
  type ClientSupport,
  countSupport,
  countVerdicts,
  type FieldSupport,
  notableFields,
  type PermissionLine,
  type ReportAgent,
  type ReportItem,
  type ReportPack,
  type RootReport,
  supports,
  type ToolPermissions,
} from "../report.ts";
import { explorerForm, printExplorerInput } from "./explorer.ts";
import { html, type Markup } from "./markup.ts";

/** The bundled browser parts, each with its SHA-256 for the page's content security policy. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  readonly scriptHash: string;
  readonly styleHash: string;
}

const supportWords: Readonly<Record<FieldSupport, string>> = {
  native: "native",
  gate: "gated",
  narrowed: "narrowed",
  lost: "lost",
};

const supportHelp: Readonly<Record<FieldSupport, string>> = {
  native: "supported by the client",
  gate: "Surcingle's gate enforces it",
  narrowed: "stricter than written",
  lost: "the client cannot express it",
};

export function renderPage(report: RootReport, assets: PageAssets): string {
  // Nothing may be loaded, and no other script may run.
  const policy = `default-src 'none'; script-src 'sha256-${assets.scriptHash}'; style-src 'sha256-${assets.styleHash}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const sections: readonly (readonly [string, string, Markup | undefined])[] = [
    ["overview", "Overview", overview(report)],
    ["explorer", "Policy explorer", explorerForm(report)],
    ["delegation", "Delegation", delegation(report)],
    ["agents", "Agents", agentCards(report)],
    ["packs", "Packs", packs(report)],
    ["skills", "Skills and commands", items(report)],
  ];
  const shown = sections.filter(([, , body]) => body !== undefined);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="surcingle ${report.surcingle}">
<title>Surcingle report</title>
<link rel="icon" href="data:,">
<style>${{ markup: assets.style }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<div class="bar">
<p class="brand">${logo}<span>Surcingle</span></p>
<nav aria-label="Sections"><ul>${shown.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
<button type="button" id="theme" class="icon" aria-label="Switch between light and dark"><span aria-hidden="true">◐</span></button>
</div>
</header>
<main id="main" tabindex="-1">
<h1>Agents and permissions</h1>
${shown.map(([id, title, body]) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`)}
</main>
<footer><p>Written by surcingle ${report.surcingle}. The policy explorer runs the engine of the gate.
Nothing leaves this page.</p></footer>
<script type="application/json" id="data">${{ markup: printExplorerInput(report) }}</script>
<script>${{ markup: assets.script }}</script>
</body>
</html>
`;
  return page.markup;
}

const logo = html`<svg viewBox="0 0 24 24" aria-hidden="true" class="logo"><path d="M12 2.5c5.2 0 9 4 9 9.5s-3.8 9.5-9 9.5S3 17.500 3 12s3.800-9.500 9-9.500z" fill="none" stroke="currentColor" stroke-width="2.200"></path><path d="M3.500 9.500h17M3.500 14.500h17" stroke="currentColor" stroke-width="2.200"></path><rect x="9" y="8" width="6" height="8" rx="1.500" class="buckle"></rect></svg>`;

function overview(report: RootReport): Markup {
  const { agents, harnesses, skills, commands } = report;
  const tiles: readonly (readonly [number, string])[] = [
    [agents.filter(({ kind }) => kind === "agent").length, "agents"],
    [harnesses.length, "clients"],
    [skills.length, "skills"],
    [commands.length, "commands"],
  ];
  // A client without agents would be a column of empty cells.
  const isShown = (id: string): boolean =>
    agents.some(
      ({ kind, clients }) =>
        kind === "agent" && clients.some(({ harness, isRendered }) => harness === id && isRendered),
    );
  const shown = harnesses.filter(({ id }) => isShown(id));
  return html`<ul class="tiles">${tiles.map(([count, word]) => html`<li><strong>${count}</strong> ${count === 1 ? word.slice(0, -1) : word}</li>`)}</ul>
${
  agents.length > 0 &&
  html`<p class="lead">How each client supports each agent's fields and permissions.</p>
<ul class="legend">${supports.map((support) => html`<li>${badge(support)} ${supportHelp[support]}</li>`)}</ul>
<div class="scroll" tabindex="0" role="region" aria-label="Agents by client"><table class="matrix">
<thead><tr><th scope="col">Agent</th>${shown.map(({ title }) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${agents.map(
    (agent) =>
      html`<tr><th scope="row"><a href="#agent-${agent.name}">${agent.name}</a>${!agent.permissions && html` <span class="chip warn">ungoverned</span>`}</th>${agent.clients.filter(({ harness }) => isShown(harness)).map(cell)}</tr>
`,
  )}</tbody></table></div>`
}`;
}

function cell(client: ClientSupport): Markup {
  if (!client.isRendered) return html`<td class="none">not rendered</td>`;
  const counts = countSupport(client);
  const total = Math.max(1, client.fields.length);
  let x = 0;
  const rects = supports.map((support) => {
    const rect = html`<rect class="s-${support}" x="${x}" y="0" width="${counts[support]}" height="1"></rect>`;
    x += counts[support];
    return counts[support] > 0 ? rect : "";
  });
  const words = supports.filter((support) => counts[support] > 0);
  return html`<td><svg class="share" viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true">${rects}</svg><ul class="counts">${words.map((support) => html`<li class="c-${support}">${counts[support]} ${supportWords[support]}</li>`)}</ul></td>`;
}

function badge(support: FieldSupport): Markup {
  return html`<span class="badge s-${support}">${supportWords[support]}</span>`;
}

function verdictBadge(verdict: Verdict): Markup {
  return html`<span class="badge v-${verdict}">${verdict}</span>`;
}

const row = 38;
const nodeWidth = 190;
const gap = 200;
const height = 26;

/** Callers on the left, delegates on the right, a line for each delegation. Undefined if no agent delegates. */
function delegationPicture(agents: readonly ReportAgent[]): Markup | undefined {
  const callers = agents.filter(({ delegates }) => delegates.length > 0);
  const names = [...new Set(callers.flatMap(({ delegates }) => delegates))].sort();
  if (callers.length === 0) return undefined;
  const rows = Math.max(callers.length, names.length);
  const total = { width: 2 * nodeWidth + gap, height: rows * row + 8 };
  // The shorter side is spread over the height of the longer one.
  const at = (index: number, count: number): number => ((index + 0.5) * rows * row) / count + 4;
  const lines = callers.flatMap(({ name, delegates }, i) =>
    delegates.map((to) => {
      const [y1, y2] = [at(i, callers.length), at(names.indexOf(to), names.length)];
      const [x1, x2] = [nodeWidth, nodeWidth + gap];
      const middle = (x1 + x2) / 2;
      const path = `M${x1} ${round(y1)} C${middle} ${round(y1)} ${middle} ${round(y2)} ${x2 - 7} ${round(y2)}`;
      return html`<path class="edge" data-from="${name}" data-to="${to}" d="${path}" marker-end="url(#arrow)"></path>`;
    }),
  );
  return html`<svg class="picture" viewBox="0 0 ${total.width} ${total.height}" role="img" aria-labelledby="picture-title picture-text">
<title id="picture-title">Delegation between agents</title>
<desc id="picture-text">${callers.map(({ name, delegates }) => `${name} may delegate to ${delegates.join(", ")}. `).join("")}</desc>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="arrow" d="M0 0 8 4 0 8z"></path></marker></defs>
${lines}
${callers.map(({ name }, i) => node(name, 0, at(i, callers.length), "caller"))}
${names.map((name, i) => node(name, nodeWidth + gap, at(i, names.length), "delegate"))}
</svg>`;
}

function node(name: string, x: number, y: number, side: string): Markup {
  const shown = name.length > 22 ? `${name.slice(0, 21)}…` : name;
  return html`<g class="node ${side}" data-agent="${name}"><rect x="${x + 0.5}" y="${round(y - height / 2)}" width="${nodeWidth - 1}" height="${height}" rx="7"></rect><text x="${x + nodeWidth / 2}" y="${round(y + 4.5)}" text-anchor="middle">${shown}</text></g>
`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function delegation({ agents }: RootReport): Markup | undefined {
  const governed = agents.filter(({ permissions }) => permissions);
  if (governed.length === 0) return undefined;
  const picture = delegationPicture(agents);
  return html`<p class="lead">An agent may delegate to the agents it names, or by default to every agent that may do no more than itself.</p>
${picture ? html`<div class="card scroll" tabindex="0" role="region" aria-label="Picture of delegation">${picture}</div>` : html`<p class="card">No agent may delegate.</p>`}
<details><summary>As a list</summary><dl class="pairs">${governed.map(({ name, delegates }) => html`<div><dt>${name}</dt><dd>${delegates.length === 0 ? "no agent" : delegates.join(", ")}</dd></div>`)}</dl></details>`;
}

function agentCards(report: RootReport): Markup | undefined {
  if (report.agents.length === 0) return undefined;
  return html`<div class="cards">${report.agents.map((agent) => agentCard(agent, report))}</div>`;
}

function agentCard(agent: ReportAgent, report: RootReport): Markup {
  const {
    name,
    title,
    kind,
    mode,
    description,
    path,
    role,
    skills,
    packs: used,
    permissions,
    delegates,
    limits,
  } = agent;
  const facts: readonly (readonly [string, Markup | string | false])[] = [
    ["Defined in", html`<code>${path}</code>`],
    ["Role", role ?? false],
    ["Packs", used.length > 0 && html`${used.map((pack) => html`<a class="chip" href="#pack-${pack}">@${pack}</a> `)}`],
    ["Skills", skills.length > 0 && skills.join(", ")],
    ["Delegates to", permissions ? (delegates.length === 0 ? "no agent" : delegates.join(", ")) : false],
  ];
  return html`<article class="card agent" id="agent-${name}" aria-labelledby="agent-${name}-title">
<header><h3 id="agent-${name}-title">${title}</h3><p class="chips"><code>${name}</code> <span class="chip">${kind === "agent" ? mode : "command"}</span>${permissions && html` <a class="chip link" href="#explorer?agent=${name}">try it</a>`}</p></header>
<p>${description}</p>
<dl class="facts">${facts.map(([term, value]) => value !== false && html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
${permissions ? html`<h4>Permissions</h4>${permissionTable(permissions, name)}` : html`<p class="notice">This agent is ungoverned: it has no permissions, so each client's own defaults apply.</p>`}
${limits.length > 0 && html`<h4>Limits of the role</h4><ul class="limits">${limits.map(({ text, from }) => html`<li>${code(text)} <code class="from">${from}</code></li>`)}</ul>`}
<h4>Clients</h4>
${clientTable(agent.clients, report)}
</article>`;
}

/** Backticks in our sentences mark code. */
function code(text: string): readonly Markup[] {
  return text.split("`").map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

function permissionTable(permissions: readonly ToolPermissions[], name: string): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Permissions of ${name}"><table class="permissions">
<thead><tr><th scope="col">Tool</th><th scope="col">Rules, the first match decides</th><th scope="col">Otherwise</th></tr></thead>
<tbody>${permissions.map(
    ({
      tool,
      lines,
      intent,
      isNamed,
    }) => html`<tr><th scope="row"><code>${tool}</code></th><td>${ruleList(lines)}</td><td>${verdictBadge(intent)}${!isNamed && html` <span class="faint">default</span>`}</td></tr>
`,
  )}</tbody></table></div>`;
}

/** Longer lists are folded. */
const mostLines = 8;

function ruleList(lines: readonly PermissionLine[]): Markup {
  if (lines.length === 0) return html`<span class="faint">none</span>`;
  const list = html`<ol class="rules">${lines.map((line) => html`<li>${ruleLine(line)}</li>`)}</ol>`;
  if (lines.length <= mostLines) return list;
  const own = lines.filter((line) => "verdict" in line);
  const counts = countVerdicts(own);
  const parts = (["allow", "ask", "deny"] as const).filter((verdict) => counts[verdict] > 0);
  const packCount = lines.length - own.length;
  return html`<details><summary>${lines.length} entries: ${packCount > 0 && `${packCount} ${packCount === 1 ? "pack" : "packs"}, `}${parts.map((verdict) => `${counts[verdict]} ${verdict}`).join(", ")}</summary>${list}</details>`;
}

function ruleLine(line: PermissionLine): Markup {
  if ("pack" in line)
    return html`<a class="chip" href="#pack-${line.pack}">@${line.pack}</a> <span class="faint">${line.rules} ${line.rules === 1 ? "rule" : "rules"}</span>`;
  return html`${verdictBadge(line.verdict)} <code>${line.pattern}</code> <code class="from">${line.from}</code>`;
}

function clientTable(clients: readonly ClientSupport[], { harnesses }: RootReport): Markup {
  return html`<ul class="clients">${clients.map((client) => {
    const title = harnesses.find(({ id }) => id === client.harness)!.title;
    if (!client.isRendered)
      return html`<li><p><strong>${title}</strong> <span class="faint">not rendered: the client has no agents</span></p></li>`;
    const counts = countSupport(client);
    const badges = supports.map(
      (support) =>
        counts[support] > 0 &&
        html` <span class="badge s-${support}">${counts[support]} ${supportWords[support]}</span>`,
    );
    const notable = notableFields(client.fields);
    const list = html`<ul class="reasons">${notable.map(({ fields, support, why }) => html`<li>${badge(support)} <code>${fields.join(", ")}</code> ${code(why.join("; "))}</li>`)}</ul>`;
    return html`<li>${notable.length === 0 ? html`<p><strong>${title}</strong>${badges}</p>` : html`<details><summary><strong>${title}</strong>${badges}</summary>${list}</details>`}</li>`;
  })}</ul>`;
}

function packs({ packs: all }: RootReport): Markup | undefined {
  if (all.length === 0) return undefined;
  return html`<p class="lead">Rules that several agents share. An agent uses a pack by name in its own rules.</p><div class="cards">${all.map(packCard)}</div>`;
}

function packCard({ name, tool, path, rules, usedBy }: ReportPack): Markup {
  const counts = countVerdicts(rules);
  const parts = (["allow", "ask", "deny"] as const).filter((verdict) => counts[verdict] > 0);
  return html`<article class="card" id="pack-${name}" aria-labelledby="pack-${name}-title"><header><h3 id="pack-${name}-title">@${name}</h3><p class="chips"><code>${tool}</code></p></header>
<p class="faint">${path}, used by ${usedBy.join(", ")}</p>
<details><summary>${parts.map((verdict) => `${counts[verdict]} ${verdict}`).join(", ")}</summary><ol class="rules">${rules.map((rule) => html`<li>${ruleLine(rule)}</li>`)}</ol></details></article>`;
}

function items({ skills, commands, harnesses }: RootReport): Markup | undefined {
  if (skills.length + commands.length === 0) return undefined;
  const table = (title: string, all: readonly ReportItem[]) =>
    all.length > 0 &&
    html`<h3>${title}</h3><div class="scroll" tabindex="0" role="region" aria-label="${title} by client"><table class="matrix">
<thead><tr><th scope="col">Name</th>${harnesses.map((harness) => html`<th scope="col">${harness.title}</th>`)}</tr></thead>
<tbody>${all.map(
      (
        item,
      ) => html`<tr><th scope="row"><strong>${item.name}</strong><span class="faint">${firstSentence(item.description)}</span></th>${item.clients.map(itemCell)}</tr>
`,
    )}</tbody></table></div>`;
  return html`${table("Skills", skills)}${table("Commands", commands)}`;
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?= |$)/s.exec(text)?.[0] ?? text;
}

function itemCell({ isRendered, fields }: ClientSupport): Markup {
  const notable = fields.filter(({ support }) => support !== "native");
  if (!isRendered) return html`<td class="none">not rendered</td>`;
  if (notable.length === 0) return html`<td>${badge("native")}</td>`;
  const worst = supports.findLast((support) => notable.some((each) => each.support === support))!;
  return html`<td><details><summary><span class="badge s-${worst}">${notable.length} ${supportWords[worst]}</span></summary><ul class="reasons">${notable.map(({ field, why }) => html`<li><code>${field}</code> ${code(why.join("; "))}</li>`)}</ul></details></td>`;
}
