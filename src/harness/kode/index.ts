/** The identity of Kode, as data. */
import { type Harness, lost, native } from "../harness.ts";

const noAgents = lost("reads skills only, so agents are left out");

export const kode: Harness = {
  id: "kode",
  title: "Kode",
  roots: { user: ".kode", project: ".kode" },
  steeringFiles: ["**/.kode/**"],
  secretFiles: [],
  fields: {
    name: noAgents,
    description: noAgents,
    display_name: noAgents,
    mode: noAgents,
    tags: noAgents,
    max_turns: noAgents,
    skills: noAgents,
    rules: noAgents,
    context: noAgents,
    role: noAgents,
    delegates: noAgents,
    permissions: noAgents,
    commands: native,
  },
  // It keeps every key, but acts only on those of `metadata.kode`.
  skillSupport: { fields: [], fillsInText: true, permissionMode: true },
  tools: {
    canonical: {
      bash: ["shell"],
      edit: [],
      read: ["read_file"],
      webfetch: [],
      websearch: [],
      question: [],
      external_directory: [],
    },
    delegation: ["skill_exec"],
  },
  directories: ["skills"],
};
