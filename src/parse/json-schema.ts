/** The schemas of definitions as JSON Schema: the same tables that check them. */
import * as z from "zod/mini";
import { longestDescription, type SkillField, skillFields } from "../model/skill.ts";
import { agentSchema } from "./agent.ts";
import { capabilitySchema } from "./capability.ts";
import { commandSchema } from "./command.ts";
import { extensionSchema } from "./extension.ts";
import { packSchema } from "./packs.ts";
import { roleSchema } from "./role.ts";
import { settingsSchema } from "./settings.ts";
import { fieldTypes } from "./skill.ts";
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

const narrower: Readonly<Record<string, object>> = {
  name: { maxLength: 64, pattern: "^[a-z0-9]+(?:-[a-z0-9]+)*$" },
  description: { maxLength: longestDescription },
};

/** The front matter of SKILL.md in the profile `claude`: unknown keys are kept, and fields with other values too. */
function skillSchema(): object {
  const properties = Object.fromEntries(
    Object.entries<SkillField>(skillFields).map(([name, { type, purpose }]) => {
      const { $schema: _, ...schema } = z.toJSONSchema(fieldTypes[type].schema, { io: "input" });
      return [name, { ...schema, ...narrower[name], description: purpose }];
    }),
  );
  const $schema = "https://json-schema.org/draft/2020-12/schema";
  return { $schema, type: "object", properties, required: ["name", "description"] };
}
