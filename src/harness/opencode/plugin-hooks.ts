/** The gate inside OpenCode: the same engine without a separate process. It can deny a call, never allow one. */

import { randomBytes } from "node:crypto";
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeError } from "../../base/errno.ts";
import { textAt, valueAt } from "../../base/unchecked.ts";
import { printJson } from "../../formats/json.ts";
import { readPolicy } from "../../gate/read-policy.ts";
import { sandboxCall } from "../../gate/sandbox.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import { type LoggedDirectories, writeLog } from "../../gate/write-decision-log.ts";
import type { Policy } from "../../model/permission.ts";
import { decideRequest, subjectOf } from "../../policy/decide-request.ts";
import { type Decision, fault } from "../../policy/decision.ts";
import { explainSubject, loggedNotes } from "../../policy/explain.ts";
import { sandboxSettings } from "../../sandbox/compile.ts";
import { keepProgram, stateDirectory } from "../../sandbox/prepare.ts";
import { type RealPermissions, unlockedPermissions } from "./locked-permissions.ts";
import { type AskCommand, askCommand, isBash, withAskLine, withListLines } from "./native/ask-command.ts";
import { bashTexts } from "./native/bash-texts.ts";
import { type ClientDirectories, readCall } from "./native/client-call.ts";
import { entriesOf, isAlwaysStopped, modelOfMap, type NativeModel } from "./native/enforcement.ts";

/** The part of OpenCode's plugin interface that is used here. Its inputs are validated. */
export interface Hooks {
  readonly config: (config: unknown) => Promise<void>;
  readonly "chat.message": (input: unknown, output: unknown) => Promise<void>;
  readonly "chat.params": (input: unknown, output: unknown) => Promise<void>;
  readonly "tool.execute.before": (input: unknown, output: unknown) => Promise<void>;
  readonly "shell.env": (input: unknown, output: unknown) => Promise<void>;
}

interface Governed {
  readonly policy: Policy;
  readonly policyFile: string;
  /** What the client itself will decide, as far as that is known. */
  readonly native: NativeModel;
}

/** `moduleUrl` is the plugin's location: the policies are in `surcingle/` next to its directory. */
export function makePlugin(
  moduleUrl: string,
  agents: readonly string[],
  maps: Readonly<Record<string, RealPermissions>> = {},
): (input: unknown) => Promise<Hooks> {
  return async (input) => {
    const sessions = new Map<string, string>();
    const policyOf = policyReader(moduleUrl);
    const nativeOf = nativeReader();
    const environments = new Map<unknown, Readonly<Record<string, string>>>();
    const sandboxes = new Map<unknown, string>();
    let config: unknown;
    /** The shell from the user's own configuration, which ours replaces. */
    let ownShell: { readonly path: unknown } | undefined;
    const read = (agent: string): Governed => ({
      policy: policyOf(agent),
      policyFile: policyPath(agent, fileURLToPath(moduleUrl)),
      native: nativeOf(valueAt(config, "agent", agent, "permission")),
    });
    return {
      /** The files deny everything to an agent that has a map here, so that it can do nothing without this plugin. */
      config: async (given) => {
        config = given;
        for (const [name, real] of Object.entries(maps)) {
          const agent = valueAt(given, "agent", name);
          const permission = unlockedPermissions(valueAt(agent, "permission"), real);
          if (typeof agent === "object" && agent !== null && permission) Object.assign(agent, { permission });
        }
        for (const name of agents) addOwnLines(valueAt(given, "agent", name));
        if (typeof given !== "object" || given === null || !agents.some((name) => hasSandbox(policyOf, name))) return;
        ownShell = { path: valueAt(given, "shell") };
        Object.assign(given, { shell: keepProgram(stateDirectory(process.env, homedir()), "shell/bash") });
      },
      /** Only the first message of a session: a later one may be for another agent while this one still works. */
      "chat.message": async (message, output) => {
        const agent = valueAt(output, "message", "agent") ?? valueAt(message, "agent");
        const session = valueAt(message, "sessionID");
        if (typeof session === "string" && typeof agent === "string" && !sessions.has(session))
          sessions.set(session, agent);
      },
      /**
       * The agent of the current message. The client's helpers for titles and summaries refer to another agent's
       * message.
       */
      "chat.params": async (params) => {
        const agent = valueAt(params, "agent");
        const session = valueAt(params, "sessionID");
        if (typeof session !== "string" || typeof agent !== "string") return;
        if (valueAt(params, "message", "agent") === agent) sessions.set(session, agent);
      },
      "tool.execute.before": async (call, output) => {
        const session = valueAt(call, "sessionID");
        const agent = typeof session === "string" ? sessions.get(session) : undefined;
        if (agent !== undefined && !agents.includes(agent)) return;
        const args = valueAt(output, "args");
        const judged = judge(agent, valueAt(call, "tool"), args, input, read, valueAt(config, "shell"));
        if (judged.refusal !== undefined) throw new Error(judged.refusal);
        if (judged.sandbox !== undefined) sandboxes.set(valueAt(call, "callID"), judged.sandbox);
        if (judged.ask === undefined || typeof args !== "object" || args === null) return;
        // In place, because the client keeps using this object.
        Object.assign(args, { command: judged.ask.command });
        environments.set(valueAt(call, "callID"), judged.ask.environment);
      },
      "shell.env": async (call, output) => {
        const id = valueAt(call, "callID");
        const environment = environments.get(id);
        const variables = valueAt(output, "env");
        if (typeof variables !== "object" || variables === null) return;
        if (environment !== undefined) Object.assign(variables, environment);
        environments.delete(id);
        if (ownShell === undefined) return;
        const agent = sessions.get(String(valueAt(call, "sessionID")));
        const sandbox = sandboxes.get(id) ?? (mayRunBare(policyOf, agents, agent) ? "none" : undefined);
        sandboxes.delete(id);
        // Without the variable, our shell runs nothing.
        const shell = typeof ownShell.path === "string" ? { SURCINGLE_SHELL: ownShell.path } : {};
        if (sandbox !== undefined)
          Object.assign(variables, { SURCINGLE_BOX: sandbox }, sandbox === "none" ? shell : {});
      },
    };
  };
}

function hasSandbox(policyOf: (agent: string) => Policy, agent: string): boolean {
  try {
    return process.platform === "linux" && sandboxSettings(policyOf(agent)) !== undefined;
  } catch {
    // Its calls are denied one by one.
    return false;
  }
}

/** An agent that is not ours, or whose policy has no sandbox. */
function mayRunBare(
  policyOf: (agent: string) => Policy,
  agents: readonly string[],
  agent: string | undefined,
): boolean {
  return agent !== undefined && (!agents.includes(agent) || !hasSandbox(policyOf, agent));
}

/** Makes the client ask about what the plugin alone could only deny: secret and steering files, and commands. */
function addOwnLines(agent: unknown): void {
  const permission = valueAt(agent, "permission");
  if (typeof agent !== "object" || agent === null || typeof permission !== "object") return;
  const entries = withAskLine(withListLines(entriesOf(permission)));
  Object.assign(agent, { permission: JSON.parse(printJson(entries)) });
}

/** Read once, as the client reads its permissions. A policy that cannot be read is retried at the next call. */
function policyReader(moduleUrl: string): (agent: string) => Policy {
  const known = new Map<string, Policy>();
  return (agent) => {
    const found = known.get(agent);
    if (found) return found;
    const policy = findPolicy(agent, fileURLToPath(moduleUrl));
    if (policy.agent !== agent) throw new Error(`the policy of \`${agent}\` is for \`${policy.agent}\``);
    known.set(agent, policy);
    return policy;
  };
}

/** The active map need not be ours: a project file or a later plugin may have changed it. */
function nativeReader(): (permission: unknown) => NativeModel {
  const known = new Map<unknown, NativeModel>();
  return (permission) => {
    const native = known.get(permission) ?? modelOfMap(permission, homedir());
    known.set(permission, native);
    return native;
  };
}

/** The plugin may be a link: the policies are next to the link, or next to its target. */
function findPolicy(agent: string, plugin: string): Policy {
  const path = policyPath(agent, plugin);
  try {
    return readPolicy(path);
  } catch (error) {
    const real = policyPath(agent, realpathSync(plugin));
    if (real === path) throw error;
    return readPolicy(real);
  }
}

function policyPath(agent: string, plugin: string): string {
  return join(dirname(plugin), "..", "surcingle", `${agent}.json`);
}

interface Judged {
  /** The sentence that denies the call. */
  readonly refusal?: string;
  /** What to run instead, so that the user is asked. */
  readonly ask?: AskCommand;
  /** The description of its sandbox. */
  readonly sandbox?: string;
}

function judge(
  agent: string | undefined,
  tool: unknown,
  input: unknown,
  instance: unknown,
  read: (agent: string) => Governed,
  shell: unknown,
): Judged {
  let decision: Decision = fault("it was not checked");
  let ask: AskCommand | undefined;
  let asked: { readonly tool: string; readonly subject: string } = { tool: String(tool), subject: "?" };
  let isStopped = false;
  let sandbox: string | undefined;
  let log: string | undefined;
  let directories: LoggedDirectories = {};
  try {
    if (agent === undefined) throw new Error("the client did not report which agent is running");
    if (typeof tool !== "string") throw new Error("the call does not name a tool");
    const { policy, policyFile, native } = read(agent);
    log = policy.log;
    const surroundings = surroundingsOf(instance);
    const call = readCall(tool, input, surroundings);
    if (call === undefined) return {};
    asked = subjectOf(call.request);
    const disk = diskSurroundings(call.cwd, surroundings.directory, homedir(), { policyFile });
    directories = { cwd: disk.cwd, project: disk.projectRoot };
    decision = decideRequest(policy, call.request, disk);
    isStopped = isAlwaysStopped(native, call.questions);
    if (decision.verdict === "ask" && !isStopped && tool === "bash" && isBash(shell ?? process.env["SHELL"]))
      ask = askInstead(textAt(input, "command"), explainSubject(agent, asked, decision), native);
    const { verdict } = decision;
    const rewrite = { textFor: (command: string) => command };
    const sandboxed = sandboxCall({
      policy,
      surroundings: disk,
      verdict,
      request: call.request,
      rewrite,
      env: process.env,
    });
    if (sandboxed && "problem" in sandboxed)
      decision = { verdict: "deny", because: { kind: "grant", point: sandboxed.problem } };
    else sandbox = sandboxed?.file;
  } catch (error) {
    decision = fault(describeError(error));
  }
  const isTurned = decision.verdict === "ask" && !isStopped && ask === undefined;
  const verdict = isTurned ? "deny" : decision.verdict;
  const sentence = explainSubject(agent ?? "unknown agent", asked, decision);
  const reason = isTurned ? `${sentence}; denied, because OpenCode cannot ask about this call` : sentence;
  const kind = decision.because.kind;
  writeLog(
    { env: process.env, home: homedir(), file: log },
    {
      harness: "opencode",
      agent: agent ?? "unknown agent",
      ...directories,
      ...asked,
      verdict,
      kind,
      reason,
      ...loggedNotes(decision),
    },
  );
  return verdict === "deny" ? { refusal: reason } : { ...(ask && { ask }), ...(sandbox !== undefined && { sandbox }) };
}

/** Undefined if the active map does not ask about such a command: another plugin may have changed it. */
function askInstead(command: string, why: string, native: NativeModel): AskCommand | undefined {
  const ask = askCommand(command, why, randomBytes(6).toString("hex"));
  const [texts] = bashTexts(ask.command) ?? [];
  return texts && isAlwaysStopped(native, [{ permission: "bash", texts }]) ? ask : undefined;
}

export function surroundingsOf(instance: unknown): ClientDirectories {
  const [directory, worktree] = [valueAt(instance, "directory"), valueAt(instance, "worktree")];
  if (typeof directory !== "string" || !directory.startsWith("/"))
    throw new Error("the client did not report a directory");
  return { directory, worktree: typeof worktree === "string" && worktree.startsWith("/") ? worktree : "/" };
}
