import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { makeRoots } from "../../../test/support/make-root.ts";
import { isProblem } from "../../base/problem.ts";
import { discoverDirectories, discoverSkills, findSkill } from "./discover.ts";
import { isBroken } from "./load.ts";

const makeRoot = makeRoots("discover");
const page = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\nversion: 0.1.0\n---\nDo it.\n`;

test("T7 the configured directory comes before ~/.kode/skills, and the first match wins", async () => {
  const home = makeRoot({
    "own/both/SKILL.md": page("both", "from the settings"),
    "own/only-own/SKILL.md": page("only-own", "from the settings"),
    ".kode/skills/both/SKILL.md": page("both", "from home"),
    ".kode/skills/only-home/SKILL.md": page("only-home", "from home"),
  });
  const directories = discoverDirectories("own", home, home);
  assert.deepEqual(directories, [join(home, "own"), join(home, ".kode/skills")]);
  const { skills, hidden } = await discoverSkills(directories);
  assert.deepEqual(
    skills.map((skill) => [skill.slug, isBroken(skill) ? "" : skill.description]),
    [
      ["both", "from the settings"],
      ["only-home", "from home"],
      ["only-own", "from the settings"],
    ],
  );
  assert.deepEqual(
    hidden.map(({ path }) => path),
    [join(home, ".kode/skills/both/SKILL.md")],
  );
});

test("without a configured directory, the one in the home is used", () => {
  assert.deepEqual(discoverDirectories(undefined, "/base", "/home/me"), ["/home/me/.kode/skills"]);
});

test("a configured directory may be absolute, below home, or relative to its settings", () => {
  for (const [written, want] of [
    ["/srv/skills/", "/srv/skills"],
    ["~/skills", "/home/me/skills"],
    ["skills", "/base/skills"],
  ] as const)
    assert.deepEqual(discoverDirectories(written, "/base", "/home/me"), [want, "/home/me/.kode/skills"]);
  assert.deepEqual(discoverDirectories("~/.kode/skills", "/", "/home/me"), ["/home/me/.kode/skills"]);
});

test("a broken skill still hides later skills with its name", async () => {
  const home = makeRoot({ "own/a/SKILL.md": "", ".kode/skills/a/SKILL.md": page("a", "from home") });
  const found = await findSkill("a", discoverDirectories("own", home, home));
  assert.ok(!isProblem(found) && isBroken(found));
});

test("a missing skill is reported with the nearest name", async () => {
  const home = makeRoot({ ".kode/skills/commit-message/SKILL.md": page("commit-message", "x") });
  const found = await findSkill("commit-mesage", [join(home, ".kode/skills")]);
  assert.ok(isProblem(found));
  assert.equal(found.code, "skill-unknown");
  assert.equal(found.hint, "did you mean `commit-message`?");
});
