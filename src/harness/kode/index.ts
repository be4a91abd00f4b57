/** What every part of the program may know about Kode, as data. */
import type { Harness } from "../harness.ts";

export const kode: Harness = {
  id: "kode",
  title: "Kode",
  roots: { user: ".kode", project: ".kode" },
  steeringFiles: ["**/.kode/**"],
  secretFiles: [],
  supports: {
    mode: "lost",
    display_name: "lost",
    tags: "lost",
    max_turns: "lost",
    skills: "native",
    commands: "native",
    rules: "lost",
    context: "lost",
    role: "lost",
    permissions: "lost",
    gate: "lost",
  },
  // It keeps every key, and acts on none but those of `metadata.kode`.
  skillSupport: { fields: [], fillsInText: true },
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
