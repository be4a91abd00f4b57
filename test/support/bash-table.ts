/** A table of command lines and verdicts, and the policy that judges most of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Verdict } from "../../src/model/permission.ts";
import { decide } from "../../src/policy/decide.ts";
import { type Authored, policyOf, surroundingsOf } from "./policy.ts";

/** Wrappers are allowed, so that what they run decides; `rm` and `touch` are denied, `make` is left to the intent. */
const usual = [
  ...["git push --force*:deny", "git push*:ask", "git *:allow", "rm*:deny", "touch*:deny"],
  ...["echo *:allow", "cat *:allow", "ls *:allow", "cd *:allow", "pushd *:allow", "printf *:allow", "read *:allow"],
  ...["true:allow", "[ *:allow", "test *:allow", ": *:allow", "tee *:allow", "export *:allow", "alias *:allow"],
  ...["set *:allow", "source *:allow", ". *:allow", "trap *:allow", "declare *:allow", "unset *:allow", "let *:allow"],
  ...["sudo *:allow", "doas *:allow", "env *:allow", "command *:allow", "exec *:allow", "builtin *:allow"],
  ...["nohup *:allow", "nice *:allow", "time *:allow", "timeout *:allow", "stdbuf *:allow", "setsid *:allow"],
  ...["xargs *:allow", "parallel *:allow", "find *:allow", "watch *:allow", "su *:allow", "busybox *:allow"],
  ...["nix *:allow", "nix-shell *:allow", "sh *:allow", "bash *:allow", "dash *:allow", "zsh *:allow", "ksh *:allow"],
  ...["eval *:allow", "/usr/bin/git *:allow", "/usr/bin/env *:allow", "CI=1 git *:allow", "CI=1 rm *:allow"],
];

export const usualPolicy: Authored = {
  bash: ["ask", ...usual],
  edit: ["ask", "src/**:allow", "secret/**:deny", "/opt/out/**:allow", "~/notes/**:allow", "/etc/**:allow"],
  external_directory: ["ask", "/opt/**:allow", "/etc/**:deny"],
};

type Case = readonly [line: string, want: Verdict];

export function bashTable(title: string, authored: Authored, cases: readonly Case[]): void {
  const policy = policyOf(authored);
  for (const [line, want] of cases) {
    test(`${title}: ${want} ${JSON.stringify(line)}`, () => {
      const decision = decide(policy, { tool: "bash", subject: line }, surroundingsOf());
      assert.equal(decision.verdict, want, JSON.stringify(decision, null, 1));
    });
  }
}
