/** Creates the tree that home-manager links, from a built tree: whole files one by one, skill folders as folders. */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";

const [planFile, out] = process.argv.slice(2);
const { agents, harnesses, others } = JSON.parse(readFileSync(planFile, "utf8"));
const manifest = JSON.parse(readFileSync(join(agents, "manifest.json"), "utf8"));

const problems = [];
/** Sources of the links, by their path in the home. */
const links = new Map();

for (const [id, harness] of Object.entries(harnesses)) {
  const listed = new Map(manifest.files.map((file) => [file.path, file.kind]));
  for (const path of filesUnder(id)) {
    const kind = listed.get(path);
    // The client or another module also writes a shared file, so only `surcingle apply` may change it.
    if (kind === "shared") continue;
    if (kind !== "whole") problems.push(`${path} is not in manifest.json`);
    else place(harness, id, path.slice(id.length + 1));
  }
  for (const path of listed.keys()) {
    if (path.startsWith(`${id}/`) && !existsSync(join(agents, path))) problems.push(`${path} was not written`);
  }
}

for (const path of links.keys()) {
  for (const other of others) {
    if (!isInTheWay(other, path)) continue;
    problems.push(`~/${path} is also set by home.file (target ${other.target}); rename or remove one of the two`);
  }
}

if (problems.length > 0) {
  for (const problem of problems) console.error(`surcingle: ${problem}`);
  process.exit(1);
}

for (const { root, skills } of Object.values(harnesses)) {
  // Created even if empty, because a link to a missing directory dangles silently.
  for (const directory of [root, skills]) mkdirSync(join(out, directory), { recursive: true });
}
for (const [path, source] of links) {
  mkdirSync(dirname(join(out, path)), { recursive: true });
  symlinkSync(source, join(out, path));
}

/** Every file of one harness, with its path in the manifest. */
function filesUnder(directory) {
  const names = readdirSync(join(agents, directory)).sort();
  return names.flatMap((name) => {
    const path = `${directory}/${name}`;
    return lstatSync(join(agents, path)).isDirectory() ? filesUnder(path) : [path];
  });
}

function place({ root, skills, folders = {} }, id, path) {
  // In the output, skills outside the root have the same path as in the home.
  const skillsInOutput = skills.startsWith(`${root}/`) ? skills.slice(root.length + 1) : skills;
  const isSkill = path.startsWith(`${skillsInOutput}/`);
  // Codex ignores a linked SKILL.md and does not start a role from a linked file, but follows a linked folder.
  const skill = isSkill && path.slice(skillsInOutput.length + 1).split("/")[0];
  const [folder, place] = Object.entries(folders).find(([from]) => path.startsWith(`${from}/`)) ?? [path, path];
  const target = isSkill ? `${skills}/${skill}` : `${root}/${place}`;
  const source = isSkill ? join(agents, id, skillsInOutput, skill) : join(agents, id, folder);
  const known = links.get(target);
  if (known !== undefined && known !== source) problems.push(`~/${target} is written by two harnesses`);
  links.set(target, source);
}

/** home-manager itself keeps one of two such files and mentions the conflict only in the build log. */
function isInTheWay(other, path) {
  if (other.target === path || other.target.startsWith(`${path}/`)) return true;
  if (!path.startsWith(`${other.target}/`)) return false;
  if (!other.recursive) return true;
  return existsSync(join(other.source, path.slice(other.target.length + 1)));
}
