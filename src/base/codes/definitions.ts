/** The codes of problems that any definition can have: what each means and what to do. */

export const generalCodes = {
  "no-definitions": {
    title: "the root holds no definition at all",
    text: "A root is a directory with `agents/`, `rules/`, `context/`, `skills/` and so on. None of them was found, so the path is most likely wrong. Check `--root`.",
  },
  "unreadable-file": {
    title: "a file or directory cannot be read",
    text: "Only regular files and directories are read. The path is a device, a broken link, a link loop, or the permissions of the file system forbid reading it.",
  },
  "left-out": {
    title: "a folder of installed packages is not read",
    text: "`node_modules` is made by a package manager for one machine. It is neither checked nor copied to a client. Bundle the script that needs it into one file, or let the script install what it needs.",
  },
  "outside-root": {
    title: "a path or a link leaves its root",
    text: "Definitions are complete in themselves: a root can be copied to another machine or into a Nix store. Copy the file into the root, or add its directory as a root of its own.",
  },
  "too-large": {
    title: "a file is larger than the limit",
    text: "A definition file may have 1 MB, front matter 64 KB, a file of a skill 10 MB. Larger ones are almost always there by mistake. Split the file or take it out of the root.",
  },
  "too-deep": {
    title: "values are nested too deep",
    text: "Values may be nested 256 levels deep. No definition needs that; the file is most likely made to break a parser.",
  },
  "too-many": {
    title: "a root holds too many definitions",
    text: "A root may hold 10,000 definitions. Check that `--root` names the directory you mean, or split it into several roots.",
  },
  "bad-encoding": {
    title: "a file is not plain UTF-8 text",
    text: "Definitions are UTF-8 without a byte order mark and without NUL characters. Save the file as UTF-8 without BOM. Line ends may be LF or CRLF.",
  },
  "bad-toml": {
    title: "the file is not valid TOML",
    text: "The parser stopped at the place shown; the real cause may stand a little before it, for example a quote or a bracket that is never closed.",
  },
  "toml-date": {
    title: "a value is a TOML date or time",
    text: "Nix cannot read TOML dates and times, so no definition may hold one. Put quotes around it to make it a text.",
  },
  "bad-yaml": {
    title: "the front matter is not valid YAML",
    text: "Front matter is YAML 1.2 (core schema) with unique keys, known tags and at most 100 aliases. A text with `: ` or ` #` in it needs quotes.",
  },
  "bad-frontmatter": {
    title: "the front matter is missing or never closed",
    text: "The file begins with a line `---`, then come `key: value` lines, then a second line `---`, then the body.",
  },
  "missing-field": {
    title: "a required field is missing",
    text: "An agent needs `name` and `description`; a permission table needs `intent`; a skill needs `name` and `description`, a command `description`.",
  },
  "bad-field": {
    title: "a field has the wrong type or value",
    text: "docs/definitions.md lists every field with its type. `surcingle schema agent` prints the same for editors.",
  },
  "unknown-field": {
    title: "a field is not part of the schema",
    text: "A field we do not know would be dropped in silence, so it is an error. Check the spelling; docs/definitions.md lists every field.",
  },
  "excluded-field": {
    title: "a field is left out of the schema on purpose",
    text: "`model` belongs to a machine (settings), `prompt` is the file system-prompt.md beside agent.toml, `mcp` belongs to the deployment, `hooks` exist in one client only.",
  },
  "bad-name": {
    title: "a name has characters that not every harness accepts",
    text: "Names are made of lower-case letters, digits and hyphens, and those of commands may have dots between: they become file names and identifiers in every client.",
  },
  "odd-name": {
    title: "a name begins or ends with a hyphen or has two in a row",
    text: "The name is accepted, but some clients and the open skill standard refuse such names. One hyphen between words is safe everywhere.",
  },
  "name-mismatch": {
    title: "a name differs from its directory",
    text: "For an agent the `name` field counts and this is a warning. For a skill it is an error: clients take the one or the other, so both must be equal.",
  },
  "trailing-period": {
    title: "a description ends with a full stop",
    text: "Clients show descriptions in lists, where a full stop looks odd. It is neither added nor removed for you.",
  },
  "missing-prompt": {
    title: "an agent has no system-prompt.md, or an empty one",
    text: "Each agent needs a file `system-prompt.md` beside its `agent.toml` that says how it works.",
  },
  "empty-command": {
    title: "a command has no text after its front matter",
    text: "What follows the front matter is what the agent is told when the command is used. Write at least one line there.",
  },
  "flat-agent": {
    title: "an agent is in the format of another tool",
    text: "An agent here is a directory with `agent.toml` and `system-prompt.md`. A Markdown file in `agents/` is not read. `surcingle import agent-md` turns such files into definitions; delete them afterwards.",
  },
  "misplaced-file": {
    title: "a file looks like a definition but stands where none is read",
    text: "An agent is `agents/NAME/agent.toml` with `system-prompt.md` beside it, a skill is `skills/NAME/SKILL.md`, a command is `commands/NAME.md` or a file that `extensions/NAME/extension.yml` names; the case of letters counts. The file would be passed over in silence, so it is an error. Move or rename it.",
  },
  "unknown-skill": {
    title: "an agent names a skill that does not exist",
    text: "`skills` names directories in `skills/` of any root. Check the spelling, or add the skill.",
  },
  "unknown-rule": {
    title: "an agent names a rule that does not exist",
    text: '`rules` names files in `rules/` of any root without `.md`: `rules = ["languages/nix"]` is rules/languages/nix.md.',
  },
  "unknown-context": {
    title: "an agent names a context file that does not exist",
    text: 'Paths in `context` start at the agent\'s own directory: `context = ["../../context/profile.md"]` in agents/chiron/agent.toml.',
  },
  "unknown-agent": {
    title: "the settings or `delegates` name an agent that does not exist",
    text: "Models, `pi.primary` and the `delegates` of an agent are given by agent name. Check the spelling, or remove the line.",
  },
  "unknown-file": {
    title: "an extension names a file that does not exist",
    text: "`provides.commands[].file` in extension.yml is a path that starts at the directory of that file. Check the spelling, or add the file.",
  },
  "duplicate-name": {
    title: "two definitions of one kind have one name",
    text: "Inside one root a name is unique. Rename one of them. Across roots the later root replaces the earlier one on purpose.",
  },
  "name-clash": {
    title: "two definitions of different kinds become one file",
    text: "Most clients take a command for a skill, and a command with `execution: agent` for an agent; Copilot takes every command for an agent. So a command cannot have the name of a skill or of such an agent; dots in its name count as hyphens. Rename one of the two.",
  },
  "near-preset": {
    title: "the tools of a command are almost the name of a preset",
    text: "`tools` is one of `none`, `read-only`, `write`, `full`, or a list of tools by the names Claude Code has for them. A word that is almost a preset is read as such a list, which is most likely not what was meant.",
  },
  "unknown-tool": {
    title: "permissions are given for a tool that does not exist",
    text: "The tools are `bash`, `edit`, `webfetch`, `websearch`, `question` and `external_directory`. Every harness's own tools are mapped to these.",
  },
  "bad-intent": {
    title: "an intent is not one of the three words",
    text: "`intent` decides when no rule matches: `allow`, `ask` or `deny`.",
  },
  "bad-rule": {
    title: "a permission rule cannot be read",
    text: 'A rule is `pattern:action`, split at the last colon; the action is `allow`, `ask` or `deny`: `"git status*:allow"`. The pattern is not empty and has no white space at its ends.',
  },
  "impossible-pattern": {
    title: "a permission rule has a pattern that can never match",
    text: "The pattern is written as another tool would read it: `..` in a path, an operator (`&&`, `|`, a last `;`) in a command, `Bash(…)` around it, an address without `https://`. The rule would do nothing, so it is an error. The message has the pattern to write instead. Every simple command of a line is judged on its own, and paths are compared after `..` was removed.",
  },
  "literal-pattern": {
    title: "a permission rule has characters that other formats expand",
    text: "The only wildcards are `*`, any run inside one segment, and `**`, any run at all. `{a,b}`, `[0-9]` and `?` stand for themselves, and a `*` at the start of an address does not cross its `//`. Write a rule for each choice, or use `*`.",
  },
  "unreachable-rule": {
    title: "a permission rule can never match",
    text: "The first rule that matches decides. An earlier rule covers everything this one could match, so this one has no effect. Put the special rule before the general one.",
  },
  "looser-delegate": {
    title: "an agent delegates to one that may do more",
    text: "The agent names a delegate whose policy is looser: for the call in the message, the delegate gets a less strict verdict. That is allowed, because the author named it, and it is a note. It is a warning when the `edit` of the agent is denied for every input: such an agent is expected to change nothing, also not through another one. Remove the name, or leave `delegates` out, which means every agent that is no looser. `surcingle explain AGENT delegate NAME` shows the difference.",
  },
  "many-policies": {
    title: "there are too many different policies to compare them all",
    text: "An agent without `delegates` may delegate to every agent that is no looser. With more than 64 different policies they are not compared, and it may delegate only to agents whose policy is equal to its own. Write `delegates` where an agent needs others.",
  },
  "allows-more": {
    title: "a rule of a read-only agent lets a program run any code",
    text: "The `edit` of the agent is denied for every input, but an allow rule such as `python *` or `make *` names a program that runs code, and code can change files. Spell out what it may run (`make test:allow`), let it ask, or take a pack: its rules never allow a program to run code in a read-only agent.",
  },
  "ungoverned-agent": {
    title: "an agent has no permissions at all",
    text: "Without a `[permissions]` table or a `role` the harness's own defaults apply, and these differ and may allow everything. Add at least one table; tools not named then fall back to `ask`.",
  },
  "not-supported": {
    title: "this version does not read a part of the definitions",
    text: "An extension may provide more than commands; the other parts of it are not read by this version, and nothing is rendered from them.",
  },
  "pi-primary": {
    title: "it is not clear which agent is Pi's main agent",
    text: 'Pi has one SYSTEM.md, so one primary agent. Write `[pi]` and `primary = "NAME"` into surcingle.toml, or leave Pi out with `--harness`.',
  },
  "not-expressible": {
    title: "a harness cannot say what the definition asks for",
    text: "The definition is fine; the harness has no way to express a part of it. The message says whether that part is enforced by the gate, made stricter (`narrowed`), or lost.",
  },
  "bad-settings": {
    title: "a setting is wrong",
    text: "Settings belong to a machine: surcingle.toml in a root, and the file given with `--settings`. docs/definitions.md lists the keys.",
  },
} as const;
