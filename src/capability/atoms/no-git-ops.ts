/** policy::no-git-ops: whoever has it writes files; commits, branches and pushes are somebody else's work. */

import { failed, passed, unchecked } from "../checks/result.ts";
import type { CapabilityCode, CheckOutcome, GitState } from "../contract.ts";
import { restricted } from "../restricts.ts";

/** What a hand in git's own directory does is a git operation too. A worktree has a file of this name. */
const gitDirectories = [".git", ".git/**", "**/.git", "**/.git/**"];

export const noGitOps: CapabilityCode = {
  name: "policy::no-git-ops",
  code: "NG",
  events: ["PreToolUse:Bash"],
  limits: (capability) => [...restricted(capability), { kind: "no-paths", patterns: gitDirectories, isTopOnly: true }],
  verify: async (_capability, { git }) => {
    if (!git.before) return unchecked("nobody wrote down the state of git when the agent was spawned");
    return compareStates(git.before, git.after);
  },
};

function compareStates(before: GitState, after: GitState): CheckOutcome {
  const names = [...new Set([...Object.keys(before.refs), ...Object.keys(after.refs)])].sort();
  const evidence = [
    ...(before.head === after.head ? [] : [`HEAD was ${before.head || "unborn"} and is ${after.head || "unborn"}`]),
    ...names
      .filter((name) => before.refs[name] !== after.refs[name])
      .map((name) => `${name} was ${before.refs[name] ?? "not there"} and is ${after.refs[name] ?? "gone"}`),
    ...(before.stash === after.stash ? [] : ["the stash is another"]),
    ...(before.config === after.config
      ? []
      : ["the configuration of the repository is another: settings, hooks, or what it ignores"]),
  ];
  return evidence.length === 0
    ? passed("HEAD, refs, stash and configuration are as they were")
    : failed("the state of git changed while the agent worked", evidence);
}
