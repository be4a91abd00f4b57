import assert from "node:assert/strict";
import { test } from "node:test";
import { policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import type { Limit, Tool, Verdict } from "../../model/permission.ts";
import { decide } from "../decide.ts";
import { explainDecision } from "../explain.ts";

const only: Limit = { kind: "only-paths", patterns: ["src/**", "docs/*.md"], from: "tasks/t.toml:1:1" };
const none: Limit = {
  kind: "no-paths",
  patterns: ["**/Cargo.toml", "scripts/**", "/etc/**"],
  from: "tasks/t.toml:2:1",
};
const links = {
  "/home/me/project/src/out": "/etc",
  "/home/me/project/src/up": "..",
  "/home/me/project/src/in": "deep",
  "/home/me/project/alias": "src",
  "/home/me/project/src/manifest": "../Cargo.toml",
};

type Case = readonly [tool: Tool, subject: string, want: Verdict];

function table(limits: readonly Limit[], cases: readonly Case[]): void {
  const policy = policyOf({ bash: ["allow"], edit: ["allow"], external_directory: ["allow"] }, limits);
  for (const [tool, subject, want] of cases) {
    test(`${limits.map(({ kind }) => kind).join(" and ")}: ${want} ${tool} ${JSON.stringify(subject)}`, () => {
      const decision = decide(policy, { tool, subject }, surroundingsOf(links));
      assert.equal(decision.verdict, want, JSON.stringify(decision));
    });
  }
}

table(
  [only],
  [
    ["edit", "src/a.rs", "allow"],
    ["edit", "/home/me/project/src/a.rs", "allow"],
    ["edit", "~/project/src/a.rs", "allow"],
    ["edit", "./src/../src/a.rs", "allow"],
    ["edit", "src/in/a.rs", "allow"],
    ["edit", "docs/a.md", "allow"],
    ["edit", "docs/x/a.md", "deny"],
    ["edit", "src/../README.md", "deny"],
    ["edit", "README.md", "deny"],
    ["edit", "/tmp/src/a.rs", "deny"],
    ["edit", "src/out/passwd", "deny"],
    ["edit", "src/up/README.md", "deny"],
    ["edit", "alias/a.rs", "deny"],
    ["bash", "make > src/log", "allow"],
    ["bash", "make > log", "deny"],
    ["bash", "cd src && make > log", "allow"],
    ["bash", "cd src; make > log", "deny"],
    ["bash", "make > $x", "ask"],
    ["bash", "make 2>/dev/null", "allow"],
    ["external_directory", "/tmp", "allow"],
  ],
);

table(
  [none],
  [
    ["edit", "src/a.rs", "allow"],
    ["edit", "Cargo.toml", "deny"],
    ["edit", "x/y/../Cargo.toml", "deny"],
    ["edit", "/home/me/project/a/Cargo.toml", "deny"],
    ["edit", "/elsewhere/Cargo.toml", "deny"],
    ["edit", "src/manifest", "deny"],
    ["edit", "src/out/passwd", "deny"],
    ["edit", "scripts", "deny"],
    ["edit", "scripts/x.sh", "deny"],
    ["bash", "echo x >> Cargo.toml", "deny"],
    ["bash", "bash -c 'echo x > Cargo.toml'", "deny"],
    ["bash", "cd scripts; echo > x", "deny"],
    ["bash", "echo > $x", "ask"],
    ["bash", "cat Cargo.toml", "allow"],
  ],
);

const tops: Limit = { kind: "no-paths", patterns: [".git/**", "**/.git/**"], isTopOnly: true, from: "r:1:1" };
table(
  [tops],
  [
    ["bash", "rm -rf build", "allow"],
    ["bash", "rm -rf .git", "deny"],
    ["bash", "rm -rf vendor/x/.git", "deny"],
    ["bash", "rm -rf .", "ask"],
    ["bash", "rm -rf ..", "ask"],
    ["edit", "vendor/x/.git/config", "deny"],
  ],
);
table(
  [{ kind: "only-paths", patterns: ["*/**"], from: "r:1:1" }],
  [
    ["bash", "cd /tmp && ls", "allow"],
    ["bash", "cd /tmp && make", "ask"],
    ["bash", "make -C /tmp", "ask"],
    ["bash", "cd src/out && make", "ask"],
    ["bash", "cd src && make", "allow"],
    ["bash", "cp a ../b", "deny"],
    ["bash", "cp a .", "allow"],
  ],
);
table([only, none], [["edit", "src/Cargo.toml", "deny"]]);
// Anyone who can create a link can point it anywhere; a forbidden file stays forbidden behind a link.
table([{ kind: "only-paths", patterns: ["alias/**"], from: "r:1:1" }], [["edit", "alias/a.rs", "deny"]]);
table([{ kind: "no-paths", patterns: ["alias/**"], from: "r:1:1" }], [["edit", "src/a.rs", "deny"]]);
table(
  [{ kind: "only-paths", patterns: [], from: "r:1:1" }],
  [
    ["edit", "src/a.rs", "deny"],
    ["bash", "make > $x", "deny"],
    ["bash", "make", "allow"],
    ["bash", "ls", "allow"],
  ],
);
table([{ kind: "only-paths", patterns: ["**"], from: "r:1:1" }], [["bash", "make > $x", "ask"]]);
table([{ kind: "no-paths", patterns: ["**"], from: "r:1:1" }], [["bash", "make > $x", "deny"]]);

test("the reason names the limit and its position", () => {
  const policy = policyOf({ edit: ["allow"] }, [only]);
  const call = { tool: "edit", subject: "x" } as const;
  assert.equal(
    explainDecision(policy, call, decide(policy, call, surroundingsOf())),
    "surcingle: tester: deny edit `x`, by the role's limit that only `src/**`, `docs/*.md` may be edited at tasks/t.toml:1:1",
  );
});

test("a warning limit is added after the reason, an advisory one is not", () => {
  const limits: Limit[] = [
    { ...only, severity: "warn" },
    { ...none, severity: "advisory" },
  ];
  const policy = policyOf({ edit: ["allow"] }, limits);
  const call = { tool: "edit", subject: "Cargo.toml" } as const;
  const decision = decide(policy, call, surroundingsOf());
  assert.deepEqual([decision.verdict, decision.notes?.map(({ limit }) => limit)], ["allow", limits]);
  assert.equal(
    explainDecision(policy, call, decision),
    "surcingle: tester: allow edit `Cargo.toml`, because no rule matches and the intent of `edit` is `allow`; warning: `Cargo.toml` " +
      "violates the role's limit that only `src/**`, `docs/*.md` may be edited at tasks/t.toml:1:1",
  );
});

test("a limit of an unknown kind denies every call", () => {
  const limit = { kind: "no-singing", from: "r:1:1" } as unknown as Limit;
  const decision = decide(policyOf({ edit: ["allow"] }, [limit]), { tool: "edit", subject: "x" }, surroundingsOf());
  assert.deepEqual([decision.verdict, decision.because.kind], ["deny", "fault"]);
});
