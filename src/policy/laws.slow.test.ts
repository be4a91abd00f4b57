import assert from "node:assert/strict";
import { test } from "node:test";
import { assertCostsAtMost, assertGrowsLinearly } from "../../test/support/cost.ts";
import { type Authored, policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { property, type Random } from "../../test/support/random.ts";
import { makeShellGrammar } from "../../test/support/random-shell.ts";
import { compileGlob, matches } from "../base/glob.ts";
import {
  type ClientRequest,
  type Limit,
  type Policy,
  type Tool,
  tools,
  type Verdict,
  verdicts,
} from "../model/permission.ts";
import { decide } from "./decide.ts";
import { decideRequest } from "./decide-request.ts";
import { isStricter } from "./decision.ts";
import { explainDecision } from "./explain.ts";
import { withoutBypassed } from "./limits.ts";
import { readShell } from "./shell/parse.ts";

const bashPatterns = [
  "git*",
  "git *",
  "git push*",
  "rm*",
  "* a",
  "ls ** b",
  "**--force**",
  "*",
  "make",
  "A=1 *",
  "sudo *",
];
const pathPatterns = ["**", "*", "f1", "**/f1", "src/**", "/etc/**", "~/x", "f*"];

function randomPolicy({ pick, list }: Random, bash = bashPatterns): Policy {
  const rules = (patterns: readonly string[]) => list(5, () => `${pick(patterns)}:${pick(verdicts)}`);
  const authored: Authored = {
    bash: [pick(verdicts), ...rules(bash)],
    edit: [pick(verdicts), ...rules(pathPatterns)],
    external_directory: [pick(verdicts), ...rules(pathPatterns)],
    webfetch: [pick(verdicts), ...rules(["https://a.test/**", "**", "*"])],
  };
  return policyOf(authored);
}

function verdictOf(policy: Policy, tool: Tool, subject: string): Verdict {
  const decision = decide(policy, { tool, subject }, surroundingsOf());
  assert.notEqual(decision.because.kind, "fault", JSON.stringify({ decision, subject }));
  return decision.verdict;
}

function notLooser(got: Verdict, than: Verdict, about: unknown): void {
  assert.ok(!isStricter(than, got), `${got} is looser than ${than}: ${JSON.stringify(about)}`);
}

property("a compound is never looser than any of its parts", (random) => {
  const policy = randomPolicy(random);
  const grammar = makeShellGrammar(random);
  const [a, b] = [grammar.simple(), grammar.simple()];
  const line = random.pick([
    `${a}; ${b}`,
    `${a} && ${b}`,
    `${a} | ${b}`,
    `(${a}\n${b}\n)`,
    `{ ${a}; ${b}; }`,
    `echo $(${a}) ; ${b}`,
  ]);
  const whole = verdictOf(policy, "bash", line);
  // A line that cannot be fully parsed needs approval; nothing more is known about it.
  if (readShell(line).found.some(({ kind }) => kind === "unreadable")) {
    assert.notEqual(whole, "allow", line);
    return;
  }
  for (const part of [a, b]) notLooser(whole, verdictOf(policy, "bash", part), { policy, line, part });
});

property("the verdict is the strictest of the parts that are listed", (random) => {
  const policy = randomPolicy(random);
  const line = makeShellGrammar(random).line();
  const decision = decide(policy, { tool: "bash", subject: line }, surroundingsOf());
  for (const part of decision.parts ?? []) notLooser(decision.verdict, part.verdict, { policy, line, part });
  assert.ok(!decision.parts || decision.parts.some(({ verdict }) => verdict === decision.verdict));
});

property("a deny rule in front never makes anything looser", (random) => {
  const policy = randomPolicy(random);
  const tool = random.pick(["bash", "edit"] as const);
  const pattern = random.pick(tool === "bash" ? bashPatterns : pathPatterns);
  const strict: Policy = { ...policy, rules: [{ tool, pattern, verdict: "deny", from: "x:1:1" }, ...policy.rules] };
  const line = makeShellGrammar(random).line();
  notLooser(verdictOf(strict, "bash", line), verdictOf(policy, "bash", line), { policy, pattern, line });
});

property("a stricter intent never makes anything looser", (random) => {
  const policy = randomPolicy(random);
  const strict: Policy = { ...policy, otherwise: { ...policy.otherwise, bash: "deny" } };
  const line = makeShellGrammar(random).line();
  notLooser(verdictOf(strict, "bash", line), verdictOf(policy, "bash", line), { policy, line });
});

property("a wrapper never makes its command looser", (random) => {
  const policy = randomPolicy(random);
  const simple = `git ${random.pick(["push", "status", "a", "push --force"])}`;
  const wrap = ["sudo", "env", "nohup", "time", "timeout 3", "command", "exec", "eval", "nice -n 3", "! time -p"];
  const line = `${random.pick(wrap)} ${simple}`;
  notLooser(verdictOf(policy, "bash", line), verdictOf(policy, "bash", simple), { policy, line });
});

const expressions = ["^git( |$)", "^git push", "--force", "^rm", "^(a|make)$", "f1", "^ls( |$)", ".*"];

function randomLimit({ pick, list, oneIn }: Random): Limit {
  const from = "roles/r.toml:1:1";
  return pick<() => Limit>([
    () => ({ kind: "no-tool", tool: pick(tools), from }),
    () => ({ kind: "no-reading", from }),
    () => ({ kind: "no-delegation", from }),
    () => ({ kind: "only-commands", expressions: list(3, () => pick(expressions)), from }),
    () => ({ kind: "no-commands", expressions: list(3, () => pick(expressions)), from }),
    () => ({ kind: "only-paths", patterns: oneIn(4) ? [] : list(3, () => pick(pathPatterns)), from }),
    () => ({ kind: "no-paths", patterns: list(3, () => pick(pathPatterns)), from }),
  ])();
}

/** A call or another request; the same text for all of them. */
function randomRequest(random: Random): ClientRequest {
  const line = makeShellGrammar(random).line();
  const path = random.pick(["f1", "src/f1", "/etc/f1", "~/x", "x/../f2", "link/f1", "$x", "a\nb"]);
  return random.pick<ClientRequest>([
    { kind: "calls", calls: [{ tool: "bash", subject: line }] },
    { kind: "calls", calls: [{ tool: "edit", subject: path }] },
    { kind: "calls", calls: [{ tool: "bash", subject: `${line} > ${path}` }] },
    { kind: "calls", calls: [{ tool: random.pick(tools), subject: path }] },
    { kind: "reads", paths: [path], reading: random.pick(["file", "below", "list"]) },
    { kind: "delegation", agent: "helper" },
    { kind: "skill", skill: "git" },
    { kind: "unknown", tool: "todowrite" },
  ]);
}

const linked = surroundingsOf({ "/home/me/project/link": "/etc", "/home/me/project/src": "lib" });

function governed(random: Random): Policy {
  return { ...randomPolicy(random), delegates: ["helper"], skills: ["git"], allowTools: ["todowrite"] };
}

property("a limit never makes anything looser, however many there are", (random) => {
  const limits = random.list(2, () => randomLimit(random));
  const policy = { ...governed(random), limits };
  const strict = { ...policy, limits: [...limits, randomLimit(random)] };
  const request = randomRequest(random);
  const [was, is] = [policy, strict].map((each) => decideRequest(each, request, linked));
  assert.notEqual(is!.because.kind, "fault", JSON.stringify(is));
  notLooser(is!.verdict, was!.verdict, { limits: strict.limits, request, was, is });
});

property("no rule makes a decision looser than its limits alone", (random) => {
  const policy = { ...governed(random), limits: [randomLimit(random), ...random.list(1, () => randomLimit(random))] };
  const otherwise = Object.fromEntries(tools.map((tool) => [tool, "allow"])) as Policy["otherwise"];
  const request = randomRequest(random);
  const alone = decideRequest({ ...policy, rules: [], otherwise }, request, linked);
  const limited = [alone, ...(alone.parts ?? [])].filter(({ because }) => because.kind === "limit");
  for (const { verdict } of limited)
    notLooser(decideRequest(policy, request, linked).verdict, verdict, { limits: policy.limits, request });
});

/** Restated in the simplest way: what a limit forbids is denied, whatever the rules are. */
property("what a limit forbids is denied", (random) => {
  const limit = randomLimit(random);
  const policy = { ...governed(random), limits: [limit] };
  const verdict = (request: ClientRequest) => decideRequest(policy, request, surroundingsOf()).verdict;
  const call = (tool: Tool, subject: string): ClientRequest => ({ kind: "calls", calls: [{ tool, subject }] });
  const words = ["git", ...random.list(2, () => random.pick(["push", "--force", "f1"]))].join(" ");
  const path = random.pick(["f1", "src/f1", "f2", "x/f1", "y"]);
  const isNamed = (patterns: readonly string[]) => patterns.some((each) => matches(compileGlob(each, "path"), path));
  const isMet = (sources: readonly string[]) => sources.some((each) => new RegExp(each).test(words));
  switch (limit.kind) {
    case "no-tool":
      return assert.equal(verdict(call(limit.tool, path)), "deny");
    case "no-reading":
      return assert.equal(verdict({ kind: "reads", paths: [path], reading: "file" }), "deny");
    case "no-delegation":
      return assert.equal(verdict({ kind: "delegation", agent: "helper" }), "deny");
    case "only-commands":
    case "no-commands":
      if (isMet(limit.expressions) === (limit.kind === "no-commands"))
        for (const line of [words, `a; ${words}`, `echo $(${words})`, `bash -c '${words}'`, `/bin/${words}`])
          assert.equal(verdict(call("bash", line)), "deny", line);
      return;
    case "only-paths":
    case "no-paths":
      if (isNamed(limit.patterns) !== (limit.kind === "no-paths")) return;
      for (const request of [call("edit", path), call("edit", `./x/../${path}`), call("bash", `ls >> ${path}`)])
        assert.equal(verdict(request), "deny", JSON.stringify({ limit, request }));
  }
});

property(
  "a limit that only warns or advises changes no verdict and adds a note where it would have denied",
  (random) => {
    const policy = governed(random);
    const severity = random.pick(["warn", "advisory"] as const);
    const limit = randomLimit(random);
    const request = randomRequest(random);
    const soft = decideRequest({ ...policy, limits: [{ ...limit, severity }] }, request, linked);
    const hard = decideRequest({ ...policy, limits: [limit] }, request, linked);
    assert.equal(soft.verdict, decideRequest(policy, request, linked).verdict);
    if (hard.because.kind === "limit") assert.deepEqual(soft.notes?.[0]?.limit, { ...limit, severity });
  },
);

property("a bypass disables the limits that name it, and no others", (random) => {
  const policy = governed(random);
  const [named, other] = [randomLimit(random), randomLimit(random)];
  const limits = [{ ...named, bypass: "LIFTED" }, other];
  const request = randomRequest(random);
  const verdict = (given: Policy) => decideRequest(given, request, linked).verdict;
  const strict = { ...policy, limits };
  assert.equal(verdict(withoutBypassed(strict, { LIFTED: "1" })), verdict({ ...policy, limits: [other] }));
  for (const env of [{}, { LIFTED: "0" }, { LIFTED: "" }, { LIFTED: "true" }, { OTHER: "1" }])
    assert.deepEqual(withoutBypassed(strict, env), strict);
});

const oddUnits = [..." \t\n;&|<>(){}[]$`\"'\\*?~#=!%^-+/.:@,0aA\0\u007f\ud800é"];

property("every call gets a verdict and an explanation, whatever its bytes", (random) => {
  const policy = randomPolicy(random);
  const subject = random.list(60, () => random.pick(oddUnits)).join("");
  for (const tool of tools) {
    const call = { tool, subject };
    const decision = decide(policy, call, surroundingsOf({ "/home/me/project/a": ".." }));
    assert.ok(verdicts.includes(decision.verdict));
    assert.notEqual(decision.because.kind, "fault", JSON.stringify({ decision, subject }));
    assert.match(explainDecision(policy, call, decision), /^surcingle: tester: (allow|ask|deny) [a-z_]+ `/);
  }
});

property("quoting changes nothing", (random) => {
  const policy = randomPolicy(random);
  const words = ["git", ...random.list(3, () => random.pick(["push", "a", "--force", "b"]))];
  const quoted = words.map((word) =>
    random.pick([word, `'${word}'`, `"${word}"`, `\\${word}`, `$'${word}'`, `''${word}`]),
  );
  assert.equal(
    verdictOf(policy, "bash", quoted.join(" ")),
    verdictOf(policy, "bash", words.join(" ")),
    quoted.join(" "),
  );
});

/** `repeat`: repeats the text up to the size. */
const hostile: Readonly<Record<string, (repeat: (text: string) => string) => string>> = {
  "one long word": (repeat) => `git ${repeat("a")}`,
  "many words": (repeat) => repeat("a "),
  "many commands": (repeat) => repeat("a;"),
  "many redirections": (repeat) => repeat("a >f;"),
  "long words with stars around": (repeat) => `x${repeat("ab")}`,
  "many wrappers": (repeat) => `${repeat("sudo ")}a`,
  "many evals": (repeat) => `${repeat("eval ")}a`,
  "open brackets": (repeat) => repeat("$("),
  "open braces": (repeat) => repeat("{a,"),
  "many variables": (repeat) => repeat("$x "),
  "long arithmetic": (repeat) => `echo $((${repeat("1+")}1))`,
  "a function of a function": (repeat) => `${repeat("f() ")}{ a; }`,
};

/** Decides a line of this size with forty rules. */
function decideLine(lineOf: (repeat: (text: string) => string) => string, size: number): void {
  const rules = Array.from({ length: 10 }, (_, i) => [
    `*a*b*c*${i}`,
    `**a**b**c**${i}`,
    `a ** b ** ${i}`,
    `a * * ${i} *`,
  ]);
  const policy = policyOf({ bash: ["ask", ...rules.flat().map((pattern) => `${pattern}:deny`)], edit: ["allow"] });
  const subject = lineOf((text) => text.repeat(Math.floor(size / text.length)));
  assert.notEqual(decide(policy, { tool: "bash", subject }, surroundingsOf()).verdict, "allow");
}

const largest = 64_000;
const decidePlain = (size: number): void => decideLine((repeat) => repeat("git log; "), size);

test("a plain line is decided in linear time", () => assertGrowsLinearly(largest, decidePlain));

for (const [title, lineOf] of Object.entries(hostile)) {
  test(`a hostile line costs at most ten times a plain line of its size: ${title}`, async () => {
    await assertCostsAtMost(
      10 * 8,
      () => decidePlain(largest / 8),
      () => decideLine(lineOf, largest),
    );
  });
}
