/** How a machine confines commands. `read` and `write` widen the sandbox, never a verdict of the policy. */

export const sandboxUses = ["off", "on", "required"] as const;
type SandboxUse = (typeof sandboxUses)[number];

export interface SandboxSettings {
  /** Undefined: on for agents whose `edit` is denied for every input, off for the others. */
  readonly use: SandboxUse | undefined;
  /** Readable besides what the policy permits: absolute paths, or below `~/`. Undefined: toolchains and caches. */
  readonly read: readonly string[] | undefined;
  /** Writable too. A relative path is a build directory in the project, where rules for names do not apply. */
  readonly write: readonly string[];
  /** `write`: a program may change `.git`, except for what makes git run commands. */
  readonly git: "read" | "write";
  /** Never visible, whatever the other settings are. */
  readonly hide: readonly string[];
  /** Paths in the project that are never writable. */
  readonly protect: readonly string[];
  /** Variables that are kept although their name looks like a secret. */
  readonly env: readonly string[];
  /** More exceptions than this below one directory make the directory read-only. */
  readonly maxMounts: number;
  /**
   * The agent of a task has its own worktree: programs may write build output beside the files of its scope, which is
   * checked afterwards. Never a setting of the machine.
   */
  readonly ownsTree?: true;
}

export const defaultSandbox: SandboxSettings = {
  use: undefined,
  read: undefined,
  write: [],
  git: "read",
  hide: [],
  protect: [],
  env: [],
  maxMounts: 300,
};

/** The part that a policy must contain: undefined if nothing differs from the defaults. */
export function sandboxUnlessDefault(settings: SandboxSettings | undefined): SandboxSettings | undefined {
  return JSON.stringify(settings) === JSON.stringify(defaultSandbox) ? undefined : settings;
}
