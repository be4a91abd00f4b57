/** Checks that a capability.toml agrees with our code: a declared gate or check must exist and have something to do. */
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import type { Span } from "../base/source.ts";
import type { Capability } from "../model/capability.ts";
import { type CodePart, capabilityCodes, codeNamed, codeOf, hasCodePart, moduleKey } from "./all.ts";
import { parameterNames } from "./contract.ts";
import { eventOfTool, limitOfTool, toolNames } from "./restricts.ts";

/** Reports every disagreement. A capability with an error must not be used. */
export function checkCapability(capability: Capability, report: Report): void {
  for (const part of ["gate", "verify"] as const) checkPart(capability, part, report);
  checkEvent(capability, report);
  checkParameters(capability, report);
  checkRestricts(capability, report);
}

/** A missing table has no place: then the capability's name is marked. */
function spanNear({ span, spanOf }: Capability, ...path: readonly string[]): Span {
  const found = spanOf(...path);
  return found.end > 0 ? found : span;
}

function checkPart(capability: Capability, part: CodePart, report: Report): void {
  const { name, spanOf } = capability;
  const key = capability[part]?.module;
  if (key === undefined) checkUndeclared(capability, part, report);
  else if (!codeOf(part, key)) {
    const known = capabilityCodes.filter((code) => hasCodePart(code, part)).map((code) => moduleKey(part, code.name));
    const guess = nearest(key, known);
    const own =
      part === "gate"
        ? "remove `rust-module`: a gate needs no code if `[restricts]` lists what it denies"
        : 'use `command = ["…"]` instead';
    report({
      code: "capability-without-code",
      severity: "error",
      message: `\`[${part}]\` of capability \`${name}\` names \`${key}\`, which does not exist`,
      span: spanOf(part, "rust-module"),
      label: "unknown code",
      hint: didYouMean(guess) ?? own,
    });
  }
}

/** `tool-patterns` can be an allowlist: without the code, it would forbid exactly what it allows. */
function checkUndeclared(capability: Capability, part: CodePart, report: Report): void {
  const code = codeNamed(capability.name);
  if (!code || !hasCodePart(code, part)) return;
  const isInverted = part === "gate" && capability.gate !== undefined;
  report({
    code: "code-not-declared",
    severity: isInverted ? "error" : "warning",
    message: `\`[${part}]\` of capability \`${capability.name}\` has no \`rust-module\`, so the shipped code is not used`,
    span: spanNear(capability, part),
    label: `no \`rust-module\` in \`[${part}]\``,
    hint: `write \`rust-module = "${moduleKey(part, capability.name)}"\` in \`[${part}]\``,
  });
}

function checkEvent({ name, gate, restricts, spanOf }: Capability, report: Report): void {
  if (gate?.event === undefined) return;
  const code = gate.module === undefined ? undefined : codeOf("gate", gate.module);
  if (gate.module !== undefined && !code) return;
  const ofTools = restricts.toolsDenied.map(eventOfTool).filter((event) => event !== undefined);
  const fitting = new Set([
    ...(code?.events ?? []),
    ...(restricts.toolPatterns.length > 0 ? ["PreToolUse:Bash"] : []),
    ...(restricts.pathPatterns.length > 0 ? ["PreToolUse:Edit|Write"] : []),
    ...ofTools,
  ]);
  // An event may list several tools; it fits if the gate forbids something that one of them does.
  const listed = gate.event
    .replace(/^PreToolUse:/, "")
    .split("|")
    .map(eventOfTool);
  if (fitting.size === 0 || listed.some((event) => event !== undefined && fitting.has(event))) return;
  report({
    code: "unfit-event",
    severity: "error",
    message: `the gate of capability \`${name}\` uses \`${gate.event}\`, where it has nothing to deny`,
    span: spanOf("gate", "event"),
    label: "wrong event",
    hint: `write \`event = "${[...fitting].join('"` or `event = "')}"\``,
  });
}

/** `accepts` lists what a task may set. Fewer than the code reads are fine; others are a mistake or have no effect. */
function checkParameters({ name, accepts, gate, verify, spanOf }: Capability, report: Report): void {
  const codes = [codeOf("gate", gate?.module ?? ""), codeOf("verify", verify?.module ?? "")];
  const read: ReadonlySet<string> = new Set(codes.flatMap((code) => code?.reads ?? []));
  accepts.forEach((parameter, i) => {
    if (read.has(parameter)) return;
    const guess = nearest(parameter, read.size > 0 ? read : parameterNames);
    report({
      code: "unfit-parameters",
      severity: guess && guess !== parameter ? "error" : "warning",
      message: `capability \`${name}\` accepts \`${parameter}\`, which it does not read`,
      span: spanOf("parameterized", "accepts", i),
      label: "has no effect",
      hint: guess && guess !== parameter ? didYouMean(guess) : undefined,
    });
  });
}

function checkRestricts(capability: Capability, report: Report): void {
  const { name, gate, restricts, spanOf } = capability;
  restricts.toolsDenied.forEach((tool, i) => {
    if (limitOfTool(tool)) return;
    const guess = nearest(tool, toolNames);
    report({
      code: "unknown-tool",
      severity: "error",
      message: `capability \`${name}\` denies the unknown tool \`${tool}\``,
      span: spanOf("restricts", "tools-denied", i),
      label: "unknown tool",
      hint: didYouMean(guess) ?? `expected one of ${toolNames.join(", ")}`,
    });
  });
  const isDenyTools = gate?.module !== undefined && codeOf("gate", gate.module)?.name === "tools::deny-tools";
  if (!isDenyTools || Object.values(restricts).some((list) => list.length > 0)) return;
  report({
    code: "idle-restriction",
    severity: "error",
    message: `capability \`${name}\` denies tools but lists none`,
    span: spanNear(capability, "restricts"),
    label: "list at least one in `tools-denied`",
  });
}
