import assert from "node:assert/strict";
import { test } from "node:test";
import { outputContent } from "../../../test/support/render-case.ts";
import type { OutputFile } from "../../model/output.ts";
import {
  describeFile,
  type Manifest,
  type ManifestFacts,
  makeManifest,
  manifestPieces,
  readManifest,
  sha256,
  type WrittenOutput,
} from "./manifest.ts";
import { noState, printState, readState, type State } from "./state.ts";

const loss = { definition: "chiron", field: "tags", support: "lost", why: "no tags" } as const;
const facts: ManifestFacts = {
  version: "0.1.0",
  scope: "user",
  inputs: "f".repeat(64),
  agents: 1,
  warnings: 0,
  losses: [
    { harness: "pi", ...loss },
    { harness: "opencode", ...loss },
  ],
  replaced: [{ kind: "agent", name: "chiron", root: 0, by: 1 }],
  allowTools: [],
};
const files: readonly OutputFile[] = [
  { kind: "whole", path: "b.sh", content: "b", executable: true, from: ["skills/b/SKILL.md"] },
  { kind: "whole", path: "a.md", content: new Uint8Array([97]), from: [] },
  { kind: "shared", path: "c.json", format: "json", keys: [["7", 1]], from: [] },
];
const output: WrittenOutput = {
  id: "pi",
  root: ".pi/agent",
  directories: ["agents"],
  files: files.map((file) => describeFile("pi", file, sha256(outputContent(file)))),
};

const printManifest = (manifest: Manifest): string => [...manifestPieces(manifest)].join("");

test("the manifest has one entry per line, sorted, and nothing specific to the machine", () => {
  const text = printManifest(makeManifest([output], facts));
  assert.equal(
    text,
    `{
  "surcingle": "0.1.0",
  "schemas": {"agent":"1.1.0","manifest":1,"policy":2},
  "scope": "user",
  "inputs": "${"f".repeat(64)}",
  "agents": 1,
  "warnings": 0,
  "allowTools": [],
  "harnesses": [
    {"id":"pi","root":".pi/agent","directories":["agents"]}
  ],
  "files": [
    {"path":"pi/a.md","kind":"whole","sha256":"${sha256("a")}","from":[]},
    {"path":"pi/b.sh","kind":"whole","sha256":"${sha256("b")}","executable":true,"from":["skills/b/SKILL.md"]},
    {"path":"pi/c.json","kind":"shared","sha256":"${sha256('{\n  "7": 1\n}\n')}","from":[]}
  ],
  "losses": [
    {"harness":"opencode","definition":"chiron","field":"tags","support":"lost","why":"no tags"},
    {"harness":"pi","definition":"chiron","field":"tags","support":"lost","why":"no tags"}
  ],
  "replaced": [
    {"kind":"agent","name":"chiron","root":0,"by":1}
  ]
}
`,
  );
});

test("the order of files and losses does not matter", () => {
  const turned = { ...output, files: output.files.toReversed() };
  const other = { ...facts, losses: facts.losses.toReversed() };
  assert.equal(printManifest(makeManifest([turned], other)), printManifest(makeManifest([output], facts)));
});

test("a printed manifest is read back; anything else is not ours", () => {
  const text = printManifest(makeManifest([output], facts));
  const read = readManifest(text);
  assert.ok(read);
  assert.equal(printManifest(read), text);
  const spoiled = [
    text.slice(0, -3),
    text.replace('"manifest":1', '"manifest":2'),
    text.replace("pi/a.md", "../a.md"),
    text.replace("pi/a.md", "/a.md"),
    text.replace(sha256("a"), "none"),
    text.replace('"scope": "user"', '"scope": "all"'),
    text.replace('"files"', '"file"'),
    "[]",
    "null",
  ];
  for (const other of spoiled) assert.equal(readManifest(other), undefined, other);
});

test("the record of an apply is read back; anything else is rejected", () => {
  const own = { path: ".pi/x.json", harness: "pi", made: [["a"]], isNew: true } as const;
  const state: State = {
    files: [{ path: ".pi/a.md", harness: "pi", sha256: sha256("a") }],
    shared: [{ ...own, keys: [["a", { fields: [["7", [1, null, { fields: [] }]]] }]] }],
    directories: [".pi"],
  };
  const text = printState(state);
  const read = readState(text);
  assert.ok(read);
  assert.equal(printState(read), text);
  assert.deepEqual(readState(printState(noState))?.files, []);
  for (const other of [
    text.replace('"applied": 1', '"applied": 2'),
    text.replace(".pi/a.md", ".pi/../../a.md"),
    text.replace('"keys":[["a"', '"keys":[[1'),
    text.replace('"made":[["a"]]', '"made":["a"]'),
    text.replace('[".pi"]', '["/"]').replace('".pi"\n', '"/"\n'),
    "{}",
  ]) {
    assert.equal(readState(other), undefined, other);
  }
});
