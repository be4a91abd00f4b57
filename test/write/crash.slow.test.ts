/** Interrupts a run at every step: the old state or the new one, every file complete, nothing of the user lost. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { type ApplyResult, apply, previewApply } from "../../src/build/write/apply.ts";
import { type BuildResult, buildTree } from "../../src/build/write/build-tree.ts";
import { bundleFailingRun } from "./bundle-failing-run.ts";
import type { Order } from "./failing-run.ts";
import { applyRequest, buildRequest } from "./requests.ts";
import { snapshot } from "./snapshot.ts";

// In memory if possible: hundreds of copies are made.
const scratch = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "surcingle-crash-"));
after(() => rmSync(scratch, { recursive: true }));

const failingRun = bundleFailingRun(scratch);

interface FailedRun {
  readonly signal: string | null;
  readonly result: BuildResult | ApplyResult | undefined;
  readonly changes: number;
}

function run(order: Order): FailedRun {
  const child = spawnSync(process.execPath, [failingRun, JSON.stringify(order)], { encoding: "utf8" });
  assert.equal(child.stderr, "", "an expected failure is a value, never an exception");
  const answer = child.stdout === "" ? {} : JSON.parse(child.stdout);
  return { signal: child.signal, result: answer.result, changes: answer.changes };
}

/** A fresh copy for each interruption, until a run completes without being interrupted. */
function atEveryChange(
  order: Omit<Order, "place" | "failAt">,
  origin: string,
  look: (place: string, run: FailedRun) => void,
): void {
  const place = join(scratch, "place");
  for (let failAt = 1; ; failAt++) {
    copyOf(origin, "place");
    const failed = run({ ...order, place, failAt });
    if (failed.signal === null && failed.changes < failAt) {
      assert.ok(failAt > 10, "the run was interrupted at several steps");
      return;
    }
    try {
      look(place, failed);
    } catch (error) {
      throw new Error(
        `${order.failure} at change ${failAt} of ${order.action}: ${error instanceof Error && error.message}`,
      );
    }
  }
}

function makePlace(name: string): string {
  const place = join(scratch, name);
  mkdirSync(join(place, ".config/opencode/agents"), { recursive: true });
  writeFileSync(join(place, "thesis.txt"), "years of work");
  writeFileSync(join(place, ".config/opencode/agents/mine.md"), "mine");
  writeFileSync(join(place, ".config/opencode/opencode.json"), '{\n  "theme": "dark" // mine\n}\n');
  return place;
}

const built = (place: string): Record<string, string> | undefined =>
  existsSync(join(place, "out")) ? snapshot(join(place, "out")) : undefined;

async function buildsOf(name: string): Promise<{ none: string; one: string; two: string }> {
  const [none, one, two] = [makePlace(`${name}-none`), makePlace(`${name}-one`), makePlace(`${name}-two`)];
  await buildTree(buildRequest(one, "one"));
  await buildTree(buildRequest(two, "two"));
  return { none, one, two };
}

test("a build killed anywhere leaves the old tree, the new one, or a state that the next run repairs", async () => {
  const { none, one, two } = await buildsOf("build");
  for (const origin of [none, one]) {
    const states = new Set<string>();
    const [before, after] = [built(origin), built(two)];
    const recoveries: Promise<void>[] = [];
    atEveryChange({ action: "build", edition: "two", failure: "SIGKILL" }, origin, (place, { signal }) => {
      assert.equal(signal, "SIGKILL");
      const now = built(place);
      const work = readdirSync(place).filter((entry) => entry.startsWith(".out.surcingle."));
      if (now === undefined && before !== undefined) {
        states.add("between");
        assert.deepEqual(snapshot(join(place, work[0]!, "old")), before, "the old tree waits to be put back");
      } else {
        states.add(JSON.stringify(now) === JSON.stringify(before) ? "old" : "new");
        assert.deepEqual(now, states.has("new") ? after : before);
      }
      const copy = `${place}-${recoveries.length}`;
      cpSync(place, copy, { recursive: true });
      recoveries.push(
        buildTree(buildRequest(copy, "two")).then((result) => {
          assert.notEqual(result.kind, "refused", JSON.stringify(result));
          assert.deepEqual(snapshot(copy), snapshot(two), "the next run leaves exactly the new tree");
          rmSync(copy, { recursive: true });
        }),
      );
    });
    await Promise.all(recoveries);
    assert.deepEqual([...states].sort(), origin === none ? ["new", "old"] : ["between", "new", "old"]);
  }
});

test("after a crash between the renames, an incomplete new tree is discarded and the old one restored", async () => {
  const { one } = await buildsOf("refused");
  const place = join(scratch, "between");
  cpSync(one, place, { recursive: true });
  const work = join(place, ".out.surcingle.999999999.0123456789ab");
  mkdirSync(work);
  cpSync(join(place, "out"), join(work, "old"), { recursive: true });
  writeFileSync(join(work, "old/mine.md"), "mine");
  cpSync(join(place, "out"), join(work, "new"), { recursive: true });
  rmSync(join(work, "new/opencode/agents/same.md"));
  rmSync(join(place, "out"), { recursive: true });
  const result = await buildTree(buildRequest(place, "two"));
  assert.equal(result.kind, "refused");
  assert.equal(built(place)?.["mine.md"], "644 mine");
});

test("a request to stop between the renames takes effect after them", async () => {
  const { one, two } = await buildsOf("stop");
  const ends = new Set<string>();
  atEveryChange({ action: "build", edition: "two", failure: "SIGTERM" }, one, (place, { signal }) => {
    assert.equal(signal, "SIGTERM");
    assert.notEqual(built(place), undefined, "there is an output at every moment");
    ends.add(JSON.stringify(built(place)) === JSON.stringify(built(two)) ? "new" : "old");
  });
  assert.deepEqual([...ends].sort(), ["new", "old"]);
});

test("a build with a disk error anywhere leaves the old tree or the new one and reports it", async () => {
  const { one, two } = await buildsOf("full");
  atEveryChange({ action: "build", edition: "two", failure: "ENOSPC" }, one, (place, { result }) => {
    assert.deepEqual(built(place), built(result?.kind === "written" ? two : one));
    if (result?.kind === "refused") assert.match(result.problems[0]!.message, /the disk is full/);
    assert.equal(snapshot(place)["thesis.txt"], "644 years of work");
  });
});

function applied(): { one: string; two: string; fresh: string } {
  const [fresh, one, two] = ["fresh", "one", "two"].map((name) => makePlace(`apply-${name}`)) as [
    string,
    string,
    string,
  ];
  assert.equal(apply(applyRequest(one, "one")).kind, "planned");
  assert.equal(apply(applyRequest(two, "one")).kind, "planned");
  assert.equal(apply(applyRequest(two, "two")).kind, "planned");
  return { one, two, fresh };
}

function copyOf(place: string, name: string): string {
  const copy = join(scratch, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(place, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function checkWhole(place: string, before: Record<string, string>, after: Record<string, string>): void {
  for (const [path, content] of Object.entries(snapshot(place))) {
    if (path.includes("surcingle") || path.endsWith("/")) continue;
    assert.ok(content === before[path] || content === after[path], `${path} is whole: ${content}`);
  }
}

test("an apply killed anywhere leaves complete files, and the next run finishes or restarts it", () => {
  const { one, two } = applied();
  const [before, after] = [snapshot(one), snapshot(two)];
  const ends = new Set<string>();
  const edited = ".config/opencode/agents/chiron.md";
  atEveryChange({ action: "apply", edition: "two", failure: "SIGKILL" }, one, (place) => {
    checkWhole(place, before, after);

    const forward = copyOf(place, "forward");
    assert.equal(previewApply(applyRequest(forward, "two")).kind, "planned");
    assert.equal(apply(applyRequest(forward, "two")).kind, "planned");
    assert.deepEqual(snapshot(forward), after, "wanting the new state leads to it");

    // Going back to the old state needs writes only if the next run finished the interrupted one instead of undoing it.
    const back = copyOf(place, "back");
    const result = apply(applyRequest(back, "one"));
    ends.add(result.kind === "planned" && result.changes.some(({ kind }) => kind === "write") ? "ended" : "undone");
    assert.deepEqual(snapshot(back), before, "wanting the old state leads to it");

    const removed = ".config/opencode/skills/old/run.sh";
    if (existsSync(join(place, removed))) {
      const kept = copyOf(place, "kept");
      writeFileSync(join(kept, removed), "edited after the crash");
      apply(applyRequest(kept, "two"));
      assert.equal(snapshot(kept)[removed], "755 edited after the crash");
    }

    writeFileSync(join(place, edited), "edited after the crash");
    const refused = apply(applyRequest(place, "two"));
    assert.deepEqual(refused.kind === "refused" && refused.problems.map(({ subject }) => subject), [edited]);
    assert.equal(snapshot(place)[edited], "644 edited after the crash");
  });
  assert.deepEqual([...ends].sort(), ["ended", "undone"]);
});

test("a first apply killed anywhere is finished by the next run", () => {
  const { fresh } = applied();
  const goal = copyOf(fresh, "goal");
  apply(applyRequest(goal, "two"));
  atEveryChange({ action: "apply", edition: "two", failure: "SIGKILL" }, fresh, (place) => {
    checkWhole(place, snapshot(fresh), snapshot(goal));
    assert.equal(apply(applyRequest(place, "two")).kind, "planned");
    assert.deepEqual(snapshot(place), snapshot(goal));
  });
});

test("an apply with --adopt, killed anywhere, never loses a user's file", () => {
  const { one, two } = applied();
  const path = ".config/opencode/agents/chiron.md";
  const removed = ".config/opencode/skills/old/run.sh";
  const origin = copyOf(one, "origin");
  for (const each of [path, removed]) writeFileSync(join(origin, each), `mine: ${each}`);
  const ends = new Set<string>();
  atEveryChange({ action: "adopt", edition: "two", failure: "SIGKILL" }, origin, (place) => {
    const backup = join(place, ".local/state/surcingle/backup/backup");
    for (const each of [path, removed]) {
      const found = [join(place, each), join(backup, each)].filter((file) => existsSync(file));
      const texts = found.map((file) => readFileSync(file, "utf8"));
      assert.ok(texts.includes(`mine: ${each}`), `${each}: ${texts.join(" | ")}`);
    }
    const result = apply({ ...applyRequest(place, "two"), adopt: "again" });
    assert.equal(result.kind, "planned", JSON.stringify(result));
    const now = snapshot(place);
    assert.equal(now[path], snapshot(two)[path]);
    const kept = Object.values(now).filter((content) => content.includes("mine: "));
    assert.equal(kept.length, 2, "each of them is kept once");
    ends.add(Object.keys(now).some((each) => each.includes("backup/again")) ? "anew" : "ended");
  });
  assert.deepEqual([...ends].sort(), ["anew", "ended"]);
});

test("an apply with a disk error anywhere reports it, and the next run finishes it", () => {
  const { one, two } = applied();
  let undone = 0;
  atEveryChange({ action: "apply", edition: "two", failure: "ENOSPC" }, one, (place, { result }) => {
    checkWhole(place, snapshot(one), snapshot(two));
    if (result?.kind === "refused") assert.match(result.problems[0]!.message, /the disk is full/);
    if (result?.kind === "refused" && result.problems[0]!.code !== "interrupted") {
      assert.deepEqual(withoutWork(snapshot(place)), snapshot(one), "nothing was changed");
      undone++;
    }
    assert.equal(apply(applyRequest(place, "two")).kind, "planned");
    assert.deepEqual(snapshot(place), snapshot(two));
  });
  assert.ok(undone > 10, `until everything is ready it is undone at once, ${undone} times`);
});

/** A working directory may stay if the disk refuses even its removal. */
function withoutWork(found: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(found).filter(([path]) => !path.includes("/.apply.surcingle.")));
}
