/** Checks links of a skill: they exist, they stay inside the folder, and they are one level deep. */
import { posix } from "node:path";
import type { Code } from "../../base/codes/all.ts";
import type { Report } from "../../base/diagnostic.ts";
import type { SourceFile } from "../../base/source.ts";
import type { SkillText } from "../../model/skill.ts";
import { maskCode } from "./mask.ts";
import type { SkillFolder } from "./read-folder.ts";

interface Link {
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

export function checkLinks(
  text: SkillText,
  masked: string,
  folder: SkillFolder,
  nameOf: NameFile,
  report: Report,
): void {
  const links = [...markdownLinks(masked), ...folderPaths(text.body)];
  const direct = new Set<string>();
  const check = makeCheck(folder, text.file, text.bodyOffset, "", report);
  for (const link of links) {
    const path = check(link);
    if (path !== undefined) direct.add(path);
  }
  for (const path of direct) checkChain(path, direct, folder, nameOf, report);
}

/** The name of a skill's file in messages. */
export type NameFile = (path: string, text: string) => SourceFile;

/** A chain: a target of a linked file that SKILL.md does not link to. */
function checkChain(path: string, direct: ReadonlySet<string>, folder: SkillFolder, nameOf: NameFile, report: Report) {
  const text = path.endsWith(".md") && path !== "SKILL.md" ? folder.get(path)?.text() : undefined;
  if (text === undefined) return;
  const file = nameOf(path, text);
  const check = makeCheck(folder, file, 0, posix.dirname(path), report);
  for (const link of markdownLinks(maskCode(text))) {
    const inner = check(link);
    if (inner === undefined || inner === "SKILL.md" || inner === path || direct.has(inner)) continue;
    report({
      code: "skill-link-depth",
      severity: "warning",
      message: `\`${path}\` links to \`${inner}\`, which SKILL.md does not link to`,
      span: { file, start: link.start, end: link.end },
      label: "two links away from SKILL.md",
      hint: `link to \`${inner}\` from SKILL.md`,
    });
  }
}

/** The path in the folder that a link leads to, if any. */
function makeCheck(folder: SkillFolder, file: SourceFile, offset: number, directory: string, report: Report) {
  const directories = new Set([...folder.keys()].flatMap(parents));
  let warningsLeft = mostWarnings;
  return ({ target, start, end }: Link): string | undefined => {
    const warn = (code: Code, message: string, hint: string): undefined =>
      void (
        warningsLeft-- > 0 &&
        report({
          code,
          severity: "warning",
          message,
          span: { file, start: offset + start, end: offset + end },
          hint,
        })
      );
    const path = posix.normalize(posix.join(directory, target)).replace(/\/$/, "");
    if (target.startsWith("/") || target.startsWith("~") || path === ".." || path.startsWith("../"))
      return warn(
        "skill-link-outside",
        `\`${target}\` is outside the skill`,
        "copy the file into the skill's directory",
      );
    if (path === ".") return undefined;
    if (!folder.has(path) && !directories.has(path)) {
      const other = [...folder.keys()].find((each) => each.toLowerCase() === path.toLowerCase());
      const hint = other ? `the file is named \`${other}\`` : "add the file, or remove the link";
      return warn("skill-broken-link", `\`${path}\` is not in the skill`, hint);
    }
    if (path.split("/").length > 2)
      warn("skill-link-depth", `\`${path}\` is more than one directory deep`, "move it up: `references/NAME.md`");
    return path;
  };
}

function parents(path: string): string[] {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

const longestTarget = 1000;
/** More links than this in one file were not written by hand. */
const mostLinks = 1000;
/** Beyond this, a list of broken links adds nothing. */
const mostWarnings = 20;

/** `[text](target)`, `![text](target)` and `[name]: target`, if the target is a file. */
function markdownLinks(masked: string): Link[] {
  const links: Link[] = [];
  const add = (written: string, start: number): void => {
    const target = fileTarget(written);
    if (target !== undefined) links.push({ target, start, end: start + written.length });
  };
  // Searched from the closing bracket: from the opening one, a page of opening brackets would take quadratic time.
  let left = mostLinks;
  for (let at = masked.indexOf("]("); at >= 0 && left-- > 0; at = masked.indexOf("](", at + 2)) {
    const inner = /^\s{0,9}(?:<([^>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))/.exec(
      masked.slice(at + 2, at + 2 + longestTarget),
    );
    const written = inner?.[1] ?? inner?.[2] ?? "";
    if (inner) add(written, at + 2 + inner[0].indexOf(written));
  }
  for (const found of masked.matchAll(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?([^\s>]{1,1000})/gm))
    add(found[1]!, found.index + found[0].length - found[1]!.length);
  return links;
}

/** `${SKILL_DIR}/scripts/lint.py`, also in code, because that is where it is used. */
function folderPaths(body: string): Link[] {
  return [...body.matchAll(/\$\{(?:CLAUDE_)?SKILL_DIR\}\/([\w@%+=:,./-]{1,1000})/g)].map((found) => {
    const target = found[1]!.replace(/[.,:]+$/, "");
    const start = found.index + found[0].length - found[1]!.length;
    return { target, start, end: start + target.length };
  });
}

function fileTarget(written: string): string | undefined {
  const path = written.replace(/[#?].*$/s, "");
  if (path === "" || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) return undefined;
  // A variable or a pattern is filled in later.
  if (/[$*{}]/.test(path)) return undefined;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
