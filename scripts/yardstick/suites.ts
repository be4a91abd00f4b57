/** Reads labelled commands from the test suites of similar tools, from a checkout or a bare git directory. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export interface LabelledCommand {
  readonly command: string;
  readonly isUnsafe: boolean;
}

export interface Suite {
  readonly id: string;
  readonly repository: string;
  /** Its label "allowed" means that the command is harmless, not only that the tool does not object. */
  readonly labelsHarmless: boolean;
  /** Shown, but not part of the goal: its labels also reject calls that are merely incomplete. */
  readonly isHoldOut: boolean;
  /** The files with labels. */
  readonly files: RegExp;
  readonly read: (text: string) => readonly LabelledCommand[];
}

export const suites: readonly Suite[] = [
  {
    id: "dippy",
    repository: "github.com/ldayton/Dippy",
    labelsHarmless: true,
    isHoldOut: false,
    files: /^tests\/.*\.py$/,
    read: readTuples,
  },
  {
    id: "nah",
    repository: "github.com/manuelschipper/nah",
    labelsHarmless: false,
    isHoldOut: false,
    files: /^corpus\/.*\.jsonl$/,
    read: readVerdicts,
  },
  {
    id: "safety-net",
    repository: "github.com/kenryu42/cc-safety-net",
    labelsHarmless: false,
    isHoldOut: false,
    files: /^tests\/.*\.ts$/,
    read: readAssertions,
  },
  {
    id: "safe-chains",
    repository: "github.com/michaeldhopkins/safe-chains",
    labelsHarmless: false,
    isHoldOut: true,
    files: /^(?:src\/.*\.rs|commands\/.*\.toml)$/,
    read: readSections,
  },
];

/** Each command once; a command with both labels is unsafe. */
export function readSuite({ files, read }: Suite, directory: string): readonly LabelledCommand[] {
  const found = new Map<string, boolean>();
  for (const text of textsIn(directory, files)) {
    for (const { command, isUnsafe } of read(text)) found.set(command, isUnsafe || found.get(command) === true);
  }
  return [...found].map(([command, isUnsafe]) => ({ command, isUnsafe }));
}

function textsIn(directory: string, files: RegExp): readonly string[] {
  if (!isBare(directory)) {
    const paths = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((path) => files.test(path));
    return paths.sort().map((path) => readFileSync(join(directory, path), "utf8"));
  }
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-C", directory, ...words], { encoding: "utf8", maxBuffer: 1 << 28 });
  const paths = git("ls-tree", "-r", "--name-only", "HEAD").split("\n");
  return paths.filter((path) => files.test(path)).map((path) => git("show", `HEAD:${path}`));
}

function isBare(directory: string): boolean {
  return statSync(join(directory, "HEAD"), { throwIfNoEntry: false })?.isFile() === true;
}

const pythonString = String.raw`[rR]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')`;

/** Python: `("command", True)`. Adjacent strings are joined. */
function readTuples(text: string): readonly LabelledCommand[] {
  const tuple = new RegExp(String.raw`\(\s*((?:${pythonString}\s*)+),\s*(True|False),?\s*\)`, "g");
  return [...text.matchAll(tuple)].map(([, strings = "", label]) => ({
    command: [...strings.matchAll(new RegExp(pythonString, "g"))].map(([one]) => pythonText(one)).join(""),
    isUnsafe: label === "False",
  }));
}

function pythonText(written: string): string {
  const isRaw = /^r/i.test(written);
  const body = written.replace(/^[rR]?("""|'''|"|')([\s\S]*)\1$/, "$2");
  return isRaw ? body : unescaped(body);
}

function unescaped(text: string): string {
  const letters: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" };
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|([\s\S]))/g, (_, hex: string | undefined, one: string) =>
    hex === undefined ? (letters[one] ?? one) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** JSON lines: `{"command": …, "expected": {"verdict": "block"}}`. */
function readVerdicts(text: string): readonly LabelledCommand[] {
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    const { command, expected } = JSON.parse(line) as { command?: string; expected: { verdict?: string } };
    return command === undefined || expected.verdict === undefined
      ? []
      : [{ command, isUnsafe: expected.verdict === "block" }];
  });
}

const backtickString = "`(?:[^`\\\\$]|\\\\.)*`";
const scriptString = [String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`, backtickString].join("|");

/** TypeScript: `assertBlocked('command')`, `assertAllowed('command')`. Text with expressions is left out. */
function readAssertions(text: string): readonly LabelledCommand[] {
  const call = new RegExp(String.raw`assert(Blocked|StrictBlocked|Allowed)\(\s*(${scriptString})`, "g");
  return [...text.matchAll(call)].map(([, label, written = ""]) => ({
    command: unescaped(written.slice(1, -1)),
    isUnsafe: label !== "Allowed",
  }));
}

/** Rust: `denied! { name: "command", }`; TOML: `examples_denied = [ "command", ]`. */
function readSections(text: string): readonly LabelledCommand[] {
  const sections = [
    ...text.matchAll(/\b(safe|denied)!\s*\{([\s\S]*?)\n\s*\}/g),
    ...text.matchAll(/\bexamples_(safe|denied)\s*=\s*\[([\s\S]*?)\n\]/g),
  ];
  return sections.flatMap(([, label, body = ""]) =>
    [...body.matchAll(/^\s*(?:\w+:\s*)?(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/gm)].map(([, escaped, plain = ""]) => ({
      command: escaped === undefined ? plain : unescaped(escaped),
      isUnsafe: label === "denied",
    })),
  );
}
