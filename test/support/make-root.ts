/** Creates roots for one test, in a directory that is removed after the tests of the file. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** In the given order, because some file systems list files in creation order. */
export function makeRoots(name: string): (files: Files) => string {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), `surcingle-${name}-`)));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  let count = 0;
  return (files) => {
    const root = join(scratch, String(count++));
    mkdirSync(root);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    }
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
