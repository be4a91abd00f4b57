/** Headless Pi: `pi -p` with its own directory, our extension and no other. */

import type { Launcher } from "../harness.ts";
import { pi } from "./index.ts";
import { grantedTools } from "./tools.ts";

export const launcher: Launcher = {
  program: "pi",
  launch: ({ directory, home, prompt, model, mayRead, env }, policy) => {
    const tools = grantedTools(policy).filter((tool) => mayRead || !pi.tools.canonical.read.includes(tool));
    const own = env["PI_CODING_AGENT_DIR"] ?? `${home}/.pi/agent`;
    return {
      words: [
        ...["-p", "--no-session", "--no-extensions", "--extension", `${directory}/extensions/surcingle/index.ts`],
        ...["--no-skills", "--no-prompt-templates"],
        // Pi would treat an empty list as no list.
        ...(tools.length > 0 ? ["--tools", tools.join(",")] : ["--no-tools"]),
        ...(model === undefined ? [] : ["--model", model]),
      ],
      environment: { PI_CODING_AGENT_DIR: directory },
      input: prompt,
      links: ["auth.json", "models.json", "settings.json"].map((name) => ({ from: `${own}/${name}`, to: name })),
    };
  },
};
