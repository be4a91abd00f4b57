/** The schemas of definitions as JSON Schema: the same tables that check them. */
import * as z from "zod/mini";
import { longestDescription, type SkillField, skillFields } from "../model/skill.ts";
import { agentSchema } from "./agent.ts";
import { capabilitySchema } from "./capability.ts";
import { commandSchema } from "./command.ts";
import { extensionSchema } from "./extension.ts";
import { packSchema } from "./packs.ts";
import { roleSchema } from "./role.ts";
import { settingTexts } from "./setting-texts.ts";
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
  return { title: `surcingle ${kind}`, ...(kind === "settings" ? describe(schema as Nested, []) : schema) };
}

/** Adds what each setting means. Keys that an author chooses, such as the name of an agent, are not part of the path. */
function describe(schema: Nested, path: readonly string[]): Nested {
  const { properties, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => {
          const description = settingTexts[[...path, name].join(".")];
          return [name, { ...describe(inner, [...path, name]), ...(description !== undefined && { description }) }];
        }),
      ),
    }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: describe(additionalProperties, path),
    }),
  };
}

interface Nested {
  readonly properties?: Readonly<Record<string, Nested>>;
  readonly additionalProperties?: Nested | boolean;
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
