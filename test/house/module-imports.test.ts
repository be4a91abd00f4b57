/** Tests the module layout: which module may import which, and which may have side effects. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { sourceFiles, sourceRoot } from "./source-files.ts";

interface ModulePlan {
  readonly sees: readonly string[];
  readonly uses?: readonly string[];
}

const pure = ["base", "formats", "model", "policy"];
const everything = [
  ...[...pure, "sandbox", "harness", "skill", "read", "parse", "resolve", "capability"],
  ...["process", "build", "gate", "doctor", "import", "report", "sessions"],
];

const modules: Readonly<Record<string, ModulePlan>> = {
  base: { sees: [] },
  model: { sees: ["base"] },
  formats: { sees: ["base", "model"], uses: ["@iarna/toml", "yaml"] },
  read: { sees: ["base"], uses: ["node:fs", "node:path", "node:buffer", "node:url", "fast-glob"] },
  parse: { sees: ["base", "formats", "model"], uses: ["zod"] },
  resolve: { sees: ["base", "model", "parse", "policy", "capability"] },
  policy: { sees: ["base", "model"], uses: ["unbash"] },
  // A hash has no side effect.
  harness: { sees: [...pure, "sandbox"], uses: ["node:crypto"] },
  capability: { sees: ["base", "model", "policy"], uses: ["@babel/parser"] },
  // A skill is installed like other output: staged in a working folder, then renamed.
  skill: { sees: [...pure, "read", "parse", "process", "build"], uses: ["node:"] },
  process: { sees: ["base"], uses: ["node:"] },
  build: { sees: [...pure, "read", "parse", "resolve", "capability", "harness", "process"], uses: ["node:"] },
  // Only `prepare.ts` touches files; the wrapper is a shell script.
  sandbox: { sees: ["base", "model", "policy"], uses: ["node:fs", "node:path", "node:crypto"] },
  // Skill hooks are programs that a gate inside a client starts.
  gate: { sees: [...pure, "sandbox", "harness", "process"], uses: ["node:"] },
  import: { sees: [...pure, "harness"] },
  report: { sees: [...pure, "harness"] },
  sessions: { sees: [...pure, "harness"] },
  doctor: { sees: [...pure, "read", "process", "sandbox", "harness", "gate"], uses: ["node:"] },
  task: { sees: [...everything], uses: ["node:", "@photostructure/sqlite"] },
  cli: { sees: [...everything, "task"], uses: ["node:"] },
};

/**
 * Parts of a harness that run inside the client count as gate; those that read a home or start the client as doctor.
 */
function moduleOf(file: string): string {
  const module = file.split("/")[0] ?? "";
  const name = file.split("/").at(-1) ?? "";
  if (module !== "harness") return module;
  if (/^(?:plugin|extension)(?:-[a-z]+)*\.ts$/.test(name)) return "gate";
  return name === "doctor.ts" || name.endsWith(".client.ts") || /^harness\/(?:doctors|conformances)\.ts$/.test(file)
    ? "doctor"
    : module;
}

for (const file of sourceFiles.filter((each) => !each.endsWith(".test.ts"))) {
  test(`${file} imports only what its module may see`, () => {
    const [folder = "", house = ""] = file.split("/");
    const module = moduleOf(file);
    const plan = modules[module];
    assert.ok(plan, `\`${module}\` has no entry; add it to test/house/module-imports.test.ts`);
    for (const [, target = ""] of readFileSync(join(sourceRoot, file), "utf8").matchAll(
      /(?: from |import\(|import )"([^"]+)"/g,
    )) {
      if (!target.startsWith(".")) {
        assert.ok(
          plan.uses?.some((name) => target.startsWith(name)),
          `\`${module}\` may not use \`${target}\``,
        );
        continue;
      }
      const [other = "", wing = ""] = relative(sourceRoot, join(sourceRoot, dirname(file), target)).split("/");
      if (other === ".." && target.endsWith("/package.json")) continue;
      assert.ok(
        other === folder || other === module || plan.sees.includes(other),
        `\`${module}\` may not see \`${other}\``,
      );
      if (folder !== "harness" || other !== "harness" || house.endsWith(".ts")) continue;
      const open = wing === house || wing === "render" || wing.endsWith(".ts");
      assert.ok(open, `\`${house}\` may not see harness \`${wing}\``);
    }
  });
}

test("there are no import cycles, not even of types", () => {
  const importsOf = new Map(
    sourceFiles
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => {
        const text = readFileSync(join(sourceRoot, file), "utf8");
        const targets = [...text.matchAll(/^(?:import|export|\}) [^;"]*?from "(\.[^"]+)"/gm)].map(([, target = ""]) =>
          relative(sourceRoot, join(sourceRoot, dirname(file), target)),
        );
        return [file, targets] as const;
      }),
  );
  const finished = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    assert.ok(start < 0, [...path.slice(start), file].join(" -> "));
    if (finished.has(file)) return;
    path.push(file);
    for (const target of importsOf.get(file) ?? []) visit(target);
    path.pop();
    finished.add(file);
  };
  assert.ok([...importsOf.values()].flat().length > 1_000, "the imports were read");
  for (const file of importsOf.keys()) visit(file);
});
