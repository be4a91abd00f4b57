// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
import assert from "node:assert/strict";
import { test } from "node:test";
import { bashTable, usualPolicy } from "../../test/support/bash-table.ts";
import { policyOf, surroundingsOf } from "../../test/support/policy.ts";
import { decide } from "./decide.ts";
import { decideRequest } from "./decide-request.ts";

bashTable("pattern language", { bash: ["ask", "git status*:allow", "ls *:allow", "a * c:allow", "b ** c:allow"] }, [
  ["git status", "allow"],
  ["git statusx -s", "allow"],
  ["git status -s --long", "allow"],
  ["git  \t status", "allow"],
  ["git stat", "ask"],
  ["xgit status", "ask"],
  ["GIT status", "ask"],
  ["ls", "allow"],
  ["ls -l a b", "allow"],
  ["lsof", "ask"],
  ["a b c", "allow"],
  ['a "b b" c', "allow"],
  ["a b b c", "ask"],
  ["a c", "ask"],
  ["b 1 2 3 c", "allow"],
  ["b c", "ask"],
  ['"git status"', "ask"],
  ["git 'status -s'", "allow"],
  ["'git status' -s", "ask"],
]);

bashTable("first match", { bash: ["deny", "git push --force*:deny", "git push*:ask", "git *:allow", "git log:deny"] }, [
  ["git push --force", "deny"],
  ["git push", "ask"],
  ["git log", "allow"],
  ["make", "deny"],
  ["", "deny"],
]);

bashTable("stars in a pattern are not stars in a command", { bash: ["ask", "a?c:allow", "[x]:allow", "x+:allow"] }, [
  ["'a?c'", "allow"],
  ["abc", "ask"],
  ["'[x]'", "allow"],
  ["x", "ask"],
  ["x+", "allow"],
  ["xx", "ask"],
]);

bashTable("5 a command written as a path", usualPolicy, [
  ["/usr/bin/git push --force", "deny"],
  ["/usr/bin/git status", "allow"],
  ["/tmp/evil/git status", "ask"],
  ["./git status", "ask"],
  ["../git push --force", "deny"],
  ["~/bin/git push --force", "deny"],
  ["~/bin/git status", "ask"],
  ["'/usr/bin/git' push --force", "deny"],
  ["/bin/rm x", "deny"],
  ["sudo /bin/rm x", "deny"],
  ["/usr/bin/sudo /bin/rm x", "deny"],
]);
bashTable("5 with an open intent", { bash: ["allow", "git push --force*:deny"] }, [
  ["/tmp/evil/git push --force", "deny"],
  ["/tmp/evil/git status", "allow"],
]);

bashTable("6 what is not literal", usualPolicy, [
  ["git status -- $(cat x)", "allow"],
  ["git status $x *.ts {a,b} ~root", "allow"],
  ["rm $(echo -rf) /", "deny"],
  ["$x", "ask"],
  ["$x status", "ask"],
  ["g$x status", "ask"],
  ['"$x" status', "ask"],
  ["$(echo git) status", "ask"],
  ["`echo git` status", "ask"],
  ["g?t status", "ask"],
  ["{git,status}", "ask"],
  ["~root/git status", "ask"],
  ["git<(git log) status", "ask"],
  ["git status a<(git log)b", "ask"],
  ["git status > src/a<(git log)b", "ask"],
  ["git $x", "ask"],
  ["git push $x", "ask"],
  ["git $x push", "ask"],
  ["echo $x", "allow"],
  ["echo $x; rm $x", "deny"],
  ["git 'a", "ask"],
  ["git status; (", "ask"],
  ["rm x; (", "deny"],
  ["echo $(", "ask"],
  ["echo ${x", "ask"],
  ["git status \0 x", "ask"],
  [`git status ${"x".repeat(70_000)}`, "ask"],
  [`git status ${"é".repeat(40_000)}`, "ask"],
  [`git status ${"é".repeat(20_000)}`, "allow"],
  [`git status ${"$(".repeat(300)}echo${")".repeat(300)}`, "ask"],
  [`echo $((${"- ".repeat(300)}$(rm x)))`, "ask"],
  [`echo ${"{a,".repeat(20_000)}`, "ask"],
  ["git status $'a\\0b'", "allow"],
  ["$'git\\0x' status", "ask"],
]);
bashTable("6 with a closed intent", { bash: ["deny", "*:allow"] }, [
  ["git status", "allow"],
  ["$x status", "deny"],
  ["git 'a", "deny"],
  ["git status \0 x", "deny"],
  [`git ${"x".repeat(70_000)}`, "deny"],
]);
bashTable(
  "6 every value",
  { bash: ["ask", "rm -rf *:deny", "rm *:allow", "a b:allow", "c * d:allow", "e ** f:allow", "g h* i:allow"] },
  [
    ["rm $(echo -rf) /", "ask"],
    ["rm x", "allow"],
    ["rm x $y", "ask"],
    ["rm -r $y", "ask"],
    ["rm $y", "ask"],
    ["rm -rf $y", "deny"],
    ["a $x", "ask"],
    ["a b $x", "ask"],
    ["c $x d", "ask"],
    ["e x $y f", "allow"],
    ["e $y f", "ask"],
    ["e x f $y", "ask"],
    ["g h i", "allow"],
    ["g h $y i", "ask"],
  ],
);

bashTable("an empty line is the empty text", { bash: ["deny", "*:ask"] }, [
  ["", "ask"],
  ["   ", "ask"],
  ["# nothing", "ask"],
]);

test("a tool without a table defaults to ask", () => {
  const decision = decide(policyOf({}), { tool: "bash", subject: "git status" }, surroundingsOf());
  assert.equal(decision.verdict, "ask");
});

for (const [title, read, expected] of [
  ["an agent that reads freely may run a skill apart", undefined, "allow"],
  ["an agent with a rule about reading may not", ["allow", "notes/**:deny"], "deny"],
  ["nor one whose reading is asked about", ["ask"], "deny"],
] as const)
  test(title, () => {
    const policy = { ...policyOf({ bash: ["deny"], ...(read && { read: [...read] }) }), skills: ["demo"] };
    const request = { kind: "skill", skill: "demo", isRunApart: true } as const;
    assert.equal(decideRequest(policy, request, surroundingsOf({})).verdict, expected);
    assert.equal(decideRequest(policy, { kind: "skill", skill: "demo" }, surroundingsOf({})).verdict, "allow");
  });
