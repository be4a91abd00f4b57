/** The checks before a skill runs, and the type of a runner. Does not start a client. */
import { type Problem, problem } from "../../base/problem.ts";
import { findProgram, type Variables } from "../../process/find-program.ts";
import { type Denial, deniedBy } from "./deny-rules.ts";
import type { KodeSkill } from "./load.ts";

export interface RunOutput {
  /** The result of the run. */
  readonly output: string;
}

/** Runs the skill with its arguments filled in, and returns the result. */
export type SkillRunner = (skill: KodeSkill, args: readonly string[]) => Promise<RunOutput | Problem>;

/** The runner if no client is installed: always fails, so that the skill does not seem to have run. */
export const noRunner: SkillRunner = async ({ slug }) =>
  problem(
    "skill-runtime-missing",
    slug,
    `no installed client can run the skill \`${slug}\``,
    "install OpenCode, Claude Code or Pi so that it is on PATH, or choose one with --client",
  );

/** The prompt: only `$ARGUMENTS` is substituted, by the arguments joined with single spaces. */
export function resolveBody({ body }: Pick<KodeSkill, "body">, args: readonly string[]): string {
  return body.split("$ARGUMENTS").join(args.join(" "));
}

interface ExecRequest {
  readonly skill: KodeSkill;
  readonly args: readonly string[];
  readonly denials: readonly Denial[];
  readonly env: Variables;
  /** Where the client and the programs of the skill are started. */
  readonly cwd: string;
  readonly runner?: SkillRunner;
}

export async function execSkill(request: ExecRequest): Promise<RunOutput | Problem> {
  const { skill, args, runner = noRunner } = request;
  return refusal(request) ?? (await runner(skill, args));
}

/** Why this skill cannot run; checked before anything starts. */
function refusal({ skill, denials, env, cwd }: ExecRequest): Problem | undefined {
  const { slug, requires } = skill;
  const rule = deniedBy(slug, denials);
  if (rule !== undefined) {
    return problem(
      "skill-denied",
      slug,
      `the settings deny the skill \`${slug}\` by \`${rule}\``,
      "the rule is in `kode.deny` in the settings",
    );
  }
  const programs = requires.bins.filter((name) => findProgram(name, env, cwd) === undefined);
  const variables = requires.env.filter((name) => !env[name]);
  if (programs.length + variables.length === 0) return undefined;
  const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
  const missing = [
    ...(programs.length > 0 ? [`${list(programs)} on PATH`] : []),
    ...(variables.length > 0 ? [`${list(variables)} in the environment`] : []),
  ];
  return problem(
    "skill-requires",
    slug,
    `the skill \`${slug}\` needs ${missing.join(" and ")}`,
    `${programs.length > 0 ? "install what is missing" : "set what is missing"} and run it again; nothing was started`,
  );
}
