import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { makeScratch } from "../../../test/support/make-root.ts";
import { isUntouched } from "./build-tree.ts";
import { type Manifest, sha256 } from "./manifest.ts";

const place = makeScratch("untouched");

const texts = { "pi/agents/a.md": "aaaa\n", "pi/agents/b.md": "bbbb\n", "pi/skills/x/scripts/run.sh": "#!/bin/sh\n" };

const manifest = {
  harnesses: [
    { id: "pi", root: ".pi/agent", directories: ["agents", "empty", "skills"] },
    { id: "kode", root: ".kode", directories: [] },
  ],
  files: Object.entries(texts).map(([path, text]) => ({
    path,
    sha256: sha256(text),
    ...(path.endsWith(".sh") ? { executable: true as const } : {}),
  })),
} as unknown as Manifest;

/** `pause`: how much later the manifest is written, so that times show what is unchanged. */
async function makeTree(name: string, pause = 30): Promise<string> {
  const root = join(place, name);
  for (const path of ["pi/empty", "kode"]) mkdirSync(join(root, path), { recursive: true });
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text, { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
  }
  await setTimeout(pause);
  writeFileSync(join(root, "manifest.json"), "{}");
  return root;
}

test("an unchanged tree is recognized, even if written in one clock tick", async () => {
  assert.equal(isUntouched(await makeTree("whole"), manifest), true);
  assert.equal(isUntouched(await makeTree("at-once", 0), manifest), true);
});

test("files older than the manifest are not read", async () => {
  const other = { ...manifest, files: manifest.files.map((file) => ({ ...file, sha256: sha256("other") })) };
  assert.equal(isUntouched(await makeTree("old"), other), true);
});

const a = "pi/agents/a.md";
/** Changes by name; the times are restored if possible. */
const changes: Readonly<Record<string, (root: string) => void>> = {
  "a file of the same size with the same times": (root) => {
    const { atime, mtime } = statSync(join(root, a));
    writeFileSync(join(root, a), "AAAA\n");
    utimesSync(join(root, a), atime, mtime);
  },
  "a file that was moved in place of another": (root) => {
    renameSync(join(root, "pi/agents/b.md"), join(root, a));
    writeFileSync(join(root, "pi/agents/b.md"), "bbbb\n");
  },
  "a missing file": (root) => rmSync(join(root, a)),
  "a missing directory": (root) => rmSync(join(root, "pi/empty"), { recursive: true }),
  "a missing harness": (root) => rmSync(join(root, "kode"), { recursive: true }),
  "a missing manifest": (root) => rmSync(join(root, "manifest.json")),
  "an extra file": (root) => writeFileSync(join(root, "pi/agents/mine.md"), "mine\n"),
  "an extra file at the top": (root) => writeFileSync(join(root, "mine.md"), "mine\n"),
  "an extra directory": (root) => mkdirSync(join(root, "pi/skills/mine")),
  "a lost executable bit": (root) => chmodSync(join(root, "pi/skills/x/scripts/run.sh"), 0o644),
  "an added executable bit": (root) => chmodSync(join(root, a), 0o755),
  "a link in place of a file": (root) => {
    renameSync(join(root, a), join(place, "elsewhere.md"));
    symlinkSync(join(place, "elsewhere.md"), join(root, a));
  },
  "a file in place of a directory": (root) => {
    rmSync(join(root, "pi/skills/x"), { recursive: true });
    writeFileSync(join(root, "pi/skills/x"), "");
  },
  "a link in place of a directory": (root) => {
    renameSync(join(root, "pi"), join(place, "pi-elsewhere"));
    symlinkSync(join(place, "pi-elsewhere"), join(root, "pi"));
  },
};

for (const [name, change] of Object.entries(changes)) {
  test(`${name} is detected`, async () => {
    const root = await makeTree(name.replaceAll(" ", "-"));
    assert.equal(isUntouched(root, manifest), true);
    change(root);
    assert.equal(isUntouched(root, manifest), false);
  });
}

test("a touched file with unchanged content counts as ours", async () => {
  const root = await makeTree("same");
  writeFileSync(join(root, a), readFileSync(join(root, a)));
  assert.equal(isUntouched(root, manifest), true);
});
