/** Bounds the cost of work as ratios of processor time, which a slow or busy machine hardly changes. */
import assert from "node:assert/strict";

type Work = () => unknown;

/** Milliseconds of processor time. Below this, a single garbage collection decides. */
const tooSmall = 20;

async function costOf(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Measured several times before it fails: compilation and garbage collection happen on either side by chance. */
export async function assertCostsAtMost(times: number, yardstick: Work, work: Work): Promise<void> {
  const seen: string[] = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const cost = await costOf(work);
    if (cost < tooSmall) return;
    const unit = await costOf(yardstick);
    if (cost <= times * unit) return;
    seen.push(`${Math.round(cost)} ms against ${Math.round(unit)} ms`);
  }
  assert.fail(`costs more than ${times} times its yardstick: ${seen.join(", ")}`);
}

/** One run at full size against eight runs at an eighth of it: 1 if linear, 8 if quadratic. */
export async function assertGrowsLinearly(size: number, work: (size: number) => unknown): Promise<void> {
  const eighth = Math.floor(size / 8);
  const inPieces = async (): Promise<void> => {
    for (let piece = 0; piece < 8; piece++) await work(eighth);
  };
  await assertCostsAtMost(4, inPieces, () => work(size));
}
