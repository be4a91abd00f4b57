/** What a sentence about a client's request is about, when no single canonical call is. */
import type { ClientRequest } from "../model/permission.ts";

export interface Subject {
  readonly tool: string;
  readonly subject: string;
}

export function subjectOf(request: ClientRequest | undefined): Subject {
  switch (request?.kind) {
    case "calls":
      return request.calls[0] ?? { tool: "tool", subject: "" };
    case "reads":
      return { tool: "read", subject: request.paths[0] ?? "" };
    case "delegation":
      return { tool: "delegation", subject: request.agent };
    case "skill":
      return { tool: "skill", subject: request.skill };
    case "unknown":
      return { tool: "tool", subject: request.tool };
    case undefined:
      return { tool: "call", subject: "?" };
  }
}
