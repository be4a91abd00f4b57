/** Shows `surcingle doctor` homes that are well and homes that are not, with the real clients. */
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
import { put } from "../src/doctor/scene.ts";
import { type ClientId, clientOf, installClient } from "./clients.ts";

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(repository, "dist", "surcingle.cjs");

type Id = Exclude<ClientId, "pi-subagents">;
const ids: readonly Id[] = ["opencode", "claude-code", "pi", "codex", "copilot"];

/** One home and what must be said about it. */
interface Case {
  readonly name: string;
  readonly clients: readonly Id[];
  /** What it is applied with. */
  readonly settings?: object;
  /** What is wrong with it. */
  readonly spoil?: (home: string) => void;
  readonly environment?: Readonly<Record<string, string>>;
  /** What the client says when it is asked for its version. */
  readonly version?: string;
  /** For each client one sentence at least must match each of these. Without any, all must be fine. */
  readonly says?: readonly RegExp[];
}

const remove = (path: string) => (home: string) => {
  // What `apply` remembers would say it too; the client and its files must say it by themselves.
  rmSync(join(home, ".local"), { recursive: true, force: true });
  rmSync(join(home, path), { recursive: true });
};
const write = (path: string, text: string) => (home: string) => {
  rmSync(join(home, ".local"), { recursive: true, force: true });
  put(join(home, path), text);
};

const hookClients = ["claude-code", "codex", "copilot"] as const;
const inactive = /the gate is not active/;

const cases: readonly Case[] = [
  { name: "a home that is well", clients: ids },
  { name: "a home of links", clients: ["opencode", "claude-code", "pi"], spoil: makeLinks },
  {
    name: "hooks are disabled",
    clients: ["claude-code"],
    spoil: write(
      ".claude/settings.json",
      '{ "disableAllHooks": true, "env": { "ANTHROPIC_BASE_URL": "http://127.0.0.1:9" } }',
    ),
    says: [/hooks are disabled by `disableAllHooks` in \S+\/\.claude\/settings\.json/, inactive],
  },
  { name: "the client is too old", clients: ids, version: "0.0.1", says: [/version 0\.0\.1, .* is too old/] },
  {
    name: "another agent of the same name",
    clients: ["claude-code"],
    spoil: write(".claude/agents/a/copy.md", "---\nname: keeper\ndescription: another\n---\nAnother.\n"),
    says: [inactive],
  },
  {
    name: "hooks are disabled",
    clients: ["codex"],
    spoil: write(".codex/config.toml", '[features]\nhooks = false\n[mcp_servers.x]\ncommand = "/nowhere"\n'),
    says: [/hooks are disabled by `features\.hooks`/, inactive],
  },
  {
    name: "its switch for hooks does not reach those of agents",
    clients: ["copilot"],
    spoil: write(".copilot/settings.json", '{ "disableAllHooks": true }'),
  },
  {
    name: "the runtime of the gate is gone",
    clients: hookClients,
    spoil: (home) => {
      const paths = [".claude/agents/keeper.md", ".codex/keeper.config.toml", ".copilot/agents/keeper.agent.md"];
      const texts = paths.map((path) =>
        readFileSync(join(home, path), "utf8").replaceAll(process.execPath, "/gone/node"),
      );
      for (const [index, path] of paths.entries()) write(path, texts[index]!)(home);
    },
    says: [/the runtime of the gate, `\/gone\/node`, is gone, so every call of a governed agent is denied/],
  },
  {
    name: "the gate is not on the PATH",
    clients: hookClients,
    settings: { gate_command: "surcingle-gate" },
    environment: { GATE: "" },
    says: [/`surcingle-gate` is not on the PATH/],
  },
  {
    name: "the trust is for another home",
    clients: ["codex"],
    spoil: (home) => {
      const file = join(home, ".codex/keeper.config.toml");
      write(".codex/keeper.config.toml", readFileSync(file, "utf8").replaceAll(home, "/home/another"))(home);
    },
    says: [/the hook of keeper is not trusted for this home/, inactive],
  },
  {
    name: "the plugin is missing",
    clients: ["opencode"],
    spoil: remove(".config/opencode/plugins/surcingle.js"),
    says: [/plugins\/surcingle\.js is missing: .*can do nothing$/, inactive],
  },
  {
    name: "the plugin is missing, and the settings do not require it",
    clients: ["opencode"],
    settings: { opencode: { require_plugin: false } },
    spoil: remove(".config/opencode/plugins/surcingle.js"),
    says: [/plugins\/surcingle\.js is missing$/, /the gate is not active: .*its own permissions still hold/],
  },
  {
    name: "the plugin was made for other definitions",
    clients: ["opencode"],
    spoil: (home) => {
      const path = ".config/opencode/plugins/surcingle.js";
      const text = readFileSync(join(home, path), "utf8").replaceAll(/"surcingle-[0-9a-f]{16}"/g, '"surcingle-0"');
      write(path, text)(home);
    },
    says: [/was not made together with the file of helper, keeper: .*can do nothing$/, inactive],
  },
  {
    name: "the plugin is broken",
    clients: ["opencode"],
    spoil: write(
      ".config/opencode/plugins/surcingle.js",
      'const surcingleAgents = ["helper","keeper"];\nexport default ((',
    ),
    says: [/the gate is not active: .*did not load plugins\/surcingle\.js: .*can do nothing/],
  },
  {
    name: "plugins are switched off",
    clients: ["opencode"],
    environment: { OPENCODE_PURE: "1" },
    says: [/OPENCODE_PURE is set: .*can do nothing$/],
  },
  {
    name: "the extension is missing",
    clients: ["pi"],
    spoil: remove(".pi/agent/extensions/surcingle/index.ts"),
    says: [/a part of the extension is missing: \S+\/index\.ts/, inactive],
  },
  {
    name: "the extension of a subagent is broken",
    clients: ["pi"],
    spoil: write(".pi/agent/extensions/surcingle/helper/index.ts", "export default function (\n"),
    says: [/the subagent helper is not called, because .*index\.ts is not what was generated/],
  },
  {
    name: "the policy is missing",
    clients: ["claude-code"],
    spoil: remove(".claude/surcingle/keeper.json"),
    says: [/the policy of keeper, \S+\/\.claude\/surcingle\/keeper\.json, cannot be used: it is missing/],
  },
  {
    name: "the policy is missing",
    clients: ["opencode"],
    spoil: remove(".config/opencode/surcingle/keeper.json"),
    says: [/the policy of keeper/],
  },
  {
    name: "the agent is missing",
    clients: ["opencode", "claude-code", "copilot"],
    spoil: (home) => {
      remove(".config/opencode/agents/keeper.md")(home);
      remove(".claude/agents/keeper.md")(home);
      remove(".copilot/agents/keeper.agent.md")(home);
    },
    says: [/keeper is not loaded/],
  },
  {
    name: "a file was changed by hand",
    clients: ["claude-code"],
    spoil: (home) => put(join(home, ".claude/agents/helper.md"), "---\nname: helper\ndescription: mine\n---\nMine.\n"),
    says: [/\.claude\/agents\/helper\.md was changed by hand/],
  },
];

/** As home-manager leaves it: each file a link, and nothing that `apply` remembers. */
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

/** The same client, but for the version it tells. */
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

/** Every file with its bytes: a home must be the same afterwards. */
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

/** What is not as it should be about one answer of the doctor. */
function complaintsOf({ clients, says }: Case, status: number | null, lines: readonly Line[]): string[] {
  const wanted = says === undefined ? 0 : 1;
  const complaints = status === wanted ? [] : [`the exit code is ${status}, not ${wanted}`];
  for (const id of clients) {
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

const words = process.argv.slice(2);
const work = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-doctor-")));
try {
  const programs = new Map<Id, string>();
  for (const id of ids) programs.set(id, (await installClient(clientOf(id)))[0]);
  const bin = join(work, "bin");
  mkdirSync(bin);
  symlinkSync(join(repository, "dist", "surcingle-gate.cjs"), join(bin, "surcingle-gate"));
  makeDefinitions(join(work, "root"));
  for (const [index, each] of cases.entries()) {
    const clients = each.clients.filter((id) => words.length === 0 || words.includes(id));
    if (clients.length === 0) continue;
    const home = join(work, `home${index}`);
    mkdirSync(home);
    const apply = [program, "apply", "--quiet", "--root", join(work, "root"), "--to", home];
    if (each.settings) {
      put(`${home}-settings.json`, JSON.stringify(each.settings));
      apply.push("--settings", `${home}-settings.json`);
    }
    execFileSync(process.execPath, apply, { stdio: ["ignore", "ignore", "inherit"] });
    each.spoil?.(home);
    const before = imageOf(home);
    const { GATE = bin, ...environment } = each.environment ?? {};
    const PATH = [GATE, dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"]
      .filter(Boolean)
      .join(delimiter);
    const programOf = (id: Id): string => aged(programs.get(id)!, each.version, join(work, `aged${index}`, id));
    const chosen = clients.flatMap((id) => ["--harness", id, "--client", `${id}=${programOf(id)}`]);
    const run = spawnSync(process.execPath, [program, "doctor", "--json", "--home", home, ...chosen], {
      env: { PATH, HOME: home, ...environment },
      encoding: "utf8",
      timeout: 10 * 60_000,
    });
    const lines = run.stdout.split("\n").flatMap((line): Line[] => (line === "" ? [] : [JSON.parse(line)]));
    const complaints = complaintsOf({ ...each, clients }, run.status, lines);
    if (imageOf(home) !== before) complaints.push("the home was changed");
    if (run.stderr !== "") complaints.push(`something was said on standard error: ${run.stderr.slice(0, 500)}`);
    console.log(`${complaints.length === 0 ? "as meant" : "NOT as meant"}: ${each.name} (${clients.join(", ")})`);
    for (const complaint of complaints) console.log(`  ${complaint}`);
    if (complaints.length > 0) {
      process.exitCode = 1;
      for (const { event, outcome, message } of lines)
        if (event === "finding") console.log(`    ${outcome}: ${message}`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
