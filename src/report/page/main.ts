/** The report's browser script: the policy explorer, the theme, and hovering in the picture. */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { type Tool, tools, type Verdict, verdicts } from "../../model/permission.ts";
import { type AnswerPart, answerQuestion, type ExplorerAnswer, type ExplorerQuestion } from "./answer.ts";
import { readExplorerInput } from "./explorer.ts";

const { policies } = readExplorerInput(byId("data").textContent ?? "");
const form = document.querySelector<HTMLFormElement>("#ask");

function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

type Child = Node | string | false | undefined;

function element(
  name: string,
  fields: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(fields)) made.setAttribute(key, value);
  made.append(...children.filter((child): child is Node | string => child !== undefined && child !== false));
  return made;
}

interface AgentQuestion extends ExplorerQuestion {
  readonly agent: string;
}

function readForm(): AgentQuestion {
  const data = new FormData(form!);
  const text = (name: string): string => String(data.get(name) ?? "");
  const shell = text("shell");
  return {
    agent: text("agent"),
    tool: (tools.find((tool) => tool === text("tool")) ?? "bash") as Tool,
    input: text("input"),
    cwd: text("cwd"),
    home: text("home"),
    shell: shell === "" ? undefined : shell,
  };
}

const defaults = { cwd: "/home/me/project", home: "/home/me", shell: "" };

/** `#explorer?agent=chiron&tool=bash&input=ls`. Default values are left out. */
function addressOf({ agent, tool, input, cwd, home, shell = "" }: AgentQuestion): string {
  const parameters = new URLSearchParams({ agent, tool, input });
  for (const [key, value] of Object.entries({ cwd, home, shell }))
    if (value !== defaults[key as keyof typeof defaults]) parameters.set(key, value);
  return `#explorer?${parameters}`;
}

/** Example questions for each tool. The page shows those that cover each verdict. */
const examples: Readonly<Record<Tool, readonly string[]>> = {
  bash: [
    "git status && git diff --stat",
    "rg TODO src | head",
    "git push --force origin main",
    "rm -rf build",
    "npm test",
    "sed -i s/a/b/ src/main.ts",
    "git log --output=notes.txt",
    'find . -name "*.ts" -exec rm {} +',
    "curl -o out.tgz https://example.org/x.tgz",
    "cat ~/.ssh/id_ed25519",
    "make -j4 test",
    'bash -c "ls; sudo reboot"',
    "echo done > AGENTS.md",
    "TOKEN=1 npm publish",
    "nix flake check",
    "ls -la",
  ],
  edit: [
    "src/main.ts",
    "docs/guide.md",
    "AGENTS.md",
    ".env",
    "package-lock.json",
    "test/main.test.ts",
    "/etc/hosts",
    ".git/config",
  ],
  read: ["src/main.ts", ".env", "~/.ssh/id_ed25519", "/nix/store/abc/lib", "/etc/passwd", ".env.example"],
  webfetch: [
    "https://docs.rs/",
    "http://localhost:3000/",
    "http://169.254.169.254/latest/",
    "https://user@example.org/",
    "file:///etc/passwd",
  ],
  websearch: ["rust error E0502", "how to rotate a token"],
  question: ["Which database should I use?"],
  external_directory: ["/tmp/scratch", "~/p/other", "/etc", "/nix/store"],
};

/** Whether the URL contains a question. */
function readAddress(): boolean {
  const [section, query] = location.hash.slice(1).split("?");
  if (section !== "explorer" || query === undefined || !form) return false;
  const parameters = new URLSearchParams(query);
  const agent = parameters.get("agent") ?? "";
  if (policies.has(agent)) byId<HTMLSelectElement>("ask-agent").value = agent;
  const tool = tools.find((each) => each === parameters.get("tool")) ?? "bash";
  form.querySelector<HTMLInputElement>(`input[name=tool][value=${tool}]`)!.checked = true;
  byId<HTMLTextAreaElement>("ask-input").value = parameters.get("input") ?? examples[tool][0]!;
  for (const [key, value] of Object.entries(defaults))
    byId<HTMLInputElement>(`ask-${key}`).value = parameters.get(key) ?? value;
  return true;
}

const inputLabels: Readonly<Record<Tool, string>> = {
  bash: "Command",
  edit: "Path",
  read: "Path",
  webfetch: "Address",
  websearch: "Search",
  question: "Question",
  external_directory: "Directory",
};

let shownFor = "";

function update(isTyped: boolean): void {
  const asked = readForm();
  byId("ask-label").textContent = inputLabels[asked.tool];
  const policy = policies.get(asked.agent);
  if (!policy) return;
  const key = `${asked.agent} ${asked.tool} ${asked.cwd} ${asked.home} ${asked.shell}`;
  if (shownFor !== key) showExamples(asked);
  shownFor = key;
  const answer = answerQuestion(policy, asked);
  byId("answer").replaceChildren(...showAnswer(asked, answer));
  byId("answer").dataset["verdict"] = answer.verdict;
  byId("said").textContent =
    `${answer.verdict}: ${answer.parts.find(({ verdict }) => verdict === answer.verdict)?.why ?? ""}`;
  if (isTyped) history.replaceState(null, "", addressOf(asked));
}

/** Two examples of each verdict, if there are enough. */
function showExamples(asked: AgentQuestion): void {
  const policy = policies.get(asked.agent)!;
  const judged = examples[asked.tool].map((input) => ({
    input,
    verdict: answerQuestion(policy, { ...asked, input }).verdict,
  }));
  const chosen = verdicts.flatMap((verdict) => judged.filter((each) => each.verdict === verdict).slice(0, 3));
  byId("ask-examples").replaceChildren(
    ...chosen.map(({ input, verdict }) => {
      const button = element("button", { type: "button" }, element("code", {}, input));
      button.classList.add("example", `v-${verdict}`);
      button.addEventListener("click", () => {
        byId<HTMLTextAreaElement>("ask-input").value = input;
        update(true);
      });
      return element("li", {}, button);
    }),
  );
}

const verdictWords: Readonly<Record<Verdict, string>> = { allow: "Allowed", ask: "Asks first", deny: "Denied" };

function showAnswer(
  asked: AgentQuestion,
  { verdict, reason, parts, effects, clients }: ExplorerAnswer,
): readonly Node[] {
  const deciding = parts.find((part) => part.verdict === verdict);
  const line = asked.tool === "bash" && asked.input !== "" ? markedLine(asked.input, parts) : undefined;
  const nodes: (Node | undefined)[] = [
    element(
      "div",
      { class: "verdict" },
      element("p", { class: `big v-${verdict}` }, verdictWords[verdict]),
      element("p", { class: "why" }, ...(deciding ? headline(asked, deciding) : coded(reason))),
    ),
    line,
    parts.length > 1 ? partList(parts) : undefined,
    effects.length > 0
      ? element(
          "div",
          {},
          element("h3", {}, "Effects"),
          element("ul", { class: "effects" }, ...effects.map((each) => element("li", {}, ...coded(each)))),
        )
      : undefined,
    element(
      "div",
      {},
      element("h3", {}, "On each client"),
      element(
        "ul",
        { class: "clients" },
        ...clients.map(({ title, support, how }) =>
          element(
            "li",
            {},
            element(
              "p",
              {},
              element("strong", {}, title),
              " ",
              element("span", { class: `badge s-${support}` }, support === "gate" ? "gated" : support),
              " ",
              ...coded(how),
            ),
          ),
        ),
      ),
    ),
    element("p", { class: "faint sentence" }, element("code", {}, reason)),
  ];
  return nodes.filter((node): node is Node => node !== undefined);
}

/** Names the deciding part if it is not the whole. */
function headline({ tool, input }: AgentQuestion, part: AnswerPart): readonly Node[] {
  const isWhole = part.tool === tool && part.subject === input;
  return isWhole ? coded(part.why) : [...coded(`${part.tool} \`${part.subject.replaceAll("`", "'")}\`, ${part.why}`)];
}

function partList(parts: readonly AnswerPart[]): Node {
  const items = parts.map(({ verdict, tool, subject, why }, i) =>
    element(
      "li",
      { "data-part": String(i) },
      element("span", { class: `badge v-${verdict}` }, verdict),
      " ",
      element("span", { class: "faint" }, tool),
      " ",
      element("code", {}, subject),
      element("span", { class: "reason" }, ...coded(why)),
    ),
  );
  return element("div", {}, element("h3", {}, "Parts"), element("ol", { class: "parts" }, ...items));
}

/** Backticks in our sentences mark code. */
function coded(text: string): readonly Node[] {
  return text
    .split("`")
    .map((part, i) => (i % 2 === 1 ? element("code", {}, part) : document.createTextNode(part)))
    .filter((node) => node.textContent !== "");
}

/** The line with a mark for each part, by verdict. If parts overlap, the strictest is shown. */
function markedLine(line: string, parts: readonly AnswerPart[]): Node {
  const strictness: (number | undefined)[] = Array.from({ length: line.length });
  for (const { span, verdict } of parts) {
    if (!span) continue;
    const level = verdicts.indexOf(verdict);
    for (let i = span[0]; i < span[1]; i++) strictness[i] = Math.max(strictness[i] ?? 0, level);
  }
  const nodes: Node[] = [];
  for (let start = 0; start < line.length; ) {
    let end = start + 1;
    while (end < line.length && strictness[end] === strictness[start]) end++;
    const text = line.slice(start, end);
    const level = strictness[start];
    nodes.push(
      level === undefined
        ? document.createTextNode(text)
        : element("mark", { class: `v-${verdicts[level]}`, title: verdicts[level]! }, text),
    );
    start = end;
  }
  return element(
    "pre",
    { class: "line", tabindex: "0", role: "region", "aria-label": "The command line with its parts" },
    ...nodes,
  );
}

function startExplorer(): void {
  if (!form) return;
  if (!readAddress()) byId<HTMLTextAreaElement>("ask-input").value = examples.bash[0]!;
  update(false);
  let lastTool = readForm().tool;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    const { tool } = readForm();
    if (tool !== lastTool) byId<HTMLTextAreaElement>("ask-input").value = examples[tool][0]!;
    lastTool = tool;
    update(true);
  });
  addEventListener("hashchange", () => {
    if (!readAddress()) return;
    lastTool = readForm().tool;
    update(false);
    byId("explorer").scrollIntoView();
  });
  if (location.hash.startsWith("#explorer?")) byId("explorer").scrollIntoView();
}

function startTheme(): void {
  const page = document.documentElement;
  byId("theme").addEventListener("click", () => {
    const isDark = page.dataset["theme"]
      ? page.dataset["theme"] === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    page.dataset["theme"] = isDark ? "light" : "dark";
  });
}

/** Hovering over an agent in the picture shows only its lines. */
function startPicture(): void {
  for (const node of document.querySelectorAll<SVGGElement>(".picture .node")) {
    const { agent = "" } = node.dataset;
    const end = node.classList.contains("caller") ? "from" : "to";
    const mark = (isOn: boolean): void => {
      node.closest("svg")!.classList.toggle("focus", isOn);
      for (const edge of document.querySelectorAll<SVGPathElement>(".picture .edge"))
        edge.classList.toggle("on", isOn && edge.dataset[end] === agent);
    };
    node.addEventListener("pointerenter", () => mark(true));
    node.addEventListener("pointerleave", () => mark(false));
  }
}

/** Folded content is printed in full. */
function startPrinting(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>("main details:not([open])")];
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });
}

startTheme();
startPicture();
startPrinting();
startExplorer();

/** For tests: the answer of the page's own engine. */
Object.assign(globalThis, {
  surcingleAnswer: (agent: string, question: ExplorerQuestion) => {
    const policy = policies.get(agent);
    return policy && answerQuestion(policy, question);
  },
});
document.documentElement.dataset["ready"] = String(Math.round(performance.now()));
