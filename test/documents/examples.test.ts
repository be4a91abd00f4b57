/**
 * Builds the worked examples of the documents, byte for byte as they are printed in test/documents. An example that is
 * not valid as printed is refused for that reason, and loads once the mistake is fixed.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { findCommands } from "../../src/formats/skill-body.ts";
import { parseToml } from "../../src/formats/toml.ts";
import { parseTask } from "../../src/parse/task.ts";
import { loadSkillFile } from "../../src/skill/kode/load.ts";
import { resolveSkill } from "../../src/skill/kode/resolve.ts";
import { argumentsOf } from "../../src/skill/kode/substitute.ts";
import { checkSkill } from "../../src/skill/lint/check.ts";
import { agentFiles, type Files, makeRoots, skillFiles } from "../support/make-root.ts";
import { renderRoots } from "../support/render-case.ts";

const makeRoot = makeRoots("documents");
const printed = (path: string): string => readFileSync(join(import.meta.dirname, path), "utf8");

/** The rendered files by path, and every error. */
async function build(
  files: Files,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly errors: string[] }> {
  const { result, diagnostics } = await renderRoots([makeRoot(files)]);
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code}: ${message}`);
  const rendered = (result?.rendered ?? []).flatMap(({ harness, files: each }) =>
    each.map((file): [string, string] => [
      `${harness.id}/${file.path}`,
      "content" in file && typeof file.content === "string" ? file.content : "",
    ]),
  );
  return { files: new Map(rendered), errors };
}

async function check(name: string, text: string, more: Files = {}) {
  const files = Object.fromEntries(Object.entries(more).map(([path, content]) => [`skills/${name}/${path}`, content]));
  const root = makeRoot({ [`skills/${name}/SKILL.md`]: text, ...files });
  const directory = join(root, "skills", name);
  const verdict = await checkSkill(directory, directory, { profile: "claude", isStrict: false });
  const codes = (severity: string): string[] =>
    verdict.diagnostics.filter((each) => each.severity === severity).map(({ code }) => code);
  return { errors: codes("error"), warnings: codes("warning") };
}

test("agent.toml: the sample builds as it is printed, with the keys that the document lists", async () => {
  const text = printed("agent/agent.toml");
  const value = parseToml({ path: "agent.toml", text }, (each) => assert.fail(each.message))?.value;
  const keys = "name display_name description mode tags max_turns skills context rules permissions".split(" ");
  assert.deepEqual(Object.keys(value!), keys);
  const tools = "question webfetch websearch edit bash external_directory".split(" ");
  assert.deepEqual(Object.keys(value!["permissions"] as object), tools);
  const { errors, files } = await build({
    "agents/chiron/agent.toml": text,
    "agents/chiron/system-prompt.md": "You plan.\n",
    ...skillFiles("systematic-debugging"),
    ...skillFiles("git-master"),
    ...skillFiles("brainstorming"),
    "context/profile.md": "A profile.\n",
    "rules/languages/nix.md": "Nix.\n",
    "rules/languages/python.md": "Python.\n",
    "rules/concerns/testing.md": "Tests.\n",
  });
  assert.deepEqual(errors, []);
  assert.ok(files.has("opencode/agents/chiron.md") && files.has("claude-code/agents/chiron.md"));
});

for (const name of ["simple", "structured"])
  test(`agent.toml: the ${name} permissions build as they are printed`, async () => {
    const { errors, files } = await build(agentFiles("sample", printed(`agent/${name}.toml`)));
    assert.deepEqual(errors, []);
    assert.ok(files.has("opencode/agents/sample.md"));
  });

const command = (lines: string): string => `---\ndescription: Does it\n${lines}---\nDo it.\n`;

test("behaviour: the extension builds as it is printed, and the deployed agent begins as the document shows", async () => {
  const { errors, files } = await build({
    "extensions/revenge/extension.yml": printed("behaviour/extension.yml"),
    "extensions/revenge/commands/extract.md": printed("behaviour/extract.md"),
    "extensions/revenge/commands/analyzer.md": printed("behaviour/analyzer.md"),
  });
  assert.deepEqual(errors, []);
  const deployed = files.get("claude-code/agents/speckit-revenge-analyzer.md")!.replace(/^# Generated .*\n/m, "");
  // The document shortens the rest of the prompt to three dots.
  assert.ok(deployed.startsWith(printed("behaviour/deployed.md").replace(/\.\.\.\n$/, "")), deployed);
  assert.ok(files.has("claude-code/skills/speckit-revenge-extract/SKILL.md"));
});

test("behaviour: the printed agent definition is the output of such a command", async () => {
  const text = printed("behaviour/agent-definition.md");
  const [, description] = /^description: (.*)$/m.exec(text)!;
  const body = text.slice(text.lastIndexOf("---\n") + 4);
  const lines = "behavior:\n  execution: agent\n  capability: strong\n  tools: read-only\n";
  const { files } = await build({
    "commands/speckit.revenge.analyzer.md": `---\ndescription: ${description}\n${lines}---\n${body}`,
  });
  assert.equal(files.get("claude-code/agents/speckit-revenge-analyzer.md")!.replace(/^# Generated .*\n/m, ""), text);
});

test("behaviour: custom tools, write, full and the escape hatch build as they are printed", async () => {
  const [text = "", list = ""] = printed("behaviour/custom-tools.yaml").split("\n\n");
  const { errors, files } = await build({
    "commands/text.md": command(`${text}\n`),
    "commands/list.md": command(list),
    "commands/write.md": command(printed("behaviour/write.yaml")),
    "commands/full.md": command(printed("behaviour/full.yaml")),
    "commands/hatch.md": command(printed("behaviour/agents.yaml")),
  });
  assert.deepEqual(errors, []);
  for (const name of ["text", "list"])
    assert.match(files.get(`claude-code/skills/${name}/SKILL.md`)!, /^allowed-tools: Read Write Bash$/m);
  assert.match(files.get("claude-code/agents/write.md")!, /^tools: Read Write Edit Grep Glob$/m);
  assert.doesNotMatch(files.get("claude-code/agents/full.md")!, /^(?:allowed-)?tools:/m);
  assert.match(files.get("claude-code/skills/hatch/SKILL.md")!, /^paths: src\/\*\*$/m);
  assert.match(files.get("copilot/agents/hatch.agent.md")!, /^someCustomKey: someValue$/m);
});

test("Kode: the printed front matter loads once each choice is made, and is refused before", async () => {
  const text = printed("kode/front-matter.md");
  const load = (content: string) => loadSkillFile(join(makeRoot({ "demo/SKILL.md": content }), "demo/SKILL.md"));
  assert.notEqual((await load(`${text}Do $ARGUMENTS.\n`)).errors.length, 0);
  const chosen = text
    .replace("<slug>", "demo")
    .replace("<semver>", "0.1.0")
    .replace("bash|python|node|kd|none", "bash")
    .replace("default|acceptEdits|plan|auto", "plan");
  const skill = await load(`${chosen}Do $ARGUMENTS.\n`);
  assert.deepEqual(skill.errors, []);
  assert.ok("version" in skill);
  assert.equal(skill.version, "0.1.0");
  assert.deepEqual(skill.tools, ["read_file", "shell"]);
});

const end = "# It\n\nDo it.\n";

test("skills: the first front matter, the fork and the hooks are valid as they are printed", async () => {
  assert.deepEqual((await check("skill-name", `${printed("skills/front-matter.md")}${end}`)).errors, []);
  assert.deepEqual((await check("comprehensive-audit", `${printed("skills/fork.md")}${end}`)).errors, []);
  const guard = "#!/bin/sh\nexit 0\n";
  const text = `---\nname: guarded\ndescription: Guards\n${printed("skills/hooks.yaml")}---\n${end}`;
  const { errors } = await check("guarded", text, { "hooks/guard.sh": guard, "hooks/validate.sh": guard });
  assert.deepEqual(errors, []);
});

test("skills: each example of invocation is valid as it is printed", async () => {
  const blocks = printed("skills/invocation.yaml").split("\n\n");
  assert.equal(blocks.length, 3);
  for (const block of blocks)
    assert.deepEqual((await check("x", `---\nname: x\ndescription: X\n${block.trimEnd()}\n---\n${end}`)).errors, []);
});

for (const [file, name] of [
  ["tools.md", "read-only-analyzer"],
  ["invocable.md", "my-skill"],
  ["overrides.md", "deep-analysis"],
] as const)
  test(`skills: ${file} has no description as it is printed, and is valid with one`, async () => {
    const text = `${printed(`skills/${file}`)}${end}`;
    assert.deepEqual((await check(name, text)).errors, ["missing-field"]);
    assert.deepEqual((await check(name, text.replace("\n", "\ndescription: Does it\n"))).errors, []);
  });

test("skills: the body template has each section, and only its linked file is missing", async () => {
  const { errors, warnings } = await check("x", `---\nname: x\ndescription: X\n---\n${printed("skills/body.md")}`);
  assert.deepEqual(errors, []);
  assert.ok(warnings.includes("skill-broken-link"));
  assert.ok(!warnings.includes("skill-no-escalation"));
});

test("skills: the examples of arguments, commands and scripts resolve as the document says", async () => {
  const resolve = async (file: string, words: readonly string[]): Promise<string> => {
    const values = { ...argumentsOf(words), session: undefined, directory: "/skills/x" };
    return (await resolveSkill(printed(`skills/${file}`), values, "claude", undefined)).text;
  };
  assert.match(await resolve("arguments.md", ["src/a.ts"]), /Analyze the file at `src\/a\.ts` for security/);
  assert.match(await resolve("arguments.md", []), /\(`` is empty\)/);
  assert.match(await resolve("offload.md", ["a.py"]), /python \/skills\/x\/scripts\/lint\.py a\.py/);
  assert.match(await resolve("handoff.md", ["a.py"]), /python \/skills\/x\/scripts\/validate\.py a\.py/);
  const commands = findCommands(printed("skills/commands.md")).map(({ command: each }) => each);
  assert.deepEqual(commands, ["git status --short", "git branch --show-current"]);
});

test("skills: the good message of a script passes, the bad one warns", async () => {
  const [good = "", bad = ""] = printed("skills/stderr.py").split("\n\n");
  const text = `---\nname: x\ndescription: X\n---\n${end}`;
  const warned = async (lines: string): Promise<boolean> =>
    (await check("x", text, { "scripts/a.py": `import sys\n${lines}\nsys.exit(1)\n` })).warnings.includes(
      "skill-script-hints",
    );
  assert.equal(await warned(good), false);
  assert.equal(await warned(bad), true);
});

test("substrate: capability, fragment and role build as they are printed", async () => {
  const text = printed("substrate/text.md");
  const { errors, files } = await build({
    ...agentFiles("worker", "", 'role = "edit-local"\n'),
    "_capabilities/policy/no-git-ops/capability.toml": printed("substrate/capability.toml"),
    "_capabilities/policy/no-git-ops/text.md": text,
    "_roles/edit-local.toml": printed("substrate/role.toml"),
  });
  assert.deepEqual(errors, []);
  assert.ok(files.get("claude-code/agents/worker.md")!.includes(text.trim()));
});

test("substrate: the task loads as it is printed, but for `null`, which TOML does not have", () => {
  const found: Diagnostic[] = [];
  const parse = (text: string) => parseTask({ path: "task.toml", text }, (each) => found.push(each));
  const text = printed("substrate/task.toml");
  assert.equal(parse(text), undefined);
  found.length = 0;
  const legal = text.replace(/^parent-agent = null.*\n/m, "").replace("abc123…", "abc123");
  const task = parse(legal);
  assert.deepEqual(
    found.map(({ message }) => message),
    [],
  );
  assert.ok(task);
});
