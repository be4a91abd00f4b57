/** Coverage of the document "Design card". */
import { type CoveredDocument, differs, works } from "./row.ts";

export const designCard: CoveredDocument = {
  title: "Design card",
  about: "how this program is built and packaged",
  rows: [
    works("esbuild bundles the program", "test/house/loaded.test.ts > the bundle of the gate contains no renderer"),
    works("@iarna/toml reads TOML", "src/formats/toml.test.ts > is refused"),
    works(
      "yaml reads front matter",
      "src/harness/render/front-matter.test.ts > every reader of YAML reads the page as it was meant",
    ),
    works("zod checks the shape of definitions", "src/parse/json-schema.test.ts > test("),
    differs(
      "fast-glob finds files",
      "It finds test files. Definitions are read by one walker that also refuses links which leave the root and keeps an order that does not depend on the disk.",
      "src/build/generate.test.ts > the order in which the file system lists files changes nothing",
    ),
    works("tsx and node:test run the tests", "nix/checks/default.nix > other-tests"),
    works(
      "string dates only: TOML dates and times are refused",
      "src/formats/toml.test.ts > several dates are all reported",
    ),
    works(
      "the top-level names of the repository",
      "test/house/docs.test.ts > the files that docs/architecture.md names exist",
    ),
    works("`nix build .#agents`", "nix/checks/default.nix > agents"),
    works("`nix flake check` runs the tests", "nix/checks/default.nix > other-tests"),
    works("home-manager links what was built", "nix/checks/module.nix > programs.surcingle"),
  ],
};
