/** Tests sed scripts: a table, and both the table and random scripts compared with the real sed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { firstSeed, makeRandom, propertyRuns, type Random } from "../../../../test/support/random.ts";
import { findProgram } from "../../../../test/support/stub-shell.ts";
import { readSedScript, type SedEffect } from "./sed-script.ts";

type Row = readonly [script: string, ...effects: string[]];

const understood: readonly Row[] = [
  ["p"],
  ["5p"],
  ["$p"],
  ["1,5p"],
  ["1,$p"],
  ["2q"],
  ["q5"],
  ["l 3;p"],
  ["/a/p"],
  ["/a/d;/b/p"],
  ["/a/,/b/p"],
  ["/a/I,+2p"],
  ["/a/M p"],
  ["0~2p"],
  ["1~2 , 3 p"],
  ["/x/ , /y/ ! d"],
  ["1!p"],
  ["\\,a,p"],
  ["\\#a\\#b#d"],
  ["s/a/b/"],
  ["s/a/b/g"],
  ["s/a/b/gI2p"],
  ["s|/usr|/opt|g"],
  ["s,[,],_,"],
  ["s/[^/]*$//"],
  ["s/[]/w out]/x/"],
  ["s/[^]/]*/x/"],
  ["s/[[:space:]/]*$//"],
  ["s/[[]/x/"],
  ["s/[\\/]/x/"],
  ["s/[\\\\/]/x/"],
  ["s/\\[w out/x/"],
  ["s/a\\/w out/x/"],
  ["s/a/w out/"],
  ["s/a/\\/w out/"],
  ["s/a/\\\nw out/"],
  ["s/a/b/;s/c/d/"],
  ["s/a/b/ ; s/c/d/"],
  ["s/a/b/\ns/c/d/"],
  ["s/\\(a\\)\\(b\\)/\\2\\1/"],
  ["s/^\\s*//;s/\\s*$//"],
  ["s a b "],
  ["y/abc/xyz/"],
  ["y/a\\/c/xyz/;p"],
  ["/^#/d;/^$/d"],
  ["$!N;P;D"],
  ["$!{$!N};P;D"],
  ["1,3{;p;}"],
  ["/a/{s/a/b/;p}"],
  ["/a/{\ns/a/b/\np\n}"],
  ["{p};p"],
  [":a;N;$!ba;s/\\n/ /g"],
  [":a\nN\n$!ba\ns/\\n/ /g"],
  ["b end; w out\n:end", "write out"],
  ["b end;p;:end"],
  ["t;T;b"],
  ["a hello"],
  ["a w out"],
  ["a hello; w out"],
  ["a\\\nw out"],
  ["a\\w out"],
  ["i\\\nhello\\\nw out"],
  ["c hello\\\nw out"],
  ["1i\\  hello"],
  ["2c\\\nnew text"],
  ["# w out"],
  ["p # w out"],
  ["p;#w out\np"],
  ["=;F;z;h;H;g;G;x;n;d"],
  ["v 4.2;p"],
  ["n;w out\np", "write out"],
  ["w out", "write out"],
  ["wout", "write out"],
  ["w  out", "write out"],
  ["w dir/out", "write dir/out"],
  ["w /dev/stdout", "write /dev/stdout"],
  ["/a/w out", "write out"],
  ["$w out", "write out"],
  ["1,2 !w out", "write out"],
  ["{w out\n}", "write out"],
  ["W out", "write out"],
  ["s/a/b/w out", "write out"],
  ["s/a/b/ w out", "write out"],
  ["s/a/b/gpw out", "write out"],
  ["s/[/]/b/w out", "write out"],
  ["s/a/[/w out", "write out"],
  ["s/a\\/b/c/w out", "write out"],
  ["s,a,b,w out", "write out"],
  ["sxaxbxw out", "write out"],
  ["y/a/b/;w out", "write out"],
  ["a hello\nw out", "write out"],
  ["a hello\\\\\nw out", "write out"],
  ["a\nw out", "write out"],
  ["a\\\nhello\nw out", "write out"],
  ["# comment\nw out", "write out"],
  ["p;w out", "write out"],
  [":a;w out", "write out"],
  [": a w out", "write out"],
  ["tend;w out\n:end", "write out"],
  ["q;w out", "write out"],
  ["w out\nw other", "write out", "write other"],
  ["r in.txt", "read in.txt"],
  ["/a/r in.txt", "read in.txt"],
  ["$r in.txt", "read in.txt"],
  ["R in.txt", "read in.txt"],
  ["0r in.txt", "read in.txt"],
  ["r in.txt\nw out", "read in.txt", "write out"],
  ["e touch ran", "run touch ran"],
  ["1e touch ran", "run touch ran"],
  ["etouch ran", "run touch ran"],
  ["/a/e touch ran;p", "run touch ran;p"],
  ["1!e touch ran", "run touch ran"],
  ["s/.*/touch ran/e", "run"],
  ["s/.*/touch ran/ge", "run"],
  ["s/.*/touch ran/;e", "run"],
  ["1{s/.*/touch ran/\ne\n}", "run"],
  ["s/.*/touch ran/e w out", "run", "write out"],
];

/** Errors of sed, scripts that other seds read differently, and scripts that continue in the next `-e`. */
const refused: readonly string[] = [
  ...["", " ", "k", "s/a/b", "s/a", "s", "y/a/b", "/a", "\\,a", "1,p", "1!!p", "+2p", "1,+p", "s/a/x\ny/", "s/a/b/k"],
  ...["p p", "{p}p", "y/a/b/ p", "w", "r", "w my out", "w out;p", "w out }", "s/a/b/w out;p", "w out\\\nx y"],
  ...["a", "a\\", "a text\\", "a\\\n", "a text\\\n", "a\\ \nw out", "i\\", "e touch\\\nran", "e touch \\ran"],
  ...[
    "s/[\\]/w out]/x/",
    "s/[[.a.]/w out]/x/",
    "s[a[b[",
    "s\\a\\b\\",
    "s/a/b/\r\nw out",
    "séaébé",
    "p\0w out",
    "}w out",
    "bx}w out",
  ],
];

function describe(effects: readonly SedEffect[] | undefined): readonly string[] | undefined {
  return effects?.map(({ kind, path, command }) => [kind, path ?? command].filter((part) => part).join(" "));
}

test("sed scripts", () => {
  for (const [script, ...effects] of understood) {
    assert.deepEqual(describe(readSedScript(script)), effects, JSON.stringify(script));
  }
  for (const script of refused) {
    assert.equal(readSedScript(script), undefined, JSON.stringify(script));
  }
});

const isGnu = spawnSync("sed", ["--version"], { encoding: "utf8" }).stdout?.includes("GNU sed") === true;
const seds: readonly (readonly string[])[] = [
  ...(isGnu ? [["sed"]] : []),
  ...(findProgram("busybox") ? [["busybox", "sed"]] : []),
];

/** What the script left in an empty directory: the files it wrote, and `ran` if it ran a command. */
function runSed(sed: readonly string[], script: string): { readonly made: readonly string[]; readonly output: string } {
  const directory = mkdtempSync(join(tmpdir(), "sed-script-"));
  try {
    writeFileSync(join(directory, "in.txt"), "a\nb/w\nFROM-FILE\n");
    const [program = "", ...before] = sed;
    const { stdout } = spawnSync(program, [...before, script], {
      cwd: directory,
      input: "a\nb\na/b\n",
      encoding: "utf8",
      timeout: 2_000,
    });
    return { made: readdirSync(directory).filter((name) => name !== "in.txt"), output: stdout };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

test("the table, run by GNU sed", { skip: isGnu ? false : "there is no GNU sed" }, () => {
  for (const [script, ...effects] of understood) {
    const { made, output } = runSed(["sed"], script);
    const files = effects.flatMap((effect) => /^write (\w+)$/.exec(effect)?.[1] ?? []);
    if (effects.some((effect) => effect.startsWith("run"))) files.push("ran");
    assert.deepEqual(made, files.sort(), JSON.stringify(script));
    const reads = effects.some((effect) => effect.startsWith("read"));
    assert.equal(output.includes("FROM-FILE"), reads, JSON.stringify(script));
  }
});

const pieces = [
  ...[
    "p",
    "d",
    "s/a/b/",
    "s/[/]/b/g",
    "s,a,[,",
    "y/ab/ba/",
    "a hi",
    "a\\\nhi",
    "i\\",
    "c\\",
    "w out",
    "w out\n",
    "r in.txt",
  ],
  ...[
    "s/a/b/w out",
    "s/.*/touch ran/e",
    "e touch ran",
    "#",
    ":x",
    "bx",
    "b",
    "t",
    "{",
    "}",
    "1",
    "$",
    "/a/",
    "\\,a,",
    "1,2",
  ],
  ...[
    "!",
    ";",
    "\n",
    " ",
    "\\",
    "[",
    "]",
    "/",
    ",",
    "^",
    "[^",
    "[:",
    ":]",
    "[.",
    "I",
    "g",
    "n",
    "q",
    "W out",
    "R in.txt",
    "v",
  ],
];

function makeScript(random: Random): string {
  const parts = Array.from({ length: 1 + random.int(6) }, () => random.pick(pieces));
  return random.oneIn(2) ? parts.join(random.pick([";", "\n", "; "])) : parts.join("");
}

const count = Math.ceil(propertyRuns / 4);

test("no sed does more than its script was classified as", {
  skip: seds.length > 0 ? false : "there is no sed",
}, () => {
  let judged = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const script = makeScript(makeRandom(seed));
    const effects = readSedScript(script);
    if (!effects) continue;
    judged++;
    const allowed = effects.map(({ kind, path }) => (kind === "run" ? "ran" : kind === "write" ? path : undefined));
    for (const sed of seds) {
      for (const name of runSed(sed, script).made) {
        const about = `with PROPERTY_SEED=${seed}, ${sed.join(" ")} made ${name} by ${JSON.stringify(script)}`;
        assert.ok(allowed.includes(name) || allowed.includes("ran"), about);
      }
    }
  }
  assert.ok(judged > count / 10, `only ${judged} of ${count} scripts were understood`);
});
