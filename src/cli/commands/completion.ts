/** `surcingle completion SHELL`: prints a completion script. */
import { defineCommand } from "../command.ts";
import { type CompletionShell, completionScript, completionShells } from "../completion.ts";
import { commandLoaders } from "./all.ts";

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
