/** Handles two definitions that become one file: an error, or the command is left out if the harness was not chosen. */
import type { Report } from "../../base/diagnostic.ts";
import { placeForPeople } from "../../base/source.ts";
import type { Model } from "../../model/model.ts";
import type { OutputFile } from "../../model/output.ts";
import type { Harness } from "../harness.ts";
import { losses } from "./losses.ts";

/** `isChosen`: the harness was named, so a missing file must be an error. */
export function dropClashes(
  harness: Pick<Harness, "id" | "title">,
  files: readonly OutputFile[],
  { commands, skills }: Model,
  isChosen: boolean,
  report: Report,
): readonly OutputFile[] {
  // Checks only shared names; most models have none.
  const names = new Set(skills.map(({ name }) => name));
  const doubtful = commands.filter(({ slug }) => names.has(slug));
  if (doubtful.length === 0) return files;
  const dropped = new Set<OutputFile>();
  for (const command of doubtful) {
    const skill = skills.find(({ name }) => name === command.slug)!;
    const ofSkill = new Set(files.filter(({ from }) => from.includes(skill.path)).map(({ path }) => path));
    const ofCommand = files.filter(({ from }) => from.includes(command.path));
    if (!ofCommand.some(({ path }) => ofSkill.has(path))) continue;
    for (const file of ofCommand) dropped.add(file);
    const both = `the command \`${command.name}\` and the skill \`${skill.name}\` become one file in ${harness.title}`;
    if (isChosen) {
      const hint = `the skill is at ${placeForPeople(skill.span)}; rename one of them, or exclude ${harness.title} with --harness`;
      const label = "the command";
      report({ code: "name-clash", severity: "error", message: both, span: command.span, label, hint });
    } else {
      const why = `uses one file for a command and a skill named \`${skill.name}\`: the command is left out`;
      losses(harness, report)(command, "name", "lost", why);
    }
  }
  return files.filter((file) => !dropped.has(file));
}
