/** Which clients get a skill: those that its `compatibility` names, and that can load it. */
import type { Report } from "../../base/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { longestDescription, profileRules, type Skill } from "../../model/skill.ts";
import type { Harness } from "../harness.ts";
import { losses } from "./losses.ts";

type Client = Pick<Harness, "id" | "title" | "alias">;

/**
 * Clients that authors name but that are not rendered. A text with any other word is a remark, not a list. Rendered
 * clients are looked up first, so a name can stay when its client becomes one.
 */
const others = new Set(
  [
    "amp antigravity claude.ai claude-desktop cline continue cursor factory gemini goose junie",
    "kilo kilo-code kiro openclaw qwen-code roo roo-code trae vscode windsurf zed",
  ].flatMap((line) => line.split(" ")),
);

/** The model without skills that are for other clients, or that this client would not load. */
export function routeByCompatibility(
  client: Client & Pick<Harness, "skillSupport">,
  all: readonly Client[],
  model: Model,
  report: Report,
): Model {
  const left = new Set<string>();
  for (const skill of model.skills) {
    const isForOthers = clientsOf(skill, all)?.includes(client.id) === false;
    const foreign = client.skillSupport.isLoose ? undefined : fieldOutsideStandard(skill);
    const field = isForOthers ? "compatibility" : foreign;
    if (field === undefined) continue;
    left.add(skill.name);
    const definition = { name: skill.name, spanOf: () => skill.text.at([field], "key") };
    const why = isForOthers ? "is not in `compatibility`" : `may not load a skill with this \`${field}\``;
    losses(client, report)(definition, field, "lost", `${why}: the skill is left out`);
  }
  if (left.size === 0) return model;
  const isKept = ({ name }: Pick<Skill, "name">): boolean => !left.has(name);
  const agents = model.agents.map((agent) =>
    agent.skills.every(isKept) ? agent : { ...agent, skills: agent.skills.filter(isKept) },
  );
  return { ...model, agents, skills: model.skills.filter(isKept) };
}

function fieldOutsideStandard({ name, description }: Skill): "name" | "description" | undefined {
  if (!profileRules.open.isNameAllowed(name)) return "name";
  return [...description].length > longestDescription ? "description" : undefined;
}

/** Ids of rendered clients. Undefined if the field is missing or is a remark. */
export function clientsOf({ text }: Pick<Skill, "text">, all: readonly Client[]): readonly string[] | undefined {
  const written = text.fields["compatibility"];
  const isList = Array.isArray(written);
  const items: unknown[] = isList ? written : typeof written === "string" ? written.split(",") : [];
  if (items.length === 0 || !items.every((item) => typeof item === "string")) return undefined;
  const names = items.map((item) => String(item).trim().toLowerCase().replace(/\s+/g, "-"));
  const ids = names.map((name) => idOf(name, all));
  const isKnown = (name: string, i: number): boolean => ids[i] !== undefined || others.has(name.replace(/-cli$/, ""));
  const isNamed = isList && ids.some((id) => id !== undefined);
  if (!isNamed && !names.every(isKnown)) return undefined;
  return ids.filter((id): id is string => id !== undefined);
}

function idOf(name: string, all: readonly Client[]): string | undefined {
  const plain = name.replace(/-cli$/, "").replace(/^github-/, "");
  return all.find(({ id, alias, title }) => [id, alias, title.toLowerCase().replace(/\s+/g, "-")].includes(plain))?.id;
}
