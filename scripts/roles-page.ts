/** Generates docs/roles.md from the shipped roles and capabilities. */
import { limitsOf } from "../src/capability/limits.ts";
import type { Capability } from "../src/model/capability.ts";
import type { Role } from "../src/model/role.ts";
import { explainLimit } from "../src/policy/explain.ts";
import type { RoleSet } from "../src/resolve/role-layers.ts";

export function rolesPage({ roles, capabilities }: RoleSet): string {
  const all = [...roles.values()];
  return `# Roles

A role is an ordered list of [capabilities](capabilities.md) and the tools that an agent with this role may use. Set it with \`role\` in an
agent.toml or \`task.role\` in a [task](tasks.md). The roles below ship with surcingle; a root can replace each by name and add its own
([definitions.md](definitions.md)). This page is generated from \`roles/\` and \`capabilities/\`.

| role | extends | tools | commands | spawnable | subagent type | isolation |
|---|---|---|---|---|---|---|
${all.map(roleRow).join("\n")}

## Which role has which capability

| capability | ${all.map(({ name }) => name).join(" | ")} |
|---|${all.map(() => "---|").join("")}
${[...capabilities.values()].map((capability) => matrixRow(capability, all)).join("\n")}

${all.map(roleSection).join("\n")}
## Capabilities

Every capability adds a text to the prompt. A gate can refuse a call before a tool runs; a check examines the work afterwards.

| capability | gate | check | what it is about |
|---|---|---|---|
${[...capabilities.values()].map(capabilityRow).join("\n")}
`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function code(texts: readonly string[] | undefined, otherwise: string): string {
  return texts === undefined ? otherwise : texts.map((text) => `\`${text}\``).join(", ") || "none";
}

function roleRow(role: Role): string {
  const { name, ancestors, tools, spawnable, claudeSubagentType, isolation } = role;
  const hasShell = tools?.allowed === undefined || tools.allowed.includes("Bash");
  const commands = hasShell ? code(tools?.bashPatternsAllowed, "every") : "none";
  const cells = [
    `[${name}](#${name})`,
    ancestors[0] ?? "–",
    tools?.allowed?.join(", ") ?? "all",
    commands,
    spawnable ? "yes" : "**no**",
    `\`${claudeSubagentType}\``,
    isolation ?? "–",
  ];
  return `| ${cells.map(cell).join(" | ")} |`;
}

function matrixRow({ name }: Capability, roles: readonly Role[]): string {
  const marks = roles.map(({ capabilities }) => {
    const at = capabilities.findIndex((each) => each.name === name);
    return at < 0 ? "" : String(at + 1);
  });
  return `| \`${name}\` | ${marks.join(" | ")} |`;
}

function roleSection(role: Role): string {
  const limits = limitsOf(role, undefined).map((limit) => `- ${explainLimit(limit)}`);
  const list = [...new Set(limits)];
  return `## ${role.name}

${role.description}.

${list.length > 0 ? `What no permission of an agent can undo, besides what a task sets:\n\n${list.join("\n")}` : "It forbids nothing."}

If the agent cannot continue: \`${role.escalation}\`.
`;
}

function capabilityRow({ name, gate, verify, description }: Capability): string {
  const bypass = gate?.bypassEnv === undefined ? "" : `, off while \`${gate.bypassEnv}=1\``;
  const asked = gate ? `${gate.event ? `\`${gate.event}\`, ` : ""}${gate.severity}${bypass}` : "–";
  return `| ${[`\`${name}\``, asked, verify ? verify.runMode : "–", description].map(cell).join(" | ")} |`;
}
