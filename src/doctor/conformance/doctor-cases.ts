/** Ways to break a home, for the cases that `surcingle doctor` must find. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { put } from "../scene.ts";
import type { DoctorCase } from "./client-tests.ts";

/** Removes the record of `apply`, so that the client and its files must reveal the damage. */
const forget = (home: string): void => rmSync(join(home, ".local"), { recursive: true, force: true });

export const remove =
  (path: string) =>
  (home: string): void => {
    forget(home);
    rmSync(join(home, path), { recursive: true });
  };

export const write =
  (path: string, text: string) =>
  (home: string): void => {
    forget(home);
    put(join(home, path), text);
  };

/** For a client that starts the gate as a program; `path` is the file of the agent `keeper`. */
export function gateCases(path: string): readonly DoctorCase[] {
  return [
    {
      name: "the runtime of the gate is gone",
      damage: (home) =>
        write(path, readFileSync(join(home, path), "utf8").replaceAll(process.execPath, "/gone/node"))(home),
      messages: [/the runtime of the gate, `\/gone\/node`, is missing, so every call of a governed agent is denied/],
    },
    {
      name: "the gate is not on the PATH",
      settings: { gate_command: "surcingle-gate" },
      environment: { GATE: "" },
      messages: [/`surcingle-gate` is not on the PATH/],
    },
  ];
}
