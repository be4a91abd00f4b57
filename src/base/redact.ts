/** Removes values that look like secrets from a text, for the log. Misses some: a secret can look like anything. */

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
