/**
 * `npm run install-check`: installs the program in each way that the README names, into an empty home, and uses it. `--
 * git` tries only the ways whose name contains this word.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { harnesses } from "../src/harness/all.ts";
import { codecs } from "../src/harness/codecs.ts";

const repository = join(import.meta.dirname, "..");
const ids = harnesses.filter(({ isCommon }) => isCommon).map(({ id }) => id);
const gated = [...codecs.keys()][0]!;
const scratch = mkdtempSync(join(tmpdir(), "surcingle-install-"));

interface Place {
  readonly home: string;
  readonly work: string;
  readonly env: NodeJS.ProcessEnv;
}

/** An empty home; of the environment, only what is needed to find programs and packages. */
function makePlace(name: string): Place {
  const [home, work] = [join(scratch, name, "home"), join(scratch, name, "work")];
  for (const directory of [home, work]) mkdirSync(directory, { recursive: true });
  const kept = Object.entries(process.env).filter(([key]) =>
    /^(?:npm_config_(?:registry|cache|cafile)|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|NIX_CONFIG|NIX_PATH|SSL_CERT_FILE)$/i.test(
      key,
    ),
  );
  const path = [join(home, "bin"), dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  return {
    home,
    work,
    env: { ...Object.fromEntries(kept), HOME: home, PATH: path, npm_config_update_notifier: "false" },
  };
}

function run({ work, env }: Place, program: string, words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: work,
    env,
    encoding: "utf8",
    timeout: 600_000,
  });
  if (status === 0) return stdout;
  throw new Error(`${[program, ...words].join(" ")} ended with ${status ?? error?.message}\n${stdout}${stderr}`);
}

/** From an empty directory to rendered files, with the commands that the program itself prints. */
function use(place: Place, program: string, before: readonly string[] = []): void {
  const surcingle = (...words: readonly string[]): string => run(place, program, [...before, ...words]);
  if (!/^\d+\.\d+\.\d+\n$/.test(surcingle("--version"))) throw new Error("`surcingle --version` prints no version");
  surcingle("init", "mine", ...ids.flatMap((id) => ["--harness", id]));
  surcingle("check", "--strict", "--root", "mine");
  surcingle("list", "--root", "mine");
  surcingle("build", "--root", "mine", "--out", "out");
  const made = readdirSync(join(place.work, "out")).sort();
  if (!ids.every((id) => made.includes(id))) throw new Error(`built only ${made.join(", ")}`);
}

const here = makePlace("pack");
run({ ...here, work: repository }, "npm", ["pack", "--silent", "--pack-destination", here.work]);
const tarball = join(here.work, readdirSync(here.work).find((name) => name.endsWith(".tgz"))!);

const ways: Readonly<Record<string, () => void>> = {
  "npm install -g TARBALL": () => {
    const place = makePlace("tarball");
    run(place, "npm", ["install", "--global", "--prefix", place.home, tarball]);
    use(place, "surcingle");
    run(place, "git", ["init", "--quiet", "."]);
    const who = ["-c", "user.name=n", "-c", "user.email=n@example.com"];
    run(place, "git", [...who, "commit", "--quiet", "--allow-empty", "--message", "first"]);
    if (!run(place, "surcingle", ["ledger", "fork", "first"]).includes("first"))
      throw new Error("the ledger was not created");
    const gate = spawnSync("surcingle-gate", ["--harness", gated, "--policy", "/none"], {
      ...place,
      input: "{}",
      encoding: "utf8",
    });
    if (!`${gate.stdout}${gate.stderr}`.includes("surcingle:")) throw new Error("surcingle-gate does not answer");
  },
  "from a checkout": () => {
    const place = makePlace("checkout");
    const checkout = { ...place, work: join(place.home, "source") };
    run(place, "git", ["clone", "--quiet", "--no-local", repository, checkout.work]);
    run(checkout, "npm", ["ci", "--no-audit", "--no-fund"]);
    if (run(checkout, "npx", ["surcingle", "--version"]).trim() === "")
      throw new Error("`npx surcingle` prints no version");
    run(checkout, "npm", ["pack", "--silent"]);
    run(checkout, "sh", ["-c", `npm install --global --prefix "${place.home}" ./surcingle-*.tgz`]);
    use(place, "surcingle");
  },
  "npm install -g git+file://CHECKOUT": () => {
    const place = makePlace("git");
    const source = join(place.home, "source");
    run(place, "git", ["clone", "--quiet", "--no-local", repository, source]);
    run(place, "npm", ["install", "--global", "--prefix", place.home, `git+file://${source}`]);
    use(place, "surcingle");
  },
  "nix build .#surcingle": () => {
    const place = makePlace("nix");
    const source = join(place.home, "source");
    run(place, "git", ["clone", "--quiet", "--no-local", repository, source]);
    const words = ["--json", "--no-link", "--override-input", "nixpkgs", "path:./nix/testing"];
    const built = run({ ...place, work: source }, "nix", ["build", ".#surcingle", ...words]);
    const [{ outputs }] = JSON.parse(built) as [{ outputs: { out: string } }];
    use(place, join(outputs.out, "bin/surcingle"));
  },
  "npx --package TARBALL": () => {
    const place = makePlace("npx");
    use(place, "npx", ["--yes", "--package", tarball, "surcingle"]);
  },
};

const chosen = process.argv.slice(2);
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.some((word) => name.includes(word));
const hasNix = spawnSync("nix", ["--version"]).status === 0;
let failures = 0;
for (const [name, install] of Object.entries(ways)) {
  if (!isChosen(name)) continue;
  if (name.startsWith("nix") && !hasNix) {
    console.log(`skipped  ${name}: Nix is not installed`);
    continue;
  }
  const start = Date.now();
  try {
    install();
    console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures++;
    console.log(`failed  ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failures === 0 ? 0 : 1;
