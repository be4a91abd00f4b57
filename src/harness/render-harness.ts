/** Renders one harness: its files, and a report of everything that it cannot express. */
import type { Report } from "../base/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { OutputFile } from "../model/output.ts";
import type { Harness, RenderContext } from "./harness.ts";
import { reportLosses } from "./render/losses.ts";
import { rendererOf } from "./renderers.ts";

export function renderHarness(
  harness: Harness,
  model: Model,
  context: RenderContext,
  report: Report,
): readonly OutputFile[] {
  const renderer = rendererOf(harness.id);
  reportLosses(harness, renderer, model, context, report);
  return renderer.render(model, context, report);
}
