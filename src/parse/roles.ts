/** All roles and capabilities of one root, in either spelling of their directories. */
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import type { Capability } from "../model/capability.ts";
import { parseCapability } from "./capability.ts";
import type { Sources } from "./parse.ts";
import { parseRole, type RoleDocument } from "./role.ts";

export interface RoleDocuments {
  readonly roles: readonly RoleDocument[];
  readonly capabilities: readonly Capability[];
  /** Names whose definition is wrong: that they are missing is a consequence, not a second cause. */
  readonly broken: ReadonlySet<string>;
}

const rolePath = /^_?roles\/([^/]+)\.toml$/;
const capabilityPath = /^_?capabilities\/([^/]+)\/([^/]+)\/capability\.toml$/;

export function parseRoles({ files, failed }: Pick<Sources, "files" | "failed">, report: Report): RoleDocuments {
  const texts = new Map<string, SourceFile>();
  for (const [path, { content }] of files)
    if (/^_?(?:roles|capabilities)\//.test(path) && "text" in content) texts.set(path, content);
  const roles: RoleDocument[] = [];
  const capabilities: Capability[] = [];
  const broken = new Set<string>();
  for (const [path, file] of texts) {
    const [, category, slug] = capabilityPath.exec(path) ?? [];
    if (category !== undefined && slug !== undefined) {
      const directory = path.slice(0, path.lastIndexOf("/"));
      const capability = parseCapability(file, (name) => texts.get(`${directory}/${name}`), report);
      if (capability) capabilities.push(capability);
      else broken.add(`${category}::${slug}`);
      continue;
    }
    const name = rolePath.exec(path)?.[1];
    if (name === undefined) {
      reportMisplaced(file, (path) => texts.has(path) || failed.has(path), report);
      continue;
    }
    const role = parseRole(file, report);
    if (role) roles.push(role);
    else broken.add(name);
  }
  return { roles, capabilities, broken };
}

/** What looks like a definition and is read as none: its author would wait for it in vain. */
function reportMisplaced(file: SourceFile, isThere: (path: string) => boolean, report: Report): void {
  const { path } = file;
  const hint = cureFor(path, isThere);
  if (hint === undefined) return;
  const message = `\`${path}\` looks like a definition but stands where none is read`;
  report({ code: "misplaced-file", severity: "error", message, span: fileStart(file), hint });
}

function cureFor(path: string, isThere: (path: string) => boolean): string | undefined {
  if (path.endsWith(".toml"))
    return /^_?roles\//.test(path)
      ? "a role is roles/NAME.toml"
      : "a capability is capabilities/CATEGORY/SLUG/capability.toml";
  const directory = /^(_?capabilities\/.+)\/text\.md$/.exec(path)?.[1];
  const isAlone = directory !== undefined && !isThere(`${directory}/capability.toml`);
  return isAlone ? `there is no ${directory}/capability.toml` : undefined;
}
