// Loaded before the program that is measured: on exit, writes its peak memory in kilobytes.
const { readFileSync, writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ peak: peak() })));

/** On Linux, `maxRSS` starts at the peak of the parent process, so the kernel's own record of this process is used. */
function peak() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
