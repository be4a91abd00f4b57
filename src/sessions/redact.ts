/** Redacts a recorded call for display: more than in our own log, because records contain everything. */
import { redact } from "../base/redact.ts";
import { visible } from "../base/text.ts";

const longestShown = 300;
const hidden = "***";

/** Whether a text is shown unchanged. Redacted text must not become a rule. */
export function isPlain(text: string): boolean {
  return redactCall(text) === text;
}

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
