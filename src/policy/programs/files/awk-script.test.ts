/** Tests awk scripts: a table, and random scripts compared with every installed awk. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { firstSeed, makeRandom, propertyRuns, type Random } from "../../../../test/support/random.ts";
import { findProgram } from "../../../../test/support/stub-shell.ts";
import { isReadOnlyAwk } from "./awk-script.ts";

const reading: readonly string[] = [
  "{print}",
  "{ print $1 }",
  "{print $1, $NF}",
  '{print $1 " " $2}',
  "NR==1",
  "NR>1",
  "NR > 1 && NR <= 10",
  "NR>=5{print}",
  "$3 > 5 {print $1}",
  "/foo/",
  "/foo|bar/ {print $2}",
  "!/^#/",
  "/system/ {print}",
  '/"|#/ {print}',
  "/a\\/b/ {n++} END {print n}",
  "/[[:space:]]+$/",
  "/[^a-z]x/",
  "/\\[ERROR\\]/",
  "$1 ~ /^a/ || $2 !~ /b$/",
  "{s += $1} END {print s / NR}",
  "{print ($1+$2)/2}",
  "{print ($1+$2)/2, ($3+$4)/2}",
  "{print $1/$2}",
  "{ print /a/ ? 1 : 2 }",
  "{print length}",
  "{print length / 2}",
  "length > 80",
  'length($0) > 80 {print FILENAME ":" FNR}',
  "{ if ($1 > 5) print $2; else print $3 }",
  "{ x = $1 > 5; print x }",
  "{print ($1 > 5)}",
  "{ max = $1 > max ? $1 : max } END { print max }",
  "{a[$1]++} END {for (k in a) print k, a[k]}",
  "!seen[$0]++",
  '{gsub(/a/, "b"); print}',
  '{sub(/[ \\t]+$/, ""); print}',
  "{split($0, a, /,/); print a[1]}",
  '{printf "%-10s %s\\n", $1, $2}',
  'BEGIN {FS=":"; OFS="|"} {print $1, $2}',
  'BEGIN{FS="|"}{print $2}',
  'BEGIN { print 1 > "/dev/stderr" }',
  '{ print "x" > "/dev/stderr"; n++ }',
  '{ print "| getline > system()" }',
  "# system() and | are fine here\n{print}",
  "{print} # > out",
  "function max(a, b) { return a > b ? a : b }\n{print max($1, $2)}",
  "/start/,/end/",
  "/start/{f=1} f; /end/{f=0}",
  "{for(i=1;i<=NF;i++) if ($i>3) print $i}",
  "{ print substr($0, index($0, $3)) }",
  "{print toupper($1)}",
  "NR%2==0",
  "{i++; j--; print i/j}",
  "{print $1 \\\n, $2}",
  "END{print NR}",
  '{print ENVIRON["HOME"]}',
  "{print 1e3, .5, 1.5e-3}",
  "{while (i < 3) i++; do { i-- } while (i > 0)}",
  "",
];

const other: readonly string[] = [
  '{print > "out"}',
  "{print > $1}",
  '{print $1 > "out"}',
  '{print $1, $2 >> "out"}',
  '{print ($1) > "out"}',
  '{print($1)($2) > "out"}',
  '{printf("%s", $1) > "out"}',
  '{print $1,\n$2 > "out"}',
  '{print a[1>2] > "out"}',
  '{ print "x" > "/dev/stderr" "x" }',
  '{ print "x" > "/dev/stdout.txt" }',
  'BEGIN print > "out"',
  'BEGIN {system("touch out")}',
  'BEGIN {system  ("touch out")}',
  'BEGIN {1system("touch out")}',
  'BEGIN {x=0x1system("touch out")}',
  'BEGIN {x=1e5system("touch out")}',
  'BEGIN {x="a"system("touch out")}',
  'BEGIN {awk::system("touch out")}',
  'BEGIN {f="system"; @f("touch out")}',
  'BEGIN {print "touch out" | "sh"}',
  'BEGIN {print |& "sh"}',
  'BEGIN {"touch out" | getline}',
  'BEGIN {while ((getline line < "in.txt") > 0) print line}',
  "BEGIN {getline < ARGV[1]}",
  'BEGIN {ARGV[1]="in.txt"; ARGC=2} {print}',
  'BEGIN {SYMTAB["ARGV"][1]="in.txt"}',
  '@load "filefuncs"\nBEGIN {}',
  '@include "x"',
  'BEGIN {close("x")}',
  "/[/]/ {print}",
  '/[/]/ {system("touch out")} /[/]/',
  '{ if (1) /"/; system("touch out") #"\n}',
  '{ if (1) /"/; print "touch out" | "sh" #"\n}',
  "/[[:alpha:]/]/ {print}",
  "/[]/]/",
  "/[\\]/]/",
  "{print # comment \\\n}",
  "{print `x`}",
  "{print 'x'}",
  '{print "unterminated}',
  '{print "a\nb"}',
  "/unterminated",
  "{print (}",
  "}",
  ")",
  "{print\r\n}",
  `{print ${"(1)/".repeat(20)}1}`,
];

test("awk scripts", () => {
  for (const script of reading) assert.equal(isReadOnlyAwk(script), true, JSON.stringify(script));
  for (const script of other) assert.equal(isReadOnlyAwk(script), false, JSON.stringify(script));
});

test("a long script is read in linear time", () => {
  assert.equal(isReadOnlyAwk("/[^a]/".repeat(10_001)), true);
  for (const part of ["(1)/", '"\\', "[[:", "/[^a]", "a[", ")/("]) {
    assert.equal(isReadOnlyAwk(`/[${part.repeat(10_001)}`), false, part);
  }
});

const awks: readonly (readonly string[])[] = [
  ...["gawk", "mawk", "original-awk"].filter(findProgram).map((name) => [name]),
  ...(findProgram("busybox") ? [["busybox", "awk"]] : []),
];

/**
 * The files that the script created in its own directory, and whether it printed a file that was not an argument.
 */
function runAwk(
  awk: readonly string[],
  script: string,
): { readonly made: readonly string[]; readonly isShown: boolean } {
  const directory = mkdtempSync(join(tmpdir(), "awk-script-"));
  try {
    writeFileSync(join(directory, "in.txt"), "FROM-FILE\n");
    const [program = "", ...before] = awk;
    const { stdout } = spawnSync(program, [...before, script], {
      cwd: directory,
      input: "a 1\nb/c 2\n",
      encoding: "utf8",
      timeout: 2_000,
      maxBuffer: 1_000_000,
    });
    const made = readdirSync(directory).filter((name) => name !== "in.txt");
    return { made, isShown: stdout?.includes("FROM-FILE") === true };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test("the table, run by every awk", { skip: awks.length > 0 ? false : "there is no awk" }, () => {
  for (const awk of awks) {
    for (const script of reading) {
      assert.deepEqual(runAwk(awk, script), { made: [], isShown: false }, `${awk.join(" ")} ${JSON.stringify(script)}`);
    }
  }
  const active = other.filter((script) =>
    awks.some((awk) => {
      const { made, isShown } = runAwk(awk, script);
      return made.length > 0 || isShown;
    }),
  );
  assert.ok(active.length >= 15, `only ${active.length} scripts did something`);
});

const pieces = [
  ...[
    "{",
    "}",
    "(",
    ")",
    "/",
    "[",
    "]",
    '"',
    "#",
    "\n",
    ";",
    " ",
    "\\",
    ">",
    ">>",
    "|",
    "a",
    "1",
    "$1",
    "++",
    ",",
    "^",
    "[:",
    ":]",
  ],
  ...[
    "print",
    "print ",
    "print 1",
    "BEGIN",
    "BEGIN{",
    "if(1)",
    "length",
    "x=1",
    "/a/",
    '"x"',
    "!",
    "~",
    "in",
    "return ",
    "else ",
  ],
  ...[
    'print 1>"out"',
    '>"out"',
    'system("touch out")',
    '|"touch out"',
    '"touch out"|getline',
    'getline<"in.txt";print',
  ],
  ...['ARGV[1]="in.txt";ARGC=2', "0x1", "1e5", "/[/]/", '/"/', "/#/", "(1)/", "}\n", ")}", "else", "function f(x){"],
];

const statements = [
  ...[
    "print 1",
    "print(1)(2)",
    "print 1,2",
    "x=1",
    "x=1/2",
    "x=(1)/2",
    'x="/"',
    "if(1)print 2",
    "if(1)/a/",
    "x=length/2",
    "y=x>1",
  ],
  ...[
    'print 1>"out"',
    'print(1)>"out"',
    'print(1>"out")',
    'print 1>>"out"',
    'system("touch out")',
    '1system("touch out")',
  ],
  ...[
    'print|"touch out"',
    '"touch out"|getline',
    'getline<"in.txt";print',
    'ARGV[1]="in.txt";ARGC=2',
    '/"/',
    'x="#"',
    "#",
  ],
];

/** Half of the scripts are statements in order, the others random tokens. */
function makeScript(random: Random): string {
  if (random.oneIn(2)) {
    const made = Array.from({ length: 1 + random.int(3) }, () => random.pick(statements));
    return `BEGIN{${made.join(random.pick([";", "\n", "}BEGIN{", ";;\n", " /"]))}}`;
  }
  const body = Array.from({ length: 1 + random.int(7) }, () => random.pick(pieces)).join("");
  return random.oneIn(2) ? body : `BEGIN{${body}}`;
}

const count = Math.ceil(propertyRuns / 4);

test("no awk does more than read if the script is classified as reading", {
  skip: awks.length > 0 ? false : "there is no awk",
}, () => {
  let judged = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const script = makeScript(makeRandom(seed));
    if (!isReadOnlyAwk(script)) continue;
    judged++;
    for (const awk of awks) {
      const about = `with PROPERTY_SEED=${seed}, ${awk.join(" ")} ${JSON.stringify(script)}`;
      assert.deepEqual(runAwk(awk, script), { made: [], isShown: false }, about);
    }
  }
  assert.ok(judged > count / 20, `only ${judged} of ${count} scripts are reading ones`);
});
