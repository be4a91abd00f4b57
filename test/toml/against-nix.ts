/**
 * `node --import tsx test/toml/against-nix.ts`: compares every case with the real Nix, which must read what we read,
 * the same way.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parseToml } from "../../src/formats/toml.ts";
import { tomlCases } from "./cases.ts";

const scratch = mkdtempSync(join(tmpdir(), "surcingle-toml-"));
const file = join(scratch, "case.toml");

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

let wrong = 0;
try {
  if (!isDeepStrictEqual(readByNix("x = 1\n"), { x: 1 })) throw new Error("nix-instantiate does not work here");
  for (const { name, text, readBy } of tomlCases) {
    const ours = parseToml({ path: "case.toml", text }, () => undefined)?.value;
    const nix = readByNix(text);
    if (ours !== undefined && !isDeepStrictEqual(plain(ours), plain(nix))) {
      console.error(`${name}: we read ${JSON.stringify(ours)}, Nix ${JSON.stringify(nix) ?? "refuses it"}`);
      wrong++;
    }
    // Versions of Nix differ in what they reject beyond that: reported, but not a failure.
    const found = ours !== undefined ? "both" : nix !== undefined ? "nix" : "nobody";
    if (ours === undefined && found !== readBy)
      console.log(`note: ${name}: the table says ${readBy}, here it is ${found}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${tomlCases.length} cases, ${wrong} of them read in another way than Nix does`);
process.exitCode = wrong > 0 ? 1 : 0;
