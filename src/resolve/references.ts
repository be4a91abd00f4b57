/** Resolves the names of skills, rules and context files in an agent. */
import type { Code } from "../base/codes/all.ts";
import type { Report } from "../base/diagnostic.ts";
import { didYouMean, nearest } from "../base/did-you-mean.ts";
import type { Text } from "../base/source.ts";
import type { Skill } from "../model/skill.ts";
import type { AgentDocument } from "../parse/agent.ts";
import type { Documents } from "../parse/parse.ts";
import type { Layered } from "./layers.ts";

export function resolveSkills(
  { fields, toml }: AgentDocument,
  { skills, brokenSkills }: Layered,
  report: Report,
): Skill[] {
  return fields.skills.flatMap((name, i) => {
    const skill = skills.get(name);
    if (skill) return [skill];
    if (brokenSkills.has(name)) return [];
    const guess = nearest(name, skills.keys());
    report({
      code: "unknown-skill",
      severity: "error",
      message: `agent \`${fields.name}\` uses unknown skill \`${name}\``,
      span: toml.at(["skills", i]),
      label: `no skills/${name}/SKILL.md`,
      hint: didYouMean(guess),
    });
    return [];
  });
}

export function resolveRules({ fields, toml }: AgentDocument, { rules }: Layered, report: Report): Text[] {
  return fields.rules.flatMap((written, i) => {
    const name = written.replace(/\.md$/, "");
    const rule = rules.get(name);
    if (rule) return [rule];
    const problem = (code: Code, message: string, label: string, hint?: string) =>
      report({ code, severity: "error", message, span: toml.at(["rules", i]), label, hint });
    if (name.startsWith("/") || name.split("/").includes("..")) {
      const hint = 'write the path below `rules/`: "languages/nix" is rules/languages/nix.md';
      problem(
        "outside-root",
        `agent \`${fields.name}\` refers to the rule \`${written}\` by path`,
        "no `..` or leading `/`",
        hint,
      );
      return [];
    }
    const guess = nearest(name, rules.keys());
    const label = `no rules/${name}.md`;
    problem("unknown-rule", `agent \`${fields.name}\` uses unknown rule \`${written}\``, label, didYouMean(guess));
    return [];
  });
}

export function resolveContext(agent: AgentDocument, root: Documents, { context }: Layered, report: Report): Text[] {
  const { fields, toml } = agent;
  const home = `agents/${agent.directory}`;
  const find = (path: string): Text | undefined => {
    const known = context.get(path);
    if (known) return known;
    const file = root.readText(path, report);
    return file && { ref: path, text: file.text, path };
  };
  return fields.context.flatMap((written, i) => {
    const problem = (code: Code, message: string, label: string, hint?: string) =>
      report({ code, severity: "error", message, span: toml.at(["context", i]), label, hint });
    const path = insideRoot(home, written);
    const fromAgents = insideRoot("agents", written);
    const found = path === undefined ? undefined : find(path);
    if (found) return [found];
    const message = `agent \`${fields.name}\` uses unknown context \`${written}\``;
    if (fromAgents !== undefined && find(fromAgents)) {
      problem("unknown-context", message, "paths are relative to the agent's directory", `write \`../${written}\``);
    } else if (path === undefined) {
      const hint = "copy the file into the root, for example to context/";
      problem("outside-root", `the context path \`${written}\` points outside the root`, "outside the root", hint);
    } else {
      const guess = nearest(path, context.keys());
      const hint = didYouMean(guess && `${"../".repeat(home.split("/").length)}${guess}`);
      problem("unknown-context", message, `no ${path}`, hint);
    }
    return [];
  });
}

/** The path relative to the root, or undefined if it leaves the root. */
function insideRoot(from: string, written: string): string | undefined {
  if (written.startsWith("/") || written.startsWith("~")) return undefined;
  const steps = from.split("/");
  for (const step of written.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.join("/");
}
