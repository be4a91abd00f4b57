import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { makeScratch } from "../../../test/support/make-root.ts";
import { policyOf } from "../../../test/support/policy.ts";
import { gate } from "./extension.ts";

const scratch = makeScratch("pi");
const project = join(scratch, "project");
const elsewhere = join(scratch, "elsewhere");
mkdirSync(join(project, "src"), { recursive: true });
mkdirSync(join(project, ".git"));
mkdirSync(elsewhere);
writeFileSync(join(elsewhere, "secret"), "x");
symlinkSync(elsewhere, join(project, "out"));
symlinkSync(join(elsewhere, "not-there-yet"), join(project, "dangling"));
symlinkSync(elsewhere, join(project, "a b"));
symlinkSync(elsewhere, join(project, "it\u2019s"));
symlinkSync(elsewhere, join(project, "re\u0301sume\u0301"));
symlinkSync("src", join(project, "in"));

/** Reads and edits inside the project, asks about git, and nothing else. */
const policy = policyOf({
  bash: ["deny", "git *:ask", "ls *:allow"],
  edit: ["deny", "src/**:allow"],
  external_directory: ["deny"],
});

type Blocked = { block: true; reason: string } | undefined;
type Handler = (event: unknown, context: unknown) => Promise<Blocked>;

/** The handler that the extension registers. */
function handlerFor(given: unknown): Handler {
  const file = join(scratch, "policy.json");
  rmSync(file, { force: true });
  if (given !== null) writeFileSync(file, typeof given === "string" ? given : JSON.stringify(given));
  let handler: Handler | undefined;
  gate(pathToFileURL(file))({
    on: (event, each) => {
      assert.equal(event, "tool_call");
      handler = each as Handler;
    },
  });
  assert.ok(handler, "the extension listens");
  return handler;
}

/** Undefined: the tool runs. */
function ask(
  toolName: unknown,
  input: unknown,
  { given = policy as unknown, context = { cwd: project } as unknown } = {},
) {
  return handlerFor(given)({ toolName, input }, context);
}

test("another extension cannot change a call that was judged", async () => {
  const input = { command: "ls src", more: { a: ["b"] } };
  assert.equal(await ask("bash", input), undefined);
  assert.throws(() => {
    input.command = "rm -rf /";
  }, TypeError);
  assert.throws(() => input.more.a.push("c"), TypeError);
});

test("what the policy allows runs", async () => {
  for (const [tool, input] of [
    ["read", { path: "src/x.ts" }],
    ["read", { path: "@src/x.ts" }],
    ["read", { path: "in/x.ts" }],
    ["read", { path: "..x" }],
    ["ls", {}],
    ["grep", { pattern: "x", path: "src" }],
    ["edit", { path: "src/new/deep.ts" }],
    ["write", { path: join(project, "src/y.ts") }],
    ["bash", { command: "ls -l" }],
  ] as const)
    assert.equal(await ask(tool, input), undefined, `${tool} ${JSON.stringify(input)}`);
});

test("forbidden and unknown calls are blocked with a reason that says what to do", async () => {
  for (const [tool, input] of [
    ["bash", { command: "rm -rf /" }],
    ["bash", { command: "ls; rm x" }],
    ["write", { path: "package.json" }],
    ["edit", { path: "in/../package.json" }],
    ["subagent", { agent: "worker", task: "x" }],
    ["subagent", { action: "create", agent: "x" }],
    ["web_search", { query: "x" }],
    ["Read", { path: "src" }],
    ["", {}],
  ] as const) {
    const answer = await ask(tool, input);
    assert.equal(answer?.block, true, `${tool} ${JSON.stringify(input)}`);
    assert.match(answer.reason, /^surcingle: /);
  }
});

const outside = [
  "..",
  "../elsewhere/secret",
  "src/../../elsewhere",
  "/etc/passwd",
  "~",
  "~/.config/thing",
  "@~/.config/thing",
  "@/etc/passwd",
  "out/secret",
  "out",
  "dangling",
  "a\u00a0b/secret",
  "it's/secret",
  "r\u00e9sum\u00e9/secret",
  "file:///etc/passwd",
  "@file:///etc/passwd",
  "file:///etc/pass%77d",
  "file://elsewhere/x",
];

for (const path of outside) {
  test(`the path ${JSON.stringify(path)} is outside`, async () => {
    assert.equal((await ask("read", { path }))?.block, true);
    // The directory causes the deny: if it is allowed, the same read runs.
    const open = policyOf({ external_directory: ["allow"] });
    if (!path.includes("file://e")) assert.equal(await ask("read", { path }, { given: open }), undefined);
  });
}

test("writing through a link is judged by its target", async () => {
  const given = policyOf({ edit: ["allow"], external_directory: ["deny"] });
  for (const path of ["dangling", "out/x", "a\u00a0b/x", "@~/x", "file:///tmp/x"])
    assert.equal((await ask("write", { path }, { given }))?.block, true, path);
});

test("a project that is reached through a link is still the project", async () => {
  symlinkSync(project, join(scratch, "linked"));
  const context = { cwd: join(scratch, "linked") };
  assert.equal(await ask("read", { path: "src/x.ts" }, { context }), undefined);
  assert.equal((await ask("read", { path: "out/secret" }, { context }))?.block, true);
});

const broken: readonly (readonly [string, unknown])[] = [
  ["is missing", null],
  ["is empty", ""],
  ["is not JSON", "{"],
  ["is null", "null"],
  ["is a list", "[]"],
  ["is of a newer version", { ...policy, version: 3 }],
  ["is of an older version", { ...policy, version: 1 }],
  ["has no version", { ...policy, version: undefined }],
  ["has its version as a text", { ...policy, version: "2" }],
  ["has no rules", { ...policy, rules: undefined }],
  ["has a rule with an unknown verdict", { ...policy, rules: [{ ...policy.rules[0], verdict: "yes" }] }],
  ["has no intent for a tool", { ...policy, otherwise: { bash: "allow" } }],
  ["has no agent", { ...policy, agent: undefined }],
];

for (const [what, given] of broken) {
  test(`a policy that ${what} blocks everything`, async () => {
    for (const [tool, input] of [
      ["read", { path: "src" }],
      ["bash", { command: "ls" }],
      ["ls", {}],
    ] as const)
      assert.equal((await ask(tool, input, { given }))?.block, true);
  });
}

test("input that is not what the client sends is blocked", async () => {
  for (const [tool, input] of [
    ["read", undefined],
    ["read", { path: 1 }],
    ["read", { path: ["src"] }],
    ["grep", { path: null }],
    ["bash", {}],
    ["bash", { command: ["ls"] }],
    ["subagent", undefined],
    [undefined, {}],
  ] as const)
    assert.equal((await ask(tool, input))?.block, true, `${tool} ${JSON.stringify(input)}`);
});

test("an ask goes to the user if there is one, and is denied otherwise", async () => {
  const asked: string[] = [];
  const context = (answer: boolean) => ({
    cwd: project,
    hasUI: true,
    ui: {
      confirm: async (_: string, message: string) => {
        asked.push(message);
        return answer;
      },
    },
  });
  assert.equal(await ask("bash", { command: "git push" }, { context: context(true) }), undefined);
  assert.equal((await ask("bash", { command: "git push" }, { context: context(false) }))?.block, true);
  assert.equal((await ask("bash", { command: "rm x" }, { context: context(true) }))?.block, true);
  assert.equal(asked.length, 2, "a deny is never put to the user");
  for (const silent of [
    { cwd: project },
    { cwd: project, hasUI: false, ui: context(true).ui },
    { cwd: project, hasUI: true },
  ])
    assert.match((await ask("bash", { command: "git push" }, { context: silent }))?.reason ?? "", /no user to ask/);
});

test("without a context the call is blocked or throws, and the client treats both as a denial", async () => {
  const answers = [undefined, null].map((context) =>
    handlerFor(policy)({ toolName: "bash", input: { command: "rm x" } }, context),
  );
  for (const result of await Promise.allSettled(answers))
    assert.ok(result.status === "rejected" || result.value?.block === true);
});
