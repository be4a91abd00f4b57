/** Reads how many tests ran from the output of test programs. Unknown if no format matches, not zero. */

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The program: `cargo`, `pytest`. */
  readonly by: string;
}

interface Format {
  readonly by: string;
  readonly read: (text: string) => Omit<TestCounts, "by"> | undefined;
}

/** The numbers before or after a word, in each matching line; undefined if none matches. */
function sumLines(text: string, line: RegExp, words: Readonly<Record<keyof Omit<TestCounts, "by">, RegExp>>) {
  const lines = [...text.matchAll(line)].map(([whole]) => whole);
  if (lines.length === 0) return undefined;
  const numbers = (one: string, word: RegExp) => [...one.matchAll(word)].map(([, number]) => Number(number));
  const sum = (word: RegExp) => lines.flatMap((one) => numbers(one, word)).reduce((total, one) => total + one, 0);
  return { passed: sum(words.passed), failed: sum(words.failed), skipped: sum(words.skipped) };
}

function countLines(text: string, words: Readonly<Record<keyof Omit<TestCounts, "by">, RegExp>>) {
  const count = (word: RegExp) => [...text.matchAll(word)].length;
  const found = { passed: count(words.passed), failed: count(words.failed), skipped: count(words.skipped) };
  return found.passed + found.failed + found.skipped > 0 ? found : undefined;
}

/** INVARIANT: one run of one program matches at most one format, because all matches are added up. */
const formats: readonly Format[] = [
  {
    by: "cargo test",
    read: (text) =>
      sumLines(text, /^test result: .*$/gm, {
        passed: /(\d+) passed/g,
        failed: /(\d+) failed/g,
        skipped: /(\d+) ignored/g,
      }),
  },
  {
    by: "cargo nextest",
    read: (text) =>
      sumLines(text, /^\s*Summary \[.*\d+ tests? run:.*$/gm, {
        passed: /(\d+) passed/g,
        failed: /(\d+) failed/g,
        skipped: /(\d+) skipped/g,
      }),
  },
  {
    by: "node --test",
    read: (text) =>
      // The same three words for TAP and for the human-readable reporter.
      sumLines(text, /^(?:#|\u2139) (?:pass|fail|cancelled|skipped|todo) \d+$/gm, {
        passed: /pass (\d+)/g,
        failed: /(?:fail|cancelled) (\d+)/g,
        skipped: /(?:skipped|todo) (\d+)/g,
      }),
  },
  {
    by: "mocha",
    read: (text) =>
      sumLines(text, /^ +\d+ (?:passing|failing|pending)\b.*$/gm, {
        passed: /(\d+) passing/g,
        failed: /(\d+) failing/g,
        skipped: /(\d+) pending/g,
      }),
  },
  {
    by: "jest",
    read: (text) =>
      sumLines(text, /^Tests: +(?:\d+ \w+, )*\d+ total$/gm, {
        passed: /(\d+) passed/g,
        failed: /(\d+) failed/g,
        skipped: /(\d+) (?:skipped|todo)/g,
      }),
  },
  {
    by: "vitest",
    read: (text) =>
      sumLines(text, /^ +Tests {2}\d.*\(\d+\)$/gm, {
        passed: /(\d+) passed/g,
        failed: /(\d+) failed/g,
        skipped: /(\d+) (?:skipped|todo)/g,
      }),
  },
  {
    by: "go test -v",
    // A test with subtests is printed with them; only unindented lines are counted.
    read: (text) => countLines(text, { passed: /^--- PASS: /gm, failed: /^--- FAIL: /gm, skipped: /^--- SKIP: /gm }),
  },
  {
    by: "go test -json",
    read: (text) => countGoEvents(text),
  },
  {
    by: "pytest",
    read: (text) =>
      sumLines(
        text,
        /^(?:=+ )?(?:\d+ (?:(?:x?pass|x?fail|deselect)ed|skipped|warnings?|errors?)(?:, )?)+ in [\d.]+s.*$/gm,
        { passed: /(\d+) passed/g, failed: /(\d+) (?:failed|errors?)/g, skipped: /(\d+) skipped/g },
      ),
  },
  { by: "unittest", read: (text) => readUnittest(text) },
  {
    by: "TAP",
    read: (text) =>
      /^(?:#|\u2139) pass \d+$/m.test(text) || !/^1\.\.\d+/m.test(text)
        ? undefined
        : countLines(text, {
            passed: /^ok \d+(?!.*# (?:SKIP|TODO)).*$/gim,
            failed: /^not ok \d+(?!.*# TODO).*$/gim,
            skipped: /^(?:not )?ok \d+.*# (?:SKIP|TODO).*$/gim,
          }),
  },
];

/** Undefined if the output does not say. */
export function readTestCounts(output: string): TestCounts | undefined {
  const text = withoutColours(output).replaceAll("\r\n", "\n");
  const found = formats.flatMap(({ by, read }) => {
    const counts = read(text);
    return counts ? [{ ...counts, by }] : [];
  });
  if (found.length === 0) return undefined;
  const sum = (key: "passed" | "failed" | "skipped") => found.reduce((total, one) => total + one[key], 0);
  const by = found.map((one) => one.by).join(", ");
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), by };
}

/** One object per line; a line without a test is about a package. */
function countGoEvents(text: string) {
  const ends = text.split("\n").flatMap((line) => {
    if (!line.startsWith("{") || !line.includes('"Test":')) return [];
    const action = /"Action":"(pass|fail|skip)"/.exec(line)?.[1];
    const isPart = /"Test":"[^"]*\//.test(line);
    return action && !isPart ? [action] : [];
  });
  const count = (action: string) => ends.filter((one) => one === action).length;
  return ends.length > 0 ? { passed: count("pass"), failed: count("fail"), skipped: count("skip") } : undefined;
}

/** `Ran 3 tests in 0.001s`, then `OK (skipped=1)` or `FAILED (failures=1, errors=1)`. */
function readUnittest(text: string) {
  const runs = [...text.matchAll(/^Ran (\d+) tests? in [\d.]+s\n+(?:OK|FAILED|NO TESTS RAN)(.*)$/gm)];
  if (runs.length === 0) return undefined;
  const sum = (word: RegExp) =>
    runs.reduce((total, [, , rest = ""]) => total + [...rest.matchAll(word)].reduce((n, [, m]) => n + Number(m), 0), 0);
  const all = runs.reduce((total, [, ran]) => total + Number(ran), 0);
  const failed = sum(/(?:failures|errors|unexpected successes)=(\d+)/g);
  const skipped = sum(/(?:skipped)=(\d+)/g);
  return { passed: Math.max(all - failed - skipped, 0), failed, skipped };
}

function withoutColours(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal begin with one
  return text.replace(/\u001b\[[\d;?]*[ -/]*[@-~]/g, "");
}
