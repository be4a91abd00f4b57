/** Effects of one command, and how a word with a role becomes an effect. */
import { filterOf, globWord, literalWord, type ShellWord, unknownSingle, unknownWord } from "../shell/words.ts";
import type { Mark, WordRole } from "./entry.ts";
import { isReadOnlyAwk } from "./files/awk-script.ts";
import { readSedScript } from "./files/sed-script.ts";

/** `names`: the target is a filter for the names of files that are read. */
const pathEffects = ["read", "list", "read-below", "read-linked", "names", "write", "write-below"] as const;
export type PathEffect = (typeof pathEffects)[number];

/** An effect without a target. */
type MarkEffect = "changes" | "runs" | "connects";

/** The option adds an effect that the program does not have without it. */
export interface WrittenOption {
  readonly name: string;
  /** The word of the command that contains it: an abbreviation or a cluster. */
  readonly written: string;
}

/** `by` names the option, the subcommand or the program, for people. */
export type Effect =
  | { readonly kind: PathEffect | "fetch" | "host"; readonly target: ShellWord }
  /** Text that a shell reads. */
  | { readonly kind: "line"; readonly line: ShellWord }
  | { readonly kind: "command"; readonly words: readonly ShellWord[] }
  /** `code`: the program text that is run, if it is in the words. */
  | { readonly kind: MarkEffect; readonly by: string; readonly code?: ShellWord; readonly option?: WrittenOption }
  /** An unknown option or subcommand, or a word that may be one. */
  | { readonly kind: "unknown"; readonly of: "subcommand" | "word"; readonly by: string }
  | { readonly kind: "unknown"; readonly of: "option"; readonly by: string; readonly option: string }
  | { readonly kind: "caution"; readonly point: string };

/** A command while its words are parsed. */
export interface Reader {
  readonly name: string;
  readonly words: readonly ShellWord[];
  readonly effects: Effect[];
  readonly values: Map<string, ShellWord[]>;
  readonly directories: ShellWord[];
  /** The directories into which files are put, as options name them: `cp -t DIR`, `wget -P DIR`. */
  readonly into: ShellWord[];
  at: number;
  /** The program and its subcommand, for people. */
  title: string;
  /** The word whose options are being parsed. */
  written: string;
  /** The option that causes an effect; undefined outside of options. */
  readonly option: WrittenOption | undefined;
  /** The program's effects whatever its options are. */
  readonly always: Set<Mark>;
  /** A path `HOST:FILE` is on another machine, which the program reaches through a shell there. */
  readonly isRemote: boolean;
  /** The program only prints its help. */
  isQuiet: boolean;
  hasUnknown: boolean;
}

export function addMarks(reader: Reader, marks: readonly Mark[], by: string, code?: ShellWord): void {
  for (const mark of marks) {
    if (mark === "caution")
      reader.effects.push({ kind: "caution", point: `what ${by} does depends on more than its arguments` });
    else if (mark !== "quiet") addMark(reader, mark, by, mark === "runs" ? code : undefined);
  }
}

function addMark({ effects, option, always }: Reader, kind: MarkEffect, by: string, code?: ShellWord): void {
  effects.push({ kind, by, ...(code && { code }), ...(option && !always.has(kind) && { option }) });
}

export function addTarget(reader: Reader, role: WordRole, written: ShellWord): void {
  if (role === "none" || role === "command") return;
  if (role === "method") {
    const isReading = /^(?:get|head|options)$/i.test(written.value ?? "");
    if (!isReading) addMark(reader, "changes", `the method \`${written.text}\``);
    return;
  }
  if (role === "setting") {
    // A literal name without `=` is only looked up.
    if (written.value?.includes("=") !== false) addMark(reader, "changes", `the setting \`${written.text}\``);
    return;
  }
  if (role === "helper") {
    // `%G?` and `signature` start gpg.program, `remerge` the merge drivers of git's configuration (seen with 2.39).
    if (written.value === undefined || /%G|signature|^(?:r|remerge)$/.test(written.value))
      addMark(reader, "runs", `the value \`${written.text}\``);
    return;
  }
  if (role === "cwd") {
    reader.directories.push(written);
    reader.effects.push({ kind: "list", target: placed(reader.directories.slice(0, -1), written) });
    return;
  }
  if (role === "names") {
    if (filterOf(written) !== undefined) reader.effects.push({ kind: "names", target: written });
    return;
  }
  if (role === "fetch" || role === "host") reader.effects.push({ kind: role, target: written });
  else if (role === "download") addDownload(reader, written);
  else if (role === "pack") addPacked(reader, written);
  else if (role === "run") reader.effects.push({ kind: "line", line: written });
  else if (role === "exec") reader.effects.push({ kind: "command", words: splitProgram(written) });
  else if (role === "at") {
    const text = written.value ?? written.prefix;
    if (text.startsWith("@")) addPath(reader, "read", tailOf(written, 1));
    else if (written.value === undefined && text === "") addPath(reader, "read", written);
  } else if (role === "form") addForm(reader, written);
  else if (role === "linker") addLinkerWords(reader, written);
  else if (role === "rev") addRevision(reader, written);
  else if (role === "rev-below") addTree(reader, written);
  else if (role === "source") {
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(written.value ?? "")) reader.effects.push({ kind: "fetch", target: written });
    else addPath(reader, "read", written);
  } else if (role === "module") {
    // A module with a version is looked up at the host in its name.
    const host = /^[^/@]+(?=[^@]*@)/.exec(written.value ?? written.prefix)?.[0];
    if (host !== undefined) reader.effects.push({ kind: "host", target: literalWord(host) });
  } else if (isCode(role)) {
    for (const effect of codeEffects(role, written)) {
      if ("target" in effect) addPath(reader, effect.kind as PathEffect, effect.target);
      else reader.effects.push(effect);
    }
  } else addPath(reader, role === "rewrite" ? "write" : role, written);
}

function isCode(role: WordRole): role is CodeRole {
  return role.startsWith("code:");
}

/** `NAME=@FILE` and `NAME=<FILE` of `curl -F` read FILE; `;type=…` may follow it. */
function addForm(reader: Reader, word: ShellWord): void {
  const { value } = word;
  const files = /^[^=]*=[@<](.*)$/s.exec(value ?? "")?.[1];
  if (value === undefined || /["\\]/.test(files ?? ""))
    reader.effects.push({ kind: "caution", point: `\`${word.text}\` may name a file to send` });
  else for (const file of files?.split(";", 1)[0]?.split(",") ?? []) addPath(reader, "read", literalWord(file));
}

/** `-Wl,-Map=FILE`: words for the linker, between commas. Those of ld(1), binutils 2.46, that write or load a file. */
function addLinkerWords(reader: Reader, { text, value }: ShellWord): void {
  if (value === undefined) reader.effects.push({ kind: "caution", point: `\`${text}\` may name a file to write` });
  const words = value?.split(",") ?? [];
  words.forEach((word, i) => {
    const [, long, short, rest = ""] =
      /^(?:--?(Map|output|dependency-file|out-implib|plugin)(?:=|$)|-(o))(.*)$/s.exec(word) ?? [];
    if (long === "plugin") addMark(reader, "runs", "a linker plugin");
    else if (long ?? short) addPath(reader, "write", literalWord(rest || (words[i + 1] ?? "")));
  });
}

/** `REV:PATH` reads PATH; a word without a colon is a revision or a path, and git expands globs in paths itself. */
function addRevision(reader: Reader, word: ShellWord): void {
  if (word.value === undefined) return addPath(reader, "read", word);
  // `:(icase).ENV`, `:/src`, `:!x` are paths with special meaning.
  const magic = /^:(?:\([^)]*\)|[/!^]+)/.exec(word.value)?.[0] ?? "";
  if (/icase/.test(magic)) return addPath(reader, "read", unknownSingle(word.text));
  const rest = word.value.slice(magic.length);
  const colon = magic === "" ? rest.indexOf(":") : -1;
  const path = colon < 0 ? rest : rest.slice(colon + 1).replace(/^\d:/, "") || ".";
  const isGlob = colon < 0 && /[*?[]/.test(path);
  if (!isGlob) return addPath(reader, "read", magic === "" && colon < 0 ? word : literalWord(path));
  // Unlike a shell's star, git's also matches names that begin with a dot.
  const isExtension = /(?:^|\/)\*\.(?!env)\w+$/.test(path);
  const hidden = isExtension ? path : path.replace(/(^|\/)(?=[*?][^/]*$)/, "$1.");
  for (const glob of new Set([path, hidden])) {
    addPath(reader, "read", { ...unknownSingle(path), shape: { kind: "glob", glob } });
  }
}

/** A revision or a directory that is read recursively: `git grep x HEAD`, `git grep x -- src`. */
function addTree(reader: Reader, word: ShellWord): void {
  addRevision(reader, word);
  const text = word.value;
  if (text === undefined || /[*?[]/.test(text)) return;
  if (/^:(?:\(|\/)/.test(text)) return addPath(reader, "read-below", unknownSingle(text));
  if (!text.includes(":")) addPath(reader, "read-below", word);
  addPath(reader, "read-below", literalWord("."));
}

function splitProgram(word: ShellWord): readonly ShellWord[] {
  if (word.value === undefined) return [word];
  return [...word.value.split(/\s+/).filter(Boolean).map(literalWord), unknownWord("…")];
}

function addPath(reader: Reader, kind: PathEffect, word: ShellWord): void {
  // `-` is the standard input or output.
  if (word.value === "-" || word.value === "" || word.shape?.kind === "pipe") return;
  // `strace -o '|cmd'`: several programs run such a name as a command.
  const piped = kind === "write" ? /^[|!](.+)$/s.exec(word.value ?? "")?.[1] : undefined;
  if (piped !== undefined) reader.effects.push({ kind: "line", line: literalWord(piped) });
  const host = reader.isRemote ? /^[^/:]+(?=:)/.exec(word.value ?? word.prefix)?.[0] : undefined;
  if (host !== undefined)
    reader.effects.push(
      { kind: "host", target: literalWord(host) },
      { kind: "caution", point: `\`${word.text}\` is on another machine` },
    );
  reader.effects.push({ kind, target: placed(reader.directories, word) });
}

/** The file created in a directory under the name of its source. */
export function addCopy(reader: Reader, into: ShellWord, source: ShellWord): void {
  const nameOf = (text: string): string => text.replace(/\/+$/, "").replace(/^.*\//s, "");
  const from = placed(reader.directories, source);
  const name = nameOf(source.value ?? "");
  if (from.shape?.kind === "glob") {
    const { glob } = from.shape;
    addPath(reader, "write", placed([into], globWord(nameOf(glob), glob)));
  } else if (source.value === undefined) addPath(reader, "write-below", into);
  else if (name !== "" && name !== "." && name !== "..") addPath(reader, "write", placed([into], literalWord(name)));
}

/** An address, and the file that appears under its last name. */
function addDownload(reader: Reader, address: ShellWord): void {
  reader.effects.push({ kind: "fetch", target: address });
  for (const name of downloadNames(address)) {
    if (reader.into.length === 0) addPath(reader, "write", name);
    for (const directory of reader.into) addPath(reader, "write", placed([directory], name));
  }
}

/** wget decodes `%2E` in a name, curl does not. */
function downloadNames({ value, shape, text }: ShellWord): readonly ShellWord[] {
  // An unquoted `?` before a query is a glob to the shell.
  const address = value ?? (shape?.kind === "glob" ? shape.glob : undefined);
  const path = address?.replace(/[?#].*$/s, "").replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  if (path === undefined || /[*[]/.test(path)) return [unknownSingle(text)];
  const name = /\/([^/]+)$/.exec(path)?.[1] ?? "index.html";
  const decoded = name.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return [...new Set([name, decoded])].map(literalWord);
}

/** Endings of packed files; the file that appears has none, or `.tar` where the ending is short for it. */
const packedEnding = /(?:\.(?:gz|z|bz2?|xz|lzma|lz|lz4|zst|zz)|[-_](?:gz|z))$/i;
const shortEnding = /\.t(?:gz|az|bz2?|xz|lz|z2|zst|lz4)$/i;

/** A file that is replaced by its packed or unpacked form, which has another name. */
function addPacked(reader: Reader, word: ShellWord): void {
  addPath(reader, "write", word);
  const unpacked = (name: string): string => name.replace(shortEnding, ".tar").replace(packedEnding, "");
  const { value, shape } = word;
  if (shape?.kind === "glob" && unpacked(shape.glob) !== shape.glob) {
    const glob = unpacked(shape.glob);
    addPath(reader, "write", globWord(glob));
  } else if (value !== undefined && unpacked(value) !== value) addPath(reader, "write", literalWord(unpacked(value)));
}

/** The word as a path relative to where the program works. */
function placed(directories: readonly ShellWord[], word: ShellWord): ShellWord {
  return directories.reduceRight<ShellWord>((path, directory) => {
    const text = path.value ?? path.prefix;
    if (text.startsWith("/") || path.hasHome) return path;
    if (directory.value === undefined) return unknownSingle(`${directory.text}/${path.text}`);
    const at = `${directory.value}/`;
    const shape = path.shape?.kind === "glob" ? { ...path.shape, glob: at + path.shape.glob } : undefined;
    return {
      text: at + path.text,
      value: path.value === undefined ? undefined : at + path.value,
      isSingle: path.isSingle,
      hasHome: directory.hasHome,
      prefix: at + path.prefix,
      ...(shape && { shape }),
    };
  }, word);
}

/** The word from an offset in its text. */
export function tailOf(word: ShellWord, start: number): ShellWord {
  if (word.value !== undefined) return literalWord(word.value.slice(start));
  return { ...unknownSingle(word.text, word.prefix.slice(start)), isSingle: word.isSingle };
}

export function readCommand(reader: Reader, words: readonly ShellWord[]): void {
  reader.effects.push({ kind: "command", words });
}

/** Effects of scripts passed as arguments to `sed`, `awk`, `jq` and `yq`. */
type CodeRole = Extract<WordRole, `code:${string}`>;

function codeEffects(role: CodeRole, word: ShellWord): readonly Effect[] {
  if (role === "code:jq")
    return isImporting(word) ? [{ kind: "caution", point: "a `jq` filter with imports can read any file" }] : [];
  if (role === "code:yq") {
    const effects: Effect[] = [{ kind: "read", target: word }];
    // Seen with yq 4.44: `load`, `load_str` and similar functions read the file they name; `system` starts a program.
    if (/\b(?:load(?:_\w+)?|system)\s*\(/.test(word.value ?? ""))
      effects.push({ kind: "caution", point: "a `yq` filter can read any file or start a program" });
    return effects;
  }
  const language = role.slice("code:".length);
  if (word.value === undefined) return [{ kind: "caution", point: `the \`${language}\` script is not literal` }];
  if (role === "code:awk") {
    if (isReadOnlyAwk(word.value)) return [];
    // Files that the script names are judged by name; it may do more.
    const written = [...word.value.matchAll(/>>?\s*"([^"\\]+)"/g)].map(([, path = ""]) => literalWord(path));
    return [
      { kind: "runs", by: "the `awk` script", code: word },
      ...written.map((target): Effect => ({ kind: "write", target })),
    ];
  }
  const found = readSedScript(word.value);
  if (!found) return [{ kind: "caution", point: "the `sed` script is not understood" }];
  return found.map((one): Effect => {
    if (one.kind === "run") {
      return one.command === undefined
        ? { kind: "caution", point: "the `sed` script runs text from its input as a command" }
        : { kind: "line", line: literalWord(one.command) };
    }
    return { kind: one.kind, target: literalWord(one.path ?? "") };
  });
}

/**
 * A `jq` filter reads its input and its environment. `import` and `include` at its start also read modules and data:
 * with jq 1.7, a filter that imports `/x` as `$d` prints /x.json.
 */
function isImporting({ value, prefix }: ShellWord): boolean {
  const text = (value ?? prefix).replace(/^(?:\s+|#[^\n]*(?:\n|$))+/, "");
  return /^(?:module|import|include)\b/.test(text) || (value === undefined && text === "");
}
