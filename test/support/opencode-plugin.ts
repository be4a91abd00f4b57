// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
/** OpenCode as a plugin sees it: a configuration directory, sessions, and tool calls. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { printJson } from "../../src/formats/json.ts";
import { permissionEntries } from "../../src/harness/opencode/permissions.ts";
import { makePlugin } from "../../src/harness/opencode/plugin-hooks.ts";
import type { Policy } from "../../src/model/permission.ts";
import { policyOf } from "./policy.ts";

/** Removed by the test that uses it. */
export const scratch = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-opencode-")));
export const project = join(scratch, "project");
mkdirSync(join(project, ".git"), { recursive: true });
mkdirSync(join(project, "src"));
symlinkSync(scratch, join(project, "src", "out"));

export const keeper: Policy = {
  ...policyOf({
    bash: ["deny", "git push --force*:deny", "git push*:ask", "git *:allow", "ls *:allow"],
    edit: ["ask", "**/*.lock:deny", "src/**:allow", "secrets/**:deny"],
    webfetch: ["ask", "https://a.org/ok/**:allow", "https://a.org/no/**:deny"],
    websearch: ["deny", "good *:allow"],
    question: ["ask", "Which*:allow"],
    external_directory: ["deny", "/opt/**:ask"],
  }),
  agent: "keeper",
  delegates: ["helper"],
  skills: ["greet"],
  allowTools: ["todowrite"],
};

/** A configuration directory as it is rendered: the plugin in `plugins/`, the policies in `surcingle/`. */
export function configuration(name: string, policies: Readonly<Record<string, unknown>>): string {
  const directory = join(scratch, name);
  mkdirSync(join(directory, "plugins"), { recursive: true });
  mkdirSync(join(directory, "surcingle"), { recursive: true });
  writeFileSync(join(directory, "plugins", "surcingle.js"), "");
  for (const [agent, policy] of Object.entries(policies)) {
    const text = typeof policy === "string" ? policy : JSON.stringify(policy);
    writeFileSync(join(directory, "surcingle", `${agent}.json`), text);
  }
  return directory;
}

/** The permissions of `keeper` in the client after it has read its file. */
export const keeperMap: object = JSON.parse(printJson(permissionEntries(keeper)));

/** The part of the client that calls a plugin: configuration, a message, a model request, a tool call. */
export async function pluginClient(
  directory: string,
  governed: readonly string[],
  worktree = project,
  permission = keeperMap,
  shell = "/bin/bash",
) {
  const url = pathToFileURL(join(directory, "plugins", "surcingle.js")).href;
  const hooks = await makePlugin(url, governed)({ directory: project, worktree, client: {} });
  await hooks.config({ agent: { keeper: { permission } }, shell });
  const message = (sessionID: string, agent: string) =>
    hooks["chat.message"]({ sessionID, agent }, { message: { role: "user", agent }, parts: [] });
  const speak = (sessionID: string, agent: string, about = agent) =>
    hooks["chat.params"]({ sessionID, agent, model: {}, message: { role: "user", agent: about } }, {});
  /** The error for the model; undefined if the tool continues. */
  const use = async (sessionID: string, tool: unknown, args: unknown): Promise<string | undefined> => {
    try {
      await hooks["tool.execute.before"]({ tool, sessionID, callID: "c" }, { args });
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Error);
      return error.message;
    }
  };
  return { hooks, message, speak, use };
}

const patch = (body: string) => ({ patchText: `*** Begin Patch\n${body}\n*** End Patch` });

/** Calls of `keeper` that the plugin does not object to. The client may still ask. */
export const permittedCalls: readonly (readonly [tool: string, args: unknown])[] = [
  ["bash", { command: "git status" }],
  ["bash", { command: "git status 2>&1 | ls -l" }],
  ["bash", { command: "git diff > src/x" }],
  ["bash", { command: "git push" }],
  ["bash", { command: "git push origin 'a b' \"$X\" 2>&1" }],
  ["write", { filePath: join(project, "src/x") }],
  ["edit", { filePath: "src/x" }],
  ["edit", { filePath: "other/x" }],
  ["apply_patch", patch("*** Add File: src/x\n+x")],
  ["apply_patch", patch("*** Update File: other/x\n*** Move to: src/x")],
  ["read", { filePath: join(project, "readme") }],
  ["read", { filePath: "/opt/x" }],
  ["glob", { pattern: "**/*.ts" }],
  ["grep", { pattern: "x", path: "src" }],
  ["webfetch", { url: "https://a.org/ok/x" }],
  ["webfetch", { url: "https://b.org/" }],
  ["websearch", { query: "good things" }],
  ["question", { questions: [{ question: "Which one?" }] }],
  ["task", { subagent_type: "helper", prompt: "x" }],
  ["skill", { name: "greet" }],
  ["todowrite", { todos: [] }],
  ["invalid", { tool: "x", error: "y" }],
];

/** Commands that the user must be asked about, and that the client's own map alone would allow. */
export const asked: readonly string[] = [
  "git status | git diff > f",
  "{ git status; } > f",
  "git push # asked about by nobody",
  "git push $(ls)",
  "git push 'it''s' $(ls)",
];

/** Calls of `keeper` that must not happen: denied, or to be asked about where the client would not ask. */
export const refused: readonly (readonly [tool: unknown, args: unknown])[] = [
  ...[
    "rm x",
    "git push --force",
    "git 'push' --force",
    "git  push --force",
    "/usr/bin/git push --force",
    "git \\\n push --force",
    "FOO=1 git push --force",
    "> file",
    "A=1",
    "export A=1",
    "unset A",
    "[ -f x ]",
    "[[ -f x ]]",
    'cd "$x"',
    'git status "${x:-`touch f`}"',
    "git commit -F - <<EOF\n`touch f`\nEOF",
    "PATH=$PWD/evil:$PATH; git status",
    "git diff > src/x.lock",
    "git diff > src/out/x",
    "sudo git push --force",
    "",
  ].map((command) => ["bash", { command }] as const),
  ["bash", { command: "git diff > x", workdir: "secrets" }],
  ["bash", {}],
  ["bash", { command: 7 }],
  ["bash", { command: "git status", workdir: 7 }],
  ["bash", null],
  ["write", { filePath: "src/x.lock" }],
  ["write", { filePath: "secrets/x" }],
  ["write", { filePath: "src/../secrets/x" }],
  ["write", { filePath: "/etc/x" }],
  ["write", { filePath: "../x" }],
  ["write", { filePath: "src/out/x" }],
  ["write", { path: "src/x" }],
  ["multiedit", { filePath: "secrets/x" }],
  ["apply_patch", patch("*** Add File: src/x\n+x\n*** Delete File: secrets/x")],
  ["apply_patch", patch("*** Update File: src/x\n*** Move to: secrets/x")],
  ["apply_patch", patch("*** Update File: src/x\n*** Move to: other/x")],
  ["apply_patch", patch("*** Add File: src/x\u2028/../../secrets/x\n+x")],
  ["apply_patch", patch("nothing")],
  ["patch", patch("*** Add File: secrets/x\n+x")],
  ["read", { filePath: "/etc/passwd" }],
  ["read", { filePath: "src/out/x" }],
  ["glob", { pattern: "*", path: "/etc" }],
  ["grep", { pattern: "x", path: ".." }],
  ["list", { path: "/" }],
  ["webfetch", { url: "https://a.org/ok/../no/x" }],
  ["webfetch", { url: "https://A.org/no/x" }],
  ["websearch", { query: "bad" }],
  ["question", { questions: [{ question: "Why?" }] }],
  ["question", { questions: [{ question: "Which?" }, { question: "Why?" }] }],
  ["question", { questions: [] }],
  ["question", {}],
  ["task", { subagent_type: "general", prompt: "x" }],
  ["task", { prompt: "x" }],
  ["skill", { name: "customize-opencode" }],
  ["lsp", {}],
  ["mcp_shell", { command: "x" }],
  ["read_mcp_resource", {}],
  ["", {}],
  [undefined, {}],
];
