/** How long the functions of a source file are: by a parser for JavaScript and TypeScript, by tokens for the rest. */
import { bracedFunctions } from "./function-lengths-braced.ts";
import { pythonFunctions } from "./function-lengths-python.ts";

export interface FunctionLength {
  readonly name: string;
  /** 1-based, where it begins. */
  readonly line: number;
  readonly lines: number;
}

/** Throws with a sentence when the text cannot be read. */
export type FunctionReader = (
  text: string,
  path: string,
) => readonly FunctionLength[] | Promise<readonly FunctionLength[]>;

/** The parser is large and most runs never need it. */
const scripts: FunctionReader = async (text, path) => {
  const { scriptFunctions } = await import("./function-lengths-script.ts");
  return scriptFunctions(text, path);
};

const readers: ReadonlyMap<string, FunctionReader> = new Map<string, FunctionReader>([
  ...["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"].map((ending) => [ending, scripts] as const),
  ["rs", (text) => bracedFunctions(text, "rust")],
  ["go", (text) => bracedFunctions(text, "go")],
  ["py", pythonFunctions],
  ["pyi", pythonFunctions],
]);

/** Source files whose functions nobody measures: for them the length of the file is the only rule. */
const others = (
  "c cc cpp cxx h hh hpp hxx cs java kt kts scala swift m mm rb php pl lua sh bash zsh fish ps1 nix zig nim hs ml mli " +
  "ex exs erl clj cljs elm dart r jl vue svelte astro css scss less sql proto"
).split(" ");

const sources = new Set([...readers.keys(), ...others]);

export function isSource(path: string): boolean {
  return sources.has(endingOf(path));
}

export function functionReaderOf(path: string): FunctionReader | undefined {
  return readers.get(endingOf(path));
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
}
