/** The codes of diagnostics about capabilities and the code behind them. */

export const capabilityCodes = {
  "capability-without-code": {
    title: "a capability declares a gate or a verify that does not exist",
    text: "`rust-module` in `[gate]` and `[verify]` is a key of our own code, such as `gates::policy_no_git_ops`. A key that leads nowhere would restrict nothing, so it is an error. Check the spelling, or write an empty text when the capability has no such face.",
  },
  "code-not-declared": {
    title: "a capability has code for a gate or a verify that it does not declare",
    text: "The code of a shipped capability belongs to its name. Leaving it out of the capability.toml would switch it off in silence. Declare it, or give the capability a name of its own with `surcingle capability fork`.",
  },
  "unfit-event": {
    title: "the gate of a capability waits for an event at which it can forbid nothing",
    text: "Commands are seen at `PreToolUse:Bash`, changes of files at `PreToolUse:Edit|Write`, delegation at `PreToolUse:Agent`. Name the event that belongs to what the capability restricts.",
  },
  "unfit-parameters": {
    title: "a capability does not accept what its code reads, or accepts what nobody reads",
    text: "`accepts` in `[parameterized]` names the fields of a task that the capability reads. The code behind `rust-module` needs each of them, and no others.",
  },
  "idle-restriction": {
    title: "a restriction of a capability is enforced by nobody",
    text: "`[restricts]` is enforced by the gate: without a gate it forbids nothing, and a gate that denies tools needs at least one in `tools-denied`.",
  },
} as const;
