/** What can go wrong with a skill that is listed, run or installed, as data: a code, what it is about, what to do next. */

/** The same shape as the codes of diagnostics, for `explain-code`. */
export const skillTroubleCodes = {
  "skill-unknown": {
    title: "there is no skill of that name",
    text: "Skills are looked for in the directory `kode.native_skills_dir` of the settings and in `~/.kode/skills`. `surcingle skill list` shows what is there.",
  },
  "skill-broken": {
    title: "a skill is there but does not load",
    text: "Its SKILL.md is not valid; `surcingle skill check --profile kode DIR` shows each mistake with its place.",
  },
  "skill-denied": {
    title: "the settings deny a skill",
    text: "`kode.deny` holds a rule such as `skill:dangerous-*`, `skill:*` or `tool:skill_exec`. There are only denials; remove the rule to run the skill.",
  },
  "skill-requires": {
    title: "a skill needs programs or variables that are not there",
    text: "`metadata.kode.requires` names programs that must be on PATH (`bins`) and environment variables that must be set (`env`). Nothing was started.",
  },
  "skill-runtime-missing": {
    title: "no client is there to run a skill",
    text: "A skill is run by an installed client: OpenCode, Claude Code or Pi. Install one of them, or name it with `--client`; it must be found on PATH.",
  },
  "skill-tools": {
    title: "the list of tools of a skill cannot be made a policy",
    text: "A skill runs with the tools it lists and no others. A list that cannot be enforced by the chosen client is refused, never widened.",
  },
  "skill-failed": {
    title: "the client that ran a skill failed",
    text: "The client ended with an error; what it said is shown. Most often it has no login or no model: start the client by hand once.",
  },
  "skill-timeout": {
    title: "a skill ran longer than its time limit",
    text: "The client and everything it had started were stopped. `--timeout SECONDS` gives more time.",
  },
  "skill-exists": {
    title: "a skill of that name is installed already",
    text: "Nothing is overwritten. `--force` replaces the whole folder; move it away first if you changed something in it.",
  },
  "skill-unsafe": {
    title: "a skill holds something that is never installed",
    text: "A skill is made of regular files with plain relative paths. A link, a device, `..` or an absolute path could reach out of its folder, so the whole skill is refused.",
  },
  "skill-too-large": {
    title: "a skill is larger than the limit",
    text: "A skill may have 10 MB and 1,000 files. Check that the path is the folder you mean.",
  },
  "skill-unwritable": {
    title: "a skill cannot be installed on this disk",
    text: "The file system refused: the disk is full, the directory is read-only or a link, or it belongs to someone else. What stood there before is untouched.",
  },
  "hub-url": {
    title: "the address of the hub cannot be used",
    text: "`hub_url` in the settings is an address with https. Plain http is accepted for this machine alone (127.0.0.1, ::1, localhost).",
  },
  "hub-unreachable": {
    title: "the hub cannot be reached",
    text: "No answer came, or it broke off. Nothing was installed. Try again later, check `hub_url` in the settings, or install from a folder: `surcingle skill install ./PATH`.",
  },
  "hub-unknown-skill": {
    title: "the hub does not have the skill",
    text: "Check the spelling. A folder on this machine is installed by its path, which holds a `/`: `surcingle skill install ./NAME`.",
  },
  "hub-bad-answer": {
    title: "the hub's answer is not a skill",
    text: "The answer is not the bundle that docs/kode.md describes, or a size or a hash in it is wrong. Nothing was installed. Try again; if it stays so, tell the hub's owner.",
  },
} as const;

export type SkillTroubleCode = keyof typeof skillTroubleCodes;

export interface SkillTrouble {
  readonly code: SkillTroubleCode;
  /** The slug, the path or the address it is about. */
  readonly path: string;
  /** Lower case, no full stop. */
  readonly message: string;
  readonly hint: string;
}

export function trouble(
  code: SkillTroubleCode,
  path: string,
  message: string,
  { hint }: { readonly hint: string },
): SkillTrouble {
  return { code, path, message, hint };
}

export function isTrouble(value: object): value is SkillTrouble {
  return "code" in value && "hint" in value;
}
