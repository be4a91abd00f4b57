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

test("each shipped capability declares exactly the parts that have code", () => {
  for (const name of folders) {
    const capability = shipped(name);
    checkCapability(capability, ({ message }) => assert.fail(message));
    const code = codeNamed(name)!;
    assert.equal(capability.gate?.module, hasCodePart(code, "gate") ? moduleKey("gate", name) : undefined, name);
    assert.equal(capability.verify?.module, hasCodePart(code, "verify") ? moduleKey("verify", name) : undefined, name);
  }
});

test("the code of each capability is the one in the table that never changes", () => {
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

test("a module key leads only to the code of its own part", () => {
  assert.equal(codeOf("gate", "gates::policy_no_git_ops")?.name, "policy::no-git-ops");
  assert.equal(codeOf("verify", "verifies::policy_no_git_ops")?.name, "policy::no-git-ops");
  assert.equal(codeOf("verify", "gates::policy_no_git_ops"), undefined);
  assert.equal(codeOf("gate", "gates::quality_tests_green"), undefined);
  for (const key of ["", "gates::", "policy::no-git-ops", "gates::policy::no-git-ops", "toString", "__proto__"])
    assert.equal(codeOf("gate", key), undefined, key);
});

test("old names lead to the same code", () => {
  for (const [old, name] of Object.entries(capabilityAliases)) {
    assert.equal(codeNamed(old)?.name, name);
    assert.equal(codeOf("gate", moduleKey("gate", old))?.name, name);
  }
  assert.equal(codeNamed("policy::no-git-ops-lax"), undefined);
});

test("every text is short, self-contained and starts with the rule", () => {
  for (const name of folders) {
    const text = readFileSync(join(home, name.replace("::", "/"), "text.md"), "utf8");
    assert.ok(text.split(/\s+/).filter(Boolean).length <= 200, name);
    assert.match(text, /^## [^\n]+\n\nYou MUST/, name);
    assert.match(text, /[^\n]\n$/, name);
    for (const other of folders) assert.ok(!text.includes(other), `${name} speaks of ${other}`);
  }
});
