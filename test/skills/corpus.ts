/** Malformed and odd skills as data: the content of the file, and the verdict in each profile. */
import type { SkillProfile } from "../../src/model/skill.ts";

export interface CorpusCase {
  /** The folder's name, and the skill name unless the text has another. */
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Default: `SKILL.md`. */
  readonly file?: string;
  /** The codes of the errors in each profile, in order of place; none means valid. */
  readonly errors: Readonly<Record<SkillProfile, readonly string[]>>;
  /** Codes of warnings that must be there, in every profile or in one. */
  readonly warnings?: readonly string[] | { readonly claude: readonly string[] };
}

const all = (...codes: string[]): CorpusCase["errors"] => ({ open: codes, claude: codes, kode: codes });
/** Claude Code loads it anyway, so its profile only warns. */
const notClaude = (...codes: string[]): CorpusCase["errors"] => ({ ...all(...codes), claude: [] });
const notOpen = (...codes: string[]): CorpusCase["errors"] => ({ open: [], claude: [], kode: codes });
/** Valid for Kode and Claude Code; the open standard has no `version`. */
const fine: CorpusCase["errors"] = { open: ["unknown-field"], claude: [], kode: [] };

const good = "Does it. Use when it is wanted. Triggers: it.";
const end = "---\n# It\n\nDo it.\n\n## When to Escalate\n\n- It fails.\n";

/** A page with these lines of front matter. */
const page = (...lines: string[]): string => `---\n${lines.map((line) => `${line}\n`).join("")}${end}`;
/** A page that is valid except for the given lines. */
const skill = (name: string, ...lines: string[]): string =>
  page(`name: ${name}`, `description: "${good}"`, 'version: "1.0.0"', ...lines);
const described = (name: string, length: number, letter = "x"): string => {
  const text = good + letter.repeat(length - good.length);
  return page(`name: ${name}`, `description: "${text}"`, 'version: "1.0.0"');
};
const bombed = (text: string): string =>
  `${page(`name: bombs`, `description: "${good}"`, 'version: "1.0.0"')}${text}\n`;
const aliases = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map((key, i, keys) =>
  i === 0
    ? `${key}: &${key} [x, x, x, x, x, x, x, x, x]`
    : `${key}: &${key} [${Array.from({ length: 9 }, () => `*${keys[i - 1]}`).join(", ")}]`,
);
const name64 = "a".repeat(64);
const name65 = "a".repeat(65);

export const corpus: readonly CorpusCase[] = [
  { name: "right", content: skill("right"), errors: fine },
  {
    name: "bad-yaml",
    content: page("name: bad-yaml", "description: one: two: three"),
    errors: notClaude("bad-yaml"),
    warnings: { claude: ["bad-yaml"] },
  },
  {
    name: "tabs",
    content: "---\nname: tabs\ndescription: x\nmetadata:\n\towner: x\n---\nx\n",
    errors: notClaude("bad-yaml"),
    warnings: { claude: ["bad-yaml"] },
  },
  {
    name: "byte-order-mark",
    content: `\ufeff${skill("byte-order-mark")}`,
    errors: notClaude("bad-encoding"),
    warnings: { claude: ["bad-encoding"] },
  },
  { name: "crlf", content: skill("crlf").replaceAll("\n", "\r\n"), errors: fine },
  { name: "empty", content: "", errors: all("bad-frontmatter") },
  { name: "missing-fence", content: "# It\n\nDo it.\n", errors: all("bad-frontmatter") },
  { name: "open-fence", content: "---\nname: open-fence\ndescription: x\n\n# It\n", errors: all("bad-frontmatter") },
  {
    name: "blank-before-fence",
    content: `\n${skill("blank-before-fence")}`,
    errors: notClaude("bad-frontmatter"),
    warnings: { claude: ["bad-frontmatter"] },
  },
  {
    name: "comment-before-fence",
    content: `<!-- one -->\n\n<!-- two\nlines -->\n${skill("comment-before-fence")}`,
    errors: notClaude("bad-frontmatter"),
    warnings: { claude: ["bad-frontmatter"] },
  },
  { name: "text-before-fence", content: `# It\n${skill("text-before-fence")}`, errors: all("bad-frontmatter") },
  { name: "open-comment", content: `<!-- ${skill("open-comment")}`, errors: all("bad-frontmatter") },
  {
    name: "indented-fence",
    content: "---\nname: indented-fence\ndescription: |\n  x\n  ---\n\n# It\n",
    errors: notClaude("bad-frontmatter"),
    warnings: { claude: ["bad-frontmatter"] },
  },
  {
    name: "duplicate-keys",
    content: skill("duplicate-keys", "name: duplicate-keys", "metadata: {a: 1, b: 2, a: 3}"),
    errors: notClaude("bad-yaml", "bad-yaml"),
    warnings: { claude: ["bad-yaml", "bad-yaml"] },
  },
  {
    name: "duplicate-limits",
    content: skill("duplicate-limits", "allowed-tools: Read", "allowed-tools: Bash"),
    errors: all("bad-yaml"),
  },
  {
    name: "values-without-quotes",
    content: skill("values-without-quotes", "argument-hint: [a] [b]", "license: @mit", "tags: [ray[x], y]", "by: *all"),
    errors: notClaude("bad-yaml"),
    warnings: { claude: Array.from({ length: 4 }, () => "bad-yaml") },
  },
  { name: "not-a-map", content: page("- name", "- description"), errors: all("bad-yaml") },
  {
    name: "no-fields",
    content: page(),
    errors: all("bad-yaml"),
  },
  {
    name: "nothing-required",
    content: page("license: MIT"),
    errors: {
      open: ["missing-field", "missing-field"],
      claude: ["missing-field"],
      kode: ["missing-field", "missing-field", "missing-field"],
    },
  },
  { name: "no-version", content: page("name: no-version", `description: "${good}"`), errors: notOpen("missing-field") },
  {
    name: "open-version",
    content: page("name: open-version", `description: "${good}"`, "metadata:", '  version: "1.0.0"'),
    errors: notOpen("missing-field"),
  },
  { name: "naïve-名前", content: skill("naïve-名前"), errors: odd("bad-name"), warnings: { claude: ["odd-name"] } },
  { name: "Upper-Case", content: skill("Upper-Case"), errors: odd("bad-name"), warnings: { claude: ["odd-name"] } },
  { name: name64, content: skill(name64), errors: fine },
  { name: name65, content: skill(name65), errors: { ...odd("bad-name"), kode: [] } },
  { name: "double--hyphen", content: skill("double--hyphen"), errors: { ...odd("bad-name"), kode: [] } },
  { name: "edge-hyphen-", content: skill("edge-hyphen-"), errors: { ...odd("bad-name"), kode: [] } },
  { name: "-first-hyphen", content: skill('"-first-hyphen"'), errors: odd("bad-name") },
  { name: "two (words)", content: skill("two (words)"), errors: allButVersion("bad-name") },
  {
    name: "wrong-directory",
    content: skill("another-name"),
    errors: odd("name-mismatch"),
    warnings: { claude: ["name-mismatch"] },
  },
  {
    name: "path-name",
    content: skill('"../../etc"'),
    errors: odd("name-mismatch", "bad-name"),
    warnings: { claude: ["name-mismatch"] },
  },
  { name: "number-name", content: skill("42"), errors: odd("bad-field"), warnings: { claude: ["bad-field"] } },
  {
    name: "no-name",
    content: page(`description: "${good}"`, 'version: "1.0.0"'),
    errors: odd("missing-field"),
    warnings: { claude: ["missing-field"] },
  },
  {
    name: "description-1024",
    content: described("description-1024", 1024),
    errors: fine,
    warnings: ["skill-description-length"],
  },
  {
    name: "description-1025",
    content: described("description-1025", 1025),
    errors: odd("skill-description-length"),
    warnings: { claude: ["skill-description-length"] },
  },
  {
    name: "emoji-1024",
    content: described("emoji-1024", 1024, "🐎"),
    errors: fine,
    warnings: ["skill-description-length"],
  },
  {
    name: "empty-description",
    content: page("name: empty-description", 'description: " "', 'version: "1.0.0"'),
    errors: { open: ["bad-field", "unknown-field"], ...same("bad-field") },
  },
  {
    name: "date",
    content: skill("date", "license: 2024-01-01"),
    errors: fine,
    warnings: ["skill-odd-value"],
  },
  {
    name: "date-version",
    content: page("name: date-version", `description: "${good}"`, "version: 2024-01-01"),
    errors: { open: ["unknown-field"], claude: [], kode: [] },
  },
  {
    name: "number-version",
    content: page("name: number-version", `description: "${good}"`, "version: 1.0"),
    errors: { open: ["unknown-field"], claude: [], kode: [] },
  },
  { name: "anchors", content: skill("anchors", "license: &l MIT", "metadata:", "  same: *l"), errors: fine },
  { name: "alias-bomb", content: page("name: alias-bomb", "description: x", ...aliases), errors: all("bad-yaml") },
  { name: "unknown-alias", content: skill("unknown-alias", "license: *nobody"), errors: notClaude("bad-yaml") },
  { name: "own-tag", content: skill("own-tag", "license: !ruby/object:X {}"), errors: all("bad-yaml") },
  {
    name: "ten-thousand-keys",
    content: page(
      "name: ten-thousand-keys",
      "description: x",
      ...Array.from({ length: 10_000 }, (_, i) => `k${i.toString(36)}:`),
    ),
    errors: { open: Array.from({ length: 21 }, () => "unknown-field"), claude: [], kode: ["missing-field"] },
  },
  {
    name: "deep",
    content: page("name: deep", `license: ${"[".repeat(5000)}${"]".repeat(5000)}`),
    errors: all("too-deep"),
  },
  {
    name: "large-front-matter",
    content: skill("large-front-matter", `license: ${"x".repeat(70_000)}`),
    errors: all("too-large"),
  },
  { name: "huge", content: `${skill("huge")}${"x".repeat(2 * 1024 * 1024)}`, errors: all("too-large") },
  {
    name: "nul",
    content: skill("nul").replace("Do it", "Do\0it"),
    errors: notClaude("bad-encoding"),
    warnings: { claude: ["bad-encoding"] },
  },
  {
    name: "no-utf8",
    content: Buffer.concat([Buffer.from(skill("no-utf8")), Buffer.from([0xff, 0xfe])]),
    errors: all("bad-encoding"),
  },
  { name: "terminal-escapes", content: skill("terminal-escapes", 'license: "\u001b[2J"'), errors: all("bad-yaml") },
  { name: "lower-case", file: "skill.md", content: skill("lower-case"), errors: fine, warnings: ["skill-file-name"] },
  {
    name: "prototype",
    content: skill("prototype", "__proto__:", "  name: other", "constructor: x"),
    errors: { open: Array.from({ length: 3 }, () => "unknown-field"), claude: [], kode: [] },
  },
  {
    name: "extensions",
    content: skill("extensions", "context: fork", "user-invocable: false"),
    errors: { open: Array.from({ length: 3 }, () => "unknown-field"), claude: [], kode: [] },
  },
  {
    name: "wrong-types",
    content: skill(
      "wrong-types",
      "context: spoon",
      "user-invocable: yes",
      "triggers: one",
      "argument-hint: [file]",
      "metadata: x",
    ),
    errors: {
      open: [...Array.from({ length: 5 }, () => "unknown-field"), "bad-field"],
      claude: [],
      kode: [],
    },
    warnings: { claude: Array.from({ length: 5 }, () => "bad-field") },
  },
  {
    name: "tools-as-text",
    content: skill("tools-as-text", "allowed-tools: Read Grep", "compatibility: [a, b]"),
    errors: fine,
  },
  { name: "bombs", content: bombed(`${"[".repeat(300_000)}${"](".repeat(100_000)}`), errors: fine },
].flatMap((each) => (each.name === "bombs" ? [each, ...moreBombs()] : [each]));

/** A page of one kind of bracket each: nothing may take more than linear time. */
function moreBombs(): CorpusCase[] {
  const texts = [
    "`".repeat(900_000),
    "` ".repeat(450_000),
    " !`".repeat(300_000),
    "$ARGUMENTS[".repeat(80_000),
    "TODO ".repeat(180_000),
    "\n# when ".repeat(100_000),
    `${"<".repeat(900_000)}`,
  ];
  return texts.map((text, i) => ({
    name: `bombs-${i}`,
    content: bombed(text).replace("name: bombs", `name: bombs-${i}`),
    errors: fine,
  }));
}

function same(...codes: string[]): Pick<CorpusCase["errors"], "claude" | "kode"> {
  return { claude: codes, kode: codes };
}

/** Claude Code loads it anyway; in the open profile the version is an error, too. */
function odd(...codes: string[]): CorpusCase["errors"] {
  return { ...allButVersion(...codes), claude: [] };
}

/** In the open profile the version is an error too, and comes after the name. */
function allButVersion(...codes: string[]): CorpusCase["errors"] {
  return { open: [...codes, "unknown-field"], ...same(...codes) };
}
