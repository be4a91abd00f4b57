/**
 * `npm run clients [-- ID…] [-- SUITE…] [-- --all | --seed N]`: tests the real clients with a scripted model. Suites:
 * decisions, skills, exec, doctor, hooks, tasks. By default all of them; without `--all`, a third of the table.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { decisions } from "./decisions.ts";
import { doctor } from "./doctor.ts";
import { clients, installClient } from "./install.ts";
import { isWanted, type Suite } from "./options.ts";
import { exec, hooks, tasks } from "./scenes.ts";
import { skills } from "./skills.ts";

const suites: Readonly<Record<string, Suite>> = { decisions, skills, exec, doctor, hooks, tasks, install };

/** Installs the clients and says how each is started. */
async function install(options: Parameters<Suite>[0]): Promise<boolean> {
  for (const client of clients)
    if (isWanted(options, client))
      console.log(`${client.id} ${client.version}: ${(await installClient(client)).join(" ")}`);
  return true;
}

const { values, positionals } = parseArgs({
  options: { all: { type: "boolean" }, seed: { type: "string" } },
  allowPositionals: true,
});
const seed = Number(values.seed ?? randomInt(1_000_000));
if (!Number.isInteger(seed)) throw new Error("--seed takes a number");
const sample = values.all ? undefined : { seed, of: 3 };
const named = positionals.filter((word) => Object.hasOwn(suites, word));
const wanted = positionals.filter((word) => !Object.hasOwn(suites, word));
const known = clients.some((client) =>
  wanted.some((word) => isWanted({ wanted: [word.split(":")[0]!], sample }, client)),
);
if (wanted.length > 0 && !known) throw new Error(`unknown client or suite: ${wanted.join(", ")}`);
for (const name of named.length > 0 ? named : Object.keys(suites).filter((each) => each !== "install")) {
  console.log(
    `\n--- ${name}${name === "decisions" ? (sample ? `: a third of the table, --seed ${seed}` : ": all of the table") : ""}`,
  );
  const began = Date.now();
  const isRight = await suites[name]!({ wanted, sample });
  console.log(`--- ${name}: ${isRight ? "passed" : "FAILED"} (${Math.round((Date.now() - began) / 1000)} s)`);
  if (!isRight) process.exitCode = 1;
}
