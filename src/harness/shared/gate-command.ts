/** The shell command a client runs to ask the gate: whatever goes wrong on the way must end as a deny. */
import type { Settings } from "../../model/settings.ts";

export interface GateCall {
  readonly harness: string;
  /** A shell word that may hold variables of the client; it is put in double quotes. */
  readonly policy: string;
  /** How every answer of the gate begins; anything else is no answer. */
  readonly answerBegins: string;
  /** An answer that is passed on as silence, where the client takes that for consent and has no word for it. */
  readonly consent?: string;
  /** What to print beside the exit code, where the client reads the reason of a refusal from there. */
  readonly refusal?: (reason: string) => string;
}

const programName = "surcingle-gate";
const noAnswer = "surcingle: the gate gave no answer";

/**
 * Closes what the gate cannot close by itself: the program is missing, crashes, hangs or prints something else.
 * Clients read most of these as "no opinion" and go on. A system without `timeout` relies on the gate's own clock.
 */
export function gateCommand(call: GateCall, { gateCommand }: Settings): string {
  const { harness, policy, answerBegins, consent, refusal } = call;
  const gate = `${shellWord(gateCommand ?? programName)} --harness ${harness} --policy "${policy}"`;
  const close = (reason: string): string =>
    `${refusal ? `printf %s ${shellWord(refusal(reason))}; ` : ""}echo ${shellWord(reason)} >&2; exit 2;`;
  const silent = consent === undefined ? "" : `${shellWord(consent)}) ;; `;
  // Such a client shows all of standard error as the reason, and ours comes first.
  const quiet = consent === undefined ? "" : " 2>/dev/null";
  return [
    "command -v timeout >/dev/null && t='timeout 5' || t=",
    `o=$($t ${gate}${quiet}) || { ${close("surcingle: the gate did not answer, so the call is denied")} }`,
    `case "$o" in ${silent}${shellWord(answerBegins)}*) printf %s "$o";; *) ${close(noAnswer)}; esac`,
  ].join("; ");
}

export function shellWord(text: string): string {
  return /^[\w./@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
