/** The version from package.json, inserted by the bundler. */
import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;
