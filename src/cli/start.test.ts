import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Script } from "node:vm";
import { makeRoots } from "../../test/support/make-root.ts";

const makeRoot = makeRoots("start");
const project = join(import.meta.dirname, "../..");
const [text, compiled] = ["surcingle-program.cjs", "surcingle-program.compiled"] as const;

/** The bundle of the project, in a place of its own where its parts can be changed. */
function copyProgram(): string {
  const place = makeRoot({ "README.md": "" });
  for (const name of ["surcingle.cjs", text, compiled]) copyFileSync(join(project, "dist", name), join(place, name));
  return place;
}

function run(place: string): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(place, "surcingle.cjs"), "bild"], {
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

const guess = { status: 2, said: "surcingle: unknown command `bild`; did you mean `build`?\n" };

test("the compiled form fits the version of Node that made it, so a run starts from it", () => {
  const source = readFileSync(join(project, "dist", text), "latin1");
  const script = new Script(source, { cachedData: readFileSync(join(project, "dist", compiled)) });
  assert.equal(script.cachedDataRejected, false);
});

test("making the compiled form again gives the same bytes", () => {
  const place = copyProgram();
  const words = [join(project, "scripts/compile.mjs"), place, "schema", "agent"];
  const [one, two] = [1, 2].map(() => {
    assert.equal(spawnSync(process.execPath, ["--hash-seed=1", ...words]).status, 0);
    return readFileSync(join(place, compiled));
  });
  assert.ok(one!.equals(two!));
});

test("the program runs without its compiled form", () => {
  const place = copyProgram();
  assert.deepEqual(run(place), guess);
  rmSync(join(place, compiled));
  assert.deepEqual(run(place), guess);
});

test("a compiled form with a wrong byte is not used", () => {
  const place = copyProgram();
  const bytes = readFileSync(join(place, compiled));
  for (const part of [0.2, 0.4, 0.6, 0.8]) {
    const damaged = Buffer.from(bytes);
    const at = Math.floor(bytes.length * part);
    damaged.fill(0xff, at, at + 64);
    writeFileSync(join(place, compiled), damaged);
    assert.deepEqual(run(place), guess);
  }
});

test("a change of the program counts, also one that keeps its length", () => {
  const place = copyProgram();
  const source = readFileSync(join(place, text), "latin1");
  writeFileSync(join(place, text), source.replaceAll("did you mean", "did you want"), "latin1");
  assert.deepEqual(run(place), { status: 2, said: guess.said.replace("mean", "want") });
});
