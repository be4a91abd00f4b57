/** Removes values that look like secrets from logged or shown text. Misses some: a secret can look like anything. */
import { visible } from "./text.ts";

/** Without a limit, a long text of words and hyphens would be scanned again from each of them. */
const secretName =
  "[A-Za-z0-9_-]{0,40}(?:token|secret|passw(?:or)?d|passphrase|credentials?|(?:_|api-?|access-?|secret-?|private-?)key|_pwd|_pat|_auth)";
const value = `(?:"[^"]*"|'[^']*'|[^\\s"';&|]+)`;

/** What to search for, and what remains of it. */
const patterns: readonly (readonly [RegExp, string])[] = [
  // API_KEY=…, --password=…, "token": "…"
  [new RegExp(`\\b(${secretName}["']?\\s{0,2}[=:]\\s{0,2})${value}`, "gi"), "$1***"],
  // --token …
  [new RegExp(`(--?${secretName}\\s+)${value}`, "gi"), "$1***"],
  // Headers, to the end of the word or line.
  [
    /\b((?:proxy-)?authorization|cookie|set-cookie|(?:[a-z]+-){0,4}(?:token|key|secret))(\s{0,2}:\s{0,2})[^"'\r\n]+/gi,
    "$1$2***",
  ],
  // https://user:password@host
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"']{1,500}@/gi, "$1***@"],
  // curl -u user:password
  [/(\s(?:-u|--user)[= ]\s{0,2})(["']?)[^\s"':]{1,200}:[^\s"']+/g, "$1$2***"],
  // Tokens with a known prefix.
  [/\b(?:gh[opsur]_|github_pat_|glpat-|sk-|xox[abeprs]-|npm_|AKIA|ASIA|AIza|eyJ)[\w.-]{12,}/g, "***"],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*/g, "***"],
];

export function redact(text: string): string {
  return patterns.reduce((left, [pattern, kept]) => left.replace(pattern, kept), text);
}

const longestShown = 300;
const hidden = "***";

/** Whether a text is shown unchanged. Redacted text must not become a rule. */
export function isPlain(text: string): boolean {
  return redactCall(text) === text;
}

/** Redacts a recorded call for display: more than in our own log, because records contain everything. */
export function redactCall(text: string): string {
  const known = redact(text)
    // The body of a here-document may be any file.
    .replace(/(<<-?\s*(["']?)(\w+)\2[^\n]*\n)[\s\S]*?(\n\3\b|$)/g, `$1${hidden}$4`)
    // Query strings.
    .replace(/(https?:\/\/[^\s"'?]+\?)[^\s"']+/gi, `$1${hidden}`)
    // NAME=value before a command.
    .replace(/(^|[;&|(]\s*|\s)([A-Za-z_]\w*=)("[^"]*"|'[^']*'|[^\s"';&|]+)(?=\s)/g, `$1$2${hidden}`);
  const words = known.replace(/[A-Za-z0-9+/_=-]{32,}/g, (word) => (isRandom(word) ? hidden : word));
  const shown = visible(words.replaceAll("\n", " ⏎ "));
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
}

/** Letters and digits mixed as in a key, not as in a path or a name. */
function isRandom(word: string): boolean {
  if (/[/_-]/.test(word) && word.split(/[/_-]+/).every((part) => part.length < 24)) return false;
  const counts = new Map<string, number>();
  for (const unit of word) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  const entropy = [...counts.values()].reduce((sum, n) => sum - (n / word.length) * Math.log2(n / word.length), 0);
  return entropy > 3.3 && /\d/.test(word) && /[A-Za-z]/.test(word);
}
