import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { harmlessConfig, isHarmlessConfig } from "./git-config.ts";

/** One setting after the other, with more than one space between them. */
const settings = (text: string) => text.trim().split(/\s{2,}/);

const harmless = settings(`
  color.ui=always   color.diff.meta=blue   Color.UI=never   advice.detachedHead=false   column.ui=never
  core.quotepath=off   core.quotePath=false   core.abbrev=12   core.pager=cat   core.pager=   core.pager=less -FRX
  pager.log=false   pager.diff=   core.editor=true   core.editor=:   sequence.editor=:   core.fsmonitor=false
  user.name=A B   user.email=a@b.c   author.email=a@b.c   commit.gpgsign=false   tag.gpgSign=0   log.date=iso
  log.decorate=no   log.showSignature=false   diff.renames=copies   diff.renameLimit=0   diff.noprefix=true
  diff.mnemonicPrefix=false   diff.context=10   diff.algorithm=histogram   merge.conflictStyle=diff3
  status.short=true   blame.date=short   grep.lineNumber=true   tag.sort=-v:refname   init.defaultBranch=main
  pull.rebase=true   gc.auto=0   rebase.autoStash=true   credential.helper=
`);

const harmful = [
  "core.pager=cat\ntouch x",
  "color.ui\nx=y",
  "",
  ...settings(`
  core.pager=touch x   core.pager=less -o x   core.pager=cat; touch x   pager.log=touch x   pager.log=true
  core.editor=touch x   core.editor=true; touch x   sequence.editor=touch x   core.fsmonitor=touch x
  core.fsmonitor=true   core.hooksPath=x   core.hooksPath=/dev/null   core.sshCommand=touch x   core.gitProxy=x
  core.askPass=x   core.worktree=/   core.attributesFile=x   core.excludesFile=x   core.alternateRefsCommand=x
  diff.external=x   diff.orderFile=x   diff.tool=x   diff.renames.textconv=x   diff.renames.command=x
  DIFF.External=x   merge.tool=x   merge.ff.driver=x   mergetool.x.cmd=y   difftool.prompt.cmd=y   filter.x.smudge=y
  alias.log=!touch x   alias.x=log   credential.helper=!touch x   credential.https://x.helper=   gpg.program=x
  gpg.ssh.defaultKeyCommand=x   user.signingKey=x   commit.gpgsign=true   log.showSignature=true   commit.template=x
  include.path=x   includeIf.gitdir:/.path=x   init.templateDir=x   protocol.ext.allow=always
  protocol.allow=always   remote.origin.uploadpack=x   remote.origin.url=ext::x   remote.x.vcs=y   url.x.insteadOf=y
  uploadpack.packObjectsHook=x   http.proxy=x   http.cookieFile=x   http.extraHeader=x   safe.directory=*
  sendemail.smtpServer=x   ssh.variant=x   trailer.x.command=y   trace2.eventTarget=x   receive.procReceiveRefs=x
  submodule.x.update=!y   web.browser=x   browser.x.cmd=y   man.x.cmd=y   tar.x.command=y   blame.ignoreRevsFile=x
  interactive.diffFilter=x   x.color.ui=y   user.name.x=y   color.   core.pager.x=cat   clean.requireForce=false
  push.default=matching
`),
];

const split = (setting: string) => {
  const at = setting.indexOf("=");
  return at < 0 ? ([setting, "true"] as const) : ([setting.slice(0, at), setting.slice(at + 1)] as const);
};

test("settings that only change what is printed are harmless", () => {
  for (const setting of harmless) assert.equal(isHarmlessConfig(...split(setting)), true, setting);
});

test("settings that run, read, connect or loosen a check are not harmless", () => {
  for (const setting of harmful) assert.equal(isHarmlessConfig(...split(setting)), false, setting);
});

test("no value of a harmless name is run", () => {
  const folder = mkdtempSync(join(tmpdir(), "surcingle-git-config-"));
  const canary = join(folder, "canary");
  const run = (...words: string[]) => spawnSync("git", words, { cwd: folder });
  try {
    run("init", "-q");
    writeFileSync(join(folder, "a.txt"), "one\n");
    run("add", "a.txt");
    run("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
    writeFileSync(join(folder, "a.txt"), "two\n");
    // Looks like a setting but is not one.
    run("-c", "diff.external=touch canary;true", "diff");
    assert.equal(existsSync(canary), true);
    rmSync(canary);
    const names = harmless
      .map((setting) => split(setting)[0])
      .filter((name) => harmlessConfig.test(name.toLowerCase()));
    assert.ok(names.length > 25);
    for (const name of new Set(names)) {
      for (const words of [["status"], ["log", "-p"], ["diff"]]) run("-c", `${name}=touch canary;true`, ...words);
      assert.equal(existsSync(canary), false, name);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
