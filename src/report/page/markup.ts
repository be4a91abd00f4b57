/** Markup that is safe by construction: every value is escaped unless it is markup itself. */

export interface Markup {
  readonly markup: string;
}

type Value = string | number | Markup | readonly Value[] | undefined | false;

export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: texts.map((text, i) => text + (i < values.length ? print(values[i]) : "")).join("") };
}

function print(value: Value): string {
  if (value === undefined || value === false) return "";
  if (typeof value === "string" || typeof value === "number") return escapeText(String(value));
  return "markup" in value ? value.markup : value.map(print).join("");
}

/** Also for attributes in double quotes. Characters that reverse the reading order are shown by number. */
function escapeText(text: string): string {
  return text
    .replace(
      /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16)}`,
    )
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
