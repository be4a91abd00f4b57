import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { roleOf, taskOf } from "../../test/support/capability.ts";
import { property, type Random } from "../../test/support/random.ts";
import { capabilityCodes } from "../capability/all.ts";
import type { Capability } from "../model/capability.ts";
import { composeDna, type Dna, parseDna, printDna } from "./dna.ts";

const named = (name: string): Capability => ({ name }) as Capability;

test("the DNA consists of role, codes, scope, body and nonce", () => {
  const role = roleOf({ name: "edit-local", capabilities: ["policy::no-git-ops", "mine::own"].map(named) });
  const task = taskOf({ scope: { filesWhitelist: ["b", "a"], filesDenylist: ["z", "Z"] } });
  const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase();
  assert.equal(
    composeDna(task, role, "00c0ffee"),
    `edit-local::NG-??::${hash("wl=a,b\ndl=Z,z")}::${hash("Do it.\n")}-00c0ffee`,
  );
});

test("the order of a scope does not matter, its content does", () => {
  const dna = (filesWhitelist: string[]) => composeDna(taskOf({ scope: { filesWhitelist } }), roleOf(), "00000000");
  assert.equal(dna(["a", "b"]), dna(["b", "a"]));
  assert.notEqual(dna(["a", "b"]), dna(["a"]));
  const moved = composeDna(taskOf({ scope: { filesDenylist: ["a"] } }), roleOf(), "00000000");
  assert.notEqual(dna(["a"]), moved);
});

test("an old name of a capability has the same code", () => {
  const role = roleOf({ capabilities: ["tools::read-only", "tools::cargo-only-bash"].map(named) });
  assert.deepEqual(parseDna(composeDna(taskOf(), role, "00000000"))?.codes, ["DT", "BA"]);
});

test("four digits are read as well as eight", () => {
  const old = "edit-local::NG-FW-FD-CP-CG-TG-ND-RF::A7B2::C9F1-xa7c";
  assert.deepEqual(parseDna(old), {
    role: "edit-local",
    codes: ["NG", "FW", "FD", "CP", "CG", "TG", "ND", "RF"],
    scope: "A7B2",
    body: "C9F1",
    nonce: "xa7c",
  });
  assert.equal(printDna(parseDna(old)!), old);
});

const wrong = [
  "",
  "edit-local",
  "edit-local::NG::A7B2::C9F1",
  "edit-local::NG::a7b2::C9F1-0000",
  "edit-local::NG::A7B2::C9F1-ABCD",
  "edit-local::NGX::A7B2::C9F1-0000",
  "edit-local::NG-::A7B2::C9F1-0000",
  "edit-local::?::A7B2::C9F1-0000",
  "edit-local::NG::A7B2C::C9F1-0000",
  "Edit::NG::A7B2::C9F1-0000",
  "::NG::A7B2::C9F1-0000",
  "edit-local::NG::A7B2::C9F1-0000\n",
  " edit-local::NG::A7B2::C9F1-0000",
];
for (const text of wrong)
  test(`${JSON.stringify(text)} is not a valid DNA`, () => assert.equal(parseDna(text), undefined));

const hex = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick([..."0123456789abcdef"])).join("");

property("a random composition is read back unchanged", (random) => {
  const { pick, list, int } = random;
  const names = [...capabilityCodes.map(({ name }) => name), "mine::own", "policy::no-git-ops-lax", "tools::read-only"];
  const role = roleOf({
    name: pick(["edit-local", "a", "x-1", "read-only", "0"]),
    capabilities: list(12, () => named(pick(names))),
  });
  const paths = () => list(4, () => pick(["src/**", "a,b", "ü", "", "x::y", "*"]));
  const task = {
    scope: { filesWhitelist: paths(), filesDenylist: paths(), allowDepBump: false, maxDeletions: undefined },
    body: pick(["", "Do it.", "a::b-c", "\u{1f600}\n", "x".repeat(int(50))]),
  };
  const nonce = hex(random, 8);
  const text = composeDna(task, role, nonce);
  const dna = parseDna(text);
  assert.ok(dna, text);
  assert.equal(printDna(dna), text);
  assert.equal(dna.role, role.name);
  assert.equal(dna.codes.length, role.capabilities.length);
  assert.equal(dna.nonce, nonce);
  assert.match(text, /::[0-9A-F]{8}::[0-9A-F]{8}-[0-9a-f]{8}$/);
});

property("every valid form is printed and read back unchanged, long or short", (random) => {
  const { pick, list } = random;
  const length = () => pick([4, 8]);
  const dna: Dna = {
    role: pick(["edit-local", "r2", "a-b-c"]),
    codes: list(11, () => pick([...capabilityCodes.map(({ code }) => code), "??"])),
    scope: hex(random, length()).toUpperCase(),
    body: hex(random, length()).toUpperCase(),
    nonce: hex(random, length()),
  };
  assert.deepEqual(parseDna(printDna(dna)), dna);
});
