/**
 * `surcingle-gate --harness ID --policy FILE`: one call on stdin, one answer on stdout. Its own small bundle.
 * `--skill FILE` instead of `--policy`: the list of tools of a skill that is in use.
 * `--managed DIR` instead of `--policy`: the policies of a managed machine, chosen by the agent that calls.
 */

import { read, writeSync } from "node:fs";
import { homedir } from "node:os";
import { describeError } from "../base/errno.ts";
import { codecs } from "../harness/codecs.ts";
import type { Answer, GateCodec } from "../harness/harness.ts";
import { answer } from "./answer.ts";
import { answerForSkill } from "./skill-list.ts";

const largestInput = 8 * 1024 * 1024;
/** Shorter than the wrapper's timeout, so that the reason still reaches the agent. */
const longestWait = 4_000;

function main(argv: readonly string[]): void {
  const optionOf = (name: string): string | undefined => {
    const at = argv.indexOf(name);
    return at < 0 ? undefined : argv[at + 1];
  };
  const harness = optionOf("--harness") ?? "";
  const codec: GateCodec | undefined = codecs.get(harness);
  const managed = optionOf("--managed");
  const skill = optionOf("--skill");
  const policyFile = managed === undefined ? (skill ?? optionOf("--policy")) : `${managed}/floor.json`;
  if (!codec || !policyFile || managed === "") {
    const known = [...codecs.keys()].join(", ");
    finish({
      stdout: "",
      stderr: `surcingle: usage: surcingle-gate --harness ID --policy FILE (or --managed DIR); ID is one of ${known}\n`,
      exitCode: 2,
    });
    return;
  }
  const gate = {
    harness,
    codec,
    policyFile,
    managed,
    env: process.env,
    home: process.env["HOME"] ?? homedir(),
  };
  const close = (why: string) => finish(codec.encodeVerdict("deny", `surcingle: deny, because ${why}`));
  const clock = setTimeout(() => close("the call did not arrive in time"), longestWait);
  readInput((error, bytes) => {
    clearTimeout(clock);
    if (error !== undefined) return close(error);
    const text = bytes.toString("utf8");
    // A character lost in decoding could hide what the call is about.
    if (!Buffer.from(text, "utf8").equals(bytes)) close("the call is not valid UTF-8");
    else finish(skill === undefined ? answer(gate, text) : answerForSkill(gate, text));
  });
}

/** By descriptor: `process.stdin` and `process.stdout` load Node's network streams, a tenth of the gate's time. */
function readInput(done: (problem: string | undefined, bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(64 * 1024);
  let size = 0;
  const next = (): void =>
    read(0, chunk, 0, chunk.length, null, (error, length) => {
      if (error?.code === "EAGAIN") return void setTimeout(next, 5);
      if (error && error.code !== "EOF") return done("the call cannot be read", chunk);
      if (error || length === 0) return done(undefined, Buffer.concat(chunks));
      size += length;
      if (size > largestInput) return done(`the call is larger than ${largestInput / 1024 / 1024} MB`, chunk);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
      next();
    });
  next();
}

let isFinished = false;

function finish({ stdout, stderr, exitCode }: Answer): void {
  if (isFinished) return;
  isFinished = true;
  process.exitCode = exitCode;
  write(2, Buffer.from(stderr), () => write(1, Buffer.from(stdout), () => process.exit(exitCode)));
}

function write(descriptor: 1 | 2, bytes: Buffer, done: () => void): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      // The pipe is full. On any other error the reader is gone.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) break;
      return void setTimeout(() => write(descriptor, rest, done), 5);
    }
  }
  done();
}

// For unexpected errors: exit code 2 blocks the call in every client with a gate.
process.on("uncaughtException", (error) =>
  finish({ stdout: "", stderr: `surcingle: deny, because ${describeError(error)}\n`, exitCode: 2 }),
);
main(process.argv.slice(2));
