/** Headless Codex: `codex exec` with its own configuration directory, our profile, its hook and its trust. */
import type { Launcher } from "../harness.ts";
import { hasShell } from "./permissions.ts";

export const launcher: Launcher = {
  program: "codex",
  readsByShell: true,
  launch: ({ directory, home, agent, prompt, cwd, model, env }, policy) => {
    if (!hasShell(policy)) return { problem: "it reads files only with its shell, and the shell is denied" };
    const own = env["CODEX_HOME"] ?? `${home}/.codex`;
    return {
      words: [
        ...["exec", "-p", agent, "--skip-git-repo-check", "--color", "never"],
        // In Codex 0.166, the settings of a trusted project override a profile: they could disable hooks.
        ...["-c", `projects={${JSON.stringify(cwd)}={trust_level="untrusted"}}`, "-c", "features.hooks=true"],
        ...(model === undefined ? [] : ["--model", model]),
        "-",
      ],
      environment: { CODEX_HOME: directory },
      input: prompt,
      links: ["auth.json", "config.toml"].map((name) => ({ from: `${own}/${name}`, to: name })),
    };
  },
};
