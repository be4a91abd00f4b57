/** Finds functions of JavaScript and TypeScript with a real parser. */
import { type ParserPlugin, parse } from "@babel/parser";
import { valueAt } from "../../base/unchecked.ts";
import type { FunctionLength } from "./function-lengths.ts";

const functionKinds = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ObjectMethod",
  "ClassMethod",
  "ClassPrivateMethod",
]);

/** A call that only groups tests is not a function. */
const groupers = new Set(["describe", "suite", "context"]);

export function scriptFunctions(text: string, path: string): readonly FunctionLength[] {
  const isTyped = /\.[mc]?tsx?$/i.test(path);
  const hasTags = /\.(tsx|jsx|js|mjs|cjs)$/i.test(path);
  const plugins: ParserPlugin[] = [
    ...(isTyped ? (["typescript"] as const) : []),
    ...(hasTags ? (["jsx"] as const) : []),
    "decorators",
    "explicitResourceManagement",
  ];
  const options = { sourceType: "unambiguous", allowReturnOutsideFunction: true, errorRecovery: true } as const;
  const tree = readTree(() => parse(text, { ...options, plugins }));
  const found: FunctionLength[] = [];
  visit(tree, undefined, undefined, found);
  return found;
}

function readTree(read: () => { readonly program: unknown }): unknown {
  try {
    return read().program;
  } catch (error) {
    const line = (error as { readonly loc?: { readonly line?: number } }).loc?.line;
    throw new Error(line === undefined ? "it cannot be parsed" : `it cannot be parsed at line ${line}`);
  }
}

/** The tree is plain data: anything with a `type` is a node, and its other fields may contain more. */
function visit(node: unknown, parent: unknown, name: string | undefined, found: FunctionLength[]): void {
  if (Array.isArray(node)) {
    for (const each of node) visit(each, parent, name, found);
    return;
  }
  const kind = valueAt(node, "type");
  if (typeof kind !== "string") return;
  const own = nameOf(node) ?? name;
  if (functionKinds.has(kind) && !isGroup(parent)) found.push(measure(node, own));
  const isNaming = kind === "VariableDeclarator" || kind.endsWith("Property") || kind === "AssignmentExpression";
  for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
    if (key !== "loc" && value !== null && typeof value === "object")
      visit(value, node, isNaming ? own : undefined, found);
  }
}

function measure(node: unknown, name: string | undefined): FunctionLength {
  const first = Number(valueAt(node, "loc", "start", "line"));
  const last = Number(valueAt(node, "loc", "end", "line"));
  return { name: name ?? "anonymous", line: first, lines: last - first + 1 };
}

function nameOf(node: unknown): string | undefined {
  for (const key of ["id", "key", "left"]) {
    const name =
      valueAt(node, key, "name") ?? valueAt(node, key, "id", "name") ?? valueAt(node, key, "property", "name");
    if (typeof name === "string") return name;
  }
  return undefined;
}

function isGroup(parent: unknown): boolean {
  if (valueAt(parent, "type") !== "CallExpression") return false;
  const callee = valueAt(parent, "callee");
  const name =
    valueAt(callee, "type") === "MemberExpression" ? valueAt(callee, "object", "name") : valueAt(callee, "name");
  return typeof name === "string" && groupers.has(name);
}
