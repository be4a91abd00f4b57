import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { shipped } from "../../test/support/capability.ts";
import { capabilityAliases, categories } from "../model/capability.ts";
import { capabilityCodes, codeNamed, codeOf, hasCodePart, moduleKey } from "./all.ts";
import { checkCapability } from "./check-definition.ts";

const home = join(import.meta.dirname, "../../capabilities");

const folders = categories.flatMap((category) =>
  existsSync(join(home, category)) ? readdirSync(join(home, category)).map((slug) => `${category}::${slug}`) : [],
);

test("every capability with code has a folder, and every folder has code", () => {
  assert.deepEqual([...folders].sort(), capabilityCodes.map(({ name }) => name).sort());
});

test("each shipped capability agrees with its code and declares exactly the faces that exist", () => {
  for (const name of folders) {
    const capability = shipped(name);
    checkCapability(capability, ({ message }) => assert.fail(message));
    const code = codeNamed(name)!;
    assert.equal(capability.gate?.module, hasCodePart(code, "gate") ? moduleKey("gate", name) : undefined, name);
    assert.equal(capability.verify?.module, hasCodePart(code, "verify") ? moduleKey("verify", name) : undefined, name);
  }
});

test("the two letters of each capability are the ones of the table that never changes", () => {
  const table = Object.fromEntries(capabilityCodes.map(({ name, code }) => [name, code]));
  assert.deepEqual(table, {
    "policy::no-git-ops": "NG",
    "scope::files-whitelist": "FW",
    "scope::files-denylist": "FD",
    "quality::constructor-pattern": "CP",
    "quality::cargo-check-green": "CG",
    "quality::tests-green": "TG",
    "safety::no-dep-bump": "ND",
    "output::report-format": "RF",
    "output::severity-grade": "SG",
    "tools::deny-tools": "DT",
    "tools::bash-allowlist": "BA",
    "safety::no-mass-delete": "MD",
    "output::ledger-row-required": "LR",
    "quality::no-warnings": "NW",
    "scope::no-rule-edits": "NR",
  });
  assert.equal(new Set(Object.values(table)).size, capabilityCodes.length, "no code is used twice");
});

test("a module key leads to the code of its face only", () => {
  assert.equal(codeOf("gate", "gates::policy_no_git_ops")?.name, "policy::no-git-ops");
  assert.equal(codeOf("verify", "verifies::policy_no_git_ops")?.name, "policy::no-git-ops");
  assert.equal(codeOf("verify", "gates::policy_no_git_ops"), undefined);
  assert.equal(codeOf("gate", "gates::quality_tests_green"), undefined);
  for (const key of ["", "gates::", "policy::no-git-ops", "gates::policy::no-git-ops", "toString", "__proto__"])
    assert.equal(codeOf("gate", key), undefined, key);
});

test("the names of before lead to the same code", () => {
  for (const [old, name] of Object.entries(capabilityAliases)) {
    assert.equal(codeNamed(old)?.name, name);
    assert.equal(codeOf("gate", moduleKey("gate", old))?.name, name);
  }
  assert.equal(codeNamed("policy::no-git-ops-lax"), undefined);
});

test("every text is short, self-contained and begins with the rule", () => {
  for (const name of folders) {
    const text = readFileSync(join(home, name.replace("::", "/"), "text.md"), "utf8");
    assert.ok(text.split(/\s+/).filter(Boolean).length <= 200, name);
    assert.match(text, /^## [^\n]+\n\nYou MUST/, name);
    assert.match(text, /[^\n]\n$/, name);
    for (const other of folders) assert.ok(!text.includes(other), `${name} speaks of ${other}`);
  }
});
