/** `surcingle remove`: removes what `apply` installed in a home or a repository. */
import { plural } from "../../../base/text.ts";
import { removeApplied } from "../../../build/write/apply.ts";
import { defineCommand } from "../../command.ts";
import { verboseOption } from "../../options.ts";
import { chosenHarnesses, renderOptions } from "../../outputs.ts";
import { backupName } from "./apply.ts";
import { isChange, printChanges, shownTarget } from "./changes.ts";

export const remove = defineCommand({
  name: "remove",
  summary: "remove everything that `apply` installed",
  description: [
    "Removes the files and keys that `surcingle apply` wrote, whichever roots they came from, and the directories it created if they are empty. Your own files and keys stay. If you edited one of the files, the error names it and nothing is removed.",
  ],
  options: {
    to: { value: "DIR", isRequired: true, text: "home directory or repository to clean" },
    "dry-run": { text: "show what would be removed, change nothing" },
    adopt: { text: "move files that you edited to a backup instead of refusing" },
    verbose: verboseOption,
    harness: renderOptions.harness,
    scope: renderOptions.scope,
  },
  examples: ["surcingle remove --to ~ --dry-run", "surcingle remove --to . --scope project --harness pi"],
  run: async (call) => {
    const { options, printer, cwd } = call;
    const { to, scope, verbose, "dry-run": isDry } = options;
    const shownAs = shownTarget(to, call);
    const harnesses = chosenHarnesses(options).map(({ id }) => id);
    const result = removeApplied({ to, cwd, scope, harnesses, adopt: options.adopt ? backupName() : undefined }, isDry);
    if (result.kind === "refused") {
      printer.problems(result.problems);
      printer.say(`nothing was removed from ${shownAs}`);
      return 1;
    }
    printChanges(printer, { to, shownAs, mode: isDry ? "dry-run" : "remove", isVerbose: verbose, result });
    const count = result.changes.filter(isChange).length;
    if (count === 0) printer.say("surcingle has not installed anything there");
    else if (isDry) printer.say(`${plural(count, "change")}; run it without --dry-run`);
    return 0;
  },
});
