/**
 * Every document that this program implements, statement by statement. `npm run generate` turns it into
 * docs/coverage.md.
 */
import { agentSkills } from "./agent-skills.ts";
import { agentToml } from "./agent-toml.ts";
import { behaviour } from "./behaviour.ts";
import { designCard } from "./design-card.ts";
import { kode } from "./kode.ts";
import type { CoveredDocument } from "./row.ts";
import { substrate } from "./substrate.ts";

export const coverage: readonly CoveredDocument[] = [behaviour, kode, agentSkills, substrate, agentToml, designCard];
