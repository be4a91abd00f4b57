/** Which settings of `git -c NAME=VALUE` are harmless. Many others make git run a program, read a file or connect. */

/** Names, in lower case, that only affect what git prints or a commit's author, whatever the value. */
export const harmlessConfig: RegExp = new RegExp(
  `^(?:${[
    "color\\.[a-z0-9.-]+",
    "(?:advice|column)\\.[a-z0-9]+",
    "core\\.(?:abbrev|autocrlf|eol|filemode|preloadindex|quotepath|safecrlf|whitespace)",
    "(?:user|author|committer)\\.(?:name|email)",
    "user\\.useconfigonly",
    // Not log.showSignature, which starts gpg.program.
    "log\\.(?:abbrevcommit|date|decorate|diffmerges|excludedecoration|follow|graphcolors|initialdecorationset)",
    "log\\.(?:mailmap|showroot)",
    // Not diff.external, diff.orderFile, diff.tool and the drivers `diff.NAME.command` and `diff.NAME.textconv`.
    "diff\\.(?:algorithm|autorefreshindex|colormoved|colormovedws|context|dirstat|dstprefix|ignoresubmodules)",
    "diff\\.(?:indentheuristic|interhunkcontext|mnemonicprefix|noprefix|relative|renamelimit|renames|srcprefix)",
    "diff\\.(?:statgraphwidth|statnamewidth|submodule|suppressblankempty|wordregex|wserrorhighlight)",
    "merge\\.(?:conflictstyle|directoryrenames|ff|log|renamelimit|renames|stat|verbosity)",
    "status\\.(?:aheadbehind|branch|displaycommentprefix|relativepaths|renamelimit|renames|short|showstash)",
    "status\\.showuntrackedfiles",
    "blame\\.(?:blankboundary|coloring|date|markignoredlines|markunblamablelines|showemail|showroot)",
    "grep\\.(?:column|extendedregexp|fullname|linenumber|patterntype|threads)",
    "stash\\.(?:showincludeuntracked|showpatch|showstat)",
    "(?:branch|tag)\\.sort",
    "versionsort\\.suffix",
    "commit\\.(?:cleanup|status|verbose)",
    "i18n\\.(?:commitencoding|logoutputencoding)",
    "init\\.defaultbranch",
    "pull\\.(?:ff|rebase)",
    "rebase\\.(?:autosquash|autostash|stat|updaterefs)",
    "gc\\.(?:auto|autodetach)",
    "(?:difftool|mergetool)\\.prompt",
  ].join("|")})$`,
);

const off = /^(?:false|no|off|0)?$/i;

/** Names that run a program, and the values with which they run none, or one that does nothing. */
const harmlessValues: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^core\.pager$/, /^(?:cat|less(?: -[FRSXi]+)?)?$/],
  [/^pager\.[a-z-]+$/, off],
  [/^(?:core|sequence)\.editor$/, /^(?:true|:)$/],
  [/^core\.fsmonitor$/, off],
  [/^(?:commit|tag|push)\.gpgsign$/, off],
  [/^log\.showsignature$/, off],
  [/^maintenance\.auto$/, off],
  // An empty value clears the configured helpers.
  [/^credential\.helper$/, /^$/],
];

/** `git -c NAME` without a value means the value `true`. */
export function isHarmlessConfig(name: string, value: string): boolean {
  const known = name.toLowerCase();
  if (harmlessConfig.test(known)) return true;
  return harmlessValues.some(([names, values]) => names.test(known) && values.test(value));
}
