/** One skill folder to one SkillDocument: enough to render it; the deep checks are the business of the skill room. */
import type { Report } from "../base/diagnostic.ts";
import { fileStart, type SourceFile } from "../base/source.ts";
import { splitFrontMatter } from "../formats/markdown.ts";
import { readPlainYaml } from "../formats/plain-yaml.ts";
import type { Skill, SkillFile } from "../model/skill.ts";

export async function parseSkill(
  directory: string,
  file: SourceFile,
  files: readonly SkillFile[],
  report: Report,
): Promise<Skill | undefined> {
  const parts = splitFrontMatter(file.text);
  if (parts === undefined || parts === "open") {
    report({
      code: "bad-frontmatter",
      severity: "error",
      message: parts === "open" ? "the front matter is never closed" : "the file does not begin with front matter",
      span: { file, start: 0, end: file.text.indexOf("\n") < 0 ? file.text.length : file.text.indexOf("\n") },
      label: parts === "open" ? "opened here" : "a line `---` is expected here",
      hint: "begin with `---`, then `name:` and `description:`, then `---`",
    });
    return undefined;
  }
  // The YAML library takes longer to load than all the rest: it is loaded by the first front matter that needs it.
  const yaml =
    readPlainYaml(file, parts.yaml, parts.offset) ??
    (await import("../formats/yaml.ts")).parseYamlMap(file, parts.yaml, parts.offset, report);
  if (!yaml) return undefined;
  const textOf = (key: "name" | "description"): string | undefined => {
    const value = yaml.value[key];
    if (typeof value === "string" && value.trim() !== "") return value;
    const isMissing = value === undefined;
    report({
      code: isMissing ? "missing-field" : "bad-field",
      severity: "error",
      message: isMissing
        ? `required field \`${key}\` is missing in SKILL.md`
        : `\`${key}\` must be a text that is not empty`,
      span: isMissing ? fileStart(file) : yaml.at([key]),
      label: isMissing ? undefined : "not a text",
      hint: isMissing ? `add \`${key}: …\` between the \`---\` lines` : undefined,
    });
    return undefined;
  };
  const name = textOf("name");
  const description = textOf("description");
  if (name === undefined || description === undefined) return undefined;
  if (name !== directory) {
    report({
      code: "name-mismatch",
      severity: "error",
      message: `skill \`${name}\` stands in the directory \`${directory}\``,
      span: yaml.at(["name"]),
      label: "clients take the one or the other",
      hint: `write \`name: ${directory}\`, or rename the directory`,
    });
    return undefined;
  }
  if (!/^[a-z0-9-]{1,64}$/.test(name)) {
    const message = `the skill's name \`${name}\` must be 1 to 64 lower-case letters, digits and hyphens`;
    report({ code: "bad-name", severity: "error", message, span: yaml.at(["name"]) });
    return undefined;
  }
  return {
    name,
    description,
    files,
    isForked: yaml.value["context"] !== undefined,
    span: yaml.at(["name"]),
    path: file.path,
  };
}
