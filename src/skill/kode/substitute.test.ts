import assert from "node:assert/strict";
import { test } from "node:test";
import { argumentsOf, splitWords, substitute } from "./substitute.ts";

const values = { ...argumentsOf(["one 'two three' four"]), session: "S-1", directory: "/skills/it" };

const cases = [
  { name: "$ARGUMENTS is the whole line", text: "[$ARGUMENTS]", want: "[one 'two three' four]" },
  { name: "an index counts words from 0", text: "$ARGUMENTS[0], $ARGUMENTS[1]", want: "one, two three" },
  { name: "$N is the same as $ARGUMENTS[N]", text: "$0 $1 $2", want: "one two three four" },
  { name: "a missing index is empty", text: "[$9][$ARGUMENTS[12]]", want: "[][]" },
  {
    name: "an escaped placeholder stays",
    text: "\\$0 \\$ARGUMENTS \\${SKILL_DIR}",
    want: "$0 $ARGUMENTS ${SKILL_DIR}",
  },
  { name: "a backslash before any other dollar stays", text: "\\$HOME $HOME", want: "\\$HOME $HOME" },
  { name: "a word that only begins like a placeholder stays", text: "$ARGUMENTS_X $1st", want: "$ARGUMENTS_X $1st" },
  { name: "the session is filled in", text: "${CLAUDE_SESSION_ID}", want: "S-1" },
  {
    name: "both names of the folder are filled in",
    text: "${SKILL_DIR} ${CLAUDE_SKILL_DIR}",
    want: "/skills/it /skills/it",
  },
  { name: "any other variable stays", text: "${HOME} $HOME", want: "${HOME} $HOME" },
];

for (const { name, text, want } of cases) test(name, () => assert.equal(substitute(text, values, "claude"), want));

test("inserted text is not scanned again", () => {
  const tricky = { ...values, all: "$0 $& ${SKILL_DIR}", words: ["$ARGUMENTS", "$1"] };
  assert.equal(substitute("$ARGUMENTS|$0|$1", tricky, "claude"), "$0 $& ${SKILL_DIR}|$ARGUMENTS|$1");
});

test("without a session its placeholder stays", () => {
  assert.equal(substitute("${CLAUDE_SESSION_ID}", { ...values, session: undefined }, "claude"), "${CLAUDE_SESSION_ID}");
});

test("Kode fills in $ARGUMENTS and nothing else", () => {
  const kode = { ...values, all: "a b" };
  assert.equal(substitute("$ARGUMENTS $0 ${SKILL_DIR} \\$ARGUMENTS", kode, "kode"), "a b $0 ${SKILL_DIR} \\a b");
});

test("a single argument is split into words, several are used as they are", () => {
  assert.deepEqual(argumentsOf(["a 'b c'"]), { all: "a 'b c'", words: ["a", "b c"] });
  assert.deepEqual(argumentsOf(["a", "b c"]), { all: "a b c", words: ["a", "b c"] });
  assert.deepEqual(argumentsOf([]), { all: "", words: [] });
});

for (const [line, want] of [
  ["  a   b\tc\n", ["a", "b", "c"]],
  [`"a b" 'c "d"' e\\ f`, ["a b", 'c "d"', "e f"]],
  [`x"y z"'!'`, ["xy z!"]],
  [`"a \\" b" 'c \\ d'`, ['a " b', "c \\ d"]],
  [`'' a ""`, ["", "a", ""]],
  ["don't stop", ["don't", "stop"]],
  ["", []],
] as const)
  test(`words of ${JSON.stringify(line)}`, () => assert.deepEqual(splitWords(line), want));
