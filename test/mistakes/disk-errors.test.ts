/**
 * Provokes disk errors and broken content on every path that reads or writes. People must get a sentence: never an
 * errno, a stack or the text of a library.
 */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { after, test } from "node:test";
import { agentFiles, type Files, makeScratch, writeFiles } from "../support/make-root.ts";
import { becomeOrdinaryUser, becomeRootAgain, noPermissions } from "../support/ordinary-user.ts";
import { runLine } from "../support/run-command.ts";

becomeOrdinaryUser();
after(becomeRootAgain);
const scratch = makeScratch("disk-errors", "memory");

const definitions: Files = {
  ...agentFiles("a", '[permissions.bash]\nintent = "ask"\nrules = ["@own"]\n', 'role = "own"\nrules = ["style"]\n'),
  "skills/s/SKILL.md": "---\nname: s\ndescription: Use when s is needed\n---\nDo it.\n",
  "commands/c.md": "---\ndescription: Does c\n---\nDo c.\n",
  "packs/own.toml": 'tool = "bash"\ndescription = "Own rules"\nrules = ["ls:allow"]\n',
  "roles/own.toml":
    '[role]\nname = "own"\ndescription = "Own"\nspawnable = true\n[capabilities]\nrequired = ["safety::own"]\n[tools]\nallowed = ["Read", "Bash"]\n',
  "rules/style.md": "Be brief.\n",
  "capabilities/safety/own/capability.toml":
    '[capability]\nname = "safety::own"\ncategory = "safety"\nversion = "1.0"\ndescription = "Own"\n[restricts]\ntool-patterns = ["^rm( |$)"]\n',
  "capabilities/safety/own/text.md": "Do not delete.\n",
  "extensions/e/extension.yml": "provides:\n  commands:\n    - name: e\n      file: commands/e.md\n",
  "extensions/e/commands/e.md": "---\ndescription: Does e\n---\nDo e.\n",
  "surcingle.toml": 'harnesses = ["claude-code"]\n',
  "settings.json": '{"log": "~/log"}\n',
  "task.toml": '[task]\nrole = "own"\nagent-id = "one"\n[body]\ntext = "Do it."\n',
  "calls.jsonl": '{"time":"2026-01-01T00:00:00Z","harness":"claude-code","agent":"a","tool":"bash","subject":"ls"}\n',
  "home/.kode/skills/k/SKILL.md": '---\nname: k\ndescription: Use when k\nversion: "1.0.0"\n---\nDo k.\n',
  "home/.claude/agents/x.md": "---\nname: x\ndescription: Does x\n---\nDo x.\n",
  "home/.claude/settings.json": '{"permissions": {"deny": ["Bash(rm *)"]}}\n',
  "home/.config/opencode/opencode.json": '{"theme": "dark"}\n',
};

type Spoil = (path: string) => void;
const disk: Readonly<Record<string, Spoil>> = {
  missing: (path) => rmSync(path),
  "a directory": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "a link to itself": (path) => {
    rmSync(path);
    symlinkSync(basename(path), path);
  },
  "a broken link": (path) => {
    rmSync(path);
    symlinkSync("nowhere", path);
  },
  unreadable: (path) => chmodSync(path, 0),
  "its directory unreadable": (path) => chmodSync(dirname(path), 0),
  "its directory a file": (path) => {
    rmSync(dirname(path), { recursive: true });
    writeFileSync(dirname(path), "x");
  },
};
const content: Readonly<Record<string, Spoil>> = Object.fromEntries(
  Object.entries({
    empty: "",
    "half of JSON": '{"a": [1,',
    "JSON of another type": "[1, 2]\n",
    "wrong values": "name = 1\n[permissions]\nbash = 3\n",
    "half of TOML": 'name = "a\n[x',
    "half of YAML": "---\nname: [a\ndescription: 'b\n---\n",
    "a YAML tag": "---\nname: !!js/function a\ndescription: &x *y\n---\nx\n",
    "tabs in YAML": "---\nname: a\n\tdescription: b\n---\nx\n",
    bytes: Buffer.from([0xff, 0xfe, 0x00, 0x80]),
    "front matter of numbers": "---\nname: 1\ndescription: {a: 1}\nbehavior: 3\nversion: 1\n---\n",
  }).map(([name, text]) => [name, (path: string) => writeFileSync(path, text)]),
);

/** A file, and the command lines that read it. */
const readers: readonly (readonly [path: string, ...lines: readonly string[]])[] = [
  ["agents/a/agent.toml", "check", "show a", "explain a bash ls", "list"],
  ["agents/a/system-prompt.md", "build --out out"],
  [
    "skills/s/SKILL.md",
    "check",
    "skill check skills",
    "skill resolve s",
    "skill install ./skills/s --settings settings.json",
  ],
  ["commands/c.md", "check", "command show c"],
  ["packs/own.toml", "check", "pack list"],
  ["roles/own.toml", "check", "role show own", "task compose task.toml"],
  ["rules/style.md", "check"],
  [
    "capabilities/safety/own/capability.toml",
    "check",
    "capability list",
    "capability fork safety::own --as safety::other",
  ],
  ["capabilities/safety/own/text.md", "check", "capability fork safety::own --as safety::other"],
  ["extensions/e/extension.yml", "check"],
  ["extensions/e/commands/e.md", "check"],
  ["surcingle.toml", "check", "skill list", "doctor"],
  [
    "settings.json",
    "check --settings settings.json",
    "skill list --settings settings.json",
    "doctor --settings settings.json",
  ],
  [
    "task.toml",
    "task compose task.toml",
    "task prepare task.toml",
    "capability hooks task.toml",
    "ledger fork --task task.toml --ledger ledger.sqlite",
  ],
  ["calls.jsonl", "replay calls.jsonl", "suggest calls.jsonl"],
  ["home/.kode/skills/k/SKILL.md", "skill list", "skill show k"],
  ["home/.claude/agents/x.md", "import home --root imported"],
  ["home/.claude/settings.json", "import home --root imported"],
  ["home/.config/opencode/opencode.json", "apply --to home --with-shared --harness opencode --dry-run"],
];

/** Paths that cannot be written, and the command lines that write there. */
const writers: readonly (readonly [title: string, prepare: (root: string) => void, ...lines: readonly string[]])[] = [
  [
    "a directory that is read-only",
    (root) => {
      mkdirSync(join(root, "closed"));
      chmodSync(join(root, "closed"), 0o555);
    },
    ...["build --out closed/out", "apply --to closed", "init closed/new", "report --out closed/report.html"],
    ...["task compose task.toml --out closed/prompt.md", "import home --root closed/new"],
    ...[
      "capability fork safety::own --as safety::other --root closed",
      "ledger fork one --ledger closed/ledger.sqlite",
    ],
  ],
  [
    "a file in place of a directory",
    (root) => writeFileSync(join(root, "plain"), "x"),
    ...["build --out plain/out", "apply --to plain", "init plain/new", "report --out plain/report.html"],
    ...["task compose task.toml --out plain/prompt.md", "import home --root plain/new"],
    ...["ledger fork one --ledger plain/ledger.sqlite", "managed --floor a --out plain/out"],
  ],
  [
    "a link loop",
    (root) => symlinkSync("loop", join(root, "loop")),
    ...["build --out loop/out", "apply --to loop", "init loop/new", "report --out loop/report.html"],
    ...[
      "task compose task.toml --out loop/prompt.md",
      "import loop --root new",
      "check --root loop",
      "list --root loop",
    ],
    ...["ledger fork one --ledger loop/ledger.sqlite", "diff loop .", "replay loop", "skill check loop"],
  ],
  [
    "a name that is too long",
    () => {},
    ...[`build --out ${"x".repeat(300)}/out`, `report --out ${"x".repeat(300)}`, `check --root ${"x".repeat(300)}`],
    ...[`init ${"x".repeat(300)}`, `apply --to ${"x".repeat(300)}`, `task compose ${"x".repeat(300)}`],
  ],
  ["a full disk", () => {}, "report --out /dev/full"],
];

const raw = [
  /\bE[A-Z]{3,}\b(?::| )/,
  /errno|syscall/i,
  /^\s+at .+:\d+:\d+/m,
  /Unexpected token|JSON at position|in JSON\b/,
  /\b(?:zod|yaml library|iarna|unbash|SyntaxError|TypeError|RangeError|ZodError|ERR_[A-Z]+)\b/i,
  /\[object Object\]|bug in surcingle/,
];

let count = 0;
/** One root for all lines that meet the same mistake. */
function makeSpoiled(spoil: (root: string) => void): string {
  const root = join(scratch, String(count++));
  writeFiles(root, definitions);
  spoil(root);
  return root;
}

async function run(root: string, line: string, input = ""): Promise<{ readonly code: number; readonly text: string }> {
  const env = { HOME: join(root, "home"), PATH: "", NO_COLOR: "1" };
  // The program also resolves relative paths from the process's directory.
  process.chdir(root);
  const result = await runLine(line.split(" "), { cwd: root, env, isTerminal: true, readInput: async () => input });
  process.chdir(scratch);
  return result;
}

function assertPlain(line: string, { text }: { readonly text: string }): void {
  for (const pattern of raw) assert.doesNotMatch(text, pattern, `${line}\n${text}`);
  // A path cannot be wrapped; every other line fits a terminal.
  const wide = text.split("\n").filter((each) => each.length > 80 && !/[^\s`]{30,}/.test(each));
  assert.deepEqual(wide, [], line);
}

for (const [path, ...lines] of readers)
  test(`${path}: nothing raw reaches a person, whatever is wrong with it`, async () => {
    for (const [name, spoil] of Object.entries({ ...disk, ...content })) {
      if (name.startsWith("its directory") && !path.includes("/")) continue;
      if (noPermissions && name.endsWith("unreadable")) continue;
      const root = makeSpoiled((made) => spoil(join(made, path)));
      for (const line of lines) {
        const result = await run(root, line);
        assertPlain(`${line} (${path}: ${name})`, result);
        if (name === "unreadable" && result.code !== 0 && !line.startsWith("capability fork"))
          assert.match(result.text, /permission/, `${line}\n${result.text}`);
      }
    }
  });

for (const [title, prepare, ...lines] of writers)
  test(`${title}: refused with the path, the reason and what to do`, {
    skip: title === "a directory that is read-only" && noPermissions,
  }, async () => {
    const root = makeSpoiled(prepare);
    for (const line of lines) {
      const result = await run(root, line);
      assertPlain(line, result);
      assert.notEqual(result.code, 0, `${line}\n${result.text}`);
      assert.match(result.text, /= help: |See `surcingle|; /, `${line}\n${result.text}`);
    }
  });

test("batch lines that are not JSON or have the wrong type get a plain message", async () => {
  const root = makeSpoiled(() => {});
  for (const input of [
    '{"agent": "a", ',
    "[1]",
    '"a"',
    "{'a': 1}",
    '{"agent": 1}',
    '{"agent":"a","tool":"bash","input":3}',
    "\u0000",
  ])
    for (const line of ["explain --batch", "capability check safety::own"])
      assertPlain(`${line} < ${input}`, await run(root, line, `${input}\n`));
});
