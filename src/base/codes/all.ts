/** Every problem code: what it means and what to do. The order is that of the manual. */
import { generalCodes } from "./definitions.ts";
import { importCodes } from "./import.ts";
import { ledgerCodes } from "./ledger.ts";
import { capabilityCodes, roleCodes } from "./roles.ts";
import { skillCodes, skillRunCodes } from "./skills.ts";
import { taskCodes, taskRunCodes } from "./tasks.ts";
import { writeCodes } from "./writing.ts";

export interface CodeMeaning {
  /** One line, lower case, no full stop. */
  readonly title: string;
  /** What it means and what to do, for `explain-code` and the manual. */
  readonly text: string;
}

/** Problems with a place in a definition. */
export const definitionCodes = {
  ...generalCodes,
  ...skillCodes,
  ...roleCodes,
  ...capabilityCodes,
  ...taskCodes,
} as const satisfies Readonly<Record<string, CodeMeaning>>;

export const codes = {
  ...definitionCodes,
  ...writeCodes,
  ...importCodes,
  ...skillRunCodes,
  ...taskRunCodes,
  ...ledgerCodes,
} as const satisfies Readonly<Record<string, CodeMeaning>>;

export type Code = keyof typeof codes;
