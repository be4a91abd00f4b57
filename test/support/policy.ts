/** Policies and surroundings for tests, written as an author would write them. */
import type { Limit, Policy, Tool, Verdict } from "../../src/model/permission.ts";
import { parseRule } from "../../src/parse/permissions.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import type { Surroundings } from "../../src/policy/surroundings.ts";

/** Per tool: the intent, then the rules. */
export type Authored = Partial<Record<Tool, readonly [Verdict, ...string[]]>>;

export function policyOf(authored: Authored, limits: readonly Limit[] = []): Policy {
  const permissions = Object.entries(authored).map(([tool, [intent, ...texts]]) => {
    const rules = texts.map((text, i) => {
      const rule = parseRule(text);
      if ("problem" in rule) throw new Error(`${text}: ${rule.problem}`);
      return { ...rule, from: `${tool}:${i + 1}:1` };
    });
    return [tool, { intent, rules }] as const;
  });
  return compilePolicy({ agent: "tester", permissions: Object.fromEntries(permissions), limits });
}

const projectRoot = "/home/me/project";

/** A disk with only links, and directories that the user cannot write. */
export function surroundingsOf(
  links: Readonly<Record<string, string>> = {},
  locked: readonly string[] = [],
): Surroundings {
  return {
    cwd: projectRoot,
    projectRoot,
    home: "/home/me",
    readLink: (path) => (Object.hasOwn(links, path) ? links[path] : undefined),
    isUserWritable: (directory) => !locked.includes(directory),
    list: (directory) =>
      Object.keys(links)
        .filter((path) => path.startsWith(`${directory}/`) && !path.slice(directory.length + 1).includes("/"))
        .map((path) => ({ name: path.slice(directory.length + 1), kind: "link" })),
    isRoot: () => false,
    repositoryOf: (directory) =>
      directory === projectRoot || directory.startsWith(`${projectRoot}/`) ? `${projectRoot}/.git` : undefined,
    ignoresCase: false,
    gateFiles: [],
  };
}
