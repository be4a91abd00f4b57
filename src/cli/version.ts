/** The version, from package.json: the bundler puts it in place. */
import manifest from "../../package.json" with { type: "json" };

export const version: string = manifest.version;
