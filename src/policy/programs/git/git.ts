/** Effects of git: its options, and the subcommands of git 2.39 to 2.55. */
import type { ProgramFamily } from "../entry.ts";
import { gitChanging } from "./git-changing.ts";
import { gitReading } from "./git-reading.ts";
import { lfs } from "./git-tools.ts";

const subcommands = (): string => gitReading() + gitChanging() + lfs("lfs ");

const options = `
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
`;

export const git: ProgramFamily = () => ({
  git: `
    # git(1) 2.39.5 and 2.55: man pages, -h, option tables of the source; options that write or run were tried
    ${options}
    ${subcommands()}
  `,
  // Wraps git, and passes on commands that it does not know.
  hub: `
    # hub(1) 2.14.2, man pages
    ${options}
    --noop quiet
    ${subcommands()}
    sub api connects
      -h --help -i --include -t --flat --paginate --obey-ratelimit
      --color=?
      -H= --header= --cache=
      -X= --method= -F= --field= -f= --raw-field= changes
      --input= read changes
    sub ci-status connects
      -h --help -v --verbose
      --color=?
      -f= --format=
    sub issue,pr,release connects
      -h --help -d --include-drafts -p --exclude-prereleases -^ --sort-ascending --include-pulls
      --color=?
      -a= --assignee= -c= --creator= -@= --mentioned= -s= --state= -f= --format= -M= --milestone= -l= --labels= --since=
      -o= --sort= -L= --limit= -b= --base=
      operands changes
    sub issue,pr,release show,list connects
      -h --help
      --color=?
      -f= --format= -s= --state= -b= --base= -o= --sort= -L= --limit=
    sub browse,compare runs
      -*
    sub create,delete,fork,gist,pull-request,sync changes connects
      -F= --file= -a= --attach= read
      -*
  `,
});
