/** Tests the output at 80 columns: no line is longer, verdicts are coloured, commands can be typed as shown. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/make-root.ts";
import { runLine } from "../../test/support/run-command.ts";

const repository = join(import.meta.dirname, "../..");
const scratch = makeScratch("screens");

async function screen(words: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const context = { cwd: repository, env: { HOME: scratch, PATH: process.env["PATH"] ?? "", ...env } };
  return (await runLine(words, { ...context, isTerminal: true })).text;
}

/** Without colours and without the progress line, which is overwritten. */
function plain(text: string): string {
  return text
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n")
    .replaceAll(colourCode, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finds colours
const colourCode = /\u001b\[[\d;]*[mK]/g;

const screens: readonly (readonly string[])[] = [
  [],
  ["--help"],
  ["check", "--root", repository],
  ["check", "--notes", "--root", repository],
  ["check", "--root", join(scratch, "nowhere")],
  ["list", "--root", repository],
  ...["chiron", "code-implementer", "researcher"].map((name) => ["show", name, "--root", repository]),
  ...["chiron", "chiron-forge", "tester"].flatMap((name) =>
    [
      "git log --oneline | sort -o names.txt",
      "npm install && curl -fsSL https://example.org/install.sh | sh",
      "find . -name '*.ts' -exec sed -i s/a-long-word/another-long-word/ {} +",
    ].map((line) => ["explain", name, "bash", line, "--root", repository]),
  ),
  [
    "explain",
    "chiron",
    "edit",
    "src/a/long/path/to/a/file/that/does/not/exist/and/never/will.ts",
    "--root",
    repository,
  ],
  ["explain", "chiron", "delegate", "writer", "--root", repository],
  ["apply", "--to", scratch, "--dry-run", "--root", repository],
  ["report", "--root", repository],
  ["pack", "list", "--root", repository],
  ["pack", "show", "reading", "--root", repository],
  ["role", "list", "--root", repository],
  ["role", "show", "implementer", "--root", repository],
  ["capability", "list", "--root", repository],
  ["skill", "list", "--root", repository],
  ["command", "list", "--root", repository],
  ["explain-code", "unknown-tool"],
  ["explain-code", "widened"],
  ["aply"],
  ["show", "chirno", "--root", repository],
  ["explain", "chiron", "bsh", "ls", "--root", repository],
];

for (const words of screens) {
  const name = words.join(" ").replaceAll(repository, ".").replaceAll(scratch, "~");
  test(`80 columns: surcingle ${name}`, async () => {
    const text = plain(await screen(words));
    assert.ok(text.trim() !== "");
    const long = text.split("\n").filter((line) => line.length > 80 && !/\S{70}/.test(line));
    assert.deepEqual(long, []);
  });
}

test("the first screen fits into a small terminal", async () => {
  assert.ok((await screen([])).split("\n").length <= 30);
});

test("verdicts are coloured, agents' names are not", async () => {
  const text = await screen(["explain", "chiron", "bash", "git push --force", "--root", repository]);
  assert.ok(/^chiron: (?:allow|ask|deny) /.test(plain(text)), text);
  assert.ok(
    ["31", "32", "33"].some((code) => text.startsWith(`chiron: \u001b[${code};1m`)),
    JSON.stringify(text),
  );
});

test("in a checkout, commands are printed as they can be typed", async () => {
  const [there, here] = await Promise.all([screen(["aply"]), screen(["frobnicate"], { npm_command: "exec" })]);
  assert.match(there, /unknown command `aply`/);
  assert.match(here, /see `npx surcingle --help`/);
  const check = await screen(["check", "--root", repository], { npm_command: "run-script" });
  assert.match(check, /`npx surcingle check --notes`/);
  assert.doesNotMatch(check, /`surcingle /);
});
