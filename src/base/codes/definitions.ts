/** The codes of problems that any definition can have: what each means and what to do. */

export const generalCodes = {
  "no-definitions": {
    title: "the root contains no definitions",
    text: "A root is a directory with `agents/`, `rules/`, `context/`, `skills/` and so on. None of them was found, so the path is probably wrong. Check `--root`.",
  },
  "unreadable-file": {
    title: "a file or directory cannot be read",
    text: "Only regular files and directories are read. The path is a device, a broken link or a link loop, or you do not have permission to read it.",
  },
  "left-out": {
    title: "a folder of installed packages is not read",
    text: "A package manager creates `node_modules` for one machine, so it is neither checked nor copied to a client. Bundle the script that needs it into one file, or let the script install what it needs.",
  },
  "outside-root": {
    title: "a path or a link points outside its root",
    text: "A root must be self-contained, so that it can be copied to another machine or into the Nix store. Copy the file into the root, or add its directory as another `--root`.",
  },
  "too-large": {
    title: "a file is larger than the limit",
    text: "The limits are 1 MB for a definition, 64 KB for front matter and 10 MB for a file of a skill. Larger files are usually there by mistake. Split the file, or move it out of the root.",
  },
  "too-deep": {
    title: "values are nested too deeply",
    text: "Values may be nested up to 256 levels deep.",
  },
  "too-many": {
    title: "a root contains too many definitions",
    text: "A root can contain up to 10,000 definitions. Check that `--root` is the directory you meant, or split it into several roots.",
  },
  "bad-encoding": {
    title: "a file is not plain UTF-8 text",
    text: "Definitions are UTF-8 without a byte order mark or NUL characters. Save the file as UTF-8 without BOM. Line endings may be LF or CRLF.",
  },
  "bad-toml": {
    title: "the file is not valid TOML",
    text: "The parser stopped at the position shown. The mistake may be slightly before it: look for a quote or bracket that is never closed.",
  },
  "toml-date": {
    title: "a value is a TOML date or time",
    text: "Nix cannot read TOML dates and times, so definitions cannot contain them. Quote the value to make it a string.",
  },
  "bad-yaml": {
    title: "the front matter is not valid YAML",
    text: "Front matter is YAML 1.2 (core schema) with unique keys, known tags and at most 100 aliases. Quote strings that contain `: ` or ` #`.",
  },
  "bad-frontmatter": {
    title: "the front matter is missing or never closed",
    text: "The file starts with a `---` line, followed by `key: value` lines, another `---` line, and the body.",
  },
  "missing-field": {
    title: "a required field is missing",
    text: "An agent needs `name` and `description`; a permission table needs `intent`; a skill needs `name` and `description`, a command `description`.",
  },
  "bad-field": {
    title: "a field has the wrong type or value",
    text: "docs/definitions.md lists every field with its type. `surcingle schema agent` prints a JSON Schema for editors.",
  },
  "unknown-field": {
    title: "a field is not part of the schema",
    text: "Unknown fields would have no effect, so they are errors. Check the spelling; docs/definitions.md lists every field.",
  },
  "excluded-field": {
    title: "a field is deliberately not supported",
    text: "Set `model` in the settings of a machine. Write the prompt to system-prompt.md next to agent.toml. Configure MCP servers and hooks in each client.",
  },
  "bad-name": {
    title: "a name contains characters that some clients do not accept",
    text: "Names become file names and identifiers in every client. Use lowercase letters, digits and hyphens; command names may also contain dots.",
  },
  "odd-name": {
    title: "a skill name is outside the open standard",
    text: "The client of the profile accepts the name, but other clients and the open skill standard reject it, so they do not get the skill. Lowercase letters, digits and single hyphens between words work everywhere.",
  },
  "name-mismatch": {
    title: "a name differs from its directory",
    text: "For an agent this is a warning, and the `name` field is used. For a skill the directory is used, because some clients read the field and some the directory; in the other profiles it is an error.",
  },
  "trailing-period": {
    title: "a description ends with a full stop",
    text: "Clients show descriptions in lists, where a full stop looks out of place. The description is written as it is.",
  },
  "missing-prompt": {
    title: "an agent has no system-prompt.md, or an empty one",
    text: "Every agent needs a `system-prompt.md` next to its `agent.toml`.",
  },
  "empty-command": {
    title: "a command has no text after its front matter",
    text: "The text after the front matter is the prompt that the agent gets. Write at least one line.",
  },
  "empty-definition": {
    title: "a directory contains no definition",
    text: "A directory in `agents/` needs `agent.toml` and `system-prompt.md`, one in `skills/` needs `SKILL.md`, one in `extensions/` needs `extension.yml`. Add them, or delete the directory.",
  },
  "flat-agent": {
    title: "an agent is in the format of another tool",
    text: "An agent here is a directory with `agent.toml` and `system-prompt.md`. A Markdown file in `agents/` is not read. `surcingle import agent-md` turns such files into definitions; delete them afterwards.",
  },
  "misplaced-file": {
    title: "a file looks like a definition but is not where definitions are read",
    text: "An agent is `agents/NAME/agent.toml` with `system-prompt.md` beside it, a skill is `skills/NAME/SKILL.md`, a command is `commands/NAME.md` or a file that `extensions/NAME/extension.yml` names; names are case-sensitive. The file would have no effect, so this is an error. Move or rename it.",
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
    text: "Models, `pi.primary` and `delegates` refer to agents by name. Check the spelling, or remove the line.",
  },
  "unknown-file": {
    title: "an extension names a file that does not exist",
    text: "`provides.commands[].file` in extension.yml is relative to the directory of that file. Check the spelling, or add the file.",
  },
  "duplicate-name": {
    title: "two definitions of the same kind have the same name",
    text: "Names must be unique within a root: rename one of them. Across roots, a definition in a later root replaces the earlier one.",
  },
  "name-clash": {
    title: "two definitions of different kinds would become the same file",
    text: "Most clients treat a command as a skill, and a command with `execution: agent` as an agent; Copilot treats every command as an agent. A command therefore cannot share its name with a skill or such an agent; dots count as hyphens. Rename one of them.",
  },
  "near-preset": {
    title: "the `tools` of a command look like a misspelled preset",
    text: "`tools` is one of `none`, `read-only`, `write`, `full`, or a list of tools by their Claude Code names. A misspelled preset is read as a list, which is probably not what you meant.",
  },
  "unknown-tool": {
    title: "permissions are set for a tool that does not exist",
    text: "The tools are `bash`, `edit`, `read`, `webfetch`, `websearch`, `question` and `external_directory`. Every harness's own tools are mapped to these.",
  },
  "bad-intent": {
    title: "an intent is not `allow`, `ask` or `deny`",
    text: "`intent` decides when no rule matches: `allow`, `ask` or `deny`.",
  },
  "bad-rule": {
    title: "a permission rule is not valid",
    text: 'A rule is `pattern:action`, split at the last colon, such as `"git status*:allow"`. The action is `allow`, `ask` or `deny`. The pattern must not be empty or have spaces at either end.',
  },
  "impossible-pattern": {
    title: "a permission rule has a pattern that can never match",
    text: "The pattern uses the syntax of another tool: `..` in a path, an operator (`&&`, `|`, a trailing `;`) in a command, `Bash(…)` around it, or an address without `https://`. The rule would have no effect, so this is an error. The message suggests a pattern. Each simple command of a line is judged separately, and `..` in paths is resolved first.",
  },
  "literal-pattern": {
    title: "a permission rule contains wildcards that are literal here",
    text: "There are two wildcards: `*` matches within one segment, `**` matches anything. `{a,b}`, `[0-9]` and `?` are literal, and a `*` at the start of an address does not match across `//`. Write one rule per alternative, or use `*`.",
  },
  "unreachable-rule": {
    title: "a permission rule can never match",
    text: "The first rule that matches decides. An earlier rule matches everything that this one matches, so this one has no effect. Put specific rules before general ones.",
  },
  "looser-delegate": {
    title: "an agent delegates to an agent that may do more",
    text: "The delegate has a looser policy: the message shows a call for which it gets a less strict verdict. Delegation still works, because the author asked for it, and this is a note. It is a warning if the agent's `edit` is always denied, because a read-only agent should not make changes through another one. Remove the name, or remove `delegates` to allow every agent that is no looser. `surcingle explain AGENT delegate NAME` shows the difference.",
  },
  "many-policies": {
    title: "there are too many different policies to compare",
    text: "An agent without `delegates` may delegate to every agent that is no looser. If there are more than 64 different policies, they are not compared, and it may delegate only to agents with an identical policy. Set `delegates` on agents that need others.",
  },
  "allows-more": {
    title: "a rule lets a read-only agent run arbitrary code",
    text: "The agent's `edit` is always denied, but an allow rule such as `python *` or `make *` lets it run code, and code can change files. Allow specific commands (`make test:allow`), use `ask`, or use a pack: packs never let a read-only agent run code.",
  },
  "ungoverned-agent": {
    title: "an agent has no permissions at all",
    text: "Without a `[permissions]` table or a `role`, each client's own defaults apply. They differ, and may allow everything. Add at least one table; tools that are not listed then default to `ask`.",
  },
  "not-supported": {
    title: "part of the definitions is not supported by this version",
    text: "This version renders only the commands of an extension. Its other parts are ignored.",
  },
  "pi-primary": {
    title: "Pi's main agent is ambiguous",
    text: 'Pi has a single SYSTEM.md, so it can have only one primary agent. Add `[pi]` with `primary = "NAME"` to surcingle.toml, or exclude Pi with `--harness`.',
  },
  "not-expressible": {
    title: "a client cannot express part of a definition",
    text: "The definition is valid, but the client has no equivalent for part of it. The message says whether the gate enforces that part, whether it is stricter there (`narrowed`), or whether it is lost.",
  },
  "bad-settings": {
    title: "a setting is not valid",
    text: "Settings come from surcingle.toml in a root and from the file passed with `--settings`. docs/definitions.md lists the keys.",
  },
} as const;
