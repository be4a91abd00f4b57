/** Effects of programs around git: large files, hooks, viewers. */
import type { ProgramFamily } from "../entry.ts";

/** The subcommands of git-lfs, also called as `git lfs`. `before` precedes their names. */
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

export const gitTools: ProgramFamily = () => ({
  "git-lfs": `
    # git-lfs(1) 3.3.0 and the manual pages of 3.7
    gnu exact
    -h --help --version quiet
    ${lfs("")}
  `,
  delta: `
    # delta 0.19.2, src/cli.rs
    gnu exact
    --color-only --dark --light --diff-highlight --diff-so-fancy --hyperlinks --keep-plus-minus-markers -n
    --line-numbers --list-languages --list-syntax-themes --navigate --no-gitconfig --parse-ansi --raw --relative-paths
    --show-colors --show-config --show-syntax-themes --show-themes -s --side-by-side
    --blame-code-style= --blame-format= --blame-palette= --blame-separator-format= --blame-separator-style=
    --blame-timestamp-format= --blame-timestamp-output-format= --commit-decoration-style= --commit-regex=
    --commit-style= --default-language= --detect-dark-light= --diff-stat-align-width= --features= --file-added-label=
    --file-copied-label= --file-decoration-style= --file-modified-label= --file-removed-label= --file-renamed-label=
    --file-style= --file-transformation= --generate-completion= --grep-context-line-style= --grep-file-style=
    --grep-header-decoration-style= --grep-header-file-style= --grep-line-number-style= --grep-output-type=
    --grep-match-line-style= --grep-match-word-style= --grep-separator-symbol= --hunk-header-decoration-style=
    --hunk-header-file-style= --hunk-header-line-number-style= --hunk-header-style= --hunk-label=
    --hyperlinks-commit-link-format= --hyperlinks-file-link-format= --inline-hint-style= --inspect-raw-lines=
    --line-buffer-size= --line-fill-method= --line-numbers-left-format= --line-numbers-left-style=
    --line-numbers-minus-style= --line-numbers-plus-style= --line-numbers-right-format= --line-numbers-right-style=
    --line-numbers-zero-style= --map-styles= --max-line-distance= --max-syntax-highlighting-length= --max-line-length=
    --merge-conflict-begin-symbol= --merge-conflict-end-symbol= --merge-conflict-ours-diff-header-decoration-style=
    --merge-conflict-ours-diff-header-style= --merge-conflict-theirs-diff-header-decoration-style=
    --merge-conflict-theirs-diff-header-style= --minus-empty-line-marker-style= --minus-emph-style=
    --minus-non-emph-style= --minus-style= --navigate-regex= --paging= --plus-emph-style=
    --plus-empty-line-marker-style= --plus-non-emph-style= --plus-style= --right-arrow= --syntax-theme= --tabs=
    --true-color= --24-bit-color= --whitespace-error-style= -w= --width= --word-diff-regex= --wrap-left-symbol=
    --wrap-max-lines= --wrap-right-percent= --wrap-right-prefix-symbol= --wrap-right-symbol= --zero-style=
    --config= read
    --pager= run
    # More words for "git diff".
    -@= --diff-args= caution
    -h --help -V --version quiet
    # Two files, or a command of git, rg or diff.
    operands read-below* caution
  `,
  tig: `
    # tig(1) 2.5.5; its keys run commands
    gnu plus
    always runs
    -C= cwd
    --output= write
    -h --help -v --version quiet
    -*
  `,
  lazygit: `
    # lazygit 0.64, pkg/app/entry_point.go
    gnu
    always changes runs
    -p= --path= -w= --work-tree= cwd
    --use-config-file= --use-config-dir= caution
    -h --help -v --version quiet
    -*
  `,
  gitk: `
    # gitk(1) 2.39; a window that can do everything
    gnu
    always runs
    -*
  `,
  scalar: `
    # scalar(1) 2.39
    gnu negatable
    -C= cwd
    -c= caution
    sub list,version,help
      -v --verbose --build-options
    sub clone changes connects
      -b= --branch=
      -*
      operands host write-below
    sub delete changes
      operands write-below
    sub register,unregister,reconfigure,run,diagnose changes
      -*
  `,
  "pre-commit": `
    # pre-commit 3.0.4 --help
    gnu
    -h --help -V --version quiet
    sub run changes runs connects
      -c= --config= --files= read
      -*
    sub try-repo changes runs connects
      -*
      operands host
    sub autoupdate,install-hooks changes runs connects
      -*
    sub install,uninstall,migrate-config,clean,gc changes
      -*
    sub init-templatedir changes
      -*
      operands write-below
    sub hook-impl changes runs
      -*
    sub sample-config,help
      --color=
      -h --help
    sub validate-config,validate-manifest
      --color=
      -h --help
      operands read*
  `,
  "git-absorb": `
    # git-absorb 0.6.9 --help and the manual of 0.9.0
    gnu exact
    always changes
    -h --help -V --version quiet
    -*
  `,
  "git-filter-repo git-revise git-review": `
    # their --help: 2.38.0, 0.7.0, 2.3.1
    gnu
    always changes runs connects
    -h --help --version quiet
    -*
  `,
});
