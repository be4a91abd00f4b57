/** Handles requests to stop: notifies a step, or delays them until it is done. */

export const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Delays a request to stop until a step that must not be interrupted is done. */
export async function holdSignals<T>(step: () => T): Promise<T> {
  const received: NodeJS.Signals[] = [];
  const note = (signal: NodeJS.Signals): void => {
    received.push(signal);
  };
  for (const signal of stopSignals) process.on(signal, note);
  try {
    return step();
  } finally {
    // The event loop delivers a signal only between its turns, and a first turn may be over before that.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    for (const signal of stopSignals) process.removeListener(signal, note);
    for (const signal of received) process.kill(process.pid, signal);
  }
}

/**
 * The step is notified by its signal, ends what it started and returns; only then does the process end as requested.
 * `isNormalEnd`: the step runs until it is stopped, so the process continues and exits with the step's own result.
 */
export async function withInterrupt<T>(
  step: (abort: AbortSignal) => Promise<T>,
  { isNormalEnd = false } = {},
): Promise<T> {
  const control = new AbortController();
  let received: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals): void => {
    received ??= signal;
    control.abort();
  };
  for (const signal of stopSignals) process.on(signal, note);
  try {
    return await step(control.signal);
  } finally {
    for (const signal of stopSignals) process.removeListener(signal, note);
    if (received && !isNormalEnd) process.kill(process.pid, received);
  }
}
