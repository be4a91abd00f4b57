/** `npm run screens`: runs commands in a terminal of 80 columns (tmux) and saves the screens as pictures for docs. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const repository = join(import.meta.dirname, "..");
/** `npm run screens -- DIR` writes every screen to DIR, also as PNG and text; docs get the small drawings alone. */
const isForDocs = process.argv[2] === undefined;
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
/** Each screen has its own server: a server that is about to exit accepts a session and then loses it. */
let servers = 0;
const path = [programs, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
const env = { HOME: home, PATH: path, TERM: "xterm-256color", LANG: "C.UTF-8" };

const start = join(scratch, "bashrc");
writeFileSync(start, "PS1='$ '\n");

function tmux(...words: readonly string[]): string {
  return execFileSync("tmux", ["-S", join(scratch, `tmux-${servers}`), "-f", "/dev/null", ...words], {
    env,
    encoding: "utf8",
  });
}

/** Types the lines one after the other and returns everything that was shown, with its colours. */
async function show(lines: readonly string[]): Promise<string> {
  servers++;
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
    tmux("kill-server");
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: finds colours
const colourCode = /\u001b\[([\d;]*)m/;

interface Piece {
  readonly text: string;
  readonly colour?: string | undefined;
  readonly isBold: boolean;
}

/** Splits each line of a screen into pieces of one style. Of tmux's escape sequences, only colour and bold count. */
function piecesOf(screen: string): readonly (readonly Piece[])[] {
  let [colour, isBold]: [string | undefined, boolean] = [undefined, false];
  return screen.split("\n").map((line) =>
    line.split(colourCode).flatMap((part, index): Piece[] => {
      if (index % 2 === 0) return part === "" ? [] : [{ text: part, colour, isBold }];
      for (const code of part === "" ? ["0"] : part.split(";")) {
        if (code === "0") [colour, isBold] = [undefined, false];
        if (code === "39") colour = undefined;
        if (code === "1") isBold = true;
        colour = colours[code] ?? colour;
      }
      return [];
    }),
  );
}

const cell = { width: 9, height: 20 };
const margin = { x: 20, y: 16 };

/** A drawing with one text for each piece, stretched to its columns, whatever font the reader has. */
function drawScreen(title: string, screen: string): string {
  const lines = piecesOf(screen);
  const [width, height] = [columns * cell.width + 2 * margin.x, lines.length * cell.height + 2 * margin.y];
  const texts = lines.flatMap((line, row) => {
    let column = 0;
    return line.flatMap(({ text, colour, isBold }): string[] => {
      const begin = column;
      column += text.length;
      const look = `${colour ? ` fill="${colour}"` : ""}${isBold ? ' font-weight="bold"' : ""}`;
      // Browsers collapse several blanks into one.
      return [...text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index }) => {
        const place = `x="${margin.x + (begin + index) * cell.width}" y="${margin.y + (row + 0.75) * cell.height}"`;
        const safe = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
        return `<text ${place} textLength="${words.length * cell.width}"${look}>${safe}</text>`;
      });
    });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${title}</title>`,
    '<rect width="100%" height="100%" rx="8" fill="#1a1b26"/>',
    `<g fill="#c0caf5" font-family="'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">`,
    ...texts,
    "</g>",
    "</svg>\n",
  ].join("\n");
}

function takePicture(name: string, drawing: string): void {
  const page = join(scratch, `${name}.html`);
  writeFileSync(page, `<meta charset="utf-8"><style>body{margin:0}svg{display:block}</style>${drawing}`);
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(drawing)!;
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    `--window-size=${width},${height}`,
  ];
  execFileSync(chromium, [...flags, `--screenshot=${join(goal, `${name}.png`)}`, `file://${page}`], {
    stdio: "ignore",
    env: { ...env, HOME: scratch },
  });
}

/** The screens that pages show. */
const shown = ["screen-first-run", "screen-check", "screen-explain", "screen-show", "screen-error"];

mkdirSync(goal, { recursive: true });
try {
  for (const [name, lines] of Object.entries(screens)) {
    const text = await show(lines);
    const drawing = drawScreen(`A terminal: ${name.replace("screen-", "").replaceAll("-", " ")}`, text);
    console.log(`${name}: ${text.split("\n").length} rows`);
    if (!isForDocs || shown.includes(name)) writeFileSync(join(goal, `${name}.svg`), drawing);
    if (isForDocs) continue;
    takePicture(name, drawing);
    const plain = text.split(colourCode).filter((_, index) => index % 2 === 0);
    writeFileSync(join(goal, `${name}.txt`), plain.join(""));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
