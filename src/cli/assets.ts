/** Reads the programs that are shipped with the output: bundles next to this one. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { harnesses } from "../harness/all.ts";
import type { Assets } from "../harness/harness.ts";

export function readAssets(): Assets {
  const programs = harnesses.flatMap(({ id, program }) => (program ? [[id, readAsset(program.bundle)] as const] : []));
  return Object.fromEntries(programs);
}

/** A part of the page of `report`. */
export function readPageAsset(name: "report-page.js" | "report-page.css"): string {
  return readAsset(name);
}

/** Absolute paths of this installation's gate and runtime, so that PATH does not affect what a client starts. */
export function ownGate(): readonly string[] {
  return [process.execPath, findAsset("surcingle-gate.cjs")];
}

function readAsset(name: string): string {
  return readFileSync(findAsset(name), "utf8");
}

/** From the bundle they are in the parent directory; from the sources, in the bundler's output directory. */
function findAsset(name: string): string {
  const places = ["..", "../../dist"].map((directory) => join(import.meta.dirname, directory, name));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`the program ${name} is missing; run \`npm run build\``);
  return found;
}
