/** Tests whole imports: realistic files, the definitions they become, and our own output imported again. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { harnesses } from "../../src/harness/all.ts";
import type { ImportFile } from "../../src/harness/importer.ts";
import { importers } from "../../src/import/all.ts";
import type { RootFile } from "../../src/import/definitions.ts";
import { assembleRoot } from "../../src/import/definitions.ts";
import { assets, caseNames, casesDirectory, renderCase } from "../support/golden.ts";
import { importCase, printImport, shippedPacks } from "../support/import-case.ts";
import { makeScratch } from "../support/make-root.ts";
import { outputContent, renderRoots, rootsOf } from "../support/render-case.ts";

const cases = join(import.meta.dirname, "cases");
const scratch = makeScratch("import");

function writeRoot(name: string, files: readonly RootFile[]): string {
  const root = join(scratch, name);
  for (const { path, content } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

let agents = 0;
for (const name of readdirSync(cases).sort()) {
  const directory = join(cases, name);
  test(`${name} is imported as in expected.txt and passes check`, async () => {
    const imported = importCase(directory);
    const path = join(directory, "expected.txt");
    const text = printImport(imported);
    if (process.env["UPDATE"]) writeFileSync(path, text);
    assert.equal(text, readFileSync(path, "utf8"), "UPDATE=1 writes the file; read the difference before you keep it");
    const root = writeRoot(name, imported.files);
    const { result, diagnostics } = await renderRoots(
      [root],
      harnesses.filter(({ id }) => id !== "pi"),
      assets,
    );
    assert.deepEqual(
      diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message),
      [],
    );
    assert.equal(result?.model.agents.length, imported.definitions.filter(({ kind }) => kind === "agent").length);
    agents +=
      imported.definitions.filter(({ kind }) => kind === "agent").length +
      imported.notes.filter(({ kind }) => kind === "skipped").length;
  });
}
test("at least 40 agent files are imported", () => assert.ok(agents >= 40, String(agents)));

/** Where a rendered file is in a home. */
const homePath = (root: string, path: string): string => (path.startsWith(".agents/") ? path : `${root}/${path}`);

/**
 * Leaves out what an import cannot keep: the positions of rules, which are in other files now; delegates, which depend
 * on a mode that most clients do not store; and in OpenCode the display name, which is a comment there.
 */
function comparable(path: string, content: string): string {
  if (!path.endsWith(".json")) return content.replace(/^---\n(?:# .*\n)+/, "---\n");
  const policy = JSON.parse(content);
  const { delegates: _, ...rest } = policy;
  return JSON.stringify({ ...rest, rules: policy.rules?.map(({ from: _, ...rule }: { from: string }) => rule) });
}

/** Commands that are agents come back as agents, and a role's text moves after the rules. */
const differs: readonly string[] = [
  "behaviour-examples",
  "commands-of-every-kind",
  "command-layers",
  "agents-with-roles",
  // Which of several primary agents is Pi's main one is a setting, and so is a model.
  "two-primaries",
];

for (const harness of harnesses) {
  const importer = importers.find(({ id }) => id === harness.id);
  for (const name of importer ? caseNames.filter((each) => !differs.includes(each)) : [])
    test(`${harness.id}: importing what was rendered for ${name} renders the same agents and policies again`, async () => {
      const tree = await renderCase(harness, name);
      const files = new Map<string, ImportFile>();
      for (const [path, bytes] of tree) {
        const full = homePath(harness.roots.user, path);
        files.set(full, { path: full, bytes, text: bytes.toString("utf8"), executable: false });
      }
      const imported = importer!.read({ files, scope: "user", home: new Map(), withAnswers: false });
      assert.deepEqual(imported.blocked, []);
      const root = assembleRoot([{ importer: importer!, label: "~", imported }], {
        withModels: false,
        roles: new Set(),
        packs: shippedPacks,
      });
      if (root.files.length === 0) return;
      const directory = writeRoot(`${harness.id}-${name}`, root.files);
      const settings = rootsOf(join(casesDirectory, name))
        .map((each) => join(each, "surcingle.toml"))
        .find((each) => existsSync(each));
      if (settings) copyFileSync(settings, join(directory, "surcingle.toml"));
      const again = await renderRoots([directory], [harness], assets);
      assert.ok(again.result, JSON.stringify(again.diagnostics.map(({ message }) => message)));
      const rendered = new Map(again.result.rendered[0]!.files.map((file) => [file.path, String(outputContent(file))]));
      const delegatesOf = (text = ""): readonly string[] =>
        /"delegates":/.test(text) ? JSON.parse(text).delegates : [];
      const known = new Set(root.definitions.map((each) => each.name));
      const shape =
        /^(?:agents\/|surcingle\/|SYSTEM\.md|[^/]+\.config\.toml|extensions\/surcingle\/[^/]+\/policy\.json)/;
      for (const [path, bytes] of tree) {
        // Not the policy of an agent that the client has no file for.
        const owner = /(?:^|\/)surcingle\/([^/]+)(?:\/policy)?\.json$/.exec(path)?.[1];
        if (!shape.test(path) || (owner !== undefined && !known.has(owner))) continue;
        const before = bytes.toString("utf8");
        for (const each of delegatesOf(rendered.get(path))) assert.ok(delegatesOf(before).includes(each), path);
        assert.equal(
          comparable(path, rendered.get(path) ?? `"${path} is not rendered"`),
          comparable(path, before),
          path,
        );
      }
    });
}
