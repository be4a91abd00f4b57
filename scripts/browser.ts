/**
 * Tests the page of `surcingle report` in Debian's Chromium: it loads nothing, the explorer answers like `explain`, the
 * keyboard is enough, and axe-core finds no accessibility problem. `-- --pictures` also takes the pictures for
 * docs/report.md.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printReport } from "../src/cli/commands/report.ts";
import { type Policy, type Tool, tools } from "../src/model/permission.ts";
import type { RootReport } from "../src/report/report.ts";
import { table } from "../test/clients/table.ts";
import { repository, tableRoot } from "../test/clients/trees.ts";
import { hostilePolicies } from "../test/shell/hostile/policies.ts";
import { hostileCases } from "../test/shell/hostile.ts";
import { installClient } from "./clients/install.ts";

/** The part of Playwright that is used here; it is not a dependency of the project. */
interface Page {
  readonly goto: (address: string) => Promise<unknown>;
  readonly on: (
    event: string,
    listener: (about: { type?: () => string; text?: () => string; url?: () => string }) => void,
  ) => void;
  readonly evaluate: <T, A>(run: string | ((argument: A) => T), argument?: A) => Promise<T>;
  readonly addScriptTag: (options: { content: string }) => Promise<unknown>;
  readonly screenshot: (options: { path: string; clip?: object }) => Promise<unknown>;
  readonly emulateMedia: (options: { media?: "print" | "screen"; colorScheme?: string }) => Promise<unknown>;
  readonly setViewportSize: (size: { width: number; height: number }) => Promise<unknown>;
  readonly keyboard: { press: (key: string) => Promise<void>; type: (text: string) => Promise<void> };
  readonly waitForFunction: (run: string) => Promise<unknown>;
  readonly url: () => string;
  readonly close: () => Promise<void>;
}
interface Browser {
  readonly newPage: (options?: object) => Promise<Page>;
  readonly close: () => Promise<void>;
}

const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const flags = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];
if (!existsSync(chromium)) {
  console.error(
    `browser: ${chromium} is missing; install the Debian package \`chromium\`, or name another in CHROMIUM`,
  );
  process.exit(1);
}

/** The browser driver and axe-core, installed like the clients, outside the project's dependencies. */
const [playwright, axe] = await installClient({
  id: "browser",
  title: "Playwright and axe",
  version: "1.65.1",
  packages: ["playwright-core@1.65.1", "axe-core@4.14.0"],
  scripts: [],
  program: ["node_modules/playwright-core/index.mjs", "node_modules/axe-core/axe.min.js"],
});
const { chromium: driver } = (await import(playwright)) as {
  chromium: { launch: (options: object) => Promise<Browser> };
};
const scratch = mkdtempSync(join(tmpdir(), "surcingle-browser-"));
const started = performance.now();
let browser: Browser | undefined;
const place = { cwd: "/home/me/project", home: "/home/me" };

interface BatchQuestion {
  readonly agent?: string;
  readonly permissions?: object;
  readonly tool: string;
  readonly input: string;
}

interface Reply {
  readonly verdict: string;
  readonly reason: string;
  readonly parts?: readonly { readonly verdict: string; readonly reason: string }[];
}

/** The answers of the program itself. */
function explain(root: string, questions: readonly BatchQuestion[]): readonly Reply[] {
  const input = questions.map((each) => `${JSON.stringify({ ...each, ...place })}\n`).join("");
  const words = [join(repository, "dist/surcingle.cjs"), "explain", "--batch", "--root", root];
  const { stdout, stderr } = spawnSync(process.execPath, words, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const replies = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Reply);
  assert.equal(replies.length, questions.length, stderr);
  return replies;
}

async function open(file: string, options: object = {}, hash = ""): Promise<Page> {
  const page = await browser!.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.on("request", (request) => {
    const url = request.url?.() ?? "";
    assert.ok(url.startsWith("file://") || url === "data:,", `the page asks for ${url}`);
  });
  page.on("console", (message) => assert.ok(message.type?.() !== "error", `console: ${message.text?.()}`));
  page.on("pageerror", (error) => assert.fail(String(error)));
  await page.goto(`file://${file}${hash}`);
  await page.waitForFunction("document.documentElement.dataset.ready !== undefined");
  return page;
}

/** The answers of the page's own engine. */
function askPage(
  page: Page,
  questions: readonly { agent: string; tool: string; input: string }[],
): Promise<readonly Reply[]> {
  return page.evaluate(
    (all: readonly { agent: string; tool: string; input: string; cwd: string; home: string }[]) =>
      all.map(({ agent, ...question }) =>
        (globalThis as unknown as { surcingleAnswer: (agent: string, question: object) => Reply }).surcingleAnswer(
          agent,
          question,
        ),
      ),
    questions.map((each) => ({ ...each, ...place })),
  );
}

function reportFile(name: string, root: string): string {
  const file = join(scratch, name);
  const words = [join(repository, "dist/surcingle.cjs"), "report", "--root", root, "--quiet", "--out", file];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return file;
}

async function step(name: string, run: () => Promise<string>): Promise<void> {
  const begin = performance.now();
  const detail = await run();
  console.log(`ok ${name}: ${detail} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
}

const isTool = (tool: string): tool is Tool => tools.some((each) => each === tool);

async function conformanceTable(): Promise<string> {
  const file = reportFile("table.html", tableRoot);
  const page = await open(file);
  const questions = table
    .filter(({ tool }) => isTool(tool))
    .map(({ agent, tool, subject }) => ({
      agent,
      tool,
      input: subject.replaceAll("<home>", place.home).replaceAll("<project>", place.cwd),
    }));
  const [own, theirs] = [explain(tableRoot, questions), await askPage(page, questions)];
  for (const [i, { verdict, reason, parts = [] }] of own.entries()) {
    const at = JSON.stringify(questions[i]);
    assert.equal(theirs[i]!.verdict, verdict, at);
    assert.equal(theirs[i]!.reason, reason, at);
    if (parts.length > 0)
      assert.deepEqual(
        theirs[i]!.parts!.map((part) => part.verdict),
        parts.map((part) => part.verdict),
        at,
      );
  }
  await page.close();
  return `${questions.length} verdicts and sentences equal those of \`explain\``;
}

/** A page for policies that are in no definition. */
function pageOf(policies: readonly Policy[]): string {
  const made: RootReport = {
    surcingle: "0",
    harnesses: [],
    packs: [],
    skills: [],
    commands: [],
    agents: policies.map((policy) => ({
      ...{
        name: policy.agent,
        title: policy.agent,
        description: "",
        kind: "agent",
        mode: "all",
        path: "",
        role: undefined,
      },
      ...{ skills: [], packs: [], delegates: [], permissions: [], limits: [], clients: [], policy },
    })),
  };
  const file = join(scratch, "hostile.html");
  writeFileSync(file, printReport(made, "html"));
  return file;
}

/** Its rules in the format of `explain --batch`. */
function inlineOf({ named, rules, otherwise }: Policy): object {
  return Object.fromEntries(
    named.map((tool) => {
      const own = rules.filter((rule) => rule.tool === tool).map(({ pattern, verdict }) => `${pattern}:${verdict}`);
      return [tool, { intent: otherwise[tool], rules: own }];
    }),
  );
}

async function hostileTable(): Promise<string> {
  const policies: Readonly<Record<string, Policy>> = await hostilePolicies();
  const shipped = new Set(["chiron", "reviewer", "chiron-forge"]);
  const named = Object.entries(policies).map(([name, policy]) => ({ ...policy, agent: name }));
  const page = await open(pageOf(named));
  const questions = hostileCases.map(({ policy, tool = "bash", line }) => ({
    agent: policy as string,
    tool,
    input: line,
  }));
  const own = explain(
    repository,
    questions.map(({ agent, ...rest }) => {
      return shipped.has(agent) ? { agent, ...rest } : { permissions: inlineOf(policies[agent]!), ...rest };
    }),
  );
  const theirs = await askPage(page, questions);
  for (const [i, { verdict }] of own.entries()) assert.equal(theirs[i]!.verdict, verdict, JSON.stringify(questions[i]));
  await page.close();
  return `${questions.length} verdicts equal those of \`explain\``;
}

async function keyboard(file: string): Promise<string> {
  const page = await open(file);
  const focused = () =>
    page.evaluate<string, undefined>(
      "document.activeElement.id || document.activeElement.name || document.activeElement.className || document.activeElement.tagName",
    );
  const tabTo = async (wanted: string, most = 60): Promise<void> => {
    for (let i = 0; i < most; i++) {
      await page.keyboard.press("Tab");
      if ((await focused()) === wanted) return;
    }
    assert.fail(`${wanted} cannot be reached with Tab`);
  };
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "skip");
  await tabTo("theme");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("document.documentElement.dataset.theme"), "dark");
  await tabTo("ask-agent");
  await page.keyboard.type("reviewer");
  await tabTo("tool");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await tabTo("ask-input");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("git status; git push --force");
  const expected = explain(repository, [
    { agent: "reviewer", tool: "bash", input: "git status; git push --force" },
  ])[0]!;
  assert.equal(await page.evaluate("document.querySelector('#answer').dataset.verdict"), expected.verdict);
  assert.match(
    await page.evaluate("document.querySelector('#said').textContent"),
    new RegExp(`^${expected.verdict}: `),
  );
  assert.equal(
    await page.evaluate("[...document.querySelectorAll('.line mark')].map(m => m.textContent).join('|')"),
    "git status|git push --force",
  );
  const address = page.url();
  assert.match(address, /#explorer\?agent=reviewer&tool=bash&input=git\+status%3B/);
  await tabTo("example v-allow");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("document.querySelector('#answer').dataset.verdict"), "allow");
  await page.close();
  const again = await open(file, {}, address.slice(address.indexOf("#")));
  assert.equal(await again.evaluate("document.querySelector('#ask-input').value"), "git status; git push --force");
  assert.equal(await again.evaluate("document.querySelector('#answer').dataset.verdict"), expected.verdict);
  await again.close();
  return "agent, tool, command, examples and theme without a pointer; the address brings the question back";
}

async function barriers(file: string): Promise<string> {
  const source = readFileSync(axe!, "utf8");
  let rules = 0;
  for (const colorScheme of ["light", "dark"])
    for (const width of [1280, 320]) {
      // The page's content security policy allows no other script.
      const page = await open(file, { colorScheme, bypassCSP: true, viewport: { width, height: 900 } });
      // One of each kind of fold: there are hundreds, and axe checks each of them.
      await page.evaluate(
        "for (const kind of ['#delegation', '.agent', '#packs .card', '#skills', '#ask']) document.querySelectorAll(kind + ' details').forEach((each, i) => { if (i < 4) each.open = true })",
      );
      await page.addScriptTag({ content: source });
      const { violations, passes } = await page.evaluate<
        { violations: { id: string; nodes: { html: string }[] }[]; passes: unknown[] },
        undefined
      >("axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })");
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map((node) => node.html)
            .join(" ")}`,
      );
      assert.deepEqual(found, [], `${colorScheme}, ${width} px`);
      rules = Math.max(rules, passes.length);
      await page.close();
    }
  return `axe-core finds nothing in two themes and two widths (${rules} rules applied)`;
}

async function layout(file: string): Promise<string> {
  const page = await open(file);
  for (const width of [1280, 768, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate<number, undefined>("document.documentElement.scrollWidth - innerWidth");
    assert.ok(over <= 0, `${width} px: ${over} px too wide`);
  }
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.evaluate("getComputedStyle(document.querySelector('#explorer')).display"), "none");
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  assert.equal(await page.evaluate("document.querySelectorAll('main details:not([open])').length"), 0);
  await page.close();
  return "nothing is wider than the window at 1280, 768 and 320 px; printing shows what is folded";
}

async function speed(file: string): Promise<string> {
  const page = await open(file);
  const ready = await page.evaluate<string, undefined>("document.documentElement.dataset.ready");
  const each = await page.evaluate<number, undefined>(
    "(() => { const t = performance.now(); for (let i = 0; i < 50; i++) surcingleAnswer('chiron', { tool: 'bash', input: 'git status && rg x' + i, cwd: '/p', home: '/h' }); return (performance.now() - t) / 50 })()",
  );
  await page.close();
  return `${(statSync(file).size / 1e6).toFixed(2)} MB, ready after ${ready} ms, ${each.toFixed(1)} ms for an answer`;
}

async function takePictures(file: string): Promise<string> {
  const asked =
    "#explorer?agent=chiron&tool=bash&input=git+status+%26%26+sed+-i+s%2Fa%2Fb%2F+src%2Fmain.ts+%7C+tee+notes.txt";
  const shots = [
    { name: "report-overview", width: 1280, height: 760, colorScheme: "light", at: "#main", hash: "" },
    { name: "report-overview-dark", width: 768, height: 760, colorScheme: "dark", at: "#main", hash: "" },
    { name: "report-agent", width: 768, height: 900, colorScheme: "light", at: ".agent", hash: "" },
    { name: "report-explorer", width: 1280, height: 860, colorScheme: "dark", at: "#explorer-title", hash: asked },
    { name: "report-narrow", width: 320, height: 640, colorScheme: "light", at: "#answer", hash: asked },
    { name: "report-narrow-dark", width: 320, height: 640, colorScheme: "dark", at: "#main", hash: "" },
  ];
  for (const { name, width, height, colorScheme, at, hash } of shots) {
    const page = await open(file, { colorScheme, viewport: { width, height }, reducedMotion: "reduce" }, hash);
    await page.evaluate((target: string) => document.querySelector(target)!.scrollIntoView(), at);
    const path = join(repository, "docs/pictures", `${name}.png`);
    await page.screenshot({ path });
    assert.ok(statSync(path).size < 150_000, `${path} has ${statSync(path).size} bytes`);
    await page.close();
  }
  return shots.map(({ name }) => name).join(", ");
}

try {
  browser = await driver.launch({ executablePath: chromium, args: flags });
  const file = reportFile("report.html", repository);
  if (process.argv.includes("--pictures")) await step("pictures", () => takePictures(file));
  await step("conformance table", conformanceTable);
  await step("hostile table", hostileTable);
  await step("keyboard", () => keyboard(file));
  await step("barriers", () => barriers(file));
  await step("layout", () => layout(file));
  await step("size and speed", () => speed(file));
  console.log(`done in ${((performance.now() - started) / 1000).toFixed(0)} s`);
} finally {
  await browser?.close();
  rmSync(scratch, { recursive: true, force: true });
}
