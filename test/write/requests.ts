/**
 * Two editions of a small output: files and directories that change, appear, disappear and stay, and keys in a shared
 * file.
 */

import type { ApplyRequest } from "../../src/build/write/apply.ts";
import type { BuildRequest } from "../../src/build/write/build-tree.ts";
import type { HarnessOutput } from "../../src/build/write/harness-output.ts";
import type { Entries, OutputFile } from "../../src/model/output.ts";

export type Edition = "one" | "two";

const whole = (path: string, content: string, executable = false): OutputFile => {
  return { kind: "whole", path, content, executable, from: [] };
};

function outputs(edition: Edition): HarnessOutput[] {
  const keys: Entries = [["agent", { fields: [["chiron", { fields: [["prompt", edition]] }]] }]];
  const moving =
    edition === "one" ? whole("skills/old/run.sh", "#!/bin/sh\n", true) : whole("skills/new/SKILL.md", "new\n");
  const files: OutputFile[] = [
    whole("agents/chiron.md", `prompt ${edition}\n`),
    whole("agents/same.md", "the same\n"),
    moving,
    { kind: "shared", path: "opencode.json", format: "json", keys, from: [] },
  ];
  return [
    { id: "opencode", root: ".config/opencode", directories: ["commands"], files },
    { id: "pi", root: ".pi/agent", directories: [], files: [] },
  ];
}

export function buildRequest(cwd: string, edition: Edition): BuildRequest {
  const lists = { losses: [], replaced: [], allowTools: [] };
  const facts = { version: "0.1.0", scope: "user", inputs: edition, agents: 1, warnings: 0, ...lists } as const;
  return { out: "out", cwd, outputs: outputs(edition), facts };
}

export function applyRequest(to: string, edition: Edition): ApplyRequest {
  return { to, cwd: "/", scope: "user", outputs: outputs(edition), withShared: true };
}
