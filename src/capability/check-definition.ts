/** Does a capability.toml agree with our code? A face that is declared must exist, and one that exists must be declared. */
import type { Report } from "../base/diagnostic.ts";
import { nearest } from "../base/nearest.ts";
import type { Span } from "../base/source.ts";
import type { Capability, GateEvent } from "../model/capability.ts";
import { capabilityCodes, codeNamed, codeOf, type Face, hasFace, moduleKey } from "./all.ts";
import { parameterNames } from "./contract.ts";
import { eventOfTool, limitOfTool, toolNames } from "./restricts.ts";

/** Reports every disagreement; a capability with one of them must not be used. */
export function checkCapability(capability: Capability, report: Report): void {
  for (const face of ["gate", "verify"] as const) checkFace(capability, face, report);
  checkEvent(capability, report);
  checkParameters(capability, report);
  checkRestricts(capability, report);
  checkTime(capability, report);
}

/** A table that is not there has no place: then the name of the capability is pointed at. */
function spanNear({ span, spanOf }: Capability, ...path: readonly string[]): Span {
  const found = spanOf(...path);
  return found.end > 0 ? found : span;
}

function checkFace(capability: Capability, face: Face, report: Report): void {
  const { name, spanOf } = capability;
  const key = capability[face]?.module;
  if (key === undefined) {
    const code = codeNamed(name);
    if (!code || !hasFace(code, face)) return;
    report({
      code: "code-not-declared",
      severity: "error",
      message: `capability \`${name}\` has code for a ${face} that it does not declare`,
      span: spanNear(capability, face),
      label: "the code would never be asked",
      hint: `write \`rust-module = "${moduleKey(face, name)}"\` in \`[${face}]\``,
    });
  } else if (!codeOf(face, key)) {
    const known = capabilityCodes.filter((code) => hasFace(code, face)).map((code) => moduleKey(face, code.name));
    const guess = nearest(key, known);
    report({
      code: "capability-without-code",
      severity: "error",
      message: `capability \`${name}\` declares the ${face} \`${key}\`, which does not exist`,
      span: spanOf(face, "rust-module"),
      label: "no code of this name",
      hint: guess ? `did you mean \`${guess}\`?` : `known are ${known.join(", ")}`,
    });
  }
}

function checkEvent({ name, gate, restricts, spanOf }: Capability, report: Report): void {
  const code = gate && codeOf("gate", gate.module);
  if (!code) return;
  const ofTools = restricts.toolsDenied.map(eventOfTool).filter((event) => event !== undefined);
  const ofPatterns: readonly GateEvent[] = restricts.toolPatterns.length > 0 ? ["PreToolUse:Bash"] : [];
  const fitting = new Set([...(code.events ?? []), ...ofPatterns, ...ofTools]);
  if (fitting.size === 0 || fitting.has(gate.event)) return;
  report({
    code: "unfit-event",
    severity: "error",
    message: `the gate of capability \`${name}\` waits for \`${gate.event}\`, where it has nothing to forbid`,
    span: spanOf("gate", "event"),
    label: "the wrong event",
    hint: `write \`event = "${[...fitting].join('"` or `event = "')}"\``,
  });
}

function checkParameters(capability: Capability, report: Report): void {
  const { name, accepts, gate, verify, spanOf } = capability;
  const codes = [gate && codeOf("gate", gate.module), verify && codeOf("verify", verify.module)];
  const needed: ReadonlySet<string> = new Set(codes.flatMap((code) => code?.reads ?? []));
  for (const parameter of needed) {
    if (accepts.includes(parameter)) continue;
    report({
      code: "unfit-parameters",
      severity: "error",
      message: `the code of capability \`${name}\` reads \`${parameter}\` of a task, which it does not accept`,
      span: spanNear(capability, "parameterized", "accepts"),
      label: `add \`${parameter}\``,
    });
  }
  accepts.forEach((parameter, i) => {
    if (needed.has(parameter)) return;
    const guess = nearest(parameter, parameterNames);
    report({
      code: "unfit-parameters",
      severity: "error",
      message: `capability \`${name}\` accepts \`${parameter}\`, which its code does not read`,
      span: spanOf("parameterized", "accepts", i),
      label: "nobody reads this",
      hint: guess && guess !== parameter ? `did you mean \`${guess}\`?` : undefined,
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
      message: `capability \`${name}\` denies a tool \`${tool}\` that nobody knows`,
      span: spanOf("restricts", "tools-denied", i),
      label: "no tool of this name",
      hint: guess ? `did you mean \`${guess}\`?` : `known are ${toolNames.join(", ")}`,
    });
  });
  const isEmpty = restricts.toolPatterns.length + restricts.toolsDenied.length === 0;
  const isIdle = gate ? isEmpty && codeOf("gate", gate.module) === codeNamed("tools::deny-tools") : !isEmpty;
  if (!isIdle) return;
  report({
    code: "idle-restriction",
    severity: "error",
    message: gate
      ? `capability \`${name}\` denies tools but names none`
      : `capability \`${name}\` restricts commands or tools but declares no gate that would refuse them`,
    span: spanNear(capability, "restricts"),
    label: gate ? "name at least one in `tools-denied`" : "nobody enforces this",
  });
}

/** Nothing is lost: what would be looked at after each call is looked at when the agent comes back. */
function checkTime({ name, verify, spanOf }: Capability, report: Report): void {
  if (verify?.when !== "per-tool-call") return;
  report({
    code: "not-supported",
    severity: "warning",
    message: `the check of capability \`${name}\` runs when the agent comes back, not after each call`,
    span: spanOf("verify", "when"),
    label: "read as `on-return`",
  });
}
