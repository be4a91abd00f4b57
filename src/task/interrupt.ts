/** Lets a request to stop wait until what must be cleaned up is cleaned up; then it is obeyed. */

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The step is told by its signal, ends what it started and returns; only then the process ends as it was asked to. */
export async function withInterrupt<T>(step: (abort: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController();
  let received: NodeJS.Signals | undefined;
  const note = (signal: NodeJS.Signals): void => {
    received ??= signal;
    control.abort();
  };
  for (const signal of signals) process.on(signal, note);
  try {
    return await step(control.signal);
  } finally {
    for (const signal of signals) process.removeListener(signal, note);
    if (received) process.kill(process.pid, received);
  }
}
