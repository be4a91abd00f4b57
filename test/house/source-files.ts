/** Every TypeScript file of the program, for tests about the code itself. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

export const projectRoot = join(import.meta.dirname, "../..");
export const sourceRoot = join(projectRoot, "src");

export const sourceFiles = readdirSync(sourceRoot, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !file.includes("/golden/"))
  .sort();
