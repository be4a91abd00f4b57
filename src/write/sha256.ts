/** The hash by which we know our own files again. */
import * as crypto from "node:crypto";

/** One call without an object in between where the runtime has it (Node 20.12): thousands of small files are hashed. */
export const sha256: (content: string | Uint8Array) => string =
  typeof crypto.hash === "function"
    ? (content) => crypto.hash("sha256", content, "hex")
    : (content) => crypto.createHash("sha256").update(content).digest("hex");
