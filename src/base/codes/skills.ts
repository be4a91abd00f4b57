/** The codes of skills: the quality checklist, one code per item, and what else can be said about a skill. */

export const skillCodes = {
  "skill-description-triggers": {
    title: "a skill's description does not say when to use it",
    text: "Agents choose skills by the description alone. Say `Use when …` with the situations, and `Triggers: …` with the words a person would type.",
  },
  "skill-description-length": {
    title: "a skill's description is too long",
    text: "Every description is in the context of every session. Up to 1024 characters are accepted, fewer than 1024 are asked for; more are an error, since clients drop such a skill or cut its description.",
  },
  "skill-file-name": {
    title: "the main file of a skill is not named SKILL.md",
    text: "Clients look for `SKILL.md` in upper case. On most systems a file of another case is never found. `surcingle build` reads `skill.md` and writes it as `SKILL.md`; a folder with neither is an error.",
  },
  "skill-broken-link": {
    title: "a skill links to a file that does not exist",
    text: "Links in SKILL.md and in the files of the skill are relative to the file they stand in; `${SKILL_DIR}/…` starts at the skill's folder. An agent that follows a broken link loses a turn, or makes the content up.",
  },
  "skill-placeholder": {
    title: "a skill holds placeholder text",
    text: "`TODO:`, `[keyword1]`, `lorem ipsum` and the sentences of the template are read by the agent as instructions. Replace or remove them. Text in code is not looked at.",
  },
  "skill-no-escalation": {
    title: "a skill does not say when to ask a person",
    text: "Add a section `## When to Escalate` with the situations in which the agent stops and asks.",
  },
  "skill-no-version": {
    title: "a skill has no version",
    text: 'Add `version: "1.0.0"` to the front matter, so that people can tell which one is installed. In the open standard the place for it is `metadata.version`. A version has three numbers.',
  },
  "skill-hook-exit": {
    title: "a hook of a skill cannot deny as it should",
    text: "A hook script allows with exit code 0 and denies with any other; what it prints as JSON counts too, and the stricter of the two decides. Claude Code itself blocks on exit code 2 alone: with another code the call runs. A hook whose script is missing, cannot be run, or never fails guards nothing.",
  },
  "skill-script-output": {
    title: "a script of a skill prints what only a terminal understands",
    text: "The model reads standard output as it is: Markdown or JSON only, no colours, no spinners, no progress bars.",
  },
  "skill-script-hints": {
    title: "a script of a skill fails without saying what to try",
    text: "When a script fails, its standard error is all the agent has. Say what was wrong and what to try next: `Try: run init first`.",
  },
  "skill-long-body": {
    title: "a skill's body has more than 300 lines",
    text: "The body is loaded whole when the skill is used. Move details to `references/` and link to them.",
  },
  "skill-link-outside": {
    title: "a skill links to a file outside its folder",
    text: "A skill is copied as a folder: what lies outside is not there afterwards. Copy the file into the skill.",
  },
  "skill-link-depth": {
    title: "a skill's link is more than one level deep",
    text: "Link from SKILL.md to every file directly, and keep files one directory deep: agents do not follow a chain from file to file.",
  },
  "skill-not-portable": {
    title: "a skill says it is portable and uses what one client alone knows",
    text: "`portable: true` promises that the skill works everywhere unchanged. Remove the field or the feature, or remove `portable`.",
  },
  "skill-preapproves": {
    title: "a skill lets tools run unasked",
    text: "On Claude Code `allowed-tools` of a skill that runs in the session takes no tool away: it runs the named ones without asking, which could loosen an `ask` of the agent that uses the skill. A governed agent's gate still decides every call. Remove the field if nothing should run unasked.",
  },
  "skill-odd-value": {
    title: "a value in the front matter is read differently by different clients",
    text: "Dates, `yes`, `no`, `on` and `off` are texts in YAML 1.2 and something else in YAML 1.1, and clients use both. Put quotes around the value.",
  },
  "bad-hook": {
    title: "a hook of a skill is written wrong",
    text: "A hook is an entry with `event`, `command` and optionally `matcher` in a list; or, as Claude Code writes it, a map from event to entries with `matcher` and `hooks`. A client drops what it cannot read, and with it the guard.",
  },
  "no-skills": {
    title: "no skill was found",
    text: "A skill is a directory with a SKILL.md. `surcingle skill check DIR` looks at DIR itself, at the directories in it, and in `DIR/skills`.",
  },
  "command-failed": {
    title: "a command in a skill failed",
    text: "With `--run-commands` each !`command` of the body is run and replaced by what it prints. This one ended with an error, took too long, or printed too much; its place in the text says so.",
  },
} as const;

/** Advice on a valid skill. The settings can switch each of these off. */
export const skillAdvice: readonly string[] = Object.keys(skillCodes).filter((code) => code.startsWith("skill-"));

/** Of skills that are listed, run or installed. */
export const skillRunCodes = {
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
