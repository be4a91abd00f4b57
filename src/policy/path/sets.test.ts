import assert from "node:assert/strict";
import { test } from "node:test";
import { type Authored, policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import { property } from "../../../test/support/random.ts";
import type { Limit, Verdict } from "../../model/permission.ts";
import type { Surroundings } from "../surroundings.ts";
import { judgePaths, type PathOptions, type PathSet, type PathTool } from "./judge.ts";
import { findsName, shapeOf } from "./sets.ts";

interface Options extends PathOptions {
  readonly surroundings?: Surroundings;
  readonly limits?: readonly Limit[];
}

function table(
  title: string,
  tool: PathTool,
  authored: Authored,
  cases: readonly (readonly [set: PathSet, want: Verdict])[],
  { surroundings = surroundingsOf(), limits = [], ...options }: Options = {},
): void {
  for (const [set, want] of cases) {
    test(`${title}: ${want} ${tool} ${JSON.stringify(set)}`, () => {
      const decision = judgePaths(policyOf(authored, limits), tool, set, surroundings, options);
      assert.equal(decision.verdict, want, JSON.stringify(decision));
    });
  }
}

const path = (text: string): PathSet => ({ kind: "path", path: text });
const glob = (text: string): PathSet => ({ kind: "glob", glob: text });
const below = (text: string): PathSet => ({ kind: "below", path: text });
const unknown: PathSet = { kind: "unknown" };

table("an allow must match every member", "edit", { edit: ["ask", "src/**:allow", "*.md:allow", "a/*/c:allow"] }, [
  [glob("src/*"), "allow"],
  [glob("src/*/*.ts"), "allow"],
  [glob("src/**/*.ts"), "allow"],
  [glob("./src/x?.ts"), "allow"],
  [glob("*.md"), "allow"],
  [glob("r*.md"), "allow"],
  [glob("*.m*"), "ask"],
  [glob("*"), "ask"],
  [glob("s*"), "ask"],
  [glob("a/*/c"), "allow"],
  [glob("a/*/*"), "ask"],
  [glob("*/x"), "ask"],
  [below("src"), "allow"],
  [below("src/deep"), "allow"],
  [below("a"), "ask"],
  [below("readme.md"), "ask"],
  [unknown, "ask"],
  [glob("src/*/../x"), "ask"],
  [glob("src/./*"), "allow"],
  [glob("src//*"), "allow"],
  [glob("src/(a|b)*"), "ask"],
  [glob("src/[a/b]*"), "ask"],
  [glob("src/*\u0001"), "ask"],
  [glob("$x/*"), "ask"],
  [glob("~root/*"), "ask"],
]);

table(
  "a stricter rule that may match some member",
  "edit",
  { edit: ["allow", "**/*.lock:deny", "vendor/**:ask", "x/.env:deny"] },
  [
    [glob("*.lock"), "deny"],
    [glob("*.lo*"), "ask"],
    [glob("*"), "ask"],
    [glob("*.ts"), "allow"],
    [glob("src/*.ts"), "allow"],
    [glob("vendor/*"), "ask"],
    [glob("v*/x"), "ask"],
    [glob("w*/x"), "ask"],
    [glob("x/*.env"), "allow"],
    [glob("x/.*"), "ask"],
    [glob("x/?env"), "allow"],
    [glob("x/*v"), "allow"],
    [below("src"), "ask"],
    [path("src"), "allow"],
    [below("vendor/own"), "ask"],
    [glob("../*/vendor/a"), "ask"],
  ],
);

table("a deny of the intent stays one", "edit", { edit: ["deny", "out/**:allow"] }, [
  [glob("*"), "deny"],
  [glob("out/*"), "allow"],
  [below("."), "deny"],
  [unknown, "deny"],
]);

const outside: Authored = {
  edit: ["allow"],
  read: ["allow"],
  external_directory: ["ask", "/opt/**:allow", "/etc/**:deny"],
};
table("outside the project", "read", outside, [
  [glob("/opt/*"), "allow"],
  [glob("/opt*/x"), "ask"],
  [glob(".*"), "ask"],
  [glob("src/.*"), "ask"],
  [glob(".*/x"), "ask"],
  [glob("/opt/.*"), "ask"],
  [glob("/etc/*.conf"), "deny"],
  [glob("/e*/x"), "ask"],
  [glob("../*.md"), "ask"],
  [glob("~/notes/*"), "ask"],
  [glob("/*"), "ask"],
  [below("/opt/x"), "allow"],
  [below("/etc"), "deny"],
  [below("/"), "ask"],
  [below(".."), "ask"],
]);

table(
  "from another directory",
  "edit",
  { edit: ["ask", "src/**:allow"], external_directory: ["allow"] },
  [
    [glob("*.ts"), "allow"],
    [below("deep"), "allow"],
    [glob("../*.ts"), "ask"],
    [path("a.ts"), "allow"],
  ],
  { from: "/home/me/project/src" },
);

const linked = surroundingsOf({
  "/home/me/project/out": "/etc",
  "/home/me/project/src/way": "/etc/passwd",
  "/home/me/project/up/dir": "../src",
});
table(
  "a glob is judged where its directory leads, and what it finds where that leads",
  "edit",
  {
    edit: ["allow", "/etc/**:deny"],
    external_directory: ["allow"],
  },
  [
    [glob("out/*"), "deny"],
    [glob("src/*"), "deny"],
    [glob("src/*.ts"), "allow"],
    [glob("s*/x"), "allow"],
    [glob("up/*/way"), "allow"],
    [glob("up/d*/x"), "allow"],
    [below("out"), "deny"],
    [below("src"), "allow"],
  ],
  { surroundings: linked },
);

test("a directory with too many names is not searched", () => {
  const surroundings: Surroundings = {
    ...surroundingsOf(),
    list: () => Array.from({ length: 6_000 }, (_, i) => ({ name: `f${i}`, kind: "file" })),
  };
  const policy = policyOf({ edit: ["allow"] });
  assert.equal(judgePaths(policy, "edit", glob("*"), surroundings).verdict, "ask");
  assert.equal(judgePaths(policy, "edit", path("f1"), surroundings).verdict, "allow");
});

const only: Limit = { kind: "only-paths", patterns: ["src/**", "*.md"], from: "r:1:1" };
const none: Limit = { kind: "no-paths", patterns: ["src/gen/**", "**/*.lock"], from: "r:2:1" };
table(
  "limits of a role",
  "edit",
  { edit: ["allow"] },
  [
    [glob("src/*"), "allow"],
    [glob("*.md"), "allow"],
    [glob("*"), "ask"],
    [glob("docs/*"), "deny"],
    [below("src"), "allow"],
    [below("docs"), "deny"],
  ],
  { limits: [only] },
);
table(
  "limits of a role apply to effects of tools that are not named",
  "edit",
  { bash: ["allow"] },
  [
    [path("src/gen/a"), "deny"],
    [path("src/a"), "allow"],
    [glob("src/*"), "ask"],
    [glob("*.lock"), "deny"],
    [below("src/gen"), "deny"],
    [below("lib"), "ask"],
  ],
  { limits: [none], isEffect: true },
);
test("a limit that removes the read tools does not remove `cat`", () => {
  const policy = policyOf({ bash: ["allow"] }, [{ kind: "no-reading", from: "r:1:1" }]);
  const verdict = (isEffect: boolean) => judgePaths(policy, "read", path("a"), surroundingsOf(), { isEffect }).verdict;
  assert.deepEqual([verdict(false), verdict(true)], ["deny", "allow"]);
});

const reading: Authored = {
  read: ["allow", "private/**:deny", "**/*.sql:ask", "private/public/**:allow"],
  external_directory: ["ask"],
};
table(
  "a recursive reader and the rules below it",
  "read",
  reading,
  [
    [path("."), "ask"],
    [path("private"), "deny"],
    [path("private/public"), "deny"],
    [path("docs"), "ask"],
  ],
  { reading: "below" },
);
table(
  "a recursive reader with rules elsewhere",
  "read",
  { read: ["allow", "private/**:deny"] },
  [
    [path("."), "ask"],
    [path("src"), "allow"],
    [path("private/x"), "deny"],
    [glob("s*"), "allow"],
    [glob("p*"), "ask"],
  ],
  { reading: "below" },
);
table(
  "reading names",
  "read",
  reading,
  [
    [path("."), "allow"],
    [path("private"), "deny"],
    [path("docs"), "allow"],
    [path("/opt"), "ask"],
    [below("."), "allow"],
  ],
  { reading: "list" },
);
table("each file of a tree", "read", { read: ["ask", "src/**:allow"] }, [
  [below("src"), "allow"],
  [below("."), "ask"],
]);

const skills = { ...policyOf({ external_directory: ["ask", "~/.claude/skills/bad/**:deny"] }), skills: ["git", "bad"] };
const home = surroundingsOf({
  "/home/me/.claude/skills/git": "/home/me/agents/skills/git",
  "/home/me/agents/skills/git/data": "/home/me/private",
});
for (const [subject, want] of [
  ["/nix/store/abc-x/share/doc", "allow"],
  ["/nix/storex", "ask"],
  ["~/.claude/skills/git/SKILL.md", "allow"],
  ["~/.claude/skills/git", "allow"],
  ["~/agents/skills/git/scripts/x.sh", "ask"],
  ["~/.claude/skills/git/data/x", "ask"],
  ["~/.agents/skills/git/SKILL.md", "allow"],
  ["~/.claude/skills/other/SKILL.md", "ask"],
  ["~/.claude/skills/bad/SKILL.md", "deny"],
  ["~/.claude/skills/git/../../settings.json", "ask"],
] as const) {
  test(`outside the project these are free to read: ${want} ${subject}`, () => {
    const decision = judgePaths(skills, "read", path(subject), home);
    assert.equal(decision.verdict, want, JSON.stringify(decision));
  });
}
test("editing them needs a rule, and a deny rule also applies to the store", () => {
  const denied = policyOf({ external_directory: ["allow", "/nix/store/**:deny"] });
  assert.equal(judgePaths(denied, "read", path("/nix/store/x"), home).verdict, "deny");
  assert.equal(judgePaths(skills, "edit", path("/nix/store/x"), home).verdict, "ask");
});

for (const [pattern, name, want] of [
  ["*", "a", true],
  ["*", ".a", false],
  [".*", ".a", true],
  ["*.md", ".md", false],
  ["*.md", "a.md", true],
  ["*rc", "rc", true],
  ["*rc", ".rc", false],
  ["?x", ".x", false],
  ["?x", "ax", true],
  ["a?c", "abc", true],
  ["a?c", "abbc", false],
  ["[ab]x", "ax", true],
  ["[.]x", ".x", false],
  ["[!a]x", "bx", true],
  ["[[:alpha:]]x", "ax", true],
  ["[]x]y", "xy", true],
  ["a[", "a[", true],
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["**", "a", true],
  ["*?x", "ax", true],
] as const) {
  test(`a shell finds ${name} by ${pattern}: ${want}`, () => {
    const shape = shapeOf({ kind: "glob", glob: pattern }, false)!;
    const found = shape.kind === "glob" ? findsName(shape.segments[0]!, name) : shape.head === name;
    assert.equal(found, want);
  });
}

const names = ["a", "b", ".e", "ab", "a.lock", "x"];
property("a set is allowed only if every member is", ({ pick, list }) => {
  const verdict = (): Verdict => pick(["allow", "ask", "deny"]);
  const patterns = ["a/**", "*", "**/*.lock", "a/*", "**/.e", "b/a", "/etc/**", "~/x/*", "**"];
  const rules = (): string[] => list(4, () => `${pick(patterns)}:${verdict()}`);
  const authored: Authored = {
    edit: [verdict(), ...rules()],
    external_directory: [verdict(), ...rules()],
  };
  const policy = policyOf(authored);
  const segments = list(2, () => pick([...names, "*", "a*", "*.lock", ".*", "?"]));
  const head = pick(["", "../", "/etc/", "~/"]);
  const set = glob(head + [...segments, pick(["*", "a*", "?", "*.lock"])].join("/"));
  const whole = judgePaths(policy, "edit", set, surroundingsOf()).verdict;
  const shape = shapeOf(set, false)!;
  for (let i = 0; i < 5; i++) {
    const parts = shape.segments.map((segment) => {
      const fitting = names.filter((name) => findsName(segment, name));
      return fitting.length > 0 ? pick(fitting) : undefined;
    });
    if (parts.includes(undefined)) continue;
    const member = [shape.head === "/" ? "" : shape.head, ...parts].join("/");
    const one = judgePaths(policy, "edit", path(member), surroundingsOf()).verdict;
    if (whole === "allow") assert.equal(one, "allow", JSON.stringify({ authored, set, member, one, whole }));
  }
});
