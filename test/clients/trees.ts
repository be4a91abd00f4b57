/** Definitions as the product reads and builds them, and where each built tree belongs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../../src/build/generate.ts";
import { readManifest } from "../../src/build/write/manifest.ts";
import type { Tree } from "../../src/doctor/scene.ts";
import { harnesses } from "../../src/harness/all.ts";
import type { Harness } from "../../src/harness/harness.ts";
import type { Model } from "../../src/model/model.ts";

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Agents whose policies contain every kind of rule. */
export const tableRoot = join(repository, "test/clients/definitions");

/** Expectations come from the definitions, not from the rendered files. */
export async function readDefinitions(root: string | readonly string[], primary?: string): Promise<Model> {
  const context = { scope: "user", assets: { pi: "", opencode: "" } } as const;
  const { result, diagnostics } = await generate({
    roots: [root].flat(),
    settings: undefined,
    harnesses: [],
    context,
    version: "",
  });
  if (result === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const { model } = result;
  return primary === undefined ? model : { ...model, settings: { ...model.settings, piPrimary: primary } };
}

export interface BuildOptions {
  readonly root: string | readonly string[];
  /** A directory for build output; each build gets a new one inside it. */
  readonly into: string;
  /** The home the files are for. */
  readonly home: string;
  /** The main agent of Pi. */
  readonly primary?: string | undefined;
  /** As `build` writes it to be read or merged; otherwise as `apply` and the home module install it. */
  readonly isRaw?: boolean | undefined;
}

/** One or two trees for each harness. */
export type Trees = (id: string) => readonly Tree[];

export function buildTrees({ root, into, home, primary, isRaw }: BuildOptions): Trees {
  mkdirSync(into, { recursive: true });
  const place = mkdtempSync(join(into, "built-"));
  const settings = join(place, "settings.json");
  const pi = primary === undefined ? {} : { pi: { primary } };
  writeFileSync(settings, JSON.stringify({ home, ...pi }));
  const out = join(place, "out");
  const roots = [root].flat().flatMap((each) => ["--root", each]);
  const words = ["dist/surcingle.cjs", "build", "--quiet", ...roots, "--settings", settings, "--out", out];
  execFileSync(process.execPath, isRaw ? words : [...words, "--for-use"], { cwd: repository, stdio: "ignore" });
  const manifest = readManifest(readFileSync(join(out, "manifest.json"), "utf8"));
  if (manifest === undefined) throw new Error("the build left no manifest that can be read");
  return (id) => {
    const shared = manifest.files.filter(({ path, kind }) => kind === "shared" && path.startsWith(`${id}/`));
    const without = shared.map(({ path }) => path.slice(id.length + 1));
    return harnesses.filter((harness) => harness.id === id).flatMap((harness) => treesOf(harness, out, without));
  };
}

/** Skills outside a harness's root have their path relative to the home in the output too. */
function treesOf({ id, roots, folders = {} }: Harness, out: string, without: readonly string[]): Tree[] {
  const apart = roots.skills === undefined ? undefined : roots.skills.split("/")[0]!;
  const own = { from: join(out, id), to: roots.user, folders, without: apart ? [...without, apart] : without };
  return apart === undefined ? [own] : [own, { from: join(out, id, apart), to: apart }];
}
