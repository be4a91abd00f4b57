/** The delegation picture: callers on the left, delegates on the right, a line for each permission. */
import type { ReportAgent } from "../report.ts";
import { html, type Markup } from "./html.ts";

const row = 38;
const nodeWidth = 190;
const gap = 200;
const height = 26;

/** Undefined if no agent delegates. */
export function delegationPicture(agents: readonly ReportAgent[]): Markup | undefined {
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
