/** Hosts that are not on the public internet: this machine, its network, and services that hand out credentials. */

/** First address and number of fixed bits. */
const ranges4: readonly (readonly [first: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Shared by carriers; 100.100.100.200 is a metadata service.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
];

/** The name itself and every name below it. A host without a dot is one of the own network anyway. */
const domains: readonly string[] = [
  ...["localhost", "local", "localdomain", "localdomain4", "localdomain6", "internal", "intranet", "private", "corp"],
  ...["lan", "home", "home.arpa", "svc", "cluster.local", "ts.net"],
  ...["metadata.goog", "metadata.tencentyun.com", "metadata.packet.net", "metadata.platformequinix.com"],
  // They answer with the address in the name, or with this machine's.
  ...["nip.io", "sslip.io", "xip.io", "localtest.me", "lvh.me", "vcap.me", "lacolhost.com", "traefik.me"],
];

/** What the host is, as the end of a sentence; undefined for a public one. `host` is as a browser writes it. */
export function findPrivateHost(host: string): string | undefined {
  const name = bareHost(host);
  if (name === "") return undefined;
  if (name.startsWith("[")) {
    const groups = readAddress6(name.slice(1, -1));
    return groups && isPrivate6(groups) ? "a private address" : undefined;
  }
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isPrivate4(readAddress4(name)) ? "a private address" : undefined;
  if (!name.includes(".")) return "a host of the own network";
  const isBelow = (domain: string): boolean => name === domain || name.endsWith(`.${domain}`);
  return domains.some(isBelow) || name === "kubernetes.default" ? "a host of the own network" : undefined;
}

/** Without the dots at its end, which change nothing. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/\.+$/, "");
}

function readAddress4(text: string): number {
  return text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

function isPrivate4(address: number): boolean {
  return ranges4.some(([first, bits]) => {
    const size = 2 ** (32 - bits);
    return Math.floor(address / size) === Math.floor(readAddress4(first) / size);
  });
}

/** Eight numbers. A browser writes no dotted part and one `::` at most. */
function readAddress6(text: string): readonly number[] | undefined {
  const [head = "", tail] = text.split("::");
  const read = (part: string): number[] =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(head), tail === undefined ? [] : read(tail)];
  const missing = 8 - first.length - last.length;
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined;
  return [...first, ...Array.from({ length: missing }, () => 0), ...last];
}

function isPrivate6(groups: readonly number[]): boolean {
  const [a = 0, b = 0] = groups;
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  const inside = (high: number, low: number): number => (groups[high] ?? 0) * 65_536 + (groups[low] ?? 0);
  // Unspecified, loopback, unique local, link local, site local, multicast.
  if (isZero(0, 7) && (groups[7] ?? 0) <= 1) return true;
  if ((a & 0xfe00) === 0xfc00 || (a & 0xff80) === 0xfe80 || a >= 0xff00) return true;
  // An address of the fourth version inside: mapped, compatible, translated, 6to4, Teredo.
  if (isZero(0, 5) && (groups[5] === 0xffff || groups[5] === 0)) return isPrivate4(inside(6, 7));
  if (isZero(0, 4) && groups[4] === 0xffff && groups[5] === 0) return isPrivate4(inside(6, 7));
  if (a === 0x64 && b === 0xff9b) return groups[2] === 1 || isPrivate4(inside(6, 7));
  if (a === 0x2002) return isPrivate4(inside(1, 2));
  return a === 0x2001 && b === 0 && isPrivate4(2 ** 32 - 1 - inside(6, 7));
}
