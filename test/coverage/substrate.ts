/** Coverage of the document "Agent Substrate Schema v1". */
import { type CoveredDocument, differs, works } from "./row.ts";

const lines = "test/capability/lines.ts";
const gates = "src/capability/gates.test.ts";
const verifies = "src/capability/verifies.test.ts";
const limits = "src/capability/limits.test.ts";
const all = "src/capability/all.test.ts";
const sources = "src/task/kit-files.test.ts";
const loading = "src/task/load.test.ts";
const check = "src/cli/commands/capability/check.test.ts";
const verify = "src/cli/commands/capability/verify.test.ts";
const fork = "src/cli/commands/capability/fork.test.ts";
const hooks = "src/cli/commands/capability/hooks.test.ts";
const commands = "test/task/commands.slow.test.ts";
const taskCommand = "src/cli/commands/task/task.test.ts";
const policy = "src/task/run/policy.test.ts";
const prepare = "src/task/prepare.test.ts";
const dna = "src/task/dna.test.ts";
const ledger = "src/task/ledger/ledger.test.ts";
const ledgerCommand = "src/cli/commands/ledger/ledger.test.ts";
const printed = "test/documents/examples.test.ts";
const examples = "test/task/examples.slow.test.ts";

export const substrate: CoveredDocument = {
  title: "Agent Substrate Schema v1",
  about: "capabilities, roles and tasks",
  rows: [
    works(
      "a capability is capability.toml, text and code; if one of them is missing, the capability does not hold",
      "test/diagnostics/capability-text/expected.txt > capability-text",
    ),
    works("`_capabilities/` and `_roles/` are read", `${sources} > valid definitions load`),
    works(
      "the example of a capability.toml loads",
      `${printed} > substrate: capability, fragment and role build as they are printed`,
    ),
    works("`accepts` may list only the parameters of the document", `${sources} > accepts("cargo-check-crates")`),
    works(
      "files of the kit load: extra tables, alias stubs, lineage of roles",
      `${sources} > valid definitions load, and a broken one affects only the roles that use it`,
    ),
    works(
      "six categories, others are refused",
      "test/diagnostics/bad-field.capability/expected.txt > capability.category",
    ),
    works("`tool-patterns` are matched on commands", `${limits} > every gate reads restricts`),
    works("`tools-denied` takes tools away", `${gates} > tools::deny-tools`),
    works("`accepts` names the parameters of a task", "test/diagnostics/unfit-parameters/expected.txt > accepts"),
    works(
      "`text.path` is relative to the capability",
      "test/diagnostics/capability-text/expected.txt > is not in its directory",
    ),
    works(
      "`event`: PreToolUse with Bash, Edit|Write, Agent",
      "test/diagnostics/unfit-event/expected.txt > has nothing to deny",
    ),
    works(
      "`severity`: block, warn, advisory",
      `${check} > a fork in the root is found by its own name, with its own severity`,
    ),
    works(
      "`bypass-env` disables the gate while it is 1",
      `${gates} > only the value 1 of the variable in its capability.toml bypasses no-git-ops`,
    ),
    works(
      "`bypass-env` works for the user who starts a task",
      `${commands} > a bypass variable disables its gate with a note`,
    ),
    works(
      "`run-mode`, and `both` for quality",
      "src/parse/role.test.ts > an empty module is neither a gate nor a check, and quality checks run in both places by default",
    ),
    works("`when = per-tool-call`", `${commands} > a per-call check stops the agent when it fails`),
    works(
      "a text has at most 200 words",
      "src/parse/role.test.ts > two hundred words are read, two hundred and one are not",
    ),
    works(
      "texts are joined by a rule, in order",
      "src/task/compose.test.ts > the texts of the capabilities come first and in order",
    ),
    works(
      "texts lead with the rule and stand alone",
      `${all} > every text is short, self-contained and starts with the rule`,
    ),
    works("a gate answers allow, deny or not applicable", `${check} > an allowed call exits with 0`),
    works("a capability without a check verifies as passed", `${verify} > a capability without a check passes`),
    works(
      "no-git-ops refuses git, gh repo and gh api /?repos, also with the file of the document",
      `${sources} > no-git-ops refuses what the source's code refuses`,
    ),
    works(
      "two passes: the worktree first, and a failure there ends it",
      `${verify} > a change inside the scope passes in both passes`,
    ),
    differs(
      "a branch `test-merge/<id>` for the simulated merge",
      "A temporary worktree without a branch: a killed process would leave a branch behind, visible to others.",
      `${verify} > no worktree is left`,
    ),
    works(
      "green in the worktree and red on main is rejected",
      `${verify} > passing in the worktree and failing on main is a failure`,
    ),
    works(
      "the simulated merge cleans up, also after kill -9",
      "test/task/interrupt.slow.test.ts > no process remains and the next run cleans up",
    ),
    works(
      "the example of a role loads",
      `${printed} > substrate: capability, fragment and role build as they are printed`,
    ),
    works("`tools.allowed`: what is not listed is denied", `${limits} > tools that a role does not list are removed`),
    works(
      "`bash-patterns-allowed`",
      `${limits} > a role's patterns and the allow-list of its capability must both match`,
    ),
    works("three kinds of escalation", `${commands} > a fail-fast role is stopped at the first denial`),
    works(
      "the example of a task.toml loads",
      `${printed} > substrate: the task loads as it is printed, but for \`null\`, which TOML does not have`,
    ),
    differs(
      "`parent-agent = null`",
      "TOML has no null. Leave the field out; the error says so and shows where.",
      "test/task/bad-task.test.ts > parent-agent = null",
    ),
    differs(
      "`compose` writes prompt.md beside the task",
      "It prints the prompt and writes nothing. `--out FILE` writes it, and `spawn` writes tasks/ID/prompt.md.",
      `${taskCommand} > compose prints the prompt, and writes it byte for byte`,
    ),
    works(
      "`spawn` makes a worktree, installs gates, records the ledger",
      `${commands} > the client gets the prompt, a gate for this task`,
    ),
    differs(
      "`spawn` returns at once and notifies later",
      "It waits and shows progress. Nothing runs in the background, so Ctrl-C ends everything; to run it in the background, use the shell's `&`.",
      `${commands} > spawn keeps its worktree until verify, which removes it`,
    ),
    works("`verify TASK WORKTREE` and `--worktree`", `${commands} > a user's own worktree is verified and stays`),
    works(
      "`run` does all of it",
      `${commands} > a task that passes leaves a patch that can be merged, and nothing else`,
    ),
    works(
      "verify after `prepare`: what cannot be known is unchecked, not passed",
      `${commands} > the reflogs show no new commit, branch or stash`,
    ),
    works(
      "hooks do nothing when no capability is named",
      `${hooks} > with no capability in the environment the hook does nothing`,
    ),
    differs(
      "hooks let the call pass when the program is missing",
      "They deny the call and say how to fix it: a broken gate must not let calls through.",
      `${hooks} > with a capability and a missing or broken program, the hook denies`,
    ),
    works("`capability verify` with five variables", `${verify} > invalid calls are reported and never pass`),
    works("policy::no-git-ops: text, gate, verify", `${lines} > policy::no-git-ops`),
    works("scope::files-whitelist: text, gate, verify", `${lines} > scope::files-whitelist`),
    works("scope::files-denylist overrides the whitelist", `${lines} > scope::files-denylist`),
    works("quality::constructor-pattern: 200 lines, 30 per function", `${verifies} > 201 lines are not`),
    works("quality::cargo-check-green, the workspace on main", `${verifies} > on main everything is checked`),
    works("quality::tests-green, with a least number of tests", `${verifies} > quality::tests-green`),
    works("safety::no-dep-bump, unless the task opts in", `${lines} > safety::no-dep-bump`),
    works("output::report-format", `${verifies} > output::report-format`),
    works("output::severity-grade", `${verifies} > output::severity-grade`),
    works("tools::deny-tools, and its old name tools::read-only", `${all} > old names lead to the same code`),
    works(
      "tools::bash-allowlist: an assignment before a command is not an allowed command",
      `${lines} > RUSTC_WRAPPER=./evil cargo build`,
    ),
    works("five roles with their capabilities and tools", `${loading} > a root without roles has all shipped roles`),
    works("a page of roles is generated", "test/house/docs.test.ts > docs/roles.md names each shipped role"),
    works("git-ops is not spawnable, with RULE 0.13", "test/diagnostics/role-not-spawnable/expected.txt > RULE 0.13"),
    works("`prepare` prints the block for people", `${prepare} > the text output has the specified layout`),
    works("`prepare --format json` and `toml` have the same fields", `${prepare} > JSON and TOML say the same`),
    works("`--kit-root`", `${taskCommand} > --kit-root is an alias of --root`),
    works(
      "`prepare` writes nothing",
      `${taskCommand} > prepare prints the same as text, JSON and TOML, and writes nothing`,
    ),
    works("defaults of `subagent_type` by role", `${loading} > role.claudeSubagentType`),
    works("a task overrides `claude-subagent-type`", `${taskCommand} > a task can override its role's subagent type`),
    works("`isolation = worktree` for roles that edit", `${loading} > role.isolation`),
    works(
      "`capability fork`: names, lineage, no overwriting, text unchanged",
      `${fork} > a fork has a new name, its lineage and the same text`,
    ),
    works(
      "extends, then required, then relaxes; cycles are errors",
      `${loading} > random families follow the inheritance rules`,
    ),
    differs(
      "DNA with hashes of four digits",
      "Eight are written; four can still be read. With four, collisions are likely after a few hundred tasks.",
      `${dna} > four digits are read as well as eight`,
    ),
    works(
      "DNA: role, codes, scope, body, nonce; `??` for unknown codes",
      `${dna} > the DNA consists of role, codes, scope, body and nonce`,
    ),
    works(
      "codes of capabilities never change",
      `${all} > the code of each capability is the one in the table that never changes`,
    ),
    works("the ledger keeps `dna`, nullable, with a prefix index", `${ledger} > a DNA is found by its exact prefix`),
    works("`ledger fork ID` needs no other word", `${ledgerCommand} > a fork needs only an id`),
    works(
      "a row has the SHA-256 of its task",
      `${ledgerCommand} > a fork records the task's fields and the hash of its file`,
    ),
    works("tasks/ stays out of git", `${commands} > files in tasks/ are not part of an agent's work`),
    works("`substrate_role` is read as `role`", "src/resolve/agent-roles.test.ts > in either spelling of the field"),
    differs(
      "the texts of the role follow the `# ROLE` section of the prompt",
      "They follow the whole prompt: a system-prompt.md has no fixed sections here.",
      "src/resolve/agent-roles.test.ts > after the prompt and before the rules",
    ),
    works(
      "shipped agents carry roles; the agents that `prepare` names exist",
      `${examples} > every shipped role that can be spawned names an agent`,
    ),
    works("task examples ship and run", `${examples} > passes with good work and is rejected with bad work`),
    works("the four deferred atoms", `${all} > "safety::no-mass-delete": "MD"`),
    works("new capabilities need no change of the program", `${sources} > alone is a gate: commands, tools and paths`),
    works("a check of one's own is a command", `${commands} > a root's own check is a command`),
    works(
      "roles for npm, Python and Go, not only cargo",
      `${policy} > commands of its kind of project run, others do not`,
    ),
  ],
};
