/** `surcingle explain --batch`: reads questions from stdin and prints one answer per line, in order. */

import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { valueAt } from "../../base/unchecked.ts";
import { parseJsonc } from "../../formats/jsonc.ts";
import { diskSurroundings } from "../../gate/surroundings.ts";
import type { Agent } from "../../model/agent.ts";
import { type Pack, type Policy, type Reading, type ToolCall, tools } from "../../model/permission.ts";
import { parseInlinePermissions } from "../../parse/permissions.ts";
import { compilePolicy } from "../../policy/compile.ts";
import { decide } from "../../policy/decide.ts";
import { explainDecision } from "../../policy/explain.ts";
import { isInside } from "../../policy/path/forms.ts";
import { shellNames } from "../../policy/shell/dialects.ts";
import type { CliCall } from "../command.ts";
import { rootsOf } from "../options.ts";
import { explainedAgents, loadModel, type renderOptions } from "../outputs.ts";
import type { CommandContext } from "../print.ts";
import { loadPacks } from "./pack/packs.ts";

interface Reply {
  readonly verdict: string;
  readonly reason: string;
  readonly parts?: readonly { readonly verdict: string; readonly reason: string }[];
}

const readings = ["file", "below", "list"] as const satisfies readonly Reading[];

const wrong = (reason: string): Reply => ({ verdict: "error", reason });

export async function explainBatch(context: CliCall<typeof renderOptions>): Promise<number> {
  const { options, printer } = context;
  const lines = (await context.readInput()).split("\n").filter((line) => line.trim() !== "");
  const questions = lines.map(readQuestion);
  // The definitions are loaded only if a question names an agent.
  const isNamed = questions.some((question) => typeof valueAt(question, "agent") === "string");
  const model = isNamed ? await loadModel(options, printer) : undefined;
  if (isNamed && !model) return 1;
  const agents = model ? explainedAgents(model) : new Map<string, Agent>();
  let known: ReadonlyMap<string, Pack> | undefined;
  const packs = (): ReadonlyMap<string, Pack> => {
    known ??= loadPacks(rootsOf(context), (diagnostic) => printer.diagnostics([diagnostic])).packs;
    return known;
  };
  let exitCode = 0;
  for (const question of questions) {
    const reply = typeof question === "string" ? wrong(question) : replyTo(question, { agents, packs }, context);
    if (reply.verdict === "error") exitCode = 1;
    context.out(`${JSON.stringify(reply)}\n`);
  }
  return exitCode;
}

/** A string is the problem with the line. */
function readQuestion(line: string): object | string {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? value
      : "the line is not a JSON object";
  } catch {
    const found = parseJsonc(line);
    return "problem" in found
      ? `the line is not valid JSON: ${found.problem} at column ${found.offset + 1}`
      : "the line is not valid JSON: comments and trailing commas are not allowed";
  }
}

interface Known {
  readonly agents: ReadonlyMap<string, Agent>;
  /** Loaded when a rule names one. */
  readonly packs: () => ReadonlyMap<string, Pack>;
}

function replyTo(question: object, known: Known, context: CommandContext): Reply {
  const policy = policyOf(question, known);
  if ("verdict" in policy) return policy;
  const tool = tools.find((each) => each === valueAt(question, "tool"));
  if (!tool)
    return wrong(`\`tool\` must be one of ${tools.join(", ")}, not ${JSON.stringify(valueAt(question, "tool"))}`);
  const [input, cwd, home, shell] = ["input", "cwd", "home", "shell"].map((key) => valueAt(question, key) ?? undefined);
  if (typeof input !== "string") return wrong("`input` must be a string");
  for (const [key, path] of Object.entries({ cwd, home })) {
    if (path !== undefined && !(typeof path === "string" && isAbsolute(path)))
      return wrong(`\`${key}\` must be an absolute path`);
  }
  if (shell !== undefined && !shellNames.some((name) => name === shell))
    return wrong(`\`shell\` must be one of ${shellNames.join(", ")}`);
  const directory = typeof cwd === "string" ? cwd : context.cwd;
  const owner = typeof home === "string" ? home : (context.env["HOME"] ?? homedir());
  const disk = diskSurroundings(directory, directory, owner);
  // A given directory is the project, unless it is the home or above it.
  const isProject = typeof cwd === "string" && !isInside(disk.cwd, disk.home);
  const place = typeof cwd === "string" ? { ...disk, projectRoot: isProject ? disk.cwd : undefined } : disk;
  const reading = readings.find((each) => each === valueAt(question, "reading"));
  const call: ToolCall = { tool, subject: input, ...(reading && { reading }) };
  const decision = decide(policy, call, { ...place, shell: typeof shell === "string" ? shell : undefined });
  const parts = decision.parts?.map((part) => ({ verdict: part.verdict, reason: explainDecision(policy, call, part) }));
  return { verdict: decision.verdict, reason: explainDecision(policy, call, decision), ...(parts ? { parts } : {}) };
}

function policyOf(question: object, { agents, packs }: Known): Policy | Reply {
  const name = valueAt(question, "agent");
  const inline = valueAt(question, "permissions");
  if (inline !== undefined) {
    const parsed = parseInlinePermissions(inline, packs);
    if ("problem" in parsed) return wrong(parsed.problem);
    return compilePolicy({ agent: typeof name === "string" ? name : "inline", permissions: parsed.permissions });
  }
  if (typeof name !== "string") return wrong("`agent` or `permissions` is required");
  if (!agents.has(name)) return wrong(`unknown agent \`${name}\``);
  return (
    agents.get(name)?.policy ?? {
      verdict: "ungoverned",
      reason: `${name} has no permissions: each client's own defaults apply`,
    }
  );
}
