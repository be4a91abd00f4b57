import assert from "node:assert/strict";
import { test } from "node:test";
import { type Authored, policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import type { Verdict } from "../../model/permission.ts";
import { decide } from "../decide.ts";
import type { Surroundings } from "../surroundings.ts";
import type { PathTool } from "./judge.ts";

type Case = readonly [path: string, want: Verdict];

function table(
  title: string,
  authored: Authored,
  cases: readonly Case[],
  surroundings = surroundingsOf(),
  tool: PathTool = "edit",
) {
  const policy = policyOf(authored);
  for (const [path, want] of cases) {
    test(`${title}: ${want} ${JSON.stringify(path.slice(0, 60))}`, () => {
      const decision = decide(policy, { tool, subject: path }, surroundings);
      assert.equal(decision.verdict, want, JSON.stringify(decision));
    });
  }
}

const open = { external_directory: ["allow"] } as const;

table("a relative pattern is anchored at the project", { edit: ["ask", "*.md:allow", "src/**:allow", "a/*/c:allow"] }, [
  ["x.md", "allow"],
  ["./x.md", "allow"],
  ["/home/me/project/x.md", "allow"],
  ["~/project/x.md", "allow"],
  ["docs/x.md", "ask"],
  ["src", "allow"],
  ["src/", "allow"],
  ["src/a/b.ts", "allow"],
  ["srcx", "ask"],
  ["a/b/c", "allow"],
  ["a/b/b/c", "ask"],
  ["a//b/./c", "allow"],
  ["src/../x.ts", "ask"],
  ["docs/../src/x.ts", "allow"],
  ["../project/src/x.ts", "allow"],
  ["/src/x.ts", "ask"],
  ["SRC/x.ts", "ask"],
  ["src/x\ny", "ask"],
  ["src/x\u007f", "ask"],
  ["~root/x", "ask"],
  ["$HOME/x", "ask"],
  [`src/${"x".repeat(20_000)}`, "ask"],
]);

table("two stars and a slash", { ...open, edit: ["ask", "**/*.lock:deny", "src/**/test/*:deny", "**:allow"] }, [
  ["Cargo.lock", "deny"],
  ["a/Cargo.lock", "deny"],
  ["a/b/c/Cargo.lock", "deny"],
  ["/elsewhere/Cargo.lock", "deny"],
  ["/Cargo.lock", "deny"],
  ["Cargo.lockx", "allow"],
  ["src/test/x", "deny"],
  ["src/a/b/test/x", "deny"],
  ["src/atest/x", "allow"],
  ["", "allow"],
]);

table("order decides", { edit: ["ask", "**/*.lock:deny", "src/**:allow"] }, [
  ["src/x.lock", "deny"],
  ["src/x", "allow"],
]);
table("order decides", { edit: ["ask", "src/**:allow", "**/*.lock:deny"] }, [
  ["src/x.lock", "allow"],
  ["x.lock", "deny"],
]);

table("absolute patterns and the home", { ...open, edit: ["ask", "/opt/**:allow", "~/notes/*:allow", "*/x:allow"] }, [
  ["/opt", "allow"],
  ["/opt/a/b", "allow"],
  ["/optional", "ask"],
  ["~/notes/a", "allow"],
  ["/home/me/notes/a", "allow"],
  ["../notes/a", "allow"],
  ["~/notes/a/b", "ask"],
  ["~", "ask"],
  ["/x", "ask"],
  ["a/x", "allow"],
]);

const outside: Authored = { edit: ["allow"], external_directory: ["ask", "/opt/**:allow", "/etc/**:deny"] };
table("outside the project an edit needs external_directory too", outside, [
  ["src/x", "allow"],
  ["/opt/x", "allow"],
  ["/etc/x", "deny"],
  ["/var/x", "ask"],
  ["../x", "ask"],
  ["/home/me/project2/x", "ask"],
  ["/home/me/project", "allow"],
]);
table(
  "called directly, external_directory judges any path",
  outside,
  [
    ["src/x", "ask"],
    ["/opt/x", "allow"],
    ["/etc", "deny"],
  ],
  surroundingsOf(),
  "external_directory",
);
table("an edit that is denied is denied outside too", { edit: ["deny"], external_directory: ["allow"] }, [
  ["/opt/x", "deny"],
]);

const linked = surroundingsOf({
  "/home/me/project/out": "/etc",
  "/home/me/project/in": "src",
  "/home/me/project/loop": "loop",
});
const throughLinks: Authored = { edit: ["allow", "/etc/**:deny", "src/**:deny"], external_directory: ["allow"] };
table(
  "a path is judged as written and as resolved",
  throughLinks,
  [
    ["out/passwd", "deny"],
    ["out", "deny"],
    ["in/x", "deny"],
    ["loop/x", "ask"],
    ["other/x", "allow"],
    ["out/../x", "allow"],
  ],
  linked,
);
table(
  "a link that the user can create does not reach an allow",
  { edit: ["ask", "out/**:allow"], external_directory: ["allow"] },
  [["out/passwd", "ask"]],
  linked,
);
table(
  "a link that the user can create does not hide a deny behind an ask",
  { edit: ["allow", "out/**:ask", "/etc/**:deny"], ...open },
  [["out/passwd", "deny"]],
  linked,
);
table(
  "a link out of the project needs external_directory",
  { edit: ["allow"], external_directory: ["deny"] },
  [
    ["out/passwd", "deny"],
    ["x", "allow"],
  ],
  linked,
);
table(
  "dots after a link are judged both ways",
  { edit: ["allow", "/x:deny"], external_directory: ["allow"] },
  [["out/../x", "deny"]],
  linked,
);

const system = surroundingsOf({ "/tmp": "private/tmp" }, ["/"]);
table(
  "a pattern applies if its own head is a link",
  { edit: ["ask", "/tmp/**:allow"], ...open },
  [
    ["/tmp/x", "allow"],
    ["/tmp/a/b", "allow"],
    ["/private/tmp/x", "ask"],
    ["/tmp", "allow"],
  ],
  system,
);
table(
  "a deny applies through any link",
  { edit: ["allow", "/tmp/x/**:deny"], ...open },
  [
    ["/tmp/x/y", "deny"],
    ["/private/tmp/x/y", "deny"],
    ["/private/tmp/z", "allow"],
  ],
  surroundingsOf({ "/tmp": "private/tmp" }),
);
table(
  "an ask applies through any link",
  { edit: ["allow", "keep/**:ask"], ...open },
  [["real/x", "ask"]],
  surroundingsOf({ "/home/me/project/keep": "real" }),
);

const rootLink: Surroundings = {
  ...surroundingsOf({ "/place": "/home/me/project" }),
  cwd: "/place",
  projectRoot: "/place",
};
table(
  "the project root may be a link",
  { edit: ["ask", "src/**:allow"], external_directory: ["deny"] },
  [
    ["src/x", "allow"],
    ["/place/src/x", "allow"],
    ["x", "ask"],
    ["/home/me/project/src/x", "deny"],
  ],
  rootLink,
);

const starRoot: Surroundings = { ...surroundingsOf(), cwd: "/a*b", projectRoot: "/a*b" };
table(
  "a star in a directory's name is literal",
  { edit: ["ask", "x/**:allow"], external_directory: ["deny"] },
  [
    ["x/y", "allow"],
    ["/acb/x/y", "deny"],
  ],
  starRoot,
);
const topRoot: Surroundings = { ...surroundingsOf(), cwd: "/", projectRoot: "/" };
table(
  "the project may be the whole disk",
  { edit: ["ask", "x/**:allow", "/y/*:deny"], external_directory: ["deny"] },
  [
    ["x/y", "allow"],
    ["/x/y", "allow"],
    ["/y/z", "deny"],
    ["/z", "ask"],
  ],
  topRoot,
);

const nowhere: Surroundings = { ...surroundingsOf(), cwd: "/home/me", projectRoot: undefined };
table(
  "without a project every path is outside",
  { edit: ["allow", "*.lock:deny", "**/*.pem:deny"], external_directory: ["ask", "~/notes/**:allow", "/etc/**:deny"] },
  [
    ["x.ts", "ask"],
    ["/home/me/x.ts", "ask"],
    ["notes/x", "allow"],
    ["~/notes/x", "allow"],
    ["/etc/x", "deny"],
    ["x.lock", "ask"],
    ["notes/x.pem", "deny"],
    ["project/x", "ask"],
  ],
  nowhere,
);

const magic = surroundingsOf({
  "/proc/self": "4242",
  "/proc/4242/root": "/",
  "/proc/4242/cwd": "/home/me/project",
  "/dev/fd": "/proc/self/fd",
  "/home/me/project/sly": "/proc/self/root/etc",
});
table(
  "names that stand for other files",
  { edit: ["allow", "/etc/**:deny"], external_directory: ["allow"] },
  [
    ["/proc/self/environ", "ask"],
    ["/proc/self/cwd/x", "ask"],
    ["/proc/self/root/etc/passwd", "deny"],
    ["/proc/1/fd/3", "ask"],
    ["sly/passwd", "deny"],
    ["/dev/fd/3", "ask"],
    ["/dev/stdin", "ask"],
    ["/dev/sda", "ask"],
    ["/dev/shm/x", "allow"],
    ["/dev/../tmp/x", "allow"],
    ["/sys/power/state", "ask"],
    ["/.vol/16777220/2", "ask"],
    ["/procx/a", "allow"],
    ["proc/self", "allow"],
    ["/tmp/proc/self", "allow"],
  ],
  magic,
);

const folded: Surroundings = { ...surroundingsOf(), ignoresCase: true };
table(
  "where the disk ignores case, deny and ask rules do, and an allow does not",
  {
    edit: ["ask", "Secret/**:deny", "/Opt/**:deny", "~/Notes/*:deny", "src/**:allow", "Docs/**:allow", "**:allow"],
    external_directory: ["allow", "/Etc/**:deny"],
  },
  [
    ["secret/x", "deny"],
    ["SECRET/x", "deny"],
    ["/opt/x", "deny"],
    ["/OPT/x", "deny"],
    ["~/notes/x", "deny"],
    ["/HOME/ME/NOTES/x", "deny"],
    ["/Home/Me/Project/secret/x", "deny"],
    ["/etc/x", "deny"],
    ["src/x", "allow"],
    ["x", "allow"],
  ],
  folded,
);
table(
  "an allow is always case-sensitive",
  { edit: ["ask", "src/**:allow"], external_directory: ["deny"] },
  [
    ["src/x", "allow"],
    ["SRC/x", "ask"],
    ["/HOME/me/project/src/x", "allow"],
    ["/HOME/me/other", "deny"],
  ],
  folded,
);
table("on other disks case matters", { edit: ["allow", "Secret/**:deny"] }, [
  ["secret/x", "allow"],
  ["Secret/x", "deny"],
]);

table(
  "reading is decided like editing",
  { read: ["ask", "src/**:allow", "**/*.sql:deny", "/opt/**:allow"], external_directory: ["ask", "/opt/**:allow"] },
  [
    ["src/x", "allow"],
    ["src/x.sql", "allow"],
    ["x.sql", "deny"],
    ["readme.md", "ask"],
    ["/opt/x", "allow"],
    ["/etc/x", "ask"],
    ["~/src/x", "ask"],
    ["src/../x", "ask"],
  ],
  surroundingsOf(),
  "read",
);
table(
  "without a table for it, reading in the project needs no rule",
  {},
  [
    ["src/x", "allow"],
    ["/home/me/project", "allow"],
    ["/etc/passwd", "ask"],
    ["../x", "ask"],
    ["~/x", "ask"],
  ],
  surroundingsOf(),
  "read",
);
table(
  "reading through links",
  { read: ["allow", "/etc/**:deny"], external_directory: ["allow"] },
  [
    ["out/passwd", "deny"],
    ["in/x", "allow"],
    ["loop/x", "ask"],
  ],
  linked,
  "read",
);

test("a dangling link is judged by its target", () => {
  const surroundings = surroundingsOf({ "/home/me/project/new": "/etc/new" });
  const policy = policyOf({ edit: ["allow", "/etc/**:deny"], external_directory: ["allow"] });
  assert.equal(decide(policy, { tool: "edit", subject: "new" }, surroundings).verdict, "deny");
});

test("an unreadable disk is a fault, and a fault denies", () => {
  const surroundings: Surroundings = {
    ...surroundingsOf(),
    readLink: () => {
      throw new Error("no disk");
    },
  };
  const decision = decide(policyOf({ edit: ["allow"] }), { tool: "edit", subject: "x" }, surroundings);
  assert.deepEqual(decision, { verdict: "deny", because: { kind: "fault", message: "no disk" } });
});
