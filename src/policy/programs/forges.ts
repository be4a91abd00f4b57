/** What other version control programs and the command lines of code hosts do. */
import type { Programs } from "./entry.ts";

/** The subcommands of git-lfs, which is also called as `git lfs`. `before` is what comes before their names. */
export function lfs(before: string): string {
  return `
    sub ${before}ls-files,status,env,version,ext,completion
      -h --help -l --long -s --size -d --debug -a --all --deleted -n --name-only -j --json -p --porcelain
      -I= --include= -X= --exclude=
    sub ${before}logs
      -h --help
      operands changes
    sub ${before}pointer
      -h --help --stdin --check --strict --no-strict --no-extensions
      -f= --file= -p= --pointer= read
    sub ${before}locks connects
      -h --help --local --cached --verify -j --json
      -r= --remote= -i= --id= -p= --path= -l= --limit=
    sub ${before}track
      -h --help -v --verbose -j --json --filename -l --lockable --not-lockable --no-excluded --no-modify-attrs
      -d --dry-run operands:none*
      operands changes
    sub ${before}fetch,pull,push,clone,lock,unlock changes connects
      -*
    sub ${before}checkout,migrate,merge-driver changes
      --to= --object-map= --output= write
      --ancestor= --current= --other= read
      --program= run
      -*
    sub ${before}clean,dedup,filter-process,fsck,install,prune,smudge changes
      -*
    sub ${before}uninstall,untrack,update,post-checkout,post-commit,post-merge,pre-push changes
      -*
  `;
}

export const forges: Programs = {
  "git-lfs": `
    # git-lfs(1) 3.3.0 and the manual pages of 3.7
    gnu exact
    -h --help --version quiet
    ${lfs("")}
  `,
};
