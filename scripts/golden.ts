/** `npm run golden [-- ID…]`: writes the golden trees of every harness, or of those named. */
import { harnesses } from "../src/harness/all.ts";
import { writeExpectedDiagnostics } from "../test/support/diagnostics.ts";
import { caseNames, renderCase, writeGolden } from "../test/support/golden.ts";
import { writeExpectedSkills } from "../test/support/skills.ts";

const ids = process.argv.slice(2);
for (const harness of harnesses) {
  if (ids.length > 0 && !ids.includes(harness.id)) continue;
  for (const name of caseNames) writeGolden(harness, name, await renderCase(harness, name));
  console.log(`${harness.id}: ${caseNames.length} golden trees written`);
}
if (ids.length === 0) console.log(`diagnostics: ${await writeExpectedDiagnostics()} expected texts written`);
if (ids.length === 0) console.log(`skills: ${await writeExpectedSkills()} expected texts written`);
