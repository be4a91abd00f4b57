/** Shipped capabilities, and the tasks, roles and contexts for their code in tests. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import type { CheckContext, CheckOutcome, FileChange, ProgramResult } from "../../src/capability/contract.ts";
import type { Capability } from "../../src/model/capability.ts";
import type { Role } from "../../src/model/role.ts";
import type { Task } from "../../src/model/task.ts";
import { parseCapability } from "../../src/parse/capability.ts";
import { runVerify } from "../../src/task/verify/verify.ts";

const root = join(import.meta.dirname, "../..");

/** `change` may rewrite the text of the capability.toml first. */
export function shipped(name: string, change: (toml: string) => string = (toml) => toml): Capability {
  const directory = `capabilities/${name.replace("::", "/")}`;
  const load = (path: string) => ({ path, text: readFileSync(join(root, path), "utf8") });
  const toml = load(`${directory}/capability.toml`);
  const found: Diagnostic[] = [];
  const capability = parseCapability(
    { ...toml, text: change(toml.text) },
    (path) => load(`${directory}/${path}`),
    (diagnostic) => found.push(diagnostic),
  );
  assert.ok(capability && !("target" in capability), JSON.stringify(found.map(({ message }) => message)));
  return capability;
}

type TaskFields = { readonly [K in "scope" | "verification" | "output"]?: Partial<Task[K]> };

export function taskOf({ scope, verification, output }: TaskFields = {}): Task {
  return {
    role: "edit-local",
    agentId: "agent-1",
    parentAgent: undefined,
    claudeSubagentType: undefined,
    scope: { filesWhitelist: [], filesDenylist: [], allowDepBump: false, maxDeletions: undefined, ...scope },
    verification: {
      cargoCheckCrates: [],
      cargoTestCrates: [],
      testCountMin: undefined,
      checkCommand: undefined,
      testCommand: undefined,
      ...verification,
    },
    output: { reportFieldsRequired: [], ...output },
    body: "Do it.\n",
    source: "",
  };
}

export function roleOf(fields: Partial<Role> = {}): Role {
  const span = { file: { path: "roles/r.toml", text: "" }, start: 0, end: 0 };
  return {
    name: "r",
    displayName: undefined,
    description: "Does r",
    ancestors: [],
    capabilities: [],
    tools: undefined,
    escalation: "ask-via-return",
    spawnable: true,
    claudeSubagentType: "r",
    isolation: undefined,
    span,
    spanOf: () => span,
    path: "roles/r.toml",
    ...fields,
  };
}

export interface TestContext extends TaskFields {
  readonly mode?: CheckContext["mode"];
  /** Path to text, before and after. An absent side means that the file did not exist. */
  readonly files?: Readonly<Record<string, readonly [before: string | undefined, after: string | undefined]>>;
  readonly changes?: readonly FileChange[];
  readonly ran?: Partial<ProgramResult> | ((command: readonly string[] | string) => Partial<ProgramResult>);
  readonly report?: string;
  readonly ledgerRow?: CheckContext["ledgerRow"];
  readonly git?: CheckContext["git"];
}

function contextOf(fields: TestContext): CheckContext {
  const { mode = "worktree", files = {}, ran = {}, report } = fields;
  const state = { head: "refs/heads/main 1", refs: {}, stash: "", config: "" };
  return {
    mode,
    agentId: "agent-1",
    task: taskOf(fields),
    role: undefined,
    changes: fields.changes ?? Object.entries(files).flatMap(([path, sides]) => changeOf(path, sides)),
    read: async (path) => files[path]?.[1],
    readBefore: async (path) => files[path]?.[0],
    run: async (command) => ({ ...fine, ...(typeof ran === "function" ? ran(command) : ran) }),
    report,
    ledgerRow: fields.ledgerRow,
    taskHash: "the hash",
    git: fields.git ?? { before: state, after: state },
  };
}

const fine: ProgramResult = { exitCode: 0, isMissing: false, isTimeout: false, stdout: "", stderr: "" };

function changeOf(path: string, [before, after]: readonly [string | undefined, string | undefined]): FileChange[] {
  if (before === after) return [];
  return [{ path, kind: before === undefined ? "added" : after === undefined ? "deleted" : "modified" }];
}

export async function verifyWith(name: string, context: TestContext): Promise<CheckOutcome> {
  const capability = shipped(name);
  assert.ok(capability.verify, `${name} has no verify`);
  return runVerify(capability, contextOf(context));
}
