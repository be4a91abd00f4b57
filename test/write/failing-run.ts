/** A process that builds or applies and fails at its Nth change of the file system: killed, or refused by the disk. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { apply } from "../../src/build/write/apply.ts";
import { buildTree } from "../../src/build/write/build-tree.ts";
import { applyRequest, buildRequest } from "./requests.ts";

export interface Order {
  readonly action: "build" | "apply" | "adopt";
  readonly place: string;
  readonly edition: "one" | "two";
  /** The change at which to fail, from 1; 0 for none. */
  readonly failAt: number;
  readonly failure: "SIGKILL" | "SIGTERM" | "ENOSPC";
}

const changing = [
  "mkdirSync",
  "openSync",
  "writeSync",
  "renameSync",
  "unlinkSync",
  "rmdirSync",
  "rmSync",
  "chmodSync",
  "copyFileSync",
] as const;

function injectFailure(order: Order): () => number {
  let count = 0;
  const table = fs as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const name of changing) {
    const original = table[name]!;
    table[name] = (...values) => {
      // Opening for reading changes nothing.
      const isChange = name !== "openSync" || values[1] === "wx";
      if (isChange && ++count === order.failAt) fail(order, name, original, values);
      return original(...values);
    };
  }
  syncBuiltinESMExports();
  return () => count;
}

function fail({ failure }: Order, name: string, original: (...values: unknown[]) => unknown, values: unknown[]): void {
  if (failure === "ENOSPC") {
    throw Object.assign(new Error(`${failure}: injected failure`), { code: failure, syscall: name });
  }
  // A write can be interrupted half way.
  if (name === "writeSync") original(values[0], values[1], 0, Math.floor(Number(values[3]) / 2));
  process.kill(process.pid, failure);
}

const order: Order = JSON.parse(process.argv[2]!);
const changes = injectFailure(order);
const result =
  order.action === "build"
    ? await buildTree(buildRequest(order.place, order.edition))
    : apply({
        ...applyRequest(order.place, order.edition),
        adopt: order.action === "adopt" ? "backup" : undefined,
      });
process.stdout.write(JSON.stringify({ result, changes: changes() }));
