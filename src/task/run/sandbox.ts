/** The sandbox of headless runs: whether there is one, and how a check's program is started in it. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Problem, problem } from "../../base/problem.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import type { Policy } from "../../model/permission.ts";
import { defaultSandbox, type SandboxSettings } from "../../model/sandbox.ts";
import { compilePolicy } from "../../policy/compile.ts";
import type { Variables } from "../../process/find-program.ts";
import { runGuarded } from "../../process/run-guarded.ts";
import { prepareSandbox } from "../../sandbox/prepare.ts";
import { shellQuote } from "../../sandbox/wrap-command.ts";

export interface RunSandbox {
  readonly settings: SandboxSettings;
  /** The user's home directory. */
  readonly home: string;
}

interface OpenInput {
  readonly settings: SandboxSettings | undefined;
  readonly home: string;
  readonly env: Variables;
  /** What is started: the id of an agent, or the name of a skill. */
  readonly subject: string;
  readonly note: (sentence: string) => void;
}

/**
 * Starts a sandbox once, so that a task does not fail at its first command. Undefined if commands run without one,
 * because of the settings or because this system has none.
 */
export async function openSandbox(input: OpenInput): Promise<RunSandbox | Problem | undefined> {
  const { home, env, subject, note } = input;
  const settings = { ...(input.settings ?? defaultSandbox), use: input.settings?.use ?? "on" };
  if (settings.use === "off") return undefined;
  if (process.platform !== "linux") {
    if (settings.use === "required") return refusal(subject, "it is only supported on Linux");
    note("there is no sandbox on this system: programs that the agent starts are not confined");
    return undefined;
  }
  const sandbox = { settings, home };
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "surcingle-box-")));
  try {
    const started = programInSandbox(sandbox, { directory, env, command: ["true"], hasNetwork: false });
    if ("problem" in started) return refusal(subject, started.problem);
    const { exitCode, stderr } = await runGuarded({ ...started, cwd: directory, env, input: "", seconds: 30 });
    if (exitCode === 0) return sandbox;
    return refusal(subject, refusalIn(stderr) ?? "it did not start");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The policy of an agent whose commands run in the sandbox, or without one. */
export function withSandbox(policy: Policy, sandbox: SandboxSettings | undefined): Policy {
  return { ...policy, sandbox: sandbox ?? { ...defaultSandbox, use: "off" } };
}

function refusal(subject: string, why: string): Problem {
  const hint = 'see docs/sandbox.md; `use = "off"` in `[sandbox]` of surcingle.toml runs programs without a sandbox';
  return problem("sandbox-unavailable", subject, `the sandbox cannot be created: ${why}`, hint);
}

/** The start of the wrapper's message if it does not start a command. */
const notRun = /^surcingle: not run, because (?:the sandbox cannot be \w+: )?(.*)$/m;

/** Why the wrapper did not start the program; undefined if it did. */
export function refusalIn(stderr: string): string | undefined {
  return notRun.exec(stderr)?.[1];
}

interface SandboxedProgram {
  /** The checked tree. */
  readonly directory: string;
  readonly env: Variables;
  /** Words, or one line for the shell. */
  readonly command: readonly string[] | string;
  readonly hasNetwork: boolean;
}

/** The wrapper with its arguments. The program may write its whole tree, because that is read before any check runs. */
export function programInSandbox(
  { settings, home }: RunSandbox,
  { directory, env, command, hasNetwork }: SandboxedProgram,
): { readonly program: string; readonly words: readonly string[] } | { readonly problem: string } {
  const words = typeof command === "string" ? ["/bin/sh", "-c", command] : command;
  const text = `exec ${words.map(shellQuote).join(" ")}`;
  const prepared = prepareSandbox({
    policy: checkPolicy(hasNetwork),
    surroundings: diskSurroundings(directory, directory, home),
    settings,
    isApproved: true,
    isCheck: true,
    command: typeof command === "string" ? command : words.map(shellQuote).join(" "),
    env,
  });
  if ("problem" in prepared) return prepared;
  return { program: prepared.program, words: [prepared.file, "--", text] };
}

function checkPolicy(hasNetwork: boolean): Policy {
  const deny = { intent: "deny", rules: [] } as const;
  const allow = { intent: "allow", rules: [] } as const;
  const git = [".git", ".git/**"].map((pattern) => ({ pattern, verdict: "deny", from: "surcingle" }) as const);
  return compilePolicy({
    agent: "check",
    permissions: {
      bash: allow,
      edit: { intent: "allow", rules: git },
      read: allow,
      webfetch: hasNetwork ? allow : deny,
      external_directory: deny,
    },
  });
}
