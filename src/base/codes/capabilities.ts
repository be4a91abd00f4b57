/** The codes of diagnostics about capabilities and the code behind them. */

export const capabilityCodes = {
  "capability-without-code": {
    title: "a capability declares a gate or a verify that does not exist",
    text: "`rust-module` in `[gate]` and `[verify]` names code that surcingle ships, such as `gates::policy_no_git_ops`. A name without code would restrict nothing, so it is an error. Check the spelling. A gate needs no code when `[restricts]` lists commands, tools or paths; a check of your own is `command = [...]` in `[verify]`.",
  },
  "code-not-declared": {
    title: "a capability has code for a gate or a verify that it does not declare",
    text: "Surcingle ships code for a capability of this name, and the capability.toml does not use it. Declare it with `rust-module`, or choose another name with `surcingle capability fork`. It is an error where `[restricts]` would mean the opposite without the code.",
  },
  "unfit-event": {
    title: "the gate of a capability waits for an event at which it can forbid nothing",
    text: "Commands are seen at `PreToolUse:Bash`, changes of files at `PreToolUse:Edit|Write`, delegation at `PreToolUse:Agent`. Name the event that belongs to what the capability restricts.",
  },
  "unfit-parameters": {
    title: "a capability accepts a parameter that it does not read",
    text: "`accepts` in `[parameterized]` names the fields of a task that the capability reads. It may list fewer than its code reads. Others have no effect; one that resembles a known name is an error.",
  },
  "idle-restriction": {
    title: "a capability restricts nothing",
    text: "A gate that denies tools needs at least one in `tools-denied`.",
  },
} as const;
