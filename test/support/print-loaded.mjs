// Prints each file of the program that is loaded, on standard error.
import { register } from "node:module";

const hooks = `
import { writeSync } from "node:fs";
export async function load(url, context, next) {
  const path = /\\/(src\\/[^?]+\\.ts)/.exec(url)?.[1];
  if (path) writeSync(2, "loaded " + path + "\\n");
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
