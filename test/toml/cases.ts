/** TOML texts and who accepts them: `both` of us, only `nix`, or `nobody`. We accept nothing that Nix rejects. */
import { readFileSync } from "node:fs";

export interface TomlCase {
  readonly name: string;
  readonly readBy: "both" | "nix" | "nobody";
  readonly text: string;
}

export const tomlCases: readonly TomlCase[] = JSON.parse(
  readFileSync(new URL("./cases.json", import.meta.url), "utf8"),
);
