/** Everything below a directory as plain data: contents of files, targets of links, a slash after directories. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

export function snapshot(root: string, prefix = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(root, prefix)).sort()) {
    const path = prefix + name;
    const stats = lstatSync(join(root, path));
    if (stats.isDirectory()) Object.assign(found, { [`${path}/`]: "" }, snapshot(root, `${path}/`));
    else if (stats.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(root, path))}`;
    else found[path] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(join(root, path), "utf8")}`;
  }
  return found;
}
