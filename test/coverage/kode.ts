/** Coverage of the document "Kode skill format". */
import { type CoveredDocument, differs, works } from "./row.ts";

export const kode: CoveredDocument = {
  title: "Kode skill format",
  about: "skills that a Kode runner loads and runs",
  rows: [
    works(
      "The printed front matter, with each choice made",
      "test/documents/examples.test.ts > Kode: the printed front matter loads once each choice is made, and is refused before",
    ),
    works(
      "`~/.kode/skills/<slug>/SKILL.md` with assets and scripts",
      "src/skill/kode/install.test.ts > a folder is installed completely, with executable bits and plain modes",
    ),
    works(
      "The slug is `[a-z0-9][a-z0-9-]*`",
      "src/skill/kode/load.test.ts > a slug has lower-case letters, digits and hyphens, and does not start with a hyphen",
    ),
    works(
      "The directory is the slug and the name",
      "src/skill/kode/load.test.ts > T5 a name that differs from its directory is rejected",
    ),
    works(
      "Front matter is required",
      "src/skill/kode/load.test.ts > T1 an empty SKILL.md is rejected with a clear error",
    ),
    works(
      "name, description and version are required",
      "src/skill/kode/load.test.ts > ${label} a SKILL.md without ${key} is rejected",
    ),
    works(
      "The version is semantic; only a missing one is refused",
      "src/skill/kode/load.test.ts > a version that is not semantic warns and loads",
    ),
    works(
      "`primary_env` is one of five words",
      "src/skill/kode/load.test.ts > every field is read, and all other keys are kept unchanged",
    ),
    works(
      "`requires.bins`",
      "src/skill/kode/run.test.ts > a program or a variable that a skill requires and that is missing is refused before anything starts",
    ),
    works(
      "`requires.env`",
      "src/skill/kode/run.test.ts > a program or a variable that a skill requires and that is missing is refused before anything starts",
    ),
    works(
      "`permission_mode` overrides the mode: default, acceptEdits, plan, auto",
      "src/skill/kode/run-policy.test.ts > commands that only read run where others would ask, and the run reports what is denied",
    ),
    differs(
      "A list of tools; without one those of the caller",
      "Without a list and without `--tools` a skill may read the project: a headless run cannot ask.",
      "src/skill/kode/run-policy.test.ts > listed tools that are not granted are reported",
    ),
    works("Other keys are kept", "src/skill/kode/load.test.ts > keys of other tools never make a skill invalid"),
    works(
      "`$ARGUMENTS` is filled in and nothing else",
      "src/skill/kode/substitute.test.ts > Kode fills in $ARGUMENTS and nothing else",
    ),
    works("Code blocks are inert", "src/skill/kode/resolve.test.ts > Kode has no commands in skills"),
    works(
      "LoadNativeSkillsDir, LoadNativeSkillFile",
      "src/skill/kode/load.test.ts > T10 a malformed skill does not hide others",
    ),
    works(
      "Discovery: the configured directory, then the home; first match wins",
      "src/skill/kode/discover.test.ts > T7 the configured directory comes before ~/.kode/skills, and the first match wins",
    ),
    differs(
      "The config key `native_skills_dir`",
      "It is `kode.native_skills_dir`, with all other settings.",
      "test/kode/commands.slow.test.ts > list searches the directory in the settings first, relative to the settings",
    ),
    works(
      "Best effort per file, with an inspectable reason",
      "test/kode/commands.slow.test.ts > list shows every skill, including broken ones with the reason and denied ones",
    ),
    works(
      "The missing runner fails loudly",
      "src/skill/kode/run.test.ts > T8 without a runner a run ends in skill-runtime-missing",
    ),
    works(
      "A real runner",
      "test/kode/commands.slow.test.ts > exec passes the resolved prompt and an agent with a gate to the client, and prints its answer",
    ),
    works("`/skills` alone lists", "test/kode/commands.slow.test.ts > `surcingle skill` alone lists the skills"),
    works(
      "`/skills list`",
      "test/kode/commands.slow.test.ts > list shows every skill, including broken ones with the reason and denied ones",
    ),
    works(
      "`/skills show <slug>`",
      "test/kode/commands.slow.test.ts > show prints front matter and body without terminal escapes",
    ),
    works(
      "`/skills resolve <slug> [args]`",
      "src/cli/commands/skill/resolve.test.ts > a Kode skill is found in the home directory, and only its arguments are filled in",
    ),
    works(
      "`kode skill exec`",
      "test/kode/commands.slow.test.ts > exec passes the resolved prompt and an agent with a gate to the client, and prints its answer",
    ),
    works(
      "The agent tool `skill_exec(slug, args)`",
      "test/kode/mcp.test.ts > denied skills are not offered and not run, and a missing client is reported",
    ),
    works(
      "Commands coexist: `/commands` list and resolve",
      "test/kode/command.test.ts > commands are listed, shown and resolved",
    ),
    works("The verb `skill:dangerous-*`", "test/kode/mcp.test.ts > skill:dangerous-"),
    works("The verb `skill:*`", "src/skill/kode/run.test.ts > with ${JSON.stringify(deny)} the skill ${slug} is"),
    works("The verb `tool:skill_exec`", "src/skill/kode/deny-rules.test.ts > the denying rule is named as written"),
    works(
      "Denials apply to the tools inside a skill",
      "src/skill/kode/run-policy.test.ts > a rule of the settings is stricter than the list",
    ),
    works(
      "install from a path",
      "src/skill/kode/install.test.ts > a folder is installed completely, with executable bits and plain modes",
    ),
    works(
      "install from the hub",
      "src/skill/kode/hub.test.ts > a skill is requested by its slug and returned as files",
    ),
    works("An unreachable hub is a clear error", "src/skill/kode/hub.test.ts > an unreachable hub is a clear error"),
    works("T1 empty SKILL.md", "src/skill/kode/load.test.ts > T1 an empty SKILL.md is rejected with a clear error"),
    works("T2 missing name", "src/skill/kode/load.test.ts > ${label} a SKILL.md without ${key} is rejected"),
    works("T3 missing description", "src/skill/kode/load.test.ts > ${label} a SKILL.md without ${key} is rejected"),
    works("T4 missing version", "src/skill/kode/load.test.ts > ${label} a SKILL.md without ${key} is rejected"),
    works(
      "T5 name and directory differ",
      "src/skill/kode/load.test.ts > T5 a name that differs from its directory is rejected",
    ),
    works(
      "T6 round trip with arguments",
      "src/skill/kode/load.test.ts > T6 a loaded and resolved file has its arguments filled in",
    ),
    works(
      "T7 discovery order",
      "src/skill/kode/discover.test.ts > T7 the configured directory comes before ~/.kode/skills, and the first match wins",
    ),
    works("T8 missing runner", "src/skill/kode/run.test.ts > T8 without a runner a run ends in skill-runtime-missing"),
    works(
      "T9 a registered runner round-trips",
      "src/skill/kode/run.test.ts > T9 a registered runner gets the request, and its answer is returned",
    ),
    works(
      "T10 one malformed skill among several",
      "src/skill/kode/load.test.ts > T10 a malformed skill does not hide others",
    ),
  ],
};
