/** The policies that hostile lines try to fool. */
import type { Policy, Verdict } from "../../../src/model/permission.ts";
import { readDefinitions, repository } from "../../clients/trees.ts";
import { policyOf } from "../../support/policy.ts";
import { type PolicyName, policyNames } from "./case.ts";

const reading = [
  ...["git status*:allow", "git log*:allow", "git diff*:allow", "git show*:allow", "git branch*:allow"],
  ...["git grep *:allow", "git blame *:allow", "git tag *:allow", "git remote *:allow", "git ls-files *:allow"],
  ...["cat *:allow", "echo *:allow", "grep *:allow", "ls *:allow", "find *:allow", "sort *:allow", "sed *:allow"],
  ...["nix *:allow", "printf *:allow", "test *:allow", "[ *:allow", "head *:allow", "tail *:allow", "wc *:allow"],
  ...["diff *:allow", "rg *:allow", "uniq *:allow", "cut *:allow", "tr *:allow", "cd *:allow", "pwd:allow"],
  ...["true:allow", ": *:allow", "base64 *:allow", "xxd *:allow", "od *:allow", "file *:allow", "jq *:allow"],
];

const publishing = [
  ...["npm publish *:deny", "docker rm *:deny", "kubectl delete *:deny", "cargo publish *:deny"],
  ...["gh pr merge *:deny", "systemctl stop *:deny", "terraform destroy *:deny"],
];

const secrets = ["**/.env:deny", "~/.ssh/**:deny", "~/.netrc:deny", "~/.aws/**:deny"];

/** A tool that `policyOf` does not know is left out. */
const authored: Readonly<Record<string, Readonly<Record<string, readonly [Verdict, ...string[]]>>>> = {
  /** Reading commands are allowed and the rest asks. `read` is left to its default. */
  reader: { bash: ["ask", ...reading], edit: ["deny"], external_directory: ["ask"], webfetch: ["allow"] },
  /** Only reading commands, only inside the project, and no secrets. */
  closed: {
    bash: ["deny", ...reading],
    edit: ["deny"],
    read: ["allow", ...secrets],
    external_directory: ["deny"],
    webfetch: ["allow", "http://localhost**:deny", "http://127.**:deny"],
  },
  /** Every command but one is allowed; `edit` is denied, so nothing may be written or run unseen. */
  toolbox: {
    bash: ["allow", "canary *:deny", "git push *:deny"],
    edit: ["deny"],
    read: ["allow", ...secrets],
    external_directory: ["allow", "~/.ssh/**:deny"],
    webfetch: ["allow"],
  },
  /** May change the project, but neither secrets nor git's own files. */
  builder: {
    bash: ["allow", "rm -rf *:deny", "git push *:deny", "canary *:deny"],
    edit: ["allow", ...secrets, "**/.git/**:deny"],
    read: ["allow", ...secrets],
    external_directory: ["ask"],
    webfetch: ["allow"],
  },
  /** Everything is allowed but `rm` and some subcommands. */
  open: {
    bash: ["allow", "rm *:deny", "git push *:deny", ...publishing],
    edit: ["allow"],
    read: ["allow"],
    external_directory: ["allow"],
    webfetch: ["allow"],
  },
};

export async function hostilePolicies(): Promise<Readonly<Record<PolicyName, Policy>>> {
  const { agents } = await readDefinitions(repository);
  const find = (name: PolicyName): Policy => {
    const made = authored[name];
    const policy = made ? policyOf(made) : agents.find((agent) => agent.name === name)?.policy;
    if (!policy) throw new Error(`no policy \`${name}\``);
    return policy;
  };
  return Object.fromEntries(policyNames.map((name) => [name, find(name)])) as Record<PolicyName, Policy>;
}
