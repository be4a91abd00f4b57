/** The codes of problems with capabilities and their code. */

export const capabilityCodes = {
  "capability-without-code": {
    title: "a capability declares a gate or a check that does not exist",
    text: "`rust-module` in `[gate]` and `[verify]` names code that surcingle ships, such as `gates::policy_no_git_ops`. A name without code would restrict nothing, so it is an error. Check the spelling. A gate needs no code if `[restricts]` lists commands, tools or paths. To write your own check, set `command = [...]` in `[verify]`.",
  },
  "code-not-declared": {
    title: "a capability has code for a gate or a check that it does not declare",
    text: "Surcingle ships code for a capability of this name, but capability.toml does not use it. Declare it with `rust-module`, or rename the capability with `surcingle capability fork`. This is an error where `[restricts]` would mean the opposite without the code.",
  },
  "unfit-event": {
    title: "a capability's gate uses an event that does not match what it restricts",
    text: "Use `PreToolUse:Bash` for commands, `PreToolUse:Edit|Write` for file changes and `PreToolUse:Agent` for delegation.",
  },
  "unfit-parameters": {
    title: "a capability accepts a parameter that it does not read",
    text: "`accepts` in `[parameterized]` lists the task fields that the capability reads. It may list fewer than its code reads. Other names have no effect; a name that looks like a misspelled field is an error.",
  },
  "idle-restriction": {
    title: "a capability restricts nothing",
    text: "A gate that denies tools needs at least one in `tools-denied`.",
  },
} as const;
