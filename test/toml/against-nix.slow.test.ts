/** Compares every case with the real Nix, which must read what we read, the same way. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { parseToml } from "../../src/formats/toml.ts";
import { makeScratch } from "../support/make-root.ts";
import { tomlCases } from "./cases.ts";

const scratch = makeScratch("toml");
const file = join(scratch, "case.toml");
const skip = spawnSync("nix-instantiate", ["--version"]).error ? "Nix is not installed" : false;

/** The value as Nix reads it, or undefined if it refuses. One call each: a parse error ends the whole evaluation. */
function readByNix(text: string): unknown {
  writeFileSync(file, text);
  const expression = `builtins.toJSON (builtins.fromTOML (builtins.readFile ${file}))`;
  let output: string;
  try {
    output = execFileSync("nix-instantiate", ["--eval", "--strict", "--json", "--expr", expression], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
  const json: string = JSON.parse(output);
  try {
    return JSON.parse(json);
  } catch {
    // Nix prints numbers that JSON does not have.
    return json;
  }
}

/** Without the sign of zero, and without the library's own marks. */
const plain = (value: unknown): unknown => value && JSON.parse(JSON.stringify(value));

const oursOf = (text: string): unknown => parseToml({ path: "case.toml", text }, () => undefined)?.value;

test("Nix reads what we read, the same way", { skip }, (t) => {
  assert.deepEqual(readByNix("x = 1\n"), { x: 1 }, "nix-instantiate works here");
  const wrong: string[] = [];
  for (const { name, text, readBy } of tomlCases) {
    const ours = oursOf(text);
    const nix = readByNix(text);
    if (ours !== undefined && !isDeepStrictEqual(plain(ours), plain(nix)))
      wrong.push(`${name}: we read ${JSON.stringify(ours)}, Nix ${JSON.stringify(nix) ?? "refuses it"}`);
    // Versions of Nix differ in what they reject beyond that: reported, but not a failure.
    const found = ours !== undefined ? "both" : nix !== undefined ? "nix" : "nobody";
    if (ours === undefined && found !== readBy) t.diagnostic(`${name}: the table says ${readBy}, here it is ${found}`);
  }
  assert.deepEqual(wrong, []);
});

test("fromTOML reads the documented sample with the same keys as we do", { skip }, () => {
  const text = readFileSync(join(import.meta.dirname, "../documents/agent/agent.toml"), "utf8");
  assert.deepEqual(readByNix(text), plain(oursOf(text)));
});
