/** Tests exports: no two types share a name, every export has an importer; and the size of folders. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import glob from "fast-glob";
import { projectRoot, sourceFiles, sourceRoot } from "./source-files.ts";

const code = sourceFiles.filter((file) => !/\.(?:test|check)\.ts$/.test(file));
const textOf = new Map(code.map((file) => [file, readFileSync(join(sourceRoot, file), "utf8")]));

test("two exported types never share a name", () => {
  const owners = new Map<string, string>();
  for (const [file, text] of textOf)
    for (const [, name = ""] of text.matchAll(/^export (?:type|interface) (\w+)/gm)) {
      assert.ok(!owners.has(name), `\`${name}\` is exported by ${owners.get(name)} and by ${file}`);
      owners.set(name, file);
    }
});

test("a folder has at most 15 source files", () => {
  const counts = new Map<string, number>();
  for (const file of code) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  for (const [folder, count] of counts) assert.ok(count <= 15, `src/${folder} has ${count} source files`);
});

test("an export is imported by another file", async () => {
  const importers = await glob(["src/**/*.ts", "test/**/*.ts", "scripts/**/*.{ts,mjs}"], {
    cwd: projectRoot,
    ignore: ["**/golden/**"],
  });
  const imported = new Map<string, Set<string>>();
  for (const importer of importers) {
    const text = readFileSync(join(projectRoot, importer), "utf8");
    const add = (target: string, names: readonly string[]): void => {
      const file = relative(sourceRoot, join(projectRoot, dirname(importer), target));
      const known = imported.get(file) ?? new Set();
      for (const name of names) known.add(name);
      imported.set(file, known);
    };
    const namesIn = (list: string): string[] =>
      list.split(",").map(
        (each) =>
          each
            .trim()
            .replace(/^type /, "")
            .split(/ as |:/)[0]
            ?.trim() ?? "",
      );
    for (const [, list = "", target = ""] of text.matchAll(/(?:import|export)(?: type)? \{([^}]*)\} from "(\.[^"]+)"/g))
      add(target, namesIn(list));
    for (const [, target = ""] of text.matchAll(/import \* as \w+ from "(\.[^"]+)"/g)) add(target, ["*"]);
    for (const [, target = "", name = ""] of text.matchAll(/import\("(\.[^"]+)"\)\.(\w+)/g)) add(target, [name]);
    for (const [, list, target = ""] of text.matchAll(/(?:\{([^{}]*)\} = await )?import\(\s*"(\.[^"]+)"/g))
      add(target, list === undefined ? ["*"] : namesIn(list));
  }
  // Loaded by a client from a bundle.
  const entries = new Set(["harness/opencode/plugin.ts", "harness/pi/extension.ts"]);
  const dead: string[] = [];
  for (const [file, text] of textOf)
    for (const [, name = ""] of text.matchAll(/^export (?:async )?(?:const|function|type|interface) (\w+)/gm)) {
      if (entries.has(file)) continue;
      const names = imported.get(file);
      if (!names?.has(name) && !names?.has("*")) dead.push(`${file}: ${name}`);
    }
  assert.deepEqual(dead, []);
});
