/**
 * `surcingle skill install X`: installs a Kode skill from a folder or the hub into ~/.kode/skills, completely or not at
 * all.
 */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isProblem } from "../../../base/problem.ts";
import { plural, visible } from "../../../base/text.ts";
import { holdSignals } from "../../../process/signals.ts";
import { defaultHub, fetchSkill } from "../../../skill/kode/hub.ts";
import { installBundle } from "../../../skill/kode/install.ts";
import { readSkillFolder } from "../../../skill/kode/install-bundle.ts";
import { defineCommand } from "../../command.ts";
import { readMachineSettings } from "../../machine-settings.ts";
import { readSeconds } from "../../options.ts";
import { skillOptions } from "./kode.ts";

export const skillInstall = defineCommand({
  name: "install",
  summary: "install a Kode skill from a directory or from the hub",
  description: [
    `Installs into ~/.kode/skills. A name that contains \`/\` or exists here is a directory; any other name is a skill on the hub (\`hub_url\` in the settings, else ${defaultHub}). Refuses links, devices, paths that leave the directory, and more than 10 MB or 1,000 files. Replaces an existing skill only with --force.`,
  ],
  arguments: [{ name: "SKILL", text: "directory of a skill, or the name of a skill on the hub" }],
  options: {
    force: { text: "replace a skill of the same name" },
    timeout: { value: "SECONDS", read: readSeconds, default: 60, text: "time limit for the hub" },
    ...skillOptions,
  },
  examples: [
    "surcingle skill install ./skills/commit-message",
    "surcingle skill install commit-message",
    "surcingle skill install commit-message --force --timeout 120",
  ],
  run: async (context) => {
    const { printer, options } = context;
    const name = context.words[0]!;
    const seconds = options.timeout;
    const machine = readMachineSettings(context);
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
          isForced: options.force,
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
});
