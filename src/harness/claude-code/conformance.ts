/** What the real Claude Code is asked about our agents. */
import type { Model } from "../../model/model.ts";
import type { ClientRequest } from "../../model/request.ts";
import type { Place } from "../../policy/place.ts";
import {
  absolute,
  type Case,
  type ClientUse,
  callQuestions,
  type Questions,
  type Station,
  splitTools,
  textsOf,
} from "../shared/conformance.ts";
import { claudeCode } from "./index.ts";

/** Questions are not among them: a subagent is never offered any. */
const canonical = {
  bash: ["Bash"],
  edit: ["Edit", "Write", "NotebookEdit"],
  webfetch: ["WebFetch"],
  websearch: ["WebSearch"],
  question: [],
  external_directory: [],
} as const;

/** Every agent can be both: the client knows no modes. */
const stations: readonly Station[] = ["main", "subagent"];

export function claudeCodeQuestions(model: Model, place: Place, cases: readonly Case[]): Questions {
  return {
    agents: model.agents.flatMap((agent) =>
      stations.map((station) => {
        return { agent: agent.name, station, texts: textsOf(agent), ...splitTools(agent.policy, { canonical }) };
      }),
    ),
    calls: callQuestions(model, place, cases, {
      harness: claudeCode,
      useFor,
      stationsOf: () => stations,
      builtIn: ["general-purpose", "Explore"],
      isStricterItself,
    }),
  };
}

/** Claude Code 2.1 always asks before it changes what steers it or git, and before a command that stays behind. */
function isStricterItself(request: ClientRequest): boolean {
  const call = request.kind === "calls" ? request.calls[0] : undefined;
  switch (call?.tool) {
    case "question": // Each is put to a person, and a subagent has none.
      return true;
    case "edit":
      return /(^|\/)\.(git|claude)\//.test(call.subject);
    case "bash":
      return /[^&]&$/.test(call.subject);
    default:
      return false;
  }
}

function useFor(request: ClientRequest, place: Place): ClientUse | undefined {
  switch (request.kind) {
    case "calls":
      return callUse(request.calls[0]!, place);
    case "reads":
      return { tool: "Read", input: { file_path: absolute(request.paths[0]!, place) } };
    case "delegation":
      return { tool: "Agent", input: { description: "ask", prompt: "say nothing", subagent_type: request.agent } };
    case "skill":
      return { tool: "Skill", input: { skill: request.skill } };
    case "unknown":
      return { tool: request.tool, input: {} };
  }
}

function callUse({ tool, subject }: { tool: string; subject: string }, place: Place): ClientUse | undefined {
  switch (tool) {
    case "bash":
      return { tool: "Bash", input: { command: subject } };
    case "edit":
      return { tool: "Write", input: { file_path: absolute(subject, place), content: "x" } };
    case "webfetch":
      return { tool: "WebFetch", input: { url: subject, prompt: "x" } };
    case "websearch":
      return { tool: "WebSearch", input: { query: subject } };
    case "question": {
      const options = ["one", "two"].map((label) => ({ label, description: label }));
      const question = { question: subject, header: "Which", options, multiSelect: false };
      return { tool: "AskUserQuestion", input: { questions: [question] } };
    }
    default:
      return undefined;
  }
}
