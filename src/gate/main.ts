/** `surcingle-gate --harness ID --policy FILE`: one call on stdin, one answer on stdout. Its own small bundle. */
import { homedir } from "node:os";
import type { Answer, GateCodec } from "../harness/harness.ts";
import { answer } from "./answer.ts";
import { codecs } from "./codecs.ts";

const largestInput = 8 * 1024 * 1024;
/** Below the limit of the wrapper that started us, so that the reason still reaches the agent. */
const longestWait = 4_000;

function main(argv: readonly string[]): void {
  const optionOf = (name: string): string | undefined => {
    const at = argv.indexOf(name);
    return at < 0 ? undefined : argv[at + 1];
  };
  const harness = optionOf("--harness") ?? "";
  const codec: GateCodec | undefined = codecs.get(harness);
  const policyFile = optionOf("--policy");
  if (!codec || !policyFile) {
    const known = [...codecs.keys()].join(", ");
    finish({
      stdout: "",
      stderr: `surcingle: usage: surcingle-gate --harness ID --policy FILE; ID is one of ${known}\n`,
      exitCode: 2,
    });
    return;
  }
  const gate = {
    harness,
    codec,
    policyFile,
    env: process.env,
    home: process.env["HOME"] ?? homedir(),
  };
  const close = (why: string) => finish(codec.encodeVerdict("deny", `surcingle: deny, because ${why}`));
  const chunks: Buffer[] = [];
  let size = 0;
  const clock = setTimeout(() => close("the call did not arrive in time"), longestWait);
  process.stdin.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > largestInput) close(`the call is larger than ${largestInput / 1024 / 1024} MB`);
    else chunks.push(chunk);
  });
  process.stdin.on("error", () => close("the call cannot be read"));
  process.stdin.on("end", () => {
    clearTimeout(clock);
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString("utf8");
    // A letter that was lost in decoding could hide what the call is about.
    if (!Buffer.from(text, "utf8").equals(bytes)) close("the call is not valid UTF-8");
    else finish(answer(gate, text));
  });
}

let isFinished = false;

function finish({ stdout, stderr, exitCode }: Answer): void {
  if (isFinished) return;
  isFinished = true;
  process.exitCode = exitCode;
  if (stderr) process.stderr.write(stderr);
  process.stdout.write(stdout, () => process.exit(exitCode));
}

// Whatever happens that nobody thought of: 2 is the exit code that blocks in every client with a gate.
process.on("uncaughtException", (error) =>
  finish({ stdout: "", stderr: `surcingle: deny, because ${error.message}\n`, exitCode: 2 }),
);
main(process.argv.slice(2));
