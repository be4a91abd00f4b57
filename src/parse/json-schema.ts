/** The schemas of definitions as JSON Schema: the same tables that check them. */
import * as z from "zod/mini";
import { agentSchema } from "./agent.ts";
import { capabilitySchema } from "./capability.ts";
import { roleSchema } from "./role.ts";
import { settingsSchema } from "./settings.ts";
import { taskSchema } from "./task.ts";

const schemas = {
  agent: agentSchema,
  role: roleSchema,
  capability: capabilitySchema,
  task: taskSchema,
  settings: settingsSchema,
};

export function jsonSchema(kind: keyof typeof schemas): unknown {
  return { title: `surcingle ${kind}`, ...z.toJSONSchema(schemas[kind], { io: "input" }) };
}
