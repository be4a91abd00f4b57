/**
 * Tests that every attack is stopped in the sandbox and succeeds without one. Run as an ordinary user, each in its own
 * scene.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { SandboxSettings } from "../../src/model/sandbox.ts";
import { shellQuote, wrapCommand } from "../../src/sandbox/wrap-command.ts";
import { type Attack, attacks } from "./attacks.ts";
import { type Guard, guards, removeGuard } from "./guards.ts";
import {
  asUser,
  makeScene,
  ordinaryUser,
  type Permissions,
  policyOf,
  prepare,
  type Scene,
  whyNoSandbox,
} from "./scene.ts";

interface SandboxKind {
  readonly permissions: Permissions;
  readonly settings?: Partial<SandboxSettings>;
  readonly isApproved?: boolean;
}

const closed = {
  bash: { intent: "allow" },
  external_directory: { intent: "deny" },
  webfetch: { intent: "deny" },
} as const;
const denied = ["src/vendor/**:deny", "src/deep/kept/**:deny", "**/*.lock:deny"];
const hidden = { read: { intent: "allow", rules: ["private/**:deny"] } } as const;

const sandboxes: Readonly<Record<NonNullable<Attack["sandbox"]>, SandboxKind>> = {
  src: { permissions: { ...closed, ...hidden, edit: { intent: "deny", rules: [...denied, "src/**:allow"] } } },
  reader: { permissions: { ...closed, edit: { intent: "deny" } } },
  open: { permissions: { ...closed, webfetch: { intent: "allow" }, edit: { intent: "allow", rules: denied } } },
  approved: {
    permissions: { bash: { intent: "ask" }, ...hidden, edit: { intent: "ask", rules: denied } },
    isApproved: true,
  },
  git: { permissions: { ...closed, edit: { intent: "allow" } }, settings: { git: "write" } },
};

let outer: ChildProcess;
let server: ChildProcess;
let port = "";
let shared: Scene;
const abstract = `surcingle-${process.pid}`;
const probe = `surcingle-probe-${process.pid}`;

const files = {
  "src/a.ts": "good\n",
  "src/vendor/lib.js": "good\n",
  "src/deep/kept/f": "good\n",
  "src/deep/more/k.lock": "good\n",
  "src/free/x": "good\n",
  "src/CLAUDE.md": "good\n",
  "src/server.pem": "PRIVATE\n",
  "src/certs/b.pem": "PRIVATE\n",
  "private/plan.txt": "good\n",
  "package.json": "{}\n",
  "Cargo.lock": "good\n",
  "README.md": "good\n",
  "AGENTS.md": "good\n",
  ".env": "KEY=1\n",
  ".envrc": "good\n",
  ".claude/settings.json": "{}\n",
  ".husky/pre-commit": "good\n",
  ".github/hooks/x.json": "{}\n",
  "~/.ssh/id": "TOP\n",
  "~/.bashrc": "# good\n",
  "~/.local/state/surcingle/sandbox/0": "good\n",
  "~/other/notes.txt": "good\n",
  "~/.claude/.credentials.json": "{}\n",
  "~/.gitconfig": "[user]\n\tname = a\n\temail = a@b\n",
};

function newScene(): Scene {
  const scene = makeScene(files);
  symlinkSync("../../.ssh/id", join(scene.project, "src/out"));
  linkSync(join(shared.base, "inner"), join(scene.project, "src/socket"));
  cpSync(join(shared.project, ".git"), join(scene.project, ".git"), { recursive: true });
  mkdirSync(join(scene.home, ".local"), { recursive: true });
  scene.own();
  return scene;
}

before(async () => {
  shared = makeScene({ "src/a.ts": "good\n", "~/.gitconfig": files["~/.gitconfig"] });
  for (const words of [
    ["init", "-q"],
    ["add", "src/a.ts"],
    ["commit", "-qm", "one"],
  ])
    assert.equal(asUser(shared, ["git", ...words]).status, 0);
  const script = new URL("outside.mjs", import.meta.url).pathname;
  chmodSync(shared.base, 0o777);
  outer = spawn("sleep", ["600"], {
    env: { ...process.env, OUTER: "1" },
    ...ordinaryUser,
  });
  server = spawn(process.execPath, [script, join(shared.base, "s"), join(shared.base, "inner"), abstract], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  port = await new Promise<string>((done) => server.stdout?.once("data", (data) => done(String(data).trim())));
  for (const path of ["s", "inner"]) chmodSync(join(shared.base, path), 0o777);
  for (const directory of ["/tmp", "/dev/shm"]) writeFileSync(join(directory, probe), "");
});

after(() => {
  outer.kill();
  server.kill();
  shared.remove();
  for (const directory of ["/tmp", "/dev/shm"]) rmSync(join(directory, probe), { force: true });
});

function variables(): Readonly<Record<string, string>> {
  return {
    ...{ A_PID: String(outer.pid), A_PORT: port, A_SOCKET: join(shared.base, "s"), A_ABSTRACT: abstract },
    ...{ A_PROBE: probe, A_NAME: `${probe}-new`, A_SHM: "surcingle-none" },
    ...{ LAB_API_KEY: "x", GH_TOKEN: "x", MY_PASSWORD: "x", SSH_AUTH_SOCK: "/tmp/agent" },
  };
}

/** Each line runs in its own bash, with an open file of the caller, and prints its number, status and last words. */
function runAll(
  scene: Scene,
  list: readonly Attack[],
  kind: SandboxKind | undefined,
  guard?: Guard,
): ReadonlyMap<string, Attempt> {
  const lines = list.map(
    ({ command }, i) => `output=$(timeout 20 bash -c ${shellQuote(command)} 2>&1); echo "@${i} $? $output"`,
  );
  const command = lines.join("\n");
  let text = command;
  if (kind) {
    const { permissions, settings = {}, isApproved = false } = kind;
    const prepared = prepare(scene, policyOf(permissions), command, { settings, isApproved });
    assert.ok("file" in prepared, "problem" in prepared ? prepared.problem : "");
    const file = guard ? removeGuard(prepared.file, guard, scene) : prepared.file;
    scene.own();
    text = wrapCommand(scene.program, file, command);
  }
  const words = ["bash", "-c", 'exec 7< ~/.ssh/id 42< ~/.ssh/id; exec bash -c "$1"', "bash", text];
  const { stdout, stderr } = asUser(scene, words, { env: variables() });
  rmSync(`/tmp/${probe}-new`, { force: true });
  const found = new Map<string, Attempt>();
  for (const [, i, status, output] of stdout.matchAll(/^@(\d+) (\d+) ?(.*)$/gm))
    found.set(list[Number(i)]!.name, { status: Number(status), output: `${output}${stderr}` });
  return found;
}

interface Attempt {
  readonly status: number;
  readonly output: string;
}

const why = whyNoSandbox();
const skip = why !== undefined && process.env["CI"] === undefined ? why : false;

test("at least 60 attempts are stopped", () => {
  assert.ok(attacks.filter(({ isOpen }) => !isOpen).length >= 60);
});

for (const [name, kind] of Object.entries(sandboxes)) {
  test(`attacks in the sandbox \`${name}\``, { skip }, async (group) => {
    const list = attacks.filter(({ sandbox = "src" }) => sandbox === name);
    const scene = newScene();
    const sandboxed = runAll(
      scene,
      [...list.filter((each) => !each.isOpen), ...list.filter((each) => each.isOpen)],
      kind,
    );
    scene.remove();
    for (const attack of list) {
      await group.test(`${attack.isOpen ? "open" : "stopped"}: ${attack.name}`, () => {
        const { status, output } = sandboxed.get(attack.name) ?? { status: -1, output: "no output" };
        if (attack.isOpen) assert.equal(status, 0, output);
        else assert.ok(status > 0, `${status}: it succeeded: ${output}`);
        if (!attack.works) return;
        const fresh = newScene();
        const bare = runAll(fresh, [attack], undefined).get(attack.name);
        fresh.remove();
        assert.equal(bare?.status, 0, `proves nothing, because it also fails without a sandbox: ${bare?.output}`);
      });
    }
  });
}

for (const guard of guards) {
  test(`attacks succeed without the guard: ${guard.name}`, { skip }, () => {
    for (const name of guard.opens) {
      const attack = attacks.find((each) => each.name === name && (each.sandbox ?? "src") === guard.sandbox);
      assert.ok(attack && !attack.isOpen, `\`${name}\` is not an attack that the sandbox \`${guard.sandbox}\` stops`);
      const scene = newScene();
      const found = runAll(scene, [attack], sandboxes[guard.sandbox], guard).get(name);
      scene.remove();
      assert.equal(found?.status, 0, `${name} is also stopped without the guard: ${found?.output}`);
    }
  });
}
