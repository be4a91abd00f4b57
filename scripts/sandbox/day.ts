/**
 * `npm run sandbox -- day [FILE…]`: works in a clone of this repository as chiron-forge with the sandbox on, on real
 * clients with a scripted model: install, test, edit, diff, an approved commit. FILE… are the tests to run; default:
 * all.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeScene, put, type Scene } from "../../src/doctor/scene.ts";
import { startScriptedModel } from "../../src/doctor/scripted-model/scripted-model.ts";
import { harnesses } from "../../src/harness/all.ts";
import { conformances } from "../../src/harness/conformances.ts";
import { shellQuote } from "../../src/sandbox/wrap-command.ts";
import { clients, installClient } from "../clients/install.ts";

const repository = resolve(import.meta.dirname, "../..");
const dist = join(repository, "dist");
const agent = "chiron-forge";
const line = "A line of a day of work.";

/** What a person sets for this repository: its build output contains definitions of agents, which the rules protect. */
const settingsLines = `[sandbox]
use = "on"
write = ["dist"]
`;

/** The whole suite takes five minutes on an idle machine with two processors, and much longer on a busy one. */
const longestCommand = 45 * 60;
const testLines = "^ *not ok|# SKIP|^# (tests|pass|fail|skipped) ";

interface Step {
  readonly command: string;
  /** The agent may not run it without approval. */
  readonly isAsked?: true;
  readonly prints: RegExp;
}

function stepsFor(tests: readonly string[]): readonly Step[] {
  return [
    { command: "printenv SURCINGLE_SANDBOX", prints: /^1$/m },
    { command: "npm ci --offline", isAsked: true, prints: /added \d+ packages/ },
    // Clients cut long output, so only failures, skipped tests and the sums are printed.
    {
      command: `npm test${tests.length > 0 ? ` -- ${tests.join(" ")}` : ""} 2>&1 | grep -E '${testLines}'`,
      prints: /^# fail 0$/m,
    },
    { command: `echo ${shellQuote(line)} >> README.md`, prints: /^(?!.*(?:denied|Read-only))/s },
    { command: "git diff", prints: new RegExp(`^\\+${line}$`, "m") },
    { command: "git commit -qam 'readme: a line'", isAsked: true, prints: /^(?!.*(?:denied|Read-only|fatal))/s },
    { command: "git status --short", prints: /^(?!.*README)[\s\S]*\?\? day\.txt/ },
    { command: "git log -1 --format=%s", prints: /readme: a line/ },
  ];
}

/** In its own home, with a filled npm cache. The agent may use the directory for temporary files. */
function makeStage(id: string, root: string): Scene {
  const { roots } = harnesses.find((each) => each.id === id)!;
  const out = join(root, "out");
  put(
    join(root, "bin/surcingle-gate"),
    `#!/bin/sh\nexec '${process.execPath}' '${dist}/surcingle-gate.cjs' "$@"\n`,
    0o755,
  );
  const scene = makeScene({
    trees: (home) => {
      put(join(root, "settings.toml"), `harnesses = ["${id}"]\nhome = "${home}"\n${settingsLines}`);
      const words = ["build", "--root", repository, "--settings", join(root, "settings.toml"), "--out", out];
      execFileSync(process.execPath, [join(dist, "surcingle.cjs"), ...words], { stdio: "pipe" });
      return [{ from: join(out, id), to: roots.user }];
    },
    path: [join(root, "bin")],
  });
  const cache = join(scene.home, ".npm");
  rmSync(scene.project, { recursive: true });
  execFileSync("git", ["clone", "-q", repository, scene.project]);
  put(join(scene.home, ".gitconfig"), "[user]\n\tname = Somebody\n\temail = somebody@example.org\n");
  execFileSync("npm", ["ci", "--silent", "--ignore-scripts", "--prefer-offline", "--cache", cache], {
    cwd: scene.project,
  });
  for (const name of ["node_modules", "dist"]) rmSync(join(scene.project, name), { recursive: true, force: true });
  return scene;
}

/** True if every step went as it should. */
async function workOn(id: string, tests: readonly string[]): Promise<boolean> {
  const { sandbox, headless } = conformances.find(({ harness }) => harness === id)!;
  const pinned = clients.findLast((each) => each.id === id)!;
  const program = await installClient(pinned);
  const root = mkdtempSync("/var/tmp/surcingle-day-");
  const model = await startScriptedModel(2 * longestCommand);
  let scene: Scene | undefined;
  try {
    scene = makeStage(id, root);
    const steps = stepsFor(tests);
    const made = headless!.write(join(scene.project, "day.txt"), "made by the client's own tool\n");
    const before = steeringOf(scene);
    const started = Date.now();
    const commands = [made, ...steps.map(({ command }) => command)];
    const run = { agent, position: "main", commands, answer: "yes", seconds: longestCommand } as const;
    const [, ...texts] = await sandbox!.run({ program, scene, model }, run);
    let isRight = true;
    for (const [i, { command, prints, isAsked }] of steps.entries()) {
      const text = texts[i] ?? "(no result)";
      const isSo = prints.test(text);
      if (!isSo) isRight = false;
      const summary = /^# pass .*$/m.exec(text)?.[0].replace("#", ",") ?? "";
      console.log(
        `${isSo ? "ok    " : "FAILED"} ${pinned.title} ${pinned.version}: \`${command}\`${isAsked ? ", approved" : ""}${summary}`,
      );
      for (const [, name] of text.matchAll(/^ *ok \d+ - (.* # SKIP.*)$/gm)) console.log(`       skipped: ${name}`);
      if (!isSo) console.log(text.slice(-4000));
    }
    const git = (...words: string[]): string => execFileSync("git", words, { cwd: scene!.project, encoding: "utf8" });
    assert.match(git("show", "--stat", "HEAD"), /README\.md \| 1 \+/);
    assert.equal(spawnSync("git", ["fsck", "--no-dangling"], { cwd: scene.project }).status, 0);
    assert.equal(readFileSync(join(scene.project, "day.txt"), "utf8"), "made by the client's own tool\n");
    assert.equal(steeringOf(scene), before, "hooks or configuration of git have changed");
    console.log(
      `${isRight ? "ok    " : "FAILED"} ${pinned.title}: ${((Date.now() - started) / 1000).toFixed(0)} s in all`,
    );
    return isRight;
  } finally {
    model.close();
    scene?.dispose();
    rmSync(root, { recursive: true, force: true });
  }
}

/** What makes git run commands. */
function steeringOf({ project }: Scene): string {
  return execFileSync(
    "sh",
    ["-c", "cd .git; sha256sum config hooks/* info/*; ls -d commondir config.worktree 2>&1; :"],
    {
      cwd: project,
      encoding: "utf8",
    },
  );
}

export async function dayOfWork(words: readonly string[]): Promise<boolean> {
  // Otherwise the home would be in /tmp, which the agent may use.
  process.env["TMPDIR"] = "/var/tmp";
  const chosen = words.filter((word) => conformances.some(({ harness }) => harness === word));
  const tests = words.filter((word) => !chosen.includes(word));
  let isRight = true;
  const all = conformances.flatMap(({ harness, sandbox }) => (sandbox?.approves ? [harness] : []));
  for (const id of chosen.length > 0 ? chosen : all) if (!(await workOn(id, tests))) isRight = false;
  return isRight;
}
