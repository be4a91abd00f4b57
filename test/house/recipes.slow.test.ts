/** Follows each recipe of CONTRIBUTING.md in a copy of the repository: the checks pass, or name what is missing. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { harnesses } from "../../src/harness/all.ts";
import { makeScratch } from "../support/make-root.ts";
import { projectRoot } from "./source-files.ts";

const copy = makeScratch("recipes");
for (const name of readdirSync(projectRoot))
  if (![".git", "node_modules", "out"].includes(name))
    cpSync(join(projectRoot, name), join(copy, name), { recursive: true });
symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"));
const git = (...words: readonly string[]): string => execFileSync("git", ["-C", copy, ...words], { encoding: "utf8" });
git("init", "-q");
git("-c", "core.safecrlf=false", "add", "-A");
git("-c", "user.name=t", "-c", "user.email=t", "commit", "-qm", "before");

interface Outcome {
  readonly isRight: boolean;
  readonly output: string;
}

function run(program: string, ...words: readonly string[]): Outcome {
  // Without its own context, a test runner inside a test runs nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: copy, env, encoding: "utf8", maxBuffer: 1 << 26 } as const;
  const { status, stdout, stderr } = spawnSync(program, words, options);
  return { isRight: status === 0, output: stdout + stderr };
}
const node = (...words: readonly string[]): Outcome => run(process.execPath, "--import", "tsx", ...words);
const tests = (...files: readonly string[]): Outcome => node("--test", ...files);
const types = (): Outcome => run(join(copy, "node_modules/.bin/tsc"), "--noEmit");
const unused = (): Outcome => run(join(copy, "node_modules/.bin/knip"));
const generate = (...words: readonly string[]): Outcome => node("scripts/generate.ts", ...words);
const edit = (path: string, change: (text: string) => string): void => {
  const text = readFileSync(join(copy, path), "utf8");
  const changed = change(text);
  assert.notEqual(changed, text, `${path} was not changed`);
  writeFileSync(join(copy, path), changed);
};
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
};
const undo = (): void => {
  git("checkout", "-q", ".");
  git("clean", "-fdq");
};
const right = ({ isRight, output }: Outcome): void => {
  const failures = output
    .split("\n")
    .flatMap((line, i, all) => (line.startsWith("not ok") ? all.slice(i, i + 12) : []));
  assert.ok(isRight, failures.length > 0 ? failures.join("\n") : output.slice(-3_000));
};

test("a harness is one folder, one line and generated files", () => {
  // A copy of a harness that has a gate and its own codec, under another name.
  const renamed = (text: string): string =>
    text.replaceAll("copilot", "mule").replaceAll("Copilot", "Mule").replaceAll("COPILOT", "MULE");
  const folder = join(copy, "src/harness/mule");
  cpSync(join(copy, "src/harness/copilot"), folder, { recursive: true });
  rmSync(join(folder, "golden"), { recursive: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    /\.(?:ts|md)$/.test(each),
  )) {
    const path = join(folder, name);
    writeFileSync(path, renamed(readFileSync(path, "utf8")));
    if (renamed(name) !== name) renameSync(path, join(folder, renamed(name)));
  }
  edit("src/harness/mule/index.ts", (text) => text.replace('project: ".github"', 'project: ".mule"'));

  const unlisted = tests("test/house/house.test.ts");
  assert.ok(!unlisted.isRight && unlisted.output.includes("mule"), "a folder that is not listed goes unnoticed");

  edit("src/harness/all.ts", (text) =>
    text
      .replace("import { kode }", 'import { mule } from "./mule/index.ts";\nimport { kode }')
      .replace("copilot, kode]", "copilot, mule, kode]"),
  );
  right(generate());
  right(types());
  right(run(process.execPath, "scripts/bundle.mjs"));
  // Files of other clients may name its steering files.
  right(node("scripts/golden.ts"));
  right(
    tests(
      "test/house/house.test.ts",
      "test/house/module-imports.test.ts",
      "test/golden.test.ts",
      "src/harness/laws.test.ts",
    ),
  );

  const touched = git("status", "--porcelain")
    .split("\n")
    .map((line) => line.slice(3))
    .filter((path) => path !== "" && !path.startsWith("src/harness/mule/"));
  git("add", "-A");
  git("checkout", "-q", "HEAD", "--", ".");
  git("reset", "-q", "--hard");
  const generated =
    /^(?:docs\/|README\.md|nix\/|src\/harness\/[\w-]+\.(?:ts|json)|src\/harness\/[\w-]+\/golden\/|test\/diagnostics\/[\w.-]+\/expected\.txt|src\/policy\/path\/client-files\.ts|src\/cli\/commands\/help\.generated\.json)/;
  for (const path of touched)
    assert.ok(path === "src/harness/all.ts" || generated.test(path), `the recipe had to touch ${path}`);
  undo();
});

test("a field without an answer is named for every harness", () => {
  edit("src/harness/harness.ts", (text) => text.replace('  "tags",\n', '  "tags",\n  "flavour",\n'));
  const { isRight, output } = types();
  undo();
  assert.ok(!isRight);
  for (const { id } of harnesses)
    assert.match(output, new RegExp(`src/harness/${id}/index\\.ts.*flavour|src/harness/${id}/index\\.ts`));
});

test("a code without a folder that shows it is named", () => {
  edit("src/base/codes/definitions.ts", (text) =>
    text.replace(
      "export const generalCodes = {",
      'export const generalCodes = {\n  "never-shown": { title: "t", text: "x" },',
    ),
  );
  const { isRight, output } = tests("test/house/house.test.ts");
  undo();
  assert.ok(!isRight && output.includes("never-shown"), output.slice(-1_000));
});

test("a capability that needs no code is one folder", () => {
  put(
    "capabilities/scope/no-notes/capability.toml",
    '[capability]\nname = "scope::no-notes"\ncategory = "scope"\nversion = "1.0.0"\ndescription = "Notes stay as they are"\n\n[restricts]\npath-patterns = ["notes/**"]\n',
  );
  put("capabilities/scope/no-notes/text.md", "Do not edit files below `notes/`.\n");
  const { output } = node("src/cli/main.ts", "capability", "list", "--root", copy);
  undo();
  assert.match(output, /scope::no-notes/);
});

test("a capability with code is a module and one line; a module that is not listed is named", () => {
  put("src/capability/atoms/never-listed.ts", "/** Never listed. */\nexport const neverListed = 1;\n");
  const { isRight, output } = unused();
  undo();
  assert.ok(!isRight && output.includes("src/capability/atoms/never-listed.ts"), output);
});

test("a role is one file, and its page is generated", () => {
  put(
    "roles/note-taker.toml",
    '[role]\nname = "note-taker"\ndescription = "Takes notes"\n[capabilities]\nrequired = ["safety::no-dep-bump"]\n[tools]\nallowed = ["Read"]\n',
  );
  const stale = generate("--check");
  right(generate());
  const page = readFileSync(join(copy, "docs/roles.md"), "utf8");
  undo();
  assert.ok(!stale.isRight && stale.output.includes("docs/roles.md"), stale.output.slice(-1_000));
  assert.match(page, /note-taker/);
});

test("unused exports, types and dependencies are named", () => {
  edit("src/base/order.ts", (text) => `${text}export const neverUsed = 1;\nexport type NeverUsed = 1;\n`);
  edit("package.json", (text) =>
    text.replace('"devDependencies": {', '"devDependencies": {\n    "never-used": "1.0.0",'),
  );
  const { isRight, output } = unused();
  undo();
  assert.ok(!isRight);
  for (const name of ["neverUsed", "NeverUsed", "never-used"]) assert.match(output, new RegExp(`^${name}\\b`, "m"));
  right(unused());
});

test("a program's effects are one entry, a case for each option, and a generated list", () => {
  edit("src/policy/programs/files/text.ts", (text) =>
    text.replace(
      "  shuf: `",
      "  greet: `\n    # greet --help\n    -q --quiet\n    -o --output= write\n    operands read\n  `,\n  shuf: `",
    ),
  );
  edit("src/policy/programs/cases/text.ts", (text) =>
    text.replace(
      '  ["shuf -n 1 a", "read a"],\n',
      '  ["greet -q a", "read a"],\n  ["greet -o out a", "read a"],\n  ["shuf -n 1 a", "read a"],\n',
    ),
  );
  const stale = generate("--check");
  generate();
  const cases = tests("src/policy/programs/cases.test.ts");
  undo();
  assert.ok(!stale.isRight && stale.output.includes("src/policy/programs/names.ts"), stale.output.slice(-1_000));
  assert.match(cases.output, /^ok \d+ - greet -q a$/m);
  // The second case does not list the file that its option writes, so the check names it.
  assert.match(cases.output, /^not ok \d+ - greet -o out a$/m);
});

test("a command is one file and one line, and its page is derived", () => {
  put(
    "src/cli/commands/greet.ts",
    '/** `surcingle greet`: says hello. */\nimport { defineCommand } from "../command.ts";\n\nexport const greet = defineCommand({\n  name: "greet",\n  summary: "say hello",\n  options: { loud: { text: "say it loudly" } },\n  examples: ["surcingle greet --loud"],\n  run: async ({ out }) => {\n    out("hello\\n");\n    return 0;\n  },\n});\n',
  );
  edit("src/cli/commands/all.ts", (text) =>
    text.replace(/members: \{\n/, 'members: {\n      greet: async () => (await import("./greet.ts")).greet,\n'),
  );
  right(types());
  const results = [
    node("src/cli/main.ts", "greet"),
    node("src/cli/main.ts", "greet", "--help"),
    node("src/cli/main.ts", "greet", "--lou"),
    generate("--check"),
  ] as const;
  undo();
  assert.equal(results[0].output, "hello\n");
  assert.match(results[1].output, /--loud +say it loudly/);
  assert.match(results[2].output, /did you mean `--loud`/);
  assert.match(results[3].output, /docs\/cli\.md/);
});
