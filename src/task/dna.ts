/** The identity of a composition: `<role>::<codes>::<scope>::<body>-<nonce>`. */
import { createHash } from "node:crypto";
import { compare } from "../base/order.ts";
import { codeNamed } from "../capability/all.ts";
import type { Role } from "../model/role.ts";
import type { Task } from "../model/task.ts";

export interface Dna {
  readonly role: string;
  /** Two characters for each capability, in the role's order; `??` for one that has none. */
  readonly codes: readonly string[];
  /** A hash of what the task may and may not touch. */
  readonly scope: string;
  readonly body: string;
  /** Distinguishes runs of the same task. */
  readonly nonce: string;
}

const unknownCode = "??";

/** The nonce is eight hexadecimal digits; randomness is an argument. */
export function composeDna(
  task: Pick<Task, "scope" | "body">,
  role: Pick<Role, "name" | "capabilities">,
  nonce: string,
): string {
  return printDna({
    role: role.name,
    codes: role.capabilities.map(({ name }) => codeNamed(name)?.code ?? unknownCode),
    scope: shortHash(scopeText(task.scope)),
    body: shortHash(task.body),
    nonce: nonce.toLowerCase(),
  });
}

export function printDna({ role, codes, scope, body, nonce }: Dna): string {
  return `${role}::${codes.join("-")}::${scope}::${body}-${nonce}`;
}

const code = "(?:[A-Z0-9]{2}|\\?\\?)";
// Older versions wrote four digits, and their nonce was not always hexadecimal.
const hash = "([0-9A-F]{4}|[0-9A-F]{8})";
const nonce = "([0-9a-z]{4}|[0-9a-z]{8})";
const written = new RegExp(`^([a-z0-9-]+)::((?:${code}(?:-${code})*)?)::${hash}::${hash}-${nonce}$`);

/** Undefined if it is not valid. */
export function parseDna(text: string): Dna | undefined {
  const found = written.exec(text);
  if (!found) return undefined;
  const [, role = "", codes = "", scope = "", body = "", nonce = ""] = found;
  return { role, codes: codes === "" ? [] : codes.split("-"), scope, body, nonce };
}

function scopeText({ filesWhitelist, filesDenylist }: Task["scope"]): string {
  const list = (patterns: readonly string[]): string => [...patterns].sort(compare).join(",");
  return `wl=${list(filesWhitelist)}\ndl=${list(filesDenylist)}`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
}
