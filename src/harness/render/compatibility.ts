/** The `compatibility` of a skill: if it names clients, the skill is rendered only for them. */
import type { Report } from "../../base/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import type { Skill } from "../../model/skill.ts";
import type { Harness } from "../harness.ts";
import { losses } from "./losses.ts";

type Client = Pick<Harness, "id" | "title" | "alias">;

/** Clients that authors name but that are not rendered. A text with any other word is a remark, not a list. */
const others = new Set(
  [
    "amp",
    "antigravity",
    "claude.ai",
    "claude-desktop",
    "cline",
    "continue",
    "cursor",
    "factory",
    "gemini",
    "goose",
  ].concat([
    "junie",
    "kilo",
    "kilo-code",
    "kiro",
    "openclaw",
    "qwen-code",
    "roo",
    "roo-code",
    "trae",
    "vscode",
    "windsurf",
    "zed",
  ]),
);

/** The model without skills that are for other clients. */
export function routeByCompatibility(client: Client, all: readonly Client[], model: Model, report: Report): Model {
  const left = model.skills.filter((skill) => clientsOf(skill, all)?.includes(client.id) === false);
  if (left.length === 0) return model;
  for (const { name, text } of left) {
    const definition = { name, spanOf: () => text.at(["compatibility"], "key") };
    losses(client, report)(definition, "compatibility", "lost", "is not in `compatibility`: the skill is left out");
  }
  const isKept = ({ name }: Pick<Skill, "name">): boolean => !left.some((skill) => skill.name === name);
  const agents = model.agents.map((agent) =>
    agent.skills.every(isKept) ? agent : { ...agent, skills: agent.skills.filter(isKept) },
  );
  return { ...model, agents, skills: model.skills.filter(isKept) };
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
