/** What git does: its options, and the subcommands of git 2.39 to 2.55. */
import type { Programs } from "./entry.ts";
import { lfs } from "./forges.ts";
import { gitChanging } from "./git-changing.ts";
import { gitReading } from "./git-reading.ts";

export const git: Programs = {
  git: `
    # git(1) 2.39.5 and 2.55: man pages, -h and the option tables of each subcommand; options that write or run were tried
    gnu negatable
    -C= cwd
    --work-tree= cwd
    # Read in code: -c by its name and value, --git-dir as the repository.
    -c= --git-dir=
    --config-env= caution
    --exec-path=? exec
    --namespace= --super-prefix= --attr-source= --list-cmds=
    -p --paginate -P --no-pager --bare --no-replace-objects --literal-pathspecs --glob-pathspecs --noglob-pathspecs
    --icase-pathspecs --no-optional-locks --no-lazy-fetch --no-advice
    -h --help -v --version --html-path --man-path --info-path quiet
    ${gitReading}
    ${gitChanging}
    ${lfs("lfs ")}
  `,
};
