/**
 * Tests steering files: every entry of every harness asks for the shipped agents that may edit, with each tool that can
 * write it.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { harnesses } from "../src/harness/all.ts";
import type { Agent } from "../src/model/agent.ts";
import type { ToolCall } from "../src/model/permission.ts";
import { decide } from "../src/policy/decide.ts";
import { steeringFiles } from "../src/policy/path/steering.ts";
import { readDefinitions } from "./clients/trees.ts";
import { projectRoot } from "./house/source-files.ts";
import { policyOf, surroundingsOf } from "./support/policy.ts";

const editors = ["chiron-forge", "writer", "tester"];
let agents: readonly Agent[];

before(async () => {
  agents = (await readDefinitions(projectRoot)).agents;
});

/** Paths that a pattern matches, in the project root and deeper if it may be anywhere. */
function pathsOf(pattern: string): readonly string[] {
  const named = pattern.replace(/\/\*\*$/, "/x.json");
  return named.startsWith("**/") ? [named.slice(3), `packages/a/${named.slice(3)}`] : [named];
}

/** Three ways to write one file. */
const callsFor = (path: string): readonly ToolCall[] => [
  { tool: "edit", subject: path },
  { tool: "bash", subject: `echo x > ${path}` },
  { tool: "bash", subject: `cp notes.txt ${path}` },
];

test("each harness lists its steering files, and the engine has all of them", () => {
  const known = new Set(steeringFiles.entries.map(({ pattern }) => pattern));
  for (const { id, steeringFiles: own } of harnesses) {
    assert.ok(own.length > 0, id);
    for (const pattern of own) assert.ok(known.has(pattern), `${id}: ${pattern}`);
  }
});

for (const { pattern } of steeringFiles.entries) {
  test(`editing ${pattern} always asks`, () => {
    for (const name of editors) {
      const agent = agents.find((each) => each.name === name);
      assert.ok(agent?.policy, name);
      for (const call of pathsOf(pattern).flatMap(callsFor)) {
        const { verdict } = decide(agent.policy, call, surroundingsOf());
        assert.notEqual(verdict, "allow", `${name}: ${call.tool} ${call.subject}`);
      }
    }
  });
}

/** Ways to write a file with a command: by its path, or by its directory and name. */
const writers: readonly ((path: string, directory: string, name: string) => string)[] = [
  (path) => `echo x >> ${path}`,
  (path) => `printf x | tee ${path}`,
  (path) => `cp -f notes.txt ${path}`,
  (path) => `mv notes.txt ${path}`,
  (path) => `git mv notes.txt ${path}`,
  (path) => `git checkout HEAD~1 -- ${path}`,
  (path) => `git restore --source=x ${path}`,
  (path) => `install -m 644 notes.txt ${path}`,
  (path) => `ln -sf notes.txt ${path}`,
  (path) => `ln -f notes.txt ${path}`,
  (path) => `dd if=notes.txt of=${path}`,
  (path) => `sed -i s/a/b/ ${path}`,
  (path) => `truncate -s 0 ${path}`,
  (path) => `touch ${path}`,
  (path) => `rm ${path}`,
  (path) => `curl -o ${path} https://example.org/x`,
  (path) => `wget -O ${path} https://example.org/x`,
  (path) => `sort -o ${path} notes.txt`,
  (path) => `patch ${path} x.patch`,
  (path) => `jq . a.json > ${path}`,
  (path) => `cat > "${path}" <<'X'\nx\nX`,
  (_, directory, name) => `cd ${directory} && echo x > ${name}`,
  (_, directory, name) => `mkdir -p ${directory} && cp notes.txt ${directory}/${name}`,
  (_, directory, name) => `mv -t ${directory} stuff/${name}`,
  (_, directory, name) => `mv stuff/${name} ${directory}`,
  (_, directory, name) => `cp stuff/${name} ${directory}/`,
  (_, directory, name) => `ln -s ../stuff/${name} ${directory}`,
  (_, directory, name) => `cd ${directory} && curl -O https://example.org/x/${name}`,
  (_, directory, name) => `curl --remote-name-all --output-dir ${directory} 'https://example.org/${name}?raw=1'`,
  (_, directory, name) => `wget -P ${directory} https://example.org/${name}`,
  (_, directory, name) => `aria2c --dir=${directory} https://example.org/${name}`,
  (_, directory, name) => `cd ${directory} && http -d https://example.org/${name}`,
  (path) => `gunzip ${path}.gz`,
  (path) => `gzip -dk ${path}.gz`,
  (path) => `bunzip2 ${path}.bz2`,
  (path) => `xz -d ${path}.xz`,
  (path) => `unzstd ${path}.zst`,
  (path) => `unlz4 ${path}.lz4`,
];

/** Ways to fill a directory whose own name is a steering name. */
const fillers: readonly ((directory: string) => string)[] = [
  (directory) => `cp -r stuff/. ${directory}`,
  (directory) => `tar xf a.tar -C ${directory}`,
  (directory) => `unzip -o a.zip -d ${directory}`,
  (directory) => `rsync -a stuff/ ${directory}/`,
];

/** Writes files that its words do not name. */
const blindWriters = ["tar xf a.tar", "unzip -o a.zip", "patch -p1 < x.patch", "git apply x.patch", "git am x.patch"];

test("every way to write a steering file asks, even for an agent that may do everything", () => {
  const open = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"], webfetch: ["allow"] });
  const loose: string[] = [];
  for (const { pattern } of steeringFiles.entries) {
    for (const written of pathsOf(pattern)) {
      const path = written.replace(/^~/, "/home/me");
      const at = path.lastIndexOf("/");
      const [directory, name] = at < 0 ? [".", path] : [path.slice(0, at), path.slice(at + 1)];
      for (const write of writers) {
        const subject = write(path, directory, name);
        if (decide(open, { tool: "bash", subject }, surroundingsOf()).verdict === "allow") loose.push(subject);
      }
      const steers = !/^(?:\.|packages\/a)$/.test(directory);
      for (const fill of steers ? fillers : []) {
        const subject = fill(directory);
        if (decide(open, { tool: "bash", subject }, surroundingsOf()).verdict === "allow") loose.push(subject);
      }
      const upper = { ...surroundingsOf(), ignoresCase: true };
      const inside = path.startsWith("/") ? [] : [path.toUpperCase(), `./${path}`, `src/../${path}`];
      for (const subject of [...inside, path.replace("/", "//")])
        if (decide(open, { tool: "edit", subject }, upper).verdict === "allow") loose.push(`edit ${subject}`);
      const linked = path.startsWith("/") ? path : `/home/me/project/${path}`;
      const links = surroundingsOf({ "/home/me/project/notes.md": linked });
      if (decide(open, { tool: "edit", subject: "notes.md" }, links).verdict === "allow") loose.push(`link to ${path}`);
    }
  }
  assert.deepEqual(loose, []);
});

test("a program that writes files which its words do not name asks", () => {
  const open = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"] });
  for (const subject of blindWriters)
    assert.notEqual(decide(open, { tool: "bash", subject }, surroundingsOf()).verdict, "allow", subject);
});

test("ordinary files next to them are edited without asking if the agent may edit", () => {
  const forge = agents.find(({ name }) => name === "chiron-forge")?.policy;
  assert.ok(forge);
  for (const path of ["src/opencode.ts", "web/tui.ts", "docs/agents.txt", ".vscode/extensions.json"]) {
    assert.equal(decide(forge, { tool: "edit", subject: path }, surroundingsOf()).verdict, "allow", path);
  }
});

test("a copy of a glob is judged by the names on disk", () => {
  const open = policyOf({ bash: ["allow"], edit: ["allow"] });
  const names: Readonly<Record<string, readonly string[]>> = {
    "/home/me/project/kit": ["AGENTS.md", "notes.txt"],
    "/home/me/project/plain": ["a.md", "b.txt"],
  };
  const surroundings = {
    ...surroundingsOf(),
    list: (directory: string) => names[directory]?.map((name) => ({ name, kind: "file" as const })) ?? [],
  };
  const ask = (subject: string): string => decide(open, { tool: "bash", subject }, surroundings).verdict;
  const copies = (from: string): readonly string[] => [
    `cp ${from}/* .`,
    `mv ${from}/*.md docs`,
    `cp -t docs ${from}/[A-Za-z]*.md`,
    `ln ${from}/* docs`,
    `cd docs && cp ../${from}/* .`,
    `for f in ${from}/*; do cp "$f" docs; done`,
  ];
  for (const subject of copies("kit")) assert.equal(ask(subject), "ask", subject);
  for (const subject of copies("plain")) assert.equal(ask(subject), "allow", subject);
  assert.equal(ask("cp kit/*.txt ."), "allow");
});
