/**
 * `npm run start-check`: the first five minutes of a new user, and of one with agents in two clients, on real clients.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { harnesses } from "../src/harness/all.ts";
import { clientOf, installClient } from "./clients/install.ts";

const repository = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "surcingle-first-"));
const ids = harnesses.filter(({ isCommon }) => isCommon).map(({ id }) => id);
const programs = await Promise.all(ids.map(async (id) => `${id}=${(await installClient(clientOf(id))).join(" ")}`));

interface Step {
  readonly name: string;
  readonly seconds: number;
}

function person(name: string) {
  const [home, work] = [join(scratch, name, "home"), join(scratch, name, "work")];
  for (const directory of [home, work]) mkdirSync(directory, { recursive: true });
  const prefix = join(scratch, name, "programs");
  const path = [join(prefix, "bin"), dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  const env = { ...process.env, HOME: home, PATH: path, NODE_OPTIONS: "" };
  const steps: Step[] = [];
  const run = (command: string): string => {
    const start = Date.now();
    const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
      cwd: work,
      env,
      encoding: "utf8",
      timeout: 300_000,
    });
    steps.push({
      name: command.replaceAll(scratch, "…").replaceAll(/ --client \S+/g, ""),
      seconds: (Date.now() - start) / 1000,
    });
    if (status !== 0) throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`);
    return stdout + stderr;
  };
  return { home, work, prefix, run, steps };
}

function filesOf(directory: string): ReadonlyMap<string, string> {
  const paths = existsSync(directory) ? readdirSync(directory, { recursive: true, encoding: "utf8" }) : [];
  return new Map(
    paths
      .filter((path) => statSync(join(directory, path)).isFile())
      .map((path) => [path, readFileSync(join(directory, path), "latin1")]),
  );
}

const doctor = `surcingle doctor ${ids.map((id) => `--harness ${id}`).join(" ")} ${programs.map((each) => `--client ${each}`).join(" ")}`;
const packed = spawnSync("npm", ["pack", "--silent", "--pack-destination", scratch], {
  cwd: repository,
  encoding: "utf8",
}).stdout.trim();

/** Empty directory, install, init, apply, doctor without a failure. */
function newUser(): readonly Step[] {
  const { prefix, run, steps } = person("new");
  run(`npm install --global --silent --prefix ${prefix} ${join(scratch, packed)}`);
  run(`surcingle init my-agents ${ids.map((id) => `--harness ${id}`).join(" ")}`);
  run("surcingle check --strict --root my-agents");
  run("surcingle apply --to ~ --root my-agents");
  run(doctor);
  return steps;
}

/** Agents in two clients: imported, adopted, nothing lost. */
function withAgents(): readonly Step[] {
  const { home, prefix, run, steps } = person("old");
  cpSync(join(repository, "test/docs/homes/migrating"), home, { recursive: true });
  const before = filesOf(home);
  run(`npm install --global --silent --prefix ${prefix} ${join(scratch, packed)}`);
  run(`surcingle import ${ids.join(" ")} --root my-agents`);
  run("surcingle check --root my-agents");
  run("surcingle apply --to ~ --adopt --root my-agents");
  const after = [...filesOf(home).values()];
  const lost = [...before].filter(([, content]) => !after.includes(content)).map(([path]) => path);
  if (lost.length > 0) throw new Error(`lost: ${lost.join(", ")}`);
  run(doctor);
  return steps;
}

let failures = 0;
for (const [name, path] of Object.entries({ "a new user": newUser, "a user with agents in two clients": withAgents })) {
  try {
    const steps = path();
    const total = steps.reduce((sum, { seconds }) => sum + seconds, 0);
    console.log(`${name}: ${total.toFixed(1)} s`);
    for (const { name: command, seconds } of steps) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${command}`);
  } catch (error) {
    failures++;
    console.log(`${name}: failed\n${error instanceof Error ? error.message : String(error)}`);
  }
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
