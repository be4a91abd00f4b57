/** Wraps an allowed command in its sandbox: compiles the sandbox and returns the text that starts it. */
import { join } from "node:path";
import type { Rewrite } from "../harness/harness.ts";
import type { ClientRequest, Policy, Verdict } from "../model/permission.ts";
import type { Surroundings } from "../policy/surroundings.ts";
import { sandboxSettings } from "../sandbox/compile.ts";
import { prepareSandbox, stateDirectory } from "../sandbox/prepare.ts";
import { unwrapCommand, wrapCommand } from "../sandbox/wrap-command.ts";

interface SandboxCall {
  readonly policy: Policy;
  readonly surroundings: Surroundings;
  readonly verdict: Verdict;
  readonly request: ClientRequest | undefined;
  readonly rewrite: Pick<Rewrite, "textFor"> | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What to run instead, or why nothing may run (a clause that follows "because"). */
export type SandboxedCall = { readonly command: string; readonly file: string } | { readonly problem: string };

/** Undefined if the call is not a command, or the agent has no sandbox. */
export function sandboxCall(call: SandboxCall): SandboxedCall | undefined {
  const { policy, surroundings, verdict, request, rewrite, env } = call;
  const sandbox = sandboxSettings(policy);
  const command = commandOf(request);
  if (sandbox === undefined || command === undefined || verdict === "deny") return undefined;
  const isRequired = sandbox.use === "required";
  if (!rewrite)
    return isRequired ? { problem: "a sandbox is required, but this client does not support one" } : undefined;
  if (process.platform !== "linux")
    return isRequired ? { problem: "a sandbox is required, but it works only on Linux" } : undefined;
  const isApproved = verdict === "ask";
  const prepared = prepareSandbox({ policy, surroundings, settings: sandbox, isApproved, command, env });
  if ("problem" in prepared) return { problem: `the sandbox cannot be created: ${prepared.problem}` };
  const text = rewrite.textFor(command, (inner) => wrapCommand(prepared.program, prepared.file, inner));
  return text === undefined
    ? { problem: "the command is too long for the sandbox" }
    : { command: text, file: prepared.file };
}

function commandOf(request: ClientRequest | undefined): string | undefined {
  if (request?.kind !== "calls") return undefined;
  return request.calls.find(({ tool }) => tool === "bash")?.subject;
}

/** Some clients show the model the replaced text, which it may repeat: then the command inside is judged. */
export function withoutSandbox(request: ClientRequest, env: SandboxCall["env"], home: string): ClientRequest {
  if (request.kind !== "calls") return request;
  const program = join(stateDirectory(env, home), "surcingle-sandbox");
  const calls = request.calls.map((call) =>
    call.tool === "bash" ? { ...call, subject: unwrapCommand(program, call.subject) } : call,
  );
  return { ...request, calls };
}
