/** `surcingle report`: shows agents, permissions and clients as text, JSON or one page. */
import { createHash } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { lossesOf } from "../../base/diagnostic.ts";
import { generate } from "../../build/generate.ts";
import { commandAgents } from "../../harness/render/command-agent.ts";
import { type PageAssets, renderPage } from "../../report/page/render.ts";
import { makeReport, type RootReport } from "../../report/report.ts";
import { reportText } from "../../report/text.ts";
import { readPageAsset } from "../assets.ts";
import { type CliCall, defineCommand, usageError } from "../command.ts";
import { generateOptions, renderOptions } from "../outputs.ts";
import type { CommandContext, Printer } from "../print.ts";
import { version } from "../version.ts";

const formats = ["text", "json", "html"] as const;
type Format = (typeof formats)[number];

const reportOptions = {
  format: {
    value: "FORMAT",
    choices: formats,
    text: "form of the output (default: text; html with `--open` or if FILE ends in .html)",
  },
  out: { value: "FILE", text: "write to FILE instead of standard output" },
  open: { text: "write the page and open it in the browser" },
  ...renderOptions,
} as const;

type ReportCall = CliCall<typeof reportOptions>;

export const report = defineCommand({
  name: "report",
  summary: "show agents, permissions and clients at a glance",
  description: [
    "Shows what each agent may do, how each client supports it, and which agents it may delegate to.",
    "The HTML page is one file that loads nothing and works offline. Its policy explorer runs the engine of the gate: choose an agent, type a command, a path or an address, and see the verdict and the rule behind it.",
  ],
  options: reportOptions,
  examples: [
    "surcingle report",
    "surcingle report --open",
    "surcingle report --out report.html",
    "surcingle report --format json --root ~/agents",
  ],
  run: async (call) => {
    const { printer, options, cwd } = call;
    const format = chosenFormat(call);
    const made = await loadReport(call);
    if (!made) return 1;
    const text = printReport(made, format);
    const file = options.out === undefined ? options.open && ownFile() : resolve(cwd, options.out);
    if (file === false) {
      call.out(text);
      return 0;
    }
    writeFile(file, text);
    printer.emit({ event: "report", format, file });
    printer.say(`wrote ${options.out ?? file}`);
    if (options.open) await openFile(file, call, printer);
    return 0;
  },
});

function chosenFormat({ options: { format, out, open }, printer }: ReportCall): Format {
  if (open && format !== undefined && format !== "html")
    throw usageError("`--open` shows the page, so `--format` must be html");
  return format ?? (open || out?.endsWith(".html") ? "html" : printer.isJson ? "json" : "text");
}

/** Undefined if the definitions are wrong; the problems are already printed. */
async function loadReport({ options: given, printer }: ReportCall): Promise<RootReport | undefined> {
  const { result, diagnostics } = await generate(generateOptions(given));
  if (!result) {
    printer.diagnostics(diagnostics);
    return undefined;
  }
  const { model } = result;
  return makeReport({
    version,
    model,
    commandAgents: commandAgents(model.commands).map(({ agent }) => agent),
    // A client that the settings leave out has no losses, which would look like full support.
    harnesses: result.rendered.map(({ harness }) => harness),
    losses: lossesOf(diagnostics),
  });
}

export function printReport(made: RootReport, format: Format): string {
  switch (format) {
    case "text":
      return reportText(made);
    case "json":
      return `${JSON.stringify(made)}\n`;
    case "html":
      return renderPage(made, pageAssets());
  }
}

function pageAssets(): PageAssets {
  const hash = (text: string): string => createHash("sha256").update(text).digest("base64");
  const [script, style] = [readPageAsset("report-page.js"), readPageAsset("report-page.css")];
  return { script, style, scriptHash: hash(script), styleHash: hash(style) };
}

function ownFile(): string {
  return join(mkdtempSync(join(tmpdir(), "surcingle-report-")), "report.html");
}

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw usageError(`cannot write \`${file}\`${isMissing ? ": its directory does not exist" : ""}`);
  }
}

/** Does not wait for the browser. */
async function openFile(file: string, { env }: CommandContext, printer: Printer): Promise<void> {
  const { spawn } = await import("node:child_process");
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  const isStarted = await new Promise<boolean>((resolve) => {
    const child = spawn(program, [file], { stdio: "ignore", detached: true, env });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
  if (!isStarted) printer.say(`no \`${program}\` to open it with; open the file in a browser`);
}
