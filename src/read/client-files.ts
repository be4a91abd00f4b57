/**
 * Reads the files of a client from a home or a project, following links, because home-manager links them into the
 * store.
 */
import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";

interface ClientFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Undefined if not valid UTF-8. */
  readonly text: string | undefined;
  readonly executable: boolean;
}

interface ClientFiles {
  readonly files: ReadonlyMap<string, ClientFile>;
  /** Paths that exist but cannot be read, or are too large. */
  readonly failed: readonly { readonly path: string; readonly why: string }[];
}

const limits = { fileBytes: 10 * 1024 * 1024, files: 10_000, depth: 16 };
const skipped = new Set(["node_modules", ".git"]);

/** `paths` are files and directories; the last name may contain a `*`. */
export function readClientFiles(directory: string, paths: readonly string[]): ClientFiles {
  const files = new Map<string, ClientFile>();
  const failed: { path: string; why: string }[] = [];
  const visit = (path: string, above: ReadonlySet<string>): void => {
    const full = join(directory, path);
    try {
      const facts = statSync(full);
      if (facts.isDirectory()) {
        const real = realpathSync(full);
        // A link to a parent directory would never end.
        if (above.has(real) || above.size > limits.depth) return;
        const inner = new Set([...above, real]);
        for (const name of readdirSync(full).sort()) if (!skipped.has(name)) visit(`${path}/${name}`, inner);
        return;
      }
      if (!facts.isFile()) return;
      if (facts.size > limits.fileBytes) failed.push({ path, why: "is larger than 10 MB" });
      else if (files.size >= limits.files) failed.push({ path, why: `is beyond the limit of ${limits.files} files` });
      else {
        const bytes = readFileSync(full);
        files.set(path, { path, bytes, text: decode(bytes), executable: (facts.mode & 0o111) !== 0 });
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "ENOENT" && code !== "ENOTDIR") failed.push({ path, why: "cannot be read: check its permissions" });
    }
  };
  for (const given of paths) for (const path of expand(directory, given)) visit(path, new Set());
  return { files, failed };
}

function expand(directory: string, given: string): readonly string[] {
  const slash = given.lastIndexOf("/");
  const [folder, name] = [given.slice(0, Math.max(slash, 0)), given.slice(slash + 1)];
  if (!name.includes("*")) return [given];
  const pattern = new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*")}$`);
  try {
    return readdirSync(join(directory, folder))
      .filter((given) => pattern.test(given))
      .sort()
      .map((given) => `${folder}/${given}`);
  } catch {
    return [];
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
