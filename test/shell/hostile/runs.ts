/** Hostile lines in which an option starts another program. */
import type { HostileGroup } from "./case.ts";

export const runs: readonly HostileGroup[] = [
  {
    class: "git starts another program",
    policy: "toolbox",
    held: "ask",
    harm: "runs",
    rows: [
      ["git -c core.pager=canary log -1", "", { unshown: "needs a terminal" }],
      ["git -p -c pager.log=canary log -1", "", { unshown: "needs a terminal" }],
      ["git submodule foreach canary", "", { unshown: "needs a submodule" }],
      ["git mergetool --tool=x", "", { unshown: "needs a conflict" }],
      ["git -c core.askPass=canary ls-remote https://x@127.0.0.1:9/", "", { unshown: "needs a server" }],
      ["git help -m status", "", { unshown: "needs a terminal" }],
    ],
  },
  {
    class: "other programs start another program",
    policy: "toolbox",
    held: "ask",
    harm: "runs",
    rows: [
      ["man -P canary bash", "", { unshown: "needs a terminal" }],
      ["man --pager=canary -l a", "", { unshown: "needs a terminal" }],
      ["man -Hcanary ls", "", { unshown: "needs a terminal" }],
      ["less '+!canary' a", "", { unshown: "needs a terminal" }],
      ["rsync --rsync-path=canary a host:", "", { unshown: "needs a server" }],
      ["ssh -o PermitLocalCommand=yes -o LocalCommand=canary host", "", { unshown: "needs a server" }],
      ["ssh -o KnownHostsCommand=canary host", "", { unshown: "needs a server" }],
      ["ssh -F cfg host", "", { unshown: "reads its options from a file" }],
      ["nix run .", "", { unshown: "needs a flake that builds" }],
      ["enable -f ./x.so x", "", { unshown: "needs a compiled library" }],
      ["ar --plugin ./x.so r P a", "", { unshown: "needs a compiled library" }],
      ["crontab cmd", "", { unshown: "needs cron" }],
      ["at now < cmd", "", { unshown: "needs at" }],
      ["kubectl exec p -- canary", "", { unshown: "needs a cluster" }],
      ["kubectl --kubeconfig=evil.yaml get pods", "", { unshown: "needs a cluster" }],
      ["gh alias set --shell x canary", "", { unshown: "needs gh" }],
      ["docker compose run x canary", "", { unshown: "needs a container service" }],
    ],
  },
];
