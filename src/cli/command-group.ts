/** A command that is a family of commands: `surcingle skill check`. One line per member; each is loaded when it is asked for. */
import { nearest } from "../base/nearest.ts";
import { type Command, isUsageError, usageError } from "./options.ts";

export interface Member {
  readonly name: string;
  /** One line for the list. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export interface Family {
  readonly name: string;
  /** One sentence: what the family is about. */
  readonly about: string;
  readonly members: readonly Member[];
  /** Lines of examples, without indentation. */
  readonly examples: readonly string[];
}

export function commandGroup(family: Family): Command {
  const { name, members } = family;
  const find = (argv: readonly string[]): Member | undefined => members.find((each) => each.name === argv[0]);
  const help = overview(family);
  return {
    help,
    helpFor: async (argv) => (await find(argv)?.load())?.help ?? help,
    run: async (context) => {
      const [word, ...argv] = context.argv;
      if (word === undefined) {
        context.out(help);
        return 2;
      }
      const member = find(context.argv);
      if (!member) {
        const guess = nearest(
          word,
          members.map((each) => each.name),
        );
        throw usageError(`there is no \`${name} ${word}\`${guess ? `; did you mean \`${guess}\`?` : ""}`);
      }
      try {
        return await (await member.load()).run({ ...context, argv });
      } catch (error) {
        throw isUsageError(error) ? Object.assign(error, { command: `${name} ${word}` }) : error;
      }
    },
  };
}

function overview({ name, about, members, examples }: Family): string {
  const width = Math.max(...members.map((each) => each.name.length));
  const list = members.map((each) => `  ${each.name.padEnd(width)}  ${each.summary}`).join("\n");
  const shown = examples.map((line) => `  ${line}`).join("\n");
  return `Usage: surcingle ${name} COMMAND [OPTIONS]

${about}

${list}

\`surcingle ${name} COMMAND --help\` says more about each.

Examples:
${shown}
`;
}
