/** The renderer of each harness, by its id. Written by `npm run generate` from `all.ts`. Do not edit. */
import { renderer as claudeCode } from "./claude-code/render.ts";
import { renderer as codex } from "./codex/render.ts";
import { renderer as copilot } from "./copilot/render.ts";
import type { Renderer } from "./harness.ts";
import { renderer as kode } from "./kode/render.ts";
import { renderer as opencode } from "./opencode/render.ts";
import { renderer as pi } from "./pi/render.ts";

const renderers: ReadonlyMap<string, Renderer> = new Map([
  ["opencode", opencode],
  ["claude-code", claudeCode],
  ["pi", pi],
  ["codex", codex],
  ["copilot", copilot],
  ["kode", kode],
]);

export function rendererOf(id: string): Renderer {
  const renderer = renderers.get(id);
  if (!renderer) throw new Error(`there is no renderer for \`${id}\``);
  return renderer;
}
