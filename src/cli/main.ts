/** argv to command to exit code; the only place that ends the process. */
import { nearest } from "../base/nearest.ts";
import { type Command, type CommandContext, isUsageError } from "./options.ts";
import { version } from "./version.ts";

interface Entry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Loaded when it is needed: a command should not wait for the libraries of another. */
  readonly load: () => Promise<Command>;
}

const commands: readonly Entry[] = [
  {
    name: "build",
    summary: "write one directory per harness, and a manifest",
    load: async () => (await import("./commands/build.ts")).build,
  },
  {
    name: "check",
    summary: "look at the definitions, say what is wrong, write nothing",
    load: async () => (await import("./commands/check.ts")).check,
  },
  {
    name: "apply",
    summary: "put the files into a home directory or a repository",
    load: async () => (await import("./commands/apply.ts")).apply,
  },
  {
    name: "explain",
    summary: "say what an agent may do, which rule says so, and how each harness enforces it",
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  {
    name: "report",
    summary: "show agents, permissions and clients at a glance, also as a page",
    load: async () => (await import("./commands/report.ts")).report,
  },
  {
    name: "diff",
    summary: "list what a change of the definitions newly allows, with examples",
    load: async () => (await import("./commands/diff/diff.ts")).diff,
  },
  {
    name: "doctor",
    summary: "ask the installed clients whether the gate really refuses what it must",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "skill",
    summary: "check, find, fill in, run and install skills",
    load: async () => (await import("./commands/skill/skill.ts")).skill,
  },
  {
    name: "pack",
    summary: "list rules that agents share, and show what is in one pack",
    load: async () => (await import("./commands/pack/pack.ts")).pack,
  },
  {
    name: "role",
    summary: "list roles, and show what one of them allows and tells an agent",
    load: async () => (await import("./commands/role/role.ts")).role,
  },
  {
    name: "capability",
    summary: "list, check, verify and fork restrictions of agents",
    load: async () => (await import("./commands/capability/capability.ts")).capability,
  },
  {
    name: "task",
    summary: "give an agent a task, hold it to its role, check what comes back",
    load: async () => (await import("./commands/task/task.ts")).task,
  },
  {
    name: "ledger",
    summary: "say which agent ran which task, and how it ended",
    load: async () => (await import("./commands/ledger/ledger.ts")).ledger,
  },
  {
    name: "schema",
    summary: "print the JSON Schema of a definition, for editors",
    load: async () => (await import("./commands/schema.ts")).schema,
  },
  {
    name: "explain-code",
    summary: "say what a code of a diagnostic means and what to do",
    load: async () => (await import("./commands/explain-code.ts")).explainCode,
  },
];

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
  return `surcingle ${version}: coding agents defined once, with the same permissions in every harness

Usage: surcingle COMMAND [OPTIONS]

${list}

Options:
  --help     this text; after a command, the text about that command
  --version  the version

Examples:
  surcingle check                       look at the definitions here, write nothing
  surcingle build --out out/agents      write a directory per harness
  surcingle apply --to ~ --dry-run      what would be put into your home directory

Exit codes: 0 fine, 1 the definitions are wrong, 2 the command line is wrong, 3 a bug of ours.
`;
}

async function main(context: CommandContext): Promise<number> {
  const [name, ...rest] = context.argv;
  if (name === "--version") return say(context, `${version}\n`);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const topic = name === "help" ? commands.find((each) => each.name === rest[0]) : undefined;
    say(context, topic ? await helpOf(await topic.load(), rest.slice(1)) : overview());
    return name === undefined ? 2 : 0;
  }
  const entry = commands.find((each) => each.name === name);
  if (!entry) {
    const guess = nearest(
      name,
      commands.map((each) => each.name),
    );
    context.err(
      `surcingle: unknown command \`${name}\`${guess ? `; did you mean \`${guess}\`?` : "; `surcingle --help` lists them"}\n`,
    );
    return 2;
  }
  const command = await entry.load();
  const options = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  if (options.includes("--help") || options.includes("-h")) return say(context, await helpOf(command, rest));
  try {
    return await command.run({ ...context, argv: rest });
  } catch (error) {
    if (!isUsageError(error)) throw error;
    const { command: full = name, message } = error;
    context.err(`surcingle ${full}: ${message}\n\`surcingle ${full} --help\` says how it is used.\n`);
    return 2;
  }
}

async function helpOf(command: Command, argv: readonly string[]): Promise<string> {
  return (await command.helpFor?.(argv)) ?? command.help;
}

function say(context: CommandContext, text: string): 0 {
  context.out(text);
  return 0;
}

// A reader that goes away early, `head` for one, must not end a command half way.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

main({
  argv: process.argv.slice(2),
  cwd: process.cwd(),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  readInput: async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString("utf8");
  },
}).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(
      `surcingle: a bug of ours, please report it\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 3;
  },
);
