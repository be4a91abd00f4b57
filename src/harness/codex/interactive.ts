/** Programs that wait for someone to type: no hook of Codex sees what is typed into them. */
import { readShell } from "../../policy/shell/parse.ts";

const programs: ReadonlySet<string> = new Set([
  ...["sh", "bash", "dash", "zsh", "ksh", "fish", "pwsh", "nu", "csh", "tcsh", "busybox"],
  ...["python", "python3", "ipython", "node", "deno", "bun", "ruby", "irb", "perl", "php", "lua", "R", "julia", "ghci"],
  ...[
    "psql",
    "mysql",
    "sqlite3",
    "redis-cli",
    "mongosh",
    "gdb",
    "lldb",
    "bc",
    "ed",
    "vi",
    "vim",
    "nvim",
    "nano",
    "emacs",
  ],
  ...["ssh", "su", "tmux", "screen", "script", "telnet", "nc", "ftp", "sftp"],
]);

/** With one of these the program does something and ends. */
const ending = /^(?:-[a-zA-Z]*[cehmnpvV]|--version|--help|--eval|--command|--print)/;

/** The first program of the line that would sit and wait, if any. It has no operand, only options. */
export function findInteractive(line: string): string | undefined {
  for (const found of readShell(line).found) {
    if (found.kind !== "command") continue;
    const [first, ...others] = found.words;
    const name = first?.value?.split("/").at(-1);
    if (name === undefined || !programs.has(name)) continue;
    if (others.every(({ value }) => value?.startsWith("-") && !ending.test(value))) return name;
  }
  return undefined;
}
