import assert from "node:assert/strict";
import { test } from "node:test";
import { maskCode } from "./mask.ts";

const cases = [
  { name: "code in a line is blanked", text: "a `b` c", want: "a     c" },
  { name: "a longer run of backticks closes by its own length", text: "``a ` b`` c", want: "          c" },
  { name: "a backtick without a partner is text", text: "a ` b", want: "a ` b" },
  { name: "a fence is blanked to its end", text: "```sh\nx [a](b)\n```\nafter", want: "     \n        \n   \nafter" },
  { name: "a fence that is never closed runs to the end", text: "~~~\nx\ny", want: "   \n \n " },
  { name: "a shorter fence does not close a longer one", text: "````\n```\nx\n````\ny", want: "    \n   \n \n    \ny" },
];

for (const { name, text, want } of cases) test(name, () => assert.equal(maskCode(text), want));
