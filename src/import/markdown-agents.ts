/** Imports agents that are one Markdown file each: ruler's `.ruler/agents`, `AGENT.md`, and flat files in `agents/`. */
import { clientPermissions, listDelegates, listTools } from "../harness/claude-code/import-rules.ts";
import { denied, raiseDraftToAsk } from "../harness/import-rules.ts";
import {
  filesBelow,
  type ImportDraft,
  type Importer,
  type ImportFile,
  joinPrompt,
  newDraft,
  noteAdder,
  type PermissionsDraft,
  readSkills,
  slugName,
  splitDescription,
  splitMarkdown,
  textOf,
  wholeNumber,
} from "../harness/importer.ts";

export const rulerImporter: Importer = {
  id: "ruler",
  title: "ruler",
  paths: { user: [".ruler/agents", ".ruler/skills"], project: [".ruler/agents", ".ruler/skills"] },
  read: ({ files }) => {
    const draft = newDraft();
    readSkills(files, [".ruler/skills"], draft);
    for (const { path, file } of filesBelow(files, ".ruler/agents"))
      if (path.endsWith(".md")) addAgent(path.replace(/^.*\/|\.md$/g, ""), file, draft);
    return draft;
  },
};

export const agentMdImporter: Importer = {
  id: "agent-md",
  title: "AGENT.md",
  paths: { user: ["AGENT.md"], project: ["AGENT.md", "agents", ".agents/agents"] },
  read: ({ files }) => {
    const draft = newDraft();
    for (const [path, file] of files) {
      const directory = path.split("/").slice(0, -1).join("/");
      // Our own definitions are not imported.
      if (files.has(`${directory}/agent.toml`) || !path.endsWith(".md")) continue;
      const isFlat = /^(?:\.agents\/)?agents\/[^/]+\.md$/.test(path) && !/\/(?:README|AGENTS)\.md$/i.test(path);
      if (/(?:^|\/)AGENT\.md$/.test(path)) addAgent(directory.replace(/^.*\//, "") || "agent", file, draft);
      else if (isFlat) addAgent(path.replace(/^.*\/|\.md$/g, ""), file, draft);
    }
    return draft;
  },
};

function addAgent(stem: string, file: ImportFile, draft: ImportDraft): void {
  const front = splitMarkdown(file);
  const isBad = front !== "none" && "problem" in front;
  const { fields, body } =
    front === "none" || isBad ? { fields: {} as Record<string, unknown>, body: file.text ?? "" } : front;
  const name = slugName(textOf(fields.name) ?? stem);
  const note = noteAdder(draft, file.path, `agent ${name}`);
  if (isBad) return note("skipped", front.problem);
  if (body.trim() === "") return note("skipped", "has no prompt");
  const heading = /^#\s+(.+)$/m.exec(body)?.[1]?.trim();
  const { description, rest } = splitDescription(fields.description, heading ?? `Imported from ${file.path}`);
  const tools = {
    tools: listTools(fields.tools),
    disallowed: listTools(fields.disallowedTools) ?? [],
    mode: textOf(fields.permissionMode),
    hooks: fields.hooks === undefined ? [] : ["*"],
  };
  for (const field of ["color", "effort", "is_background", "mcp", "mcpServers", "hooks", "temperature"])
    if (fields[field] !== undefined) note("lost", `\`${field}\` has no equivalent`);
  const mode = textOf(fields.mode);
  const permissions = clientPermissions(tools, [], note);
  draft.agents.push({
    name,
    from: file.path,
    description,
    prompt: joinPrompt(rest, body),
    mode: mode === "primary" || mode === "subagent" ? mode : undefined,
    maxTurns: wholeNumber(fields.maxTurns) ?? wholeNumber(fields.max_turns),
    skills: Array.isArray(fields.skills) ? fields.skills.filter((each) => typeof each === "string") : [],
    delegates: listDelegates(tools, [])?.map(slugName),
    model: textOf(fields.model),
    permissions: fields.readonly === true ? readOnly(permissions) : permissions,
  });
}

/** `readonly: true` of ruler: tools that change files are denied, and commands ask. */
function readOnly(permissions: PermissionsDraft | undefined): PermissionsDraft {
  const bash = permissions?.bash;
  return { ...permissions, bash: bash ? raiseDraftToAsk(bash) : { intent: "ask", rules: [] }, edit: denied };
}
