/** Tests every way in which a file can be unreadable, for every kind of definition: one problem, and only there. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Diagnostic } from "../src/base/diagnostic.ts";
import { readSettingsFile } from "../src/read/settings.ts";
import { readTask } from "../src/task/load.ts";
import { agentFiles, makeRoots, skillFiles } from "./support/make-root.ts";
import { becomeOrdinaryUser, becomeRootAgain, noPermissions } from "./support/ordinary-user.ts";
import { renderRoots } from "./support/render-case.ts";

const makeRoot = makeRoots("unreadable");

/** Each makes the file at `path` unreadable. */
const kinds: Readonly<Record<string, (path: string) => void>> = {
  "a byte order mark": (path) => writeFileSync(path, "\ufeffname = 1\n"),
  "invalid UTF-8": (path) => writeFileSync(path, Uint8Array.from([0x61, 0xff, 0x0a])),
  "a NUL character": (path) => writeFileSync(path, "a\0b\n"),
  "a directory": (path) => mkdirSync(path),
  "a directory with a file": (path) => {
    mkdirSync(path);
    writeFileSync(join(path, "inner.txt"), "x\n");
  },
  // Opening it would block.
  "a named pipe": (path) => void execFileSync("mkfifo", [path]),
  "no permission": (path) => {
    writeFileSync(path, "x\n");
    chmodSync(path, 0);
  },
  "a broken link": (path) => symlinkSync("nowhere", path),
  "a link to itself": (path) => symlinkSync(path, path),
  "a link out of the root": (path) => symlinkSync("/etc/hostname", path),
  "a file of 2 MB": (path) => writeFileSync(path, "x".repeat(2 * 1024 * 1024)),
};

const capability = `[capability]
name = "safety::broken"
category = "safety"
version = "1.0"
description = "Forbids something"
[restricts]
tool-patterns = ["^never$"]
`;
const role = (name: string, required: string): string =>
  `[role]\nname = "${name}"\ndescription = "A role"\n[capabilities]\nrequired = [${required}]\n[tools]\nallowed = ["Read"]\n`;

/** A root in which everything is used, so that a missing definition would be noticed. */
const whole = (uses: "role" | "nothing"): Record<string, string> => ({
  ...agentFiles("keeper"),
  ...agentFiles("torn"),
  ...skillFiles("broken"),
  ...skillFiles("whole"),
  ...agentFiles(
    "user",
    '[permissions.bash]\nintent = "ask"\nrules = ["@broken"]\n',
    `skills = ["broken", "whole"]\nrules = ["broken"]\ncontext = ["../../context/broken.md"]\n${uses === "role" ? 'role = "broken"\n' : ""}`,
  ),
  "commands/sent.md": "---\ndescription: Does it\n---\nDo it.\n",
  "packs/broken.toml": 'tool = "bash"\ndescription = "A pack"\nrules = ["ls *:allow"]\n',
  "rules/broken.md": "Rule.\n",
  "context/broken.md": "Context.\n",
  "roles/broken.toml": role("broken", '"safety::broken"'),
  "roles/whole.toml": role("whole", '"safety::no-dep-bump"'),
  "capabilities/safety/broken/capability.toml": capability,
  "capabilities/safety/broken/text.md": "Do not.\n",
  "surcingle.toml": 'harnesses = ["opencode"]\n',
});

async function asOrdinaryUser<T>(act: () => T | Promise<T>): Promise<T> {
  becomeOrdinaryUser();
  try {
    return await act();
  } finally {
    becomeRootAgain();
  }
}

/** Everything except losses and skill checks. */
async function problemsIn(root: string): Promise<{ readonly found: readonly Diagnostic[]; readonly isBuilt: boolean }> {
  const { diagnostics, result } = await asOrdinaryUser(() => renderRoots([root]));
  return {
    found: diagnostics.filter(({ loss, isSkillCheck, severity }) => !loss && !isSkillCheck && severity !== "note"),
    isBuilt: result !== undefined,
  };
}

/** Roots are created in a private directory. */
function makeOpenRoot(files: Record<string, string>): string {
  const root = makeRoot(files);
  chmodSync(dirname(root), 0o755);
  return root;
}

/** Does something while one file of the root is unreadable. */
async function whileSpoiled<T>(root: string, path: string, kind: string, act: () => Promise<T>): Promise<T> {
  const file = join(root, path);
  const text = readFileSync(file);
  rmSync(file);
  kinds[kind]!(file);
  try {
    return await act();
  } finally {
    rmSync(file, { recursive: true });
    writeFileSync(file, text);
  }
}

const codes = new Set(["unreadable-file", "bad-encoding", "outside-root", "too-large"]);

function assertOne(found: readonly Diagnostic[], path: string, severity: "error" | "warning"): void {
  const messages = found.map((each) => `${each.severity}[${each.code}] ${each.span.file.path}: ${each.message}`);
  assert.equal(found.length, 1, messages.join("\n") || "nothing was reported");
  assert.equal(found[0]!.span.file.path, path, messages.join("\n"));
  assert.equal(found[0]!.severity, severity, messages.join("\n"));
  assert.ok(codes.has(found[0]!.code), messages.join("\n"));
  assert.doesNotMatch(found[0]!.message, /\bE[A-Z]{3,}\b/, "no errno reaches a person");
}

const roots = { role: makeOpenRoot(whole("role")), nothing: makeOpenRoot(whole("nothing")) };
const files = makeOpenRoot({ "task.toml": "", "settings.json": "" });

const problemsWith = (uses: keyof typeof roots, path: string, kind: string): ReturnType<typeof problemsIn> =>
  whileSpoiled(roots[uses], path, kind, () => problemsIn(roots[uses]));

test("the intact root has no problem", async () => {
  for (const root of Object.values(roots)) {
    const { found, isBuilt } = await problemsIn(root);
    assert.deepEqual(
      found.map(({ message }) => message),
      [],
    );
    assert.ok(isBuilt);
  }
});

const stopping = [
  "agents/torn/agent.toml",
  "agents/torn/system-prompt.md",
  "skills/broken/SKILL.md",
  "commands/sent.md",
  "packs/broken.toml",
  "rules/broken.md",
  "context/broken.md",
  "surcingle.toml",
];
const usedByName = [
  "roles/broken.toml",
  "capabilities/safety/broken/capability.toml",
  "capabilities/safety/broken/text.md",
];

/** A skill is read in spite of them, with a warning; here it then has no front matter. */
const looseKinds: ReadonlySet<string> = new Set(["a byte order mark", "a NUL character"]);

for (const kind of Object.keys(kinds)) {
  const skip = kind === "no permission" && noPermissions;
  test(`${kind} in the place of a definition is one error, and nothing is built`, { skip }, async () => {
    for (const path of stopping) {
      const { found, isBuilt } = await problemsWith("nothing", path, kind);
      const isRead = path.endsWith("SKILL.md") && looseKinds.has(kind);
      if (isRead)
        assert.deepEqual(
          found.map(({ code }) => code),
          ["bad-encoding", "bad-frontmatter"],
        );
      else assertOne(found, path, "error");
      assert.ok(!isBuilt);
    }
  });

  test(`${kind} in the place of a role or a capability affects only its users`, { skip }, async () => {
    for (const path of usedByName) {
      const used = await problemsWith("role", path, kind);
      assertOne(used.found, path, "error");
      assert.ok(!used.isBuilt);
      const unused = await problemsWith("nothing", path, kind);
      assertOne(unused.found, path, "warning");
      assert.ok(unused.isBuilt);
    }
  });

  test(`${kind} in the place of a task or a settings file is one error`, { skip }, async () => {
    for (const name of ["task.toml", "settings.json"]) {
      const path = join(files, name);
      const found: Diagnostic[] = [];
      const report = (each: Diagnostic): void => void found.push(each);
      const read = async () =>
        asOrdinaryUser(() => (name === "task.toml" ? readTask(path, report) : readSettingsFile(path, name, report)));
      const file: unknown = await whileSpoiled(files, name, kind, read);
      // These files are given by path, so they may be links to any place.
      if (kind === "a link out of the root") continue;
      assert.equal(file, undefined, name);
      assert.equal(found.length, 1, found.map(({ message }) => message).join("\n"));
      assert.doesNotMatch(found[0]!.message, /\bE[A-Z]{3,}\b|unknown error/);
    }
  });
}
