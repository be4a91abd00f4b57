/** Edits of permissions with the expected diff of each. */

export type Expected = "looser" | "stricter" | "both" | "neutral";

/**
 * One tool per line: `bash ask: rule; rule`. Lines that begin with `role`, `skills` or `delegates` are fields of the
 * agent. Further files of the root follow.
 */
export interface Edit {
  readonly expected: Expected;
  readonly old: string;
  readonly now: string;
  readonly oldFiles?: Readonly<Record<string, string>>;
  readonly nowFiles?: Readonly<Record<string, string>>;
}

type Row = readonly [old: string, now: string];

function rows(expected: Expected, all: readonly Row[]): readonly Edit[] {
  return all.map(([old, now]) => ({ expected, old, now }));
}

/** The row is looser, and stricter if reversed. */
function bothWays(all: readonly Row[]): readonly Edit[] {
  return [
    ...rows("looser", all),
    ...rows(
      "stricter",
      all.map(([old, now]) => [now, old] as const),
    ),
  ];
}

const widening = bothWays([
  // Only a single star at the end also matches no argument.
  ["bash ask: git status **:allow", "bash ask: git status *:allow"],
  ["bash deny:", "bash ask:"],
  ["bash ask:", "bash allow:"],
  ["bash deny:", "bash allow:"],
  ["bash ask:", "bash ask: make test:allow"],
  ["bash ask: git log *:allow", "bash ask: git log *:allow; git show *:allow"],
  ["bash ask: git log:allow", "bash ask: git log *:allow"],
  ["bash ask: git log *:allow", "bash ask: git *:allow"],
  ["bash ask: npm run build:allow", "bash ask: npm run *:allow"],
  ["bash ask: npm run test *:allow", "bash ask: npm run test*:allow"],
  ["bash ask: rm -rf *:deny; rm *:ask", "bash ask: rm *:ask"],
  ["bash allow: rm -rf *:deny", "bash allow:"],
  ["bash allow: rm *:deny", "bash allow: rm -rf *:deny"],
  ["bash allow: git push *:deny", "bash allow: git push *:ask"],
  ["bash allow: git push *:deny", "bash allow: git push --force *:deny"],
  ["bash allow: git push **--force*:deny", "bash allow: git push --force*:deny"],
  ["bash allow: sudo *:deny; doas *:deny", "bash allow: sudo *:deny"],
  ["bash ask: git push *:deny; git *:allow", "bash ask: git *:allow; git push *:deny"],
  ["bash ask: git commit *:ask; git *:allow", "bash ask: git *:allow; git commit *:ask"],
  ["bash deny: ls *:allow; cat a:deny; cat *:allow", "bash deny: ls *:allow; cat *:allow; cat a:deny"],
  ["bash ask: docker rm *:deny; docker *:allow", "bash ask: docker rm -f *:deny; docker *:allow"],
  ["bash ask: cargo test:allow", "bash ask: cargo test:allow; cargo run *:allow"],
  ["bash ask: make:allow", "bash ask: make *:allow"],
  ["bash ask: curl *:deny", "bash ask: curl https*:ask; curl *:deny\nwebfetch allow:"],
  ["bash ask: **/.ssh*:deny; cat *:allow", "bash ask: cat *:allow\nexternal_directory allow:"],
  ["bash ask: A=1 make *:ask; make *:allow", "bash ask: A=1 make *:allow; make *:allow"],
  ["bash ask: pytest *:allow", "bash ask: pytest *:allow; uv run pytest *:allow"],
  ["bash ask: @reading", "bash ask: @reading; @git-reading"],
  ["bash ask: git status *:allow", "bash ask: git status *:allow; @inspection"],
  ["bash ask: rg *:deny; @reading", "bash ask: @reading"],
  ["bash ask: curl *:deny; @builds", "bash ask: @builds; curl *:deny; npm *:allow"],
  ["edit deny:", "edit ask:"],
  ["edit ask:", "edit allow:"],
  ["edit deny:", "edit deny: docs/**:allow"],
  ["edit deny: docs/*:allow", "edit deny: docs/**:allow"],
  ["edit deny: docs/*.md:allow", "edit deny: docs/*:allow"],
  ["edit deny: docs/a.md:allow", "edit deny: docs/*.md:allow"],
  ["edit allow: **/*.lock:deny", "edit allow:"],
  ["edit allow: **/*.lock:deny", "edit allow: *.lock:deny"],
  ["edit allow: src/**:deny", "edit allow: src/gen/**:deny"],
  ["edit allow: src/**:deny; test/**:deny", "edit allow: test/**:deny"],
  ["edit ask: secrets/**:deny; **:allow", "edit ask: **:allow; secrets/**:deny"],
  ["edit ask: src/gen/**:deny; src/**:allow", "edit ask: src/**:allow; src/gen/**:deny"],
  ["edit ask:", "edit ask: AGENTS.md:allow"],
  ["edit ask: docs/**:allow", "edit ask: docs/**:allow; .claude/skills/**:allow"],
  ["edit allow: @no-secret-edits", "edit allow:"],
  ["edit allow: @lock-files; @no-secret-edits", "edit allow: @no-secret-edits"],
  ["edit deny: **/*.test.ts:allow", "edit deny: **/*.ts:allow"],
  ["edit deny: test/**:allow", "edit deny: test/**:allow; spec/**:allow"],
  ["read allow: secret/**:deny", "read allow:"],
  ["read ask:", "read allow:"],
  ["read deny:", "read deny: src/**:allow"],
  ["read allow:", "read allow: .env:allow"],
  ["read allow: **/*.pem:deny", "read allow:"],
  ["read allow: @no-secrets", "read allow:"],
  ["read deny: docs/**:allow", "read deny: docs/**:allow; src/**:ask"],
  ["external_directory deny:", "external_directory ask:"],
  ["external_directory ask:", "external_directory ask: /tmp/**:allow"],
  ["external_directory ask: /tmp/a/**:allow", "external_directory ask: /tmp/**:allow"],
  ["external_directory ask: ~/p/**:allow", "external_directory ask: ~/**:allow"],
  ["external_directory allow: /etc/**:deny", "external_directory allow:"],
  ["external_directory ask: /tmp/x:deny; /tmp/**:allow", "external_directory ask: /tmp/**:allow"],
  ["webfetch ask:", "webfetch allow:"],
  ["webfetch deny:", "webfetch deny: https://docs.example.org/**:allow"],
  ["webfetch ask: https://a.example.org/**:allow", "webfetch ask: https://*.example.org/**:allow"],
  ["webfetch ask: https://example.org/docs/**:allow", "webfetch ask: https://example.org/**:allow"],
  ["webfetch allow: https://pastebin.com/**:deny", "webfetch allow:"],
  ["webfetch ask:", "webfetch ask: http://localhost/**:allow"],
  ["websearch deny:", "websearch ask:"],
  ["websearch ask:", "websearch allow:"],
  ["websearch allow: *password*:deny", "websearch allow:"],
  ["question deny:", "question allow:"],
  ["question ask:", "question allow:"],
  ["role read-only\nbash allow:", "bash allow:"],
  ["bash allow:\nedit deny:", "bash allow:\nedit deny: src/**:allow"],
  ["bash ask:\nedit deny:", "bash ask:"],
  ["bash ask: git *:allow\nedit deny:", "bash ask: git *:allow\nedit ask:"],
  ["bash ask: npm *:allow\nwebfetch deny:", "bash ask: npm *:allow\nwebfetch allow:"],
]);

/** Rewrites that change no verdict. */
const neutral = rows("neutral", [
  ["bash ask: git log *:allow", "bash ask: git log *:allow; git log *:allow"],
  ["bash ask: git log *:allow; git show *:allow", "bash ask: git show *:allow; git log *:allow"],
  ["bash ask: ls *:allow; cat *:allow; rm *:deny", "bash ask: rm *:deny; cat *:allow; ls *:allow"],
  ["bash ask: git log *:allow; git *:allow", "bash ask: git *:allow"],
  ["bash ask: git *:allow", "bash ask: git *:allow; git log *:allow"],
  ["bash deny: rm *:deny; ls *:allow", "bash deny: ls *:allow; rm *:deny"],
  ["bash ask: make:allow; make *:allow", "bash ask: make *:allow"],
  ["bash ask: foo *:ask; ls *:allow", "bash ask: ls *:allow"],
  ["bash allow: rm *:deny; rm -rf *:deny", "bash allow: rm *:deny"],
  ["bash allow: rm -rf *:deny; rm *:deny", "bash allow: rm *:deny"],
  ["bash allow: ls *:allow", "bash allow:"],
  ["bash allow: ls *:allow; rm *:deny", "bash allow: rm *:deny"],
  ["bash ask: git  status *:allow", "bash ask: git status *:allow"],
  ["bash ask: git push *:deny; git *:allow", "bash ask: git push *:deny; git push --force *:deny; git *:allow"],
  ["bash ask: git push *:deny; ls *:allow; git *:allow", "bash ask: ls *:allow; git push *:deny; git *:allow"],
  ["bash ask: npm run a:allow; npm run b:allow", "bash ask: npm run b:allow; npm run a:allow"],
  ["bash ask: docker *:ask; docker ps *:allow", "bash ask:"],
  ["bash ask: @reading", "bash ask: @reading; @reading"],
  ["bash ask: ls *:allow; @reading", "bash ask: ls *:allow; @reading; ls *:allow"],
  ["bash ask: make test:allow\nedit ask:", "edit ask:\nbash ask: make test:allow"],
  ["edit deny: docs/**:allow; src/**:allow", "edit deny: src/**:allow; docs/**:allow"],
  ["edit deny: docs/**:allow", "edit deny: docs/**:allow; docs/*.md:allow"],
  ["edit deny: docs/*.md:allow; docs/**:allow", "edit deny: docs/**:allow"],
  ["edit deny: ./docs/**:allow", "edit deny: docs/**:allow"],
  ["edit deny: docs/:allow", "edit deny: docs/**:allow"],
  ["edit allow: **/*.lock:deny; Cargo.lock:deny", "edit allow: **/*.lock:deny"],
  ["edit ask: docs/**:ask; src/**:allow", "edit ask: src/**:allow"],
  ["edit deny: src/**:deny", "edit deny:"],
  ["edit allow: a/**:deny; b/**:deny", "edit allow: b/**:deny; a/**:deny"],
  ["edit ask: a/**:allow; a/b/**:deny", "edit ask: a/**:allow"],
  ["edit deny: **/*.md:allow; **/docs/*.md:allow", "edit deny: **/*.md:allow"],
  ["read allow: secret/**:deny; secret/a:deny", "read allow: secret/**:deny"],
  ["read deny: src/**:allow; docs/**:allow", "read deny: docs/**:allow; src/**:allow"],
  [
    "external_directory ask: /tmp/**:allow; /var/tmp/**:allow",
    "external_directory ask: /var/tmp/**:allow; /tmp/**:allow",
  ],
  ["external_directory ask: /tmp/**:allow; /tmp/x/**:allow", "external_directory ask: /tmp/**:allow"],
  ["external_directory ask: //tmp/**:allow", "external_directory ask: /tmp/**:allow"],
  [
    "webfetch ask: https://a.example/**:allow; https://b.example/**:allow",
    "webfetch ask: https://b.example/**:allow; https://a.example/**:allow",
  ],
  [
    "webfetch ask: https://EXAMPLE.org/**:allow; https://example.org/**:allow",
    "webfetch ask: https://example.org/**:allow; https://EXAMPLE.org/**:allow",
  ],
  ["webfetch allow: https://a.example/**:allow", "webfetch allow:"],
  ["websearch ask: a*:allow; ab*:allow", "websearch ask: a*:allow"],
  ["websearch ask:", "bash ask:\nwebsearch ask:"],
  ["question allow: a*:allow", "question allow:"],
  ["bash ask: rm *:deny; cp *:deny; mv *:deny", "bash ask: mv *:deny; rm *:deny; cp *:deny"],
  ["bash ask: git log *:allow\nwebfetch ask:", "bash ask: git log *:allow\nwebfetch ask:\nwebsearch ask:"],
]);

/** Looser in one place and stricter in another. */
const both = rows("both", [
  ["bash ask: make *:allow", "bash ask: ninja *:allow"],
  ["bash ask: git log *:allow\nedit deny:", "bash ask:\nedit allow:"],
  ["edit deny: docs/**:allow", "edit deny: src/**:allow"],
  ["edit deny: docs/**:allow", "edit deny: **/*.md:allow"],
  ["webfetch deny: https://a.example/**:allow", "webfetch deny: https://b.example/**:allow"],
  ["bash allow: rm *:deny", "bash allow: dd *:deny"],
  ["bash deny: ls *:allow", "bash ask: ls *:deny"],
  ["read allow: a/**:deny", "read allow: b/**:deny"],
  ["external_directory ask: /tmp/**:allow", "external_directory ask: /srv/**:allow"],
  ["websearch allow:\nquestion deny:", "websearch deny:\nquestion allow:"],
]);

const pack = (rules: string): Record<string, string> => ({
  "packs/team.toml": `tool = "bash"\ndescription = "Team"\nrules = [${rules}]\n`,
});
const agentFile = (name: string, rest: string): Record<string, string> => ({
  [`agents/${name}/agent.toml`]: `name = "${name}"\ndescription = "Does ${name}"\n${rest}`,
  [`agents/${name}/system-prompt.md`]: "Do it.\n",
});
const role = (tools: string, commands: string): Record<string, string> => ({
  "roles/own.toml": `[role]\nname = "own"\ndescription = "Own"\n[capabilities]\nrequired = ["tools::bash-allowlist"]\n[tools]\nallowed = [${tools}]\nbash-patterns-allowed = [${commands}]\n[escalation]\npolicy = "ask-via-return"\n`,
});
const strict = 'mode = "subagent"\n[permissions.bash]\nintent = "deny"\n[permissions.edit]\nintent = "deny"\n';
const loose = 'mode = "subagent"\n[permissions.bash]\nintent = "allow"\n[permissions.edit]\nintent = "allow"\n';

function withFiles(expected: Expected, text: string, old: Record<string, string>, now: Record<string, string>): Edit {
  return { expected, old: text, now: text, oldFiles: old, nowFiles: now };
}

const files: readonly Edit[] = [
  withFiles("looser", "bash ask: @team", pack('"make:allow"'), pack('"make *:allow"')),
  withFiles("stricter", "bash ask: @team", pack('"make *:allow"'), pack('"make:allow"')),
  withFiles("neutral", "bash ask: @team", pack('"make:allow", "ls *:allow"'), pack('"ls *:allow", "make:allow"')),
  withFiles("neutral", "bash ask: ls *:allow", pack('"make:allow"'), pack('"make *:allow"')),
  withFiles("both", "bash ask: @team", pack('"make *:allow"'), pack('"ninja *:allow"')),
  withFiles("looser", "bash allow: @team", pack('"rm *:deny", "dd *:deny"'), pack('"rm *:deny"')),
  {
    expected: "neutral",
    old: "bash ask: make:allow; ls *:allow",
    now: "bash ask: make:allow; ls *:allow; @team",
    nowFiles: pack('"make:allow"'),
  },
  { expected: "looser", old: "bash ask:", now: "bash ask: @team", nowFiles: pack('"some-tool *:allow"') },
  {
    expected: "looser",
    old: "delegates none\nbash ask:\nedit ask:",
    now: "delegates other\nbash ask:\nedit ask:",
    oldFiles: agentFile("other", loose),
    nowFiles: agentFile("other", loose),
  },
  {
    expected: "stricter",
    old: "delegates other\nbash ask:\nedit ask:",
    now: "delegates none\nbash ask:\nedit ask:",
    oldFiles: agentFile("other", loose),
    nowFiles: agentFile("other", loose),
  },
  {
    expected: "neutral",
    old: "delegates none\nbash ask:\nedit ask:",
    now: "delegates other\nbash ask:\nedit ask:",
    oldFiles: agentFile("other", strict),
    nowFiles: agentFile("other", strict),
  },
  {
    expected: "looser",
    old: "bash ask:",
    now: "bash ask:",
    oldFiles: agentFile("other", strict),
    nowFiles: agentFile("other", loose),
  },
  { expected: "looser", old: "bash ask:", now: "bash ask:", nowFiles: agentFile("other", loose) },
  { expected: "neutral", old: "bash ask:", now: "bash ask:", oldFiles: agentFile("other", loose), nowFiles: {} },
  { expected: "looser", old: "bash ask:", now: "bash ask:", nowFiles: agentFile("other", 'mode = "subagent"\n') },
  { expected: "looser", old: "bash ask:", now: "" },
  { expected: "stricter", old: "", now: "bash ask:" },
  withFiles(
    "looser",
    "role own\nbash allow:",
    role('"Read", "Bash"', "'^make$'"),
    role('"Read", "Bash"', "'^make( |$)'"),
  ),
  withFiles(
    "stricter",
    "role own\nbash allow:",
    role('"Read", "Bash"', "'^make( |$)'"),
    role('"Read", "Bash"', "'^make$'"),
  ),
  withFiles(
    "looser",
    "role own\nbash allow:\nedit allow:",
    role('"Read", "Bash"', "'^make$'"),
    role('"Read", "Edit", "Write", "Bash"', "'^make$'"),
  ),
  {
    expected: "looser",
    old: "role own\nbash allow:",
    now: "bash allow:",
    oldFiles: role('"Read", "Bash"', "'^make$'"),
    nowFiles: role('"Read", "Bash"', "'^make$'"),
  },
];

export const edits: readonly Edit[] = [...widening, ...neutral, ...both, ...files];
