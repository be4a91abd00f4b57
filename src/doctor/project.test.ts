/** Tests what doctor finds in a project and the environment that could answer instead of the gate. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/make-root.ts";
import { doctor as claudeCodeExam } from "../harness/claude-code/doctor.ts";
import { doctor as codexExam } from "../harness/codex/doctor.ts";
import { doctor as copilotExam } from "../harness/copilot/doctor.ts";
import { doctor as opencodeExam } from "../harness/opencode/doctor.ts";
import { doctor as piExam } from "../harness/pi/doctor.ts";
import type { ClientChecks } from "./checks.ts";
import { checkPreload, projectAround } from "./project.ts";
import { put } from "./scene.ts";

const scratch = makeScratch("project");

let count = 0;

const gated = `---\nname: keeper\n---\nexec 3<&0; { surcingle-gate --harness claude-code --policy "x/surcingle/keeper.json"`;

/** The findings for a project with these files, as `outcome: message`. */
function look(checks: ClientChecks, files: Readonly<Record<string, unknown>>): string[] {
  const project = join(scratch, String(count++));
  for (const [path, content] of Object.entries(files))
    put(join(project, path), typeof content === "string" ? content : JSON.stringify(content));
  const found = checks.inspectProject([project], ["keeper"]);
  for (const { fix } of found) assert.ok(fix, "each finding says what to do");
  return found.map(({ outcome, message }) => `${outcome}: ${message.replaceAll(`${project}/`, "")}`);
}

type Case = readonly [checks: ClientChecks, files: Readonly<Record<string, unknown>>, want: readonly RegExp[]];

const cases: readonly Case[] = [
  [claudeCodeExam, { ".claude/settings.json": { env: { EDITOR: "vi" }, model: "opus" } }, []],
  [
    claudeCodeExam,
    { ".claude/settings.json": { disableAllHooks: true } },
    [/^failed: `disableAllHooks` is set in \.claude\/settings\.json/],
  ],
  [
    claudeCodeExam,
    { ".claude/settings.local.json": { env: { NODE_OPTIONS: "x", PATH: "y" } } },
    [/^note: \.claude\/settings\.local\.json sets NODE_OPTIONS, PATH, .*the gate is started without it/],
  ],
  [claudeCodeExam, { ".claude/settings.json": { env: { LD_PRELOAD: "x" } } }, [/^failed: .* sets LD_PRELOAD/]],
  [claudeCodeExam, { ".claude/settings.json": { env: { DYLD_INSERT_LIBRARIES: "x" } } }, [/^failed: .* DYLD_INSERT/]],
  [claudeCodeExam, { ".claude/settings.json": { env: { CLAUDE_CODE_SHELL_PREFIX: "x" } } }, [/^note: .*_PREFIX/]],
  [claudeCodeExam, { ".claude/settings.json": { hooks: { PreToolUse: [] } } }, [/^note: .* has hooks for PreToolUse/]],
  [claudeCodeExam, { ".claude/settings.json": { hooks: { PostToolUse: [] } } }, []],
  [claudeCodeExam, { ".claude/settings.json": { enabledPlugins: { "a@b": true } } }, [/^note: .* plugins a@b/]],
  [claudeCodeExam, { ".claude/agents/x/k.md": "---\nname: keeper\n---\n" }, [/^failed: .* another agent `keeper`/]],
  [claudeCodeExam, { ".claude/agents/keeper.md": gated, ".claude/agents/other.md": "---\nname: other\n---\n" }, []],
  [codexExam, { ".codex/config.toml": "[features]\nhooks = false\n" }, [/^failed: `features.hooks` is false/]],
  [codexExam, { ".codex/hooks.json": {} }, [/^note: \.codex\/hooks\.json: hooks of the project can change/]],
  [codexExam, { ".codex/config.toml": 'model = "x"\n' }, []],
  [copilotExam, { ".github/hooks/a.json": {} }, [/^note: \.github\/hooks\/a\.json: in a trusted folder/]],
  [copilotExam, { ".github/agents/keeper.agent.md": "---\ndescription: x\n---\n" }, [/^failed: .* `keeper`/]],
  [opencodeExam, { "opencode.json": { plugin: ["x"] } }, [/^note: opencode\.json: plugins run inside OpenCode/]],
  [
    opencodeExam,
    { ".opencode/plugins/a.js": "", ".opencode/plugins/surcingle.js": "" },
    [/^note: \.opencode\/pl.*a\.js/],
  ],
  [opencodeExam, { ".opencode/opencode.jsonc": '// x\n{ "permission": {} }' }, [/^note: .* sets permission: /]],
  [opencodeExam, { "opencode.json": { theme: "x" } }, []],
  [
    piExam,
    { ".pi/extensions/a.ts": "", ".pi/extensions/surcingle/index.ts": "" },
    [/^note: \.pi\/extensions\/a\.ts: /],
  ],
];

for (const [checks, files, want] of cases)
  test(`${checks.harness.title}: ${JSON.stringify(files).slice(0, 90)}`, () => {
    const found = look(checks, files);
    assert.equal(found.length, want.length, found.join("\n"));
    for (const [index, pattern] of want.entries()) assert.match(found[index]!, pattern);
  });

test("the project is around the working directory, and never the home", () => {
  const home = join(scratch, "home");
  mkdirSync(join(home, "work/.git"), { recursive: true });
  mkdirSync(join(home, "work/a/b"), { recursive: true });
  mkdirSync(join(home, "loose/a"), { recursive: true });
  const around = (path: string) => projectAround(join(home, path), { directory: home, label: "~" });
  assert.deepEqual(around("work/a/b"), [join(home, "work/a/b"), join(home, "work/a"), join(home, "work")]);
  assert.deepEqual(around("loose/a"), [join(home, "loose/a")]);
  assert.deepEqual(around("."), []);
  assert.deepEqual(projectAround("/", { directory: home, label: "~" }), []);
});

test("preloaded libraries are reported for every client, other variables where they matter", () => {
  const environment = { LD_PRELOAD: "x.so", BASH_ENV: "x", NODE_OPTIONS: "x", DYLD_LIBRARY_PATH: "", HOME: "/h" };
  const names = (checks: ClientChecks): string[] =>
    checkPreload(checks.harness.title, environment, checks.startups ?? []).map(({ message }) => message.split(" ")[0]!);
  assert.deepEqual(names(claudeCodeExam), ["LD_PRELOAD"]);
  assert.deepEqual(names(codexExam), ["LD_PRELOAD", "BASH_ENV"]);
  assert.deepEqual(names(piExam), ["LD_PRELOAD", "NODE_OPTIONS"]);
});
