/** A temporary home for each test, and short names for what `apply` is asked and what it did. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { type ApplyRequest, type ApplyResult, apply } from "../../src/build/write/apply.ts";
import { toValue } from "../../src/formats/json.ts";
import type { Entries, OutputFile } from "../../src/model/output.ts";
import { snapshot } from "./snapshot.ts";

export const state = ".local/state/surcingle/manifest.json";

export function wholeFile(path: string, content: string, executable = false): OutputFile {
  return { kind: "whole", path, content, executable, from: [] };
}

export function shared(plain: object): OutputFile {
  const keys = (toValue(plain) as { fields: Entries }).fields;
  return { kind: "shared", path: "opencode.json", format: "json", keys, from: [] };
}

export interface Home {
  readonly path: string;
  readonly put: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  readonly request: (files: readonly OutputFile[], more?: Partial<ApplyRequest>) => ApplyRequest;
  /** `write path` and so on, without what is kept. */
  readonly done: (result: ApplyResult) => string[];
  /** Expects a refusal that changes nothing. */
  readonly refusal: (files: readonly OutputFile[], more?: Partial<ApplyRequest>) => string[];
}

export function useHome(): Home {
  let home = "";
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "surcingle-apply-"));
  });
  afterEach(() => rmSync(home, { recursive: true }));
  const request: Home["request"] = (files, more = {}) => {
    const outputs = [{ id: "opencode", root: ".config/opencode", directories: [], files }];
    return { to: home, cwd: "/", scope: "user", outputs, withShared: false, ...more };
  };
  return {
    get path() {
      return home;
    },
    put: (path, text) => {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    },
    read: (path) => readFileSync(join(home, path), "utf8"),
    request,
    done: (result) => {
      assert.ok(result.kind === "planned", JSON.stringify(result));
      return result.changes.flatMap((change) =>
        change.kind === "keep" ? (change.isAdopted ? [`adopt ${change.path}`] : []) : [`${change.kind} ${change.path}`],
      );
    },
    refusal: (files, more) => {
      const before = snapshot(home);
      const result = apply(request(files, more));
      assert.ok(result.kind === "refused", JSON.stringify(result));
      assert.deepEqual(snapshot(home), before, "a refusal changes nothing");
      return result.problems.map(({ code, subject }) => `${code} ${subject}`);
    },
  };
}
