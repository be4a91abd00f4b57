/** quality::constructor-pattern: no changed source file over 200 lines, and no function in it over 30. */

import { describeError } from "../../base/errno.ts";
import { type FunctionLength, functionReaderOf, isSource } from "../checks/function-lengths.ts";
import { failed, passed, unchecked } from "../checks/result.ts";
import type { CapabilityCode, CheckContext, FileChange } from "../contract.ts";

const longestFile = 200;
const longestFunction = 30;

interface Measured {
  readonly tooLong: readonly string[];
  readonly unread: readonly string[];
}

/** Every line counts, including empty ones and comments: the limit is about what fits on a screen. */
export const constructorPattern: CapabilityCode = {
  name: "quality::constructor-pattern",
  code: "CP",
  verify: async (_capability, context) => {
    const files = context.changes.filter(({ kind, path }) => kind !== "deleted" && isSource(path));
    const measured: Measured[] = [];
    for (const file of files) measured.push(await measure(file, context));
    const tooLong = measured.flatMap((one) => one.tooLong);
    const unread = measured.flatMap((one) => one.unread);
    if (tooLong.length > 0) {
      const limits = `${longestFile} lines per file, ${longestFunction} per function`;
      return failed(`too long; the limits are ${limits}`, [...tooLong, ...unread]);
    }
    if (unread.length > 0) return unchecked("functions of a changed file could not be measured", unread);
    return passed(files.length === 0 ? "no source file changed" : "every changed source file is short enough");
  },
};

async function measure({ path, from }: FileChange, context: CheckContext): Promise<Measured> {
  const text = await context.read(path);
  if (text === undefined) return { tooLong: [], unread: [`${path} is missing or not text`] };
  const lines = countLines(text);
  const before = countLines((await context.readBefore(from ?? path)) ?? "");
  const was = before > longestFile ? `, and had ${before} before` : "";
  const tooLong = lines > longestFile ? [`${path} has ${lines} lines${was}`] : [];
  try {
    const functions = await functionReaderOf(path)?.(text, path);
    return { tooLong: [...tooLong, ...(functions ?? []).filter(isTooLong).map(sentence(path))], unread: [] };
  } catch (error) {
    return { tooLong, unread: [`${path}: ${describeError(error)}`] };
  }
}

function isTooLong({ lines }: FunctionLength): boolean {
  return lines > longestFunction;
}

function sentence(path: string): (one: FunctionLength) => string {
  return ({ name, line, lines }) => `${path}:${line} function \`${name}\` has ${lines} lines`;
}

function countLines(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}
