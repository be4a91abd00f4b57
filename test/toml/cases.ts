/** TOML texts and who reads them: `both` of us, only `nix`, or `nobody`. Nothing is read by us alone. */
import { readFileSync } from "node:fs";

export interface TomlCase {
  readonly name: string;
  readonly readBy: "both" | "nix" | "nobody";
  readonly text: string;
}

export const tomlCases: readonly TomlCase[] = JSON.parse(
  readFileSync(new URL("./cases.json", import.meta.url), "utf8"),
);
