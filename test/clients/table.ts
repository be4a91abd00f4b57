/** The table of cases: the same lines for every client, and the disk they refer to. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Case, Choose } from "../../src/doctor/conformance/conformance-questions.ts";
import { put, type Scene } from "../../src/doctor/scene.ts";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import type { Model } from "../../src/model/model.ts";
import type { Surroundings } from "../../src/policy/surroundings.ts";
import { makeRandom } from "../support/random.ts";

/** `<home>` and `<project>` are replaced by directories of the scene. */
export const table: readonly Case[] = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));

/** Which lines of the table are used: one in `of`, a different one in each turn. */
export interface Share {
  readonly of: number;
  /** The agents of the table get their own lines; other agents get any. */
  readonly isForAnyAgent?: true;
  /** For the agents of the table; others get few lines anyway. */
  readonly sample?: Sample | undefined;
}

/** One line in `of`, chosen by the seed. */
export interface Sample {
  readonly seed: number;
  readonly of: number;
}

export function choiceIn({ home, project }: Scene, { of, isForAnyAgent, sample }: Share, model: Model): Choose {
  const lines = (isForAnyAgent ? table : sampleTable(sample)).map((line) => {
    return { ...line, subject: line.subject.replaceAll("<home>", home).replaceAll("<project>", project) };
  });
  return (agent, turn) => {
    const meant = isForAnyAgent
      ? [...forAnyAgent(lines), ...grantsOf(model, agent.name)]
      : lines.filter((line) => line.agent === agent.name);
    // Delegation is what people rely on most, so every pair of agents is tested.
    const isAlways = ({ tool }: Case): boolean => isForAnyAgent === true && tool === "delegation";
    return meant.filter((line, index) => isAlways(line) || index % of === turn % of);
  };
}

function sampleTable(sample: Sample | undefined): readonly Case[] {
  if (!sample) return table;
  const random = makeRandom(sample.seed);
  return table.filter(() => random.oneIn(sample.of));
}

/** Each question once, and none about missing skills. */
function forAnyAgent(lines: readonly Case[]): Case[] {
  const once = new Map(lines.map((line) => [`${line.tool} ${line.subject}`, line]));
  return [...once.values()].filter(({ tool }) => tool !== "skill");
}

/** Delegation and skills, allowed and not. */
function grantsOf({ agents, skills }: Model, name: string): Case[] {
  const others = agents.filter((each) => each.name !== name && each.mode !== "primary");
  const line = { agent: name, says: "allow" } as const;
  return [
    ...others.map((other): Case => ({ ...line, tool: "delegation", subject: other.name })),
    ...skills.map((skill): Case => ({ ...line, tool: "skill", subject: skill.name })),
  ];
}

export function placeIn({ home, project }: Pick<Scene, "home" | "project">): Surroundings {
  return diskSurroundings(project, project, home);
}

/** The files of the project that the table refers to. */
export const projectFiles = { "readme.txt": "inside\n", "src/here.ts": "here\n" };

/** Creates the disk of the table: links inside the project, and home directories that a call may have written. */
export function createTableDisk({ home, project }: Pick<Scene, "home" | "project">): void {
  for (const name of ["shared", "notes", "private", ".ssh"]) {
    rmSync(join(home, name), { recursive: true, force: true });
    mkdirSync(join(home, name));
  }
  put(join(home, "shared/a.txt"), "shared\n");
  put(join(home, "private/a.txt"), "private\n");
  put(join(home, ".ssh/key"), "key\n");
  const links = { "way-in": join(project, "src"), "way-home": join(home, "shared"), "way-out": join(home, ".ssh") };
  for (const [name, target] of Object.entries(links)) {
    rmSync(join(project, name), { force: true });
    symlinkSync(target, join(project, name));
  }
}
