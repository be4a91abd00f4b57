/** The system call filter, as the bytes that the kernel runs: covers what mounts and namespaces leave open. */

interface Numbers {
  readonly arch: number;
  readonly socket: number;
  readonly ioctl: number;
  /** add_key, request_key, keyctl, io_uring ×3, bpf, perf_event_open, userfaultfd. */
  readonly refused: readonly number[];
}

const machines: Readonly<Record<string, Numbers>> = {
  x64: { arch: 0xc000003e, socket: 41, ioctl: 16, refused: [248, 249, 250, 425, 426, 427, 321, 298, 323] },
  arm64: { arch: 0xc00000b7, socket: 198, ioctl: 29, refused: [217, 218, 219, 425, 426, 427, 280, 241, 282] },
};

const [load, equal, atLeast, give] = [0x20, 0x15, 0x35, 0x06];
const [pass, refuse, kill] = [0x7fff0000, 0x00050001, 0x80000000];
/** Unix sockets reach other programs by path or abstract name. Network namespaces do not isolate vsock. */
const [unixFamily, vsockFamily] = [1, 40];
/** TIOCSTI and TIOCLINUX type into the terminal. */
const typing = [0x5412, 0x541c];
const [syscallNumber, architecture, firstArgument, secondArgument] = [0, 4, 16, 24];

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/** Undefined for an unknown machine architecture. `hasSockets`: other programs may be reached by their sockets. */
export function seccompFilter(machine: string, hasSockets: boolean): Uint8Array | undefined {
  const numbers = machines[machine];
  if (!numbers) return undefined;
  const refuseIf = (value: number): Step[] => [
    [equal, 0, 1, value],
    [give, 0, 0, refuse],
  ];
  /** For this call, the argument decides. */
  const whenCalled = (call: number, argument: number, values: readonly number[]): Step[] => {
    const body: Step[] = [[load, 0, 0, argument], ...values.flatMap(refuseIf), [give, 0, 0, pass]];
    return [[equal, 0, body.length, call], ...body];
  };
  const families = hasSockets ? [vsockFamily] : [unixFamily, vsockFamily];
  const steps: Step[] = [
    [load, 0, 0, architecture],
    [equal, 1, 0, numbers.arch],
    [give, 0, 0, kill],
    [load, 0, 0, syscallNumber],
    // The x32 calls are the same with other numbers.
    ...(machine === "x64"
      ? ([
          [atLeast, 0, 1, 0x40000000],
          [give, 0, 0, refuse],
        ] as Step[])
      : []),
    ...numbers.refused.flatMap(refuseIf),
    ...whenCalled(numbers.socket, firstArgument, families),
    ...whenCalled(numbers.ioctl, secondArgument, typing),
    [give, 0, 0, pass],
  ];
  const bytes = new DataView(new ArrayBuffer(steps.length * 8));
  for (const [i, [code, ifTrue, ifFalse, value]] of steps.entries()) {
    bytes.setUint16(i * 8, code, true);
    bytes.setUint8(i * 8 + 2, ifTrue);
    bytes.setUint8(i * 8 + 3, ifFalse);
    bytes.setUint32(i * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
