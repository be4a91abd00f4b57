/** `surcingle completion SHELL`: prints a completion script. */
import {
  type CliCommand,
  type CliMembers,
  type CliOption,
  defineCommand,
  globalOptions,
  isFamily,
} from "../command.ts";
import { commandLoaders } from "./all.ts";

export const completionShells = ["bash", "zsh", "fish"] as const;
export type CompletionShell = (typeof completionShells)[number];

/** What can follow: words, agents of the current root, or paths. */
type Candidates = { readonly words: readonly string[] } | "agents" | "directories" | "files" | "nothing";

interface CompletionOption {
  readonly name: string;
  readonly text: string;
  /** Undefined for a switch. */
  readonly value: Candidates | undefined;
}

/** One command or family, or the program itself with an empty name. */
interface CompletionEntry {
  readonly name: string;
  /** Names of commands that can follow, with their summaries. */
  readonly commands: readonly (readonly [name: string, summary: string])[];
  readonly options: readonly CompletionOption[];
  readonly words: Candidates;
}

/** The completion script for one shell, generated from the command data. */
export async function completionScript(shell: CompletionShell, commands: CliMembers): Promise<string> {
  const entries = await collectEntries(commands);
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](entries);
}

async function collectEntries(commands: CliMembers): Promise<CompletionEntry[]> {
  const top = { help: { text: "print the help" }, version: { text: "print the version" } };
  const entries: CompletionEntry[] = [];
  const add = async (name: string, members: CliMembers, options: Readonly<Record<string, CliOption>>) => {
    const pages = await Promise.all(Object.entries(members).map(async ([key, load]) => ({ key, page: await load() })));
    const list = pages.map(({ key, page }) => [key, page.summary] as const);
    entries.push({ name, commands: list, options: Object.entries(options).map(optionOf), words: "nothing" });
    for (const { key, page } of pages) {
      const full = name === "" ? key : `${name} ${key}`;
      if (isFamily(page)) await add(full, page.members, { help: globalOptions.help });
      else entries.push(commandEntry(full, page));
    }
  };
  await add("", commands, top);
  return entries;
}

function commandEntry(name: string, command: CliCommand): CompletionEntry {
  const options = Object.entries({ ...command.options, ...globalOptions } as Readonly<Record<string, CliOption>>);
  const argument = command.arguments?.[0];
  const words = argument === undefined ? "nothing" : candidates(argument.name, argument.choices);
  return { name, commands: [], options: options.map(optionOf), words };
}

function optionOf([name, { text, value, choices }]: readonly [string, CliOption]): CompletionOption {
  return { name, text, value: value === undefined ? undefined : candidates(value, choices) };
}

/** The value's name in the help determines its kind. */
function candidates(word: string, choices: readonly string[] | undefined): Candidates {
  if (choices) return { words: choices };
  if (word === "AGENT") return "agents";
  if (/^(?:DIR|OUT|WORKTREE|ROOT)$/.test(word)) return "directories";
  return /^(?:FILE|TASK|PATH|OLD|NEW|SKILL|FROM)$/.test(word) ? "files" : "nothing";
}

function families(entries: readonly CompletionEntry[]): string {
  return entries.flatMap(({ name, commands }) => (name !== "" && commands.length > 0 ? [name] : [])).join("|");
}

function bashScript(entries: readonly CompletionEntry[]): string {
  const fill = (found: Candidates): string => {
    if (found === "agents") return `COMPREPLY=($(compgen -W "$(_surcingle_agents)" -- "$cur"))`;
    if (found === "directories") return `COMPREPLY=($(compgen -d -- "$cur"))`;
    if (found === "files") return `COMPREPLY=($(compgen -f -- "$cur"))`;
    return found === "nothing" ? "COMPREPLY=()" : `COMPREPLY=($(compgen -W "${found.words.join(" ")}" -- "$cur"))`;
  };
  return `# bash completion for surcingle
_surcingle_agents() {
  local file
  for file in agents/*/agent.toml; do
    if [[ -e $file ]]; then file=\${file#agents/}; echo "\${file%/agent.toml}"; fi
  done
}
_surcingle() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} name=
  if ((COMP_CWORD > 1)); then
    name=\${COMP_WORDS[1]}
    case $name in ${families(entries)}) if ((COMP_CWORD > 2)); then name+=" \${COMP_WORDS[2]}"; fi ;; esac
  fi
  compopt -o filenames 2>/dev/null
  case "$name $prev" in
${valueCases(entries, (pattern, found) => `    ${pattern}) ${fill(found)}; return ;;`)}
  esac
  if [[ $cur == -* ]]; then
    case $name in
${entries.map(({ name, options }) => `      "${name}") ${fill({ words: options.map((each) => `--${each.name}`) })} ;;`).join("\n")}
    esac
    return
  fi
  case $name in
${entries
  .map(({ name, commands, words }) => {
    const found: Candidates = commands.length > 0 ? { words: commands.map(([each]) => each) } : words;
    return `    "${name}") ${fill(found)} ;;`;
  })
  .join("\n")}
  esac
}
complete -F _surcingle surcingle
`;
}

function zshScript(entries: readonly CompletionEntry[]): string {
  const fill = (found: Candidates): string => {
    if (found === "agents") return "compadd -- agents/*/agent.toml(N:h:t)";
    if (found === "directories") return "_files -/";
    if (found === "files") return "_files";
    return found === "nothing" ? "true" : `compadd -- ${found.words.map(quoted).join(" ")}`;
  };
  const describe = (title: string, pairs: readonly (readonly [string, string])[]): string => {
    const words = pairs.map(([word, text]) => quoted(`${word.replaceAll(":", "\\:")}:${text}`));
    return `list=(${words.join(" ")}); _describe ${quoted(title)} list`;
  };
  return `#compdef surcingle
_surcingle() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} name=
  local -a list
  if ((CURRENT > 2)); then
    name=\${words[2]}
    case $name in ${families(entries)}) if ((CURRENT > 3)); then name+=" \${words[3]}"; fi ;; esac
  fi
  case "$name $prev" in
${valueCases(entries, (pattern, found) => `    ${pattern}) ${fill(found)}; return ;;`)}
  esac
  if [[ $cur == -* ]]; then
    case $name in
${entries
  .map(({ name, options }) => {
    const pairs = options.map((each) => [`--${each.name}`, each.text] as const);
    return `      "${name}") ${describe("option", pairs)} ;;`;
  })
  .join("\n")}
    esac
    return
  fi
  case $name in
${entries
  .map(({ name, commands, words }) => {
    return `    "${name}") ${commands.length > 0 ? describe("command", commands) : fill(words)} ;;`;
  })
  .join("\n")}
  esac
}
if [[ $funcstack[1] == _surcingle ]]; then _surcingle "$@"; else compdef _surcingle surcingle; fi
`;
}

function fishScript(entries: readonly CompletionEntry[]): string {
  const fill = (found: Candidates): string => {
    if (found === "agents") return ` -a '(__surcingle_agents)'`;
    if (found === "directories") return ` -a '(__fish_complete_directories)'`;
    if (found === "files") return " -F";
    return found === "nothing" ? "" : ` -a ${fishQuoted(found.words.join(" "))}`;
  };
  const lines = entries.flatMap(({ name, commands, options, words }) => {
    const when = `complete -c surcingle -n '__surcingle_at ${fishQuoted(name).replaceAll("'", '"')}'`;
    return [
      ...commands.map(([word, summary]) => `${when} -a ${fishQuoted(word)} -d ${fishQuoted(summary)}`),
      ...(commands.length > 0 || words === "nothing" ? [] : [`${when}${fill(words)}`]),
      ...options.map(({ name: option, text, value }) => {
        const rest = value === undefined ? "" : ` ${value === "files" ? "-r" : "-x"}${fill(value)}`;
        return `${when} -l ${option} -d ${fishQuoted(text)}${rest}`;
      }),
    ];
  });
  return `# fish completion for surcingle
function __surcingle_agents
  for file in agents/*/agent.toml
    basename (dirname $file)
  end
end
function __surcingle_at
  set -l words (commandline -opc)
  set -l name "$words[2]"
  if contains -- "$name" ${families(entries).replaceAll("|", " ")}; and set -q words[3]
    set name "$name $words[3]"
  end
  test "$name" = "$argv[1]"
end
complete -c surcingle -f
${lines.join("\n")}
`;
}

/** One case for each option with a value: \`"apply --to"\`. */
function valueCases(entries: readonly CompletionEntry[], line: (pattern: string, found: Candidates) => string): string {
  return entries
    .flatMap(({ name, options }) =>
      options.flatMap(({ name: option, value }) => (value === undefined ? [] : [line(`"${name} --${option}"`, value)])),
    )
    .join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

export const completion = defineCommand({
  name: "completion",
  summary: "print a completion script for your shell",
  description: ["Completes commands, options, harnesses, agents of the root in this directory, and paths."],
  arguments: [{ name: "SHELL", text: "your shell", choices: completionShells }],
  options: {},
  examples: [
    ["source <(surcingle completion bash)", "in ~/.bashrc"],
    ["source <(surcingle completion zsh)", "in ~/.zshrc, after compinit"],
    ["surcingle completion fish > ~/.config/fish/completions/surcingle.fish", "once"],
  ],
  run: async ({ words, out }) => {
    out(await completionScript(words[0] as CompletionShell, commandLoaders));
    return 0;
  },
});
