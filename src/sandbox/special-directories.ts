/** Directories that a sandbox treats specially, as data. */

/** Programs, libraries and their configuration: readable in every sandbox. */
export const systemDirectories: readonly string[] = [
  ...["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt"],
  ...["/nix/store", "/run/current-system", "/run/wrappers", "/run/opengl-driver"],
];

/** Sockets of other programs are below these, so they are hidden even if the whole disk is visible. */
export const privateDirectories: readonly string[] = ["/run", "/var/run", "/nix/var/nix/daemon-socket", "/mnt/wsl"];

/** The default of `read`, together with `caches`. None of them contains credentials. */
export const toolchains: readonly string[] = [
  ...[
    "~/.nvm",
    "~/.volta",
    "~/.fnm",
    "~/.asdf",
    "~/.local/share/mise",
    "~/.local/share/fnm",
    "~/.bun/bin",
    "~/.deno/bin",
  ],
  ...["~/.pyenv", "~/.local/share/uv", "~/.local/pipx", "~/.local/share/pipx", "~/.rbenv", "~/.sdkman", "~/.jenv"],
  ...["~/.cargo/bin", "~/.cargo/env", "~/.rustup", "~/go/bin"],
  ...["~/.nix-profile", "~/.local/state/nix/profiles", "~/.local/bin"],
  ...["~/.gitconfig", "~/.config/git/config", "~/.config/git/ignore", "~/.config/git/attributes"],
];

/** Caches that a build can use without a network. */
export const caches: readonly string[] = [
  ...["~/.cargo/registry", "~/.cargo/git", "~/go/pkg", "~/.cache/go-build"],
  ...["~/.cache/pip", "~/.cache/uv", "~/.npm/_cacache"],
];

/**
 * Without a network, package managers work from their caches and report what is missing at once instead of retrying.
 */
export const offlineVariables: readonly (readonly [name: string, value: string])[] = [
  ["npm_config_offline", "true"],
  ["CARGO_NET_OFFLINE", "true"],
  ["GOPROXY", "off"],
  ["PIP_RETRIES", "0"],
  ["UV_OFFLINE", "1"],
];

/** Files that make git run commands: read-only even if the rest of `.git` is writable. */
export const gitSteering: readonly string[] = [
  ...["config", "hooks", "info", "modules", "worktrees", "commondir", "config.worktree", "objects/info"],
];

/** Code of packages. Secret and steering files are not searched for here, only what rules name. */
export const unsearched: ReadonlySet<string> = new Set(["node_modules", ".git"]);
