/** The name of one agent at work. It becomes a directory, a branch and a word of a command line. */

export const longestAgentId = 64;

/** What an id is made of, for hints. */
export const agentIdRule = `1 to ${longestAgentId} of A-Z, a-z, 0-9, \`.\`, \`_\` and \`-\``;

/** Windows opens a device under these names, whatever ending follows. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Completes the sentence "the agent id …"; undefined when nothing is wrong with it. */
export function agentIdProblem(id: string): string | undefined {
  if (id === "") return "is empty";
  if (id.length > longestAgentId) return `has ${id.length} characters; at most ${longestAgentId} are allowed`;
  if (!/^[A-Za-z0-9._-]+$/.test(id)) return "has characters that cannot be part of one";
  if (id.includes("..")) return "has two dots in a row, which lead out of a directory";
  if (/^\.|\.$/.test(id)) return "begins or ends with a dot";
  if (id.startsWith("-")) return "begins with a hyphen, which programs take for an option";
  if (/\.lock$/i.test(id)) return "ends with `.lock`, which git allows for no branch";
  if (deviceName.test(id)) return "is the name of a device";
  return undefined;
}
