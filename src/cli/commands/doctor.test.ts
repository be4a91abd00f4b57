import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { runCommandIn } from "../../../test/support/run-command.ts";
import { put } from "../../doctor/scene.ts";
import { doctor } from "./doctor.ts";

let work: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), "surcingle-doctor-"));
  put(join(work, "home/.keep"), "");
});
afterEach(() => rmSync(work, { recursive: true }));

/** A program that can only print a version. */
function install(name: string, version: string): void {
  put(join(work, "bin", name), `#!/bin/sh\necho ${version}\n`, 0o755);
}

async function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const variables = { PATH: join(work, "bin"), HOME: join(work, "home"), ...env };
  const { code: exitCode, out, err } = await runCommandIn(work, doctor, argv, variables);
  return { exitCode, out, err };
}

test("a machine without a client is reported, and is not a failure", async () => {
  const { exitCode, out, err } = await run([]);
  assert.match(out, /^Claude Code: note: not installed: `claude` is not on PATH$/m);
  assert.match(out, /none of these clients is installed/);
  assert.deepEqual([exitCode, err], [0, ""]);
});

test("a client that is too old is a failure", async () => {
  install("opencode", "1.2.3");
  const { exitCode, out } = await run(["--harness", "opencode"]);
  assert.match(
    out,
    /OpenCode: failed: version 1\.2\.3 of \S+ is too old: .* with 1\.18\.33 and later\n {2}= help: update OpenCode/,
  );
  assert.equal(exitCode, 1);
});

test("a home without our agents is not a failure", async () => {
  install("opencode", "1.18.33");
  const { exitCode, out } = await run(["--harness", "opencode"]);
  assert.match(out, /no governed agents in ~\/\.config\/opencode/);
  assert.equal(exitCode, 0);
});

test("each failure is one object per line, with a fix, and the exit code is 1", async () => {
  install("claude", "2.1.999");
  put(join(work, "home/.claude/surcingle/keeper.json"), "{");
  put(join(work, "home/.claude/settings.json"), '{ "disableAllHooks": true }');
  const before = readdirSync(join(work, "home"), { recursive: true }).sort();
  const { exitCode, out } = await run(["--harness", "claude-code", "--json"], { CLAUDE_CONFIG_DIR: "/elsewhere" });
  const lines: { check: string; outcome: string; fix?: string }[] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const failures = lines.filter(({ outcome }) => outcome === "failed");
  assert.deepEqual(
    failures.map(({ check }) => check),
    ["environment", "settings", "policy"],
  );
  assert.ok(failures.every(({ fix }) => fix !== undefined && fix !== ""));
  assert.equal(exitCode, 1);
  assert.deepEqual(readdirSync(join(work, "home"), { recursive: true }).sort(), before);
});

test("a client that cannot be started is a failure, not a crash", async () => {
  put(join(work, "bin/pi"), "#!/nowhere/sh\n", 0o755);
  const { exitCode, out } = await run(["--harness", "pi"]);
  assert.match(out, /Pi: failed: \S+\/pi cannot be started: /);
  assert.equal(exitCode, 1);
});

test("a variable set to the default location is not reported", async () => {
  install("claude", "2.1.999");
  put(join(work, "home/.claude/surcingle/keeper.json"), "{");
  const { out } = await run(["--harness", "claude-code"], { CLAUDE_CONFIG_DIR: join(work, "home/.claude") });
  assert.doesNotMatch(out, /CLAUDE_CONFIG_DIR/);
});

test("a client given by path must be known and must exist", async () => {
  await assert.rejects(run(["--client", "x=/bin/sh"]), /`--client` is ID=PROGRAM/);
  await assert.rejects(run(["--client", "pi=/nowhere/pi"]), /`\/nowhere\/pi` is not a program/);
  await assert.rejects(run(["--home", "nowhere"]), /does not exist/);
});
