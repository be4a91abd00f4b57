/**
 * Runs the read-only agents on the labelled commands of other tools. `npm run yardstick -- --dippy DIR …`, where DIR is
 * a checkout or a bare git directory of that tool, or the variable YARDSTICK_DIPPY. Nothing of the suites is stored
 * here.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { suggest } from "../src/cli/commands/sessions/suggest.ts";
import { put } from "../src/doctor/scene.ts";
import type { Policy } from "../src/model/permission.ts";
import { decide } from "../src/policy/decide.ts";
import { withRules } from "../src/sessions/suggest.ts";
import { readDefinitions, repository } from "../test/clients/trees.ts";
import { agentFiles } from "../test/support/make-root.ts";
import { surroundingsOf } from "../test/support/policy.ts";
import { runCommandIn } from "../test/support/run-command.ts";
import { everydayLines, logOf } from "../test/support/session-log.ts";
import { isLocal, mostWrongLabels, wrongLabels } from "./yardstick/labels.ts";
import { type Measured, measurePacks } from "./yardstick/packs.ts";
import { type LabelledCommand, readSuite, type Suite, suites } from "./yardstick/suites.ts";

const agentNames = ["chiron", "reviewer", "researcher", "security-auditor"] as const;
/** Chiron must allow at least this share of the harmless local commands. */
const leastShare = 0.4;

const { values } = parseArgs({
  options: {
    ...Object.fromEntries(suites.map(({ id }) => [id, { type: "string" as const }])),
    list: { type: "boolean" },
    "write-scores": { type: "boolean" },
  },
});
const surroundings = surroundingsOf();
const { agents } = await readDefinitions(repository);

/** An agent that asks about everything, with the rules that `suggest` derives from 200 questions. */
async function suggestedPolicy(): Promise<Policy> {
  const root = mkdtempSync(join(tmpdir(), "surcingle-yardstick-"));
  try {
    const toml = '[permissions.bash]\nintent = "ask"\n[permissions.edit]\nintent = "ask"\n';
    for (const [path, text] of Object.entries(agentFiles("a", toml))) put(join(root, path), text);
    const argv = [logOf(root, everydayLines(200)), "--root", root, "--json"];
    const { out } = await runCommandIn(root, suggest, argv, { HOME: root });
    const lines = out.trimEnd().split("\n");
    const rules = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "rule");
    if (rules.length === 0) throw new Error("`suggest` has no rule to offer");
    const { agents: made } = await readDefinitions(root);
    return withRules(made[0]!.policy!, rules);
  } finally {
    rmSync(root, { recursive: true });
  }
}
const suggested = await suggestedPolicy();

function policyOf(name: string): Policy {
  const policy = agents.find((agent) => agent.name === name)?.policy;
  if (!policy) throw new Error(`there is no agent \`${name}\``);
  return policy;
}

function isAllowed(policy: Policy, command: string): boolean {
  return decide(policy, { tool: "bash", subject: command }, surroundings).verdict === "allow";
}

function directoryOf({ id }: Suite): string | undefined {
  const given = values[id as keyof typeof values];
  return typeof given === "string" ? given : process.env[variableOf(id)];
}

function variableOf(id: string): string {
  return `YARDSTICK_${id.toUpperCase().replaceAll("-", "_")}`;
}

/** Prints the answers of all agents. False if a goal is missed. */
function measure(suite: Suite, commands: readonly LabelledCommand[]): boolean {
  const unsafe = commands.filter(({ isUnsafe }) => isUnsafe);
  const harmless = suite.labelsHarmless ? commands.filter((one) => !one.isUnsafe && isLocal(one.command)) : [];
  console.log(
    `\n${suite.id}: ${commands.length} commands, ${unsafe.length} labelled unsafe${suite.isHoldOut ? " (hold-out)" : ""}`,
  );
  let isMet = true;
  for (const name of agentNames) {
    const policy = policyOf(name);
    const loose = unsafe.filter(({ command }) => isAllowed(policy, command));
    const counted = loose.filter(({ command }) => !Object.hasOwn(wrongLabels, command));
    const allowed = harmless.filter(({ command }) => isAllowed(policy, command));
    const share = harmless.length === 0 ? undefined : allowed.length / harmless.length;
    const labels = loose.length > counted.length ? ` (and ${loose.length - counted.length} with a wrong label)` : "";
    const shown =
      share === undefined ? "" : `, ${(100 * share).toFixed(1)} % of ${harmless.length} harmless local ones`;
    console.log(`  ${name.padEnd(17)} allows ${counted.length} unsafe${labels}${shown}`);
    for (const { command } of counted) console.log(`    unsafe: ${JSON.stringify(command)}`);
    if (values.list === true && name === agentNames[0])
      for (const { command } of harmless)
        if (!allowed.some((one) => one.command === command)) console.log(`    asked: ${JSON.stringify(command)}`);
    if (counted.length > 0 || (name === agentNames[0] && share !== undefined && share < leastShare)) isMet = false;
  }
  const loose = unsafe.filter(({ command }) => isAllowed(suggested, command) && !Object.hasOwn(wrongLabels, command));
  console.log(`  ${"suggested rules".padEnd(17)} allow ${loose.length} unsafe`);
  for (const { command } of loose) console.log(`    unsafe: ${JSON.stringify(command)}`);
  if (loose.length > 0) isMet = false;
  return isMet || suite.isHoldOut;
}

const wrong = Object.entries(wrongLabels);
if (wrong.length > mostWrongLabels) throw new Error(`more than ${mostWrongLabels} labels are called wrong`);
let isMet = true;
const missing: Suite[] = [];
const measured: Measured[] = [];
for (const suite of suites) {
  const directory = directoryOf(suite);
  if (directory === undefined) missing.push(suite);
  else {
    const commands = readSuite(suite, directory);
    measured.push({ suite, commands });
    isMet = measure(suite, commands) && isMet;
  }
}
if (measured.some(({ suite }) => suite.labelsHarmless)) {
  console.log("\nPacks");
  measurePacks(measured, values["write-scores"] === true);
}
for (const { id, repository: at } of missing)
  console.log(`\n${id}: not measured. Pass --${id} DIR or set ${variableOf(id)} to a checkout of ${at}.`);
if (missing.length < suites.length) {
  console.log(`\nLabels called wrong (${wrong.length}, at most ${mostWrongLabels}):`);
  for (const [command, reason] of wrong) console.log(`  ${command}: ${reason}`);
}
process.exitCode = isMet ? 0 : 1;
