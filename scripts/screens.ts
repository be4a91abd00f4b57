/** `npm run screens`: runs commands in a terminal of 80 columns (tmux) and saves the screens as pictures. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const repository = join(import.meta.dirname, "..");
/** Where the pictures go: `npm run screens -- DIR` writes them without changing docs. */
const goal = process.argv[2] ?? join(repository, "docs/pictures");
const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const columns = 80;

/** What is typed, by the name of the picture. One home for all, in this order. */
const screens: Readonly<Record<string, readonly string[]>> = {
  "screen-first-run": ["surcingle init my-agents", "cd my-agents", "surcingle apply --to ~"],
  "screen-overview": ["surcingle"],
  "screen-check": ["cd my-agents", "surcingle check", "surcingle check --notes"],
  "screen-list": ["cd my-agents", "surcingle list"],
  "screen-show": ["cd my-agents", "surcingle show reviewer"],
  "screen-explain": [
    "cd my-agents",
    'surcingle explain reviewer bash "git log --oneline | sort -o names.txt"',
    'surcingle explain builder bash "git push"',
  ],
  "screen-report": ["cd my-agents", "surcingle report"],
  "screen-typo": ["surcingle aply --to ~", "surcingle explain", "surcingle show reviwer --root my-agents"],
  "screen-error": [
    "cd my-agents",
    "sed -i 's/permissions.bash/permissions.bsh/' agents/builder/agent.toml",
    "surcingle check",
  ],
};

const scratch = mkdtempSync(join(tmpdir(), "surcingle-screens-"));
const home = join(scratch, "home");
const programs = join(scratch, "bin");
for (const directory of [home, programs, join(home, ".claude"), join(home, ".config/opencode")])
  mkdirSync(directory, { recursive: true });
for (const [name, file] of [
  ["surcingle", "surcingle.cjs"],
  ["surcingle-gate", "surcingle-gate.cjs"],
] as const)
  symlinkSync(join(repository, "dist", file), join(programs, name));
const socket = join(scratch, "tmux");
const path = [programs, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
const env = { HOME: home, PATH: path, TERM: "xterm-256color", LANG: "C.UTF-8" };

const start = join(scratch, "bashrc");
writeFileSync(start, "PS1='$ '\n");

function tmux(...words: readonly string[]): string {
  return execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], { env, encoding: "utf8" });
}

/** Types the lines one after the other and returns everything that was shown, with its colours. */
async function show(lines: readonly string[]): Promise<string> {
  tmux("new-session", "-d", "-s", "screen", "-x", String(columns), "-y", "100", "-c", home, `bash --rcfile ${start}`);
  await promptIsBack();
  try {
    for (const line of lines) {
      tmux("send-keys", "-t", "screen", "-l", line);
      tmux("send-keys", "-t", "screen", "Enter");
      await promptIsBack();
    }
    return tmux("capture-pane", "-t", "screen", "-p", "-e", "-S", "-").trimEnd();
  } finally {
    tmux("kill-session", "-t", "screen");
  }
}

async function promptIsBack(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    await new Promise((go) => setTimeout(go, 100));
    const last = tmux("capture-pane", "-t", "screen", "-p").trimEnd().split("\n").at(-1);
    if (last === "$") return;
    // `init` asks which clients are used; Enter accepts what it found.
    if (/^\[.*\]/.test(last ?? "")) tmux("send-keys", "-t", "screen", "Enter");
  }
  throw new Error(`no prompt:\n${tmux("capture-pane", "-t", "screen", "-p")}`);
}

const colours: Readonly<Record<string, string>> = {
  "31": "#f7768e",
  "32": "#9ece6a",
  "33": "#e0af68",
  "34": "#7aa2f7",
  "35": "#bb9af7",
  "36": "#7dcfff",
  "90": "#787c99",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours are written with
const colourCode = /\u001b\[([\d;]*)m/;

/** The escape sequences that tmux writes for colour, bold and faint; everything else is text. */
function ansiToHtml(text: string): string {
  let style: string[] = [];
  return text
    .split(colourCode)
    .map((part, index) => {
      if (index % 2 === 0) {
        const safe = part.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        return style.length > 0 && safe !== "" ? `<span style="${style.join(";")}">${safe}</span>` : safe;
      }
      for (const code of part === "" ? ["0"] : part.split(";")) {
        if (code === "0" || code === "39")
          style = code === "0" ? [] : style.filter((each) => !each.startsWith("color"));
        if (code === "1") style.push("font-weight:bold");
        if (code === "2") style.push("opacity:.6");
        if (code === "4") style.push("text-decoration:underline");
        const colour = colours[code];
        if (colour) style = [...style.filter((each) => !each.startsWith("color")), `color:${colour}`];
      }
      return "";
    })
    .join("");
}

function takePicture(name: string, text: string): void {
  const rows = text.split("\n").length;
  const page = join(scratch, `${name}.html`);
  const style =
    "body{margin:0;background:#1a1b26}pre{margin:0;padding:16px 20px;color:#c0caf5;font:15px/20px 'DejaVu Sans Mono',monospace}";
  writeFileSync(page, `<meta charset="utf-8"><style>${style}</style><pre>${ansiToHtml(text)}</pre>`);
  const size = `${Math.ceil(columns * 9.04) + 40},${rows * 20 + 32}`;
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", `--window-size=${size}`];
  execFileSync(chromium, [...flags, `--screenshot=${join(goal, `${name}.png`)}`, `file://${page}`], {
    stdio: "ignore",
    env: { ...env, HOME: scratch },
  });
}

mkdirSync(goal, { recursive: true });
try {
  for (const [name, lines] of Object.entries(screens)) {
    const text = await show(lines);
    takePicture(name, text);
    const plain = text
      .split(colourCode)
      .filter((_, index) => index % 2 === 0)
      .join("")
      .split("\n");
    const rows = plain.length;
    console.log(`${name}.png: ${rows} rows`);
    if (process.argv[2]) writeFileSync(join(goal, `${name}.txt`), plain.join("\n"));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
