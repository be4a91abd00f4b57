/** Turns a plan of mounts into the arguments of bubblewrap. surcingle-sandbox.sh adds those of the running call. */
import { directoryOf, inOrder, type Mount, type MountPlan, nearest } from "./mounts.ts";
import { offlineVariables } from "./special-directories.ts";

export function bubblewrapArguments(plan: MountPlan, hasNetwork: boolean): readonly string[] {
  return [...baseArguments(hasNetwork), ...mountArguments(plan), ...variableArguments(plan, hasNetwork)];
}

/** New namespaces for everything, no way to regain privileges, and the sandbox dies with its caller. */
function baseArguments(hasNetwork: boolean): readonly string[] {
  return [
    ...["--unshare-all", "--unshare-user", "--disable-userns", ...(hasNetwork ? ["--share-net"] : [])],
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
  ];
}

function variableArguments(plan: MountPlan, hasNetwork: boolean): readonly string[] {
  const canWrite = ["private", "write"].includes(nearest(plan, "/tmp").mount.mode);
  const temporary = canWrite ? ["--unsetenv", "TMPDIR"] : ["--setenv", "TMPDIR", "/dev/shm"];
  const offline = hasNetwork ? [] : offlineVariables.flatMap(([name, value]) => ["--setenv", name, value]);
  // Go 1.19 fails if it cannot write its module index to a read-only cache.
  const go = ["--setenv", "GODEBUG", "goindex=0"];
  return ["--setenv", "SURCINGLE_SANDBOX", "1", ...temporary, ...go, ...offline];
}

function mountArguments(plan: MountPlan): readonly string[] {
  const all = inOrder(plan);
  const frozen = all.flatMap(([path, { mode, isDirectory }]) =>
    mode === "hide" && isDirectory && path !== "/" ? ["--remount-ro", path] : [],
  );
  const words = all.flatMap(([path, mount]) => {
    // The root of a sandbox is an empty directory, so a private directory below it needs no mount.
    const isOnRoot = mount.mode === "private" && nearest(plan, directoryOf(path)).path === "/";
    return isOnRoot && plan.get("/")?.mode === "hide" ? ["--dir", path] : wordsOf(path, mount);
  });
  return [...words, ...frozen];
}

function wordsOf(path: string, { mode, isDirectory, target = "" }: Mount): readonly string[] {
  switch (mode) {
    case "write":
      return ["--bind", path, path];
    case "read":
      return ["--ro-bind", path, path];
    case "private":
      return ["--tmpfs", path];
    case "proc":
      return ["--proc", path];
    case "dev":
      return ["--dev", path];
    case "link":
      return ["--symlink", target, path];
    case "hide":
      // The root of every sandbox is already an empty directory.
      if (path === "/") return [];
      return isDirectory ? ["--tmpfs", path] : ["--ro-bind", "/dev/null", path];
  }
}
