/** Lazy file contents: holding all texts of a harness at once needs several times the memory of everything else. */
import type { Entries, Fields, WholeFile } from "../../model/output.ts";

/** `make` must return the same text every time. */
export function lazyFile(path: string, from: readonly string[], make: () => string): WholeFile {
  return {
    kind: "whole",
    path,
    get content() {
      return make();
    },
    from,
  };
}

/** The same for a part of a file. */
export function lazyFields(make: () => Entries): Fields {
  return {
    get fields() {
      return make();
    },
  };
}
