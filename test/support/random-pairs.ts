/** Pairs of random policies, most of them almost equal, and calls that are likely to show their differences. */
import type { Limit, Policy, Rule, Tool, ToolCall, Verdict } from "../../src/model/permission.ts";
import { tools, verdicts } from "../../src/model/permission.ts";
import { emptyDisk } from "../../src/policy/compare/examples.ts";
import { compilePolicy } from "../../src/policy/compile.ts";
import type { Surroundings } from "../../src/policy/surroundings.ts";
import type { Random } from "./random.ts";

const bashPatterns = [
  ...[
    "git *",
    "git log *",
    "git log*",
    "git l* *",
    "git grep *",
    "git grep ** -*O*",
    "git **--output*",
    "git branch *",
  ],
  ...["git push *", "git commit *", "git blame *", "git stash list *", "git foo *", "git log --weird*", "ls", "ls *"],
  ...[
    "ls **",
    "l*",
    "cat *",
    "cat a*",
    "cat ab",
    "* a",
    "** /**",
    "**/.ssh*",
    "** -*/**",
    "** b *",
    "**",
    "*",
    "x * y",
  ],
  ...[
    "rm *",
    "rm -rf *",
    "dd *",
    "echo *",
    "rg *",
    "rg **--pre*",
    "sort *",
    "sort -o *",
    "uv run *",
    "uv run pytest *",
  ],
  ...["pytest *", "flock *", "flock x rm *", "A=1 *", "A=* ls *", "*=1 **", "foo *", "foo rm *", "python *", "make *"],
  ...["* --version", "* help *", "npm view *", "* -v"],
  ...["python --version", "hostname *", "awk -f *", "tar xq *", "gi* --weird*", "** --weird", "git branch -D *"],
  ...["git log --ext-diff *", "git log --ext-diff*", "git log --ext *", "git * --show-signature", "git branch -Dr *"],
  ...["git verify-commit *", "git verify-commit --raw *", "xmllint *", "xmllint --valid *", "xmllint -valid*", "gh *"],
  ...["gh pr view *", "gh pr view --web *", "gh api *", "gh api -X *", "git bra* -D *", "git cat-file --textconv *"],
  ...["make test", "npm test *", "nix *", "nix run *", "curl *", "env *", "find *", "awk *", "sed *"],
] as const;
const pathPatterns = [
  ...[
    "**",
    "*",
    "f1",
    "**/f1",
    "f*",
    "src/**",
    "src/*",
    "src/*.ts",
    "src/a*/b",
    "**/*.md",
    "docs/**",
    "doc*/**",
    "**x**y",
  ],
  ...["/etc/**", "/tmp/**", "/home/me/k/**", "~/k/**", "~/**", "~", "/nix/store/**", "/**", "/home/**", "**/k/**"],
  ...["AGENTS.md", "**/AGENTS.md", ".claude/**", "**/.git/**", "agents/**", "**/.env", "**/.env.*", ".env.example"],
  ...["config/.netrc", "**/*.pem", "src/.env", "~/.claude/skills/s1/**", "src/**/b", "**/*.ts"],
] as const;
const addressPatterns = [
  ...[
    "**",
    "https://a.test/**",
    "https://*.test/**",
    "http*://localhost**",
    "http://localhost/**",
    "https://a.test/x*",
  ],
  ...["http://127.0.0.1/**", "https://A.TEST/**", "http://10.*/**", "*", "https://**"],
] as const;
const textPatterns = ["**", "a*", "*b", "a*b", "*secret*"] as const;

const patterns: Readonly<Record<Tool, readonly string[]>> = {
  bash: bashPatterns,
  edit: pathPatterns,
  read: pathPatterns,
  external_directory: pathPatterns,
  webfetch: addressPatterns,
  websearch: textPatterns,
  question: textPatterns,
};

const expressions = [
  "^git ",
  "^uv run pytest( |$)",
  "^A=",
  "^rm",
  "^make( |$)",
  "rm",
  "\\brm\\b",
  "^ls( |$)",
  "-[rf]+",
  "^(cat|ls)\\b",
  "x$",
  "push|commit",
] as const;
const limitPaths = ["src/**", "**/*.md", "/etc/**", "**", "f1", "~/k/**"] as const;

interface AuthoredRule {
  pattern: string;
  verdict: Verdict;
  from: string;
  isPacked?: true;
}

type Authored = Partial<Record<Tool, { intent: Verdict; rules: AuthoredRule[] }>>;

function randomRule({ pick, oneIn }: Random, tool: Tool): AuthoredRule {
  const isPacked = tool === "bash" && oneIn(3);
  return {
    pattern: pick(patterns[tool]),
    verdict: isPacked && !oneIn(4) ? "allow" : pick(verdicts),
    from: `${tool}:1:1`,
    ...(isPacked && { isPacked }),
  };
}

function randomLimit({ pick, list, oneIn }: Random): Limit {
  const kind = pick(["no-tool", "only-commands", "no-commands", "only-paths", "no-paths", "no-reading"] as const);
  const extra = {
    from: "role",
    ...(oneIn(6) && { severity: pick(["warn", "advisory"] as const) }),
    ...(oneIn(6) && { bypass: "BYPASS" }),
  };
  const some = <T>(all: readonly T[]): T[] => [pick(all), ...list(2, () => pick(all))];
  switch (kind) {
    case "no-tool":
      return { kind, tool: pick(tools), ...extra };
    case "no-reading":
      return { kind, ...extra };
    case "only-commands":
    case "no-commands":
      return { kind, expressions: some(expressions), ...extra };
    default:
      return { kind, patterns: some(limitPaths), ...extra };
  }
}

export interface Pair {
  readonly a: Policy;
  readonly b: Policy;
}

export function randomPair(random: Random): Pair {
  const { pick, list, oneIn, int } = random;
  // Few tools at a time: a difference in one hides all others.
  const used = tools.filter((tool) => tool === "bash" || oneIn(2));
  const authored: Authored = {};
  for (const tool of used) {
    const isClosed = tool === "edit" && oneIn(3);
    const size = tool === "bash" ? 6 : 4;
    authored[tool] = {
      intent: isClosed ? "deny" : pick(verdicts),
      rules: isClosed ? [] : list(size, () => randomRule(random, tool)),
    };
  }
  const limits = oneIn(3) ? [randomLimit(random), ...list(1, () => randomLimit(random))] : [];
  const skills = oneIn(4) ? ["s1"] : [];
  const make = (agent: string, permissions: Authored, own: readonly Limit[], hasList: boolean): Policy => ({
    ...compilePolicy({ agent, permissions, limits: own, skills }),
    ...(hasList && { isToolList: true as const }),
  });
  const hasList = oneIn(8);
  const a = make("a", authored, limits, hasList);
  if (oneIn(6)) {
    const other: Authored = Object.fromEntries(
      used.map((tool) => [tool, { intent: pick(verdicts), rules: list(4, () => randomRule(random, tool)) }]),
    );
    return { a, b: make("b", other, oneIn(2) ? limits : [], hasList) };
  }
  const changed: Authored = structuredClone(authored);
  let ownLimits = limits;
  for (let times = 1 + int(2); times > 0; times--) {
    if (oneIn(8)) ownLimits = oneIn(2) ? [] : [...limits, randomLimit(random)];
    else if (oneIn(12)) delete changed[pick(used)];
    else change(random, changed[pick(used)]);
  }
  const b = make("b", changed, ownLimits, oneIn(6) ? !hasList : hasList);
  return { a, b: oneIn(8) ? { ...b, skills: ["s1", "s2"] } : b };
}

function change(random: Random, table: Authored[Tool]): void {
  const { pick, int, oneIn } = random;
  if (!table) return;
  const { rules } = table;
  const tool = (rules[0]?.from.split(":")[0] ?? "bash") as Tool;
  const at = int(rules.length + 1);
  const rule = rules[at];
  if (oneIn(6)) table.intent = pick(verdicts);
  else if (!rule || oneIn(4)) rules.splice(at, 0, randomRule(random, tool));
  else
    switch (int(5)) {
      case 4:
        if (rule.isPacked) delete rule.isPacked;
        else if (tool === "bash") rule.isPacked = true;
        break;
      case 0:
        rule.verdict = rule.verdict === "allow" ? pick(["ask", "deny"]) : pick(verdicts);
        break;
      case 1:
        rules.splice(at, 1);
        break;
      case 2:
        rule.pattern = pick(patterns[tool]);
        break;
      default:
        rules.reverse();
    }
}

const fillers = ["", "a", "b", "x", "ab", "x y", "/", "f1", "-x", ".env", "src/a", "=", "1"] as const;

function spell({ pick }: Random, pattern: string): string {
  return pattern.replace(/\*+/g, () => pick(fillers));
}

function someWord(random: Random): string {
  const { pick, oneIn } = random;
  if (oneIn(9)) return pick(["$x", '"$x"', '"a$x"', "*", "*.md", "src/*", ".e*", "a*"]);
  return pick([
    ...[
      "a",
      "b",
      "ab",
      "x",
      "y",
      "f1",
      "src/a",
      "src/.env",
      ".env",
      "/etc/x",
      "~/k/x",
      "../x",
      "'a b'",
      "''",
      "rm",
      "dd",
    ],
    ...[
      "-rf",
      "-O",
      "-x",
      "--output=F",
      "--outp=F",
      "--ext-diff",
      "--textconv",
      "--show-signature",
      "--ext",
      "-Dr",
      "--valid",
      "-valid",
      "--web",
      "-w",
      "-XPOST",
      "-X",
      "POST",
      "--weird",
      "-o",
      "--pre=p",
      "--",
      "-v",
    ],
    ...["HEAD", "HEAD:.env", "-n1", "--oneline", "--stat", "-D", "--delete", "config/.netrc", "config/.netr?", "A=1"],
    ...["-i", "-e", "s/a/b/w", "'{print}'", "http://localhost/x", "https://a.test/x", "--list", "pytest", "test"],
  ]);
}

function someCommand(random: Random, policies: readonly Policy[]): string {
  const { pick, list, oneIn } = random;
  const rules = policies.flatMap((policy) => policy.rules.filter(({ tool }) => tool === "bash"));
  const known = [
    "git log",
    "git grep",
    "git blame",
    "git branch",
    "git stash list",
    "git foo",
    "git",
    "ls",
    "cat",
    "rg",
  ];
  const others = [
    "rm",
    "dd",
    "echo",
    "sort",
    "uv run",
    "uv run pytest",
    "pytest",
    "flock x",
    "flock -q x",
    "foo",
    "env",
  ];
  const more = [
    "hostname",
    "git log --ext-diff",
    "git verify-commit",
    "git cat-file",
    "xmllint",
    "gh pr view",
    "gh api",
    "tar xq",
    "python --version",
    "awk -f f",
    "awk",
    "git branch -D",
    "python",
    "make",
    "npm test",
    "nix run",
    "curl",
    "find . -exec",
    "awk",
    "sed",
    "pwd",
    "x",
    "git push",
  ];
  const head = oneIn(2) && rules.length > 0 ? spell(random, pick(rules).pattern) : pick([...known, ...others, ...more]);
  const words = [head, ...list(3, () => someWord(random))].join(" ");
  return oneIn(7) ? `${pick(["A=1", "A=x", "B=1", "A=$x", "A[1]=2", "A+=1"])} ${words}` : words;
}

function someLine(random: Random, policies: readonly Policy[]): string {
  const command = () => someCommand(random, policies);
  if (!random.oneIn(4)) return command();
  const make = random.pick([
    () => `${command()} && ${command()}`,
    () => `${command()} | ${command()}`,
    () => `${command()} > ${random.pick(["f1", "src/a", "/etc/x", "AGENTS.md", '"$x"'])}`,
    () => `${command()} < ${random.pick(["f1", "src/.env", "/etc/x"])}`,
    () => `sudo ${command()}`,
    () => `timeout 5 ${command()}`,
    () => `/usr/bin/${command()}`,
    () => `git -C . ${random.pick(["log", "push", "branch -D x"])}`,
    () => `sh -c '${command().replaceAll("'", "")}'`,
    () => `$x ${command()}`,
    () => `cd src && ${command()}`,
    () => "A=1",
    () => `${command()} (`,
  ]);
  return make();
}

function somePath(random: Random, policies: readonly Policy[]): string {
  const { pick, oneIn } = random;
  const paths = policies.flatMap((policy) =>
    policy.rules.filter(({ tool }: Rule) => patterns[tool] === pathPatterns).map(({ pattern }) => pattern),
  );
  if (oneIn(2) && paths.length > 0) return spell(random, pick(paths)).replace(/x y|=/g, "z");
  return pick([
    ...["f1", "f2", "src/a", "src/a.ts", "src/ab/b", "docs/x", "doc/x", "x.md", "src/x.md", ".env", "src/.env", "."],
    ...[
      "/etc/x",
      "/tmp/y",
      "/home/me/k/x",
      "/root/k/x",
      "~/k/x",
      "~",
      "~/x",
      "/nix/store/a",
      "/",
      "/home",
      "..",
      "../x",
    ],
    ...["AGENTS.md", ".claude/x", ".git/config", "agents/a/agent.toml", "config/.netrc", "a.pem", ".env.example"],
    ...["~/.claude/skills/s1/x", "~/.claude/skills/s2/x", "~/.ssh/id", "src", "x1y", "a/x/y"],
  ]);
}

const places: readonly (readonly [root: string | undefined, home: string])[] = [
  ["/home/me/project", "/home/me"],
  ["/srv/p", "/root"],
  ["/home/me/k/p", "/home/me"],
  ["/etc/p", "/home/you"],
  [undefined, "/home/me"],
];

/** A call, its surroundings, and the definitions that exist. */
export function randomCall(random: Random, policies: readonly Policy[]): readonly [ToolCall, Surroundings] {
  const { pick, oneIn } = random;
  const [root, home] = pick(places);
  const place = { cwd: root ?? home, projectRoot: root, home };
  const surroundings: Surroundings = { ...emptyDisk(), ...place, isRoot: (directory) => directory === root };
  const tool = oneIn(2) ? "bash" : pick(tools);
  switch (tool) {
    case "bash":
      return [{ tool, subject: someLine(random, policies) }, surroundings];
    case "read":
      return [
        { tool, subject: somePath(random, policies), reading: pick(["file", "below", "list"] as const) },
        surroundings,
      ];
    case "edit":
    case "external_directory":
      return [{ tool, subject: somePath(random, policies) }, surroundings];
    case "webfetch": {
      const own = policies.flatMap((policy) => policy.rules.filter((rule) => rule.tool === tool));
      const fixed = [
        "https://a.test/",
        "https://a.test/x",
        "http://localhost/",
        "http://127.0.0.1/a",
        "https://b.test/",
      ];
      const odd = [
        "http://foo.internal/",
        "x",
        "http://user@a.test/",
        "ftp://a.test/",
        "HTTPS://A.test/x",
        "http://[::1]/",
      ];
      const subject = oneIn(3) && own.length > 0 ? spell(random, pick(own).pattern) : pick([...fixed, ...odd]);
      return [{ tool, subject }, surroundings];
    }
    default:
      return [{ tool, subject: pick(["", "a", "b", "ab", "a b", "my secret", "x"]) }, surroundings];
  }
}
