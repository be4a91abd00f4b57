/**
 * Random policies on random trees against a hostile script: no existing file that `edit` denies may be changed, removed
 * or replaced, and none that `read` denies may be read. `SANDBOX_RUNS` sets the number (default 50).
 */
import assert from "node:assert/strict";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { diskSurroundings } from "../../src/gate/surroundings.ts";
import { mayUse } from "../../src/sandbox/reach.ts";
import { type Guard, openBetween, openReadOnly, showHidden } from "./guards.ts";
import { makeScene, policyOf, runSandboxed, whyNoSandbox } from "./scene.ts";

const runs = Number(process.env["SANDBOX_RUNS"] ?? 50);
const seed = Number(process.env["SANDBOX_SEED"] ?? 1);

let state = seed >>> 0;
const below = (most: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return (state >>> 8) % most;
};
const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;

const directories = ["a", "b", "c"];
const names = ["x.md", "y.lock", "z", ".env", "CLAUDE.md", "k.pem"];

function pattern(): string {
  const segment = (): string => pick([...directories, ...names, "*", "*.md", "*.lock", "**", "**"]);
  const joined = Array.from({ length: 1 + below(3) }, segment)
    .join("/")
    .replace(/(?:\*\*\/)+/g, "**/");
  return `${joined}${below(2) ? "/**" : ""}`.replace(/\*\*\/\*\*$/, "**");
}

function rules(most: number): readonly string[] {
  return Array.from({ length: below(most) }, () => `${pattern()}:${pick(["allow", "deny", "ask"])}`);
}

/** Every way to change or replace a file; readable content goes to standard output. */
const hostile = String.raw`
sub try(&) { my $f = shift; eval { $f->() } }
sub spoil { my $p = shift; open(my $h, shift, $p) or return; print $h "EVIL"; close $h }
sub entries { my $d = shift; opendir(my $h, $d) or return (); my @e = grep { !/^\.\.?$/ && $_ ne ".git" } readdir $h; map { "$d/$_" } sort @e }
sub all { my $d = shift; map { (-d $_ && !-l $_) ? (all($_), $_) : ($_) } entries($d) }
for my $p (all(".")) { next unless -f $p; open(my $h, "<", $p) or next; local $/; my $t = <$h>; print "READ $p\n" if $t =~ /good/ }
for my $round (1, 2) {
  for my $p (all(".")) {
    next if -d $p;
    spoil($p, ">>"); spoil($p, ">"); chmod 0777, $p; utime 1, 1, $p;
    spoil("$p.n", ">"); rename "$p.n", $p; rename $p, "$p.moved"; spoil($p, ">"); unlink $p; spoil($p, ">");
    link $p, "./hl"; symlink "/etc/passwd", $p;
  }
  for my $d (grep { -d $_ } all(".")) {
    my @inside = map { substr($_, length $d) } grep { !-d $_ } all($d);
    rename $d, "$d.gone" or next;
    for my $n (@inside) { my $at = $d; mkdir $at; for my $s (split m{/}, $n) { next if $s eq ""; mkdir $at; $at .= "/$s" } spoil($at, ">") }
  }
}
`;

interface Found {
  readonly looser: readonly string[];
  readonly denied: number;
  readonly changed: number;
}

function runOnce(guard?: Pick<Guard, "options">): Found {
  const files: Record<string, string> = {};
  const grow = (directory: string, depth: number): void => {
    for (const name of names) if (below(3)) files[`${directory}${name}`] = "good";
    if (depth < 3) for (const name of directories) if (below(2)) grow(`${directory}${name}/`, depth + 1);
  };
  grow("", 0);
  const scene = makeScene({ ...files, keep: "good" });
  const policy = policyOf({
    bash: { intent: "allow" },
    edit: { intent: pick(["allow", "deny", "ask"]), rules: rules(5) },
    ...(below(3) === 0 && { read: { intent: pick(["allow", "allow", "deny"]), rules: rules(3) } }),
    external_directory: { intent: "deny" },
  });
  const isApproved = below(4) === 0;
  // With few mounts, whole directories become read-only.
  const settings = below(3) === 0 ? { maxMounts: 80 } : {};
  const question = { policy, isApproved, surroundings: diskSurroundings(scene.project, scene.project, scene.home) };
  const paths = Object.keys(files).map((path) => join(scene.project, path));
  const may = new Map(paths.map((path) => [path, [mayUse(question, "edit", path), mayUse(question, "read", path)]]));
  const before = new Map(paths.map((path) => [path, lstatSync(path)]));
  const text = `perl - <<'PERL'\n${hostile}\nPERL`;
  let output = "";
  const about = `seed ${seed}: ${JSON.stringify({ rules: policy.rules, otherwise: policy.otherwise, isApproved })}`;
  try {
    const ran = runSandboxed(scene, policy, text, { isApproved, settings, ...(guard && { without: guard }) });
    if (ran.status === 126 || ran.error) throw new Error(`${about}: ${ran.stderr}`);
    output = ran.stdout;
  } catch (error) {
    // Nothing runs if the whole project is hidden or needs too many mounts.
    if (!(error instanceof Error) || !/is hidden|needs more than/.test(error.message)) {
      scene.remove();
      throw error;
    }
  }
  const readable = new Set([...output.matchAll(/^READ \.\/(.*)$/gm)].map(([, path]) => join(scene.project, path!)));
  const looser: string[] = [];
  let [denied, changed] = [0, 0];
  for (const path of paths) {
    const now = lstatSync(path, { throwIfNoEntry: false });
    const was = before.get(path)!;
    const isSame =
      now?.isFile() === true && now.ino === was.ino && now.mode === was.mode && readFileSync(path, "utf8") === "good";
    const [mayEdit, mayRead] = may.get(path)!;
    if (!mayEdit) denied++;
    if (!mayEdit && !isSame) looser.push(`changed ${path}; ${about}`);
    if (mayEdit && !isSame) changed++;
    if (!mayRead && readable.has(path)) looser.push(`read ${path}; ${about}`);
  }
  scene.remove();
  return { looser, denied, changed };
}

const why = whyNoSandbox();
const skip = why !== undefined && process.env["CI"] === undefined ? why : false;

test(`${runs} random policies: a hostile program changes no file that edit denies`, { skip }, (context) => {
  let [denied, changed] = [0, 0];
  for (let i = 0; i < runs; i++) {
    const found = runOnce();
    assert.deepEqual(found.looser, []);
    denied += found.denied;
    changed += found.changed;
  }
  context.diagnostic(`${denied} denied files held, ${changed} allowed files were changed`);
  // Makes sure that the test proves something: there were files to protect, and the script changed the others.
  assert.ok(denied > runs * 3 && changed > runs, `${denied} denied, ${changed} changed`);
});

for (const [name, options] of Object.entries({ openReadOnly, showHidden, openBetween })) {
  test(`the random test notices a missing guard: ${name}`, { skip }, (context) => {
    for (let i = 1; i <= 120; i++) {
      let looser: readonly string[] = [];
      try {
        ({ looser } = runOnce({ options }));
      } catch (error) {
        // A sandbox without this kind of guard.
        if (!(error instanceof Error) || !error.message.includes("the guard is not in the sandbox")) throw error;
      }
      if (looser.length > 0) return context.diagnostic(`found after ${i} policies`);
    }
    assert.fail("no file was changed or read that the policy denies");
  });
}
