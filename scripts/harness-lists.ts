/** Generates the lists of harness parts; which parts a harness has follows from its folder. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { harnesses } from "../src/harness/all.ts";

const folder = join(import.meta.dirname, "../src/harness");
const note = "Written by `npm run generate` from `all.ts`. Do not edit.";

interface List {
  /** The file of the part in the folder of a harness, and the name that it exports. */
  readonly part: string;
  readonly name: string;
  readonly text: string;
  /** What follows the imports of the parts. */
  readonly imports: string;
  readonly body: (entries: readonly Entry[]) => string;
}

interface Entry {
  readonly id: string;
  readonly variable: string;
}

const mapOf = (name: string, type: string, entries: readonly Entry[]): string =>
  `export const ${name}: ReadonlyMap<string, ${type}> = new Map([\n${entries
    .map(({ id, variable }) => `  ["${id}", ${variable}],\n`)
    .join("")}]);\n`;

const lists: Readonly<Record<string, List>> = {
  renderers: {
    part: "render.ts",
    name: "renderer",
    text: "The renderer of each harness, by its id.",
    imports: 'import type { Renderer } from "./harness.ts";',
    body: (entries) => `${mapOf("renderers", "Renderer", entries).replace("export ", "")}
export function rendererOf(id: string): Renderer {
  const renderer = renderers.get(id);
  if (!renderer) throw new Error(\`there is no renderer for \\\`\${id}\\\`\`);
  return renderer;
}
`,
  },
  codecs: {
    part: "gate.ts",
    name: "gate",
    text: "The harnesses that start the gate as a program, by id.",
    imports: 'import type { GateCodec } from "./harness.ts";',
    body: (entries) => mapOf("codecs", "GateCodec", entries),
  },
  launchers: {
    part: "launch.ts",
    name: "launcher",
    text: "The harnesses that can run without a screen, by id.",
    imports: 'import type { Launcher } from "./harness.ts";',
    body: (entries) => mapOf("launchers", "Launcher", entries),
  },
  managed: {
    part: "managed.ts",
    name: "managed",
    text: "What a managed machine has for each client, by id.",
    imports: 'import type { ManagedRenderer } from "./harness.ts";',
    body: (entries) => mapOf("managedRenderers", "ManagedRenderer", entries),
  },
  importers: {
    part: "import.ts",
    name: "importer",
    text: "What `surcingle import` reads of each client.",
    imports: 'import type { Importer } from "./importer.ts";',
    body: (entries) =>
      `export const importers: readonly Importer[] = [${entries.map(({ variable }) => variable).join(", ")}];\n`,
  },
  conformances: {
    part: "client/conformance.client.ts",
    name: "conformance",
    text: "How each harness is tested on its real client.",
    imports: 'import type { Conformance } from "../doctor/conformance/client-tests.ts";',
    body: (entries) =>
      `export const conformances: readonly Conformance[] = [${entries.map(({ variable }) => variable).join(", ")}];\n`,
  },
  sessions: {
    part: "sessions.ts",
    name: "sessions",
    text: "How the sessions of each client are read.",
    imports: 'import type { SessionReader } from "../model/session.ts";',
    body: (entries) =>
      `export const sessionReaders: readonly SessionReader[] = [${entries.map(({ variable }) => variable).join(", ")}];\n`,
  },
  doctors: {
    part: "doctor.ts",
    name: "doctor",
    text: "What `surcingle doctor` asks each client.",
    imports: 'import type { ClientChecks } from "../doctor/checks.ts";',
    body: (entries) =>
      `export const doctors: readonly ClientChecks[] = [${entries.map(({ variable }) => variable).join(", ")}];\n`,
  },
};

function print({ part, name, text, imports, body }: List): string {
  const entries = harnesses
    .filter(({ id }) => existsSync(join(folder, id, part)))
    .map(({ id }) => ({ id, variable: id.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()) }));
  const lines = entries.map(({ id, variable }) => `import { ${name} as ${variable} } from "./${id}/${part}";`);
  const sorted = [...lines, imports].sort((a, b) => (pathIn(a) < pathIn(b) ? -1 : 1));
  return `/** ${text} ${note} */\n${sorted.join("\n")}\n\n${body(entries)}`;
}

const pathIn = (line: string): string => / from "(.*)"/.exec(line)?.[1] ?? "";

/** Path to content. */
export const harnessLists: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(lists).map(([name, list]) => [`src/harness/${name}.ts`, print(list)]),
);

/** The programs that are shipped inside the output, for the bundler, which reads no TypeScript. */
export const programList = `${JSON.stringify(
  harnesses.flatMap(({ id, program }) =>
    program ? [{ entry: `src/harness/${id}/${program.entry}`, bundle: program.bundle }] : [],
  ),
  null,
  2,
)}\n`;
