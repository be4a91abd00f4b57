/** Tests the text a person sees for every code, and inputs that cannot be stored as files in a repository. */
import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { excerpt, inOrder } from "../src/base/excerpt.ts";
import { skillCheck } from "../src/cli/commands/skill/check.ts";
import { skillResolve } from "../src/cli/commands/skill/resolve.ts";
import { diagnosticCases, diagnosticText, expectedText } from "./support/diagnostics.ts";
import { makeScratch, writeFiles } from "./support/make-root.ts";
import { renderRoots } from "./support/render-case.ts";
import { runCommandIn } from "./support/run-command.ts";

for (const name of diagnosticCases) {
  test(`the text for ${name} is as expected`, async () => {
    const text = await diagnosticText(name);
    assert.equal(
      text,
      expectedText(name),
      "`npm run golden` writes the expected texts; read the difference before you keep it",
    );
    assert.ok(text.includes(`[${name.split(".")[0]}]`), "the folder's own code is in the text");
  });
}

const scratch = makeScratch("diagnostics", "memory");
let count = 0;

const goodAgent = {
  "agents/a/agent.toml": 'name = "a"\ndescription = "Does a"\n[permissions.bash]\nintent = "ask"\n',
  "agents/a/system-prompt.md": "Do a.\n",
};

/** The diagnostics for a root made of these files. */
async function textFor(
  files: Readonly<Record<string, string | Uint8Array>>,
  prepare?: (root: string) => void,
): Promise<string> {
  const root = join(scratch, String(count++));
  writeFiles(root, { ...goodAgent, ...files });
  prepare?.(root);
  const { diagnostics, result } = await renderRoots([root]);
  const shown = inOrder(diagnostics).filter(({ loss }) => !loss);
  assert.equal(
    result === undefined,
    shown.some(({ severity }) => severity === "error"),
    "there is a result exactly if there are no errors",
  );
  return shown
    .map((each) => excerpt(each))
    .join("\n")
    .replaceAll(root, "ROOT");
}

test("a file of 2 MB is refused by name and size", async () => {
  assert.equal(
    await textFor({ "rules/huge.md": "x".repeat(2 * 1024 * 1024) }),
    "error[too-large]: the file has 2.0 MB; the limit is 1 MB\n --> rules/huge.md:1:1\n",
  );
});

test("installed packages in a skill are left out, by `check` as by `build`", async () => {
  const files = {
    "skills/s/SKILL.md":
      "---\nname: s\ndescription: Use when s is needed, and stop when it is not clear\n---\n\nRun it.\n",
    "skills/s/node_modules/p/README.md": "[broken](nowhere.md)\n",
  };
  const text = await textFor(files);
  assert.match(text, /warning\[left-out\]: `skills\/s\/node_modules` was skipped/);
  assert.doesNotMatch(text, /nowhere/);
  const { out, err } = await runCommandIn(scratch, skillCheck, [join(scratch, String(count - 1), "skills/s")]);
  assert.match(out + err, /warning\[left-out\]: `node_modules` was skipped/);
  assert.doesNotMatch(out + err, /nowhere/);
});

test("a prompt that is too large is reported once, not also as missing", async () => {
  const text = await textFor({ "agents/a/system-prompt.md": "x".repeat(2 * 1024 * 1024) });
  assert.match(text, /^error\[too-large\]: .*\n --> agents\/a\/system-prompt\.md:1:1\n$/);
});

test("invalid UTF-8 is shown with line and column", async () => {
  const text = await textFor({ "context/x.md": Buffer.from([0x61, 0x0a, 0x62, 0xff, 0x63]) });
  assert.match(text, /^error\[bad-encoding\]: the file is not valid UTF-8\n --> context\/x\.md:2:2\n/);
});

test("a link out of the root is an error, for files and directories", async () => {
  const outside = join(scratch, "outside");
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, "x.md"), "secret\n");
  const text = await textFor({ "rules/keep.md": "x\n" }, (root) => {
    symlinkSync(join(outside, "x.md"), join(root, "rules/file.md"));
    symlinkSync(outside, join(root, "rules/directory"));
  });
  assert.deepEqual(text.match(/error\[outside-root\]: .*/g), [
    "error[outside-root]: the link `rules/directory` points outside its root",
    "error[outside-root]: the link `rules/file.md` points outside its root",
  ]);
});

test("a link inside the root is read", async () => {
  const text = await textFor({ "rules/real.md": "x\n" }, (root) => symlinkSync("real.md", join(root, "rules/link.md")));
  assert.equal(text, "");
});

test("a loop of links is an error, not a hang", async () => {
  const text = await textFor({ "rules/keep.md": "x\n" }, (root) => {
    symlinkSync("..", join(root, "rules/up"));
    symlinkSync("../context", join(root, "rules/there"));
    mkdirSync(join(root, "context"));
    symlinkSync("../rules", join(root, "context/back"));
    symlinkSync("self", join(root, "context/self"));
  });
  assert.match(text, /error\[unreadable-file\]: cannot read `rules\/up`: it is a link loop/);
  assert.match(text, /error\[unreadable-file\]: cannot read `context\/self`: it is a link loop/);
});

test("10,001 definitions in one root are an error", async () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 10_001; i++) files[`rules/${i}.md`] = "x\n";
  assert.match(await textFor(files), /error\[too-many\]: the root contains 10002 definitions; the limit is 10000/);
});

test("values nested a hundred thousand levels deep are an error, not a crash", async () => {
  const deep = `x = ${"[".repeat(100_000)}${"]".repeat(100_000)}\n`;
  assert.match(
    await textFor({ "agents/a/agent.toml": deep }),
    /error\[too-deep\]: values are nested deeper than 256 levels/,
  );
});

test("a root that does not exist is reported", async () => {
  const { diagnostics } = await renderRoots([join(scratch, "nowhere")]);
  assert.match(diagnostics[0]!.message, /^cannot read `.*nowhere`: it does not exist$/);
});

test("terminal escapes in a definition never reach the terminal raw", async () => {
  const text = await textFor({ "agents/a/agent.toml": 'name = "\\u001b[2Ja"\ndescription = "x"\n' });
  const raw = await textFor({ "skills/s/SKILL.md": '---\nname: "s\u202e\u009b2J"\ndescription: x\n---\nx\n' });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finds control characters
  assert.doesNotMatch(text + raw, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  assert.match(raw, /\\u202e\\u009b2J/);
});

test("a directory without a skill is reported as a failure", async () => {
  const root = join(scratch, "no-skills");
  mkdirSync(root);
  const { code, err } = await runCommandIn(root, skillCheck, [root]);
  assert.equal(code, 1);
  assert.match(
    err,
    /^error\[no-skills\]: no skill found in `.*`\n.*\n.*= help: a skill is a directory with a SKILL\.md\n/,
  );
});

test("a failing command of a skill is shown at its position", async () => {
  const root = join(scratch, "command-failed");
  mkdirSync(join(root, "s"), { recursive: true });
  writeFileSync(join(root, "s/SKILL.md"), "---\nname: s\ndescription: x\n---\nNow: !`exit 3`\n");
  const { code, err, out } = await runCommandIn(root, skillResolve, [join(root, "s"), "--run-commands"]);
  assert.equal(code, 1);
  assert.equal(out, "Now: [command failed: exit code 3]\n");
  assert.match(err, /^error\[command-failed\]: a command of the skill failed\n.*SKILL\.md:5:6\n/);
  assert.match(err, /\| {6}\^+ exit code 3\n/);
});

test("more than 64 different policies give a note that says what to do", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 65 }, (_, i) => [
      [
        `agents/b${i}/agent.toml`,
        `name = "b${i}"\ndescription = "x"\n[permissions.edit]\nintent = "deny"\nrules = ["d${i}/**:allow"]\n`,
      ],
      [`agents/b${i}/system-prompt.md`, "Do b.\n"],
    ]).flat() as [string, string][],
  );
  const text = await textFor(files);
  assert.match(
    text,
    /^note\[many-policies\]: there are more than 64 different policies, so agents without `delegates` /,
  );
  assert.match(text, /= help: set `delegates` on agents that need others\n/);
});
