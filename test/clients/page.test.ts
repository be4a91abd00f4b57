import assert from "node:assert/strict";
import { test } from "node:test";
import { finding } from "../../src/doctor/conformance/conformance-findings.ts";
import { type Answered, conformancePage, isRight } from "./page.ts";

const call = (relation: "equal" | "stricter" | "looser", isMeant: boolean) => {
  return { ...finding("calls", "a call", isMeant, ""), call: { position: "main", relation } } as const;
};
const answered: Answered = {
  title: "Client",
  version: "1",
  agents: "table",
  scene: "a home",
  findings: [call("equal", true), call("equal", true), call("stricter", true), finding("listed", "it is", true, "")],
};

test("the page counts equal, stricter and looser decisions", () => {
  assert.match(conformancePage([answered]), /\| Client \| 1 \| table \| a home \| main \| 3 \| 2 \| 1 \| 0 \| 0 \|/);
});

test("a looser decision is counted as wrong, and the run fails", () => {
  const loose = { ...answered, findings: [call("looser", false)] };
  assert.match(conformancePage([loose]), /\| main \| 1 \| 0 \| 0 \| 1 \| 1 \|/);
  assert.equal(isRight(loose), false);
  assert.equal(isRight(answered), true);
});

test("each broken part has its own line", () => {
  const broken: Answered = {
    ...answered,
    agents: "broken",
    findings: [finding("closed", "the gate is missing", true, "")],
  };
  const page = conformancePage([broken]);
  assert.match(page, /\| Client \| 1 \| the gate is missing \| as expected \|/);
  assert.doesNotMatch(page, /a home/);
});

test("known gaps are listed separately, because they apply only to a raw tree", () => {
  const check = "the plugin is missing: runs, because nothing else checks it";
  const findings = [finding("closed", check, true, "")];
  const [head = "", tail = ""] = conformancePage([
    { ...answered, agents: "broken", findings: [finding("closed", "the plugin is missing: refused", true, "")] },
    { ...answered, agents: "raw", findings },
  ]).split("### A raw tree without the plugin");
  assert.match(head, /\| the plugin is missing: refused \| as expected \|/);
  assert.doesNotMatch(head, /known gap: it runs/);
  assert.match(tail, /\| the plugin is missing: runs, because nothing else checks it \| \*\*known gap: it runs\*\* \|/);
});
