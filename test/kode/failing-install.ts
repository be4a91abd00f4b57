/** A process that installs a skill and fails at its Nth change of the file system: killed, or refused by the disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { installBundle } from "../../src/skill/kode/install.ts";

const [home = "", text = "", failAt = "0", failure = ""] = process.argv.slice(2);
const changing = ["mkdirSync", "writeFileSync", "renameSync", "rmSync", "chmodSync"];
const table = fs as unknown as Record<string, (...values: unknown[]) => unknown>;
let count = 0;
for (const name of changing) {
  const original = table[name]!;
  table[name] = (...values) => {
    count++;
    // From this change on, every rename is refused, as in a directory that became read-only. Other changes still work.
    if (failure === "EPERM" && name === "renameSync" && Number(failAt) > 0 && count >= Number(failAt))
      throw Object.assign(new Error("injected failure"), { code: failure, syscall: name });
    if (failure !== "EPERM" && count === Number(failAt)) {
      if (failure === "ENOSPC") throw Object.assign(new Error("injected failure"), { code: failure, syscall: name });
      process.kill(process.pid, "SIGKILL");
    }
    return original(...values);
  };
}
syncBuiltinESMExports();

const files = ["SKILL.md", "a/b.txt"].map((path) => ({ path, content: Buffer.from(text), executable: false }));
const bundle = { slug: "demo", version: "0.1.0", files };
const result = await installBundle({ bundle, home, isForced: true, uninterrupted: async (step) => step() });
process.stdout.write(JSON.stringify({ result, count }));
