import assert from "node:assert/strict";
import { test } from "node:test";
import { failed, ok, withoutRepeats } from "./findings.ts";

test("the same finding about several agents is printed once", () => {
  const lived = ["a", "b", "c"].map((agent) => failed("refused", `${agent} was not refused`, "do x", agent));
  assert.deepEqual(withoutRepeats([], [ok("agents", "a is loaded"), ...lived]), [
    ok("agents", "a is loaded"),
    failed("refused", "a was not refused; the same for 2 more agents", "do x"),
  ]);
});

test("a finding from before the run is not repeated, unless it is about another agent", () => {
  const gate = failed("gate-program", "it is missing", "install it");
  assert.deepEqual(withoutRepeats([gate], [failed("gate-program", "no answer", "put it there", "a")]), []);
  const policy = failed("policy", "a has none", "apply", "a");
  assert.equal(withoutRepeats([policy], [failed("policy", "none", "apply", "b")]).length, 1);
});
