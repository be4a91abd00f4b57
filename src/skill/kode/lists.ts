/** Lists of names in front matter: as YAML lists, and as the one line that the open standard writes. */

/** Undefined: not written. "wrong": written, but no list of names. */
export type ListReader = (value: unknown) => readonly string[] | undefined | "wrong";

export const textList: ListReader = (value) => {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || !value.every((each) => typeof each === "string" && each.trim() !== "")) return "wrong";
  return value.map((each: string) => each.trim());
};

/** `Read, Bash(git *) Edit`: parted by commas or spaces, but not inside brackets. */
export const toolList: ListReader = (value) => {
  if (typeof value !== "string") return textList(value);
  const names = value.match(/(?:[^\s,()]+(?:\([^()]*\))?)/g) ?? [];
  // What the pattern cannot take in, a lone bracket for one, is no name of a tool.
  return names.join("").length === value.replace(/[\s,](?![^()]*\))/g, "").length ? names : "wrong";
};
