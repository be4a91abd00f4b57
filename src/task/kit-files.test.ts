/** Tests files in the form of the source's own kit: extra tables, alias stubs, fewer parameters, broken definitions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { roleOf } from "../../test/support/capability.ts";
import { agentFiles, type Files, makeRoots } from "../../test/support/make-root.ts";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { renderRoots } from "../../test/support/render-case.ts";
import type { Diagnostic } from "../base/diagnostic.ts";
import { gateLimits } from "../capability/limits.ts";
import type { Capability } from "../model/capability.ts";
import { decide } from "../policy/decide.ts";
import { loadRoleSet } from "./load.ts";

const makeRoot = makeRoots("source-files");
const further = `
[taxonomy]
kingdom = "capability"
stability = "stable"

[lineage]
parents = []
creator = "somebody"
created = "2026-01-01"
`;

function capability(name: string, tables: string): Files {
  const [category = "", slug = ""] = name.split("::");
  const directory = `_capabilities/${category}/${slug}`;
  const head = `[capability]\nname = "${name}"\ncategory = "${category}"\nversion = "1.0"\ndescription = "About ${slug}."\n`;
  return {
    [`${directory}/capability.toml`]: `${head}\n[text]\npath = "text.md"\n\n${tables}${further}`,
    [`${directory}/text.md`]: `## ${slug}\n\nYou MUST NOT.\n`,
  };
}

function role(name: string, required: readonly string[], rest = ""): Files {
  const head = `[role]\nname = "${name}"\ndescription = "Does ${name}."\n\n[capabilities]\n`;
  const pipeline = '\n[pipeline]\nhandoff = ["merger"]\n';
  return { [`_roles/${name}.toml`]: `${head}required = ${JSON.stringify(required)}\n${rest}${further}${pipeline}` };
}

const stub = (name: string, target: string): Files => ({
  [`_capabilities/${name.replace("::", "/")}/capability.toml`]: `[capability]\nname = "${name}"\nalias = "${target}"\ndeprecated = "use ${target}"\n`,
});

const gate = (key: string, event: string, more = ""): string =>
  `[gate]\nrust-module = "gates::${key}"\nevent = "${event}"\nseverity = "block"\n${more}`;
const verify = (key: string): string =>
  `[verify]\nrust-module = "verifies::${key}"\nrun-mode = "both"\nwhen = "on-return"\n`;
const accepts = (...names: readonly string[]): string =>
  `[restricts]\ntool-patterns = []\ntools-denied = []\n\n[parameterized]\naccepts = ${JSON.stringify(names)}\n\n`;

/** Seven valid capabilities, two stubs, three that need code which does not exist, and five roles. */
const kit: Files = {
  ...capability(
    "policy::no-git-ops",
    `[restricts]\ntool-patterns = ['^git( |$)', '^gh (repo|api /repos)']\n\n${gate("policy_no_git_ops", "PreToolUse:Bash", 'bypass-env = "ORCHESTRATOR_META"\n')}`,
  ),
  ...capability("quality::cargo-check-green", accepts("cargo-check-crates") + verify("quality_cargo_check_green")),
  ...capability("quality::tests-green", accepts("cargo-test-crates", "test-count-min") + verify("quality_tests_green")),
  ...capability(
    "safety::no-dep-bump",
    accepts() + gate("safety_no_dep_bump", "PreToolUse:Edit|Write") + verify("safety_no_dep_bump"),
  ),
  ...capability("output::report-format", accepts("report-fields-required") + verify("output_report_format")),
  ...capability(
    "tools::deny-tools",
    `[restricts]\ntools-denied = ["Edit", "Write", "NotebookEdit"]\n\n${gate("tools_deny_tools", "PreToolUse:Edit|Write|NotebookEdit")}`,
  ),
  ...capability(
    "tools::bash-allowlist",
    `[restricts]\ntool-patterns = ['^cargo( |$)', '^ls( |$)']\n\n${gate("tools_bash_allowlist", "PreToolUse:Bash")}`,
  ),
  ...stub("tools::read-only", "tools::deny-tools"),
  ...stub("tools::cargo-only-bash", "tools::bash-allowlist"),
  ...capability("policy::git-ops-scope", gate("policy_git_ops_scope", "PreToolUse:Bash").replace("block", "enforce")),
  ...capability("output::verdict", verify("output_verdict")),
  "_capabilities/verify/audit/capability.toml": '[capability]\nname = "verify::audit"\ncategory = "verify"\n',
  "_capabilities/verify/audit/text.md": "You MUST audit.\n",
  ...role("edit", ["policy::no-git-ops", "quality::cargo-check-green", "quality::tests-green", "safety::no-dep-bump"]),
  ...role("look", ["tools::read-only", "tools::cargo-only-bash", "output::report-format"]),
  ...role("auditor", ["policy::no-git-ops", "verify::audit", "output::verdict"]),
  ...role("merger", ["policy::git-ops-scope"]),
  ...role("second-auditor", [], 'extends = "auditor"\n'),
};

async function load(files: Files, ...used: readonly string[]) {
  const diagnostics: Diagnostic[] = [];
  const set = await loadRoleSet([makeRoot(files)], (each) => diagnostics.push(each), used);
  const told = (severity: Diagnostic["severity"]) =>
    diagnostics.filter((each) => each.severity === severity).map(({ code }) => code);
  return { ...set, errors: told("error"), warnings: told("warning") };
}

const own = ({ path }: { readonly path: string }): boolean => path.startsWith("_");

test("valid definitions load, and a broken one affects only the roles that use it", async () => {
  const { roles, capabilities, aliases, broken, errors, warnings } = await load(kit);
  assert.deepEqual(
    [...roles.values()].filter(own).map(({ name }) => name),
    ["edit", "look"],
  );
  assert.equal([...capabilities.values()].filter(own).length, 7);
  assert.deepEqual(aliases.get("tools::cargo-only-bash")?.target, "tools::bash-allowlist");
  assert.deepEqual(
    roles.get("look")?.capabilities.map(({ name }) => name),
    ["tools::deny-tools", "tools::bash-allowlist", "output::report-format"],
  );
  const names = ["auditor", "merger", "second-auditor", "output::verdict", "policy::git-ops-scope", "verify::audit"];
  assert.deepEqual([...broken.keys()].sort(), names.sort());
  assert.deepEqual(errors, []);
  for (const code of ["unknown-field", "deprecated-capability", "code-not-declared", "capability-without-code"])
    assert.ok(
      warnings.some((each) => each === code),
      code,
    );
});

test("errors of a broken definition are errors for its users, also through a parent", async () => {
  assert.deepEqual((await load(kit, "edit")).errors, []);
  for (const name of ["auditor", "second-auditor"])
    assert.ok((await load(kit, name)).errors.includes("capability-without-code"), name);
  assert.deepEqual((await load(kit, "merger")).errors, ["bad-field"]);
});

test("a build fails only if an agent uses such a role", async () => {
  const build = async (name: string) => {
    const { result, diagnostics } = await renderRoots([
      makeRoot({ ...kit, ...agentFiles("a", "", `role = "${name}"\n`) }),
    ]);
    return { isBuilt: result !== undefined, errors: diagnostics.filter(({ severity }) => severity === "error") };
  };
  assert.deepEqual(await build("edit"), { isBuilt: true, errors: [] });
  const { isBuilt, errors } = await build("merger");
  assert.equal(isBuilt, false);
  assert.deepEqual(
    errors.map(({ span }) => span.file.path),
    ["_capabilities/policy/git-ops-scope/capability.toml"],
  );
});

test("a broken definition hides the one it replaces: that could be looser", async () => {
  const broken = capability("policy::no-git-ops", gate("policy_no_gti_ops", "PreToolUse:Bash"));
  const { roles, capabilities, errors } = await load(broken, "edit-local");
  assert.equal(capabilities.has("policy::no-git-ops"), false);
  assert.deepEqual([roles.has("edit-local"), roles.has("edit-shared"), roles.has("read-only")], [false, false, true]);
  assert.deepEqual(errors, ["capability-without-code"]);
  // The same for a file that is not even TOML, and for a role.
  const unread = {
    "_capabilities/policy/no-git-ops/capability.toml": "[capability\n",
    "_roles/read-only.toml": "[role\n",
  };
  const second = await load(unread, "edit-local", "explorer");
  assert.deepEqual(
    ["edit-local", "read-only", "explorer", "git-ops"].map((name) => second.roles.has(name)),
    [false, false, false, true],
  );
  assert.equal(second.capabilities.has("policy::no-git-ops"), false);
  assert.deepEqual(second.errors, ["bad-toml", "bad-toml"]);
});

function verdicts(one: Capability, commands: readonly string[]): readonly string[] {
  const limits = gateLimits(one, roleOf(), undefined);
  const policy = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"] }, limits);
  const surroundings = surroundingsOf({});
  return commands.map((subject) => decide(policy, { tool: "bash", subject }, surroundings).verdict);
}

test("no-git-ops refuses what the source's code refuses, also where the file lists less", async () => {
  const { capabilities } = await load(kit);
  const one = capabilities.get("policy::no-git-ops")!;
  const commands = ["git status", "gh repo view", "gh api /repos/x", "gh api repos/x", "cargo test"];
  assert.deepEqual(verdicts(one, commands), ["deny", "deny", "deny", "deny", "allow"]);
});

test("`restricts` alone is a gate: commands, tools and paths, with its own severity and bypass", async () => {
  const files = {
    ...capability(
      "safety::mine",
      `[restricts]\ntool-patterns = ['^terraform apply( |$)']\ntools-denied = ["WebFetch"]\npath-patterns = ["migrations/**", "~/.aws/"]\n`,
    ),
    ...capability(
      "safety::mild",
      `[restricts]\ntool-patterns = ['^terraform( |$)']\n\n[gate]\nseverity = "warn"\nbypass-env = "CALM"\n`,
    ),
    ...role("mine", ["safety::mine", "safety::mild"]),
  };
  const { roles, capabilities, errors } = await load(files, "mine");
  assert.deepEqual([errors, roles.has("mine")], [[], true]);
  const one = capabilities.get("safety::mine")!;
  const commands = ["terraform apply -auto-approve", "terraform plan", "touch migrations/1.sql", "rm -rf migrations"];
  assert.deepEqual(verdicts(one, commands), ["deny", "allow", "deny", "deny"]);
  assert.deepEqual(verdicts(one, ["touch ~/.aws/config", "sh -c 'terraform apply'", "touch src/a"]), [
    "deny",
    "deny",
    "allow",
  ]);
  assert.deepEqual(
    gateLimits(one, undefined, undefined).map(({ kind }) => kind),
    ["no-paths", "no-commands", "no-tool"],
  );
  assert.equal(one.verify?.runMode, "worktree", "that no such file changed is checked on return");
  const [mild] = gateLimits(capabilities.get("safety::mild")!, undefined, undefined);
  assert.deepEqual([mild?.severity, mild?.bypass], ["warn", "CALM"]);
});

test("a table that resembles a known one is an error, not a table of another tool", async () => {
  const files = {
    ...capability("safety::mine", "[restrict]\ntools-denied = ['Edit']\n"),
    ...role("r", ["safety::mine"]),
  };
  assert.deepEqual((await load(files, "r")).errors, ["unknown-field"]);
});

test("an alias of an alias is followed, and a cycle of aliases is an error", async () => {
  const chain = {
    ...stub("tools::a", "tools::b"),
    ...stub("tools::b", "tools::read-only"),
    ...role("r", ["tools::a"]),
  };
  const { roles, errors } = await load(chain, "r");
  assert.deepEqual([errors, roles.get("r")?.capabilities.map(({ name }) => name)], [[], ["tools::deny-tools"]]);
  const loop = { ...stub("tools::a", "tools::b"), ...stub("tools::b", "tools::a"), ...role("r", ["tools::a"]) };
  assert.ok((await load(loop, "r")).errors.every((code) => code === "unknown-capability"));
  assert.equal((await load(loop, "r")).errors.length, 1);
});

test("the code of an allowlist must be declared: without it the patterns would mean the opposite", async () => {
  const files = {
    ...capability("tools::bash-allowlist", "[restricts]\ntool-patterns = ['^cargo( |$)']\n"),
    ...role("r", ["tools::bash-allowlist"]),
  };
  assert.deepEqual((await load(files, "r")).errors, ["code-not-declared"]);
});
