/** Starts an agent's sandbox once, and tries from inside what its policy forbids. */
import { diskSurroundings } from "../gate/surroundings.ts";
import type { Policy } from "../model/permission.ts";
import { runProgram } from "../process/run.ts";
import { boxSettings } from "../sandbox/choose.ts";
import { nearest } from "../sandbox/mounts.ts";
import { prepareBox } from "../sandbox/prepare.ts";
import { type Finding, failed, note, ok } from "./findings.ts";
import type { Scene } from "./scene.ts";

const command = "echo started; touch tried 2>/dev/null && echo wrote; :";

/** Empty if no agent has a sandbox. */
export async function checkSandbox(scene: Scene, policies: ReadonlyMap<string, Policy>): Promise<readonly Finding[]> {
  const [agent, policy] = [...policies].find(([, each]) => boxSettings(each) !== undefined) ?? [];
  const settings = policy && boxSettings(policy);
  if (agent === undefined || policy === undefined || settings === undefined) return [];
  if (process.platform !== "linux") {
    const message = "this system has no sandbox: commands run without one";
    return [
      settings.use === "required"
        ? failed("sandbox", message, 'set `use = "on"` in [sandbox]', agent)
        : note("sandbox", message),
    ];
  }
  const surroundings = diskSurroundings(scene.project, scene.project, scene.home);
  const prepared = prepareBox({ policy, surroundings, settings, isApproved: false, command, env: scene.environment });
  if ("problem" in prepared)
    return [failed("sandbox", `the sandbox cannot be created: ${prepared.problem}`, "see docs/sandbox.md", agent)];
  const run = await runProgram({
    program: [prepared.program],
    words: [prepared.file, "--", command],
    directory: scene.project,
    environment: scene.environment,
    seconds: 30,
  });
  if (run.exitCode === 126 || !run.stdout.includes("started")) {
    const said =
      run.stderr
        .trim()
        .split("\n")
        .at(-1)
        ?.replace(/^surcingle: not run, because /, "") ?? "it did not start";
    return [
      failed(
        "sandbox",
        `commands of ${agent} cannot run: ${said}`,
        'install bubblewrap, or set `use = "off"` in [sandbox]',
        agent,
      ),
    ];
  }
  const mayWrite = nearest(prepared.box.plan, scene.project).mount.mode === "write";
  if (run.stdout.includes("wrote") && !mayWrite)
    return [
      failed("sandbox", "a command in the sandbox wrote a file that `edit` denies", "report this as a bug", agent),
    ];
  return [ok("sandbox", `commands of ${agent} run in a sandbox`)];
}
