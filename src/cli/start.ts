/** Starts the program that lies beside it, from its compiled form where that fits: most runs are short. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";

/** SHA-256 of the program and then of its compiled form; the bundler puts it in place. */
declare const partsDigest: string;

const filename = "surcingle-program.cjs";
const file = join(__dirname, filename);
const program = readFileSync(file);
// The bundler writes nothing but ASCII, which V8 keeps in one byte per letter when it is told so.
const script = new Script(program.toString("latin1"), { filename, cachedData: readCompiled() });
script.runInThisContext()(require, __dirname, file);

/**
 * V8 asks whether the version and the length of the text fit, and believes the rest: what is damaged, or of another
 * text, could do anything. So it is used as it was made, or not at all.
 */
function readCompiled(): Buffer | undefined {
  try {
    const compiled = readFileSync(join(__dirname, "surcingle-program.compiled"));
    const digest = createHash("sha256").update(program).update(compiled).digest("hex");
    return digest === partsDigest ? compiled : undefined;
  } catch {
    return undefined;
  }
}
