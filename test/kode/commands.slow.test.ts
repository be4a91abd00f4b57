/** Tests `skill list|show|exec|install` as a user runs them: exit codes, messages, and what is on disk afterwards. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { skill } from "../../src/cli/commands/families.ts";
import { kodePage } from "../support/kode-skill.ts";
import { type Files, makeRoots } from "../support/make-root.ts";
import { assertEnded } from "../support/processes.ts";
import { runCommandIn } from "../support/run-command.ts";

const makeRoot = makeRoots("kode-commands");

interface Place {
  readonly home: string;
  readonly cwd: string;
  readonly bin: string;
  /** The machine's own programs are available only if a client is named, because one may be installed. */
  readonly hasPrograms?: boolean;
}

function surroundingsOf(files: Files = {}): Place {
  const root = makeRoot(files);
  const place = { home: join(root, "home"), cwd: join(root, "work"), bin: join(root, "bin") };
  for (const directory of [place.home, place.cwd, place.bin]) mkdirSync(directory, { recursive: true });
  return place;
}

async function run({ home, cwd, bin, hasPrograms }: Place, ...argv: string[]) {
  const env = { HOME: home, PATH: hasPrograms ? `${bin}:${process.env["PATH"]}` : bin, TOKEN: "1" };
  const { code, out, err } = await runCommandIn(cwd, skill, argv, env, undefined);
  return { code, out, err, lines: out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : [])) };
}

const skills = "home/.kode/skills";
const three: Files = {
  [`${skills}/alpha/SKILL.md`]: kodePage("alpha"),
  [`${skills}/broken/SKILL.md`]: "---\nname: broken\n---\n",
  [`${skills}/dangerous-one/SKILL.md`]: kodePage("dangerous-one"),
  "work/surcingle.toml": '[kode]\ndeny = ["skill:dangerous-*"]\n',
};

test("`surcingle skill` alone lists the skills", async () => {
  const place = surroundingsOf(three);
  assert.deepEqual(await run(place), await run(place, "list"));
});

test("list shows every skill, including broken ones with the reason and denied ones", async () => {
  const place = surroundingsOf(three);
  const { code, out, err } = await run(place, "list");
  assert.equal(code, 1, "one of them is broken");
  assert.match(out, /^alpha +Does alpha$/m);
  assert.match(out, /^dangerous-one +Does dangerous-one \(denied by skill:dangerous-\*\)$/m);
  assert.match(
    err,
    /^broken +error\[missing-field\]: required field `description` is missing in SKILL\.md \(and 1 more\)/m,
  );
  const { lines } = await run(place, "list", "--json");
  assert.deepEqual(
    lines.map(({ slug, valid, version, denied, hidden }) => [slug, valid, version, denied, hidden]),
    [
      ["alpha", true, "0.1.0", null, false],
      ["broken", false, undefined, null, false],
      ["dangerous-one", true, "0.1.0", "skill:dangerous-*", false],
    ],
  );
});

test("list searches the directory in the settings first, relative to the settings", async () => {
  const place = surroundingsOf({
    ...three,
    "conf/own/alpha/SKILL.md": kodePage("alpha").replace("Does alpha", "The other alpha"),
    "conf/settings.json": '{"kode": {"native_skills_dir": "own"}}',
  });
  const { lines } = await run(place, "list", "--json", "--settings", "../conf/settings.json");
  assert.equal(lines[0].description, "The other alpha");
  assert.deepEqual(
    lines.filter(({ hidden }) => hidden).map(({ slug }) => slug),
    ["alpha"],
  );
});

test("a home without skills is an empty list, not an error", async () => {
  const { code, out } = await run(surroundingsOf(), "list");
  assert.equal(code, 0);
  assert.match(out, /^0 skills in /);
});

test("an invalid rule in kode.deny is an error with its position", async () => {
  const place = surroundingsOf({ ...three, "work/surcingle.toml": '[kode]\ndeny = ["skils:*"]\n' });
  for (const command of [["list"], ["exec", "alpha"], ["install", "x"]]) {
    const { code, err } = await run(place, ...command);
    assert.equal(code, 1);
    assert.match(
      err,
      /error\[bad-settings\]: `kode\.deny` contains `skils:\*`, which is not a valid rule\n --> surcingle\.toml:2:9/,
    );
  }
});

test("show prints front matter and body without terminal escapes", async () => {
  const body = "Do \u001b[31mthis\u001b[0m with\ttabs.\n";
  const place = surroundingsOf({ [`${skills}/alpha/SKILL.md`]: kodePage("alpha", "license: MIT\n", body) });
  const { code, out } = await run(place, "show", "alpha");
  assert.equal(code, 0);
  assert.match(
    out,
    /---\nname: alpha\ndescription: Does alpha\nversion: 0\.1\.0\nlicense: MIT\n---\nDo \\u001b\[31mthis/,
  );
  assert.ok(!out.includes("\u001b"));
  const { lines } = await run(place, "show", "alpha", "--json");
  assert.deepEqual([lines[0].slug, lines[0].body, lines[0].extra], ["alpha", body, { license: "MIT" }]);
});

test("show reports what is wrong with a broken skill, and the nearest name of a missing one", async () => {
  const place = surroundingsOf(three);
  const broken = await run(place, "show", "broken");
  assert.equal(broken.code, 1);
  assert.match(broken.err, /error\[missing-field\]/);
  const missing = await run(place, "show", "alph");
  assert.equal(missing.code, 1);
  assert.match(missing.err, /error\[skill-unknown\].*\n.*did you mean `alpha`/);
});

test("exec without a client is an error, and a denied or broken skill is not run", async () => {
  const place = surroundingsOf(three);
  for (const [slug, code] of [
    ["alpha", "skill-runtime-missing"],
    ["dangerous-one", "skill-denied"],
    ["broken", "missing-field"],
    ["nothing", "skill-unknown"],
  ] as const) {
    const result = await run(place, "exec", slug);
    assert.equal(result.code, 1);
    assert.match(result.err, new RegExp(`^error\\[${code}\\]`, "m"));
  }
  await assert.rejects(
    run(place, "exec", "alpha", "--client", "codex"),
    /`--client` cannot be `codex`; choose from opencode, claude-code, pi/,
  );
  await assert.rejects(run(place, "exec", "alpha", "--tools", "shel"), /`--tools` names `shel`/);
  await assert.rejects(run(place, "exec", "alpha", "--timeout", "soon"), /`--timeout`/);
  await assert.rejects(run(place, "exec"), /SLUG is missing/);
});

/** A program in place of Claude Code, to see how it is started; exec.slow.test.ts uses the real one. */
function placeWithClient(script: string, page = kodePage("alpha", "metadata: { kode: { tools: [shell] } }\n")): Place {
  const place = surroundingsOf({ [`${skills}/alpha/SKILL.md`]: page, "bin/claude": `#!/bin/sh\n${script}` });
  chmodSync(join(place.bin, "claude"), 0o755);
  return { ...place, hasPrograms: true };
}

test("exec passes the resolved prompt and an agent with a gate to the client, and prints its answer", async () => {
  const look = 'cat > prompt; cp -R "$CLAUDE_CONFIG_DIR" seen; echo "$@" > words; echo "the result"; echo noise >&2';
  const place = placeWithClient(look);
  const { code, out, err } = await run(place, "exec", "alpha", "one two", "--client", "claude-code", "--", "--three");
  assert.deepEqual([code, out, err], [0, "the result\n", ""]);
  const at = (name: string): string => readFileSync(join(place.cwd, name), "utf8");
  assert.match(at("prompt"), /^The skill `alpha`, whose files are in .*\/alpha:\n\nDo one two --three\.\n$/);
  const [page = ""] = readdirSync(join(place.cwd, "seen/agents"));
  const agent = page.replace(/\.md$/, "");
  assert.match(agent, /^alpha-[0-9a-f]{12}$/);
  assert.match(
    at("words"),
    new RegExp(`^-p --agent ${agent} .*--setting-sources user .*--disallowedTools Read,Grep,Glob$`, "m"),
  );
  assert.match(at(`seen/agents/${page}`), /^tools: .*Bash$/m);
  assert.match(at(`seen/agents/${page}`), /surcingle-gate\.cjs --harness claude-code --policy/);
  const policy = JSON.parse(at(`seen/surcingle/${agent}.json`));
  assert.deepEqual(
    [policy.otherwise.bash, policy.otherwise.edit, policy.otherwise.webfetch],
    ["allow", "deny", "deny"],
  );
  assert.deepEqual((await run(place, "exec", "alpha", "--json", "--client", "claude-code")).lines, [
    { event: "exec", slug: "alpha", client: "claude-code", output: "the result\n" },
  ]);
});

test("a text with @files is an instruction, not a message: the client would open them", async () => {
  const place = placeWithClient('cat > prompt; cp -R "$CLAUDE_CONFIG_DIR" seen');
  const { code } = await run(place, "exec", "alpha", "@/etc/passwd", "--client", "claude-code");
  assert.equal(code, 0);
  assert.equal(readFileSync(join(place.cwd, "prompt"), "utf8"), "Carry out the skill.");
  const [page = ""] = readdirSync(join(place.cwd, "seen/agents"));
  assert.match(readFileSync(join(place.cwd, "seen/agents", page), "utf8"), /\nDo @\/etc\/passwd\.\n$/);
});

test("a client that fails or times out is an error with its output, and leaves nothing behind", async () => {
  const failing = await run(
    placeWithClient("echo 'not logged in' >&2; exit 7"),
    "exec",
    "alpha",
    "--client",
    "claude-code",
  );
  assert.equal(failing.code, 1);
  assert.match(failing.err, /error\[skill-failed\]: Claude Code exited with 7[\s\S]*not logged in/);
  const place = placeWithClient('echo $$ > pid; echo "$CLAUDE_CONFIG_DIR" > dir; sleep 600 & echo $! > child; wait');
  const slow = await run(place, "exec", "alpha", "--client", "claude-code", "--timeout", "2");
  assert.equal(slow.code, 1);
  assert.match(slow.err, /error\[skill-timeout\]/);
  const read = (name: string): string => readFileSync(join(place.cwd, name), "utf8").trim();
  assert.ok(!existsSync(read("dir")), "the throw-away directory was removed");
  await assertEnded(["pid", "child"].map(read));
});

test("a skill's requirements are checked before a client starts", async () => {
  const needs = "metadata: { kode: { requires: { bins: [no-such-program], env: [TOKEN, NO_SUCH_TOKEN] } } }\n";
  const place = placeWithClient("touch started", kodePage("alpha", needs));
  const { code, err } = await run(place, "exec", "alpha");
  assert.equal(code, 1);
  assert.match(
    err,
    /error\[skill-requires\]: the skill `alpha` needs `no-such-program` on PATH and `NO_SUCH_TOKEN` in/,
  );
  assert.deepEqual(readdirSync(place.cwd), []);
});

test("install uses a path if it exists, and prints what it did", async () => {
  const place = surroundingsOf({ "work/demo/SKILL.md": kodePage("demo"), "work/demo/scripts/a.sh": "x" });
  const first = await run(place, "install", "demo");
  assert.equal(first.code, 0);
  assert.match(first.out, /^installed demo 0\.1\.0 \(2 files\) in .*\/\.kode\/skills\/demo$/m);
  const second = await run(place, "install", "./demo");
  assert.equal(second.code, 1);
  assert.match(second.err, /error\[skill-exists\].*\n.*`--force` replaces it/);
  const third = await run(place, "install", "./demo", "--force", "--json");
  assert.deepEqual([third.code, third.lines[0].replaced, third.lines[0].from], [0, true, "path"]);
  assert.equal((await run(place, "list")).code, 0);
  const missing = await run(place, "install", "./nowhere");
  assert.match(missing.err, /error\[skill-unknown\]: cannot install `\.\/nowhere`/);
});

test("install requests a name from the hub in the settings, and installs nothing on failure", async () => {
  const text = kodePage("demo");
  const sha256 = createHash("sha256").update(text).digest("hex");
  const files = [{ path: "SKILL.md", size: text.length, sha256, text }];
  const bundle = { type: "skill", format: 1, slug: "demo", version: "0.1.0", size: text.length, files };
  const evil = {
    ...bundle,
    slug: "evil",
    files: [...files, { ...files[0], path: "../evil.txt" }],
    size: 2 * text.length,
  };
  const server = createServer(({ url }, response) => {
    if (url?.endsWith("/demo")) response.end(JSON.stringify(bundle));
    else if (url?.endsWith("/evil")) response.end(JSON.stringify(evil));
    else if (url?.endsWith("/cut")) {
      response.writeHead(200, { "content-length": 9999 }).write("{");
      response.destroy();
    } else response.writeHead(url?.endsWith("/down") ? 500 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const place = surroundingsOf();
    const hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(place.cwd, "surcingle.toml"), `hub_url = "${hub}"\n`);
    for (const [slug, code] of [
      ["evil", "skill-unsafe"],
      ["cut", "hub-unreachable"],
      ["down", "hub-unreachable"],
      ["none", "hub-unknown-skill"],
    ] as const) {
      const result = await run(place, "install", slug);
      assert.equal(result.code, 1);
      assert.match(result.err, new RegExp(`error\\[${code}\\][^\\n]*\\n = help: .+`), slug);
      assert.deepEqual(readdirSync(place.home), [], slug);
    }
    const { code, lines } = await run(place, "install", "demo", "--json");
    assert.deepEqual([code, lines[0].from], [0, "hub"]);
    assert.deepEqual(readdirSync(join(place.home, ".kode/skills"), { recursive: true }).sort(), [
      "demo",
      "demo/SKILL.md",
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
