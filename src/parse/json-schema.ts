/** Exports the schemas of definitions as JSON Schema, from the same tables that check them. */
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
  return { title: `surcingle ${kind}`, ...(kind === "settings" ? describe(schema as Nested, []) : schema) };
}

/** Adds descriptions of settings. Keys that an author chooses, such as an agent's name, are not part of the path. */
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

/** Descriptions of settings, for editors and for the options of the Nix modules. */
export const settingTexts: Readonly<Record<string, string>> = {
  harnesses: "The clients to render for.",
  models: "The model of an agent, by harness and agent.",
  tiers: "Models by harness and tier, for the `capability` of commands.",
  "tiers.fast": "The model for `capability: fast`.",
  "tiers.balanced": "The model for `capability: balanced`.",
  "tiers.strong": "The model for `capability: strong`.",
  pi: "Settings for Pi.",
  "pi.primary": "The agent whose prompt becomes the SYSTEM.md of Pi.",
  opencode: "Settings for OpenCode.",
  "opencode.require_plugin":
    "Whether OpenCode's files deny governed agents everything until the plugin sets their permissions. Default: true for applied files, false for `build`.",
  allow_tools: "Client tools that no permission covers and that governed agents may use.",
  gate_command: "The gate program that clients start.",
  home: "The home directory, for clients that need it as an absolute path.",
  log: "A file to which gates append one JSON line per decision. Absolute or below `~/`.",
  hub_url: "Where `skill install` fetches skills from.",
  kode: "Settings for Kode skills.",
  "kode.native_skills_dir": "A directory with skills, searched before `~/.kode/skills`.",
  "kode.deny": "Deny rules for running skills, such as `skill:dangerous-*`.",
  skills: "Settings for skills.",
  "skills.enforce_allowed_tools":
    "Whether a skill that runs in the session is limited to its `allowed-tools` until the next prompt.",
  "skills.ignore": "Skill checks to disable, by code.",
  sandbox: "The operating-system sandbox for commands of agents.",
  "sandbox.use":
    "Which agents run commands in the sandbox: none (`off`), all (`on`), or all, denying commands where the sandbox is not supported (`required`). Default: agents whose `edit` is denied for every input.",
  "sandbox.read": "Readable paths outside the project. Replaces the default list of toolchains and caches.",
  "sandbox.write":
    "Writable paths: caches outside the project, and directories of the project for build output, in which rules for names do not apply.",
  "sandbox.git": "Whether `.git` can be written, except for hooks and configuration. Default: `read`.",
  "sandbox.hide": "Paths that are never visible in the sandbox, even in approved commands.",
  "sandbox.protect": "Paths in the project that are never writable, even in approved commands.",
  "sandbox.env": "Environment variables to keep even though their names look like secrets.",
  "sandbox.max_mounts": "The maximum number of mounts in one sandbox. Default: 300.",
};
