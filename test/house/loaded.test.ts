/** Tests what is loaded when: the gate and `skill check` know every harness without loading a renderer. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { build } from "esbuild";
import { agentFiles, makeRoots, skillFiles } from "../support/make-root.ts";
import { projectRoot } from "./source-files.ts";

const isRenderer = (path: string): boolean =>
  /^src\/harness\/(?:renderers|render-harness)\.ts$|^src\/harness\/[a-z-]+\/(?:render|commands|losses)\.ts$/.test(path);

async function inputsOf(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["@photostructure/sqlite"],
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs);
  return Object.entries(output!.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []));
}

test("the bundle of the gate contains no renderer", async () => {
  const inputs = await inputsOf("src/gate/main.ts");
  assert.ok(inputs.includes("src/gate/answer.ts"), "the bundle was inspected");
  assert.deepEqual(inputs.filter(isRenderer), []);
  assert.deepEqual(
    inputs.filter((path) => path.startsWith("node_modules/") && !path.startsWith("node_modules/unbash/")),
    [],
  );
});

test("the gate does not load Node's crypto, streams or child processes to answer", () => {
  const script = `const fs = require("node:fs"); process.on("exit", () => fs.writeSync(2, process.moduleLoadList.join("\\n")));
    process.argv.splice(2, 0, "--harness", "claude-code", "--policy", "/none");
    require(process.argv[1]);`;
  const run = spawnSync(process.execPath, ["-e", script, join(projectRoot, "dist/surcingle-gate.cjs")], {
    input: JSON.stringify({ tool_name: "Read", tool_input: { file_path: "/a" }, cwd: "/" }),
    encoding: "utf8",
  });
  assert.match(run.stdout, /the policy \/none cannot be read/);
  const builtins = run.stderr.split("\n").flatMap((line) => /^NativeModule (\S+)$/.exec(line)?.[1] ?? []);
  assert.ok(builtins.includes("fs"), "the loading was seen");
  assert.deepEqual(
    builtins.filter((name) => ["crypto", "stream", "net", "child_process"].includes(name)),
    [],
  );
});

function loaded(...words: string[]): readonly string[] {
  const run = spawnSync(
    process.execPath,
    ["--import", "tsx", "--import", join(projectRoot, "test/support/print-loaded.mjs"), "src/cli/main.ts", ...words],
    { cwd: projectRoot, encoding: "utf8" },
  );
  return [...run.stderr.matchAll(/^loaded (src\/\S+)$/gm)].map((match) => match[1]!);
}

test("`--version`, `--help` and the help of a command load no command", () => {
  const isFront = (path: string): boolean =>
    /^src\/(?:base|model)\/|^src\/cli\/(?:[a-z-]+|commands\/all)\.ts$/.test(path);
  for (const words of [[], ["--version"], ["--help"], ["check", "--help"], ["help", "skill", "check"]]) {
    const files = loaded(...words);
    assert.ok(files.includes("src/cli/command-line.ts"), "the loading was seen");
    assert.deepEqual(
      files.filter((path) => !isFront(path)),
      [],
    );
  }
});

test("the bundled `--version` reads less than 64 KB", () => {
  const script = `process.argv[2] = "--version"; require(process.argv[1]);
    process.on("exit", () => console.log(JSON.stringify(Object.keys(require.cache))));`;
  const run = spawnSync(process.execPath, ["-e", script, join(projectRoot, "dist/surcingle.cjs")], {
    encoding: "utf8",
  });
  const files: readonly string[] = JSON.parse(run.stdout.split("\n")[1]!);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes > 0 && bytes < 64 * 1024, `${files.length} files, ${bytes} bytes`);
});

test("`skill check` loads no renderer, and `check` does", () => {
  const root = makeRoots("loaded")({ ...agentFiles("a"), ...skillFiles("s") });
  const check = loaded("skill", "check", join(root, "skills/s"));
  assert.ok(check.includes("src/cli/main.ts"), "the loading was seen");
  assert.deepEqual(check.filter(isRenderer), []);
  assert.ok(loaded("check", "--root", root).some(isRenderer));
});
