/** Tests the design card: which tools build, test and read, and what is at the top of the repository. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/make-root.ts";
import { projectRoot, sourceFiles, sourceRoot } from "./source-files.ts";

const scratch = makeScratch("card");

test("esbuild bundles the program: it starts without its packages", () => {
  assert.match(
    readFileSync(join(projectRoot, "scripts/bundle.mjs"), "utf8"),
    /import \{[^}]*\bbuild\b[^}]*\} from "esbuild"/,
  );
  const alone = join(scratch, "dist");
  cpSync(join(projectRoot, "dist"), alone, { recursive: true });
  const run = spawnSync(process.execPath, [join(alone, "surcingle.cjs"), "schema", "agent"], {
    cwd: scratch,
    encoding: "utf8",
  });
  assert.equal(run.status, 0, run.stderr);
  assert.equal(typeof JSON.parse(run.stdout), "object");
});

test("tsx and node:test run a test in TypeScript", () => {
  const file = join(scratch, "typed.test.ts");
  const lines = [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    "interface Pair { readonly left: number }",
    'test("typed", () => assert.equal(({ left: 1 } satisfies Pair as Pair).left, 1));',
  ];
  writeFileSync(file, `${lines.join("\n")}\n`);
  // A test that starts tests: without this the inner run reports to the outer one.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = ["--import", "tsx", "--test", "--test-reporter=tap", file];
  const run = spawnSync(process.execPath, words, { cwd: projectRoot, encoding: "utf8", env });
  assert.equal(run.status, 0, run.stdout + run.stderr);
  assert.match(run.stdout, /^# pass 1$/m);
});

test("fast-glob finds definitions", () => {
  const users = sourceFiles.filter((path) => readFileSync(join(sourceRoot, path), "utf8").includes('from "fast-glob"'));
  assert.deepEqual(users, ["read/folder.ts"]);
  const reader = readFileSync(join(sourceRoot, "read/read-tree.ts"), "utf8");
  assert.match(reader, /\bmakeFolderWalker\b.* from "\.\/folder\.ts"/);
});

test("the top level of the repository has the names of the design", () => {
  const names = [
    "src",
    "agents",
    "rules",
    "context",
    "nix",
    "flake.nix",
    "flake.lock",
    "package.json",
    "tsconfig.json",
  ];
  for (const name of names) assert.ok(existsSync(join(projectRoot, name)), name);
});
