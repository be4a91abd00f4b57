/** The codes of diagnostics about roles and the definitions of capabilities. */

export const roleCodes = {
  "unknown-pack": {
    title: "an agent names a pack that does not exist",
    text: '`"@reading"` in a list of rules names `packs/reading.toml` of any root, or one of the packs that are shipped. Check the spelling; `surcingle pack list` shows them all.',
  },
  "pack-of-other-tool": {
    title: "an agent names a pack that has rules for another tool",
    text: "A pack has the rules of one tool, and its patterns mean nothing for another. Name it in the table of its own tool; `surcingle pack show NAME` prints which that is.",
  },
  "unknown-role": {
    title: "a role is named that does not exist",
    text: "`role` of an agent, `role` of a task and `extends` of a role name files in `roles/` of any root, or one of the roles that are shipped. Check the spelling; `surcingle role list` shows them all.",
  },
  "unknown-capability": {
    title: "a role names a capability that does not exist",
    text: "`required` names capabilities as `category::slug`: capabilities/policy/no-git-ops/capability.toml is `policy::no-git-ops`. A role without one of its restrictions would allow more than its author meant, so it is an error.",
  },
  "deprecated-capability": {
    title: "a role uses an old name of a capability",
    text: "A capability.toml with `alias` is an old name of another capability, and `deprecated` in it says what to write instead. The role works as before.",
  },
  "role-cycle": {
    title: "a role extends itself by way of others",
    text: "Each role takes over what the role in `extends` has, so the line of roles must end somewhere. Let one of the circle extend nothing.",
  },
  "role-depth": {
    title: "a role stands below too many others",
    text: "At most 16 roles stand in one line of `extends`. Let the role extend one that stands higher up.",
  },
  "relaxes-nothing": {
    title: "a role relaxes a capability that it does not have",
    text: "`relaxes` drops a capability that the role in `extends` brought along. This one is not among them, so nothing changes. Check the spelling, or remove the name.",
  },
  "bad-expression": {
    title: "a regular expression cannot be used",
    text: "`tool-patterns` and `bash-patterns-allowed` are regular expressions that are matched on each simple command. They have no look-around, no back-references and no repetition inside a repetition: so a match takes a time that is known, whatever the command is.",
  },
  "capability-text": {
    title: "a capability has no usable text",
    text: "Each capability has a file, text.md if nothing else is said, that tells the agent what it must not do and why. It stands in the directory of the capability and has 1 to 200 words.",
  },
} as const;
