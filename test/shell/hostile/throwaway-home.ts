/** The disk for hostile lines: a home with secrets and a project prepared by a stranger. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The content of every secret file. */
export const marker = "s3cr3t-marker";

/** Paths as the lines of the table write them. */
export const tableHome = "/home/me";
export const tableProject = `${tableHome}/project`;

const secret = `TOKEN=${marker}\n`;
const script = "#!/bin/sh\ncanary\n";
/** For lines that replace PATH: the script finds the canary by itself. */
const shadow = "#!/bin/sh\nPATH=../../bin canary\n";

/** Files of the home; the project is in `project`. */
const files: Readonly<Record<string, string>> = {
  ".bashrc": "# mine\n",
  ".ssh/id": secret,
  ".ssh/config": "# mine\n",
  ".netrc": `machine example.org password ${marker}\n`,
  ".aws/credentials": secret,
  ".config/nix/nix.conf": "experimental-features = nix-command flakes\n",
  ".gitconfig": "[user]\n\tname = me\n\temail = me@example.org\n[init]\n\tdefaultBranch = main\n",
  "other/.env": secret,
  "secret.txt": secret,
  "../secret": secret,
  "project/.env": secret,
  "project/a": "b\na\n",
  "project/b": "b\nc\n",
  "project/notes.txt": "one\ntwo\nthree\n",
  "project/victim": "keep me\n",
  "project/cmd": "canary\n",
  "project/evil.sh": script,
  "project/evil.sed": "1e canary\n",
  "project/evil.awk": 'BEGIN { system("canary") }\n',
  "project/evil.pl": 'system("canary");\n',
  "project/evil.py": 'import os\nos.system("canary")\n',
  "project/evil.js": 'require("node:child_process").execFileSync("canary");\n',
  "project/evil.cfg": "[core]\n\tfsmonitor = canary\n",
  "project/evil.curl": "output = P\n",
  "project/evil.vim": "silent !canary\nq\n",
  "project/Makefile": "all:\n\tcanary\n",
  "project/package.json": '{ "name": "p", "version": "1.0.0", "scripts": { "test": "canary" } }\n',
  "project/payload": "a[$(canary)]\n",
  "project/opts": "--output=P\n",
  "project/sedprog": "w P\n",
  "project/names0": ".env\0",
  "project/hex": "41\n",
  "project/p.diff": "--- a/notes.txt\n+++ b/notes.txt\n@@ -1,3 +1,3 @@\n-one\n+changed\n two\n five\n",
  "project/data.json": '{ "a": 1 }\n',
  "project/big": "line\n".repeat(40_000),
  "project/sub/c": "c\n",
  "project/.envrc": "# mine\n",
  "project/opencode.json": "{}\n",
  "project/AGENTS.md": "# mine\n",
  "project/.claude/settings.json": "{}\n",
  "project/.vscode/tasks.json": "{}\n",
  "project/.husky/pre-commit": "true\n",
  "project/tools/git": shadow,
  "project/tools/ls": shadow,
  "project/0/ls": shadow,
  "project/2/ls": shadow,
  "project/hooks/post-checkout": script,
  "project/hooks/pre-commit": script,
  "project/trap/sort/-oP": "",
  "project/trap/sort/a": "b\na\n",
  "project/trap/find/-delete": "",
  "project/trap/find/.keep": "",
  "project/trap/sed/-i": "",
  "project/trap/sed/-es=b=c=": "",
  "project/trap/sed/a": "b\na\n",
  "project/trap/git/--output=P": "",
  "project/trap/tar/--checkpoint=1": "",
  "project/trap/tar/--checkpoint-action=exec=canary": "",
  "project/trap/tar/a": "a\n",
  "project/trap/parts/canary-part": script,
};

const executable = /\/(?:evil\.sh|tools\/\w+|[02]\/ls|hooks\/[\w-]+|parts\/[\w-]+|canary)$/;

/** Links of the home: where they are and where they lead. */
const links: Readonly<Record<string, string>> = {
  "project/link": "../.ssh",
  "project/inside.txt": ".env",
  "project/way-home": "..",
  "project/plain": "notes.txt",
};

/** Nested repositories of the project, whose configuration starts a program. */
const foreignRepositories = ["evil", "bare.git"] as const;

export interface ThrowawayHome {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** Exists once `canary` ran. */
  readonly canary: string;
}

function homeAt(root: string): ThrowawayHome {
  const home = join(root, "home");
  return { root, home, project: join(home, "project"), canary: join(root, "canary-ran") };
}

/** Only what a line needs: nothing of the user who runs the test. */
export function environmentOf({ root, home }: ThrowawayHome): NodeJS.ProcessEnv {
  return {
    PATH: `${join(root, "bin")}:${process.env["PATH"]}`,
    HOME: home,
    TMPDIR: join(root, "tmp"),
    TMUX_TMPDIR: join(root, "tmp"),
    LC_ALL: "C.UTF-8",
    TERM: "dumb",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    FILTER_BRANCH_SQUELCH_WARNING: "1",
  };
}

/** Created once; every line gets a copy. The canary is left out, because it names its own copy. */
export function makeTemplate(): ThrowawayHome {
  const throwaway = homeAt(realpathSync(mkdtempSync(join(tmpdir(), "hostile-template-"))));
  for (const directory of ["bin", "tmp"]) mkdirSync(join(throwaway.root, directory));
  for (const [path, content] of Object.entries(files)) put(join(throwaway.home, path), content);
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(throwaway.home, path));
  makeRepositories(throwaway);
  return throwaway;
}

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: executable.test(path) ? 0o755 : 0o644 });
}

function makeRepositories(throwaway: ThrowawayHome): void {
  const { project, root } = throwaway;
  const run = (cwd: string, program: string, ...words: readonly string[]) =>
    execFileSync(program, words, { cwd, env: environmentOf(throwaway), stdio: "ignore" });
  const git = (...words: readonly string[]) => run(project, "git", ...words);
  writeFileSync(join(root, "tmp/P"), "from an archive\n");
  run(join(root, "tmp"), "tar", "cf", join(project, "t.tar"), "P");
  run(root, "git", "init", "--quiet", "--bare", "--template=", "remote.git");
  run(project, "git", "init", "--quiet", "--template=");
  // Empty, so that there is something between the first commit and the last.
  git("commit", "--quiet", "--allow-empty", "--message", "zero");
  git("add", "--all");
  git("commit", "--quiet", "--message", "one");
  writeFileSync(join(project, "notes.txt"), "one\ntwo\nfour\n");
  git("commit", "--quiet", "--all", "--message", "two");
  git("branch", "x");
  git("branch", "gone");
  git("tag", "v1");
  git("remote", "add", "origin", "../../remote.git");
  git("config", "push.default", "current");
  writeFileSync(join(project, "notes.txt"), "one\ntwo\nfive\n");
  // Fewer files to copy; references stay separate files, because lines change them.
  git("repack", "-adq");
  // Added after the commits, so that they are untracked.
  for (const name of foreignRepositories) {
    const bare = name.endsWith(".git") ? ["--bare"] : [];
    run(project, "git", "init", "--quiet", "--template=", ...bare, name);
    const config = join(project, name, bare.length > 0 ? "config" : ".git/config");
    const worktree = bare.length > 0 ? "\tbare = false\n\tworktree = .\n" : "";
    writeFileSync(config, `[core]\n\trepositoryformatversion = 0\n${worktree}\tfsmonitor = canary\n`);
  }
  rmSync(join(root, "tmp/P"));
}

export function copyHome(template: ThrowawayHome): ThrowawayHome {
  const throwaway = homeAt(mkdtempSync(join(tmpdir(), "hostile-")));
  // A program copies several times faster than `cpSync`.
  execFileSync("cp", ["-a", `${template.root}/.`, throwaway.root]);
  const canary = join(throwaway.root, "bin/canary");
  writeFileSync(canary, `#!/bin/sh\n: > '${throwaway.canary}'\n`);
  chmodSync(canary, 0o755);
  return throwaway;
}

export function removeHome({ root }: ThrowawayHome): void {
  rmSync(root, { recursive: true, force: true });
}
