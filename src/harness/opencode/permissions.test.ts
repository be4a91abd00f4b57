import assert from "node:assert/strict";
import { after, test } from "node:test";
import { opencodeOracle, type PermissionMap, permissionMapOf } from "../../../test/support/opencode-oracle.ts";
import { type Authored, policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import { property, propertyRuns, type Random } from "../../../test/support/random.ts";
import { compileGlob, matches } from "../../base/glob.ts";
import { type Limit, type Policy, type Tool, type Verdict, verdicts } from "../../model/permission.ts";
import { decide } from "../../policy/decide.ts";
import { isStricter } from "../../policy/decision.ts";
import { directoryText, parentOf, relative } from "./native/client-call.ts";
import { nativeModel } from "./native/enforcement.ts";
import { asksAlways, compileRules } from "./patterns/compile-rules.ts";
import { permissionEntries } from "./permissions.ts";

const place = surroundingsOf();
const project = place.cwd;

/** Half as many as elsewhere: each run is a policy and a dozen checks. */
const runs = Math.ceil(propertyRuns / 2);
const counts = { checks: 0, stricter: 0 };
after(() => console.log(`# ${counts.checks} checks, ${counts.stricter} stricter than the policy, none looser`));

function check(
  policy: Policy,
  map: PermissionMap,
  tool: Tool,
  subject: string,
  asked: readonly (readonly [string, string])[],
): void {
  const { verdict: wanted, because } = decide(policy, { tool, subject }, place);
  // The client's map matches words; only the plugin sees what a program does and what its words may contain.
  if (because.kind === "effect" || (tool === "bash" && because.kind === "caution")) return;
  // The same applies to a command without its global options.
  if (tool === "bash" && /^git -/.test(subject)) return;
  const got = asked
    .map(([permission, text]) => opencodeOracle(map, permission, text))
    .reduce((best, next) => (isStricter(next, best) ? next : best), "allow" as Verdict);
  counts.checks++;
  if (isStricter(got, wanted)) counts.stricter++;
  assert.ok(!isStricter(wanted, got), JSON.stringify({ tool, subject, asked, wanted, got, rules: policy.rules, map }));
}

function somePolicyOf(tool: Tool, pattern: () => string, { list, pick }: Random): Policy {
  const rules = list(5, pattern).filter((each) => each.trim() === each && each !== "");
  return policyOf({ [tool]: [pick(verdicts), ...rules.map((each) => `${each}:${pick(verdicts)}`)] } as Authored);
}

/** A pattern of pieces, one after the other. */
function somePattern({ list, pick }: Random, pieces: readonly string[], most: number): string {
  return [pick(pieces), ...list(most, () => pick(pieces))].join("");
}

const words = ["git", "push", "a", "7", "12", "-f", "x.y", "a~", "b"];

property(
  "no plain command is decided more loosely than by the policy",
  (random) => {
    const pieces = [...words, " ", " ", " ", "*", "**", " *", "?", "~/", "$HOME", "\\", "'", "__proto__"];
    const policy = somePolicyOf("bash", () => somePattern(random, pieces, 5), random);
    const map = permissionMapOf(policy);
    for (let i = 0; i < 6; i++) {
      const command = [random.pick(words), ...random.list(3, () => random.pick(words))].join(" ");
      check(policy, map, "bash", command, [["bash", command]]);
    }
  },
  runs,
);

const expressions = [
  ...[
    "^git( |$)",
    "^git push",
    "^git$",
    "push",
    "^(git|a) (push|b)( |$)",
    "^a [^x]*$",
    "^git\\b",
    "-f$",
    "^b?a",
    ".*",
    "^x.y",
  ],
  ...[
    "^git (.* )?-f( |$)",
    "^[ab]( |$)",
    "^[a-z]+$",
    "^a~",
    "^7|12$",
    "^git  ?push",
    " b$",
    "^ ",
    "^\\*",
    "a{2}",
    "(a|b){1,2} ",
  ],
];

property(
  "no plain command is decided more loosely where limits allow and forbid commands",
  (random) => {
    const some = (most: number) => random.list(most, () => random.pick(expressions));
    const limits: Limit[] = [
      ...random.list(2, (): Limit => ({ kind: "only-commands", expressions: some(4), from: "r:1:1" })),
      ...random.list(1, (): Limit => ({ kind: "no-commands", expressions: some(3), from: "r:2:1" })),
    ];
    const rule = () => somePattern(random, [...words, " ", " ", "*", "**", " *"], 4);
    const policy = { ...somePolicyOf("bash", rule, random), limits };
    const map = permissionMapOf(policy);
    for (let i = 0; i < 8; i++) {
      const command = [random.pick(words), ...random.list(3, () => random.pick(words))].join(" ");
      check(policy, map, "bash", command, [["bash", command]]);
    }
  },
  runs,
);

test("commands that a role names literally are allowed in the client's own map", () => {
  const limits: Limit[] = [
    { kind: "only-commands", expressions: ["^cargo( |$)", "^ls( |$)", "^pwd$"], from: "r:1:1" },
    { kind: "only-commands", expressions: ["^cargo (check|test)( |$)", "^pwd$"], from: "r:2:1" },
    { kind: "no-commands", expressions: ["^cargo test --no-run( |$)"], from: "r:3:1" },
  ];
  const map = permissionMapOf(policyOf({ bash: ["allow"] }, limits));
  const said = (command: string) => opencodeOracle(map, "bash", command);
  assert.deepEqual(["cargo check", "cargo test --all", "pwd"].map(said), ["allow", "allow", "allow"]);
  const others = ["cargo", "cargo checks", "ls", "pwd x", "cargo test --no-run", "git push", "sudo cargo check"];
  assert.deepEqual(
    others.map(said),
    others.map(() => "deny"),
  );
});

const names = ["src", "a", "b", "7", "x.lock", "a.b", ".env", "etc", "deep"];
/** One contains the other, or they overlap. */
const plainPatterns = ["src/**", "src/*", "*.lock", "**/x.lock", "**/a/**", "*/b", "*/*", "a/**", "**", "*", "*/**"];

type PathLimit = Extract<Limit, { kind: "only-paths" | "no-paths" }>;
const pathPieces = [...names, "/", "/", "*", "**", "**/", "/**", "?", "~/", "/", "$HOME", "12", "__proto__", " *"];

function somePath(random: Random): string {
  return [random.pick(names), ...random.list(3, () => random.pick(names))].join("/");
}

property(
  "no edit is decided more loosely, inside or outside a work tree",
  (random) => {
    const policy = somePolicyOf("edit", () => somePattern(random, pathPieces, 5), random);
    const free = { ...policy, otherwise: { ...policy.otherwise, external_directory: random.pick(verdicts) } };
    const map = permissionMapOf(free);
    for (let i = 0; i < 6; i++) {
      const path = random.oneIn(3)
        ? `/${random.pick(["", "home/me/", "home/", "opt/"])}${somePath(random)}`
        : `${project}/${somePath(random)}`;
      const isOutside = !path.startsWith(`${project}/`);
      // A pattern from the root of the disk may reach into the project, whose location is unknown here. The plugin
      // knows it.
      if (!isOutside && free.rules.some(({ pattern }) => /^[/~]/.test(pattern) && pattern !== "/**")) continue;
      const outside = isOutside ? [["external_directory", directoryText(parentOf(path))] as const] : [];
      check(free, map, "edit", path, [...outside, ["edit", relative(project, path)]]);
    }
  },
  runs,
);

property(
  "no edit is decided more loosely where limits allow and forbid paths",
  (random) => {
    const somePlainPattern = () => (random.oneIn(3) ? somePattern(random, pathPieces, 4) : random.pick(plainPatterns));
    const somePatterns = (most: number) => random.list(most, somePlainPattern).filter((each) => each.trim() === each);
    const limits: PathLimit[] = [
      ...random.list(2, (): PathLimit => ({ kind: "only-paths", patterns: somePatterns(3), from: "r:1:1" })),
      ...random.list(1, (): PathLimit => ({ kind: "no-paths", patterns: somePatterns(2), from: "r:2:1" })),
    ];
    const ruled = somePolicyOf("edit", somePlainPattern, random);
    const otherwise = { ...ruled.otherwise, external_directory: random.pick(verdicts) };
    const policy = { ...ruled, limits, otherwise };
    const map = permissionMapOf(policy);
    const isRooted = [
      ...policy.rules,
      ...limits.flatMap(({ patterns }) => patterns.map((pattern) => ({ pattern }))),
    ].some(({ pattern }) => /^[/~]/.test(pattern) && pattern !== "/**");
    for (let i = 0; i < 8; i++) {
      const path = random.oneIn(3)
        ? `/${random.pick(["", "home/me/", "home/", "opt/"])}${somePath(random)}`
        : `${project}/${somePath(random)}`;
      const isOutside = !path.startsWith(`${project}/`);
      if (!isOutside && isRooted) continue;
      const outside = isOutside ? [["external_directory", directoryText(parentOf(path))] as const] : [];
      check(policy, map, "edit", path, [...outside, ["edit", relative(project, path)]]);
    }
  },
  runs,
);

test("a limit to the project does not change other lists", () => {
  const inside: Limit = { kind: "only-paths", patterns: ["*/**"], from: "r:1:1" };
  const listed: Limit = { kind: "only-paths", patterns: ["**/*.md"], from: "r:2:1" };
  const linesOf = (...limits: readonly Limit[]) => compileRules(policyOf({ edit: ["allow"] }, limits), "edit");
  assert.deepEqual(linesOf(inside), [
    ["*", "allow"],
    ["../*", "deny"],
  ]);
  assert.deepEqual(linesOf(listed, inside), [...linesOf(listed), ["../*", "deny"]]);
});

test("paths that a limit allows are allowed in the client's own map", () => {
  const limits: Limit[] = [
    { kind: "only-paths", patterns: ["src/**", "docs/*.md"], from: "r:1:1" },
    { kind: "no-paths", patterns: ["**/Cargo.toml"], from: "r:2:1" },
  ];
  const map = permissionMapOf(policyOf({ edit: ["allow", "src/secret/**:ask"] }, limits));
  const said = (path: string) => opencodeOracle(map, "edit", path);
  assert.deepEqual(["src/a.rs", "src/x/y.rs", "docs/a.md"].map(said), ["allow", "allow", "allow"]);
  assert.equal(said("src/secret/a"), "ask");
  assert.deepEqual(
    ["docs/x/a.md", "README.md", "src/Cargo.toml", "../src/a", "Cargo.toml"].map(said),
    Array(5).fill("deny"),
  );
});

test("a rule for every path on disk also applies inside the project, and to what a number pattern leaves over", () => {
  const map = permissionMapOf(policyOf({ edit: ["allow", "7:ask", "/**:deny"] }));
  assert.deepEqual(
    ["7", "7/a", "71"].map((path) => opencodeOracle(map, "edit", path)),
    ["ask", "deny", "deny"],
  );
});

test("a project pattern never matches a directory above the project, whatever its wildcards", () => {
  const limits: Limit[] = [{ kind: "only-paths", patterns: ["*/**"], from: "r:1:1" }];
  const map = permissionMapOf(policyOf({ edit: ["allow", "*/b:ask"], external_directory: ["allow"] }, limits));
  assert.equal(opencodeOracle(map, "edit", "x/a"), "allow");
  assert.deepEqual(
    ["../b", "../a"].map((path) => opencodeOracle(map, "edit", path)),
    ["deny", "deny"],
  );
});

property(
  "an edit stays denied without a work tree, where the client matches from the root of the disk",
  (random) => {
    const pattern = () => `${somePath(random)}${random.pick(["", "/**", "*", "/*"])}`;
    const policy = somePolicyOf("edit", pattern, random);
    const map = permissionMapOf(policy);
    for (const { pattern: target } of policy.rules) {
      const inside = target.replace(/\*+/, random.pick(["", "a", "b/c"])).replace(/\/$/, "");
      const wanted = decide(policy, { tool: "edit", subject: `${project}/${inside}` }, place);
      if (wanted.verdict !== "deny") continue;
      const got = opencodeOracle(map, "edit", `${project}/${inside}`.slice(1));
      assert.equal(got, "deny", JSON.stringify({ inside, rules: policy.rules, map }));
    }
  },
  runs,
);

property(
  "no outside directory is decided more loosely, whatever file in it is meant",
  (random) => {
    const pieces = [...pathPieces, "/", "~/", "/etc/", "**/", "/**", "/**"];
    const policy = somePolicyOf("external_directory", () => somePattern(random, pieces, 4), random);
    const map = permissionMapOf(policy);
    for (let i = 0; i < 6; i++) {
      const path = `/${random.pick(["", "home/me/", "etc/", "home/"])}${somePath(random)}`;
      check(policy, map, "external_directory", path, [["external_directory", directoryText(path)]]);
      // The plugin handles a file that has the name of a forbidden directory.
      const isDirectoryName = policy.rules.some(({ pattern }) => {
        const head = pattern.slice(0, -3).replace(/^~/, place.home);
        return pattern.endsWith("/**") && matches(compileGlob(head, "path"), path);
      });
      if (isDirectoryName) continue;
      check(policy, map, "external_directory", path, [["external_directory", directoryText(parentOf(path))]]);
    }
  },
  runs,
);

property(
  "no address in the form a browser writes is decided more loosely",
  (random) => {
    const pieces = [
      "https://",
      "http://",
      "a.org",
      "b.org",
      "*.a.org",
      "/",
      "/",
      "*",
      "**",
      "x",
      "?",
      "7",
      "HTTPS://A.org",
      ":443",
    ];
    const policy = somePolicyOf("webfetch", () => somePattern(random, pieces, 4), random);
    const map = permissionMapOf(policy);
    for (let i = 0; i < 6; i++) {
      const host = random.pick(["a.org", "b.org", "x.a.org", "a.org:81"]);
      const path = random.list(3, () => random.pick(["x", "7", "a.org", "y"])).join("/");
      const url = new URL(`${random.pick(["http", "https"])}://${host}/${path}${random.pick(["", "?x", "#7"])}`).href;
      check(policy, map, "webfetch", url, [["webfetch", url]]);
    }
  },
  runs,
);

property(
  "no search is decided more loosely",
  (random) => {
    const pieces = ["a", "b", " ", "*", "**", "?", "7", "12", "~/", " *", "$HOME", "~", "__proto__"];
    const policy = somePolicyOf("websearch", () => somePattern(random, pieces, 4), random);
    const map = permissionMapOf(policy);
    for (let i = 0; i < 6; i++) {
      const text = somePattern(random, ["a", "b", " ", "7", "12", "~/", "\n", "*", "$HOME", "__proto__"], 4);
      check(policy, map, "websearch", text, [["websearch", text]]);
    }
  },
  runs,
);

property(
  "the plugin's model of the client decides like the client",
  (random) => {
    const policy = somePolicyOf(
      "bash",
      () => somePattern(random, [...words, " ", "*", " *", "?", "~/", "(", "\\"], 4),
      random,
    );
    const [map, model] = [permissionMapOf(policy), nativeModel(permissionEntries(policy), place.home)];
    for (const permission of ["bash", "edit", "webfetch", "lsp", "task", "read"]) {
      const text = somePattern(random, [...words, " ", "/", "\\", "\n", "(", ".env", "*"], 4);
      assert.equal(
        model({ permission, text }),
        opencodeOracle(map, permission, text),
        JSON.stringify({ permission, text, map }),
      );
    }
  },
  runs,
);

property(
  "whether a map asks about everything is known without compiling it",
  (random) => {
    const tool = random.pick(["edit", "read", "external_directory", "webfetch"] as const);
    const pieces = ["*", "**", "/", "**/", "a", ".env", "~/", "./", "../", "https://a.b"];
    const policy = {
      ...somePolicyOf(tool, () => somePattern(random, pieces, 3), random),
      limits: random.list(1, (): Limit => {
        const kind = random.pick(["only-paths", "no-paths"] as const);
        return { kind, patterns: random.list(2, () => somePattern(random, pieces, 3)), from: "r:1:1" };
      }),
    };
    assert.equal(asksAlways(policy, tool), JSON.stringify(compileRules(policy, tool)) === '[["*","ask"]]');
  },
  runs * 10,
);
