/** Finds which client is installed, in which version. */
import { describeError } from "../base/errno.ts";
import { testedVersions } from "../harness/harness.ts";
import { type Program, runProgram } from "../process/run.ts";
import type { ClientChecks } from "./checks.ts";
import { type Finding, failed, ok } from "./findings.ts";
import type { Scene } from "./scene.ts";

export async function checkVersion({ harness }: ClientChecks, program: Program, scene: Scene): Promise<Finding> {
  const { oldest } = testedVersions(harness);
  const environment = { ...scene.environment, ...quiet };
  const where = program.join(" ");
  const run = await runProgram({
    program,
    words: ["--version"],
    directory: scene.project,
    environment,
    seconds: 60,
  }).catch((error: unknown) => describeError(error));
  const fix = "check that the client works on its own";
  if (typeof run === "string") return failed("client", `${where} cannot be started: ${run}`, fix);
  const version = /\d+\.\d+\.\d+/.exec(run.stdout + run.stderr)?.[0];
  if (version === undefined) return failed("client", `${where} does not report its version`, fix);
  if (!isOlder(version, oldest)) return ok("version", `version ${version}, ${where}`);
  const message = `version ${version}, ${where}, is too old: the policy is tested with ${oldest} and later`;
  return failed("version", message, `update ${harness.title} to ${oldest} or later`);
}

/** Asking for the version must not start an update. */
const quiet = {
  COPILOT_AUTO_UPDATE: "false",
  DISABLE_AUTOUPDATER: "1",
  OPENCODE_DISABLE_AUTOUPDATE: "1",
  PI_OFFLINE: "1",
};

export function isOlder(version: string, than: string): boolean {
  const [own, other] = [version, than].map((text) => text.split(".").map(Number));
  const differing = own!.findIndex((part, index) => part !== other![index]);
  return differing >= 0 && own![differing]! < (other![differing] ?? 0);
}
