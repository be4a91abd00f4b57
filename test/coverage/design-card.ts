/** Coverage of the document "Design card". */
import { type CoveredDocument, works } from "./row.ts";

const card = "test/house/design-card.test.ts";

export const designCard: CoveredDocument = {
  title: "Design card",
  about: "how this program is built and packaged",
  rows: [
    works("esbuild bundles the program", `${card} > esbuild bundles the program: it starts without its packages`),
    works("@iarna/toml reads TOML", "src/formats/toml.test.ts > is refused"),
    works(
      "yaml reads front matter",
      "src/harness/render/front-matter.test.ts > every YAML reader reads the front matter as written",
    ),
    works("zod checks the shape of definitions", "src/parse/json-schema.test.ts > test("),
    works("fast-glob finds definitions", `${card} > fast-glob finds definitions`),
    works("tsx and node:test run the tests", `${card} > tsx and node:test run a test in TypeScript`),
    works(
      "string dates only: TOML dates and times are refused",
      "src/formats/toml.test.ts > several dates are all reported",
    ),
    works(
      "the top-level names of the repository",
      `${card} > the top level of the repository has the names of the design`,
    ),
    works("`nix build .#agents`", "nix/checks/default.nix > agents"),
    works("`nix flake check` runs the tests", "nix/checks/default.nix > other-tests"),
    works("home-manager links what was built", "nix/checks/module.nix > programs.surcingle"),
  ],
};
