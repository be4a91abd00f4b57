/** Temporary directories and roots for tests. Each is removed after the tests of its file. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/**
 * An empty directory, by its real path. `memory`: where possible it is not on a disk, which takes a fraction of the
 * time; such a directory may forbid starting programs in it.
 */
export function makeScratch(name: string, where: "disk" | "memory" = "disk"): string {
  const parent = where === "memory" && existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
  const scratch = realpathSync(mkdtempSync(join(parent, `surcingle-${name}-`)));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  return scratch;
}

/** In the given order, because some file systems list files in creation order. */
export function writeFiles(root: string, files: Files): void {
  const made = new Set<string>();
  for (const [path, content] of Object.entries(files)) {
    const directory = dirname(join(root, path));
    if (!made.has(directory)) mkdirSync(directory, { recursive: true });
    made.add(directory);
    writeFileSync(join(root, path), content);
  }
}

/** Makes one root after the other in a directory of its own. */
export function makeRoots(name: string): (files: Files) => string {
  const scratch = makeScratch(name, "memory");
  let count = 0;
  return (files) => {
    const root = join(scratch, String(count++));
    mkdirSync(root);
    writeFiles(root, files);
    return root;
  };
}

export function agentFiles(
  name: string,
  toml = '[permissions.bash]\nintent = "ask"\n',
  fields = "",
): Record<string, string> {
  return {
    [`agents/${name}/agent.toml`]: `name = "${name}"\ndescription = "Does ${name}"\n${fields}${toml}`,
    [`agents/${name}/system-prompt.md`]: `Do ${name}.\n`,
  };
}

export function skillFiles(name: string, body = "Do it.\n"): Record<string, string> {
  return { [`skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: Does ${name}\n---\n${body}` };
}
