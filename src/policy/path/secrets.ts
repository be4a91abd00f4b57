/** Secret files: reading one needs approval, unless a `read` rule matches it. judge.ts applies the list. */
import { clientSecrets } from "./client-files.ts";
import { type ListEntry, makeList } from "./lists.ts";

const anywhere = (...names: readonly string[]): ListEntry[] => names.map((name) => ({ pattern: `**/${name}` }));
/** In a home, where a link may point to a file with another name. */
const atHome = (...names: readonly string[]): ListEntry[] =>
  names.flatMap((name) => [{ pattern: `**/${name}` }, { pattern: `~/${name}` }]);
const exactly = (...patterns: readonly string[]): ListEntry[] => patterns.map((pattern) => ({ pattern }));

/** Files that list variable names without their values. */
const examples = ["example", "sample", "template", "tmpl", "dist", "defaults", "default", "schema"];
const exampleFiles = examples.flatMap((word) => [`**/.env.${word}`, `**/.env.*.${word}`, `**/${word}.env`]);

const entries: readonly ListEntry[] = [
  { pattern: "**/.env", except: exampleFiles },
  { pattern: "**/.env.*", except: exampleFiles },
  { pattern: "**/*.env", except: exampleFiles },

  // Private keys and key stores.
  ...anywhere("id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk", "id_xmss"),
  ...anywhere("ssh_host_*_key", "*.ppk"),
  { pattern: "**/*.pem", except: ["**/cacert.pem", "**/ca-bundle.pem"] },
  ...anywhere("*.key", "*.p8", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.bcfks", "*.kdb", "*.kdbx"),
  ...anywhere("*.age", ".config/sops/age/**", ".config/age/**", ".config/sops-nix/secrets/**"),
  ...["**/.ssh", "~/.ssh"].map((folder) => ({
    pattern: `${folder}/**`,
    except: [`${folder}/*.pub`, `${folder}/known_hosts*`, `${folder}/config`],
  })),
  ...atHome(".gnupg/**", ".password-store/**"),
  ...anywhere("secring.gpg", "*.kbx", ".local/share/keyrings/**"),
  ...anywhere("Library/Keychains/**"),

  // Passwords and tokens of individual programs.
  ...atHome(".netrc", ".npmrc", ".pypirc", ".pgpass", ".git-credentials"),
  ...anywhere("_netrc", ".htpasswd", ".my.cnf", ".mylogin.cnf", ".authinfo", ".authinfo.gpg", ".vault-token", ".s3cfg"),
  ...atHome(".config/gh/hosts.yml"),
  ...anywhere(".boto", ".config/git/credentials", ".config/glab-cli/config.yml", ".config/hub"),
  ...anywhere(".config/rclone/rclone.conf", ".config/op/**"),

  // Registries.
  ...atHome(".docker/config.json", ".cargo/credentials.toml"),
  ...anywhere(
    ".dockercfg",
    "containers/auth.json",
    ".cargo/credentials",
    ".gem/credentials",
    ".m2/settings.xml",
    ".gradle/gradle.properties",
  ),
  ...anywhere(".config/pypoetry/auth.toml", ".composer/auth.json", ".config/composer/auth.json"),

  // Clouds and clusters.
  ...atHome(".aws/credentials", ".kube/config", ".config/gcloud/**"),
  ...anywhere(".aws/sso/cache/**", ".aws/cli/cache/**"),
  ...anywhere("application_default_credentials.json", ".azure/accessTokens.json", ".azure/msal_token_cache*"),
  ...exactly("~/.azure/**"),
  ...anywhere(".config/doctl/config.yaml", ".config/hcloud/cli.toml", ".fly/config.yml"),
  ...anywhere(".terraformrc", "terraform.rc", "credentials.tfrc.json"),

  // Secrets that the system provides.
  ...exactly("/run/agenix/**", "/run/agenix.d/**", "/run/secrets/**", "/run/secrets.d/**", "/run/credentials/**"),
  ...exactly("/var/run/secrets/**", "/run/user/*/agenix/**", "/run/user/*/secrets/**"),
  ...exactly("/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-"),

  ...clientSecrets.map((pattern) => ({ pattern })),
];

export const secretFiles = makeList(entries);
