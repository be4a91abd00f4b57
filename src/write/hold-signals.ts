/** Puts off a request to stop until a step that must not be cut in two is done. */

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function holdSignals<T>(step: () => T): Promise<T> {
  const received: NodeJS.Signals[] = [];
  const note = (signal: NodeJS.Signals): void => {
    received.push(signal);
  };
  for (const signal of signals) process.on(signal, note);
  try {
    return step();
  } finally {
    // The event loop hands over a signal only between its turns, and a first turn may be over before it looks.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
    for (const signal of signals) process.removeListener(signal, note);
    for (const signal of received) process.kill(process.pid, signal);
  }
}
