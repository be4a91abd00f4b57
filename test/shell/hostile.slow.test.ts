/** Tests that `decide` is never looser on a hostile case than the table says. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { requestOf } from "../../src/doctor/conformance/conformance-questions.ts";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import type { Policy } from "../../src/model/permission.ts";
import { decideRequest } from "../../src/policy/decide-request.ts";
import { isStricter } from "../../src/policy/decision.ts";
import type { Surroundings } from "../../src/policy/surroundings.ts";
import type { HostileCase, PolicyName, ShellName } from "./hostile/case.ts";
import { hostilePolicies } from "./hostile/policies.ts";
import { makeTemplate, removeHome, type ThrowawayHome, tableHome, tableProject } from "./hostile/throwaway-home.ts";
import { hostileCases, hostileClasses } from "./hostile.ts";

const mostShown = 12;

let throwaway: ThrowawayHome;
let policies: Readonly<Record<PolicyName, Policy>>;
const loose: string[] = [];

before(async () => {
  throwaway = makeTemplate();
  policies = await hostilePolicies();
});
after(() => {
  removeHome(throwaway);
  if (loose.length > 0) console.log(["Not held, by class:", ...loose].join("\n  "));
});

/** The disk that the lines run on, at the paths that the table uses: a rule may name `/tmp`. */
function surroundingsFor({ cwd = "." }: HostileCase, shell: ShellName | undefined): Surroundings {
  const { home, project } = throwaway;
  const real = diskSurroundings(project, project, home, { shell });
  const toDisk = (path: string) => moved(path, tableHome, home);
  const fromDisk = (path: string | undefined) => path && moved(path, home, tableHome);
  return {
    ...real,
    cwd: join(tableProject, cwd),
    projectRoot: tableProject,
    home: tableHome,
    readLink: (path) => fromDisk(real.readLink(toDisk(path))),
    isUserWritable: (directory) => real.isUserWritable(toDisk(directory)),
    list: (directory) => real.list(toDisk(directory)),
    isRoot: (directory) => real.isRoot(toDisk(directory)),
    repositoryOf: (directory) => fromDisk(real.repositoryOf(toDisk(directory))),
  };
}

function moved(path: string, from: string, to: string): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** What is wrong with the answers, if anything: without a known shell, and in each shell that was seen to do harm. */
function findLoose(one: HostileCase): string | undefined {
  const request = requestOf({ tool: one.tool ?? "bash", subject: one.line });
  for (const shell of [undefined, ...one.shells]) {
    const { verdict, because } = decideRequest(policies[one.policy], request, surroundingsFor(one, shell));
    const isLoose = isStricter(one.held, verdict);
    if (isLoose || because.kind === "fault") {
      const text = one.line.length > 200 ? `${one.line.slice(0, 200)}…` : one.line;
      return `${one.policy} says ${verdict}, not ${one.held}${shell ? ` in ${shell}` : ""}: ${JSON.stringify(text)}`;
    }
  }
  return undefined;
}

for (const [name, cases] of hostileClasses) {
  test(`held: ${name}`, () => {
    const found = cases.flatMap((one) => findLoose(one) ?? []);
    if (found.length > 0) loose.push(`${String(found.length).padStart(4)} of ${cases.length}  ${name}`);
    const shown = process.env["HOSTILE_ALL"] ? found : found.slice(0, mostShown);
    assert.equal(found.length, 0, `${found.length} of ${cases.length} are not held:\n  ${shown.join("\n  ")}`);
  });
}

test("the table is large, has no duplicates, and most rows were seen to do harm", () => {
  assert.ok(hostileCases.length >= 340, String(hostileCases.length));
  const rows = hostileCases.map(({ line, policy, tool, cwd }) => JSON.stringify([line, policy, tool, cwd]));
  assert.deepEqual(
    rows.filter((row, i) => rows.indexOf(row) !== i),
    [],
  );
  for (const { line, shells, unshown } of hostileCases) assert.ok(shells.length > 0 !== (unshown !== undefined), line);
  const seen = hostileCases.filter(({ shells }) => shells.length > 0);
  assert.ok(seen.length >= 300, `${seen.length} were seen to do harm`);
});
