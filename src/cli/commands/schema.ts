/** `surcingle schema KIND`: JSON Schema for editors. */
import { defineCommand } from "../command.ts";

const kinds = ["agent", "pack", "role", "capability", "task", "settings", "command", "extension", "skill"] as const;

export const schema = defineCommand({
  name: "schema",
  summary: "print the JSON Schema of a definition, for editors",
  description: [
    "For a command and a skill, the schema describes the front matter.",
    "Editors that support TOML check an agent.toml while you type if its first line is\n  #:schema ./agent.schema.json",
  ],
  arguments: [{ name: "KIND", text: "kind of definition", choices: kinds }],
  options: {},
  examples: ["surcingle schema agent > agent.schema.json", "surcingle schema settings"],
  run: async ({ words: [kind], out }) => {
    const { jsonSchema } = await import("../../parse/json-schema.ts");
    out(`${JSON.stringify(jsonSchema(kind as (typeof kinds)[number]), null, 2)}\n`);
    return 0;
  },
});
