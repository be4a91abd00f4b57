/** Runs one `apply` inside another, once at each of its file system calls. */
import assert from "node:assert/strict";
import fs, { cpSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type ApplyResult, apply } from "../../src/build/write/apply.ts";
import { applyRequest, type Edition } from "./requests.ts";
import { snapshot } from "./snapshot.ts";

// In memory where possible: thousands of small files are written.
const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "surcingle-interleaving-"));
after(() => rmSync(scratch, { recursive: true }));

type Call = (...values: unknown[]) => unknown;
const table = fs as unknown as Record<string, Call>;
// Without `readSync`: what it reads is in a buffer of the module, and both runs share this process. The file is open by
// then, so nothing that another run does can change what is read.
const callNames = Object.keys(table).filter((name) => name.endsWith("Sync") && name !== "readSync");

/** Runs `work`, and `meanwhile` just before call number `step` of `work`; false if it makes fewer calls. */
function interrupt<T>(work: () => T, step: number, meanwhile: () => void): { result: T; isInterrupted: boolean } {
  const originals = callNames.map((name) => [name, table[name]!] as const);
  const restore = (): void => {
    for (const [name, original] of originals) table[name] = original;
    syncBuiltinESMExports();
  };
  let count = 0;
  for (const [name, original] of originals) {
    table[name] = (...values) => {
      if (++count === step) {
        restore();
        meanwhile();
      }
      return original(...values);
    };
  }
  syncBuiltinESMExports();
  try {
    return { result: work(), isInterrupted: count >= step };
  } finally {
    restore();
  }
}

/** Runs are distinguished by their process ids; both of these belong to living processes. */
const [firstPid, secondPid] = [String(process.pid), String(process.ppid)].sort();

function applyAs(pid: string | undefined, place: string, edition: Edition): ApplyResult {
  const own = Object.getOwnPropertyDescriptor(process, "pid")!;
  Object.defineProperty(process, "pid", { ...own, value: Number(pid) });
  try {
    return apply(applyRequest(place, edition));
  } finally {
    Object.defineProperty(process, "pid", own);
  }
}

function placeWith(name: string, ...editions: readonly Edition[]): string {
  const place = join(scratch, name);
  mkdirSync(place);
  for (const edition of editions) assert.equal(apply(applyRequest(place, edition)).kind, "planned");
  return place;
}

const origins = { empty: placeWith("empty"), one: placeWith("one", "one"), two: placeWith("two", "two") };
const goals: Readonly<Record<Edition, object>> = { one: snapshot(origins.one), two: snapshot(origins.two) };

/** `act` gets a fresh copy of `origin` each time, and returns false if the run has fewer steps. */
function atEveryStep(origin: string, act: (place: string, step: number) => boolean): void {
  const place = join(scratch, "place");
  for (let step = 1; ; step++) {
    rmSync(place, { recursive: true, force: true });
    cpSync(origin, place, { recursive: true });
    if (act(place, step)) continue;
    assert.ok(step > 20, "the run has steps");
    return;
  }
}

function refusals(result: ApplyResult | undefined): string[] {
  return result?.kind === "refused" ? result.problems.map(({ code, message }) => `${code}: ${message}`) : [];
}

for (const [title, origin] of Object.entries(origins)) {
  for (const edition of ["one", "two"] as const) {
    test(`${edition} is applied at each step of another run, starting from ${title}: the only refusal is \`output-busy\``, () => {
      atEveryStep(origin, (place, step) => {
        let second: ApplyResult | undefined;
        const { result, isInterrupted } = interrupt(
          () => applyAs(firstPid, place, "two"),
          step,
          () => {
            second = applyAs(secondPid, place, edition);
          },
        );
        const at = `step ${step}`;
        assert.deepEqual(refusals(result), [], at);
        assert.deepEqual(
          refusals(second).filter((text) => !text.startsWith("output-busy: ")),
          [],
          at,
        );
        assert.ok(
          Object.values(goals).some((goal) => JSON.stringify(goal) === JSON.stringify(snapshot(place))),
          `${at}: the files of one run are all there`,
        );
        return isInterrupted;
      });
    });
  }
}

test("a run that withdraws can remove the directory of the record at each step of another run", () => {
  atEveryStep(origins.empty, (place, step) => {
    const { result, isInterrupted } = interrupt(
      () => applyAs(firstPid, place, "two"),
      step,
      () => {
        for (const directory of [".local/state/surcingle", ".local/state", ".local"]) {
          try {
            rmdirSync(join(place, directory));
          } catch {
            return;
          }
        }
      },
    );
    assert.deepEqual(refusals(result), [], `step ${step}`);
    assert.deepEqual(snapshot(place), goals.two);
    return isInterrupted;
  });
});
