/** Example questions for each tool. The page shows those that cover each verdict. */
import type { Tool } from "../../model/permission.ts";

export const examples: Readonly<Record<Tool, readonly string[]>> = {
  bash: [
    "git status && git diff --stat",
    "rg TODO src | head",
    "git push --force origin main",
    "rm -rf build",
    "npm test",
    "sed -i s/a/b/ src/main.ts",
    "git log --output=notes.txt",
    'find . -name "*.ts" -exec rm {} +',
    "curl -o out.tgz https://example.org/x.tgz",
    "cat ~/.ssh/id_ed25519",
    "make -j4 test",
    'bash -c "ls; sudo reboot"',
    "echo done > AGENTS.md",
    "TOKEN=1 npm publish",
    "nix flake check",
    "ls -la",
  ],
  edit: [
    "src/main.ts",
    "docs/guide.md",
    "AGENTS.md",
    ".env",
    "package-lock.json",
    "test/main.test.ts",
    "/etc/hosts",
    ".git/config",
  ],
  read: ["src/main.ts", ".env", "~/.ssh/id_ed25519", "/nix/store/abc/lib", "/etc/passwd", ".env.example"],
  webfetch: [
    "https://docs.rs/",
    "http://localhost:3000/",
    "http://169.254.169.254/latest/",
    "https://user@example.org/",
    "file:///etc/passwd",
  ],
  websearch: ["rust error E0502", "how to rotate a token"],
  question: ["Which database should I use?"],
  external_directory: ["/tmp/scratch", "~/p/other", "/etc", "/nix/store"],
};
