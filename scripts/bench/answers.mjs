// answers.mjs OUT AGENT CWD: asks the built OpenCode plugin and the built Pi extension about 1,001 different lines.
// Plain JavaScript, so that any Node runs it as the clients would.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [out, agent, cwd] = process.argv.slice(2);
const lineOf = (i) => `git status --short src/part-${i} && npm test -- --case ${i}`;

async function askOpencode() {
  const { Surcingle } = await import(pathToFileURL(join(out, "opencode/plugins/surcingle.js")).href);
  const hooks = await Surcingle({ directory: cwd, worktree: cwd, client: {} });
  await hooks["chat.message"]({ sessionID: "s" }, { message: { agent } });
  // The plugin throws if it denies the call.
  return (i) =>
    hooks["tool.execute.before"](
      { tool: "bash", sessionID: "s", callID: `call-${i}` },
      { args: { command: lineOf(i), description: "measure" } },
    );
}

async function askPi() {
  const directory = join(out, "pi/extensions/surcingle");
  const { gate } = await import(pathToFileURL(join(directory, "gate.mjs")).href);
  let handler;
  const register = (_event, each) => {
    handler = each;
  };
  gate(pathToFileURL(join(directory, agent, "policy.json")))({ on: register });
  return async (i) => {
    const refusal = await handler({ toolName: "bash", input: { command: lineOf(i) } }, { cwd });
    if (refusal !== undefined) throw new Error(`the call was not allowed: ${refusal.reason}`);
  };
}

const results = [];
for (const [title, open] of [
  ["OpenCode", askOpencode],
  ["Pi", askPi],
]) {
  const ask = await open();
  const times = [];
  for (let i = 0; i <= 1_000; i++) {
    const start = performance.now();
    await ask(i);
    times.push(performance.now() - start);
  }
  const [first, ...rest] = times;
  results.push({ title, first, median: rest.sort((a, b) => a - b)[500] });
}
console.log(JSON.stringify(results));
