/** The program `surcingle`: passes the process to a command and sets the exit code. */
import { runProgram } from "./command-line.ts";

// `surcingle … | head`: a closed pipe must not interrupt a command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

async function readLine(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

runProgram(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  ...(process.stdin.isTTY && process.stderr.isTTY && { readLine }),
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
    const details = error instanceof Error ? error.stack : String(error);
    process.stderr.write(`surcingle: this is a bug in surcingle; please report it\n${details}\n`);
    process.exitCode = 3;
  },
);
