/** Runs `surcingle doctor` on intact and broken homes, with the real clients. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DoctorCase } from "../../src/doctor/conformance/client-tests.ts";
import { put } from "../../src/doctor/scene.ts";
import { conformances } from "../../src/harness/conformances.ts";
import { installClient } from "./install.ts";
import { isWanted, type Suite } from "./options.ts";

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const program = join(repository, "dist", "surcingle.cjs");

/** The same for every client. */
const everyClient: readonly DoctorCase[] = [
  { name: "a home that is well" },
  { name: "the client is too old", version: "0.0.1", messages: [/version 0\.0\.1 of .* is too old/] },
];

const asLinks: DoctorCase = { name: "a home of links", damage: makeLinks };

/** As home-manager leaves it: each file is a link, and `apply` has recorded nothing. */
function makeLinks(home: string): void {
  rmSync(join(home, ".local"), { recursive: true });
  const store = `${home}-store`;
  for (const name of readdirSync(home, { recursive: true, encoding: "utf8" })) {
    const path = join(home, name);
    if (!statSync(path).isFile()) continue;
    put(join(store, name), readFileSync(path, "utf8"));
    rmSync(path);
    symlinkSync(join(store, name), path);
  }
}

/** The same client, except for the version it reports. */
function aged(client: string, version: string | undefined, at: string): string {
  if (version === undefined) return client;
  put(at, `#!/bin/sh\n[ "$*" = --version ] && echo ${version} && exit\nexec "${client}" "$@"\n`, 0o755);
  return at;
}

const agents = {
  keeper: `mode = "primary"\n[permissions.bash]\nintent = "ask"\nrules = ["touch *:deny", "echo *:allow"]\n`,
  helper: `mode = "subagent"\n[permissions.edit]\nintent = "deny"\n[permissions.bash]\nintent = "deny"\nrules = ["echo *:allow"]\n`,
};

function makeDefinitions(root: string): void {
  for (const [name, rest] of Object.entries(agents)) {
    put(join(root, "agents", name, "agent.toml"), `name = "${name}"\ndescription = "Agent for a test"\n${rest}`);
    put(join(root, "agents", name, "system-prompt.md"), `You are ${name}.\n`);
  }
}

/** Every file with its bytes: a home must not change. */
function imageOf(directory: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(directory, name);
    hash.update(`${name}\n`);
    if (statSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}

interface Line {
  readonly event: string;
  readonly harness: string;
  readonly check: string;
  readonly outcome: string;
  readonly message: string;
}

/** What is wrong with one answer of the doctor. */
function complaintsOf(
  id: string,
  { messages: says }: DoctorCase,
  status: number | null,
  lines: readonly Line[],
): string[] {
  const wanted = says === undefined ? 0 : 1;
  const complaints = status === wanted ? [] : [`the exit code is ${status}, not ${wanted}`];
  {
    const found = lines.filter(({ event, harness }) => event === "finding" && harness === id);
    if (says === undefined) {
      for (const check of ["agents", "refused", "allowed"]) {
        const isFine = found.some((line) => line.check === check && line.outcome === "ok");
        if (!isFine) complaints.push(`${id}: \`${check}\` is not ok`);
      }
    }
    for (const sentence of says ?? []) {
      const isSaid = found.some(({ outcome, message }) => outcome === "failed" && sentence.test(message));
      if (!isSaid) complaints.push(`${id}: no sentence matches ${sentence}`);
    }
  }
  return complaints;
}

export const doctor: Suite = async (options) => {
  const work = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-doctor-")));
  try {
    const bin = join(work, "bin");
    mkdirSync(bin);
    symlinkSync(join(repository, "dist", "surcingle-gate.cjs"), join(bin, "surcingle-gate"));
    makeDefinitions(join(work, "root"));
    let isRight = true;
    for (const { harness, clients, doctorCases } of conformances) {
      const client = clients[0]!;
      if (!isWanted(options, client)) continue;
      const [first] = await installClient(client);
      // Codex's trust in a hook is for one home, and Copilot and Codex accept no links to single files.
      const links = doctorCases.some(({ name }) => name.startsWith("the gate is not on")) ? [] : [asLinks];
      for (const [index, each] of [...everyClient, ...links, ...doctorCases].entries())
        isRight = examine(harness, first, each, join(work, `${harness}${index}`), work) && isRight;
    }
    return isRight;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

function examine(id: string, client: string, each: DoctorCase, home: string, work: string): boolean {
  mkdirSync(home);
  const apply = [program, "apply", "--quiet", "--root", join(work, "root"), "--to", home];
  if (each.settings) {
    put(`${home}-settings.json`, JSON.stringify(each.settings));
    apply.push("--settings", `${home}-settings.json`);
  }
  execFileSync(process.execPath, apply, { stdio: ["ignore", "ignore", "inherit"] });
  each.damage?.(home);
  const before = imageOf(home);
  const { GATE = join(work, "bin"), ...environment } = each.environment ?? {};
  const PATH = [GATE, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].filter(Boolean).join(delimiter);
  const words = ["--harness", id, "--client", `${id}=${aged(client, each.version, join(`${home}-aged`, id))}`];
  const run = spawnSync(process.execPath, [program, "doctor", "--json", "--home", home, ...words], {
    env: { PATH, HOME: home, ...environment },
    encoding: "utf8",
    timeout: 10 * 60_000,
  });
  const lines = run.stdout.split("\n").flatMap((line): Line[] => (line === "" ? [] : [JSON.parse(line)]));
  const complaints = complaintsOf(id, each, run.status, lines);
  if (imageOf(home) !== before) complaints.push("the home was changed");
  if (run.stderr !== "") complaints.push(`unexpected output on stderr: ${run.stderr.slice(0, 500)}`);
  console.log(`${complaints.length === 0 ? "ok" : "FAILED"}: ${each.name} (${id})`);
  for (const complaint of complaints) console.log(`  ${complaint}`);
  if (complaints.length > 0)
    for (const { event, outcome, message } of lines) if (event === "finding") console.log(`    ${outcome}: ${message}`);
  return complaints.length === 0;
}
