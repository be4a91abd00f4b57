/** Turns skills into commands, for clients whose skills cannot take arguments, fork, or be hidden from the model. */
import { findCommands, placeholdersIn, replacePlaceholders } from "../../formats/skill-body.ts";
import { type Command, plainBehavior } from "../../model/command.ts";
import type { Entries } from "../../model/output.ts";
import { invocationOf, type Skill } from "../../model/skill.ts";
import type { Harness, Scope } from "../harness.ts";

type Client = Pick<Harness, "id" | "roots" | "skillSupport">;

interface RoutedSkills {
  /**
   * The remaining skills. For a skill that only users start, the other files stay, because its command refers to them.
   */
  readonly skills: readonly Skill[];
  readonly commands: readonly Command[];
}

/** Why a skill becomes a command for this client: the fields that its skills do not support. */
export function commandReasons({ text, isForked }: Skill, { skillSupport }: Pick<Client, "skillSupport">): string[] {
  const { asCommands } = skillSupport;
  const { inSlashMenu, modelInvokes } = invocationOf(text.fields);
  if (!asCommands || !inSlashMenu) return [];
  return [
    ...(!modelInvokes && asCommands.includes("disable-model-invocation") ? ["disable-model-invocation"] : []),
    ...(isForked && asCommands.includes("context") ? ["context"] : []),
    ...(takesArguments(text.body) ? ["arguments"] : []),
  ];
}

export function takesArguments(body: string): boolean {
  return placeholdersIn(body).some((name) => typeof name === "number" || name === "ARGUMENTS");
}

/** An existing command with the same name is kept. */
export function routeSkills(
  skills: readonly Skill[],
  written: readonly Command[],
  client: Client,
  scope: Scope,
): RoutedSkills {
  const taken = new Set(written.map(({ slug }) => slug));
  const isHidden = (skill: Skill): boolean =>
    client.skillSupport.asCommands?.includes("disable-model-invocation") === true &&
    !invocationOf(skill.text.fields).modelInvokes;
  return {
    skills: skills.map((skill) => (isHidden(skill) ? withoutMain(skill) : skill)),
    commands: skills
      .filter((skill) => commandReasons(skill, client).length > 0 && !taken.has(skill.name))
      .map((skill) => commandOf(skill, client, scope)),
  };
}

function withoutMain(skill: Skill): Skill {
  return { ...skill, files: skill.files.filter(({ path }) => path !== "SKILL.md") };
}

function commandOf(skill: Skill, { id, roots }: Client, scope: Scope): Command {
  const { name, text, path, span, isForked, files } = skill;
  const { agent } = text.fields;
  const directory = scope === "user" ? `~/${roots.user}/skills/${name}` : `${roots.project}/skills/${name}`;
  const own: Entries = isForked && typeof agent === "string" ? [["agent", agent]] : [];
  const filled = replacePlaceholders(text.body, (each) => (each === "SKILL_DIR" ? directory : undefined));
  const note = files.length > 1 ? `The files of this skill are in \`${directory}\`.\n\n` : "";
  return {
    name,
    slug: name,
    description: skill.description.replace(/\s+/g, " ").trim(),
    behavior: { ...plainBehavior, execution: isForked ? "isolated" : "command" },
    overrides: new Map([[id, own]]),
    body: note + withoutCommands(filled),
    span,
    spanOf: (...where) => text.at([where[1] === "execution" ? "context" : "name"], "key"),
    path,
    from: [path],
  };
}

/** OpenCode runs !`…` of a command in a shell that asks no gate, so it is rendered as plain code. */
function withoutCommands(body: string): string {
  let text = "";
  let from = 0;
  for (const { start, end } of findCommands(body)) {
    text += body.slice(from, start) + body.slice(start + 1, end);
    from = end;
  }
  return text + body.slice(from);
}

/** In a skill, `$0` and `$ARGUMENTS[0]` are the first argument; these clients call it `$1`. */
export function countedFromOne(body: string): string {
  return replacePlaceholders(body, (name) => (typeof name === "number" ? `$${name + 1}` : undefined));
}
