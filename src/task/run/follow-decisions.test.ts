import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { mock, test } from "node:test";
import { makeScratch } from "../../../test/support/make-root.ts";
import { followDecisions } from "./follow-decisions.ts";

const scratch = makeScratch("log");
mock.timers.enable({ apis: ["setInterval"] });

test("each decision is reported once as it is written; an incomplete line waits", () => {
  const file = join(scratch, "decisions.jsonl");
  const seen: string[] = [];
  const follower = followDecisions(file, ({ verdict, subject }) => void seen.push(`${verdict} ${subject}`));
  const line = (verdict: string, subject: string): string =>
    `${JSON.stringify({ tool: "bash", subject, verdict, reason: "x" })}\n`;
  appendFileSync(file, line("allow", "ls"));
  const second = Buffer.from(line("deny", "grüße"));
  appendFileSync(file, second.subarray(0, 40));
  mock.timers.tick(200);
  assert.deepEqual(seen, ["allow ls"]);
  appendFileSync(file, second.subarray(40));
  appendFileSync(file, "no JSON\n");
  appendFileSync(file, line("allow", "last"));
  follower.stop();
  assert.deepEqual(seen, ["allow ls", "deny grüße", "allow last"]);
});
