/** Tests the built programs on newer versions of Node: they must run and give the same output as on 20. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claudeCode } from "../src/harness/claude-code/index.ts";
import { clients, installClient } from "./clients/install.ts";

const repository = join(import.meta.dirname, "..");
const scratch = mkdtempSync(join(tmpdir(), "surcingle-nodes-"));

function outputOf(node: string, label: string): { manifest: string; answer: string } {
  const run = (words: readonly string[], input = ""): string =>
    execFileSync(node, words, { cwd: repository, input, encoding: "utf8", stdio: ["pipe", "pipe", "inherit"] });
  const out = join(scratch, label);
  run(["dist/surcingle.cjs", "build", "--quiet", "--out", out]);
  run(["dist/surcingle.cjs", "check", "--quiet"]);
  const call = { tool_name: "Bash", tool_input: { command: "git log && rm -rf /" }, cwd: repository };
  const policy = join(out, "claude-code/surcingle/chiron.json");
  const answer = run(["dist/surcingle-gate.cjs", "--harness", claudeCode.id, "--policy", policy], JSON.stringify(call));
  return { manifest: readFileSync(join(out, "manifest.json"), "utf8"), answer };
}

/** From Node 22 on, SQLite is built in; before, it is a package. Neither may print to stderr. */
function tryLedger(node: string): void {
  const file = join(scratch, "ledger.sqlite");
  const ledger = (...words: readonly string[]): string => {
    const program = ["dist/surcingle.cjs", "ledger", ...words, "--ledger", file];
    const { status, stdout, stderr } = spawnSync(node, program, { cwd: repository, encoding: "utf8" });
    if (status !== 0 || stderr !== "") throw new Error(`${node} ledger ${words.join(" ")}: ${status} ${stderr}`);
    return stdout;
  };
  // One file for all of them, so that each reads what the previous one wrote.
  const id = ledger("fork", "--role", "edit-local").trim();
  ledger("done", id);
  if (!ledger("show", id).includes("status:    done")) throw new Error(`${node}: the ledger lost ${id}`);
}

try {
  tryLedger(process.execPath);
  const own = outputOf(process.execPath, "own");
  for (const client of clients.filter(({ id }) => id === "node")) {
    const [node] = await installClient(client);
    const other = outputOf(node, client.version);
    tryLedger(node);
    if (other.manifest !== own.manifest || other.answer !== own.answer) {
      throw new Error(`Node ${client.version} gives different output from ${process.version}`);
    }
    console.log(`Node ${client.version}: the same output as ${process.version}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
