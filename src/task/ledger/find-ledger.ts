/** Where the ledger is: one for each repository, the same for all its worktrees, and never part of a commit. */

import { join, resolve } from "node:path";
import { type Problem, problem } from "../../base/problem.ts";
import { openRepository } from "../git/git.ts";

/** `commonDir` is what git keeps for all worktrees of a repository. */
export function ledgerIn(commonDir: string): string {
  return join(commonDir, "surcingle", "ledger.sqlite");
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file a person named. */
  readonly given: string | undefined;
}

export async function findLedger({ cwd, env, given }: Place): Promise<string | Problem> {
  const named = given ?? (env["SURCINGLE_LEDGER"] || undefined);
  if (named !== undefined) return resolve(cwd, named);
  const repository = await openRepository(cwd);
  if (!("code" in repository)) return ledgerIn(repository.commonDir);
  const { subject = cwd, message } = repository;
  return problem("ledger-place", subject, message, "name the ledger with `--ledger FILE` or SURCINGLE_LEDGER");
}
