import assert from "node:assert/strict";
import { test } from "node:test";
import { assertGrowsLinearly } from "../../../test/support/cost.ts";
import { functionReaderOf, isSource } from "./function-lengths.ts";

async function lengths(path: string, text: string): Promise<string[]> {
  const found = await functionReaderOf(path)!(text, path);
  return found.map(({ name, line, lines }) => `${name}:${line}:${lines}`);
}

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

test("all kinds of TypeScript functions are measured with a parser", async () => {
  const text = lines(
    "function a(): void {", // 1
    "  return;",
    "}",
    "const b = (x: number) =>", // 4
    "  x;",
    "const o = {",
    "  m() {", // 7
    "    return '}';",
    "  },",
    "  p: function () {},", // 10
    "};",
    "class C<T extends object> {",
    "  constructor(private readonly x: T) {}", // 13
    "  get y(): string { return `${(() => {", // 14, and the arrow in it
    "    return 1;",
    "  })()}`; }",
    "  #z = async () => {", // 17
    "  };",
    "}",
  );
  const want = ["a:1:3", "b:4:2", "m:7:3", "p:10:1", "constructor:13:1", "y:14:3", "anonymous:14:3", "z:17:2"];
  assert.deepEqual(await lengths("a.ts", text), want);
});

test("tags, decorators, modules and scripts are read", async () => {
  assert.deepEqual(await lengths("a.tsx", "export const A = () => <p>{1}</p>;\n"), ["A:1:1"]);
  assert.deepEqual(await lengths("a.jsx", "export default function A() { return <p/>; }\n"), ["A:1:1"]);
  assert.deepEqual(await lengths("a.cjs", "module.exports = function () { return 1; };\nreturn;\n"), ["exports:1:1"]);
  assert.deepEqual(await lengths("a.mts", "@d class A { @d m() {} }\n"), ["m:1:1"]);
});

test("a callback that only groups tests is not a function, but the tests in it are", async () => {
  const text = lines(
    "describe('x', () => {",
    "  it('y', () => {",
    "    a();",
    "  });",
    "});",
    "suite.only('z', function () {});",
  );
  assert.deepEqual(await lengths("a.test.js", text), ["anonymous:2:3"]);
});

test("a file that cannot be parsed is reported, not skipped", async () => {
  await assert.rejects(async () => lengths("a.ts", "function ((((\n"), /cannot be parsed/);
});

test("Rust functions end at their own brace", async () => {
  const text = lines(
    "pub async fn a<'a, T: Into<Vec<u8>>>(x: &'a str, y: [u8; { 1 + 1 }]) -> Result<T, ()>", // 1
    "where",
    "    T: Fn() -> u8,",
    "{",
    "    let s = \"} // \\\" {\"; let r = r#\"} \" {\"#; let c = '{'; let d = '\\''; let e = b'}';",
    "    /* } /* nested } */ { */ // }",
    "    if x.is_empty() { return Err(()); }",
    "    let f = |z: u8| { z };",
    "    fn inner() {}", // 9
    "    Ok(y)",
    "}", // 11
    "trait T { fn only(&self); fn with(&self) -> fn(u8) -> u8 {", // 12
    "    todo!() }",
    "}",
    "type F = fn(u8) -> u8;",
    "// fn no() {",
    "macro_rules! m { ($n:ident) => { fn $n() {} } }",
    "impl X { const fn r#type(&self) -> bool { 1 < 2 } }", // 18
    "extern \"C\" fn last<'b>(x: &'b u8) {", // 19
    "}",
  );
  assert.deepEqual(await lengths("a.rs", text), ["a:1:11", "inner:9:1", "with:12:2", "type:18:1", "last:19:2"]);
});

test("Go functions with receivers, literals, channels and empty interfaces", async () => {
  const text = lines(
    "package a",
    "func (s *Server[T]) Run(x map[string]interface{}) (<-chan int, error) {", // 2
    "\tgo func() {", // 3
    "\t\tfmt.Println(`}`, \"}\", '}')",
    "\t}()",
    "\treturn nil, nil // }",
    "}", // 7
    "func decl(x int) int",
    "type F func(int) int",
    "func e() struct{} {", // 10
    "\treturn struct{}{}",
    "}",
  );
  const found = await lengths("a.go", text);
  assert.deepEqual(
    found.filter((one) => !one.startsWith("anonymous")),
    ["Run:2:6", "e:10:3"],
  );
  assert.ok(found.includes("anonymous:3:3"));
});

test("Python functions end with their indentation", async () => {
  const text = lines(
    "@decorated", // 1
    "def a(", // 2
    "    x,",
    "):",
    '    """A text',
    "with a line that stands at the edge",
    'def no(): """',
    "    return [",
    "1,",
    "    ]",
    "", // 11
    "# a comment",
    "class C:", // 13
    "    async def b(self):", // 14
    "        def c():", // 15
    "            return 'def x():'",
    "        return c",
    "",
    "    x = 1",
  );
  assert.deepEqual(await lengths("a.py", text), ["a:2:9", "b:14:4", "c:15:2"]);
});

test("data and prose are not source files, programs are", () => {
  for (const path of ["a.ts", "b/c.rs", "x.Go", "a.sh", "a.test.tsx", "A.java"]) assert.ok(isSource(path), path);
  for (const path of ["a.json", "README.md", "Cargo.lock", "Makefile", "rs", ".ts/x", "a.svg"])
    assert.ok(!isSource(path), path);
});

const hostile: Readonly<Record<string, (count: number) => string>> = {
  "a.rs": (count) => `${"fn a<".repeat(count)}${"{".repeat(10 * count)}${"'".repeat(10 * count)}${'r#"'.repeat(count)}`,
  "a.py": (count) => `${'"""'.repeat(10 * count + 1)}\n${"def a():\n".repeat(2 * count)}${"(".repeat(20 * count)}`,
  "a.go": (count) => "func (".repeat(count) + "`".repeat(10 * count + 1),
};

for (const [path, textOf] of Object.entries(hostile)) {
  test(`a hostile file is measured in linear time: ${path}`, async () => {
    await assertGrowsLinearly(2_400, (count) => lengths(path, textOf(count)));
  });
}
