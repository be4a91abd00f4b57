/** Reads a policy file. Anything malformed is a fault; checked by hand, because the gate has no schema library. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { valueAt } from "../base/unchecked.ts";
import { type Policy, policyVersion, tools, verdicts } from "../model/permission.ts";
import { isLimit } from "../policy/limits.ts";

const lists = ["limits", "rules", "named", "delegates", "skills", "allowTools"] as const;

/** Throws an error whose message says what is wrong. */
export function readPolicy(file: string): Policy {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new Error(`the policy ${file} cannot be read`);
  }
  return parsePolicy(text);
}

export function parsePolicy(text: string): Policy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("the policy is incomplete");
  }
  const version = valueAt(value, "version");
  if (version !== policyVersion) {
    throw new Error(`the policy has version ${JSON.stringify(version)}, and this gate supports only ${policyVersion}`);
  }
  if (!isPolicy(value)) throw new Error("the policy was not written by surcingle");
  return value;
}

function isPolicy(value: unknown): value is Policy {
  const isNameList = (list: unknown): boolean => Array.isArray(list) && list.every((name) => typeof name === "string");
  return (
    typeof valueAt(value, "agent") === "string" &&
    ["string", "undefined"].includes(typeof valueAt(value, "log")) &&
    isSandbox(valueAt(value, "sandbox")) &&
    lists.every((key) => Array.isArray(valueAt(value, key))) &&
    (["delegates", "skills", "allowTools"] as const).every((key) => isNameList(valueAt(value, key))) &&
    tools.every((tool) => isVerdict(valueAt(value, "otherwise", tool))) &&
    (valueAt(value, "named") as unknown[]).every(isTool) &&
    (valueAt(value, "limits") as unknown[]).every(isLimit) &&
    (valueAt(value, "rules") as unknown[]).every(isRule)
  );
}

/** Called for hundreds of rules, so it must be fast. */
function isRule(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { tool, pattern, from, verdict } = value as Readonly<Record<string, unknown>>;
  return typeof pattern === "string" && typeof from === "string" && isTool(tool) && isVerdict(verdict);
}

function isVerdict(verdict: unknown): boolean {
  return (verdicts as readonly unknown[]).includes(verdict);
}

function isTool(tool: unknown): boolean {
  return (tools as readonly unknown[]).includes(tool);
}

/** Without this check, a malformed sandbox would not restrict anything. */
function isSandbox(value: unknown): boolean {
  if (value === undefined) return true;
  const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((each) => typeof each === "string");
  return (
    [undefined, "off", "on", "required"].some((use) => use === valueAt(value, "use")) &&
    (["write", "hide", "protect", "env"] as const).every((key) => isTexts(valueAt(value, key))) &&
    (valueAt(value, "read") === undefined || isTexts(valueAt(value, "read"))) &&
    ["read", "write"].includes(String(valueAt(value, "git"))) &&
    typeof valueAt(value, "maxMounts") === "number"
  );
}

/**
 * What judges a call besides the floor: the agent's policy by name, else the default. A project can choose names, so no
 * name leads to fewer policies than another.
 */
export function managedPolicy(directory: string, name: string | undefined): Policy | undefined {
  const own = name !== undefined && /^[a-z0-9-]+$/.test(name) ? join(directory, "agents", `${name}.json`) : undefined;
  if (own !== undefined && existsSync(own)) return readPolicy(own);
  const standard = join(directory, "default.json");
  return existsSync(standard) ? readPolicy(standard) : undefined;
}
