/** The codes of problems with roles and capability definitions. */

export const roleCodes = {
  "unknown-pack": {
    title: "an agent names a pack that does not exist",
    text: '`"@reading"` in a list of rules refers to `packs/reading.toml` in any root, or to a shipped pack. Check the spelling; `surcingle pack list` lists all packs.',
  },
  "pack-of-other-tool": {
    title: "an agent uses a pack in the table of another tool",
    text: "The rules of a pack are for one tool. Move it to the table of that tool; `surcingle pack show NAME` prints which one.",
  },
  "unknown-role": {
    title: "an agent, task or role names a role that does not exist",
    text: "`role` of an agent or task and `extends` of a role refer to files in `roles/` of any root, or to a shipped role. Check the spelling; `surcingle role list` lists all roles.",
  },
  "unknown-capability": {
    title: "a role names a capability that does not exist",
    text: "`required` names capabilities as `category::slug`: capabilities/policy/no-git-ops/capability.toml is `policy::no-git-ops`. Without the restriction the role would allow more than intended, so this is an error.",
  },
  "deprecated-capability": {
    title: "a role uses an old name of a capability",
    text: "A capability.toml with `alias` is an old name for another capability; its `deprecated` field says what to write instead. The role still works.",
  },
  "role-cycle": {
    title: "roles extend each other in a cycle",
    text: "A role inherits from the role in `extends`, so the chain must end. Remove `extends` from one role of the cycle.",
  },
  "role-depth": {
    title: "roles extend each other too deeply",
    text: "Roles can extend each other up to 16 levels deep. Extend a role closer to the top of the chain.",
  },
  "relaxes-nothing": {
    title: "a role relaxes a capability that it does not have",
    text: "`relaxes` removes an inherited capability. The role does not inherit this one, so nothing changes. Check the spelling, or remove the name.",
  },
  "bad-expression": {
    title: "a regular expression cannot be used",
    text: "`tool-patterns` and `bash-patterns-allowed` are regular expressions, matched against each simple command. Look-around, back-references and nested repetition are not supported, so that matching takes bounded time for any command.",
  },
  "capability-text": {
    title: "a capability has no usable text",
    text: "Each capability has a text for the agent (default: text.md) that says what it must not do and why. The file is in the capability's directory and has 1 to 200 words.",
  },
} as const;

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
