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
    text: "Clients look for `SKILL.md` in upper case. On most systems a file of another case is never found, and the skill does not exist.",
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
    text: "On Claude Code `allowed-tools` takes no tool away: it runs the named ones without asking, which could loosen an `ask` of the agent that uses the skill. A governed agent's gate still decides every call. Remove the field if nothing should run unasked.",
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
