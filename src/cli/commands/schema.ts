/** `surcingle schema KIND`: JSON Schema for editors. */
import { nearest } from "../../base/nearest.ts";
import { type Command, readOptions, usageError } from "../options.ts";

const kinds = ["agent", "pack", "role", "capability", "task", "settings", "command", "extension", "skill"] as const;

export const schema: Command = {
  help: `Usage: surcingle schema agent|pack|role|capability|task|settings|command|extension|skill

Of a command and a skill it is the front matter that the schema is about.

An editor that knows TOML checks an agent.toml while you type when its first line is
  #:schema ./agent.schema.json

Examples:
  surcingle schema agent > agent.schema.json
  surcingle schema role > role.schema.json
  surcingle schema settings
  surcingle schema command > command.schema.json
`,
  run: async ({ argv, out }) => {
    const [kind = ""] = readOptions(argv, { json: { type: "boolean" } }, { min: 1, max: 1 }).positionals;
    if (!kinds.some((each) => each === kind)) {
      const guess = nearest(kind, kinds);
      throw usageError(
        `unknown kind \`${kind}\`${guess ? `; did you mean \`${guess}\`?` : `; known are ${kinds.join(", ")}`}`,
      );
    }
    const { jsonSchema } = await import("../../parse/json-schema.ts");
    out(`${JSON.stringify(jsonSchema(kind as (typeof kinds)[number]), null, 2)}\n`);
    return 0;
  },
};
