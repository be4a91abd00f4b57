// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text is full of them
/** Random command lines: quoting, substitutions, redirections, wrappers, compound commands. */
import type { Random } from "./random.ts";

/** Programs that exist only as stubs. */
export const stubs = ["git", "rm", "ls", "make", "cat", "tee", "npm"] as const;
/** Stubs that treat their arguments like the real wrapper, as far as the grammar uses it. */
export const wrapperStubs = [
  ...([
    "env",
    "nohup",
    "nice",
    "timeout",
    "xargs",
    "sudo",
    "doas",
    "setsid",
    "stdbuf",
    "busybox",
    "find",
    "nix",
  ] as const),
  ...(["sh", "bash", "su", "nix-shell", "watch", "parallel"] as const),
] as const;

const plainWords = ["a", "b", "-x", "--force", "push", "status", "x.ts", "1", "a=b", "{}", "-"];

export interface ShellGrammar {
  readonly line: () => string;
  readonly simple: () => string;
}

export function makeShellGrammar({ int, pick, list, oneIn }: Random): ShellGrammar {
  let budget = 12;
  const deep = (): boolean => --budget <= 0;

  const quoteName = (name: string): string =>
    pick([
      () => name,
      () => name,
      () => name,
      () => `"${name}"`,
      () => `'${name}'`,
      () => `\\${name}`,
      () => `${name[0]}\\\n${name.slice(1)}`,
      () => `${name[0]}""${name.slice(1)}`,
      () => `$'${name}'`,
      () => `$'\\x${name.charCodeAt(0).toString(16)}${name.slice(1)}'`,
      () => `$'\\${name.charCodeAt(0).toString(8).padStart(3, "0")}'${name.slice(1)}`,
      () => `$"${name}"`,
    ])();

  const substitution = (): string =>
    pick([
      () => `$(${line()})`,
      () => `\`${backtickSafe(line())}\``,
      () => `<(${line()})`,
      () => `\${x:-$(${line()})}`,
      () => `\${x-\`${backtickSafe(line())}\`}`,
      () => `\${x:+$(${line()})}`,
      () => `\${x#$(${line()})}`,
      () => `\${x/a/$(${line()})}`,
      () => `$(( 1 + $(${line()}) ))`,
      () => `$(($(${line()})))`,
      () => `$((${simple()}); ${simple()})`,
      () => `$[ $(${line()}) ]`,
      () => `\${a[$(${line()})]}`,
      () => `\${x:$(${line()}):1}`,
    ])();

  const word = (): string => {
    if (deep() || !oneIn(4))
      return pick([
        ...plainWords,
        `'a b'`,
        `"a b"`,
        `$x`,
        `"$x"`,
        `*.none`,
        `{a,b}`,
        `~`,
        `"$@"`,
        `"\${x[@]}"`,
        `a\\ b`,
        `[a]`,
        `\\;`,
        `$'a\\tb'`,
      ]);
    return pick([() => substitution(), () => `"${substitution()}"`, () => `a${substitution()}b`])();
  };

  const target = (): string => (oneIn(8) ? word() : pick(["f1", "f2", "/dev/null", `'f 3'`, `"f1"`]));

  const redirect = (): string =>
    pick([
      () => `> ${target()}`,
      () => `>> ${target()}`,
      () => `2> ${target()}`,
      () => `&> ${target()}`,
      () => `>| ${target()}`,
      () => "2>&1",
      () => ">&2",
      () => "< /dev/null",
      () => `<<< ${word()}`,
      () => `3<> ${target()}`,
    ])();

  const wrapper = (): string => {
    const inner = simple();
    const text = singleQuoted(line());
    return pick([
      () => `env ${inner}`,
      () => `env -i A=1 ${inner}`,
      () => `nohup ${inner}`,
      () => `nice -n 1 ${inner}`,
      () => `timeout 5 ${inner}`,
      () => `sudo -u me ${inner}`,
      () => `setsid ${inner}`,
      () => `doas -u me ${inner}`,
      () => `stdbuf -oL ${inner}`,
      () => `busybox ${inner}`,
      () => `nix develop -c ${inner}`,
      () => `find . -exec ${inner} {} \\;`,
      () => `su me -c ${text}`,
      () => `nix-shell --run ${text}`,
      () => `watch ${text}`,
      () => `watch ${inner}`,
      () => `parallel ${text} ::: a`,
      () => `command ${inner}`,
      () => `builtin eval ${text}`,
      () => `eval ${text}`,
      () => `eval ${inner}`,
      () => `sh -c ${text}`,
      () => `bash -c ${text} x y`,
      () => `bash -ec ${text}`,
      () => `echo a | xargs ${inner}`,
      () => `time ${inner}`,
      () => `time -p ${inner}`,
      () => `exec ${inner}`,
      () => `coproc ${inner}`,
      () => `! ${inner}`,
      () => `trap ${text} EXIT`,
    ])();
  };

  const simple = (): string => {
    if (!deep() && oneIn(6)) return wrapper();
    const assignments = oneIn(8) ? `${pick(["A=1", `A=${word()}`, "x=git", "a=(1 2)"])} ` : "";
    const name = oneIn(12)
      ? pick(["$x", "g?t", "{git,x}", "echo", ":", "true", "nonexistent"])
      : quoteName(pick(stubs));
    const words = [name, ...list(3, word)];
    if (oneIn(5)) words.splice(int(words.length + 1), 0, redirect());
    return assignments + words.join(" ");
  };

  const heredoc = (): string => {
    const body = pick([
      () => "plain",
      () => `$(${line()})`,
      () => `\`${backtickSafe(line())}\``,
      () => "${x:-$(git b)}",
    ])();
    return pick([
      () => `cat <<E\n${body}\nE\n`,
      () => `cat <<'E'\n${body}\nE\n`,
      () => `cat <<-E\n\t${body}\n\tE\n`,
      () => `cat <<\\E\n${body}\nE\n`,
    ])();
  };

  const compound = (): string =>
    pick([
      () => `( ${line()} )`,
      () => `{ ${simple()}; }`,
      () => `!(${simple()})`,
      () => `((${simple()}); ${simple()})`,
      () => `{ ${simple()}; } ${redirect()}`,
      () => `if ${simple()}; then ${simple()}; else ${simple()}; fi`,
      () => `for x in ${list(2, word).join(" ")}; do ${simple()}; done`,
      () => `for x in git 'a b'; do $x ${word()}; done`,
      () => `for ((i=0; i<2; i++)); do ${simple()}; done`,
      () => `for i in 1; do while ${simple()}; do ${simple()}; break; done; done`,
      () => `until ${simple()}; do ${simple()}; break; done`,
      () => `case ${word()} in a) ${simple()};; *) ${simple()};; esac`,
      () => `[[ ${pick(["a", "-n a", `a == ${word()}`])} ]] && ${simple()}`,
      () => `[ ${pick(["a", "-n a"])} ] && ${simple()}`,
      () => `(( 1 + 1 )) && ${simple()}`,
      () => `f() { ${simple()}; }; f`,
      () => `f() { "$@"; }; f ${simple()}`,
      () => `git() { ${simple()}; }; git x`,
      () => `a=($(${line()})); ${simple()}`,
      () => `a[$(${line()})]=1`,
      () => `x=${pick(stubs)}; $x ${word()}`,
      () => `alias zz=${pick(stubs)}; zz`,
      () => heredoc(),
      () => `cat <(${line()})`,
      () => `cat > >(${line()})`,
      () => `printf -v y %s ${word()}; ${simple()}`,
      () => `read -r y <<< ${pick(stubs)}; $y`,
      () => `[[ -v 'a[$(git x)]' ]]`,
      () => `for y in 'a[$(git x)]'; do echo $((y)); done`,
      () => `for y in '$(git x)'; do echo "\${y@P}"; done`,
      () => `for y in x git; do echo "\${!y}" $((1)); done`,
    ])();

  const line = (): string => {
    if (deep()) return `${pick(stubs)} ${pick(plainWords)}`;
    const first = oneIn(3) ? compound() : simple();
    if (!oneIn(3)) return first;
    const border = first.endsWith("\n") ? "" : pick([" && ", " || ", "; ", " | ", " |& ", " & ", "\n"]);
    return first + border + (oneIn(4) ? compound() : simple());
  };

  return { line, simple };
}

const oddUnits = [..." \n;&|()<>{}$\"'`\\#!*?[]=@:,+-"];

/** The line with a few wrong characters: the parse of broken text must still cover what the shell does. */
export function damage(line: string, { int, pick }: Random): string {
  // No slash and no tilde may end up after a redirection, and no loop may lose its end.
  if (/[/~]|while|until|for/.test(line)) return line;
  const units = [...line];
  for (let edits = 1 + int(3); edits > 0; edits--)
    units.splice(int(units.length + 1), int(2), ...pick([[], [pick(oddUnits)]]));
  return units.join("");
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function backtickSafe(text: string): string {
  return text.replace(/[\\`$]/g, (unit) => (unit === "$" ? unit : `\\${unit}`));
}
