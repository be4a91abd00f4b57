/** Tests rules about the code itself: size, names, exported types, codes, the lock file. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { definitionCodes } from "../../src/base/codes/all.ts";
import { harnesses } from "../../src/harness/all.ts";
import { diagnosticCases } from "../support/diagnostics.ts";
import { projectRoot, sourceFiles, sourceRoot } from "./source-files.ts";

const code = sourceFiles.filter((file) => !/\.(?:test|check)\.ts$/.test(file));
const read = (file: string): string => readFileSync(join(sourceRoot, file), "utf8");

test("a file has at most 400 lines, a line at most 120 columns", () => {
  for (const file of sourceFiles) {
    const lines = read(file).split("\n");
    assert.ok(lines.length <= 401 || file.endsWith(".test.ts"), `${file} has ${lines.length} lines`);
    lines.forEach((line, i) => {
      assert.ok(
        line.length <= 120 || /^\s*(?:\*|\/\/|\/\*\*|text:|.*["'`].*)/.test(line),
        `${file}:${i + 1} has ${line.length} columns`,
      );
    });
  }
});

test("two exported types never share a name", () => {
  const owners = new Map<string, string>();
  for (const file of code)
    for (const [, name = ""] of read(file).matchAll(/^export (?:type|interface) (\w+)/gm)) {
      assert.ok(!owners.has(name), `\`${name}\` is exported by ${owners.get(name)} and by ${file}`);
      owners.set(name, file);
    }
});

test("a folder has at most 15 source files", () => {
  const counts = new Map<string, number>();
  for (const file of code) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  for (const [folder, count] of counts) assert.ok(count <= 15, `src/${folder} has ${count} source files`);
});

test("a file opens with a sentence that says what it is for", () => {
  for (const file of sourceFiles.filter((each) => !each.endsWith(".test.ts")))
    assert.match(read(file), /^\/\*\*/, file);
});

test("file names are in kebab case and say what is in the file", () => {
  for (const file of sourceFiles) {
    assert.match(file, /^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.(?:slow|client))?(?:\.test)?\.ts$/);
    assert.doesNotMatch(
      file,
      /\b(?:utils?|helpers?|common|misc|manager|service|data|info|processor|handler|factory)\b/,
    );
  }
});

/** Words with a plainer one in the glossary of docs/architecture.md, as parts of a name in camel case. */
const replacedWords =
  /(?:^|[a-z0-9])(?:Sheet|LateFile|Brought|ClosedMap|Station|World|Cure|Settle|Sweep|Poke|Telling|Standing|Patience|Trouble|Errand|Exam|Patient)(?:[A-Z0-9]|s\b|d\b|$)/;

test("names use the words of the glossary", () => {
  for (const file of sourceFiles) {
    const names = read(file).matchAll(/\b(?:const|let|function\*?|interface|type|readonly) (\w+)/g);
    for (const [, name = ""] of names) {
      const capital = name.charAt(0).toUpperCase() + name.slice(1);
      assert.doesNotMatch(capital, replacedWords, `${file} names ${name}`);
    }
  }
});

test("only the command line ends the process", () => {
  for (const file of sourceFiles.filter((each) => each !== "cli/main.ts" && !each.startsWith("gate/"))) {
    assert.doesNotMatch(read(file), /process\.exit\(/, file);
  }
});

test("no test reads the clock: on a busy machine everything takes longer", () => {
  for (const root of [sourceRoot, join(projectRoot, "test")])
    for (const file of readdirSync(root, { recursive: true, encoding: "utf8" }))
      if (file.endsWith(".test.ts"))
        assert.doesNotMatch(readFileSync(join(root, file), "utf8"), /(?:performance|Date)\.now\(/, file);
});

test("every harness folder is on the list, and every entry has a folder", () => {
  const folders = readdirSync(join(sourceRoot, "harness"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "render")
    .map(({ name }) => name);
  assert.deepEqual(folders.sort(), harnesses.map(({ id }) => id as string).sort());
});

/** Names of settings and of a file format that are words of their own: `[pi] primary`, `metadata.kode`, its profile. */
const otherWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["kode", ["src/skill/kode/", "src/model/skill.ts", "src/cli/check-denials.ts", "src/resolve/"]],
  ["pi", ["src/resolve/", "src/parse/settings.ts"]],
  ["copilot", ["src/import/rulesync.ts"]],
]);

test("no file outside its folder names a harness by its id", () => {
  const scripts = readdirSync(join(projectRoot, "scripts"), { recursive: true, encoding: "utf8" });
  const files = [
    ...sourceFiles.map((file) => `src/${file}`),
    ...scripts.filter((file) => /\.(?:ts|mjs)$/.test(file)).map((file) => `scripts/${file}`),
  ];
  for (const file of files.filter((each) => !each.endsWith(".test.ts"))) {
    const text = readFileSync(join(projectRoot, file), "utf8");
    if (text.startsWith("/**") && text.slice(0, text.indexOf("\n")).includes("Written by `npm run generate`")) continue;
    const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
    for (const { id } of harnesses) {
      if (file.startsWith(`src/harness/${id}/`)) continue;
      if (otherWords.get(id)?.some((path) => file.startsWith(path))) continue;
      assert.doesNotMatch(code, new RegExp(`["'\`]${id}["'\`]`), `${file} names ${id}`);
    }
  }
});

test("every code has a folder in test/diagnostics, or a test of the text a person sees", () => {
  const shown = new Set(diagnosticCases.map((name) => name.split(".")[0]));
  const tests = ["test/diagnostics.test.ts", "test/task/bad-task.test.ts"]
    .map((path) => readFileSync(join(projectRoot, path), "utf8"))
    .join("\n");
  for (const code of Object.keys(definitionCodes))
    assert.ok(shown.has(code) || tests.includes(`\\[${code}\\]`) || tests.includes(`[${code}]`), code);
});

test("no command parses its own command line", () => {
  for (const file of code.filter((each) => each.startsWith("cli/") && !/^cli\/(?:command|main)\.ts$/.test(each)))
    assert.doesNotMatch(read(file), /parseArgs|process\.argv/, file);
});

test("the text of an option or argument is written once", () => {
  const owners = new Map<string, string>();
  for (const file of code.filter((each) => each.startsWith("cli/")))
    for (const [, text = ""] of read(file).matchAll(/\btext:\s*"((?:[^"\\]|\\.)*)"/g)) {
      assert.ok(!owners.has(text), `"${text}" is in ${owners.get(text)} and in ${file}`);
      owners.set(text, file);
    }
  assert.ok(owners.size > 50, "the texts were found");
});

test("the lock file contains no URLs, and no file names a registry", () => {
  const lock = readFileSync(join(projectRoot, "package-lock.json"), "utf8");
  assert.doesNotMatch(lock, /"resolved"/);
});
