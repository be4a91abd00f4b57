import assert from "node:assert/strict";
import { test } from "node:test";
import { type Authored, policyOf, surroundingsOf } from "../../../test/support/policy.ts";
import type { Verdict } from "../../model/permission.ts";
import type { Surroundings } from "../surroundings.ts";
import { judgePaths, type PathOptions, type PathSet, type PathTool } from "./judge.ts";
import { mayBeListed } from "./lists.ts";
import { secretFiles } from "./secrets.ts";
import { maySteer, steeringFiles } from "./steering.ts";

const open: Authored = { edit: ["allow"], read: ["allow"], external_directory: ["allow"] };

type Case = readonly [subject: string | PathSet, want: Verdict];

function table(
  title: string,
  tool: PathTool,
  cases: readonly Case[],
  { authored = open, surroundings = surroundingsOf(), ...options }: TableOptions = {},
): void {
  const policy = policyOf(authored);
  for (const [subject, want] of cases) {
    test(`${title}: ${want} ${JSON.stringify(subject)}`, () => {
      const set: PathSet = typeof subject === "string" ? { kind: "path", path: subject } : subject;
      const decision = judgePaths(policy, tool, set, surroundings, options);
      assert.equal(decision.verdict, want, JSON.stringify(decision));
    });
  }
}

interface TableOptions extends PathOptions {
  readonly authored?: Authored;
  readonly surroundings?: Surroundings;
}

const glob = (text: string): PathSet => ({ kind: "glob", glob: text });
const below = (path: string): PathSet => ({ kind: "below", path });

const secrets: readonly string[] = [
  ...[".env", ".env.local", ".env.production", "deep/.env", "prod.env", ".env.example.local", "/srv/x/.env"],
  ...["id_rsa", "keys/id_ed25519", "~/.ssh/id_rsa", "~/.ssh/deploy", "~/.ssh/keys/x", "ssh_host_rsa_key"],
  ...["/etc/ssh/ssh_host_ed25519_key", "server.pem", "tls/server.key", "a.p12", "a.pfx", "release.jks", "x.keystore"],
  ...["passwords.kdbx", "secrets/db.age", "~/.gnupg/pubring.kbx", "~/.gnupg/private-keys-v1.d/a.key", ".netrc"],
  ...["_netrc", ".npmrc", "~/.npmrc", ".pypirc", ".pgpass", "~/.git-credentials", ".htpasswd", "~/.aws/credentials"],
  ...["/root/.aws/credentials", "~/.config/gcloud/credentials.db", "~/.azure/msal_token_cache.json"],
  ...["~/.kube/config", "~/.docker/config.json", "~/.cargo/credentials.toml", "~/.config/gh/hosts.yml"],
  ...["~/.terraform.d/credentials.tfrc.json", "/run/agenix/db", "/run/agenix", "/run/secrets/a/b", "/etc/shadow"],
  ...["/run/user/1000/agenix/x", "~/.local/share/opencode/auth.json", "~/.codex/auth.json"],
  ...["~/.claude/.credentials.json", "src/../.env", "./.env", "/home/me/project/.env"],
];
table(
  "a secret file",
  "read",
  secrets.map((path) => [path, "ask"]),
);

const plain: readonly string[] = [
  ...["readme.md", ".env.example", ".env.sample", "deep/.env.template", ".env.production.example", "example.env"],
  ...["env", ".environment", "id_rsa.pub", "~/.ssh/id_rsa.pub", "~/.ssh/config", "~/.ssh/known_hosts"],
  ...["keys.ts", "monkey", "src/key.ts", "npmrc", "docs/.netrc.md", "~/.aws/config", "~/.kube/cache/x", "agenix"],
  ...["run/secrets/a", "/run/secretsx", "cacert.pem", "shadow", "etc/shadow", ".azure/pipeline.yml", ".envrc"],
];
table(
  "not a secret file",
  "read",
  plain.map((path) => [path, "allow"]),
);

table(
  "a rule of `read` decides about a secret file",
  "read",
  [
    [".env", "allow"],
    [".env.local", "deny"],
    ["a.pem", "ask"],
    ["docs/b.pem", "allow"],
    ["x/.env", "ask"],
  ],
  {
    authored: {
      read: ["allow", ".env:allow", ".env.*:deny", "*.pem:ask", "docs/**:allow"],
      external_directory: ["allow"],
    },
  },
);
table(
  "a secret file never becomes looser than the intent",
  "read",
  [
    [".env", "deny"],
    ["readme.md", "deny"],
  ],
  { authored: { read: ["deny"] } },
);

const linked = surroundingsOf({
  "/home/me/project/notes": "/home/me/.ssh/id_rsa",
  "/home/me/project/keys": "/home/me/.ssh",
  "/home/me/project/plain": "readme.md",
  "/home/me/project/.env": "plain",
  "/home/me/.gnupg": "/vault/gpg",
  "/home/me/project/steer": ".claude",
});
table(
  "a link does not hide a secret file, and its own name counts too",
  "read",
  [
    ["notes", "ask"],
    ["keys/deploy", "ask"],
    ["keys/id_rsa.pub", "allow"],
    ["plain", "allow"],
    [".env", "ask"],
    ["/vault/gpg/secring.gpg", "ask"],
    ["/vault/gpg/trustdb", "ask"],
    ["/vault/other", "allow"],
  ],
  { surroundings: linked },
);

table("a glob that is meant to find secret files", "read", [
  [glob(".env*"), "ask"],
  [glob(".e*"), "ask"],
  [glob(".*"), "ask"],
  [glob(".[a-z]*"), "ask"],
  [glob("*.pem"), "ask"],
  [glob("tls/*.key"), "ask"],
  [glob("id_*"), "ask"],
  [glob("~/.ssh/*"), "ask"],
  [glob("~/.s*/*"), "ask"],
  [glob("~/.aws/cred*"), "ask"],
  [glob("*/.env"), "ask"],
  [glob("/run/secrets/*"), "ask"],
  [glob("/run/sec*/db"), "ask"],
  [glob("secrets/*.age"), "ask"],
  [glob(".n?mrc"), "ask"],
  [glob("*"), "allow"],
  [glob("*.md"), "allow"],
  [glob("*.json"), "allow"],
  [glob("src/*"), "allow"],
  [glob("src/*/*.ts"), "allow"],
  [glob("i*.ts"), "allow"],
  [glob("a*"), "allow"],
  [glob("**/*.ts"), "allow"],
  [glob(".env.example*"), "ask"],
  [glob("*.example"), "allow"],
  [glob("\\.env"), "ask"],
  [glob("x\\*"), "allow"],
  [glob("app/[slug]/page.tsx"), "allow"],
]);

const onDisk: Surroundings = {
  ...linked,
  list: (directory) => {
    const names: Readonly<Record<string, readonly string[]>> = {
      "/home/me/project": ["readme.md", "server.key", "AGENTS.md", ".env", "src"],
      "/home/me/project/src": ["a.ts", "b.ts"],
      "/home/me/project/docs": ["notes"],
    };
    const links = directory === "/home/me/project/docs" ? ["notes"] : [];
    return names[directory]?.map((name) => ({ name, kind: links.includes(name) ? "link" : "file" }));
  },
  readLink: (path) => (path === "/home/me/project/docs/notes" ? "/home/me/.ssh/id_rsa" : undefined),
};
table(
  "what a glob finds on the disk is judged by its name and by where it leads",
  "read",
  [
    [glob("*"), "ask"],
    [glob("s*"), "ask"],
    [glob("*.md"), "allow"],
    [glob("src/*"), "allow"],
    [glob("docs/*"), "ask"],
    [glob("*/notes"), "allow"],
  ],
  { surroundings: onDisk },
);
table(
  "what a glob finds on the disk",
  "edit",
  [
    [glob("*.md"), "ask"],
    [glob("src/*"), "allow"],
  ],
  {
    surroundings: onDisk,
  },
);

table(
  "listing names reads no contents",
  "read",
  [
    [".env", "allow"],
    ["~/.ssh", "allow"],
    [glob(".*"), "allow"],
    [glob("*"), "allow"],
    [below("."), "allow"],
  ],
  { reading: "list", surroundings: onDisk },
);
table(
  "a recursive reader is judged by its directory",
  "read",
  [
    [".", "allow"],
    ["src", "allow"],
    ["~/.gnupg", "ask"],
    ["~/.ssh", "ask"],
    ["/run/secrets", "ask"],
    [".env", "ask"],
    [below("secrets"), "allow"],
    [glob("*"), "ask"],
  ],
  { reading: "below", surroundings: onDisk },
);

const steering: readonly string[] = [
  ...[".git/hooks/pre-commit", ".git/config", ".git", "sub/.git", ".git/modules/x/hooks/y", "~/.gitconfig"],
  ...["~/.config/git/config", ".husky/pre-push", ".envrc", "deep/.envrc", ".vscode/tasks.json", "opencode.json"],
  ...["opencode.jsonc", ".opencode/agents/a.md", "~/.config/opencode/opencode.json", ".mcp.json", "CLAUDE.md"],
  ...["docs/CLAUDE.md", "AGENTS.md", "src/AGENTS.md", ".claude/settings.json", "~/.claude/skills/x/SKILL.md"],
  ...["~/.claude.json", ".codex/config.toml", "~/.codex/hooks.json", ".github/copilot-instructions.md"],
  ...[".github/agents/a.agent.md", ".github/hooks/x.json", "~/.copilot/hooks/x.json", ".pi/settings.json"],
  ...["~/.pi/agent/extensions/x.ts", ".agents/skills/x/SKILL.md", ".kode/skills/x/SKILL.md", "x/../AGENTS.md"],
];
table(
  "a steering file",
  "edit",
  steering.map((path) => [path, "ask"]),
);
const free: readonly string[] = [
  ...[
    "readme.md",
    "docs/agents.md",
    "agents.md",
    ".gitignore",
    ".gitattributes",
    ".gitmodules",
    ".github/workflows/a.yml",
  ],
  ...["package.json", "Makefile", ".vscode/settings.json", "src/git/hooks/x", "git/config", "claude/settings.json"],
  ...["mcp.json", "agents/a/agent.toml", "husky/x", ".github/CODEOWNERS", "envrc"],
];
table(
  "not a steering file",
  "edit",
  free.map((path) => [path, "allow"]),
);
table("reading a steering file", "read", [
  ["AGENTS.md", "allow"],
  [".git/config", "allow"],
  [".claude/settings.json", "allow"],
]);

const naming: Authored = {
  external_directory: ["allow"],
  edit: [
    "ask",
    "AGENTS.md:allow",
    "**/CLAUDE.md:allow",
    ".claude/skills/**:allow",
    ".github/**:allow",
    ".git/hooks/*:deny",
    "docs/**:allow",
    "*.json:allow",
    "packages/*/AGENTS.md:allow",
    "**:allow",
  ],
};
table(
  "an allow rule names a steering file by a segment of its own",
  "edit",
  [
    ["AGENTS.md", "allow"],
    ["packages/a/AGENTS.md", "allow"],
    ["src/AGENTS.md", "ask"],
    ["docs/AGENTS.md", "ask"],
    ["docs/CLAUDE.md", "allow"],
    [".claude/skills/x/SKILL.md", "allow"],
    [".claude/skills/x/AGENTS.md", "ask"],
    [".claude/settings.json", "ask"],
    [".github/workflows/a.yml", "allow"],
    [".github/agents/a.agent.md", "ask"],
    [".git/hooks/pre-commit", "deny"],
    [".git/config", "ask"],
    ["opencode.json", "ask"],
    ["readme.md", "allow"],
  ],
  { authored: naming },
);
table(
  "a link does not hide a steering file",
  "edit",
  [
    ["steer/settings.json", "ask"],
    ["plain", "allow"],
  ],
  { surroundings: linked },
);
table("a glob or a tree that is meant for steering files", "edit", [
  [glob(".git/hooks/*"), "ask"],
  [glob(".cl*/settings.json"), "ask"],
  [glob("AGENTS*"), "ask"],
  [glob(".g*"), "ask"],
  [glob("*.md"), "allow"],
  [glob("*"), "allow"],
  [glob("src/*.ts"), "allow"],
  [below(".git"), "ask"],
  [below(".git/objects"), "ask"],
  [below(".claude/skills"), "ask"],
  [below("."), "ask"],
  [below(".."), "ask"],
  [below("src"), "allow"],
]);

const root: Surroundings = {
  ...surroundingsOf(),
  isRoot: (directory) => directory === "/home/me/project" || directory === "/home/me/team",
  gateFiles: ["/home/me/moved", "/srv/policies/a.json"],
};
table(
  "steering files in a definitions root",
  "edit",
  [
    ["agents/a/agent.toml", "ask"],
    ["agents/a/system-prompt.md", "ask"],
    ["surcingle.toml", "ask"],
    ["skills/x/SKILL.md", "ask"],
    ["commands/x.md", "ask"],
    ["_roles/x.toml", "ask"],
    ["src/commands/x.ts", "allow"],
    ["docs/agents/x.md", "allow"],
    ["~/team/rules/x.md", "ask"],
    ["~/team/readme.md", "allow"],
    ["~/moved/settings.json", "ask"],
    ["~/movedx", "allow"],
    ["/srv/policies/a.json", "ask"],
    ["/srv/policies/b.json", "allow"],
  ],
  { surroundings: root },
);
table(
  "a rule names definitions by their directory",
  "edit",
  [
    ["agents/a/agent.toml", "allow"],
    ["skills/x/SKILL.md", "ask"],
  ],
  {
    surroundings: root,
    authored: { edit: ["ask", "agents/**:allow", "**:allow"] },
  },
);

const folded: Surroundings = { ...surroundingsOf(), ignoresCase: true };
table(
  "where the disk ignores case, so do the lists",
  "read",
  [
    [".ENV", "ask"],
    ["Server.PEM", "ask"],
    ["~/.SSH/Id_Rsa", "ask"],
    ["~/.SSH/x.PUB", "allow"],
    [glob(".ENV*"), "ask"],
  ],
  { surroundings: folded },
);
table(
  "where the disk ignores case",
  "edit",
  [
    ["agents.md", "ask"],
    [".Git/Hooks/x", "ask"],
    [".CLAUDE/x", "ask"],
  ],
  { surroundings: folded },
);
table("on other disks case matters", "read", [[".ENV", "allow"]]);

const silent: Authored = { bash: ["allow"] };
table(
  "an effect of a tool that is not named",
  "edit",
  [
    ["src/a.ts", "allow"],
    ["AGENTS.md", "ask"],
    ["/tmp/x", "ask"],
    [below("src"), "allow"],
    [glob("*.ts"), "allow"],
    [{ kind: "unknown" }, "ask"],
  ],
  { authored: silent, isEffect: true },
);
table(
  "an effect of a tool that is not named",
  "read",
  [
    ["src/a.ts", "allow"],
    [".env", "ask"],
    ["/etc/passwd", "ask"],
    ["~/.ssh/id_rsa", "ask"],
    [glob("*.md"), "allow"],
  ],
  { authored: silent, isEffect: true },
);
table(
  "an effect of a tool that is named",
  "edit",
  [
    ["src/a.ts", "deny"],
    ["out/a", "allow"],
    ["out/AGENTS.md", "ask"],
  ],
  { authored: { edit: ["deny", "out/**:allow"] }, isEffect: true },
);

test("a listed file is found by its name alone", () => {
  for (const path of secrets) assert.ok(mayBeListed(secretFiles, path.replace("~", "/home/me")), path);
  for (const path of steering) assert.ok(maySteer(path.replace("~", "/home/me"), surroundingsOf()), path);
  for (const path of ["src/a.ts", "readme.md", "docs/guide.html"]) {
    assert.equal(mayBeListed(secretFiles, path), false);
    assert.equal(maySteer(path, surroundingsOf()), false);
  }
});

test("every entry is found by the names in it, and not by some of them", () => {
  for (const list of [secretFiles, steeringFiles])
    for (const { pattern } of list.entries) {
      const path = pattern
        .replace(/^\*\*/, "/srv/Project")
        .replace("~", "/home/me")
        .replace(/\/\*\*$/, "/deep/file")
        .replaceAll("*", "x");
      assert.ok(mayBeListed(list, path), path);
      assert.ok(mayBeListed(list, path.toUpperCase()), path);
    }
  for (const path of ["/srv/run/a.ts", "/srv/.claude/agents/a.md", "/srv/.config/a"])
    assert.equal(mayBeListed(secretFiles, path), false, path);
});

test("the entries have the form that the lookup needs", () => {
  for (const { pattern, except = [] } of [...secretFiles.entries, ...steeringFiles.entries])
    for (const each of [pattern, ...except]) {
      assert.match(each, /^(?:\*\*\/|~\/|\/)[^/]/, each);
      assert.doesNotMatch(each.replace(/^\*\*\//, "").replace(/\/\*\*$/, ""), /\*\*/, each);
    }
});

test("the reason names the entry", () => {
  const decision = judgePaths(policyOf(open), "read", { kind: "path", path: ".env" }, surroundingsOf());
  assert.deepEqual(decision, {
    verdict: "ask",
    because: {
      kind: "caution",
      point: "it is a secret file (`**/.env`), and no `read` rule names it",
      isList: true,
    },
    tool: "read",
    subject: ".env",
  });
});
