// Loaded into a measured program with `--require`: writes what the process has used to the file named by BENCH_USAGE.
const { writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.BENCH_USAGE, JSON.stringify(process.resourceUsage())));
