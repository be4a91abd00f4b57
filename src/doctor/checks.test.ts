import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { clients } from "../../scripts/clients/install.ts";
import { agentOf, modelOf } from "../../test/support/agent.ts";
import { policyOf } from "../../test/support/policy.ts";
import { harnesses } from "../harness/all.ts";
import { doctor as claudeCodeExam } from "../harness/claude-code/doctor.ts";
import { codecs } from "../harness/codecs.ts";
import { doctor as codexExam } from "../harness/codex/doctor.ts";
import { hookHash, trustKey } from "../harness/codex/profile.ts";
import { doctors } from "../harness/doctors.ts";
import { testedVersions } from "../harness/harness.ts";
import { doctor as opencodeExam } from "../harness/opencode/doctor.ts";
import { doctor as piExam } from "../harness/pi/doctor.ts";
import { rendererOf } from "../harness/renderers.ts";
import type { ClientChecks } from "./checks.ts";
import { checkVersion, copyParts, isOlder, keptSettings } from "./examine.ts";
import { checkGate, gateCallsIn } from "./gate-program.ts";
import { checkOwnFiles } from "./own-files.ts";
import { makeScene, put } from "./scene.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "surcingle-home-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (path: string, text: string): void => put(join(directory, path), text);
const look = (checks: ClientChecks): string[] => {
  const agents = checks.governed(join(directory, checks.harness.roots.user));
  return checks.inspectHome({ directory, label: "~" }, agents).map(({ message }) => message);
};
const command = `exec 3<&0; { surcingle-gate --harness claude-code --policy "$HOME/.claude/surcingle/keeper.json" <&3`;

test("every client with a gate can be examined, in a tested version", () => {
  const gated = harnesses.filter(({ id, program }) => program !== undefined || codecs.has(id));
  assert.deepEqual(doctors.map(({ harness }) => harness.id).sort(), gated.map(({ id }) => id as string).sort());
  for (const { harness } of doctors) {
    for (const wanted of Object.values(testedVersions(harness)))
      assert.ok(
        clients.some(({ id, version }) => id === harness.id && version === wanted),
        `${harness.id} ${wanted}`,
      );
  }
});

for (const checks of doctors) {
  test(`${checks.harness.title}: a version that is too old is a failure, and the oldest tested one is not`, async () => {
    const scene = makeScene({ trees: [] });
    const check = (version: string) => {
      const program = join(directory, version);
      put(program, `#!/bin/sh\necho "client ${version} (x)"\n`, 0o755);
      return checkVersion(checks, [program], scene);
    };
    try {
      const { oldest } = testedVersions(checks.harness);
      const [major = 0, minor = 0, patch = 0] = oldest.split(".").map(Number);
      const below = [`${major}.${minor}.${patch - 1}`, `${major}.${minor - 1}.999`, "0.0.1"];
      for (const older of below.filter((version) => !version.includes("-"))) {
        const { check: what, outcome, message, fix } = await check(older);
        assert.deepEqual([what, outcome], ["version", "failed"], older);
        assert.match(message, new RegExp(`^version ${older} of .* is too old: .* with ${oldest} and later$`));
        assert.equal(fix, `update ${checks.harness.title} to ${oldest} or later`);
      }
      for (const fine of [oldest, `${major}.${minor}.${patch + 1}`, `${major + 1}.0.0`])
        assert.equal((await check(fine)).outcome, "ok", fine);
    } finally {
      scene.dispose();
    }
  });
}

test("versions are compared by their first differing number", () => {
  assert.equal(isOlder("1.9.33", "1.18.33"), true);
  assert.equal(isOlder("1.18.33", "1.18.33"), false);
  assert.equal(isOlder("2.0.0", "1.18.33"), false);
});

test("the gate and the agent are found in a hook, whatever the quoting", () => {
  const quoted = command.replaceAll('"', '\\"');
  assert.deepEqual(gateCallsIn(`command: "${quoted}"`), [{ program: ["surcingle-gate"], agent: "keeper" }]);
  const path = `exec 3<&0; { /opt/node '\\\\''/opt/a b/gate'\\\\'' --harness codex --policy \\"\${CODEX_HOME:-$HOME/.codex}/surcingle/k-1.json\\"`;
  assert.deepEqual(gateCallsIn(path), [{ program: ["/opt/node", "/opt/a b/gate"], agent: "k-1" }]);
});

test("a gate that is not on the PATH, or that is another program, is reported", async () => {
  const PATH = join(directory, "bin");
  const [missing] = await checkGate([["surcingle-gate"]], directory, { PATH });
  assert.match(missing!.message, /`surcingle-gate` is not on the PATH/);
  put(join(PATH, "surcingle-gate"), "#!/bin/sh\nexit 0\n", 0o755);
  const [other] = await checkGate([["surcingle-gate"]], directory, { PATH });
  assert.match(other!.message, /is not the gate/);
  put(join(PATH, "right"), "#!/bin/sh\necho 'surcingle: usage' >&2\nexit 2\n", 0o755);
  assert.equal((await checkGate([["right"]], directory, { PATH }))[0]?.outcome, "ok");
  assert.match((await checkGate([["bin/right"]], directory, { PATH }))[0]!.message, /`bin\/right` does not exist/);
  const gone = await checkGate(
    [
      ["/gone/node", join(PATH, "right")],
      ["/bin/sh", "/gone/gate.cjs"],
    ],
    directory,
    { PATH },
  );
  assert.match(gone[0]!.message, /the runtime of the gate, `\/gone\/node`, is missing/);
  assert.match(gone[1]!.message, /`\/gone\/gate\.cjs` does not exist/);
  assert.equal((await checkGate([["/bin/sh", join(PATH, "right")]], directory, { PATH }))[0]?.outcome, "ok");
});

test("Claude Code: an agent without its policy is still found by its hook, and disabled hooks are reported", () => {
  write(".claude/agents/keeper.md", `---\nname: keeper\nhooks: "${command.replaceAll('"', '\\"')}"\n---\n`);
  write(".claude/surcingle/helper.json", "{}");
  const root = join(directory, ".claude");
  assert.deepEqual(claudeCodeExam.governed(root), ["helper", "keeper"]);
  assert.deepEqual(claudeCodeExam.gatePrograms(root), [["surcingle-gate"]]);
  assert.deepEqual(look(claudeCodeExam), []);
  write(".claude/settings.json", '{ "disableAllHooks": true }');
  assert.deepEqual(look(claudeCodeExam), [
    "`disableAllHooks` is set in ~/.claude/settings.json, and the gate is a hook",
  ]);
});

test("Claude Code: other hooks that may replace a command are named", () => {
  const hook = (matcher: string | undefined, program: string): object => ({
    ...(matcher === undefined ? {} : { matcher }),
    hooks: [{ type: "command", command: program }],
  });
  const PreToolUse = [
    ...[hook("Bash", "rtk hook"), hook("Read|Edit", "lint"), hook(undefined, "every"), hook("B.*", "pattern")],
    hook("(", "broken"),
    hook("*", command),
  ];
  write(".claude/settings.json", JSON.stringify({ hooks: { PreToolUse } }));
  const named = look(claudeCodeExam).map((message) => /has the hook `(.*)` for commands/.exec(message)?.[1]);
  assert.deepEqual(named, ["rtk hook", "every", "pattern", "broken"]);
});

test("OpenCode: a plugin that is missing or does not know an agent is reported", () => {
  write(".config/opencode/surcingle/keeper.json", "{}");
  assert.deepEqual(look(opencodeExam), ["the plugin ~/.config/opencode/plugins/surcingle.js is missing"]);
  write(".config/opencode/plugins/surcingle.js", 'const surcingleAgents = ["helper"];\n');
  assert.deepEqual(look(opencodeExam), ["the plugin ~/.config/opencode/plugins/surcingle.js does not include keeper"]);
});

test("OpenCode: an agent that can do nothing without its plugin is reported", () => {
  const plugin = ".config/opencode/plugins/surcingle.js";
  const context = { scope: "user", assets: { opencode: "program\n" } } as const;
  const model = modelOf([agentOf({ name: "keeper", policy: policyOf({}) })], { opencodeRequiresPlugin: true });
  for (const file of rendererOf("opencode").render(model, context, () => {}))
    if (file.kind === "whole") write(`.config/opencode/${file.path}`, String(file.content));
  assert.deepEqual(look(opencodeExam), []);
  const nothing = /: it grants the permissions of governed agents, and without it they can do nothing$/;
  const root = join(directory, ".config/opencode");
  assert.match(opencodeExam.silent(root).message, nothing);
  const pure = opencodeExam.variables.find(({ name }) => name === "OPENCODE_PURE")?.effect;
  assert.ok(typeof pure === "function");
  assert.match(pure(root), nothing);
  write(plugin, readFileSync(join(directory, plugin), "utf8").replace(/surcingle-[0-9a-f]+/, "surcingle-0"));
  assert.match(look(opencodeExam).join(), /does not match the file of keeper/);
  rmSync(join(directory, plugin));
  assert.match(look(opencodeExam).join(), /plugins\/surcingle\.js is missing/);
  assert.match(look(opencodeExam).join(), nothing);
  write(".config/opencode/agents/keeper.md", "---\npermission: {}\n---\n");
  assert.match(opencodeExam.silent(root).message, /its own permissions still apply/);
});

test("Pi: the main agent is the one without a file in `agents/`; missing or broken parts of others are reported", () => {
  const own = ".pi/agent/extensions/surcingle";
  const agents = ["helper", "keeper"].map((name) => agentOf({ name, policy: policyOf({}) }));
  const context = { scope: "user", assets: { pi: "program\n" } } as const;
  for (const file of rendererOf("pi").render(modelOf(agents, { piPrimary: "keeper" }), context, () => {}))
    if (file.kind === "whole") write(`.pi/agent/${file.path}`, String(file.content));
  assert.deepEqual(piExam.asked(join(directory, ".pi/agent"), ["helper", "keeper"]), ["keeper"]);
  assert.deepEqual(look(piExam), []);
  rmSync(join(directory, own, "index.ts"));
  assert.deepEqual(look(piExam), [`part of the extension is missing: ~/${own}/index.ts`]);
  write(`${own}/index.ts`, "");
  write(`${own}/helper/index.ts`, "export default function (");
  assert.match(
    look(piExam).join(),
    /^the subagent helper cannot be called, because .*index\.ts is not the generated file/,
  );
  rmSync(join(directory, own, "helper"), { recursive: true });
  assert.match(look(piExam).join(), /^the subagent helper cannot be called, because .*index\.ts is missing/);
  const missing = `part of the extension is missing: ~/.pi/agent/extensions/surcingle-watch/index.ts`;
  write(".pi/agent/agents/keeper.md", "");
  assert.ok(look(piExam).includes(missing), "a main session without a policy has another file");
  rmSync(join(directory, own, "agents.json"));
  assert.match(look(piExam).join(), /subagents cannot be called: the record .*agents\.json cannot be read/);
});

test("Codex: a hook is trusted for one home only", () => {
  const hook = { command: command.replace("claude-code", "codex"), timeout: 30, matcher: ".*" };
  const profile = (home: string, hash: string): string => `
[[hooks.PreToolUse]]
matcher = ".*"
[[hooks.PreToolUse.hooks]]
type = "command"
command = '${hook.command}'
timeout = 30
[hooks.state."${trustKey(`${home}/.codex/keeper.config.toml`)}"]
trusted_hash = "${hash}"
`;
  const file = ".codex/keeper.config.toml";
  write(file, profile(directory, hookHash(hook)));
  assert.deepEqual(look(codexExam), []);
  const untrusted = /the hook of keeper is not trusted for this home/;
  write(file, profile("/home/another", hookHash(hook)));
  assert.match(look(codexExam).join(), untrusted);
  write(file, profile(directory, hookHash({ ...hook, timeout: 3 })));
  assert.match(look(codexExam).join(), untrusted);
  write(".codex/config.toml", "[features]\nhooks = false\n");
  assert.match(look(codexExam).join(), /`features.hooks` is false in ~\/.codex\/config.toml/);
});

test("files that were changed or removed since apply are listed", () => {
  write("same", "");
  write("edited", "x");
  const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const own = ["same", "edited", "gone"].map((path) => ({ path, harness: "pi", sha256: empty }));
  const home = { directory, label: "~" };
  const messages = checkOwnFiles(own, home).map(({ message }) => message);
  assert.deepEqual(messages, ["~/gone is missing", "~/edited was edited"]);
  assert.equal(checkOwnFiles(own.slice(0, 1), home)[0]?.outcome, "ok");
});

test("the temporary home gets our files and no setting that could contain a credential", () => {
  write(".claude/agents/keeper.md", "keeper");
  write(".claude/.credentials.json", "secret");
  write(".claude/settings.json", '{ "env": { "ANTHROPIC_API_KEY": "secret" }, "disableAllHooks": true }');
  const home = { directory, label: "~" };
  const scratch = join(directory, "scratch");
  copyParts(claudeCodeExam, home, scratch);
  assert.equal(readFileSync(join(scratch, ".claude/agents/keeper.md"), "utf8"), "keeper");
  assert.throws(() => readFileSync(join(scratch, ".claude/.credentials.json")));
  assert.deepEqual([...keptSettings(claudeCodeExam, home)], [["settings.json", { disableAllHooks: true }]]);
});

test("a profile's trust is carried over to the temporary home", () => {
  write(".codex/keeper.config.toml", `[hooks.state."${directory}/.codex/keeper.config.toml:pre_tool_use:0:0"]\n`);
  const scratch = join(directory, "scratch");
  copyParts(codexExam, { directory, label: "~" }, scratch);
  const text = readFileSync(join(scratch, ".codex/keeper.config.toml"), "utf8");
  assert.equal(text, `[hooks.state."${scratch}/.codex/keeper.config.toml:pre_tool_use:0:0"]\n`);
});
