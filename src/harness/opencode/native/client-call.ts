/** Translates a tool call of OpenCode: what it means for a policy, and which questions the client itself will ask. */
import { textAt, valueAt } from "../../../base/peek.ts";
import type { ClientRequest, ToolCall } from "../../../model/permission.ts";
import { isInside, removeDots } from "../../../policy/path/forms.ts";
import { commandBehind } from "./ask-command.ts";
import { bashTexts } from "./bash-texts.ts";

/** The client's working directory, as it reports it. Outside of git, its work tree is `/`. */
export interface ClientPlace {
  readonly directory: string;
  readonly worktree: string;
}

/** One lookup by the client, with every text it may have. */
export interface ClientQuestion {
  readonly permission: string;
  readonly texts: readonly string[];
}

export interface ClientCall {
  readonly request: ClientRequest;
  readonly cwd: string;
  /** Lookups that are certain to happen before the tool runs. There may be more. */
  readonly questions: readonly ClientQuestion[];
}

/** Throws on arguments that the tool is not known to take. Undefined for a tool without effects. */
export function readCall(tool: string, input: unknown, place: ClientPlace): ClientCall | undefined {
  const here = { cwd: place.directory, questions: [] };
  switch (tool) {
    case "invalid":
      return undefined;
    case "bash":
      return readBash(input, place);
    case "edit":
    case "write":
    case "multiedit":
      return readEdits([textAt(input, "filePath")], [], place);
    case "apply_patch":
    case "patch":
      return readPatch(textAt(input, "patchText"), place);
    case "read":
      return readRead(textAt(input, "filePath"), "read", place);
    case "glob":
    case "grep":
    case "list":
      return readRead(optionalPath(input), tool, place);
    case "webfetch":
      return readText("webfetch", textAt(input, "url"), place);
    case "websearch":
      return readText("websearch", textAt(input, "query"), place);
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

function readBash(input: unknown, place: ClientPlace): ClientCall {
  const command = textAt(input, "command");
  const workdir = valueAt(input, "workdir");
  const texts = bashTexts(command) ?? [];
  return {
    request: { kind: "calls", calls: [{ tool: "bash", subject: commandBehind(command) }] },
    // The client treats an empty one as missing.
    cwd: workdir === undefined || workdir === "" ? place.directory : absolute(textAt(input, "workdir"), place),
    questions: texts.map((each) => ({ permission: "bash", texts: each })),
  };
}

function readText(tool: "webfetch" | "websearch", subject: string, { directory }: ClientPlace): ClientCall {
  const request: ClientRequest = { kind: "calls", calls: [{ tool, subject }] };
  return { request, cwd: directory, questions: [{ permission: tool, texts: [subject] }] };
}

/** The client does not look up where a file is moved to, only whether that is outside. */
function readEdits(written: readonly string[], moved: readonly string[], place: ClientPlace): ClientCall {
  const calls = [...written, ...moved].map((path): ToolCall => ({ tool: "edit", subject: locate(path, place) }));
  const questions = written.map((path) => ({
    permission: "edit",
    texts: [relative(place.worktree, absolute(path, place))],
  }));
  const outside = [...written, ...moved].flatMap((path) => directoryQuestion(path, ["file"], place));
  return { request: { kind: "calls", calls }, cwd: place.directory, questions: [...outside, ...questions] };
}

const moveHeader = "*** Move to:";

function readPatch(patch: string, place: ClientPlace): ClientCall {
  // Only a line feed ends a line: a name may contain characters that other readers treat as line ends.
  const found = patch.split("\n").flatMap((line) => {
    const header = ["*** Add File:", "*** Update File:", "*** Delete File:", moveHeader].find((each) =>
      line.startsWith(each),
    );
    return header === undefined ? [] : [{ isMove: header === moveHeader, path: line.slice(header.length).trim() }];
  });
  if (!found.some(({ isMove }) => !isMove)) throw new Error("the patch names no file");
  const paths = (wanted: boolean): string[] => found.filter(({ isMove }) => isMove === wanted).map(({ path }) => path);
  return readEdits(paths(false), paths(true), place);
}

function readRead(path: string, tool: string, place: ClientPlace): ClientCall {
  const target = absolute(path, place);
  const kinds = tool === "glob" ? (["directory"] as const) : (["file", "directory"] as const);
  const own = tool === "read" ? [{ permission: "read", texts: [relative(place.worktree, target)] }] : [];
  const questions = [...directoryQuestion(path, kinds, place), ...own];
  const reading = tool === "read" ? "file" : tool === "grep" ? "below" : "list";
  return { request: { kind: "reads", paths: [locate(path, place)], reading }, cwd: place.directory, questions };
}

function optionalPath(input: unknown): string {
  return valueAt(input, "path") === undefined ? "." : textAt(input, "path");
}

function questionCalls(input: unknown): ToolCall[] {
  const list = valueAt(input, "questions");
  if (!Array.isArray(list)) throw new Error("the list of questions is empty");
  return list.map((each) => ({ tool: "question", subject: textAt(each, "question") }));
}

/** Outside the project, the client asks about the directory that contains the file, or the named directory. */
function directoryQuestion(
  path: string,
  kinds: readonly ("file" | "directory")[],
  place: ClientPlace,
): ClientQuestion[] {
  const target = absolute(path, place);
  const roots = place.worktree === "/" ? [place.directory] : [place.directory, place.worktree];
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
function locate(path: string, { directory }: ClientPlace): string {
  return path.startsWith("/") ? path : `${directory}/${path}`;
}

function absolute(path: string, place: ClientPlace): string {
  return removeDots(locate(path, place));
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
