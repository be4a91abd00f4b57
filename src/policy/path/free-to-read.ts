/** What an agent may read outside the project although `external_directory` does not allow it. */
import type { Policy } from "../../model/permission.ts";
import type { Surroundings } from "../surroundings.ts";
import { skillFolders } from "./client-files.ts";
import { followLinks, isInside, makeAbsolute, type PathForm, removeDots } from "./forms.ts";

/** A clause that says why, if it is so. */
export function freeToRead(policy: Policy, form: PathForm, surroundings: Surroundings): string | undefined {
  if (isInside("/nix/store", form.path)) return "the Nix store is readable by everyone";
  const skill = policy.skills.find((name) =>
    skillFolders.some((folder) => isBelow(`${folder}/${name}`, form, surroundings)),
  );
  return skill === undefined ? undefined : `it is in the folder of its skill \`${skill}\``;
}

/** The folder itself may be a link; what links inside it lead to is judged as usual. */
function isBelow(folder: string, { path, isResolved }: PathForm, surroundings: Surroundings): boolean {
  const written = removeDots(makeAbsolute(folder, "/", surroundings.home));
  const real = isResolved ? (followLinks(written, surroundings)?.path ?? written) : written;
  return isInside(real, path);
}
