/**
 * Tests that imported permissions are not looser than their source: the client's decision against ours, call by call.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ClaudeRules,
  type CodexRule,
  claudeBash,
  claudeEdit,
  claudeFetch,
  codexCommand,
} from "../../test/support/client-models.ts";
import { opencodeOracle, type PermissionMap } from "../../test/support/opencode-oracle.ts";
import { surroundingsOf } from "../../test/support/policy.ts";
import { property, propertyRuns, type Random } from "../../test/support/random.ts";
import type { Imported, Importer, ImportFile } from "../harness/importer.ts";
import { type Policy, type Tool, type Verdict, verdicts } from "../model/permission.ts";
import { parseInlinePermissions } from "../parse/permissions.ts";
import { compilePolicy } from "../policy/compile.ts";
import { decide } from "../policy/decide.ts";
import { importers } from "./all.ts";

/** Each run reads files and judges a dozen calls. */
const law = (name: string, check: (random: Random) => void): void => property(name, check, Math.ceil(propertyRuns / 8));

function importerOf(id: string): Importer {
  return importers.find((each) => each.id === id)!;
}

function read(id: string, files: Readonly<Record<string, string>>, scope: "user" | "project" = "project"): Imported {
  const map = new Map<string, ImportFile>(
    Object.entries(files).map(([path, text]) => [path, { path, text, bytes: Buffer.from(text), executable: false }]),
  );
  const imported = importerOf(id).read({ files: map, scope, home: new Map(), withAnswers: false });
  assert.deepEqual(imported.blocked, []);
  return imported;
}

/** As an author's file would be read: patterns that `check` rejects fail here. */
function policyOf(imported: Imported): Policy {
  const [agent] = imported.agents;
  assert.ok(agent?.permissions, JSON.stringify(imported.notes));
  const tables = Object.fromEntries(
    Object.entries(agent.permissions).map(([tool, { intent, rules }]) => [
      tool,
      { intent, rules: rules.map((rule) => ("pack" in rule ? `@${rule.pack}` : `${rule.pattern}:${rule.verdict}`)) },
    ]),
  );
  const parsed = parseInlinePermissions(tables, () => new Map());
  assert.ok(!("problem" in parsed), JSON.stringify(parsed));
  return compilePolicy({ agent: "a", permissions: parsed.permissions });
}

function verdictOf(policy: Policy, tool: Tool, subject: string): Verdict {
  return decide(policy, { tool, subject }, surroundingsOf()).verdict;
}

function isNoLooser(ours: Verdict, theirs: Verdict): boolean {
  return verdicts.indexOf(ours) >= verdicts.indexOf(theirs);
}

const claudeAgent = "---\nname: a\ndescription: Does a\n---\nDo it.\n";
function claudePolicy(rules: ClaudeRules, mode?: string): Policy {
  const settings = { permissions: { ...rules, ...(mode && { defaultMode: mode }) } };
  return policyOf(
    read("claude-code", { ".claude/agents/a.md": claudeAgent, ".claude/settings.json": JSON.stringify(settings) }),
  );
}

const noRules: ClaudeRules = { deny: [], ask: [], allow: [] };

const claudeCases: readonly (readonly [Partial<ClaudeRules>, Tool, string, Verdict])[] = [
  [{ deny: ["Bash(git * --force)"], allow: ["Bash(git *)"] }, "bash", "git push origin x --force", "deny"],
  [{ allow: ['Bash(make "all in")'] }, "bash", "make all in", "ask"],
  [{ deny: ['Bash(gg "x y" *)'], allow: ["Bash(gg *)"] }, "bash", 'gg "x y" z', "deny"],
  [{ deny: ["Bash(curl * | sh)"], allow: ["Bash(curl *)", "Bash(sh)"] }, "bash", "curl http://h/x | sh", "deny"],
  [{ deny: ["Bash(rm $HOME/*)"], allow: ["Bash(rm *)"] }, "bash", "rm $HOME/x", "deny"],
  [{ deny: ["Bash(npm publish:*)"], allow: ["Bash"] }, "bash", "npm publish --tag x", "deny"],
  [{ allow: ["Bash(npm run test:*)"] }, "bash", "npm run test -- --watch", "allow"],
  [{ allow: ["Bash(npm run test:*)"] }, "bash", "npm run testing", "ask"],
  [{ allow: ["Bash(hh * *)"] }, "bash", "hh a", "ask"],
  [{ allow: ["Bash(hh * *)"] }, "bash", "hh a b", "allow"],
  [{ ask: ["Bash(git push *)"], allow: ["Bash(git *)"] }, "bash", "git push", "ask"],
  [{ deny: ["Read(.env)"] }, "edit", ".env", "deny"],
  [{ deny: ["Read(.env)"] }, "bash", "cat sub/.env", "deny"],
  [{ deny: ["Read(.env)"] }, "read", "sub/.ENV", "deny"],
  [{ allow: ["Edit(src/**)"] }, "edit", "src/a/b.ts", "allow"],
  [{ allow: ["Edit(src/**)"] }, "edit", "sub/src/b.ts", "ask"],
  [{ deny: ["Edit(sec/**)"], allow: ["Edit"] }, "edit", "sub/sec/x", "deny"],
  [{ deny: ["Edit(/gen/**)"], allow: ["Edit"] }, "edit", "gen/x", "deny"],
  [{ deny: ["Edit(//etc/**)"], allow: ["Edit"] }, "edit", "/etc/hosts", "deny"],
  [{ deny: ["Write(dist/**)"], allow: ["Edit"] }, "edit", "dist/x", "deny"],
  [{ allow: ["Write(dist/**)"] }, "edit", "dist/x", "ask"],
  [{ allow: ["WebFetch(domain:ok.test)"] }, "webfetch", "https://ok.test/x", "allow"],
  [{ allow: ["WebFetch(domain:ok.test)"] }, "webfetch", "https://sub.ok.test/x", "ask"],
  [{ allow: ["WebFetch(ok.test)"] }, "webfetch", "https://ok.test/x", "ask"],
  [{ deny: ["WebFetch(domain:bad.test)"], allow: ["WebFetch"] }, "webfetch", "http://bad.test:8080/x", "deny"],
  [{ deny: ["WebSearch"] }, "websearch", "anything", "deny"],
  [{ deny: ["Bash"] }, "bash", "ls", "deny"],
];
for (const [rules, tool, subject, expected] of claudeCases)
  test(`claude-code: ${JSON.stringify(rules)} on ${tool} ${subject} is ${expected}`, () =>
    assert.equal(verdictOf(claudePolicy({ ...noRules, ...rules }), tool, subject), expected));

for (const [mode, edit, bash] of [
  ["acceptEdits", "allow", "ask"],
  ["plan", "deny", "ask"],
  ["dontAsk", "deny", "deny"],
  ["bypassPermissions", "ask", "ask"],
] as const)
  test(`claude-code: the mode ${mode}`, () => {
    const policy = claudePolicy(noRules, mode);
    assert.deepEqual([verdictOf(policy, "edit", "a.ts"), verdictOf(policy, "bash", "make")], [edit, bash]);
  });

/** Tools that an agent does not have are denied, not left to the default. */
for (const [front, expected] of [
  ["tools: Read, Grep", ["deny", "deny", "deny", "deny", "deny", "allow"]],
  ["tools: Read Bash(git *)", ["ask", "deny", "deny", "deny", "deny", "allow"]],
  ["tools: []", ["deny", "deny", "deny", "deny", "deny", "deny"]],
  ["tools: [Bash, Write, AskUserQuestion]", ["ask", "ask", "deny", "deny", "allow", "deny"]],
  ["disallowedTools: Bash(rm *), WebSearch", ["deny", "ask", "ask", "deny", "allow", "allow"]],
] as const)
  test(`claude-code: ${front}`, () => {
    const agent = `---\nname: a\ndescription: Does a\n${front}\n---\nDo it.\n`;
    const policy = policyOf(read("claude-code", { ".claude/agents/a.md": agent }));
    const calls = [
      ["bash", "make"],
      ["edit", "x"],
      ["webfetch", "https://a.test/"],
      ["websearch", "x"],
      ["question", "x"],
      ["read", "x"],
    ] as const;
    assert.deepEqual(
      calls.map(([tool, subject]) => verdictOf(policy, tool, subject)),
      expected,
    );
  });

test("claude-code: allow rules are dropped if a hook may deny", () => {
  const settings = {
    permissions: { allow: ["Bash(git *)"], deny: ["Bash(rm *)"] },
    hooks: { PreToolUse: [{ matcher: "Bash", hooks: [] }] },
  };
  const policy = policyOf(
    read("claude-code", { ".claude/agents/a.md": claudeAgent, ".claude/settings.json": JSON.stringify(settings) }),
  );
  assert.deepEqual([verdictOf(policy, "bash", "git log"), verdictOf(policy, "bash", "rm x")], ["ask", "deny"]);
});

test("a user's own deny rules apply in a project, their allow rules do not", () => {
  const file = (path: string, text: string): [string, ImportFile] => [
    path,
    { path, text, bytes: Buffer.from(text), executable: false },
  ];
  const imported = importerOf("claude-code").read({
    files: new Map([file(".claude/agents/a.md", claudeAgent)]),
    home: new Map([
      file(".claude/settings.json", JSON.stringify({ permissions: { deny: ["Bash(rm *)"], allow: ["Bash(git *)"] } })),
    ]),
    scope: "project",
    withAnswers: false,
  });
  const policy = policyOf(imported);
  assert.deepEqual([verdictOf(policy, "bash", "rm x"), verdictOf(policy, "bash", "git log")], ["deny", "ask"]);
});

const words = ["git", "push", "log", "--force", "rm", "x", "a.txt", "src/a.ts", "npm", "run"];
const commandOf = (random: Random): string =>
  Array.from({ length: 1 + random.int(4) }, () => random.pick(words)).join(" ");
const lineOf = (random: Random): string =>
  random.oneIn(4) ? `${commandOf(random)} ${random.pick(["&&", "|", ";"])} ${commandOf(random)}` : commandOf(random);
function patternOf(random: Random): string {
  const parts = Array.from({ length: 1 + random.int(4) }, () =>
    random.oneIn(3) ? "*" : random.oneIn(6) ? `${random.pick(words)}*` : random.pick(words),
  );
  return random.oneIn(8) ? `${parts.join(" ")}:*` : parts.join(" ");
}
/** Not `docs` itself: `docs/**` includes it here, and no tool edits a directory. */
const paths = [
  "a.txt",
  "src/a.ts",
  "src/b/c.ts",
  "sub/src/a.ts",
  "docs/x.md",
  "x.md",
  "sub/a.txt",
  "SRC/a.ts",
  "docs/y",
];
const pathPatterns = ["a.txt", "*.md", "src/**", "src/*", "./docs", "docs/**", "**/*.ts", "src/b/c.ts", "**", "src"];
const claudeRulesOf = (random: Random, rule: () => string): ClaudeRules => ({
  deny: random.list(2, rule),
  ask: random.list(2, rule),
  allow: random.list(3, rule),
});

law("claude-code: commands", (random) => {
  const rules = claudeRulesOf(random, () => (random.oneIn(12) ? "Bash" : `Bash(${patternOf(random)})`));
  if (Object.values(rules).every((list) => list.length === 0)) return;
  const policy = claudePolicy(rules);
  for (let i = 0; i < 6; i++) {
    const line = lineOf(random);
    const [ours, theirs] = [verdictOf(policy, "bash", line), claudeBash(rules, line)];
    assert.ok(
      isNoLooser(ours, theirs),
      `${JSON.stringify(rules)}\n${line}\nours ${ours}, theirs ${theirs}\n${JSON.stringify(policy.rules)}`,
    );
  }
});

law("claude-code: paths and addresses", (random) => {
  const hosts = ["domain:a.test", "domain:*.a.test", "domain:b.test"];
  const rules = claudeRulesOf(random, () =>
    random.oneIn(4)
      ? `WebFetch(${random.pick(hosts)})`
      : `${random.pick(["Edit", "Edit", "Read"])}(${random.pick(pathPatterns)})`,
  );
  if (Object.values(rules).every((list) => list.length === 0)) return;
  const policy = claudePolicy(rules);
  for (const path of paths) {
    const [ours, theirs] = [verdictOf(policy, "edit", path), claudeEdit(rules, path)];
    assert.ok(
      isNoLooser(ours, theirs),
      `${JSON.stringify(rules)}\n${path}\nours ${ours}, theirs ${theirs}\n${JSON.stringify(policy.rules)}`,
    );
  }
  for (const url of ["https://a.test/x", "http://x.a.test/", "https://b.test:8443/x", "https://c.test/"]) {
    const [ours, theirs] = [verdictOf(policy, "webfetch", url), claudeFetch(rules, url)];
    assert.ok(isNoLooser(ours, theirs), `${JSON.stringify(rules)}\n${url}: ours ${ours}, theirs ${theirs}`);
  }
});

const opencodeDefaults: PermissionMap = { "*": "allow", question: "deny", external_directory: { "*": "ask" } };
function opencodePolicy(map: PermissionMap): Policy {
  const config = { agent: { a: { description: "Does a", prompt: "Do it.", permission: map } } };
  return policyOf(read("opencode", { "opencode.json": JSON.stringify(config) }));
}

const opencodeCases: readonly (readonly [PermissionMap, Tool, string, Verdict])[] = [
  [{ bash: { "docker * prune*": "deny", "docker *": "allow" } }, "bash", "docker system prune -f", "allow"],
  [{ edit: { "*": "deny", "**/*.ts": "allow" } }, "edit", "x.ts", "deny"],
  [{ edit: { "*": "deny", "**/*.ts": "allow" } }, "edit", "lib/x.ts", "allow"],
  [{ bash: { "git push*": "deny" } }, "bash", "git push origin", "deny"],
  [{ bash: { "*": "deny", "rm ?": "ask" } }, "bash", "rm xy", "deny"],
  [{ bash: "deny", edit: "allow" }, "bash", "ls", "deny"],
  [{ edit: "deny" }, "bash", "make", "ask"],
  [{ edit: "deny" }, "question", "sure?", "deny"],
  [{ "*": "deny" }, "webfetch", "https://a.test/", "deny"],
  [
    { "webfetch*": { "*": "deny", "https://a.test/*": "allow" } } as PermissionMap,
    "webfetch",
    "https://a.test/x",
    "allow",
  ],
  [{ external_directory: { "~/notes/*": "allow" } }, "external_directory", "/home/me/notes/a", "allow"],
  [{ bash: { "git *": "allow", 'git commit -m "x y"': "deny" } }, "bash", 'git commit -m "x y"', "deny"],
];
for (const [map, tool, subject, expected] of opencodeCases)
  test(`opencode: ${JSON.stringify(map)} on ${tool} ${subject} is ${expected}`, () =>
    assert.equal(verdictOf(opencodePolicy(map), tool, subject), expected));

test("opencode: an agent's `*` hides a global rule", () => {
  const config = {
    permission: { bash: { "git push*": "deny" } },
    agent: { a: { description: "x", prompt: "x", permission: { bash: { "*": "ask" } } } },
  };
  const policy = policyOf(read("opencode", { "opencode.json": JSON.stringify(config) }));
  assert.equal(verdictOf(policy, "bash", "git push"), "ask");
});

test("opencode: `permission` wins over the older `tools`", () => {
  const config = {
    agent: { a: { description: "x", prompt: "x", tools: { edit: true, write: false }, permission: { edit: "deny" } } },
  };
  assert.equal(verdictOf(policyOf(read("opencode", { "opencode.json": JSON.stringify(config) })), "edit", "x"), "deny");
});

law("opencode: commands and paths", (random) => {
  const actions = ["allow", "ask", "deny"] as const;
  const mapOf = (pattern: () => string): Record<string, Verdict> =>
    Object.fromEntries(random.list(4, () => [pattern(), random.pick(actions)] as const));
  const map = {
    bash: mapOf(() =>
      random.oneIn(6) ? "*" : random.oneIn(8) ? `${patternOf(random)}?` : patternOf(random).replace(/:\*$/, " *"),
    ),
    edit: mapOf(() =>
      random.pick([...pathPatterns.filter((each) => !each.startsWith("./")), "*", "src*", "*/a.txt", "s?c/*"]),
    ),
  };
  if (Object.keys(map.bash).length + Object.keys(map.edit).length === 0) return;
  const policy = opencodePolicy(map);
  const effective = { ...opencodeDefaults, ...map } as PermissionMap;
  for (let i = 0; i < 6; i++) {
    const line = commandOf(random);
    const [ours, theirs] = [verdictOf(policy, "bash", line), opencodeOracle(effective, "bash", line)];
    assert.ok(
      isNoLooser(ours, theirs),
      `${JSON.stringify(map)}\n${line}\nours ${ours}, theirs ${theirs}\n${JSON.stringify(policy.rules)}`,
    );
  }
  for (const path of paths) {
    const [ours, theirs] = [verdictOf(policy, "edit", path), opencodeOracle(effective, "edit", path)];
    assert.ok(
      isNoLooser(ours, theirs),
      `${JSON.stringify(map)}\n${path}\nours ${ours}, theirs ${theirs}\n${JSON.stringify(policy.rules)}`,
    );
  }
});

function codexPolicy(rules: readonly CodexRule[], config = ""): Policy {
  const text = rules
    .map(
      ({ words: list, decision }) =>
        `prefix_rule(\n  pattern = ${JSON.stringify(list)},\n  decision = "${decision}",\n)`,
    )
    .join("\n");
  const agent = 'name = "a"\ndescription = "Does a"\ndeveloper_instructions = "Do it."\n';
  return policyOf(
    read("codex", { ".codex/agents/a.toml": agent, ".codex/rules/own.rules": text, ".codex/config.toml": config }),
  );
}

for (const [rules, subject, expected] of [
  [
    [
      { words: ["npm", ["test", "run"]], decision: "allow" },
      { words: ["npm", "run", "deploy"], decision: "prompt" },
    ],
    "npm run deploy x",
    "ask",
  ],
  [
    [
      { words: ["npm", ["test", "run"]], decision: "allow" },
      { words: ["npm", "run", "deploy"], decision: "prompt" },
    ],
    "npm run build",
    "allow",
  ],
  [[{ words: ["npm", ["test", "run"]], decision: "allow" }], "npm", "ask"],
  [
    [
      { words: ["git", "push", "*"], decision: "forbidden" },
      { words: ["git"], decision: "allow" },
    ],
    "git push origin",
    "deny",
  ],
] as const)
  test(`codex: ${JSON.stringify(rules)} on ${subject} is ${expected}`, () =>
    assert.equal(verdictOf(codexPolicy(rules), "bash", subject), expected));

for (const [config, edit, git] of [
  ['sandbox_mode = "read-only"\n', "deny", "deny"],
  ['sandbox_mode = "workspace-write"\n', "allow", "deny"],
  ['sandbox_mode = "danger-full-access"\n', "ask", "ask"],
] as const)
  test(`codex: ${config.trim()}`, () => {
    const policy = codexPolicy([], config);
    assert.deepEqual([verdictOf(policy, "edit", "a.ts"), verdictOf(policy, "edit", ".git/config")], [edit, git]);
  });

law("codex: commands", (random) => {
  const rules = random.list(
    5,
    (): CodexRule => ({
      words: Array.from({ length: 1 + random.int(3) }, () =>
        random.oneIn(4) ? [random.pick(words), random.pick(words)] : random.pick(words),
      ),
      decision: random.pick(["allow", "prompt", "forbidden"]),
    }),
  );
  if (rules.length === 0) return;
  const policy = codexPolicy(rules);
  const line = commandOf(random);
  const [ours, theirs] = [verdictOf(policy, "bash", line), codexCommand(rules, line.split(" "))];
  assert.ok(isNoLooser(ours, theirs ?? "ask"), `${JSON.stringify(rules)}\n${line}: ours ${ours}, theirs ${theirs}`);
});

for (const [id, path, text, expected] of [
  [
    "pi",
    ".pi/agents/a.md",
    "---\nname: a\ndescription: Does a\ntools: read, bash\n---\nDo it.\n",
    ["ask", "deny", "deny", "allow"],
  ],
  [
    "pi",
    ".pi/agents/a.md",
    "---\nname: a\ndescription: Does a\ntools: [read, grep]\n---\nDo it.\n",
    ["deny", "deny", "deny", "deny"],
  ],
  [
    "pi",
    ".pi/agents/a.md",
    "---\nname: a\ndescription: Does a\npermission:\n  write: deny\n---\nDo it.\n",
    ["ask", "deny", "deny", "allow"],
  ],
  [
    "copilot",
    ".github/agents/a.agent.md",
    "---\nname: a\ndescription: Does a\ntools: [read, execute]\n---\nDo it.\n",
    ["ask", "deny", "deny", "allow"],
  ],
  [
    "copilot",
    ".github/agents/a.agent.md",
    "---\ndescription: Does a\ntools: []\n---\nDo it.\n",
    ["deny", "deny", "deny", "deny"],
  ],
  [
    "ruler",
    ".ruler/agents/a.md",
    "---\ndescription: Does a\nreadonly: true\ntools: [Read, Bash]\n---\nDo it.\n",
    ["ask", "deny", "deny", "allow"],
  ],
] as const)
  test(`${id}: ${JSON.stringify(text)}`, () => {
    const policy = policyOf(read(id, { [path]: text }));
    const calls = [
      ["bash", "make"],
      ["edit", "x"],
      ["webfetch", "https://a.test/"],
      ["read", "x"],
    ] as const;
    assert.deepEqual(
      calls.map(([tool, subject]) => verdictOf(policy, tool, subject)),
      expected,
    );
  });

test("rulesync: `*` last hides the allow rules, as it does on the clients", () => {
  const permissions = { permission: { bash: { "git *": "allow", "rm -rf *": "deny", "*": "ask" } } };
  const policy = policyOf(
    read("rulesync", {
      ".rulesync/subagents/a.md": "---\nname: a\ndescription: Does a\ntargets: ['*']\n---\nDo it.\n",
      ".rulesync/permissions.jsonc": `// ours\n${JSON.stringify(permissions)}`,
    }),
  );
  assert.deepEqual(
    ["git status", "rm -rf x"].map((line) => verdictOf(policy, "bash", line)),
    ["ask", "deny"],
  );
});
