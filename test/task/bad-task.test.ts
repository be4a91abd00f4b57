/** Tests the text a person sees for an invalid task.toml. Then nothing is printed on standard output or written. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { taskCompose } from "../../src/cli/commands/task/compose.ts";
import { taskPrepare } from "../../src/cli/commands/task/prepare.ts";
import { type Files, makeRoots } from "../support/make-root.ts";
import { runCommandIn } from "../support/run-command.ts";

const makeRoot = makeRoots("bad-task");

function taskToml(head: string, scope = '\n[scope]\nfiles-whitelist = ["src/**"]\n'): string {
  return `[task]\n${head}${scope}\n[body]\ntext = "Do it."\n`;
}

const withId = (id: string): string => taskToml(`role = "edit-local"\nagent-id = "${id}"\n`);

async function seen(files: Files, prepare: (root: string) => void = () => undefined) {
  const root = makeRoot(files);
  prepare(root);
  const before = readdirSync(root, { recursive: true }).sort();
  const result = await runCommandIn(root, taskPrepare, ["task.toml"]);
  const composed = await runCommandIn(root, taskCompose, ["task.toml", "--out", "prompt.md"]);
  if (result.code !== 0) {
    assert.deepEqual(composed, { ...result, out: "" }, "compose says the same");
    assert.deepEqual(readdirSync(root, { recursive: true }).sort(), before);
  }
  return result;
}

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly text: string;
}

const cases: readonly Case[] = [
  {
    name: "broken TOML",
    files: { "task.toml": '[task]\nrole = "edit-local\n' },
    text: `error[bad-toml]: not valid TOML: unterminated string
 --> task.toml:2:19
  |
2 | role = "edit-local
  |                   ^ the line ends here
  = help: close the string with \`"\` on the same line
`,
  },
  {
    name: "null",
    files: { "task.toml": taskToml('role = "edit-local"\nagent-id = "a1"\nparent-agent = null\n') },
    text: `error[bad-toml]: TOML has no null
 --> task.toml:4:16
  |
4 | parent-agent = null
  |                ^^^^ no value
  = help: remove \`parent-agent\`
`,
  },
  {
    name: "an unknown role",
    files: { "task.toml": taskToml('role = "edit-locl"\nagent-id = "a1"\n') },
    text: `error[unknown-role]: the task names unknown role \`edit-locl\`
 --> task.toml:2:8
  |
2 | role = "edit-locl"
  |        ^^^^^^^^^^^ there is no such role
  = help: did you mean \`edit-local\`?
`,
  },
  {
    name: "a role that agents cannot be started with",
    files: { "task.toml": taskToml('role = "git-ops"\nagent-id = "a1"\n') },
    text: `error[role-not-spawnable]: RULE 0.13: an agent cannot be started with the role \`git-ops\`
 --> task.toml:2:8
  |
2 | role = "git-ops"
  |        ^^^^^^^^^ roles/git-ops.toml has \`spawnable = false\`
  = help: this role is for the process that starts agents; \`surcingle role list\` lists the others
`,
  },
  {
    name: "an agent id with two dots in a row",
    files: { "task.toml": withId("a..b") },
    text: `error[bad-agent-id]: the agent id \`a..b\` has two dots in a row
 --> task.toml:3:12
  |
3 | agent-id = "a..b"
  |            ^^^^^^ not a valid id
  = help: an id is 1 to 64 characters: A-Z, a-z, 0-9, \`.\`, \`_\` and \`-\`
`,
  },
  {
    name: "an agent id that is a device name",
    files: { "task.toml": withId("nul.txt") },
    text: `error[bad-agent-id]: the agent id \`nul.txt\` is a reserved device name
 --> task.toml:3:12
  |
3 | agent-id = "nul.txt"
  |            ^^^^^^^^^ not a valid id
  = help: an id is 1 to 64 characters: A-Z, a-z, 0-9, \`.\`, \`_\` and \`-\`
`,
  },
  {
    name: "an agent id of 65 characters",
    files: { "task.toml": withId("x".repeat(65)) },
    text: `error[bad-agent-id]: the agent id \`${"x".repeat(65)}\` has 65 characters; the limit is 64
 --> task.toml:3:12
  |
3 | agent-id = "${"x".repeat(65)}"
  |            ${"^".repeat(67)} not a valid id
  = help: an id is 1 to 64 characters: A-Z, a-z, 0-9, \`.\`, \`_\` and \`-\`
`,
  },
  {
    name: "a scope pattern that never matches",
    files: {
      "task.toml": taskToml('role = "edit-local"\nagent-id = "a1"\n', '\n[scope]\nfiles-denylist = ["secret/"]\n'),
    },
    text: `error[bad-scope]: the pattern \`secret/\` in \`scope.files-denylist\` ends with a slash
 --> task.toml:6:19
  |
6 | files-denylist = ["secret/"]
  |                   ^^^^^^^^^ never matches a file of the repository
  = help: write \`secret/**\` for everything in it
`,
  },
];

for (const { name, files, text } of cases) {
  test(`${name} is shown with its position`, async () => {
    const { code, out, err } = await seen(files);
    assert.deepEqual([code, out], [1, ""]);
    assert.equal(err, `${text}\n1 error, 0 warnings\n`);
  });
}

test("an unknown capability is shown in the role that names it", async () => {
  const role = '[role]\nname = "mine"\ndescription = "x"\n[capabilities]\nrequired = ["policy::no-git-opps"]\n';
  const { code, err } = await seen({
    "task.toml": taskToml('role = "mine"\nagent-id = "a1"\n'),
    "roles/mine.toml": role,
  });
  assert.equal(code, 1);
  assert.match(err, /^error\[unknown-capability\]: .*`policy::no-git-opps`/);
  assert.match(err, /^ --> roles\/mine\.toml:5:13$/m);
  assert.match(err, /did you mean `policy::no-git-ops`\?/);
  assert.doesNotMatch(err, /unknown-role/, "a consequence is not reported");
});

test("a task that is missing, a directory, too large or not text is reported", async () => {
  const bytes = Buffer.concat([Buffer.from(withId("a1")), Buffer.from([0xff])]);
  const texts = [
    await seen({}),
    await seen({}, (root) => mkdirSync(join(root, "task.toml"))),
    await seen({ "task.toml": "#".repeat(2 * 1024 * 1024) }),
    await seen({ "task.toml": bytes }),
    await seen({ "task.toml": `\ufeff${withId("a1")}` }),
  ].map(({ code, err }) => `${code} ${err.split("\n")[0]}`);
  assert.deepEqual(texts, [
    "1 error[unreadable-file]: cannot read `task.toml`: it does not exist",
    "1 error[unreadable-file]: cannot read `task.toml`: it is not a regular file",
    "1 error[too-large]: the file has 2.0 MB; the limit is 1 MB",
    "1 error[bad-encoding]: the file is not valid UTF-8",
    "1 error[bad-encoding]: the file starts with a byte order mark",
  ]);
});

test("an absent or empty whitelist gets a warning that nothing may be edited", async () => {
  for (const scope of ["", "\n[scope]\nfiles-whitelist = []\n"]) {
    const { code, out, err } = await seen({
      "task.toml": taskToml('role = "edit-local"\nagent-id = "a1"\n', scope),
    });
    assert.equal(code, 0);
    assert.match(err, /^warning\[nothing-to-edit\]: the task allows no file changes: every edit will be denied\n/);
    assert.match(out, /^- files you may change: none$/m);
  }
  const reader = await seen({ "task.toml": taskToml('role = "read-only"\nagent-id = "a1"\n', "") });
  assert.deepEqual([reader.code, reader.err], [0, ""]);
});

test("terminal escapes in a task never reach the terminal raw", async () => {
  const { out } = await seen({ "task.toml": withId("a1").replace("Do it.", "\\u001b[2JDo it.\\u202e") });
  assert.match(out, /^\\u001b\[2JDo it\.\\u202e$/m);
});
