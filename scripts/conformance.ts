/** Asks the real clients about this repository's own agents, and writes down what they said. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "../src/cli/generate.ts";
import type { Model } from "../src/model/model.ts";
import { type Manifest, readManifest } from "../src/write/manifest.ts";
import { type Ask, askClaudeCode, askCopilot, askOpencode, askPi, askPiSubagents } from "../test/clients/ask.ts";
import { type Finding, finding, kinds } from "../test/clients/finding.ts";
import type { SceneOptions, Tree } from "../test/clients/scene.ts";
import { type Client, clientOf, installClient } from "./clients.ts";

const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(repository, "docs", "conformance.md");

interface Round {
  readonly client: Client;
  readonly scene: string;
  readonly ask: Ask;
  readonly options: SceneOptions;
}

interface Answered extends Round {
  readonly findings: readonly Finding[];
}

/** A tree per harness as `build` writes it, and where each belongs. */
function buildTrees(out: string): Manifest {
  const words = ["dist/surcingle.mjs", "build", "--quiet", "--root", repository, "--out", out];
  execFileSync(process.execPath, words, { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });
  const manifest = readManifest(readFileSync(join(out, "manifest.json"), "utf8"));
  if (manifest === undefined) throw new Error("the build left no manifest that can be read");
  return manifest;
}

/** What to expect comes from the definitions themselves, not from what was rendered. */
async function readDefinitions(): Promise<Model> {
  const context = { scope: "user", assets: { piExtension: "", opencodePlugin: "" } } as const;
  const options = { roots: [repository], settings: undefined, harnesses: [], context, version: "" };
  const { result, diagnostics } = await generate(options);
  if (result === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return result.model;
}

/** Generated files name the gate by its word alone. */
function programsIn(out: string): string {
  const directory = join(out, "..", "bin");
  mkdirSync(directory);
  symlinkSync(join(repository, "dist", "surcingle-gate.cjs"), join(directory, "surcingle-gate"));
  return directory;
}

function roundsOf(out: string, manifest: Manifest): readonly Round[] {
  const trees = manifest.harnesses.map(({ id, root }): Tree & { id: string } => {
    const shared = manifest.files.filter(({ path, kind }) => kind === "shared" && path.startsWith(`${id}/`));
    return { id, from: join(out, id), to: root, without: shared.map(({ path }) => path.slice(id.length + 1)) };
  });
  const path = [programsIn(out)];
  const treesOf = (id: string): readonly Tree[] => trees.filter((tree) => tree.id === id);
  const linked = (id: string): SceneOptions => ({ trees: treesOf(id), placing: "link", path });
  const together: SceneOptions = { trees, placing: "copy", path };
  const config = { OPENCODE_CONFIG: join(out, "opencode", "opencode.json") };
  const skillsOnly = treesOf("opencode").map((tree) => ({ ...tree, without: [...(tree.without ?? []), "agents"] }));
  // The main agent's own gate would come first, and the question is what holds inside the others.
  const called = treesOf("pi").map((tree) => ({
    ...tree,
    without: [...(tree.without ?? []), "extensions/surcingle/index.ts"],
  }));
  const own = "its own files, as links";
  const all = "the files of all harnesses in one home";
  const [older, newer] = [clientOf("claude-code", "2.1.197"), clientOf("claude-code", "2.1.325")];
  return [
    { client: clientOf("opencode"), scene: own, ask: askOpencode, options: linked("opencode") },
    { client: clientOf("opencode"), scene: all, ask: askOpencode, options: together },
    {
      client: clientOf("opencode"),
      scene: "its agents by `OPENCODE_CONFIG`",
      ask: askOpencode,
      options: { trees: skillsOnly, environment: config, path },
    },
    { client: older, scene: own, ask: askClaudeCode, options: linked("claude-code") },
    { client: newer, scene: own, ask: askClaudeCode, options: linked("claude-code") },
    { client: newer, scene: all, ask: askClaudeCode, options: together },
    { client: clientOf("pi"), scene: own, ask: askPi, options: linked("pi") },
    { client: clientOf("pi"), scene: all, ask: askPi, options: together },
    {
      client: clientOf("pi-subagents"),
      scene: own,
      ask: askPiSubagents,
      options: { trees: called, placing: "link", path },
    },
    { client: clientOf("copilot"), scene: own, ask: askCopilot, options: linked("copilot") },
    { client: clientOf("copilot"), scene: all, ask: askCopilot, options: together },
  ];
}

async function answer(round: Round, definitions: Model): Promise<Answered> {
  try {
    const program = await installClient(round.client);
    return { ...round, findings: await round.ask(program, definitions, round.options) };
  } catch (error) {
    const evidence = error instanceof Error ? error.message : String(error);
    return { ...round, findings: [finding("accepted", "the client can be asked", false, evidence)] };
  }
}

function failed({ findings }: Answered): readonly Finding[] {
  return findings.filter(({ outcome }) => outcome === "failed");
}

function row(answered: Answered): string {
  const { client, scene, findings } = answered;
  const counts = kinds.map((kind) => findings.filter((each) => each.kind === kind).length || "–");
  const result = failed(answered).length === 0 ? "all as meant" : `${failed(answered).length} not as meant`;
  return `| ${[client.title, client.version, scene, ...counts, result].join(" | ")} |`;
}

function table(answers: readonly Answered[]): string {
  const heads = ["client", "version", "what it finds", ...kinds, "result"];
  return [`| ${heads.join(" | ")} |`, `|${heads.map(() => "---").join("|")}|`, ...answers.map(row)].join("\n");
}

const about = `# What the real clients say

Written by \`npm run conformance\`. The command installs each client in the version named here, builds this repository's
own agents, lays them into a fresh home, and asks. The model behind the client is a script on the same machine.

- **accepted**: the client takes the files without an error and without a line of complaint in its log.
- **listed**: it knows the agent or the skill by name.
- **mode**, **tools**, **texts**: mode, tools offered to the model, and prompt, rules and context are those of the definition.
- **calls**: a tool was really called, and what was allowed, asked, denied or not there is what the definition says.

The numbers count questions.
`;

const wanted = process.argv.slice(2);
const out = mkdtempSync(join(tmpdir(), "surcingle-conformance-"));
try {
  const tree = join(out, "out");
  const manifest = buildTrees(tree);
  const definitions = await readDefinitions();
  const answers: Answered[] = [];
  for (const round of roundsOf(tree, manifest)) {
    if (wanted.length > 0 && !wanted.some((id) => round.client.id === id)) continue;
    const answered = await answer(round, definitions);
    answers.push(answered);
    console.log(row(answered));
    for (const { check, evidence } of failed(answered)) console.log(`  failed: ${check}\n    ${evidence}`);
  }
  // A run about some clients only says nothing about the others.
  if (wanted.length === 0) writeFileSync(page, `${about}\n${table(answers)}\n`);
  if (answers.length === 0 || answers.some((each) => failed(each).length > 0)) process.exitCode = 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}
