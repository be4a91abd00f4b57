/** The codes of skills: the quality checklist, one code per item, and other problems with a skill. */

export const skillCodes = {
  "skill-description-triggers": {
    title: "a skill's description does not say when to use it",
    text: "Agents choose skills by their description alone. Add `Use when …` with the situations and `Triggers: …` with words that people would type.",
  },
  "skill-description-length": {
    title: "a skill's description is too long",
    text: "Every description is part of every session's context. Stay below 1024 characters. With more, only Claude Code gets the skill, because others drop it; in the other profiles it is an error.",
  },
  "skill-file-name": {
    title: "the main file of a skill is not named SKILL.md",
    text: "Clients look for `SKILL.md` in upper case. On case-sensitive file systems they do not find other spellings. `surcingle build` reads `skill.md` and writes it as `SKILL.md`; a directory with neither is an error.",
  },
  "skill-broken-link": {
    title: "a skill links to a file that does not exist",
    text: "Links are relative to the file that contains them; `${SKILL_DIR}/…` starts at the skill's directory. An agent that follows a broken link wastes a turn or invents the content.",
  },
  "skill-placeholder": {
    title: "a skill contains placeholder text",
    text: "The agent reads `TODO:`, `[keyword1]`, `lorem ipsum` and template sentences as instructions. Replace or remove them. Code blocks are not checked.",
  },
  "skill-no-escalation": {
    title: "a skill does not say when to ask the user",
    text: "Add a section `## When to Escalate` that lists when the agent should stop and ask.",
  },
  "skill-no-version": {
    title: "a skill has no version",
    text: 'Add `version: "1.0.0"` to the front matter, so that people can see which version is installed. The open standard uses `metadata.version`. A version has three numbers.',
  },
  "skill-hook-exit": {
    title: "a skill's hook cannot deny calls reliably",
    text: "Here a hook script allows with exit code 0 and denies with any other; JSON that it prints counts too, and the stricter answer wins. Claude Code itself blocks only on exit code 2 and runs the call otherwise. A hook whose script is missing, not executable or never fails has no effect.",
  },
  "skill-script-output": {
    title: "a skill's script prints terminal output",
    text: "The model reads standard output as plain text. Print Markdown or JSON, without colors, spinners or progress bars.",
  },
  "skill-script-hints": {
    title: "a skill's script fails without a helpful message",
    text: "When a script fails, the agent sees only its standard error. Print what went wrong and what to try next, such as `Try: run init first`.",
  },
  "skill-long-body": {
    title: "a skill's body has more than 300 lines",
    text: "The whole body is loaded when the skill is used. Move details to `references/` and link to them.",
  },
  "skill-link-outside": {
    title: "a skill links to a file outside its directory",
    text: "Only the skill's directory is copied, so the link would break. Copy the file into the skill.",
  },
  "skill-link-depth": {
    title: "a skill's link is more than one level deep",
    text: "Link from SKILL.md to every file directly, and keep files one directory deep: agents do not follow chains of links.",
  },
  "skill-not-portable": {
    title: "a skill is marked portable but uses a feature of one client",
    text: "`portable: true` means that the skill works unchanged in every client. Remove the feature, or remove `portable`.",
  },
  "skill-preapproves": {
    title: "a skill pre-approves tools",
    text: "In Claude Code, `allowed-tools` does not restrict a skill that runs in the session: it lets the listed tools run without asking. The gate of a governed agent still decides every call. Remove the field if nothing should run without asking.",
  },
  "skill-odd-value": {
    title: "a value in the front matter is read differently by different clients",
    text: "Dates, `yes`, `no`, `on` and `off` are strings in YAML 1.2 but not in YAML 1.1, and clients use both. Quote the value.",
  },
  "bad-hook": {
    title: "a skill's hook is not valid",
    text: "Write hooks as a list of entries with `event`, `command` and optionally `matcher`, or in the form of Claude Code, as a map from event to entries with `matcher` and `hooks`. Clients ignore hooks that they cannot read.",
  },
  "no-skills": {
    title: "no skill was found",
    text: "A skill is a directory with a SKILL.md. `surcingle skill check DIR` checks DIR itself, its subdirectories, and `DIR/skills`.",
  },
  "command-failed": {
    title: "a command in a skill failed",
    text: "With `--run-commands`, each !`command` in the body is run and replaced by its output. This one failed, timed out or printed too much; the text contains a note in its place.",
  },
} as const;

/** Advice on a valid skill. The settings can disable each of these. */
export const skillAdvice: readonly string[] = Object.keys(skillCodes).filter((code) => code.startsWith("skill-"));

/** For skills that are listed, run or installed. */
export const skillRunCodes = {
  "skill-unknown": {
    title: "the skill does not exist",
    text: "Skills are read from `kode.native_skills_dir` (settings) and `~/.kode/skills`. `surcingle skill list` lists them.",
  },
  "skill-broken": {
    title: "a skill exists but does not load",
    text: "Its SKILL.md is not valid. `surcingle skill check --profile kode DIR` shows each mistake and its position.",
  },
  "skill-denied": {
    title: "the settings deny a skill",
    text: "`kode.deny` contains a rule such as `skill:dangerous-*`, `skill:*` or `tool:skill_exec`. Remove the rule to run the skill.",
  },
  "skill-requires": {
    title: "a skill needs programs or variables that are missing",
    text: "`metadata.kode.requires` names programs that must be on PATH (`bins`) and environment variables that must be set (`env`). Nothing was started.",
  },
  "skill-runtime-missing": {
    title: "no client is installed that can run a skill",
    text: "Skills run in an installed client: OpenCode, Claude Code or Pi. Install one of them so that it is on PATH, or choose one with `--client`.",
  },
  "skill-tools": {
    title: "the tools of a skill cannot be enforced",
    text: "A skill may use only the tools that it lists. If the chosen client cannot enforce that, the skill does not run.",
  },
  "skill-failed": {
    title: "the client that ran a skill failed",
    text: "The client exited with an error; its output is shown. Usually it is not logged in or has no model: start the client by hand once.",
  },
  "skill-timeout": {
    title: "a skill ran longer than its time limit",
    text: "The client and every process that it started were stopped. Allow more time with `--timeout SECONDS`.",
  },
  "skill-exists": {
    title: "a skill with this name is already installed",
    text: "Nothing was overwritten. `--force` replaces the whole directory; back up any changes first.",
  },
  "skill-unsafe": {
    title: "a skill contains files that cannot be installed",
    text: "A skill may contain only regular files with plain relative paths. A link, a device, `..` or an absolute path could reach outside its directory, so the whole skill is refused.",
  },
  "skill-too-large": {
    title: "a skill is larger than the limit",
    text: "A skill can have up to 10 MB and 1,000 files. Check that the path is the directory you meant.",
  },
  "skill-unwritable": {
    title: "a skill cannot be written to disk",
    text: "The disk is full, the directory is read-only or a link, or it belongs to another user. Existing files were not changed.",
  },
  "hub-url": {
    title: "the hub's address is not valid",
    text: "`hub_url` in the settings must be an https address. Plain http works only for this machine (127.0.0.1, ::1, localhost).",
  },
  "hub-unreachable": {
    title: "the hub cannot be reached",
    text: "The hub did not answer, or the connection was lost. Nothing was installed. Try again later, check `hub_url` in the settings, or install from a directory: `surcingle skill install ./PATH`.",
  },
  "hub-unknown-skill": {
    title: "the hub does not have the skill",
    text: "Check the spelling. To install a directory, pass a path with a `/`: `surcingle skill install ./NAME`.",
  },
  "hub-bad-answer": {
    title: "the hub's answer is not a skill",
    text: "The answer is not a bundle as described in docs/kode.md, or a size or hash in it is wrong. Nothing was installed. Try again; if it happens again, report it to the hub's owner.",
  },
} as const;
