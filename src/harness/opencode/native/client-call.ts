/** Translates a tool call of OpenCode: what it means for a policy, and which questions the client itself will ask. */
import { textAt, textsAt, valueAt } from "../../../base/unchecked.ts";
import type { ClientRequest, ToolCall } from "../../../model/permission.ts";
import { isInside, removeDots } from "../../../policy/path/forms.ts";
import { unwrapAskCommand } from "./ask-command.ts";
import { bashTexts } from "./bash-texts.ts";

/** The client's working directory, as it reports it. Outside of git, its work tree is `/`. */
export interface ClientDirectories {
  readonly directory: string;
  readonly worktree: string;
}

/** One lookup by the client, with every text it may have. */
export interface ClientQuestion {
  readonly permission: string;
  readonly texts: readonly string[];
}

interface ClientCall {
  readonly request: ClientRequest;
  readonly cwd: string;
  /** Lookups that are certain to happen before the tool runs. There may be more. */
  readonly questions: readonly ClientQuestion[];
}

/** Throws on arguments that the tool is not known to take. Undefined for a tool without effects. */
export function readCall(tool: string, input: unknown, directories: ClientDirectories): ClientCall | undefined {
  const here = { cwd: directories.directory, questions: [] };
  switch (tool) {
    case "invalid":
      return undefined;
    case "bash":
      return readBash(input, directories);
    case "edit":
    case "write":
    case "multiedit":
      return readEdits([textAt(input, "filePath")], [], directories);
    case "apply_patch":
    case "patch":
      return readPatch(textAt(input, "patchText"), directories);
    case "read":
      return readRead(textAt(input, "filePath"), "read", directories);
    case "glob":
    case "grep":
    case "list":
      return readRead(optionalPath(input), tool, directories, tool === "grep" ? textsAt(input, "include") : undefined);
    case "webfetch":
      return readText("webfetch", textAt(input, "url"), directories);
    case "websearch":
      return readText("websearch", textAt(input, "query"), directories);
    case "question":
      return { ...here, request: { kind: "calls", calls: questionCalls(input) } };
    case "task":
      return { ...here, request: { kind: "delegation", agent: textAt(input, "subagent_type") } };
    case "skill":
      return { ...here, request: { kind: "skill", skill: textAt(input, "name") } };
    default:
      // `surcingle mcp` runs a skill with its own tools.
      if (tool === "surcingle_skill_exec")
        return { ...here, request: { kind: "skill", skill: textAt(input, "slug"), isRunApart: true } };
      return { ...here, request: { kind: "unknown", tool } };
  }
}

function readBash(input: unknown, directories: ClientDirectories): ClientCall {
  const command = textAt(input, "command");
  const workdir = valueAt(input, "workdir");
  const texts = bashTexts(command) ?? [];
  return {
    request: { kind: "calls", calls: [{ tool: "bash", subject: unwrapAskCommand(command) }] },
    // The client treats an empty one as missing.
    cwd:
      workdir === undefined || workdir === "" ? directories.directory : absolute(textAt(input, "workdir"), directories),
    questions: texts.map((each) => ({ permission: "bash", texts: each })),
  };
}

function readText(tool: "webfetch" | "websearch", subject: string, { directory }: ClientDirectories): ClientCall {
  const request: ClientRequest = { kind: "calls", calls: [{ tool, subject }] };
  return { request, cwd: directory, questions: [{ permission: tool, texts: [subject] }] };
}

/** The client does not look up where a file is moved to, only whether that is outside. */
function readEdits(written: readonly string[], moved: readonly string[], directories: ClientDirectories): ClientCall {
  const calls = [...written, ...moved].map((path): ToolCall => ({ tool: "edit", subject: locate(path, directories) }));
  const questions = written.map((path) => ({
    permission: "edit",
    texts: [relative(directories.worktree, absolute(path, directories))],
  }));
  const outside = [...written, ...moved].flatMap((path) => directoryQuestion(path, ["file"], directories));
  return { request: { kind: "calls", calls }, cwd: directories.directory, questions: [...outside, ...questions] };
}

const moveHeader = "*** Move to:";

function readPatch(patch: string, directories: ClientDirectories): ClientCall {
  // Only a line feed ends a line: a name may contain characters that other readers treat as line ends.
  const found = patch.split("\n").flatMap((line) => {
    const header = ["*** Add File:", "*** Update File:", "*** Delete File:", moveHeader].find((each) =>
      line.startsWith(each),
    );
    return header === undefined ? [] : [{ isMove: header === moveHeader, path: line.slice(header.length).trim() }];
  });
  if (!found.some(({ isMove }) => !isMove)) throw new Error("the patch does not name a file");
  const paths = (wanted: boolean): string[] => found.filter(({ isMove }) => isMove === wanted).map(({ path }) => path);
  return readEdits(paths(false), paths(true), directories);
}

function readRead(path: string, tool: string, directories: ClientDirectories, names?: readonly string[]): ClientCall {
  const target = absolute(path, directories);
  const kinds = tool === "glob" ? (["directory"] as const) : (["file", "directory"] as const);
  const own = tool === "read" ? [{ permission: "read", texts: [relative(directories.worktree, target)] }] : [];
  const questions = [...directoryQuestion(path, kinds, directories), ...own];
  const reading = tool === "read" ? "file" : tool === "grep" ? "below" : "list";
  return {
    request: { kind: "reads", paths: [locate(path, directories)], reading, ...(names && { names }) },
    cwd: directories.directory,
    questions,
  };
}

function optionalPath(input: unknown): string {
  return valueAt(input, "path") === undefined ? "." : textAt(input, "path");
}

function questionCalls(input: unknown): ToolCall[] {
  const list = valueAt(input, "questions");
  if (!Array.isArray(list)) throw new Error("`questions` is not a list");
  return list.map((each) => ({ tool: "question", subject: textAt(each, "question") }));
}

/** Outside the project, the client asks about the directory that contains the file, or the named directory. */
function directoryQuestion(
  path: string,
  kinds: readonly ("file" | "directory")[],
  directories: ClientDirectories,
): ClientQuestion[] {
  const target = absolute(path, directories);
  const roots = directories.worktree === "/" ? [directories.directory] : [directories.directory, directories.worktree];
  if (roots.some((root) => isInside(removeDots(root), target))) return [];
  const texts = kinds.map((kind) => directoryText(kind === "file" ? parentOf(target) : target));
  // The client may add an allow for its own output directory after our lines.
  return texts.some((text) => text.includes("/tool-output/")) ? [] : [{ permission: "external_directory", texts }];
}

export function directoryText(directory: string): string {
  return directory === "/" ? "/*" : `${directory}/*`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || "/";
}

/** The client does not expand `~`: it is an ordinary name. */
function locate(path: string, { directory }: ClientDirectories): string {
  return path.startsWith("/") ? path : `${directory}/${path}`;
}

function absolute(path: string, directories: ClientDirectories): string {
  return removeDots(locate(path, directories));
}

export function relative(from: string, to: string): string {
  const [base, target] = [from, to].map((path) =>
    removeDots(path)
      .split("/")
      .filter((name) => name !== ""),
  );
  let shared = 0;
  while (shared < base!.length && base![shared] === target![shared]) shared++;
  return [...base!.slice(shared).map(() => ".."), ...target!.slice(shared)].join("/");
}
