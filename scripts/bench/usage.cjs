// Loaded before the program that is measured: writes down at the end how much memory it took at most, in kilobytes.
const { readFileSync, writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ peak: peak() })));

/** On Linux, `maxRSS` begins with the peak of the parent process; what the kernel keeps for this one alone is exact. */
function peak() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
