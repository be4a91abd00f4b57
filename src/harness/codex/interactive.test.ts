/** Tests that a program waiting for input is found anywhere in the line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findInteractive } from "./gate.ts";

const waiting = [
  "bash",
  "/bin/sh",
  "bash -i",
  "python3",
  "env bash",
  "cd x && node",
  "sudo su",
  "FOO=1 python -i",
  "true; zsh -l",
];
const ending = [
  "bash -c 'ls'",
  "python3 x.py",
  "node -e 1",
  "node --version",
  "echo bash",
  "python -m http.server",
  "ls",
  "",
];

for (const line of waiting) test(`\`${line}\` waits`, () => assert.ok(findInteractive(line)));
for (const line of ending) test(`\`${line}\` does not wait`, () => assert.equal(findInteractive(line), undefined));
