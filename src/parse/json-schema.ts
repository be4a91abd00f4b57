/** The schemas of definitions as JSON Schema: the same tables that check them. */
import * as z from "zod/mini";
import { longestDescription, type SkillField, type SkillFieldType, skillFields } from "../model/skill.ts";
import { agentSchema } from "./agent.ts";
import { capabilitySchema } from "./capability.ts";
import { commandSchema } from "./command.ts";
import { extensionSchema } from "./extension.ts";
import { packSchema } from "./packs.ts";
import { roleSchema } from "./role.ts";
import { settingsSchema } from "./settings.ts";
import { taskSchema } from "./task.ts";

const schemas = {
  agent: agentSchema,
  pack: packSchema,
  role: roleSchema,
  capability: capabilitySchema,
  task: taskSchema,
  settings: settingsSchema,
  command: commandSchema,
  extension: extensionSchema,
};

export function jsonSchema(kind: keyof typeof schemas | "skill"): unknown {
  const schema = kind === "skill" ? skillSchema() : z.toJSONSchema(schemas[kind], { io: "input" });
  return { title: `surcingle ${kind}`, ...schema };
}

const text = { type: "string", minLength: 1 };
const texts = { type: "array", items: { type: "string" } };

const types: Readonly<Record<SkillFieldType, object>> = {
  text,
  texts,
  words: { anyOf: [{ type: "string" }, texts] },
  boolean: { type: "boolean" },
  table: { type: "object" },
  fork: { const: "fork" },
  hooks: { type: ["array", "object"] },
  any: {},
};

const narrower: Readonly<Record<string, object>> = {
  name: { maxLength: 64, pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" },
  description: { maxLength: longestDescription },
};

/** The front matter of SKILL.md in the profile `claude`, in which unknown keys are kept. */
function skillSchema(): object {
  const properties = Object.fromEntries(
    Object.entries<SkillField>(skillFields).map(([name, { type, purpose }]) => {
      return [name, { ...types[type], ...narrower[name], description: purpose }];
    }),
  );
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  return { $schema, type: "object", properties, required: ["name", "description"] };
}
