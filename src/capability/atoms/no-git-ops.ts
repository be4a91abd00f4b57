/** policy::no-git-ops: the agent edits files; commits, branches and pushes are left to its caller. */

import type { Capability } from "../../model/capability.ts";
import { failed, passed, unchecked } from "../checks/result.ts";
import type { BareLimit, CapabilityCode, CheckOutcome, GitState } from "../contract.ts";
import { limitsOfRestricts } from "../restricts.ts";

/** Denied even if a capability.toml of this name lists less. A fork has its own patterns. */
const gitCommands = ["^git( |$)", "^gh repo( |$)", "^gh api /?repos(/|$)"];

/** Editing git's own directory is a git operation too. A worktree has a file with this name. */
const gitDirectories = [".git", ".git/**", "**/.git", "**/.git/**"];

export const noGitOps: CapabilityCode = {
  name: "policy::no-git-ops",
  code: "NG",
  events: ["PreToolUse:Bash"],
  limits: (capability) => [
    ...limitsOfRestricts(capability),
    ...ownCommands(capability),
    { kind: "no-paths", patterns: gitDirectories, isTopOnly: true },
  ],
  verify: async (_capability, { git }) => {
    if (!git.before) return unchecked("the state of git was not recorded when the agent started");
    const compared = compareStates(git.before, git.after);
    if (compared.outcome === "failed" || !git.isFromLogs) return compared;
    const reason = "the reflogs show no new commit, branch or stash, but changes to tags and settings are not logged";
    return unchecked(reason, [
      "`surcingle task spawn` did not create this worktree, so nothing was recorded at the start",
    ]);
  },
};

function ownCommands({ name, restricts }: Capability): readonly BareLimit[] {
  const expressions = gitCommands.filter((each) => !restricts.toolPatterns.includes(each));
  return name === noGitOps.name && expressions.length > 0 ? [{ kind: "no-commands", expressions }] : [];
}

function compareStates(before: GitState, after: GitState): CheckOutcome {
  const names = [...new Set([...Object.keys(before.refs), ...Object.keys(after.refs)])].sort();
  const evidence = [
    ...(before.head === after.head ? [] : [`HEAD was ${before.head || "unborn"} and is ${after.head || "unborn"}`]),
    ...names
      .filter((name) => before.refs[name] !== after.refs[name])
      .map((name) => `${name} was ${before.refs[name] ?? "absent"} and is ${after.refs[name] ?? "gone"}`),
    ...(before.stash === after.stash ? [] : ["the stash has changed"]),
    ...(before.config === after.config
      ? []
      : ["the repository's configuration has changed: settings, hooks, or ignored files"]),
  ];
  return evidence.length === 0
    ? passed("HEAD, refs, stash and configuration have not changed")
    : failed("the state of git changed while the agent worked", evidence);
}
