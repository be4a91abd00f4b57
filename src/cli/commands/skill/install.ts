/** `surcingle skill install X`: a Kode skill from a folder or from the hub into ~/.kode/skills, whole or not at all. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isProblem } from "../../../base/problem.ts";
import { visible } from "../../../base/visible.ts";
import { holdSignals } from "../../../process/signals.ts";
import { defaultHub, fetchSkill } from "../../../skill/kode/hub.ts";
import { installBundle } from "../../../skill/kode/install.ts";
import { readSkillFolder } from "../../../skill/kode/install-bundle.ts";
import { readMachine } from "../../machine-settings.ts";
import { type Command, readOptions } from "../../options.ts";
import { makePrinter, plural } from "../../print.ts";
import { secondsOption } from "./exec.ts";
import { skillHelp, skillOptions } from "./options.ts";

const options = { ...skillOptions, force: { type: "boolean" }, timeout: { type: "string" } } as const;

export const skillInstall: Command = {
  help: `Usage: surcingle skill install PATH|SLUG [OPTIONS]

Installs a Kode skill into ~/.kode/skills. What holds a \`/\` or exists here is a folder; anything else is the name of
a skill on the hub (\`hub_url\` in the settings, else ${defaultHub}). Links, devices and paths that lead out
of the folder are refused, and so are more than 10 MB or 1,000 files. Nothing is overwritten without --force.

  --force          replace a skill of the same name
  --timeout SEC    how long the hub may take (default: 60)

${skillHelp}
Examples:
  surcingle skill install ./skills/commit-message
  surcingle skill install commit-message
  surcingle skill install commit-message --force --timeout 120
`,
  run: async (context) => {
    const given = readOptions(context.argv, options, { min: 1, max: 1 });
    const printer = makePrinter(context, given);
    const name = given.positionals[0]!;
    const seconds = secondsOption(given, 60);
    const machine = readMachine(context, given, printer);
    if (!machine) return 1;
    const path = resolve(context.cwd, name);
    const isPath = name.includes("/") || existsSync(path);
    const { hubUrl } = machine.settings;
    const bundle = isPath ? await readSkillFolder(path, name) : await fetchSkill({ slug: name, hubUrl, seconds });
    const result = isProblem(bundle)
      ? bundle
      : await installBundle({
          bundle,
          home: machine.home,
          isForced: given.values["force"] === true,
          uninterrupted: holdSignals,
        });
    if (isProblem(bundle) || isProblem(result)) {
      printer.problems(isProblem(result) ? [result] : []);
      return 1;
    }
    const { slug, version, files } = bundle;
    const from = isPath ? "path" : "hub";
    printer.emit({
      event: "install",
      slug,
      version,
      from,
      path: result.path,
      files: files.length,
      replaced: result.isReplaced,
    });
    const done = result.isReplaced ? "replaced" : "installed";
    printer.say(`${done} ${slug} ${version} (${plural(files.length, "file")}) in ${visible(result.path)}`);
    return 0;
  },
};
