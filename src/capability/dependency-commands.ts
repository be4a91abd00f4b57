/** Commands of package managers that change what a project depends on without naming the file that they change. */

/** A later word that is not an option: `npm install` alone installs what the lock file says. */
const operand = "( .*)? [^- ]";

/** Regular expressions on simple commands. Options before the subcommand are left out by the engine. */
export const dependencyCommands: readonly string[] = [
  "^cargo (add|remove|rm|update|upgrade|generate-lockfile|set-version)( |$)",
  // npm help: the names and abbreviations that npm 11 takes for these commands.
  `^(npm|pnpm|bun) (install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|install-test|it)${operand}`,
  "^(npm|pnpm|yarn|bun) (add|update|up|udpate|upgrade|upgrade-interactive|remove|rm|r|un|unlink|uninstall)( |$)",
  "^(npm|pnpm|yarn|bun) (dedupe|ddp|link|ln|import|audit fix|audit --fix|pkg (set|delete|fix)|set version|patch-commit)( |$)",
  "^corepack (use|up)( |$)",
  "^(ncu|npm-check-updates)( .*)? (-u|--upgrade)( |$)",
  "^deno (add|remove|uninstall|update|outdated( .*)? --update)( |$)",
  "^go (get|mod (tidy|edit|init|vendor)|work (use|edit|sync|init))( |$)",
  "^(poetry|uv|pdm|rye|pipenv|pixi|conda|mamba) (add|remove|rm|uninstall|update|upgrade|lock)( |$)",
  `^pipenv install${operand}`,
  "^(pip-compile|uv pip compile)( |$)",
  "^bundler? (add|remove|update|lock)( |$)",
  "^composer (require|r|remove|rm|update|u|upgrade|bump)( |$)",
  "^mix deps\\.(update|unlock|get)( |$)",
  "^(dart|flutter) pub (add|remove|upgrade|downgrade|get)( |$)",
  "^dotnet (add|remove|package)( |$)",
  "^swift package (update|resolve|edit|unedit|add-dependency)( |$)",
  "^pod (install|update)( |$)",
  "^gradlew?( .*)? --(write-locks|update-locks)( |$)",
  "^mvnw?( .*)? versions:",
  "^nix flake (update|lock)( |$)",
  "^nix( .*)? --(update-input|recreate-lock-file|commit-lock-file)( |$)",
  "^(terraform|tofu) (init( .*)? -upgrade|providers lock)( |$)",
];
