// `node scripts/options-page.mjs [--check]`: writes docs/options.md from the options of the Nix modules. Needs Nix.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const page = join(root, "docs/options.md");

const options = JSON.parse(
  execFileSync(
    "nix",
    ["--extra-experimental-features", "nix-command", "eval", "--impure", "--json", "--file", "nix/testing/options.nix"],
    { cwd: root, encoding: "utf8" },
  ),
);

const plainType = (type) =>
  type
    .replace(
      /one of (\[.*?\])/g,
      (_, values) =>
        `one of ${JSON.parse(values)
          .map((each) => `"${each}"`)
          .join(", ")}`,
    )
    .replaceAll('strings concatenated with "\\n"', "text")
    .replaceAll("absolute path", "path")
    .replaceAll("signed integer", "integer");

/** Roles of Nix's own manuals, as plain Markdown. */
const plainText = (text) => text.trim().replace(/\{(?:command|file|option)\}/g, "");

function entry({ path, type, default: value, example, description }) {
  const lines = [`### \`${path.join(".")}\``, "", plainText(description), "", `Type: ${plainType(type)}`];
  if (value !== null) lines.push(`Default: \`${value}\``);
  const text = lines.join("\n\n").replace(/\n{3,}/g, "\n\n");
  return example === null ? `${text}\n` : `${text}\n\nExample:\n\n\`\`\`nix\n${example}\n\`\`\`\n`;
}

const text = [
  "# Options of the Nix modules\n",
  "Generated from the modules by `node scripts/options-page.mjs`. Do not edit.\n",
  "## home-manager\n",
  "How to use it: [home-manager.md](home-manager.md).\n",
  ...options.home.map(entry),
  "## NixOS and nix-darwin\n",
  "How to use it: [nixos.md](nixos.md).\n",
  ...options.managed.map(entry),
  "## flake-parts and devenv\n",
  "Below `perSystem.surcingle` in flake-parts, below `surcingle` in devenv. How to use it: [projects.md](projects.md).\n",
  ...options.project.map(entry),
].join("\n");

if (!process.argv.includes("--check")) writeFileSync(page, text);
else if (readFileSync(page, "utf8") !== text) {
  console.error("docs/options.md is stale; refresh it: node scripts/options-page.mjs");
  process.exit(1);
}
