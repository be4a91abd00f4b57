import assert from "node:assert/strict";
import { test } from "node:test";
import { opencodeOracle, permissionMapOf } from "../../../test/support/opencode-oracle.ts";
import { type Authored, policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import type { Tool, ToolCall, Verdict } from "../../model/permission.ts";
import { decide } from "../../policy/decide.ts";
import { renderer } from "./render.ts";

const place = surroundingsOf();
const ordinary = policyOf({
  bash: ["ask", "git push --force*:deny", "git push*:ask", "git *:allow", "npm run *:allow", "rm -rf *:deny", "7:deny"],
  edit: ["ask", "**/*.lock:deny", "src/**:allow", "docs/*.md:allow", ".git/**:deny"],
  webfetch: ["ask", "https://docs.rs/**:allow", "https://*.example.com/**:allow"],
  websearch: ["allow", "secret *:deny"],
  external_directory: ["ask", "/tmp/**:allow", "~/.ssh/**:deny"],
});

test("an ordinary policy is decided exactly", () => {
  const map = permissionMapOf(ordinary);
  const exactly = (tool: Tool, texts: readonly string[]) => {
    for (const text of texts)
      assert.equal(
        opencodeOracle(map, tool, text),
        decide(ordinary, { tool, subject: text }, place).verdict,
        `${tool} ${text}`,
      );
  };
  exactly("bash", [
    "git",
    "git log",
    "git push",
    "git push --force x",
    "npm run a b",
    "npm install",
    "rm -rf /",
    "rm x",
  ]);
  exactly("bash", ["7", "77", "7 7", "gitx", "npm run"]);
  exactly("edit", ["Cargo.lock", "src/Cargo.lock", "src/a/b.ts", "docs/a.md", "docs/a/b.md", "x", ".git/config"]);
  exactly("webfetch", [
    "https://docs.rs/a/b",
    "https://x.example.com/a",
    "https://evil.org/x.example.com/a",
    "https://docs.rs",
  ]);
  exactly("websearch", ["secret x", "secret", "other"]);
  exactly("external_directory", ["/tmp/*", "/tmp/a/*", "/home/me/.ssh/*", "/etc/*", "/home/me/*"]);
});

test("a rule for the project does not reach out of it", () => {
  const map = permissionMapOf(policyOf({ edit: ["deny", "*.md:allow", "*/**:ask"] }));
  for (const [path, wanted] of [
    ["a/b", "ask"],
    ["x.md", "allow"],
    ["../a/b", "deny"],
    ["../x.md", "deny"],
  ] as const)
    assert.equal(opencodeOracle(map, "edit", path), wanted, path);
});

test("redundant rules produce no line, and a tool with one verdict is one word", () => {
  const map = permissionMapOf(policyOf({ bash: ["ask", "git *:ask"], edit: ["deny", "src/**:deny"] }));
  assert.equal(map["bash"], "ask");
  assert.deepEqual(permissionMapOf(policyOf({ bash: ["ask", "rm *:deny", "**:allow", "ls:ask"] }))["bash"], {
    "*": "allow",
    "rm *": "deny",
  });
  assert.equal(map["edit"], "deny");
});

test("questions are offered only if every question is allowed, because the client shows them without asking", () => {
  for (const authored of [{}, { question: ["allow", "x*:allow"] }] as Authored[])
    assert.equal(permissionMapOf(policyOf(authored))["question"], "allow");
  for (const authored of [
    { question: ["ask"] },
    { question: ["allow", "x*:deny"] },
    { question: ["deny", "x*:allow"] },
  ] as Authored[])
    assert.equal(permissionMapOf(policyOf(authored))["question"], "deny");
});

test("only our own agents and skills are named, and names of digits keep their position", () => {
  const map = permissionMapOf({
    ...policyOf({}),
    delegates: ["helper", "42"],
    skills: ["7"],
    allowTools: ["todowrite", "*", "9"],
  });
  for (const [permission, name, wanted] of [
    ["task", "helper", "allow"],
    ["task", "42", "allow"],
    ["task", "421", "deny"],
    ["task", "general", "deny"],
    ["skill", "7", "allow"],
    ["skill", "77", "deny"],
    ["todowrite", "*", "allow"],
    ["lsp", "*", "deny"],
    ["9", "*", "deny"],
    ["webfetch_all", "*", "deny"],
    ["read", ".env", "ask"],
    ["read", "mcp:server:*", "deny"],
  ] as const)
    assert.equal(opencodeOracle(map, permission, name), wanted, `${permission} ${name}`);
});

test("the client's own allow for its output directory is removed unless the policy grants it", () => {
  const own = "~/.local/share/opencode/tool-output/*";
  const given = (authored: Authored) =>
    (permissionMapOf(policyOf(authored))["external_directory"] as Record<string, Verdict>)[own];
  assert.equal(given({}), "deny");
  assert.equal(given({ external_directory: ["deny", "~/.local/share/opencode/tool-output/**:allow"] }), "allow");
  assert.equal(permissionMapOf(policyOf({ external_directory: ["allow"] }))["external_directory"], "allow");
});

test("the enforcement names who enforces the verdict", () => {
  const supports = (call: ToolCall) => {
    const { verdict } = decide(ordinary, call, place);
    return `${verdict} ${renderer.enforcement(ordinary, call, verdict).support}`;
  };
  assert.equal(supports({ tool: "bash", subject: "git status" }), "allow native");
  assert.equal(supports({ tool: "bash", subject: "git push" }), "ask native");
  assert.equal(supports({ tool: "bash", subject: "git 'push' --force" }), "deny gate");
  assert.equal(supports({ tool: "bash", subject: "git status > x" }), "ask gate");
  assert.equal(supports({ tool: "bash", subject: "git status $(rm -rf x)" }), "deny gate");
  assert.equal(supports({ tool: "edit", subject: "src/x" }), "allow native");
  // `**/*.lock` also covers what is below, and the `../…` form does not contain all directories of a path outside.
  assert.equal(supports({ tool: "edit", subject: "/tmp/x" }), "ask narrowed");
  assert.equal(supports({ tool: "edit", subject: "a/.git/x" }), "ask narrowed");
  assert.equal(supports({ tool: "webfetch", subject: "https://docs.rs/../x" }), "allow native");
  assert.equal(supports({ tool: "question", subject: "Why?" }), "allow native");
  assert.equal(supports({ tool: "read", subject: "src/x" }), "allow native");
  assert.equal(supports({ tool: "external_directory", subject: "/tmp/x" }), "allow native");
  assert.equal(supports({ tool: "external_directory", subject: "~/.ssh/id" }), "deny native");
});
