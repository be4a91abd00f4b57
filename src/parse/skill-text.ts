/** One SKILL.md to its parts: front matter with places, and the body. What the fields mean is checked elsewhere. */
import type { Report } from "../base/diagnostic.ts";
import type { SourceFile } from "../base/source.ts";
import { splitFrontMatter } from "../formats/markdown.ts";
import { readPlainYaml } from "../formats/plain-yaml.ts";
import type { SkillText } from "../model/skill.ts";

export async function readSkillText(file: SourceFile, report: Report): Promise<SkillText | undefined> {
  const parts = splitFrontMatter(file.text);
  if (parts === undefined || parts === "open") {
    const firstLine = file.text.indexOf("\n");
    report({
      code: "bad-frontmatter",
      severity: "error",
      message:
        file.text.trim() === ""
          ? "the file is empty"
          : parts === "open"
            ? "the front matter is never closed"
            : "the file does not begin with front matter",
      span: { file, start: 0, end: firstLine < 0 ? file.text.length : firstLine },
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
  const { body, bodyOffset } = parts;
  return { file, fields: yaml.value, at: yaml.at, body, bodyOffset };
}
